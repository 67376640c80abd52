//! The `board:` line of the First Internet Backgammon Server: 52 fields between colons.
//!
//! The player of the line is First, its opponent Second. The constants below have the numbers and
//! the names of the fields that count here; the others are not read.
//!
//! Two programs write an open double differently. On the server no side may double then, and the
//! turn is that of the side that answers: field 40 is 1 in its line, and 0 in that of the side that
//! doubled. GNU Backgammon 1.07 gives the turn to the side that doubled and the cube to its owner;
//! if the other side owns it, the double was beavered. In a Crawford game both write that both
//! sides may double. A line of the server does not say who owns the cube while a double is open:
//! the side that doubled, if the cube is above 1.
//!
//! The line has no field for the rules of money play, for a side that has not doubled and whose
//! dice are due, or for a game that ended by a drop.

use super::xgid::number;
use crate::base::Side;
use crate::game::PositionError;
use crate::games::backgammon::board::game_state_and_cube_rules::{Backgammon, Phase};
use crate::games::backgammon::board::match_score::MatchScore;
use crate::games::backgammon::board::unchecked_position::{
    UncheckedPosition, read_cube_value, read_dice,
};
use crate::games::backgammon::board::{BAR, PLACE_COUNT};

/// The match length that stands for money play.
const UNLIMITED: u16 = 9999;
/// The fields between colons after the word `board`; they are numbered from 1.
const FIELDS: usize = 52;

// Each constant is the number of a field, from 1; the line above it says what the field has.
/// The length of the match, or [`UNLIMITED`]; fields 1 and 2 are the names of the players.
const MATCH_LENGTH: usize = 3;
/// The score of the player; that of the opponent follows.
const SCORE: usize = 4;
/// The checkers on place 0; those on places 1 to 25 follow. Positive and negative by colour.
const BOARD: usize = 6;
/// The colour of the side whose turn it is, 1 or -1; 0 if the game is over. With an open double
/// see the head of this file.
const TURN: usize = 32;
/// The first die of the player; its second die follows, then the dice of the opponent. 0 for none.
const DICE: usize = 33;
/// The value of the cube, before a double that is open.
const DOUBLING_CUBE: usize = 37;
/// Whether the player may double; the same of the opponent follows.
const MAY_DOUBLE: usize = 38;
/// Whether a double is open; servers say so only to the side that answers it.
const WAS_DOUBLED: usize = 40;
/// The colour of the player: 1 if its checkers are the positive numbers, else -1.
const COLOUR: usize = 41;
/// The direction of the player: -1 from place 24 to 1, 1 from 1 to 24.
const DIRECTION: usize = 42;
/// In a match: all are 0 unless the Crawford game has been played, or will not be. On the server
/// the first is 3 in a match without the Crawford rule, and the second is 1 after the Crawford
/// game. Its third is how often a side may redouble for money; in that of GNU Backgammon 1.07 it
/// is 1 if the game is not the Crawford game.
const AFTER_CRAWFORD: [usize; 3] = [50, 51, 52];

/// Reads the line; `start` is the variant, and the rules of money play are its own.
///
/// # Errors
/// [`PositionError`] naming the field and the defect.
pub fn read_fibs(text: &str, start: &Backgammon) -> Result<Backgammon, PositionError> {
    let line = FibsFields::split(text)?;
    let colour = line.sign(COLOUR, "colour")?;
    let direction = line.sign(DIRECTION, "direction")?;
    let turn: i32 = line.number(TURN, "turn")?;
    let on_turn = match turn {
        -1 | 1 if turn == colour => Side::First,
        -1 | 1 => Side::Second,
        // Over: the side that won follows from the checkers.
        0 => Side::First,
        _ => return Err(PositionError::value("the turn is 1, -1 or 0", turn)),
    };
    let match_score = line.match_score(start.match_score.crawford_rule)?;
    let can_double = start.cube.in_use && !match_score.is_crawford;
    let is_servers_double = turn != 0 && line.is_double_of_server(can_double)?;
    let on_roll = if is_servers_double { on_turn.other() } else { on_turn };
    let cube_log = line.cube_log()?;
    let setup = UncheckedPosition {
        checkers: line.checkers(colour, direction)?,
        on_roll,
        phase: if is_servers_double { Phase::Doubled } else { line.phase(on_roll)? },
        cube_log,
        cube_owner: if is_servers_double {
            (cube_log > 0).then_some(on_roll)
        } else {
            line.cube_owner()?
        },
        length: match_score.length,
        score: match_score.score,
        is_crawford: Some(match_score.is_crawford),
        money: start.money,
    };
    let game = setup.checked(start)?;
    if turn == 0 && !game.is_borne_off() {
        return Err(PositionError::impossible("no side is on turn, but both sides have checkers"));
    }
    Ok(game)
}

/// The fields of a line; number 0 is the word `board`.
struct FibsFields<'a>(Vec<&'a str>);

