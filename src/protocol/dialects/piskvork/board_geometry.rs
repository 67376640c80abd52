//! The board as a manager sees it: cells are `x,y`, both from 0, from the top left corner.

use std::ops::RangeInclusive;

use crate::base::Side;
use crate::board::{Grid, rows_notation};
use crate::protocol::grammar::refusal::{Code, Refusal};

/// Column and row, from 0, from the top left corner.
pub(super) type ManagerCell = (usize, usize);

/// The sides that a board may have, in cells: those on which the game has five in line.
const SIDES: RangeInclusive<usize> = 5..=22;

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardGeometry {
    /// Columns, 5 to 22.
    width: usize,
    /// Rows, 5 to 22.
    height: usize,
}

/// Whole numbers with commas or blanks between.
pub(super) fn numbers(text: &str) -> Result<Vec<i64>, Refusal> {
    text.split([',', ' ', '\t'])
        .filter(|word| !word.is_empty())
        .map(|word| {
            let text = || format!("expected a number, not '{word}'");
            word.parse().map_err(|_| Refusal::new(Code::BadNumber, text()))
        })
        .collect()
}

impl BoardGeometry {
    /// 15 cells each way.
    pub(super) const USUAL: Self = Self { width: 15, height: 15 };

    /// The size after START: `n`, 5 to 22.
    pub(super) fn read(text: &str) -> Result<Self, Refusal> {
        match *numbers(text)?.as_slice() {
            [n] => Self::checked([n, n]),
            [_, _] => {
                let text = "START has one number: RECTSTART has the width and the height";
                Err(Refusal::new(Code::BadSyntax, text))
            }
            _ => Err(Refusal::new(Code::BadSyntax, "expected the size of the board")),
        }
    }

    /// The size after RECTSTART: `width,height`, 5 to 22 each.
    pub(super) fn read_rectangle(text: &str) -> Result<Self, Refusal> {
        if let [width, height] = *numbers(text)?.as_slice() {
            return Self::checked([width, height]);
        }
        let text = "expected the width and the height of the board, as in 15,12";
        Err(Refusal::new(Code::BadSyntax, text))
    }

    fn checked(sides: [i64; 2]) -> Result<Self, Refusal> {
        match sides.map(usize::try_from) {
            [Ok(width), Ok(height)] if SIDES.contains(&width) && SIDES.contains(&height) => {
                Ok(Self { width, height })
            }
            _ => {
                let (least, most) = (SIDES.start(), SIDES.end());
                let text = format!("a board has {least} to {most} cells each way");
                Err(Refusal::new(Code::BadValue, text))
            }
        }
    }

    /// Columns and rows.
    pub(super) const fn size(self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// The words after `newgame connect5` that ask for this size.
    pub(super) fn newgame_words(self) -> String {
        format!("width {} height {}", self.width, self.height)
    }

    /// The cell with these two coordinates.
    pub(super) fn cell(self, at: &[i64]) -> Result<ManagerCell, Refusal> {
        let cell = match *at {
            [x, y] => usize::try_from(x).ok().zip(usize::try_from(y).ok()),
            _ => None,
        };
        cell.filter(|(x, y)| *x < self.width && *y < self.height)
            .ok_or_else(|| Refusal::new(Code::IllegalMove, "expected a cell x,y on the board"))
    }

    /// A cell in the game's own notation, `h8`.
    pub(super) fn name(self, (x, y): ManagerCell) -> String {
        format!("{}{}", char::from(b'a' + x as u8), self.height - y)
    }

    /// A cell of the game's own notation as `x,y`; `None` if there is no such cell.
    pub(super) fn coordinates(self, name: &str) -> Option<String> {
        let mut letters = name.chars();
        let x = (letters.next()? as usize).checked_sub('a' as usize)?;
        let y = self.height.checked_sub(letters.as_str().parse().ok()?)?;
        Some(format!("{x},{y}"))
    }

    /// A refusal of the session, in which a move has the coordinates that the manager uses.
    ///
    /// A cell of the game's own notation stands in front: `'h8': there is a stone already`.
    pub(super) fn translated(self, refusal: &Refusal) -> Refusal {
        let quoted = refusal.text.strip_prefix('\'').and_then(|text| text.split_once("':"));
        let translated = match quoted {
            Some((name, reason)) if refusal.code == Code::IllegalMove => {
                self.coordinates(name).map(|cell| format!("{cell}:{reason}"))
            }
            _ => None,
        };
        Refusal { text: translated.unwrap_or_else(|| refusal.text.clone()), ..refusal.clone() }
    }

    /// A position in the game's own notation.
    pub(super) fn fen(self, stones: &[(ManagerCell, Side)], side: Side) -> String {
        let mut cells = vec![None; self.width * self.height];
        for ((x, y), owner) in stones {
            cells[y * self.width + x] = Some(*owner);
        }
        let mut fen = String::new();
        let grid = Grid::new(self.width, self.height);
        rows_notation::write(grid, |x, y| cells[y * self.width + x], side, &mut fen);
        fen
    }
}
