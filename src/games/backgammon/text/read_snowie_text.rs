//! The position text of Snowie, as GNU Backgammon writes it too: 40 fields, a semicolon after each.
//!
//! All is seen by the side on roll. The constants below have the numbers of the fields that count
//! here, from 0; fields 2 and 3 are not documented, and 5 and 6 are names, its own first. The text
//! has no field for beavers, for an open double, or for a side that has not doubled and whose dice
//! are due. Source: Alain Redlinger on the mailing list of GNU Backgammon, 12 May 2009, but for the
//! two bars, which are as GNU Backgammon 1.07 reads and writes them.

use super::xgid::number;
use crate::base::Side;
use crate::game::PositionError;
use crate::games::backgammon::board::game_settings::MoneyRules;
use crate::games::backgammon::board::game_state_and_cube_rules::{Backgammon, Phase};
use crate::games::backgammon::board::unchecked_position::{
    UncheckedPosition, read_cube_value, read_dice,
};
use crate::games::backgammon::board::{BAR, PLACE_COUNT};

/// How many fields there are.
const FIELDS: usize = 40;

// Each constant is the number of a field, from 0; the line above it says what the field has.
/// The length of the match, 0 for money play.
const MATCH_LENGTH: usize = 0;
/// 1 if the Jacoby rule holds.
const JACOBY: usize = 1;
/// The side on roll: 1 is First and 0 Second, as in a GNU match id.
const ON_ROLL: usize = 4;
/// 1 in the Crawford game.
const CRAWFORD: usize = 7;
/// The score of the side on roll; that of the other follows.
const SCORE: usize = 8;
/// The value of the cube.
const CUBE: usize = 10;
/// The owner of the cube: 1 the side on roll, -1 the other, 0 neither.
const CUBE_OWNER: usize = 11;
/// The checkers on the other side's bar; those on the points 1 to 24 of the side on roll follow,
/// negative for the other side, then those on its own bar.
const BOARD: usize = 12;
/// The first die; the second follows. 0 for none.
const DICE: usize = 38;

/// Reads such a text; `start` is the variant, and whether there are beavers.
///
/// # Errors
/// [`PositionError`] naming the field and the defect.
pub(super) fn read_snowie(text: &str, start: &Backgammon) -> Result<Backgammon, PositionError> {
    let fields: Vec<&str> = text.strip_suffix(';').unwrap_or(text).split(';').collect();
    if fields.len() != FIELDS {
        let count = fields.len();
        return Err(PositionError::Count {
            whole: "a Snowie text",
            parts: "fields",
            expected: FIELDS,
            found: count,
        });
    }
    let is_first = flag(&fields, ON_ROLL, "side on roll")?;
    let on_roll = if is_first { Side::First } else { Side::Second };
    let length = number(fields[MATCH_LENGTH], "match length")?;
    let jacoby = flag(&fields, JACOBY, "Jacoby field")?;
    let is_crawford = flag(&fields, CRAWFORD, "Crawford field")?;
    let cube_owner = match fields[CUBE_OWNER] {
        "0" => None,
        "1" => Some(on_roll),
        "-1" => Some(on_roll.other()),
        other => {
            return Err(PositionError::value(
                "the owner of the cube is 1, -1 or 0",
                format_args!("'{other}'"),
            ));
        }
    };
    let phase = match [number(fields[DICE], "die")?, number(fields[DICE + 1], "die")?] {
        [0, 0] => Phase::Ready,
        [a, b] => read_dice(a, b)?,
    };
    let mut score = [number(fields[SCORE], "score")?, number(fields[SCORE + 1], "score")?];
    if !is_first {
        score.reverse();
    }
    let setup = UncheckedPosition {
        checkers: read_checkers(&fields[BOARD..=BOARD + usize::from(BAR)], on_roll)?,
        on_roll,
        phase,
        cube_log: read_cube_value(number(fields[CUBE], "cube")?)?,
        cube_owner,
        length,
        score,
        is_crawford: (length > 0).then_some(is_crawford),
        money: if length == 0 { MoneyRules { jacoby, ..start.money } } else { start.money },
    };
    setup.checked(start)
}

/// A field that is 0 or 1.
fn flag(fields: &[&str], field: usize, name: &str) -> Result<bool, PositionError> {
    match fields[field] {
        "0" => Ok(false),
        "1" => Ok(true),
        other => {
            Err(PositionError::value(format!("the {name} is 0 or 1"), format_args!("'{other}'")))
        }
    }
}