impl<'a> FibsFields<'a> {
    fn split(text: &'a str) -> Result<Self, PositionError> {
        let fields: Vec<&str> = text.split(':').collect();
        let count = fields.len() - 1;
        if count == FIELDS {
            Ok(Self(fields))
        } else {
            Err(PositionError::Count {
                whole: "a FIBS board",
                parts: "fields",
                expected: FIELDS,
                found: count,
            })
        }
    }

    fn number<N: std::str::FromStr>(&self, field: usize, name: &str) -> Result<N, PositionError> {
        number(self.0.get(field).copied().unwrap_or_default(), name)
    }

    fn sign(&self, field: usize, name: &str) -> Result<i32, PositionError> {
        match self.number(field, name)? {
            sign @ (-1 | 1) => Ok(sign),
            other => Err(PositionError::value(format!("the {name} is 1 or -1"), other)),
        }
    }

    fn checkers(
        &self,
        colour: i32,
        direction: i32,
    ) -> Result<[[u8; PLACE_COUNT]; 2], PositionError> {
        let bar = usize::from(BAR);
        let mut checkers = [[0; PLACE_COUNT]; 2];
        for place in 0..PLACE_COUNT {
            let number: i8 = self.number(BOARD + place, "number of checkers")?;
            let ours = if direction < 0 { place } else { bar - place };
            let (side, own) = match i32::from(number.signum()) {
                0 => continue,
                sign if sign == colour => (0, ours),
                _ => (1, bar - ours),
            };
            if own == 0 {
                return Err(PositionError::impossible("a checker stands on the other side's bar"));
            }
            checkers[side][own] = number.unsigned_abs();
        }
        Ok(checkers)
    }

    /// Match and score, with the Crawford game where the line does not exclude it.
    fn match_score(&self, crawford_rule: bool) -> Result<MatchScore, PositionError> {
        let length = match self.number(MATCH_LENGTH, "match length")? {
            UNLIMITED => 0,
            length => length,
        };
        let mut is_past = false;
        for field in AFTER_CRAWFORD {
            is_past |= self.number::<i32>(field, "Crawford field")? != 0;
        }
        let score = [self.number(SCORE, "score")?, self.number(SCORE + 1, "score")?];
        MatchScore::new(length, score, crawford_rule && !is_past)
    }

    /// Whether a double is open as servers write it; `can_double` says that one is possible.
    fn is_double_of_server(&self, can_double: bool) -> Result<bool, PositionError> {
        let is_open = can_double || self.is_marked_double()?;
        let no_side_may = self.may_double()? == [false; 2];
        Ok(is_open && no_side_may && self.dice(Side::First)? == (0, 0))
    }

    fn is_marked_double(&self) -> Result<bool, PositionError> {
        Ok(self.number::<i8>(WAS_DOUBLED, "double field")? != 0)
    }

    /// The dice of this side, or those of the other if it has none; (0, 0) if neither has.
    fn dice(&self, side: Side) -> Result<(u8, u8), PositionError> {
        let mut pairs = [DICE, DICE + 2];
        if side == Side::Second {
            pairs.reverse();
        }
        let mut dice = (0, 0);
        for field in pairs {
            let pair = (self.number(field, "die")?, self.number(field + 1, "die")?);
            dice = if dice == (0, 0) { pair } else { dice };
        }
        Ok(dice)
    }

    fn phase(&self, on_roll: Side) -> Result<Phase, PositionError> {
        match (self.is_marked_double()?, self.dice(on_roll)?) {
            (true, (0, 0)) if self.cube_owner()? == Some(on_roll.other()) => Ok(Phase::Beavered),
            (true, (0, 0)) => Ok(Phase::Doubled),
            (true, _) => {
                Err(PositionError::impossible("a double is open, but dice lie on the table"))
            }
            (false, (0, 0)) => Ok(Phase::Ready),
            (false, (a, b)) => read_dice(a, b),
        }
    }

    fn cube_log(&self) -> Result<u32, PositionError> {
        read_cube_value(self.number(DOUBLING_CUBE, "cube")?)
    }

    fn cube_owner(&self) -> Result<Option<Side>, PositionError> {
        Ok(match self.may_double()? {
            [true, false] => Some(Side::First),
            [false, true] => Some(Side::Second),
            _ => None,
        })
    }

    /// Whether First and Second may double.
    fn may_double(&self) -> Result<[bool; 2], PositionError> {
        let ours: u8 = self.number(MAY_DOUBLE, "field of who may double")?;
        let theirs: u8 = self.number(MAY_DOUBLE + 1, "field of who may double")?;
        Ok([ours > 0, theirs > 0])
    }
}

#[cfg(test)]
mod tests {
    use super::read_fibs;
    use crate::games::backgammon::Backgammon;

    /// Written by GNU Backgammon 1.07.
    const ORIGINAL: &str = "board:root:gnubg:0:0:0:0:-1:0:-1:0:0:5:0:3:0:0:0:-4:5:0:0:0:-4:0:-5:0:0:0:0:2:0:-1:4:2:4:2:8:1:0:0:1:-1:0:25:0:0:0:0:0:0:0:1";

