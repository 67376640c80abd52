//! `explain` against `go`, in games as a client sees them: what every player must keep.

use std::sync::atomic::AtomicBool;

use parlour::base::SplitMix64;
use parlour::game::Turn;
use parlour::host::{ExplainedMove, GameHost, SearchAnswer, SearchRequest};

/// The legal moves, as `legal` lists them.
fn legal_moves(game: &dyn GameHost) -> Vec<String> {
    let mut text = String::new();
    game.write_legal(&mut text).unwrap();
    text.split_whitespace().map(str::to_owned).collect()
}

/// The decision after this many random moves, or the last one before the end of the game.
pub(crate) fn play_random_moves(game: &mut dyn GameHost, plies: u64, random: &mut SplitMix64) {
    let mut count = 0;
    loop {
        match game.turn() {
            Turn::Over(_) => {
                game.undo(1).unwrap();
                return;
            }
            Turn::Roll(_) => {
                game.roll(random.below(1 << 32)).unwrap();
            }
            Turn::Decide(_) if count == plies => return,
            Turn::Decide(_) => {
                let moves = legal_moves(game);
                let played = &moves[random.below(moves.len() as u64) as usize];
                game.play(&[played]).unwrap();
                count += 1;
            }
        }
    }
}

/// The rows of `explain`, which have each legal move once.
pub(crate) fn explained(game: &dyn GameHost, request: &SearchRequest<'_>) -> Vec<ExplainedMove> {
    let rows = game.explain(request).unwrap()(&AtomicBool::new(false));
    let mut judged: Vec<String> = rows.iter().map(|row| row.judged.clone()).collect();
    let mut legal = legal_moves(game);
    judged.sort();
    legal.sort();
    assert_eq!(judged, legal, "{}", context(game, request));
    rows
}

/// The answer to `go`.
pub(crate) fn found(game: &dyn GameHost, request: &SearchRequest<'_>) -> SearchAnswer {
    game.search(request).unwrap()(&AtomicBool::new(false), &mut |_| {})
}

/// The player, its limits and the position, for the text of a failure.
pub(crate) fn context(game: &dyn GameHost, request: &SearchRequest<'_>) -> String {
    let mut text = format!("{:?} {:?} ", request.player, request.limits);
    game.write_fen(&mut text);
    text
}
