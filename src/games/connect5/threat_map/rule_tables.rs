//! The tables of each rule, made when they are first asked for.

use std::sync::OnceLock;

use super::cell_threats::Words;
use super::pattern_network::Head;
use super::shapes::Shapes;
use super::{cell_threats, shapes, values};
use crate::base::Side;
use crate::games::connect5::Rule;

/// What a grid looks up: about 1.5 MiB a rule, of which freestyle uses 0.6.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) shapes: Shapes,
    /// By [`Side::index`].
    pub(super) words: [Words; 2],
    /// By the [`Side::index`] of the side to act.
    pub(super) heads: [Head; 2],
}

static TABLES: [OnceLock<Tables>; 3] = [const { OnceLock::new() }; 3];

/// The tables of a rule.
pub(super) fn of(rule: Rule) -> &'static Tables {
    TABLES[rule as usize].get_or_init(|| {
        let worths = Side::BOTH.map(|side| values::of(rule, side));
        Tables {
            shapes: shapes::table(rule),
            words: Side::BOTH.map(|side| cell_threats::words(rule, side, &worths[side.index()])),
            heads: Side::BOTH.map(|side| Head::of(rule, side)),
        }
    })
}
