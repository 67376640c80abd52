//! eXtreme Gammon's position text.
//!
//! ```text
//! XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10
//!      │                          │ │ │ │  │ │ │ │ └ highest cube, as a power of two (0: no cube)
//!      │                          │ │ │ │  │ │ │ └ match length, 0 for money
//!      │                          │ │ │ │  │ │ └ match: 1 Crawford; money: 1 Jacoby + 2 beavers
//!      │                          │ │ │ │  └─┴ score of First, of Second
//!      │                          │ │ │ └ dice; 00 none, D doubled, B beavered
//!      │                          │ │ └ 1 First's turn, -1 Second's (who doubled, with D and B)
//!      │                          │ └ owner of the cube: 1 First, -1 Second, 0 neither
//!      │                          └ the cube as a power of two, before a double that is open
//!      └ Second's bar, First's points 1 to 24, First's bar; A to O First, a to o Second
//! ```
//!
//! Where XGID has no field, the cube action that was played last follows the text: `roll` if the
//! side on roll did not double and the dice are due, `drop` if the game ended by a drop.

use std::fmt::Write as _;

use crate::base::Side;
use crate::game::PositionError;
use crate::games::backgammon::board::game_settings::MoneyRules;
use crate::games::backgammon::board::game_state_and_cube_rules::{Backgammon, Phase};
use crate::games::backgammon::board::match_score::MatchScore;
use crate::games::backgammon::board::unchecked_position::{UncheckedPosition, read_dice};
use crate::games::backgammon::board::{BAR, OFF, PLACE_COUNT, number_by_other_side};

/// The fields between colons after `XGID=`.
const FIELDS: usize = 10;

/// Writes a position as XGID, with `XGID=` in front.
pub fn write_xgid(game: &Backgammon, out: &mut String) {
    out.push_str("XGID=");
    let (first, second) = (game.checkers(Side::First), game.checkers(Side::Second));
    for place in OFF..=BAR {
        let ours = if place == OFF { 0 } else { first.count(place) };
        let theirs = if place == BAR { 0 } else { second.count(number_by_other_side(place)) };
        out.push(match (ours, theirs) {
            (0, 0) => '-',
            (0, n) => char::from(b'a' - 1 + n),
            (n, _) => char::from(b'A' - 1 + n),
        });
    }
    let MatchScore { length, score, is_crawford, .. } = game.match_score;
    let rules = if game.match_score.is_money() {
        u8::from(game.money.jacoby) + 2 * u8::from(game.money.beavers)
    } else {
        u8::from(is_crawford)
    };
    let (log, owner) = (game.cube.log, game.cube.owner.map_or(0, sign));
    let highest = if game.cube.in_use { super::super::Cube::HIGHEST } else { 0 };
    let (dice, played) = dice_and_action(game);
    let (turn, [ours, theirs]) = (sign(game.on_roll), score);
    let _ = write!(out, ":{log}:{owner}:{turn}:{dice}:{ours}:{theirs}:{rules}:{length}:{highest}");
    out.push_str(played);
}

/// The dice field, and the cube action after the text.
fn dice_and_action(game: &Backgammon) -> (String, &'static str) {
    match game.phase {
        Phase::Ready => ("00".into(), ""),
        Phase::Rolling => ("00".into(), " roll"),
        Phase::Moving(a, b) => (format!("{a}{b}"), ""),
        Phase::Doubled => ("D".into(), ""),
        Phase::Beavered => ("B".into(), ""),
        Phase::Over(_) if game.is_borne_off() => ("00".into(), ""),
        Phase::Over(outcome) if outcome.winner() == Some(game.on_roll) => ("D".into(), " drop"),
        Phase::Over(_) => ("B".into(), " drop"),
    }
}

const fn sign(side: Side) -> i8 {
    match side {
        Side::First => 1,
        Side::Second => -1,
    }
}

