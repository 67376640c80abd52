//! A list of stones, a line each, between BOARD and DONE.

use super::board_geometry::{BoardGeometry, ManagerCell, numbers};
use crate::base::Side;
use crate::protocol::grammar::refusal::{Code, Refusal};

/// The purpose of a list of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// BOARD: we are to move.
    Think,
    /// YXBOARD: nothing but to set it up.
    SetUp,
    /// SWAP2BOARD: bare cells, the sides in turn.
    Swap,
}

/// A list before its DONE.
#[derive(Debug)]
pub(super) struct List {
    purpose: Purpose,
    geometry: BoardGeometry,
    /// Each stone and whether it is our own.
    stones: Vec<(ManagerCell, bool)>,
    /// The first thing that was wrong; the list is answered once, as a whole.
    defect: Option<Refusal>,
}

/// A list after its DONE.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CompleteStoneList {
    /// The purpose of the list.
    pub(super) purpose: Purpose,
    /// Each stone and its owner, in the order of the list.
    pub(super) stones: Vec<(ManagerCell, Side)>,
    /// The side to move.
    pub(super) side: Side,
}

impl List {
    /// An empty list.
    pub(super) const fn new(purpose: Purpose, geometry: BoardGeometry) -> Self {
        Self { purpose, geometry, stones: Vec::new(), defect: None }
    }

    /// Takes in one line.
    pub(super) fn add(&mut self, line: &str) {
        match self.read(line) {
            Ok(stone) => self.stones.push(stone),
            Err(refusal) => self.spoil(refusal),
        }
    }

    /// Something is wrong with it; the first defect is the one that is reported.
    pub(super) fn spoil(&mut self, refusal: Refusal) {
        self.defect.get_or_insert(refusal);
    }

    /// `x,y,1` is ours, `x,y,2` the opponent's.
    fn read(&self, line: &str) -> Result<(ManagerCell, bool), Refusal> {
        let stone = numbers(line)?;
        let (at, is_own) = match (self.purpose, stone.as_slice()) {
            (Purpose::Swap, at @ [_, _]) => (at, self.stones.len().is_multiple_of(2)),
            (Purpose::Think | Purpose::SetUp, [at @ .., 1]) => (at, true),
            (Purpose::Think | Purpose::SetUp, [at @ .., 2]) => (at, false),
            (Purpose::Think | Purpose::SetUp, [_, _, _]) => {
                let text = "the third number is 1 (a stone of the engine) or 2 (of the opponent)";
                return Err(Refusal::new(Code::BadValue, text));
            }
            (Purpose::Swap, _) => {
                return Err(Refusal::new(Code::BadSyntax, "expected x,y or DONE"));
            }
            _ => return Err(Refusal::new(Code::BadSyntax, "expected x,y,owner or DONE")),
        };
        let cell = self.geometry.cell(at)?;
        if self.stones.iter().any(|stone| stone.0 == cell) {
            return Err(Refusal::new(Code::BadPosition, "two stones on one cell"));
        }
        Ok((cell, is_own))
    }

    /// The defect of the list, if it has one.
    pub(super) fn into_defect(self) -> Option<Refusal> {
        self.defect
    }

    /// The board it describes.
    ///
    /// Which side is First and which is to move follows from the counts, so the order does not
    /// matter: after BOARD we are to move, and we are First unless the opponent has more stones.
    pub(super) fn finish(self) -> Result<CompleteStoneList, Refusal> {
        if let Some(defect) = self.defect {
            return Err(defect);
        }
        let own = self.stones.iter().filter(|stone| stone.1).count();
        let others = self.stones.len() - own;
        let us =
            if self.purpose != Purpose::Swap && others > own { Side::Second } else { Side::First };
        let is_theirs = self.purpose != Purpose::Think && own > others;
        let side = if is_theirs { us.other() } else { us };
        let owner = |is_own| if is_own { us } else { us.other() };
        let stones = self.stones.iter().map(|(cell, is_own)| (*cell, owner(*is_own))).collect();
        Ok(CompleteStoneList { purpose: self.purpose, stones, side })
    }
}

#[cfg(test)]
mod tests {
    use super::{BoardGeometry, CompleteStoneList, List, Purpose};
    use crate::base::Side;
    use crate::protocol::grammar::refusal::Refusal;

    fn list(purpose: Purpose, lines: &[&str]) -> Result<CompleteStoneList, Refusal> {
        let mut list = List::new(purpose, BoardGeometry::USUAL);
        for line in lines {
            list.add(line);
        }
        list.finish()
    }

    #[test]
    fn order_of_the_stones_does_not_matter() {
        let lines = ["0,0,1", "4,4,2", "1, 0 ,1", "5,5,2", "6,6,2"];
        let mut backwards = lines;
        backwards.reverse();
        let there = list(Purpose::Think, &lines).unwrap();
        let mut back = list(Purpose::Think, &backwards).unwrap();
        back.stones.reverse();
        assert_eq!(there, back);
        assert_eq!(there.side, Side::Second, "the opponent has a stone more");
        assert_eq!(there.stones[0], ((0, 0), Side::Second));
    }

    #[test]
    fn after_board_it_is_our_turn_for_any_counts() {
        let board = list(Purpose::Think, &["0,0,1", "1,1,1"]).unwrap();
        assert_eq!((board.side, board.stones[1].1), (Side::First, Side::First));
        for stones in [&["0,0,1"] as &[&str], &["0,0,1", "1,1,1"], &["0,0,2", "1,1,2"]] {
            let shown = list(Purpose::SetUp, stones).unwrap();
            assert_eq!(shown.side, Side::Second, "First has more stones");
        }
    }

    #[test]
    fn stones_of_an_opening_are_the_sides_in_turn() {
        let board = list(Purpose::Swap, &["7,7", "8,7", "9,9"]).unwrap();
        let sides: Vec<Side> = board.stones.iter().map(|stone| stone.1).collect();
        assert_eq!(sides, [Side::First, Side::Second, Side::First]);
        assert_eq!(board.side, Side::Second);
        assert_eq!(list(Purpose::Swap, &[]).unwrap().side, Side::First);
    }

    #[test]
    fn first_defect_is_the_one_that_is_reported() {
        for (lines, defect) in [
            (&["3,3,1", "3,3,2", "x"] as &[&str], "two stones on one cell"),
            (
                &["3,3,3", "a,1,1"],
                "the third number is 1 (a stone of the engine) or 2 (of the opponent)",
            ),
            (&["3,3"], "expected x,y,owner or DONE"),
            (&["15,0,1"], "expected a cell x,y on the board"),
            (&["-1,0,1"], "expected a cell x,y on the board"),
            (&["1.5,0,1"], "expected a number, not '1.5'"),
        ] {
            assert_eq!(list(Purpose::Think, lines).unwrap_err().text, defect);
        }
    }
}
