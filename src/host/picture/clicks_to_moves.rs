//! Clicks on the spots of a picture: which moves they can begin, and what may follow.

use std::collections::BTreeSet;

use crate::host::HostError;

/// A move that some clicks can begin, and the spots that remain in the usual order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemainingClicks {
    /// The move.
    pub move_text: String,
    /// The spots; none if the move is complete.
    pub spots: Vec<String>,
}

/// The clicks that may follow some clicks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClickChoices {
    /// Every move that the clicks can begin, in the order of the legal moves.
    pub moves: Vec<RemainingClicks>,
    /// Every spot that may be clicked next, each once.
    pub next: Vec<String>,
}

/// Drops, from the orders of clicks of each move, those that are ambiguous.
///
/// An order that is the beginning of another one, or also plays another move, is dropped, unless
/// it is the first of its move: the usual one stays.
pub(super) fn drop_ambiguous_orders(orders: &mut [Vec<String>]) {
    let mut all: Vec<(&str, usize, bool)> = Vec::new();
    for (index, of_move) in orders.iter().enumerate() {
        let marked = of_move.iter().enumerate();
        all.extend(marked.map(|(rank, order)| (order.as_str(), index, rank == 0)));
    }
    all.sort_unstable();
    all.dedup_by_key(|(order, index, _)| (*order, *index));
    let mut dropped = BTreeSet::new();
    // In sorted order the longer orders that begin with an order follow it directly, since a blank
    // sorts before all characters of names.
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

/// The orders of clicks that play each legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveClicks {
    /// The legal moves, in their order.
    legal_moves: Vec<String>,
    /// By move: its orders of clicks, the usual one first.
    orders: Vec<Vec<String>>,
}

impl MoveClicks {
    /// The clicks of moves with these names and orders; ambiguous orders are dropped.
    pub(super) fn new(names: Vec<String>, mut orders: Vec<Vec<String>>) -> Self {
        drop_ambiguous_orders(&mut orders);
        Self { legal_moves: names, orders }
    }

    /// The clicks that may follow these.
    ///
    /// If there is no legal move, none may follow an empty list.
    ///
    /// # Errors
    /// [`HostError::BadValue`] if no legal move begins with them.
    pub fn after(&self, clicks: &[&str]) -> Result<ClickChoices, HostError> {
        let clicks = clicks.join(" ");
        let mut choices = ClickChoices::default();
        let mut seen = BTreeSet::new();
        for (name, orders) in self.legal_moves.iter().zip(&self.orders) {
            let mut remaining = orders.iter().filter_map(|order| rest(order, &clicks)).peekable();
            let Some(usual) = remaining.peek() else { continue };
            let spots = usual.split_ascii_whitespace().map(str::to_owned).collect();
            choices.moves.push(RemainingClicks { move_text: name.clone(), spots });
            for next in remaining.filter_map(|rest| rest.split_ascii_whitespace().next()) {
                if seen.insert(next) {
                    choices.next.push(next.to_owned());
                }
            }
        }
        if choices.moves.is_empty() && !(self.legal_moves.is_empty() && clicks.is_empty()) {
            return Err(HostError::BadValue(format!("no legal move begins with '{clicks}'")));
        }
        Ok(choices)
    }
}

#[cfg(test)]
mod tests {
    use super::{ClickChoices, MoveClicks, drop_ambiguous_orders};
    use crate::host::HostError;

    fn owned(orders: &[&[&str]]) -> Vec<Vec<String>> {
        orders.iter().map(|of| of.iter().map(|order| (*order).to_owned()).collect()).collect()
    }

    #[test]
    fn ambiguous_orders_are_dropped() {
        let mut orders = owned(&[
            &["8 5 5 4", "8 4", "8 7 7 4"],
            &["8 7 7 4 x", "8 4"],
            &["5 off 3 2", "3 2 5 off"],
            &["5 4 4 off", "5 off"],
        ]);
        drop_ambiguous_orders(&mut orders);
        let kept =
            owned(&[&["8 5 5 4"], &["8 7 7 4 x"], &["5 off 3 2", "3 2 5 off"], &["5 4 4 off"]]);
        assert_eq!(orders, kept);
    }

    #[test]
    fn names_are_compared_as_words() {
        let mut orders = owned(&[&["1 2"], &["10 2", "1"], &["1 20"]]);
        drop_ambiguous_orders(&mut orders);
        assert_eq!(orders, owned(&[&["1 2"], &["10 2"], &["1 20"]]));
    }

    #[test]
    fn clicks_leave_the_moves_that_begin_with_them() {
        let names = ["S@d4", "S@d5"].map(str::to_owned);
        let orders = owned(&[&["S d4", "d4 S"], &["S d5", "d5 S"]]);
        let moves = MoveClicks::new(names.to_vec(), orders);
        let after = |clicks: &[&str]| moves.after(clicks);
        let all = after(&[]).expect("the moves");
        assert_eq!((all.moves.len(), all.next.join(" ").as_str()), (2, "S d4 d5"));
        let hole = after(&["d5"]).expect("a move");
        assert_eq!(
            (hole.moves[0].move_text.as_str(), hole.moves[0].spots.join(" ")),
            ("S@d5", "S".into())
        );
        let done = after(&["d5", "S"]).expect("a move");
        assert!(done.moves[0].spots.is_empty() && done.next.is_empty());
        assert!(matches!(after(&["d5", "H"]), Err(HostError::BadValue(_))));
        assert!(matches!(after(&["d"]), Err(HostError::BadValue(_))));
        let over = MoveClicks::new(Vec::new(), Vec::new());
        assert_eq!(over.after(&[]), Ok(ClickChoices::default()));
        assert!(matches!(over.after(&["d5"]), Err(HostError::BadValue(_))));
    }
}
