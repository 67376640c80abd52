//! Drawing of the board in the layout of GNU Backgammon: First at the bottom, the points numbered for
//! the side to act.

use std::fmt::Write as _;

use super::{gnu_id, xgid};
use crate::base::{Side, number_with_noun};
use crate::board::drawing_style::Style;
use crate::board::signs::{BLACK_AND_WHITE, SideSigns};
use crate::game::{Position, Turn};
use crate::games::backgammon::board::game_state_and_cube_rules::{Backgammon, Phase};
use crate::games::backgammon::board::{BAR, HOME, OPPONENTS_HOME, OWN_HALF, number_by_other_side};

/// Checkers of First, the light ones, and of Second, the dark ones.
pub(in super::super) const SIGNS: SideSigns = {
    let [dark, light] = BLACK_AND_WHITE.usual.colour;
    SideSigns { ascii: ["X", "O"], unicode: ["●", "○"], colour: [light, dark] }
};

/// The edge of the half that is far from the side to act, with its points.
const FAR_EDGE: &str = "13-14-15-16-17-18------19-20-21-22-23-24-";
/// The edge of the half where the side to act has its home.
const NEAR_EDGE: &str = "12-11-10--9--8--7-------6--5--4--3--2--1-";
/// Checkers drawn on a point; if there are more, their number is shown.
const ROWS: u8 = 5;

/// Draws the board, the pips of both sides, the cube, the score and what comes next.
pub(super) fn draw(game: &Backgammon, style: Style, out: &mut String) {
    let picture = TextDrawing { game, style };
    picture.draw_head(out);
    let (top, bottom) = match game.turn().side() {
        Some(Side::Second) => (NEAR_EDGE, FAR_EDGE),
        _ => (FAR_EDGE, NEAR_EDGE),
    };
    picture.draw_edge(top, Side::Second, out);
    for row in 0..ROWS {
        picture.draw_row([OWN_HALF + 1, OPPONENTS_HOME], row, out);
        picture.write_note(Side::Second, row, out);
    }
    picture.draw_middle(out);
    for row in (0..ROWS).rev() {
        picture.draw_row([OWN_HALF, HOME], row, out);
        picture.write_note(Side::First, row, out);
    }
    picture.draw_edge(bottom, Side::First, out);
    let pips = |side| game.checkers(side).pips();
    let [ours, theirs] = Side::BOTH.map(|side| picture.sign(side));
    let (first, second) = (pips(Side::First), pips(Side::Second));
    let _ = writeln!(out, "                Pip counts: {theirs} {second}, {ours} {first}");
}

/// A game about to be drawn in some style.
struct TextDrawing<'a> {
    game: &'a Backgammon,
    style: Style,
}

