//! What front ends and tools need to know of a game to show it and to record it: the facts that
//! `describe` lists.

use crate::board::signs::SideSigns;
use crate::host::VariantFacts;

/// The facts that the command `describe` lists.
#[derive(Clone, Copy, Debug)]
pub struct Description {
    /// The game's name for people.
    pub title: &'static str,
    /// The two sides as they are usually drawn, First before Second: `red` and `yellow`.
    pub sides: [&'static str; 2],
    /// The signs of the two sides in drawings.
    pub signs: SideSigns,
    /// How the board is laid out.
    pub board: BoardLayout,
    /// Whether dice are rolled.
    pub has_dice: bool,
    /// Pieces in line that win, in games where that is the whole of it.
    pub in_line: Option<u32>,
    /// Symmetries of the board under which the rules do not change.
    pub symmetry: Symmetry,
    /// One move as a regular expression, where moves may be written without blanks between them.
    pub unspaced_move_regex: Option<&'static str>,
    /// Whether a comma may be part of a move, outside parentheses: between the steps of a play.
    pub has_commas_in_moves: bool,
    /// The usual file format of its game records, as its file name extension.
    pub record_file_extension: Option<&'static str>,
    /// The scale of the default player's estimates, in hundredths.
    ///
    /// An estimate of x hundredths is a winning chance of 1 / (1 + exp(-x / chance)), a draw being
    /// half a win. It is fitted to games of that player.
    pub winning_chance_scale: Option<u32>,
}

/// The layout of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardLayout {
    /// A rectangle of cells, in a position's first word row by row from the top.
    Grid,
    /// 24 points, a bar, and trays for checkers that are off.
    Points,
}

/// Reflections and turns of a rectangular board that give a position with the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// None.
    None,
    /// Left and right exchanged.
    Mirror,
    /// All reflections and turns that keep the rectangle.
    All,
}

impl Description {
    /// The keys and values that `describe` writes, in this order.
    ///
    /// A fact that a game does not have is left out.
    pub fn facts(&self, variant: VariantFacts) -> Vec<(&'static str, String)> {
        let mut facts = vec![
            ("title", self.title.to_owned()),
            ("sides", self.sides.join(" ")),
            ("board", self.board.word().to_owned()),
            ("dice", if self.has_dice { "yes" } else { "no" }.to_owned()),
            ("symmetry", self.symmetry.word().to_owned()),
        ];
        let in_line = variant.in_line.or(self.in_line);
        facts.extend(in_line.map(|n| ("in_line", n.to_string())));
        facts.extend(self.unspaced_move_regex.map(|pattern| ("run", pattern.to_owned())));
        facts.extend(self.record_file_extension.map(|extension| ("record", extension.to_owned())));
        facts.extend(self.winning_chance_scale.map(|scale| ("chance", scale.to_string())));
        facts
    }
}

impl BoardLayout {
    const fn word(self) -> &'static str {
        match self {
            Self::Grid => "grid",
            Self::Points => "points",
        }
    }
}

impl Symmetry {
    const fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Mirror => "mirror",
            Self::All => "all",
        }
    }
}