/// The checkers of First and Second from those of the side on roll (positive) and the other.
fn read_checkers(fields: &[&str], on_roll: Side) -> Result<[[u8; PLACE_COUNT]; 2], PositionError> {
    let mut checkers = [[0; PLACE_COUNT]; 2];
    for (place, field) in fields.iter().enumerate() {
        let count: i8 = number(field, "number of checkers")?;
        // Whoever's bar it is, the sign of its checkers does not count.
        let is_own = place == usize::from(BAR) || place > 0 && count > 0;
        let (side, place) =
            if is_own { (on_roll, place) } else { (on_roll.other(), usize::from(BAR) - place) };
        if count != 0 {
            checkers[side.index()][place] = count.unsigned_abs();
        }
    }
    Ok(checkers)
}

#[cfg(test)]
mod tests {
    use super::read_snowie;
    use crate::games::backgammon::Backgammon;

    const START: &str = "-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2";

    /// Both written by GNU Backgammon 1.07 of the same position.
    #[test]
    fn texts_mean_what_the_ids_of_the_same_positions_mean() {
        for (text, id) in [
            (
                "0;1;0;1;1;root;gnubg;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;0;0;",
                "4HPwATDgc/ABMA:cAkAAAAAAAAA",
            ),
            (
                "0;1;0;1;1;root;gnubg;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;3;1;",
                "4HPwATDgc/ABMA:cIkFAAAAAAAA",
            ),
            (
                "7;0;0;0;1;root;gnubg;0;3;2;4;1;0;-1;0;-1;0;0;5;0;4;0;0;0;-4;4;0;0;0;-4;0;-5;0;0;1;0;1;0;0;0;",
                "4PPgASTg8+ABJA:UgngACAAGAAE",
            ),
            (
                "7;0;0;0;0;gnubg;root;0;2;3;4;1;0;-1;0;-1;0;0;5;0;4;0;0;0;-4;4;0;0;0;-4;0;-5;0;0;1;0;1;0;6;2;",
                "4PPgASTg8+ABJA:AgHrACAAGAAE",
            ),
            (
                "5;0;0;0;1;root;gnubg;1;2;4;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;0;0;",
                "4HPwATDgc/ABMA:8AmgAEAAEAAE",
            ),
            (
                "5;0;0;0;1;root;gnubg;0;2;4;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-2;0;-4;0;-2;0;0;1;1;0;0;",
                "mGfwATDgc/ABUA:cAmgAEAAEAAE",
            ),
            (
                "0;0;0;1;1;root;gnubg;0;0;0;1;0;-1;-1;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;0;0;",
                "4HPwAVDgc/ABMA:cAkAAAAAAAAE",
            ),
        ] {
            assert_eq!(
                Backgammon::from_text(text, true),
                Backgammon::from_text(id, true),
                "{text}"
            );
        }
    }

    #[test]
    fn refusal_names_the_defect() {
        let text = |head: &str, cube: &str, bars: [&str; 2], dice: &str| {
            format!("{head};a;b;0;0;0;{cube};{};{START};{};{dice};", bars[0], bars[1])
        };
        let (head, cube, bars) = ("0;0;0;1;1", "1;0", ["0", "0"]);
        for (text, defect) in [
            (text(head, cube, bars, "3"), "a Snowie text has 40 fields, not 39"),
            (text("x;0;0;1;1", cube, bars, "0;0"), "the match length cannot be 'x'"),
            (text("0;0;0;1;2", cube, bars, "0;0"), "the side on roll is 0 or 1, not '2'"),
            (text(head, "3;0", bars, "0;0"), "the cube is a power of two, not 3"),
            (text(head, "1;2", bars, "0;0"), "the owner of the cube is 1, -1 or 0, not '2'"),
            (text(head, cube, ["-1", "0"], "0;0"), "Second has 16 checkers"),
            (text(head, cube, ["0", "1"], "0;0"), "First has 16 checkers"),
            (text(head, cube, bars, "7;1"), "a die shows 1 to 6, not 7"),
        ] {
            let refused = read_snowie(&text, &Backgammon::default()).unwrap_err();
            assert!(refused.to_string().starts_with(defect), "{text}: {refused}");
        }
    }
}
