//! What the trainers of the evaluations share: the optimizer, the loss, the order of positions, games
//! of a player against itself, and the files of such games.

mod adam;
mod extend_games_file;
mod ordered_work;
mod search_for_self_play;

pub use adam::Adam;
pub use extend_games_file::{extend_games_file, whole_lines};
pub use ordered_work::work_in_order;
pub use search_for_self_play::{SearchResult, result_for_first, search_by_nodes, sign_of_side};

use parlour::base::SplitMix64;

/// Puts the items into a random order (Fisher and Yates).
pub fn shuffle<T>(items: &mut [T], random: &mut SplitMix64) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.below(last as u64 + 1) as usize);
    }
}

/// The chance to win of a logit.
#[inline]
pub fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// The loss in nats of predicting this logit where the chance is `target`.
#[inline]
pub fn cross_entropy(logit: f32, target: f32) -> f32 {
    // log(1 + e^x) - x t, without overflow.
    logit.max(0.0) + (-logit.abs()).exp().ln_1p() - logit * target
}

/// Reports progress on the terminal, as a line on stderr.
#[expect(clippy::print_stderr, reason = "trainers report their progress on the terminal")]
pub fn report(line: &str) {
    eprintln!("{line}");
}

#[cfg(test)]
mod tests {
    use super::{cross_entropy, shuffle, sigmoid};
    use parlour::base::SplitMix64;

    #[test]
    fn every_order_is_about_equally_likely() {
        let mut counts = [0; 6];
        let mut random = SplitMix64::new(1);
        for _ in 0..6_000 {
            let mut items = [0, 1, 2];
            shuffle(&mut items, &mut random);
            counts[2 * items[0] + usize::from(items[1] > items[2])] += 1;
        }
        assert!(counts.iter().all(|count| (850..1_150).contains(count)), "{counts:?}");
    }

    #[test]
    fn loss_is_that_of_the_logarithms() {
        for (logit, target) in [(0.0, 0.5), (1.5, 1.0), (-2.0, 0.25), (3.0, 0.0)] {
            let p = sigmoid(logit);
            let plain = -(target * p.ln() + (1.0 - target) * (1.0 - p).ln());
            assert!((cross_entropy(logit, target) - plain).abs() < 1e-5);
        }
    }
}
