//! The lookup tables of each rule, made when they are first used.

use std::sync::OnceLock;

use super::cell_threats::{self, ThreatTable};
use super::pattern_network::{self, PatternNetwork};
use super::shapes::{self, ShapeTable};
use crate::games::connect5::Rule;

/// The lookup tables of a threat map: about 2 MiB a rule, of which freestyle uses 1.1.
#[derive(Debug)]
pub(super) struct RuleTables {
    /// The shapes of both sides for every neighbourhood on a line.
    pub(super) shapes: ShapeTable,
    /// The threats, move scores and sets of each side for every code of four shapes.
    pub(super) threats: ThreatTable,
    /// The network of the evaluation.
    pub(super) network: PatternNetwork,
}

/// By the number of the rule.
static TABLES: [OnceLock<RuleTables>; 3] = [const { OnceLock::new() }; 3];

impl RuleTables {
    /// The tables of a rule.
    pub(super) fn of(rule: Rule) -> &'static Self {
        TABLES[rule as usize].get_or_init(|| Self {
            shapes: shapes::shape_table(rule),
            threats: cell_threats::threat_table(rule),
            network: PatternNetwork::new(&pattern_network::built_in(rule)),
        })
    }
}
