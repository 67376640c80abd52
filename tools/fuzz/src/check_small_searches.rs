//! Searches that are small and the same each time, and what must hold of their answers.

use std::sync::atomic::AtomicBool;

use parlour::game::Turn;
use parlour::games::GAMES;
use parlour::host::{GameHost, SearchRequest};
use parlour::protocol::session::engine_options::EngineOptions;
use parlour::search::{Limits, Options};

use crate::game_snapshot::GameSnapshot;
use crate::variants::TestedVariant;

/// Builds what the engine builds once, so that no input seems to be slow.
pub fn warm_up() {
    for entry in GAMES {
        let mut game = TestedVariant { entry, keys_and_values: Vec::new() }.open();
        if entry.description.has_dice {
            game.lay_dice(3, 1).expect("dice are due");
        }
        for player in game.players() {
            check_search_and_explain_with(game.as_ref(), small_options().values(), player, 1);
        }
    }
}

/// Options for searches that are small and the same each time.
pub fn small_options() -> EngineOptions {
    let mut options = EngineOptions::new(GAMES);
    for (name, value) in SMALL_OPTION_VALUES {
        let set = options.set(name, Some(value), GAMES[0].name, &[]);
        assert!(set.is_ok(), "{name} can be {value}");
    }
    options
}

/// Those options.
pub const SMALL_OPTION_VALUES: [(&str, &str); 4] =
    [("Hash", "1"), ("Seed", "1"), ("SolvedTable", "false"), ("MoveTime", "1")];

/// Searches as one player, and asks the same player to explain.
///
/// The answers must be legal moves.
pub fn check_search_and_explain(
    game: &dyn GameHost,
    options: &EngineOptions,
    player: u8,
    nodes: u64,
) {
    let players = game.players();
    check_search_and_explain_with(
        game,
        options.values(),
        players[usize::from(player) % players.len()],
        nodes,
    );
}

/// The same with any options.
pub fn check_search_and_explain_with(
    game: &dyn GameHost,
    options: &Options,
    name: &str,
    nodes: u64,
) {
    let view = GameSnapshot::of(game);
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
