//! What games say about a difference in strength.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Result;

use crate::results_file::{self, RecordedGame};

/// A 95 % interval reaches this many standard errors to either side.
pub(crate) const CONFIDENCE: f64 = 1.96;

/// The sums of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct WinDrawLoss {
    /// Games won by the player with the technique switched.
    won: u32,
    /// Games drawn.
    drawn: u32,
    /// Games lost by that player.
    lost: u32,
}

/// Prints a line for each technique of each game: how the player did with it switched.
///
/// # Errors
/// When a file cannot be read.
#[expect(clippy::print_stdout, reason = "the table is what the command is for")]
pub(crate) fn print_table(paths: &[PathBuf]) -> Result<()> {
    let mut matches: BTreeMap<_, Vec<RecordedGame>> = BTreeMap::new();
    for path in paths {
        for played in results_file::read(path)? {
            matches.entry(played.of.clone()).or_default().push(played);
        }
    }
    println!("game      technique switched       limit    games   won drawn  lost   Elo (95 %)");
    for (of, games) in matches {
        let (tally, elo, error) = summary(&games);
        println!(
            "{:9} {:24} {:8} {:5} {:5} {:5} {:5}   {elo:+.0} ± {error:.0}",
            of.game,
            of.technique,
            of.limit,
            games.len(),
            tally.won,
            tally.drawn,
            tally.lost
        );
    }
    Ok(())
}

/// The sums, the difference in Elo, and half of its 95 % interval, from the scores of pairs.
pub(crate) fn summary(games: &[RecordedGame]) -> (WinDrawLoss, f64, f64) {
    let mut tally = WinDrawLoss::default();
    let mut pairs: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for played in games {
        match played.result {
            1.. => tally.won += 1,
            0 => tally.drawn += 1,
            _ => tally.lost += 1,
        }
        let score = f64::from(played.result + 1) / 2.0;
        pairs.entry(played.number / 2).or_default().push(score);
    }
    let means: Vec<f64> =
        pairs.values().map(|scores| scores.iter().sum::<f64>() / scores.len() as f64).collect();
    let count = means.len().max(1) as f64;
    let mean = means.iter().sum::<f64>() / count;
    let variance = means.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / count;
    let half = CONFIDENCE * (variance / count).sqrt();
    let error = (elo(mean + half) - elo(mean - half)) / 2.0;
    (tally, elo(mean), error)
}

/// The difference in Elo at which this share of points, 0.0 to 1.0, is expected.
pub(crate) fn elo(score: f64) -> f64 {
    let score = score.clamp(0.001, 0.999);
    400.0 * (score / (1.0 - score)).log10()
}

#[cfg(test)]
mod tests {
    use super::{WinDrawLoss, elo, summary};
    use crate::results_file::{MatchKey, RecordedGame};

    #[test]
    fn elo_is_that_of_the_score_and_pairs_that_cancel_have_no_error() {
        let of = MatchKey { game: String::new(), technique: String::new(), limit: String::new() };
        let results = [1, -1, 1, -1];
        let games: Vec<RecordedGame> = (0..)
            .zip(results)
            .map(|(number, result)| RecordedGame { of: of.clone(), number, result })
            .collect();
        assert_eq!(summary(&games), (WinDrawLoss { won: 2, drawn: 0, lost: 2 }, 0.0, 0.0));
        assert!((elo(0.75) - 190.8).abs() < 0.1);
    }
}
