//! Every game in each variant that its `tested_variants.txt` lists.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use parlour::games::GAMES;
use parlour::host::{GameEntry, GameHost};
use parlour::protocol::session::open_game;

/// A game, and the words of `newgame` after its name.
pub struct TestedVariant {
    /// The row of the registry.
    pub entry: &'static GameEntry,
    /// Keys and values.
    pub keys_and_values: Vec<String>,
}

impl TestedVariant {
    /// A game of this variant at its start position.
    pub fn open(&self) -> Box<dyn GameHost> {
        let words: Vec<&str> = self.keys_and_values.iter().map(String::as_str).collect();
        open_game(self.entry, &words).unwrap_or_else(|refusal| panic!("{refusal}"))
    }

    /// The words of `newgame`.
    pub fn newgame_words(&self) -> String {
        format!("{} {}", self.entry.name, self.keys_and_values.join(" ")).trim_end().to_owned()
    }

    /// The positions of `bench`, which are of the usual variant.
    pub fn bench_positions(&self) -> Vec<&'static str> {
        let lines = self.entry.bench.positions.lines();
        lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
    }
}

/// All variants: of each game the usual one, then those in the file of its folder.
pub static VARIANTS: LazyLock<Vec<TestedVariant>> = LazyLock::new(|| {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src/games");
    let mut variants = Vec::new();
    for entry in GAMES {
        variants.push(TestedVariant { entry, keys_and_values: Vec::new() });
        let listed = fs::read_to_string(games.join(entry.name).join("tested_variants.txt"));
        let listed = listed.unwrap_or_default();
        let lines = listed.lines().filter(|line| !line.starts_with('#'));
        let words = lines.map(|line| line.split(' ').map(str::to_owned).collect());
        variants.extend(words.map(|words| TestedVariant { entry, keys_and_values: words }));
    }
    variants
});

/// The variant of this number; there is one for each number.
pub fn variant(number: u8) -> &'static TestedVariant {
    &VARIANTS[usize::from(number) % VARIANTS.len()]
}
