//! Random positions with all kinds of stakes: such that few plays are legal, since the reference
//! tries them all; and such that many are.

use crate::base::{Side, SplitMix64};
use crate::game::{Dice, Position};
use crate::games::backgammon::board::{BAR, Checkers};
use crate::games::backgammon::cube::stakes_for_tests::games_of_all_stakes;
use crate::games::backgammon::{Backgammon, Phase, Variant};

/// The checkers of each side on random places, few of them in play.
///
/// In hypergammon all three checkers are in play, so that gammons are possible.
fn random_checkers(random: &mut SplitMix64, variant: Variant) -> [Checkers; 2] {
    let all = variant.checkers_per_side();
    let furthest = [6, 12, 24, u64::from(BAR)][random.below(4) as usize];
    let mut counts = [[0_u8; 26]; 2];
    for side in Side::BOTH {
        let in_play = if variant == Variant::Hypergammon { 3 } else { 1 + random.below(3) as u8 };
        counts[side.index()][0] = all - in_play;
        let mut left = in_play;
        while left > 0 {
            let place = 1 + random.below(furthest) as usize;
            let is_taken = place < 25 && counts[side.other().index()][25 - place] > 0;
            if !is_taken {
                counts[side.index()][place] += 1;
                left -= 1;
            }
        }
    }
    counts.map(|counts| Checkers::from_counts(&counts))
}

/// This many positions: each kind of stakes in turn, either side about to roll.
pub(super) fn random_positions(count: usize, seed: u64) -> Vec<Backgammon> {
    let mut random = SplitMix64::new(seed);
    let stakes = games_of_all_stakes();
    let position = |number| {
        let variant = [Variant::Standard, Variant::Hypergammon][random.below(2) as usize];
        let on_roll = Side::BOTH[random.below(2) as usize];
        let checkers = random_checkers(&mut random, variant);
        let game: &Backgammon = &stakes[number % stakes.len()];
        Backgammon { checkers, on_roll, variant, ..*game }
    };
    (0..count).map(position).collect()
}

/// This many positions with contact and most checkers in play, some plays after the start.
pub(super) fn positions_with_many_plays(count: usize, seed: u64) -> Vec<Backgammon> {
    let mut random = SplitMix64::new(seed);
    let stakes = games_of_all_stakes();
    let mut positions = Vec::new();
    while positions.len() < count {
        let cube_and_score = stakes[positions.len() % stakes.len()];
        let start = [Variant::Standard.start(); 2];
        let mut game = Backgammon { checkers: start, phase: Phase::Rolling, ..cube_and_score };
        for _ in 0..10 + random.below(30) {
            let (a, b) = random.dice(false);
            game.lay_dice(a, b).unwrap();
            let mut plays = Vec::new();
            game.moves(&mut plays);
            game.play(plays[random.below(plays.len() as u64) as usize]);
            // The cube is not turned on the way.
            game.phase = Phase::Ready;
        }
        positions.extend(game.board().has_contact().then_some(game));
    }
    positions
}
