//! The list by which `boards` compares two boards, and the two orderings of states behind it.

use std::fmt;

use super::boards::Board;
use crate::games::sticks::sequences::State;

/// Which of the two orderings of the section "Favoring Unblockable Moves" the list follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ordering {
    /// The "naive ordering": by how many holes are in place, then how many are unblockable.
    First,
    /// The "alternative ordering", which the document takes up: by the sum of both, then by how
    /// many are in place.
    Second,
}

impl Ordering {
    /// The states in five groups, best first, one step of the list each; wins, empty and blocked
    /// sequences are in none.
    ///
    /// The document groups its second ordering only. Of the first, the states with the same
    /// number in place make a group.
    fn groups(self) -> [(What, Vec<State>); 5] {
        [4, 3, 2, 1, 0].map(|n: u8| match self {
            Self::First => {
                let least = u8::from(n == 0);
                (What::InPlace(n), (least..=5 - n).rev().map(|sure| open(n, sure)).collect())
            }
            Self::Second => {
                let sum = n + 1;
                let states = (0..=sum.min(4)).rev().map(|i| open(i, sum - i)).collect();
                (What::Together(sum), states)
            }
        })
    }
}

const fn open(in_place: u8, unblockable: u8) -> State {
    State::Open { in_place, unblockable }
}

/// What some sequences have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// So many holes are in place or unblockable.
    Together(u8),
    /// So many holes are in place.
    InPlace(u8),
    /// They are in one state: a sub-case, by which a tie of its group is broken.
    In(State),
}

/// One comparison of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// "Make Sure The Opponent Can't Win": fewer ways to do it with one move.
    OneMoveWins,
    /// Fewer sequences of the opponent, or more of the mover's own.
    Sequences {
        /// Whether the mover's own are counted.
        own: bool,
        /// The ranks of the states that count.
        ranks: Vec<usize>,
        /// The same in words.
        what: Words,
    },
}

/// What a rule counts, ready to be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Words(What);

/// The list: comparisons in the order in which they count, winning boards aside.
///
/// A literal list has no [`Rule::OneMoveWins`]: the printed one forgets it.
pub(super) fn list(ordering: Ordering, literal: bool) -> Vec<Rule> {
    let mut rules = Vec::new();
    if !literal {
        rules.push(Rule::OneMoveWins);
    }
    for (what, states) in ordering.groups() {
        for own in [false, true] {
            let ranks = states.iter().map(|state| state.rank()).collect();
            rules.push(Rule::Sequences { own, ranks, what: Words(what) });
            rules.extend(states.iter().map(|&state| {
                let what = Words(What::In(state));
                Rule::Sequences { own, ranks: vec![state.rank()], what }
            }));
        }
    }
    rules
}

impl Rule {
    /// What the rule counts on a board.
    pub(super) fn count(&self, board: &Board) -> u16 {
        match self {
            Self::OneMoveWins => board.one_move_wins,
            Self::Sequences { own, ranks, .. } => {
                let table = &board.tables[usize::from(!own)];
                ranks.iter().filter_map(|rank| table.get(*rank)).sum()
            }
        }
    }

    /// How good a board is by this rule alone: greater is better.
    pub(super) fn value(&self, board: &Board) -> i32 {
        let count = i32::from(self.count(board));
        if matches!(self, Self::Sequences { own: true, .. }) { count } else { -count }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OneMoveWins => f.write_str("fewest one-move wins of the opponent"),
            Self::Sequences { own: true, what, .. } => {
                write!(f, "most own sequences with {what}")
            }
            Self::Sequences { own: false, what, .. } => {
                write!(f, "fewest sequences of the opponent with {what}")
            }
        }
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            What::Together(sum) => write!(f, "{sum} in place or unblockable"),
            What::InPlace(number) => write!(f, "{number} in place"),
            What::In(State::Open { in_place, unblockable: 0 }) => write!(f, "{in_place} in place"),
            What::In(State::Open { in_place: 0, unblockable }) => {
                write!(f, "{unblockable} unblockable")
            }
            What::In(State::Open { in_place, unblockable }) => {
                write!(f, "{in_place} in place and {unblockable} unblockable")
            }
            What::In(State::Blocked) => f.write_str("a hole blocked"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sub-cases of a list for the opponent, as the document writes them.
    fn sub_cases(ordering: Ordering) -> Vec<String> {
        let named = list(ordering, true).into_iter().filter_map(|rule| match rule {
            Rule::Sequences { own: false, what: what @ Words(What::In(_)), .. } => {
                Some(what.to_string())
            }
            Rule::Sequences { .. } | Rule::OneMoveWins => None,
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
        assert_eq!(sub_cases(Ordering::First).join(", "), expected);
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
        assert_eq!(sub_cases(Ordering::Second).join(", "), expected);
    }

    #[test]
    fn each_step_counts_the_whole_group_before_its_sub_cases_and_the_opponent_before_oneself() {
        let rules: Vec<String> =
            list(Ordering::Second, false).iter().map(ToString::to_string).collect();
        assert_eq!(rules.len(), 1 + 2 * (5 + 19));
        assert_eq!(rules[0], "fewest one-move wins of the opponent");
        assert_eq!(rules[1], "fewest sequences of the opponent with 5 in place or unblockable");
        assert_eq!(rules[2], "fewest sequences of the opponent with 4 in place and 1 unblockable");
        assert_eq!(rules[7], "most own sequences with 5 in place or unblockable");
        assert_eq!(rules[13], "fewest sequences of the opponent with 4 in place or unblockable");
    }

    #[test]
    fn literal_list_leaves_one_move_wins_out() {
        let [whole, literal] = [false, true].map(|literal| list(Ordering::Second, literal));
        assert_eq!(whole[0], Rule::OneMoveWins);
        assert_eq!(whole[1..], literal);
    }
}
