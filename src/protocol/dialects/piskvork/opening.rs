//! The opening by Swap2: three stones for the opponent to choose from, or our own choice.
//!
//! Who may choose takes the side that its own search likes better, which is worth nothing or
//! more. Two further stones would leave the choice to the opponent, who would then have that, so
//! the engine never puts them. Who must offer wants the choice to be worth as little as can be.

use super::field::{Cell, Field};
use super::terms::Terms;
use crate::base::{Side, SplitMix64};
use crate::protocol::command::{Command, Words};

/// Openings that are looked at before one is offered.
const OFFERS: u64 = 16;
/// They lie in a corner: in the open the side with two stones of three wins.
const CORNER: (usize, usize) = (8, 5);
/// Draws their cells.
const SEED: u64 = 2;

/// Three stones: First's, Second's, First's.
type Opening = [Cell; 3];

/// Where the search for an opening to offer stands.
#[derive(Debug)]
pub(super) struct Offer {
    /// Those that are looked at, the present one last.
    left: Vec<Opening>,
    /// How good the choice is of the fairest so far.
    fairest: Option<(u32, Opening)>,
    /// The value of the present one for Second.
    value: i32,
}

impl Offer {
    /// Openings for a board of this size, none looked at.
    pub(super) fn new(field: Field) -> Self {
        let mut random = SplitMix64::new(SEED);
        let left = (0..OFFERS).map(|_| draw(&mut random, field)).collect();
        Self { left, fairest: None, value: 0 }
    }

    /// The search has a new value of the present opening, for Second, who is to move.
    pub(super) const fn hear(&mut self, value: i32) {
        self.value = value;
    }

    /// The present opening has its value, and the next one's turn has come.
    pub(super) fn settle(&mut self) {
        let value = std::mem::take(&mut self.value).unsigned_abs();
        if let Some(opening) = self.left.pop()
            && self.fairest.is_none_or(|(least, _)| value < least)
        {
            self.fairest = Some((value, opening));
        }
    }

    /// What to search next; nothing when all are done.
    pub(super) fn search(&self, field: Field, terms: &Terms) -> Vec<Command> {
        let search = |opening| vec![position(opening, field), Command::Go(terms.part(OFFERS))];
        self.left.last().map_or_else(Vec::new, search)
    }

    /// The fairest opening in the manager's words, and the command that sets it up.
    pub(super) fn made(&self, field: Field) -> Option<(String, Command)> {
        let (_, opening) = self.fairest.as_ref()?;
        let cells = opening.map(|(x, y)| format!("{x},{y}"));
        Some((cells.join(" "), position(opening, field)))
    }
}

/// Three cells of a corner, none twice.
fn draw(random: &mut SplitMix64, field: Field) -> Opening {
    let (width, height) = field.size();
    let mut cell = || {
        let x = random.below(CORNER.0.min(width) as u64) as usize;
        let y = random.below(CORNER.1.min(height) as u64) as usize;
        (x, y)
    };
    let first = cell();
    let mut opening = [first; 3];
    while opening[1] == first {
        opening[1] = cell();
    }
    while opening[2] == first || opening[2] == opening[1] {
        opening[2] = cell();
    }
    opening
}

fn position([a, b, c]: &Opening, field: Field) -> Command {
    let stones = [(*a, Side::First), (*b, Side::Second), (*c, Side::First)];
    Command::Position(Some(field.fen(&stones, Side::Second)), Words::default())
}

#[cfg(test)]
mod tests {
    use super::{Field, OFFERS, Offer, Terms};

    #[test]
    fn fairest_opening_is_offered() {
        for size in ["5", "15", "22,5"] {
            let field = Field::read(size).unwrap();
            let mut offer = Offer::new(field);
            let mut searches = 0;
            while !offer.search(field, &Terms::default()).is_empty() {
                searches += 1;
                offer.hear(900);
                offer.hear(if searches == 7 { -10 } else { 40 });
                let seventh = offer.left.last().copied();
                offer.settle();
                if searches == 7 {
                    assert_eq!(offer.fairest.map(|found| found.1), seventh);
                }
            }
            assert_eq!((searches, offer.fairest.map(|found| found.0)), (OFFERS, Some(10)));
            let (said, _) = offer.made(field).unwrap();
            assert_eq!(said.split(' ').count(), 3, "{said}");
        }
    }
}