/// Reads XGID, with or without `XGID=`; `start` is the variant.
///
/// # Errors
/// [`PositionError`] naming the field and the defect.
pub fn read_xgid(text: &str, start: &Backgammon) -> Result<Backgammon, PositionError> {
    let text = text.strip_prefix("XGID=").unwrap_or(text);
    let fields: Vec<&str> = text.split(':').collect();
    let [places, log, owner, turn, dice, ours, theirs, rules, length, highest] = fields[..] else {
        return Err(PositionError::Count {
            whole: "an XGID",
            parts: "fields",
            expected: FIELDS,
            found: fields.len(),
        });
    };
    let length = number(length, "match length")?;
    let rules: u8 = number(rules, "Crawford or Jacoby field")?;
    if rules > if length == 0 { 3 } else { 1 } {
        return Err(PositionError::unreadable(format!(
            "the Crawford or Jacoby field cannot be {rules}"
        )));
    }
    let _highest: u8 = number(highest, "highest cube")?;
    let on_roll = read_side(turn)?.ok_or_else(|| PositionError::value("the turn is 1 or -1", 0))?;
    let (is_crawford, money) = if length == 0 {
        (None, MoneyRules { jacoby: rules & 1 != 0, beavers: rules & 2 != 0 })
    } else {
        (Some(rules == 1), start.money)
    };
    let setup = UncheckedPosition {
        checkers: read_places(places)?,
        on_roll,
        phase: read_phase(dice)?,
        cube_log: number(log, "cube")?,
        cube_owner: read_side(owner)?,
        length,
        score: [number(ours, "score")?, number(theirs, "score")?],
        is_crawford,
        money,
    };
    setup.checked(start)
}

fn read_places(text: &str) -> Result<[[u8; PLACE_COUNT]; 2], PositionError> {
    let count = text.chars().count();
    if count != PLACE_COUNT {
        return Err(PositionError::Count {
            whole: "an XGID board",
            parts: "letters",
            expected: PLACE_COUNT,
            found: count,
        });
    }
    let bar = usize::from(BAR);
    let mut checkers = [[0; PLACE_COUNT]; 2];
    for (place, letter) in text.chars().enumerate() {
        match letter {
            '-' => {}
            'A'..='P' if place > 0 => checkers[0][place] = letter as u8 - b'A' + 1,
            'a'..='p' if place < bar => checkers[1][bar - place] = letter as u8 - b'a' + 1,
            'A'..='P' | 'a'..='p' => {
                let defect = format!("'{letter}' is a checker on the other side's bar");
                return Err(PositionError::impossible(defect));
            }
            _ => {
                return Err(PositionError::unreadable(format!(
                    "no letter '{letter}' in an XGID board"
                )));
            }
        }
    }
    Ok(checkers)
}

fn read_phase(text: &str) -> Result<Phase, PositionError> {
    match text.as_bytes() {
        b"00" => Ok(Phase::Ready),
        b"D" => Ok(Phase::Doubled),
        b"B" => Ok(Phase::Beavered),
        [a @ b'0'..=b'9', b @ b'0'..=b'9'] => read_dice(a - b'0', b - b'0'),
        _ => Err(PositionError::value("dice are two digits, D or B", format_args!("'{text}'"))),
    }
}

fn read_side(text: &str) -> Result<Option<Side>, PositionError> {
    match text {
        "1" => Ok(Some(Side::First)),
        "-1" => Ok(Some(Side::Second)),
        "0" => Ok(None),
        _ => Err(PositionError::value("a side is 1, -1 or 0", format_args!("'{text}'"))),
    }
}

/// A whole number of a named field.
pub(super) fn number<N: std::str::FromStr>(text: &str, field: &str) -> Result<N, PositionError> {
    text.parse().map_err(|_| PositionError::unreadable(format!("the {field} cannot be '{text}'")))
}

#[cfg(test)]
mod tests {
    use super::{PositionError, read_xgid, write_xgid};
    use crate::game::DiceError;
    use crate::games::backgammon::{Backgammon, GameSettings};

    fn with_cube() -> Backgammon {
        Backgammon::start(&GameSettings { cube: true, ..GameSettings::default() })
    }

    #[test]
    fn start_position_is_written_as_in_other_programs() {
        let mut text = String::new();
        write_xgid(&with_cube(), &mut text);
        assert_eq!(text, "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10");
    }

