//! Words of the cube: the model of the cube, fed with what the networks see.

use super::look::Look;
use crate::game::{Position, Turn};
use crate::games::backgammon::cube_equity::Chances;
use crate::games::backgammon::net::Probabilities;
use crate::games::backgammon::rules::Backgammon;
use crate::games::backgammon::steps::Move;
use crate::search::Choice;

/// The word that is worth most to the side to act; of equal ones the first.
pub(super) fn choose(game: &Backgammon, moves: &[Move], look: &mut Look) -> Choice<Move> {
    let chances = look.before_the_dice(game);
    let side = game.side();
    let points = |word: &Move| {
        let mut next = *game;
        next.play(*word);
        match next.turn() {
            Turn::Over(outcome) => {
                let won = if outcome.winner() == Some(side) { 1.0 } else { -1.0 };
                won * outcome.points() as f32
            }
            turn => {
                let theirs = next.expected_points_at(means(chances));
                if turn.side() == Some(side) { theirs } else { -theirs }
            }
        }
    };
    let mut best = (moves[0], points(&moves[0]));
    for word in &moves[1..] {
        let points = points(word);
        if points > best.1 {
            best = (*word, points);
        }
    }
    let win = if side == game.on_roll() { chances.0[0] } else { 1.0 - chances.0[0] };
    let reason = match moves.len() {
        1 => "the only move".to_owned(),
        _ => format!("wins {:.1} %, worth {:+.3} points", 100.0 * win, best.1),
    };
    Choice { best: best.0, nodes: 1, reason }
}

/// The chance to win, and what wins and losses bring in the mean.
fn means(chances: Probabilities) -> Chances {
    let [win, gammon, backgammon, lost_gammon, lost_backgammon] = chances.0;
    let mean =
        |share: f32, more: f32| 1.0 + if share > 0.0 { (more / share).min(2.0) } else { 0.0 };
    Chances {
        win,
        won: mean(win, gammon + backgammon),
        lost: mean(1.0 - win, lost_gammon + lost_backgammon),
    }
}
