//! Clicks on the spots of a picture: which moves they can begin, and what may follow.

use std::collections::BTreeSet;

/// A move that some clicks can begin, and the spots that remain in the usual order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemainingClicks {
    /// The move.
    pub played: String,
    /// The spots; none if the move is complete.
    pub spots: Vec<String>,
}

/// What may follow some clicks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClickChoices {
    /// Every move that the clicks can begin, in the order of the legal moves.
    pub moves: Vec<RemainingClicks>,
    /// Every spot that may be clicked next, each once.
    pub next: Vec<String>,
}

/// Drops, from the orders of clicks of each move, those that do not decide for it.
///
/// An order that is the beginning of another one, or also plays another move, is dropped, unless
/// it is the first of its move: the usual one stays.
pub(super) fn drop_undecided(orders: &mut [Vec<String>]) {
    let mut all: Vec<(&str, usize, bool)> = Vec::new();
    for (index, of_move) in orders.iter().enumerate() {
        let marked = of_move.iter().enumerate();
        all.extend(marked.map(|(rank, order)| (order.as_str(), index, rank == 0)));
    }
    all.sort_unstable();
    all.dedup_by_key(|(order, index, _)| (*order, *index));
    let mut dropped = BTreeSet::new();
    // What begins with an order follows it directly, since a blank sorts before all names.
    for (at, &(order, index, is_usual)) in all.iter().enumerate() {
        let following = all[at + 1..].iter().take_while(|(longer, ..)| begins(longer, order));
        for &(longer, other, other_is_usual) in following {
            if longer == order && index == other {
                continue;
            }
            if !is_usual {
                dropped.insert((order.to_owned(), index));
            }
            if !other_is_usual && (is_usual || longer == order) {
                dropped.insert((longer.to_owned(), other));
            }
        }
    }
    if dropped.is_empty() {
        return;
    }
    for (index, of_move) in orders.iter_mut().enumerate() {
        of_move.retain(|order| !dropped.contains(&(order.clone(), index)));
    }
}

/// Whether an order begins with these clicks.
fn begins(order: &str, clicks: &str) -> bool {
    order.strip_prefix(clicks).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// The spots of an order that remain after these clicks.
fn rest<'a>(order: &'a str, clicks: &str) -> Option<&'a str> {
    if clicks.is_empty() {
        return Some(order);
    }
    begins(order, clicks).then(|| order[clicks.len()..].trim_start())
}

/// What may follow these clicks, by the names of all legal moves and their orders of clicks.
///
/// `None` if no move begins with them.
pub(super) fn choices(
    names: &[String],
    orders: &[Vec<String>],
    clicks: &[&str],
) -> Option<ClickChoices> {
    let clicks = clicks.join(" ");
    let mut choices = ClickChoices::default();
    let mut seen = BTreeSet::new();
    for (name, orders) in names.iter().zip(orders) {
        let mut remaining = orders.iter().filter_map(|order| rest(order, &clicks)).peekable();
        let Some(usual) = remaining.peek() else { continue };
        let spots = usual.split_ascii_whitespace().map(str::to_owned).collect();
        choices.moves.push(RemainingClicks { played: name.clone(), spots });
        for next in remaining.filter_map(|rest| rest.split_ascii_whitespace().next()) {
            if seen.insert(next) {
                choices.next.push(next.to_owned());
            }
        }
    }
    (!choices.moves.is_empty()).then_some(choices)
}

#[cfg(test)]
mod tests {
    use super::{choices, drop_undecided};

    fn owned(orders: &[&[&str]]) -> Vec<Vec<String>> {
        orders.iter().map(|of| of.iter().map(|order| (*order).to_owned()).collect()).collect()
    }

    #[test]
    fn orders_that_do_not_decide_are_dropped() {
        let mut orders = owned(&[
            &["8 5 5 4", "8 4", "8 7 7 4"],
            &["8 7 7 4 x", "8 4"],
            &["5 off 3 2", "3 2 5 off"],
            &["5 4 4 off", "5 off"],
        ]);
        drop_undecided(&mut orders);
        let kept =
            owned(&[&["8 5 5 4"], &["8 7 7 4 x"], &["5 off 3 2", "3 2 5 off"], &["5 4 4 off"]]);
        assert_eq!(orders, kept);
    }

    #[test]
    fn names_are_compared_as_words() {
        let mut orders = owned(&[&["1 2"], &["10 2", "1"], &["1 20"]]);
        drop_undecided(&mut orders);
        assert_eq!(orders, owned(&[&["1 2"], &["10 2"], &["1 20"]]));
    }

    #[test]
    fn clicks_leave_the_moves_that_begin_with_them() {
        let names = ["S@d4", "S@d5"].map(str::to_owned);
        let orders = owned(&[&["S d4", "d4 S"], &["S d5", "d5 S"]]);
        let after = |clicks: &[&str]| choices(&names, &orders, clicks);
        let all = after(&[]).expect("the moves");
        assert_eq!((all.moves.len(), all.next.join(" ").as_str()), (2, "S d4 d5"));
        let hole = after(&["d5"]).expect("a move");
        assert_eq!(
            (hole.moves[0].played.as_str(), hole.moves[0].spots.join(" ")),
            ("S@d5", "S".into())
        );
        let done = after(&["d5", "S"]).expect("a move");
        assert!(done.moves[0].spots.is_empty() && done.next.is_empty());
        assert_eq!(after(&["d5", "H"]), None);
        assert_eq!(after(&["d"]), None);
    }
}