    #[test]
    fn every_field_reads_back_as_written() {
        for text in [
            "XGID=aa--BBBB----dE---d-e----B-:1:-1:-1:63:3:2:0:7:10",
            "XGID=-b----E-C---eE---c-e----AA:0:0:1:D:0:0:3:0:10",
            "XGID=-b----E-C---eE---c-e---AA-:1:-1:1:B:0:0:2:0:10",
            "XGID=-b----E-C---eE---c-e---AA-:2:1:1:00:4:0:1:5:10",
            "XGID=-b------------------------:1:1:1:00:0:0:0:0:10",
        ] {
            let mut back = String::new();
            write_xgid(&read_xgid(text, &with_cube()).unwrap(), &mut back);
            assert_eq!(back, text);
        }
    }

    #[test]
    fn refusal_names_the_defect() {
        let board = "-b----E-C---eE---c-e----B-";
        for (text, defect) in [
            (format!("{board}:0:0:1:00:0:0:0:0"), "an XGID has 10 fields, not 9"),
            (format!("{board}-:0:0:1:00:0:0:0:0:10"), "an XGID board has 26 letters, not 27"),
            (board.replacen('b', "é", 1) + ":0:0:1:00:0:0:0:0:10", "no letter 'é'"),
            (board.replacen('E', "F", 1) + ":0:0:1:00:0:0:0:0:10", "First has 16 checkers"),
            (format!("A{}:0:0:1:00:0:0:0:0:10", &board[1..]), "'A' is a checker on the other"),
            (format!("{board}:0:0:1:71:0:0:0:0:10"), "a die shows 1 to 6, not 7"),
            (format!("{board}:0:0:1:10:0:0:0:0:10"), "a die shows 1 to 6, not 0"),
            (format!("{board}:0:0:1:R:0:0:0:0:10"), "dice are two digits, D or B, not 'R'"),
            (format!("{board}:0:0:0:00:0:0:0:0:10"), "the turn is 1 or -1, not 0"),
            (format!("{board}:0:2:1:00:0:0:0:0:10"), "a side is 1, -1 or 0, not '2'"),
            (format!("{board}:11:0:1:00:0:0:0:0:10"), "the cube is above 1024"),
            (format!("{board}:x:0:1:00:0:0:0:0:10"), "the cube cannot be 'x'"),
            (format!("{board}:0:0:1:00:7:0:0:7:10"), "the score 7 0 has already won"),
            (format!("{board}:0:0:1:00:3:0:1:7:10"), "a Crawford game needs one side"),
            (format!("{board}:0:0:1:00:0:0:4:0:10"), "the Crawford or Jacoby field"),
            (format!("{board}:1:-1:1:D:0:0:0:0:10"), "the cube was turned by a side"),
            (format!("{board}:0:0:1:D:6:0:1:7:10"), "the cube was turned by a side"),
            (format!("{}:0:0:1:00:0:0:0:0:10", "-".repeat(26)), "both sides have borne off"),
            (format!("{}A-:0:0:1:31:0:0:0:0:10", "-".repeat(24)), "the game is over"),
        ] {
            let refused = read_xgid(&text, &with_cube()).unwrap_err();
            assert!(refused.to_string().starts_with(defect), "{text}: {refused}");
        }
    }

    #[test]
    fn refusals_say_what_kind_of_defect_it_is() {
        let read = |text: &str| read_xgid(text, &with_cube()).unwrap_err();
        let count =
            PositionError::Count { whole: "an XGID", parts: "fields", expected: 10, found: 1 };
        assert_eq!(read("XGID=x"), count);
        let board = "-b----E-C---eE---c-e----B-";
        assert_eq!(read(&format!("{board}:0:0:1:71:0:0:0:0:10")), DiceError::Value(7).into());
        assert_eq!(
            read(&format!("{board}:0:0:0:00:0:0:0:0:10")),
            PositionError::value("the turn is 1 or -1", 0)
        );
        let refused = read(&format!("{board}:11:0:1:00:0:0:0:0:10"));
        assert!(matches!(refused, PositionError::Impossible(_)), "{refused:?}");
        let refused = read(&format!("{board}:x:0:1:00:0:0:0:0:10"));
        assert!(matches!(refused, PositionError::Unreadable(_)), "{refused:?}");
    }
}
