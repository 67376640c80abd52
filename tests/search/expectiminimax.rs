//! `Expectiminimax` against the plain expectation.

use parlour::base::Side;
use parlour::game::{Chance, Evaluate, Position, Record, Turn};
use parlour::search::{Expectiminimax, Rating};
use proptest::prelude::*;

use crate::ask_search::{ask, with_lines};
use crate::toy_games::Race;

/// Plain expectation: the value for `side` in thousandths of a point.
fn expectation<P: Chance + Evaluate>(position: &P, depth: u32, side: Side) -> f64 {
    let replies = |best_for: Side| {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let values = moves.into_iter().map(|m| {
            let mut next = position.clone();
            next.play(m);
            expectation(&next, depth - 1, best_for)
        });
        values.fold(f64::NEG_INFINITY, f64::max)
    };
    match position.turn() {
        Turn::Over(outcome) if outcome.winner() == Some(side) => {
            1_000.0 * f64::from(outcome.points())
        }
        Turn::Over(outcome) => -1_000.0 * f64::from(outcome.points()),
        Turn::Decide(actor) | Turn::Roll(actor) if depth == 0 => {
            let value = f64::from(position.evaluate());
            if actor == side { value } else { -value }
        }
        Turn::Decide(actor) if actor == side => replies(actor),
        Turn::Decide(actor) => -replies(actor),
        Turn::Roll(_) => {
            let mut rolls = Vec::new();
            position.rolls(&mut rolls);
            rolls
                .into_iter()
                .map(|(roll, weight)| {
                    let mut next = position.clone();
                    next.apply(roll);
                    f64::from(weight) * expectation(&next, depth, side)
                })
                .sum()
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn expectiminimax_is_the_plain_mean(
        left in prop::array::uniform2(1_u8..9), die in 1_u8..4, first: bool, depth in 1_u32..5,
    ) {
        let side = if first { Side::First } else { Side::Second };
        let position = Race { left, side, die: Some(die) };
        let game = Record::new(position);
        let (choice, reported) = ask(&mut Expectiminimax::new(&with_lines(9)), &game, depth);
        prop_assert_eq!(choice.best, reported[0].pv[0]);
        for line in &reported {
            let Rating::Equity(report) = line.rating else { panic!("an equity was due") };
            let mut next = position;
            next.play(line.pv[0]);
            let value = expectation(&next, depth - 1, side);
            prop_assert!((f64::from(report.equity) * 1_000.0 - value).abs() < 0.01);
        }
        let falling = reported.is_sorted_by_key(|line| match line.rating {
            Rating::Equity(report) => (-report.equity * 1e6) as i64,
            Rating::Score(_) => 0,
        });
        prop_assert!(falling);
    }
}
