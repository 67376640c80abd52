//! Every game in each variant that its `variants.txt` lists, and what can be seen of a game.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use parlour::base::Side;
use parlour::game::{MatchStanding, Turn};
use parlour::games::GAMES;
use parlour::host::{GameHost, GameKind, HostError, SearchRequest};
use parlour::protocol::session::engine_options::EngineOptions;
use parlour::protocol::session::open_game;
use parlour::search::{Limits, Options};

/// A game, and the words of `newgame` after its name.
pub struct Variant {
    /// The row of the registry.
    pub kind: &'static GameKind,
    /// Keys and values.
    pub words: Vec<String>,
}

impl Variant {
    /// A game of this variant at its start position.
    pub fn open(&self) -> Box<dyn GameHost> {
        let words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        open_game(self.kind, &words).unwrap_or_else(|refusal| panic!("{refusal}"))
    }

    /// The words of `newgame`.
    pub fn line(&self) -> String {
        format!("{} {}", self.kind.name, self.words.join(" ")).trim_end().to_owned()
    }

    /// The positions of `bench`, which are of the usual variant.
    pub fn bench(&self) -> Vec<&'static str> {
        let lines = self.kind.bench.positions.lines();
        lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
    }
}

/// All variants: of each game the usual one, then those in the file of its folder.
pub static VARIANTS: LazyLock<Vec<Variant>> = LazyLock::new(|| {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src/games");
    let mut variants = Vec::new();
    for kind in GAMES {
        variants.push(Variant { kind, words: Vec::new() });
        let listed = fs::read_to_string(games.join(kind.name).join("variants.txt"));
        let listed = listed.unwrap_or_default();
        let lines = listed.lines().filter(|line| !line.starts_with('#'));
        let words = lines.map(|line| line.split(' ').map(str::to_owned).collect());
        variants.extend(words.map(|words| Variant { kind, words }));
    }
    variants
});

/// The variant of this number; there is one for each number.
pub fn variant(number: u8) -> &'static Variant {
    &VARIANTS[usize::from(number) % VARIANTS.len()]
}

/// Everything that can be seen of a game.
#[derive(Debug, PartialEq)]
pub struct View {
    /// The position.
    pub fen: String,
    /// The moves since it was set, each after a blank.
    pub history: String,
    /// The legal moves, each after a blank.
    pub legal: Result<String, HostError>,
    /// Who acts.
    pub turn: Turn,
    side: Side,
    due: String,
    ending: Option<String>,
    standing: Option<MatchStanding>,
}

impl View {
    /// What can be seen now.
    pub fn of(game: &dyn GameHost) -> Self {
        let (mut fen, mut history, mut legal) = (String::new(), String::new(), String::new());
        game.write_fen(&mut fen);
        game.write_history(&mut history);
        let legal = game.write_legal(&mut legal).map(|()| legal);
        Self {
            fen,
            history,
            legal,
            turn: game.turn(),
            side: game.side(),
            due: game.due(),
            ending: game.ending(),
            standing: game.match_standing(),
        }
    }

    /// The legal moves; none while dice are due.
    pub fn moves(&self) -> Vec<&str> {
        self.legal.as_deref().unwrap_or_default().split_ascii_whitespace().collect()
    }

    /// The same without the moves that led here.
    #[must_use]
    pub fn without_history(self) -> Self {
        Self { history: String::new(), ..self }
    }
}

/// Builds what the engine builds once, so that no input seems to be slow.
pub fn warm_up() {
    for kind in GAMES {
        let mut game = Variant { kind, words: Vec::new() }.open();
        if kind.description.has_dice {
            game.lay_dice(3, 1).expect("dice are due");
        }
        for player in game.players() {
            search_with(game.as_ref(), small_options().values(), player, 1);
        }
    }
}

/// Options for searches that are small and the same each time.
pub fn small_options() -> EngineOptions {
    let mut options = EngineOptions::new(GAMES);
    for (name, value) in SMALL {
        let set = options.set(name, Some(value), GAMES[0].name, &[]);
        assert!(set.is_ok(), "{name} can be {value}");
    }
    options
}

/// Those options.
pub const SMALL: [(&str, &str); 4] =
    [("Hash", "1"), ("Seed", "1"), ("SolvedTable", "false"), ("MoveTime", "1")];

/// Searches as one player, and asks the same player to explain; the answers must be legal moves.
pub fn search(game: &dyn GameHost, options: &EngineOptions, player: u8, nodes: u64) {
    let players = game.players();
    search_with(game, options.values(), players[usize::from(player) % players.len()], nodes);
}

/// The same with any options.
pub fn search_with(game: &dyn GameHost, options: &Options, name: &str, nodes: u64) {
    let view = View::of(game);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let request = SearchRequest { player: Some(name), limits, moves: &[], options };
    let stop = AtomicBool::new(false);
    match game.search(&request) {
        Ok(job) => {
            let mut reports = Vec::new();
            let answer = job(&stop, &mut |report| reports.push(report));
            let moves = view.moves();
            assert!(moves.contains(&answer.best.as_str()), "{name}: {answer:?}: {view:?}");
            for report in reports {
                let first = report.pv.split(' ').next().unwrap_or_default();
                assert!(first.is_empty() || moves.contains(&first), "{name}: {report:?}: {view:?}");
            }
        }
        Err(error) => {
            assert!(!matches!(view.turn, Turn::Decide(_)), "{name}: {error}: {view:?}");
        }
    }
    if let Ok(job) = game.explain(&request) {
        let explained = job(&stop);
        let mut judged: Vec<&str> = explained.iter().map(|row| row.judged.as_str()).collect();
        let mut moves = view.moves();
        judged.sort_unstable();
        moves.sort_unstable();
        assert_eq!(judged, moves, "{name} explains every move: {view:?}");
    }
}
