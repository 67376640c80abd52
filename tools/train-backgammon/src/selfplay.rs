//! Games of the networks against themselves.

use parlour::base::SplitMix64;
use parlour::games::backgammon::board::Board;
use parlour::games::backgammon::movegen::{After, results};
use parlour::games::backgammon::net::{Evaluator, Probabilities};
use parlour::games::backgammon::{Roll, Variant};

use crate::model::Sample;

/// How games are played and what is learnt from them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// λ of TD(λ) (Sutton 1988): 1 learns from the end of the game, 0 from the next position.
    pub(crate) lambda: f32,
    /// How many plays in a thousand are picked from the best few at random.
    pub(crate) stray: u64,
}

/// The plays that a stray one is picked from: so many of the best.
const STRAYS: u64 = 6;
/// A game is broken off after so many plays, for what the networks say of it then.
const LONGEST: usize = 400;

/// One position of a game, and what was expected of the one after it.
struct Turn {
    board: Board,
    /// Of the best play, for the other side, which rolls next.
    best: Probabilities,
    /// Whether the best play was made.
    is_best: bool,
}

/// Plays game number `index` of the stream and gives a sample for every position.
pub(crate) fn play(
    evaluator: &mut Evaluator<'_>,
    (seed, index): (u64, u64),
    style: Style,
) -> Vec<Sample> {
    let mut random = SplitMix64::at(seed, index);
    let start = Variant::Standard.start();
    let mut board = Board { mover: start, other: start };
    let mut turns = Vec::new();
    let mut plays: Vec<After> = Vec::new();
    let mut judged: Vec<(f32, Probabilities, Board)> = Vec::new();
    while turns.len() < LONGEST && Evaluator::known(board).is_none() {
        let (a, b) = random.dice(turns.is_empty());
        let Ok(roll) = Roll::new(a, b) else { break };
        plays.clear();
        results(board, roll, &mut plays);
        judged.clear();
        judged.extend(plays.iter().map(|after| {
            let next = after.board(board);
            let chances = evaluator.evaluate(next);
            (chances.equity(), chances, next)
        }));
        let is_best = random.below(1_000) >= style.stray;
        let chosen = choose(&mut judged, is_best, &mut random);
        turns.push(Turn { board, best: judged[0].1, is_best: chosen == 0 });
        board = judged[chosen].2;
    }
    targets(&turns, evaluator.evaluate(board), style.lambda)
}

/// Brings the best play to the front, and says which is made.
fn choose(
    judged: &mut [(f32, Probabilities, Board)],
    is_best: bool,
    random: &mut SplitMix64,
) -> usize {
    if is_best {
        let best = (1..judged.len()).fold(
            0,
            |best, at| {
                if judged[at].0 < judged[best].0 { at } else { best }
            },
        );
        judged.swap(0, best);
        return 0;
    }
    judged.sort_by(|a, b| a.0.total_cmp(&b.0));
    random.below((judged.len() as u64).min(STRAYS)) as usize
}

/// From the end back: what the next position was expected to give, and what it came to.
fn targets(turns: &[Turn], end: Probabilities, lambda: f32) -> Vec<Sample> {
    let mut later = end;
    let mut samples: Vec<Sample> = turns
        .iter()
        .rev()
        .map(|turn| {
            let lambda = if turn.is_best { lambda } else { 0.0 };
            let mixed = Probabilities::default().plus(turn.best, 1.0 - lambda).plus(later, lambda);
            later = mixed.swapped();
            Sample { board: turn.board, target: later }
        })
        .collect();
    samples.reverse();
    samples
}

#[cfg(test)]
mod tests {
    use super::{Style, play};
    use parlour::games::backgammon::net::{Evaluator, Nets};

    #[test]
    fn game_repeats_itself_and_ends_as_the_last_position_says() {
        let nets = Nets::new(&[1, 2, 3, 4].map(|seed| crate::model::fresh(16, seed < 4, seed)));
        let mut evaluator = Evaluator::new(&nets);
        let style = Style { lambda: 1.0, stray: 0 };
        let game = play(&mut evaluator, (7, 3), style);
        let again = play(&mut evaluator, (7, 3), style);
        assert_eq!(game.len(), again.len());
        assert!(game.len() > 10);
        assert!(game.iter().zip(&again).all(|(a, b)| a.board == b.board && a.target == b.target));
        // With λ = 1 the game's end is the target of every position, seen by its mover.
        let turned = game.windows(2).all(|two| two[0].target == two[1].target.swapped());
        assert!(turned || game.len() == 400);
    }
}
