//! The shortlist of the results of a roll, which alone are evaluated in full, and the best of them.

use super::evaluator::Evaluator;
use super::probabilities::Probabilities;
use crate::games::backgammon::board::Board;
use crate::games::backgammon::board::movegen::{After, results};
use crate::games::backgammon::board::roll::Roll;

/// The plays of a roll that are evaluated in full: those that the pruning network ranks highest.
///
/// The best play by the full evaluation is not always among them. What that loses on average, in
/// thousandths of a point, over all rolls in 666 games that `net` played against itself at 0-ply,
/// and by the choice of a play by a lookahead of one ply, over 4,000 decisions (one play in eight
/// was random in both):
///
/// | listed | evaluated in full | loss of a reply | loss of a decision |
/// |---|---|---|---|
/// | 2 | 1.8 | 2.84 | 0.134 |
/// | 3 | 2.5 | 1.40 | 0.066 |
/// | 4 | 3.2 | 0.80 | 0.042 |
/// | 5 | 3.9 | 0.52 | 0.009 |
/// | 6 | 4.5 | 0.37 | 0.004 |
/// | 8 | 5.7 | 0.21 | 0.002 |
///
/// A margin instead (0.16 points, at most 8 plays) is no clear gain: for the work of 5 plays it loses
/// 0.40 a reply and 0.014 a decision.
const MOST_LISTED: usize = 6;

/// Lists the results of a roll that are evaluated in full, with buffers of its own.
#[derive(Debug)]
pub struct Shortlist {
    replies: Vec<After>,
    /// The results of a roll, and then those that are listed.
    boards: Vec<Board>,
    /// The chances of each of them.
    chances: Vec<Probabilities>,
    /// The ranks of those results by the pruning network.
    ranks: Vec<f32>,
    /// The same with the boards.
    ranked: Vec<(f32, Board)>,
    /// The most results that are listed with contact.
    most_listed: usize,
}

impl Default for Shortlist {
    fn default() -> Self {
        Self {
            replies: Vec::new(),
            boards: Vec::new(),
            chances: Vec::new(),
            ranks: Vec::new(),
            ranked: Vec::new(),
            most_listed: MOST_LISTED,
        }
    }
}

impl Shortlist {
    /// Lists every result of a roll, however many there are.
    #[cfg(test)]
    pub(crate) fn listing_every_result() -> Self {
        Self { most_listed: usize::MAX, ..Self::default() }
    }

    /// The results of a roll that may be best for the mover.
    ///
    /// Each result is a board with the other side about to roll.
    ///
    /// All results if they are few or a race, else those with the lowest ranks. `rank` adds the rank of
    /// each to a list, given the pruning network's evaluation of all for the other side.
    pub fn of_roll<'p>(
        &'p mut self,
        evaluator: &mut Evaluator<'_>,
        board: Board,
        roll: Roll,
        rank: impl FnOnce(&[Probabilities], &mut Vec<f32>),
    ) -> &'p [Board] {
        let Self { replies, boards, chances, ranks, ranked, most_listed } = self;
        replies.clear();
        results(board, roll, replies);
        boards.clear();
        boards.extend(replies.iter().map(|after| after.board(board)));
        // The pruning network ranks races badly, and the network of races is fast.
        if boards.len() > *most_listed && board.has_contact() {
            evaluator.evaluate_all_by_pruning_network(boards, chances);
            ranks.clear();
            rank(chances, ranks);
            ranked.clear();
            ranked.extend(ranks.drain(..).zip(boards.drain(..)));
            ranked.select_nth_unstable_by(*most_listed - 1, |a, b| a.0.total_cmp(&b.0));
            boards.extend(ranked.iter().take(*most_listed).map(|(_, board)| *board));
        }
        boards
    }

    /// The best result of a roll for the mover.
    ///
    /// It is the board with the other side about to roll, and the chances of that other side.
    pub fn best_play(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        board: Board,
        roll: Roll,
    ) -> (Board, Probabilities) {
        self.of_roll(evaluator, board, roll, rank_by_equity);
        evaluator.evaluate_all(&self.boards, &mut self.chances);
        let mut best = (board.swapped(), Probabilities::default(), f32::INFINITY);
        for (next, chances) in self.boards.iter().zip(&self.chances) {
            let equity = chances.equity();
            if equity < best.2 {
                best = (*next, *chances, equity);
            }
        }
        (best.0, best.1)
    }
}

