//! The rules by which the player `boards` compares two boards, in the document's two orderings.

use std::fmt;

use crate::games::sticks::board::sequence_states::{LENGTH, SequenceState};
use crate::games::sticks::sequence_state_counts::StateTable;

/// Which of the two orderings of the section "Favoring Unblockable Moves" the list follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StateOrdering {
    /// The "naive ordering": by how many holes are in place, then how many are unblockable.
    First,
    /// The "alternative ordering", which the document adopts: by the sum of both, then by how many
    /// are in place.
    Second,
}

impl StateOrdering {
    /// The states in five groups, best first, one for each step of the list; wins, empty and
    /// blocked sequences are in none.
    ///
    /// The document groups its second ordering only. In the first, a group has the states with the
    /// same number in place.
    fn groups(self) -> [(Counted, Vec<SequenceState>); 5] {
        [4, 3, 2, 1, 0].map(|n: u8| match self {
            Self::First => {
                let least = u8::from(n == 0);
                (
                    Counted::InPlace(n),
                    (least..=LENGTH as u8 - n)
                        .rev()
                        .map(|unblockable| open(n, unblockable))
                        .collect(),
                )
            }
            Self::Second => {
                let sum = n + 1;
                let states = (0..=sum.min(4)).rev().map(|i| open(i, sum - i)).collect();
                (Counted::Sum(sum), states)
            }
        })
    }
}

const fn open(in_place: u8, unblockable: u8) -> SequenceState {
    SequenceState::Open { in_place, unblockable }
}

/// Which sequences a rule counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counted {
    /// Sequences with this many holes in place or unblockable.
    Sum(u8),
    /// Sequences with this many holes in place.
    InPlace(u8),
    /// Sequences in one state: a sub-case, which breaks a tie of its group.
    OneState(SequenceState),
}

/// The numbers that the rules compare on a board after a move, from the mover's point of view.
#[derive(Clone, Debug)]
pub(super) struct BoardCounts {
    /// Sequences that the opponent can complete with its next move.
    pub(super) one_move_wins: u16,
    /// The states of all sequences, the mover's own first.
    pub(super) tables: [StateTable; 2],
}

/// One comparison of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ComparisonRule {
    /// "Make Sure The Opponent Can't Win": fewer ways to do it with one move.
    OneMoveWins,
    /// Fewer sequences of the opponent, or more of the mover's own.
    Sequences {
        /// Whether the mover's own sequences are counted.
        own: bool,
        /// The ranks of the states that count.
        ranks: Vec<usize>,
        /// Which sequences count, for the reason that the player gives.
        counted: Counted,
    },
}

/// The rules in the order in which they decide; winning boards are not compared by them.
///
/// The literal list has no [`ComparisonRule::OneMoveWins`], which the document's list as printed
/// forgets.
pub(super) fn list_rules(ordering: StateOrdering, literal: bool) -> Vec<ComparisonRule> {
    let mut rules = Vec::new();
    if !literal {
        rules.push(ComparisonRule::OneMoveWins);
    }
    for (counted, states) in ordering.groups() {
        for own in [false, true] {
            let ranks = states.iter().map(|state| state.rank()).collect();
            rules.push(ComparisonRule::Sequences { own, ranks, counted });
            rules.extend(states.iter().map(|&state| {
                let counted = Counted::OneState(state);
                ComparisonRule::Sequences { own, ranks: vec![state.rank()], counted }
            }));
        }
    }
    rules
}

impl ComparisonRule {
    /// The number that the rule compares on a board.
    pub(super) fn count(&self, board: &BoardCounts) -> u16 {
        match self {
            Self::OneMoveWins => board.one_move_wins,
            Self::Sequences { own, ranks, .. } => {
                let table = &board.tables[usize::from(!own)];
                ranks.iter().filter_map(|rank| table.get(*rank)).sum()
            }
        }
    }

    /// How good a board is by this rule alone, for the side that has just moved: greater is better.
    ///
    /// What the rule counts, sequences or wins in one move; with a minus where fewer are better.
    pub(super) fn value(&self, board: &BoardCounts) -> i32 {
        let count = i32::from(self.count(board));
        if matches!(self, Self::Sequences { own: true, .. }) { count } else { -count }
    }
}