impl TextDrawing<'_> {
    fn draw_head(&self, out: &mut String) {
        out.push_str(" Position ID: ");
        gnu_id::write_position_id(self.game, out);
        out.push_str("   Match ID: ");
        gnu_id::write_match_id(self.game, out);
        out.push_str("\n ");
        xgid::write_xgid(self.game, out);
        out.push('\n');
    }

    const fn sign(&self, side: Side) -> &'static str {
        SIGNS.of(self.style, side)
    }

    /// Frames are described in ASCII, and drawn as lines in the other styles.
    fn frame(&self, text: &str, out: &mut String) {
        if self.style == Style::Ascii {
            out.push_str(text);
            return;
        }
        out.extend(text.chars().map(|sign| match sign {
            '|' => '│',
            '-' => '─',
            other => other,
        }));
    }

    /// The upper edge is Second's, the lower First's.
    fn draw_edge(&self, points: &str, side: Side, out: &mut String) {
        let (left, right) = match (self.style, side) {
            (Style::Ascii, _) => ('+', '+'),
            (_, Side::Second) => ('┌', '┐'),
            (_, Side::First) => ('└', '┘'),
        };
        let _ = write!(out, " {left}");
        self.frame(points, out);
        let _ = writeln!(out, "{right}     {}: {side:?}", self.sign(side));
    }

    /// One row of twelve points and the bar; `quarters` are the points furthest left.
    fn draw_row(&self, quarters: [u8; 2], row: u8, out: &mut String) {
        let is_top = quarters[0] > OWN_HALF;
        self.frame(" |", out);
        for (index, leftmost) in quarters.into_iter().enumerate() {
            if index == 1 {
                self.frame("|", out);
                // A checker on the bar is drawn in the half where it will enter.
                let side = if is_top { Side::First } else { Side::Second };
                self.draw_cell(side, self.game.checkers(side).count(BAR), row, out);
                self.frame("|", out);
            }
            for step in 0..HOME {
                let point = if is_top { leftmost + step } else { leftmost - step };
                let (side, number) = self.on_point(point);
                self.draw_cell(side, number, row, out);
            }
        }
        self.frame("|", out);
    }

    /// Three letters: a checker, nothing, or the number of a stack that is too high.
    fn draw_cell(&self, side: Side, number: u8, row: u8, out: &mut String) {
        if number > ROWS && row + 1 == ROWS {
            let _ = write!(out, "{number:>2} ");
        } else if number > row {
            let _ = write!(out, " {} ", self.sign(side));
        } else {
            out.push_str("   ");
        }
    }

    /// The side that occupies one of First's points, and its number of checkers.
    fn on_point(&self, point: u8) -> (Side, u8) {
        match self.game.checkers(Side::First).count(point) {
            0 => {
                (Side::Second, self.game.checkers(Side::Second).count(number_by_other_side(point)))
            }
            number => (Side::First, number),
        }
    }

    /// The words to the right of a row: score, what a side is to do, checkers off, the cube.
    fn write_note(&self, side: Side, row: u8, out: &mut String) {
        let game = self.game;
        let before = out.len();
        out.push_str("     ");
        let _ = match row {
            0 => write!(out, "{}", number_with_noun(self.score(side), "point")),
            1 => {
                self.write_action(side, out);
                Ok(())
            }
            2 if game.borne_off(side) > 0 => write!(out, "{} off", game.borne_off(side)),
            3 if game.cube.owner == Some(side) => write!(out, "(Cube: {})", game.cube.value()),
            4 => {
                self.write_match_or_end(side, out);
                Ok(())
            }
            _ => Ok(()),
        };
        out.truncate(before + out[before..].trim_end().len());
        out.push('\n');
    }

    /// The score of the match, with the points of this game once it is over.
    fn score(&self, side: Side) -> u32 {
        let before = u32::from(self.game.match_score.score[side.index()]);
        match self.game.phase {
            Phase::Over(outcome)
                if outcome.winner() == Some(side) && !self.game.match_score.is_money() =>
            {
                before + self.game.match_score.counted(outcome.points())
            }
            _ => before,
        }
    }

    /// The match, above the middle; below it whether game or match are over.
    fn write_match_or_end(&self, side: Side, out: &mut String) {
        let match_score = self.game.match_score;
        let length = u32::from(match_score.length);
        let _ = match side {
            Side::Second if match_score.is_money() => Ok(()),
            Side::Second if match_score.counts_games => {
                write!(out, "Best of {}", number_with_noun(2 * length - 1, "game"))
            }
            Side::Second => {
                let crawford = if match_score.is_crawford { ", the Crawford game" } else { "" };
                write!(out, "Match to {}{crawford}", number_with_noun(length, "point"))
            }
            Side::First if !matches!(self.game.turn(), Turn::Over(_)) => Ok(()),
            Side::First => {
                let is_won = |side| !match_score.is_money() && self.score(side) >= length;
                match Side::BOTH.into_iter().find(|side| is_won(*side)) {
                    Some(winner) => write!(out, "{winner:?} has won the match"),
                    None => out.write_str("The game is over"),
                }
            }
        };
    }

    fn write_action(&self, side: Side, out: &mut String) {
        let acts = self.game.turn().side() == Some(side);
        let _ = match self.game.phase {
            Phase::Moving(a, b) if acts => write!(out, "Rolled {a}{b}"),
            Phase::Doubled | Phase::Beavered if acts => {
                write!(out, "Cube offered at {}", 2 * self.game.cube.value())
            }
            Phase::Ready | Phase::Rolling if acts => write!(out, "On roll"),
            Phase::Over(outcome) if outcome.winner() == Some(side) => {
                write!(out, "Won {}", number_with_noun(outcome.points(), "point"))
            }
            _ => Ok(()),
        };
    }

    fn draw_middle(&self, out: &mut String) {
        let game = self.game;
        self.frame(" |                  |BAR|                  |", out);
        let before = out.len();
        out.push_str("     ");
        if game.cube.in_use && game.cube.owner.is_none() {
            let _ = write!(out, "(Cube: {})", game.cube.value());
        }
        out.truncate(before + out[before..].trim_end().len());
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use crate::board::drawing_style::Style;
    use crate::game::Notation;
    use crate::games::backgammon::Backgammon;

    fn drawn(text: &str, style: Style) -> String {
        let mut out = String::new();
        Backgammon::from_text(text, true).draw(style, &mut out);
        out
    }

    #[test]
    fn board_is_drawn_from_the_view_of_first() {
        let text = "XGID=ab----G-C---dC---c-e----AA:1:1:-1:61:2:1:0:7:10";
        assert_eq!(drawn(text, Style::Ascii), include_str!("expected_drawing.txt"));
    }

    #[test]
    fn each_fact_has_a_line_and_a_match_that_is_won_says_so() {
        let over = |length, score| {
            let places = "-----------------------bb-";
            drawn(&format!("XGID={places}:0:0:-1:00:{score}:0:{length}:10"), Style::Ascii)
        };
        let note = |text: &str, line: usize| {
            let line = text.lines().nth(line).unwrap_or_default();
            line.get(45..).unwrap_or_default().trim().to_owned()
        };
        let notes = |text: &str| [7, 8, 9, 12, 13].map(|line| note(text, line));
        let last = over(1, "0:0");
        assert_eq!(
            notes(&last),
            ["Match to 1 point", "(Cube: 1)", "First has won the match", "Won 1 point", "1 point"]
        );
        let first = over(7, "2:0");
        assert_eq!(
            notes(&first),
            ["Match to 7 points", "(Cube: 1)", "The game is over", "Won 1 point", "3 points"]
        );
        let money = over(0, "0:0");
        assert_eq!(notes(&money), ["", "(Cube: 1)", "The game is over", "Won 1 point", "0 points"]);
    }

    #[test]
    fn every_style_has_the_same_shape() {
        let text = "XGID=ab----G-C---dC---c-e----AA:1:1:-1:61:2:1:0:7:10";
        let (ascii, unicode) = (drawn(text, Style::Ascii), drawn(text, Style::Unicode));
        let widths = |text: &str| text.lines().map(|l| l.chars().count()).collect::<Vec<_>>();
        assert_eq!(widths(&ascii), widths(&unicode));
        assert!(drawn(text, Style::Colour).contains("\x1b[97;42m●\x1b[0m: First"));
    }
}
