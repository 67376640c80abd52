//! The best plays of a roll, rolled out.

use super::super::cube_context::Aim;
use super::super::lookahead::Look;
use super::super::root::{Candidate, Root};
use super::Field;
use super::mean::Tally;
use super::trial::Start;
use crate::games::backgammon::board::rules::Backgammon;
use crate::games::backgammon::board::steps::Move;
use crate::games::backgammon::cube::State;
use crate::search::{Choice, EquityReport, Progress, Rating, SearchTask, Watcher};

/// Rolls out the plays that a search likes best and chooses the one that does best.
///
/// `root` has been searched to this depth; so many plays as it reports lines are rolled out. If
/// there was no time for a game, the search has the word.
pub(in crate::games::backgammon::players::net) fn choose(
    root: &mut Root<'_>,
    looks: &mut [Look],
    (task, seed, depth): (&SearchTask<'_, Backgammon>, u64, u32),
    watcher: &mut dyn Watcher<Move>,
) -> Choice<Move> {
    let plays = root.best().to_vec();
    let aim = root.aim;
    let starts = plays.iter().map(|play| start(play, aim)).collect();
    let mut field = Field::new(task, seed, starts);
    field.others = root.others;
    field.run(looks, &mut root.control, &mut |field, nodes| {
        for (rank, at) in ranked(&field.tallies).into_iter().enumerate() {
            report(plays[at].played, &field.tallies[at], (rank, nodes), watcher);
        }
    });
    root.others = field.others;
    let best = ranked(&field.tallies)[0];
    if field.tallies[best].games() == 0 {
        return root.choice(depth);
    }
    let nodes = root.control.nodes() + field.others;
    Choice { best: plays[best].played, nodes, reason: reason(&field.tallies[best], plays.len()) }
}

fn start<'a>(play: &Candidate, aim: Aim<'a>) -> Start<'a> {
    Start { board: play.board, aim, state: State::START, may_double: true }
}

/// The plays from the best to the worst: the tallies are the opponent's. Equal ones, such as
/// those without a game, stay in the order of the search.
fn ranked(tallies: &[Tally]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..tallies.len()).collect();
    order.sort_by(|a, b| tallies[*a].points().total_cmp(&tallies[*b].points()));
    order
}

fn report(
    played: Move,
    tally: &Tally,
    (rank, nodes): (usize, u64),
    watcher: &mut dyn Watcher<Move>,
) {
    let equity = EquityReport {
        equity: -tally.points(),
        chances: Some(tally.chances().swapped().to_array()),
        sample: Some(tally.sample()),
    };
    watcher.progress(&Progress::new(1, rank, Rating::Equity(equity), nodes, &[played]));
}

/// What the best play came to, in words; also with the luck left in.
fn reason(tally: &Tally, plays: usize) -> String {
    let (sample, (plain, error)) = (tally.sample(), tally.plain());
    format!(
        "best of {plays} plays rolled out {} times each: {:+.4} ± {:.4}, with the luck of the dice \
         {:+.4} ± {error:.4}",
        sample.games,
        -tally.points(),
        sample.error,
        -plain,
    )
}