impl fmt::Display for ComparisonRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OneMoveWins => f.write_str("fewest one-move wins of the opponent"),
            Self::Sequences { own: true, counted, .. } => {
                write!(f, "most own sequences with {counted}")
            }
            Self::Sequences { own: false, counted, .. } => {
                write!(f, "fewest sequences of the opponent with {counted}")
            }
        }
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Sum(sum) => write!(f, "{sum} in place or unblockable"),
            Self::InPlace(number) => write!(f, "{number} in place"),
            Self::OneState(SequenceState::Open { in_place, unblockable: 0 }) => {
                write!(f, "{in_place} in place")
            }
            Self::OneState(SequenceState::Open { in_place: 0, unblockable }) => {
                write!(f, "{unblockable} unblockable")
            }
            Self::OneState(SequenceState::Open { in_place, unblockable }) => {
                write!(f, "{in_place} in place and {unblockable} unblockable")
            }
            Self::OneState(SequenceState::Blocked) => f.write_str("a hole blocked"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sub-cases of a list for the opponent, as the document writes them.
    fn sub_cases(ordering: StateOrdering) -> Vec<String> {
        let named = list_rules(ordering, true).into_iter().filter_map(|rule| match rule {
            ComparisonRule::Sequences {
                own: false,
                counted: counted @ Counted::OneState(_),
                ..
            } => Some(counted.to_string()),
            ComparisonRule::Sequences { .. } | ComparisonRule::OneMoveWins => None,
        });
        named.collect()
    }

    #[test]
    fn first_ordering_is_by_pieces_in_place() {
        let expected = "4 in place and 1 unblockable, 4 in place, \
            3 in place and 2 unblockable, 3 in place and 1 unblockable, 3 in place, \
            2 in place and 3 unblockable, 2 in place and 2 unblockable, \
            2 in place and 1 unblockable, 2 in place, \
            1 in place and 4 unblockable, 1 in place and 3 unblockable, \
            1 in place and 2 unblockable, 1 in place and 1 unblockable, 1 in place, \
            5 unblockable, 4 unblockable, 3 unblockable, 2 unblockable, 1 unblockable";
        assert_eq!(sub_cases(StateOrdering::First).join(", "), expected);
    }

    #[test]
    fn second_ordering_is_by_the_sum() {
        let expected = "4 in place and 1 unblockable, 3 in place and 2 unblockable, \
            2 in place and 3 unblockable, 1 in place and 4 unblockable, 5 unblockable, \
            4 in place, 3 in place and 1 unblockable, 2 in place and 2 unblockable, \
            1 in place and 3 unblockable, 4 unblockable, \
            3 in place, 2 in place and 1 unblockable, 1 in place and 2 unblockable, \
            3 unblockable, 2 in place, 1 in place and 1 unblockable, 2 unblockable, \
            1 in place, 1 unblockable";
        assert_eq!(sub_cases(StateOrdering::Second).join(", "), expected);
    }

    #[test]
    fn each_step_counts_the_whole_group_before_its_sub_cases_and_the_opponent_before_oneself() {
        let rules: Vec<String> =
            list_rules(StateOrdering::Second, false).iter().map(ToString::to_string).collect();
        assert_eq!(rules.len(), 1 + 2 * (5 + 19));
        assert_eq!(rules[0], "fewest one-move wins of the opponent");
        assert_eq!(rules[1], "fewest sequences of the opponent with 5 in place or unblockable");
        assert_eq!(rules[2], "fewest sequences of the opponent with 4 in place and 1 unblockable");
        assert_eq!(rules[7], "most own sequences with 5 in place or unblockable");
        assert_eq!(rules[13], "fewest sequences of the opponent with 4 in place or unblockable");
    }

    #[test]
    fn literal_list_leaves_one_move_wins_out() {
        let [whole, literal] =
            [false, true].map(|literal| list_rules(StateOrdering::Second, literal));
        assert_eq!(whole[0], ComparisonRule::OneMoveWins);
        assert_eq!(whole[1..], literal);
    }
}