fn rank_by_equity(chances: &[Probabilities], ranks: &mut Vec<f32>) {
    ranks.extend(chances.iter().map(|chances| chances.equity()));
}

#[cfg(test)]
mod tests {
    use super::{After, Evaluator, MOST_LISTED, Roll, Shortlist, rank_by_equity, results};
    use crate::base::SplitMix64;
    use crate::games::backgammon::Variant;
    use crate::games::backgammon::board::{Board, Checkers};
    use crate::games::backgammon::eval::Nets;

    #[test]
    fn race_to_the_last_checker_is_looked_through() {
        let side = |places: &[(usize, u8)]| {
            let mut counts = [0; 26];
            counts[0] = 15;
            for (place, n) in places {
                counts[*place] += n;
                counts[0] -= n;
            }
            Checkers::from_counts(&counts)
        };
        let mut evaluator = Evaluator::new(Nets::built_in());
        // The mover has a checker on its 7-point: 23 rolls bear it off, 1-1 is not among them.
        let board = Board { mover: side(&[(7, 1)]), other: side(&[(1, 1)]) };
        let mut shortlist = Shortlist::default();
        let mut win_after = |roll| shortlist.best_play(&mut evaluator, board, roll).1.swapped().win;
        let win: f32 = Roll::ALL.map(|roll| roll.probability() * win_after(roll)).iter().sum();
        let rolls = (1..7).flat_map(|a| (1..7).map(move |b| if a == b { 4 * a } else { a + b }));
        let expected = rolls.filter(|pips| *pips >= 7).count() as f32 / 36.0;
        assert!((win - expected).abs() < 1e-6, "{win} {expected}");
    }

    #[test]
    fn few_results_are_picked_but_in_a_race() {
        let mut counts = [0; 26];
        (counts[4], counts[9], counts[11], counts[12]) = (6, 4, 3, 2);
        let racing = Checkers::from_counts(&counts);
        let start = Variant::Standard.start();
        let (mut shortlist, mut evaluator) =
            (Shortlist::default(), Evaluator::new(Nets::built_in()));
        let mut picked = |side| {
            let board = Board { mover: side, other: side };
            let all = results_of(board);
            let listed = shortlist.of_roll(&mut evaluator, board, Roll::ALL[8], rank_by_equity);
            (listed.len(), all)
        };
        let (few, all) = picked(start);
        assert!(few == MOST_LISTED && all > MOST_LISTED);
        let (every, all) = picked(racing);
        assert!(every == all && all > MOST_LISTED);
    }

    #[test]
    fn shortlist_loses_less_than_half_a_thousandth_of_a_point() {
        let (mut shortlist, mut evaluator) =
            (Shortlist::default(), Evaluator::new(Nets::built_in()));
        let (mut random, mut plays) = (SplitMix64::new(1), Vec::new());
        let (mut loss, mut rolls) = (0.0, 0.0);
        // In 20 games the loss is between 0.000_2 and 0.000_7.
        for _ in 0..100 {
            let start = Variant::Standard.start();
            let mut board = Board { mover: start, other: start };
            while board.has_contact() && !board.other.all_borne_off() {
                for roll in Roll::ALL {
                    plays.clear();
                    results(board, roll, &mut plays);
                    let equity = |after: &After| evaluator.evaluate(after.board(board)).equity();
                    let best = plays.iter().map(equity).fold(f32::INFINITY, f32::min);
                    let (_, found) = shortlist.best_play(&mut evaluator, board, roll);
                    loss += f64::from(found.equity() - best) * roll.weight() as f64;
                    rolls += roll.weight() as f64;
                }
                let rolled = Roll::ALL[random.below(21) as usize];
                board = shortlist.best_play(&mut evaluator, board, rolled).0;
            }
        }
        assert!(rolls > 10_000.0 && loss > 0.0, "{loss} in {rolls} rolls");
        assert!(loss / rolls < 0.000_5, "{} a roll", loss / rolls);
    }

    fn results_of(board: Board) -> usize {
        let mut plays: Vec<After> = Vec::new();
        results(board, Roll::ALL[8], &mut plays);
        plays.len()
    }
}