    /// An open double as servers write it, but for field 40: the side with colour 1 answers.
    const DOUBLE_OF_SERVER: &str = "board:You:bob:7:0:0:0:0:0:0:0:0:10:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-1:0:1:0:0:0:0:1:0:0:0:1:-1:0:25:5:14:0:0:0:0:0:0";

    #[test]
    fn line_of_another_program_is_understood() {
        let start = Backgammon::from_text("4HPwATDgc/ABMA", true);
        let game = read_fibs(ORIGINAL, &start).unwrap();
        let same = "XGID=-a-a--E-C---dE---d-e----B-:3:1:-1:42:0:0:0:0:10";
        assert_eq!(game, Backgammon::from_text(same, true));
    }

    #[test]
    fn colour_and_direction_only_rename_the_places() {
        let start = Backgammon::from_text("4HPwATDgc/ABMA", true);
        let mut fields: Vec<String> = ORIGINAL.split(':').map(String::from).collect();
        fields[6..32].reverse();
        fields[42] = "1".into();
        let reversed = read_fibs(&fields.join(":"), &start);
        for field in &mut fields[6..=32] {
            let value: i32 = field.parse().unwrap();
            *field = (-value).to_string();
        }
        fields[41] = "-1".into();
        let recoloured = read_fibs(&fields.join(":"), &start);
        assert_eq!(reversed, read_fibs(ORIGINAL, &start));
        assert_eq!(recoloured, reversed);
    }

    /// A line with other fields; each pair is a number and what stands there.
    fn changed(line: &str, pairs: &[(usize, &str)]) -> String {
        let mut fields: Vec<String> = line.split(':').map(String::from).collect();
        for (field, value) in pairs {
            fields[*field] = (*value).to_owned();
        }
        fields.join(":")
    }

    #[test]
    fn double_of_a_server_is_answered_by_the_side_on_turn() {
        // Second doubles: first the line of First, who answers, then that of Second.
        let answered = changed(DOUBLE_OF_SERVER, &[(40, "1")]);
        let theirs = changed(DOUBLE_OF_SERVER, &[(41, "-1"), (42, "1")]);
        let redoubled = changed(&answered, &[(37, "2")]);
        for (line, xgid) in [
            (answered, "XGID=------J-----------------a-:0:0:-1:D:0:0:0:7:10"),
            (theirs, "XGID=-A-----------------j------:0:0:1:D:0:0:0:7:10"),
            (redoubled, "XGID=------J-----------------a-:1:-1:-1:D:0:0:0:7:10"),
        ] {
            let expected = Backgammon::from_text(xgid, true);
            assert_eq!(read_fibs(&line, &expected), Ok(expected), "{line}");
        }
    }

    #[test]
    fn no_double_is_read_where_the_cube_cannot_be_turned() {
        let crawford = changed(DOUBLE_OF_SERVER, &[(4, "6")]);
        let xgid = "XGID=------J-----------------a-:0:0:1:00:6:0:1:7:10";
        let expected = Backgammon::from_text(xgid, true);
        assert_eq!(read_fibs(&crawford, &expected), Ok(expected));
        let expected = Backgammon::from_text(&xgid.replace("6:0:1:7:10", "0:0:0:7:0"), false);
        assert_eq!(read_fibs(DOUBLE_OF_SERVER, &expected), Ok(expected));
    }

    #[test]
    fn crawford_game_is_one_that_no_field_excludes() {
        let crawford = changed(ORIGINAL, &[(3, "7"), (4, "6"), (52, "0")]);
        let start = Backgammon::from_text("4HPwATDgc/ABMA", true);
        assert!(read_fibs(&crawford, &start).unwrap().match_score().is_crawford);
        for field in [(50, "3"), (51, "1"), (52, "1")] {
            let other = read_fibs(&changed(&crawford, &[field]), &start).unwrap();
            assert!(!other.match_score().is_crawford, "{field:?}");
        }
    }

    #[test]
    fn refusal_names_the_defect() {
        let changed = |field: usize, value: &str| changed(ORIGINAL, &[(field, value)]);
        for (text, defect) in [
            ("board:".to_owned(), "a FIBS board has 52 fields, not 1"),
            (changed(37, "6"), "the cube is a power of two, not 6"),
            (changed(41, "0"), "the colour is 1 or -1, not 0"),
            (changed(32, "0"), "no side is on turn"),
            (changed(40, "1"), "a double is open, but dice lie on the table"),
            (changed(7, "é"), "the number of checkers cannot be 'é'"),
            (changed(6, "1"), "a checker stands on the other side's bar"),
            (changed(7, "-128"), "Second has 142 checkers"),
            (changed(35, "9"), "a die shows 1 to 6, not 9"),
        ] {
            let refused = read_fibs(&text, &Backgammon::default()).unwrap_err();
            assert!(refused.to_string().starts_with(defect), "{text}: {refused}");
        }
    }
}
