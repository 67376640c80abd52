//! The features of a race: pips, and how well they will be used.

use super::experts::EXPERTS;
use super::view::View;

/// Features of each side.
const EACH: usize = 8;

/// The features of a race, for both sides and their difference; the places left over are 0.
#[inline(always)]
pub(super) fn features(views: &[View; 2]) -> [f32; EXPERTS] {
    let mut all = [0.0; EXPERTS];
    for (side, view) in views.iter().enumerate() {
        all[side * EACH..(side + 1) * EACH].copy_from_slice(&of_side(view));
    }
    let [mine, theirs] = [views[0].pips as f32, views[1].pips as f32];
    all[2 * EACH] = (theirs - mine) / 25.0;
    all[2 * EACH + 1] = 4.0 * (theirs - mine) / (theirs + mine).max(1.0);
    all
}

/// Pips, pips to home, crossovers, checkers left, those on the low points, gaps, stacks.
fn of_side(view: &View) -> [f32; EACH] {
    let count = |place: usize| f32::from(view.counts[place]);
    let outside = (7..25).map(|place| count(place) * (place as f32 - 6.0)).sum::<f32>();
    let quarters = (1..25).map(|place| count(place) * place.div_ceil(6) as f32).sum::<f32>();
    let left = (1..25).map(count).sum::<f32>();
    let gaps = (4..7).filter(|place| view.counts[*place] == 0).count() as f32;
    let stacks = (1..25).map(|place| (count(place) - 3.0).max(0.0)).sum::<f32>();
    [
        view.pips as f32 / 100.0,
        outside / 50.0,
        quarters / 30.0,
        left / 15.0,
        count(1) / 5.0,
        count(2) / 5.0,
        gaps / 3.0,
        stacks / 10.0,
    ]
}
