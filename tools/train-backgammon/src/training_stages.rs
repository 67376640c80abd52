//! The stages of a training, and the numbers of each round.

use parlour::games::backgammon::Variant;

use crate::self_play_and_targets::SelfPlaySettings;

/// The parameters of one round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Round {
    /// Games played with the weights as they are.
    pub(crate) games: u64,
    /// How they are played, and what the targets are.
    pub(crate) style: SelfPlaySettings,
    /// How many of them in a thousand start from a crashed position of earlier rounds.
    pub(crate) crashed: u64,
    /// How many in a thousand start from a race of earlier rounds.
    pub(crate) races: u64,
    /// Adam's rate.
    pub(crate) rate: f32,
    /// Samples of one step of Adam.
    pub(crate) batch: usize,
    /// How many positions of earlier rounds are learnt again for each new one.
    pub(crate) again: usize,
    /// The share of the new weights in the mean weights that play.
    pub(crate) share: f32,
}

/// How many rounds there are of each stage.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// The start position, and the sizes that go with it.
    pub(crate) variant: Variant,
    /// Rounds of TD(λ).
    pub(crate) first: u64,
    /// Rounds that learn from one ply of lookahead.
    pub(crate) second: u64,
    /// Rounds of the same with wider networks.
    pub(crate) third: u64,
    /// Games of a round in the first stage; and of the last round in the second, where the first
    /// has 3 tenths (games of the first networks teach little), and of each round in the third.
    pub(crate) games: [u64; 2],
}

impl Plan {
    /// The round of this number, from 0; `None` after the last. All numbers are set by hand.
    pub(crate) fn round(self, number: u64) -> Option<Round> {
        if number < self.first {
            let done = number as f32 / self.first as f32;
            return Some(Round {
                games: self.games[0],
                style: SelfPlaySettings {
                    lambda: (0.9 - done).max(0.2),
                    looks_ahead: false,
                    stray_per_thousand: 50,
                    short_per_thousand: 0,
                },
                crashed: 0,
                races: 0,
                rate: falling(done, 0.002, 0.000_3),
                batch: 64,
                again: 0,
                share: 1.0,
            });
        }
        let number = number - self.first;
        if number < self.second {
            let games = self.games[1] * (3 * self.second + 7 * number) / (10 * self.second);
            return Some(lookahead_round(number, self.second, games, 0.002));
        }
        let number = number - self.second;
        (number < self.third).then(|| lookahead_round(number, self.third, self.games[1], 0.000_8))
    }

    /// Whether the round of this number is the first of the third stage.
    pub(crate) const fn widens_before(self, number: u64) -> bool {
        number == self.first + self.second && self.third > 0
    }
}

/// A round of the second stage or the third: its number, of how many in the stage, its games, and
/// Adam's rate in the first of them. All numbers are set by hand.
fn lookahead_round(number: u64, of: u64, games: u64, rate: f32) -> Round {
    let done = number as f32 / of as f32;
    Round {
        games,
        style: SelfPlaySettings {
            lambda: 0.7,
            looks_ahead: true,
            stray_per_thousand: 120,
            short_per_thousand: 650,
        },
        crashed: 150,
        races: 250,
        rate: falling(done * done, rate, 0.000_02),
        batch: 64,
        again: 12,
        share: (1.0 / (number as f32 + 1.0)).max(0.06),
    }
}

/// From the first number to the second, by equal factors.
fn falling(done: f32, from: f32, to: f32) -> f32 {
    from * (to / from).powf(done)
}

#[cfg(test)]
mod tests {
    use super::{Plan, Variant};

    #[test]
    fn rates_fall_and_the_plan_ends() {
        let (variant, games) = (Variant::Standard, [100, 50]);
        let plan = Plan { variant, first: 10, second: 5, third: 3, games };
        let rounds: Vec<_> = (0..20).map_while(|number| plan.round(number)).collect();
        assert_eq!([9, 10, 15].map(|number: usize| rounds[number].games), [100, 15, 50]);
        assert_eq!(rounds.len(), 18);
        for stage in [&rounds[..10], &rounds[10..15], &rounds[15..]] {
            assert!(stage.is_sorted_by(|a, b| a.rate > b.rate));
        }
        let widening: Vec<_> = (0..20).filter(|number| plan.widens_before(*number)).collect();
        assert_eq!(widening, [15]);
        assert!(!rounds[9].style.looks_ahead && rounds[10].style.looks_ahead);
    }
}
