//! The ids of GNU Backgammon: a position id of 14 letters, and a match id of 12.
//!
//! A position id holds 80 bits: first the opponent of the side on roll, then the side on roll;
//! of each the points 1 to 24 and the bar, a one for every checker and a zero behind each place.
//!
//! A match id holds 72 bits, the lowest first; player 0 is Second, player 1 is First:
//!
//! ```text
//!  0  4  exponent of the cube, before a double that is open
//!  4  2  the player on whose side it lies, 3 for neither
//!  6  1  the player on roll (who doubled)
//!  7  1  this is the Crawford game
//!  8  3  0 or 1 being played, 2 over, 3 resigned, 4 dropped
//! 11  1  the player to decide; with an open double the other, or again the same: beavered
//! 12  1  a double is open
//! 13  2  resignation offered
//! 15  3  a die, 0 for none      18  3  the other die
//! 21 15  match length, 0 for money
//! 36 15  score of player 0      51 15  score of player 1
//! 66  1  money play without the Jacoby rule; set in matches too
//! ```
//!
//! Neither says that a side has passed up the cube and dice are due.

use super::super::board::Board;
use super::super::board::rules::{Backgammon, Phase};
use super::super::board::setup::{Setup, read_dice};
use super::super::board::steps::Move;
use super::super::board::variant::MoneyRules;
use super::base64;
use crate::base::Side;
use crate::game::{Position, PositionError};

/// What a refusal calls the 14 letters.
const POSITION: &str = "GNU position id";
/// What a refusal calls the 12 letters.
const MATCH: &str = "GNU match id";
/// The places of a side in the order of the id: points 1 to 24, then the bar.
const PLACES: std::ops::RangeInclusive<u8> = 1..=25;

/// Writes the position id: 14 letters, the side on roll in its second half.
pub fn write_position_id(game: &Backgammon, out: &mut String) {
    write_board_id(game.board(), out);
}

/// Writes the position id of a bare board, the mover in its second half.
pub fn write_board_id(board: Board, out: &mut String) {
    let (mut bits, mut at) = (0, 0);
    for checkers in [board.other, board.mover] {
        for place in PLACES {
            let number = checkers.count(place);
            bits |= ((1_u128 << number) - 1) << at;
            at += number + 1;
        }
    }
    base64::write(bits, 14, out);
}

/// Writes the match id: 12 letters.
pub fn write_match_id(game: &Backgammon, out: &mut String) {
    let (state, decides, doubled) = told(game);
    let (a, b) = match game.phase {
        Phase::Moving(a, b) => (a, b),
        _ => (0, 0),
    };
    let [first, second] = game.match_score.score.map(u128::from);
    let without_jacoby = !game.match_score.is_money() || !game.money.jacoby;
    let fields = [
        (0, u128::from(game.cube.log)),
        (4, game.cube.owner.map_or(3, player)),
        (6, player(game.on_roll)),
        (7, u128::from(game.match_score.is_crawford)),
        (8, state),
        (11, player(decides)),
        (12, u128::from(doubled)),
        (15, u128::from(a)),
        (18, u128::from(b)),
        (21, u128::from(game.match_score.length)),
        (36, second & 0x7FFF),
        (51, first & 0x7FFF),
        (66, u128::from(without_jacoby)),
    ];
    base64::write(fields.iter().fold(0, |bits, (at, value)| bits | value << at), 12, out);
}

/// The state of the game, who decides, and whether a double is open.
fn told(game: &Backgammon) -> (u128, Side, bool) {
    let (on_roll, other) = (game.on_roll, game.on_roll.other());
    match game.phase {
        Phase::Ready | Phase::Rolling | Phase::Moving(..) => (1, on_roll, false),
        Phase::Doubled => (1, other, true),
        Phase::Beavered => (1, on_roll, true),
        Phase::Over(_) if game.is_borne_off() => (2, on_roll, false),
        Phase::Over(outcome) if outcome.winner() == Some(on_roll) => (4, other, true),
        Phase::Over(_) => (4, on_roll, true),
    }
}

const fn player(side: Side) -> u128 {
    match side {
        Side::First => 1,
        Side::Second => 0,
    }
}

const fn side(player: u128) -> Side {
    if player == 0 { Side::Second } else { Side::First }
}

/// Reads a position id, or a position id and a match id joined by a colon.
///
/// A position id alone has First on roll and keeps what `start` is played for.
///
/// # Errors
/// [`PositionError`] naming the defect.
pub fn read_gnu_id(text: &str, start: &Backgammon) -> Result<Backgammon, PositionError> {
    let Some((position, details)) = text.split_once(':') else {
        let setup = Setup {
            checkers: read_checkers(text, Side::First)?,
            on_roll: Side::First,
            phase: Phase::Ready,
            cube_log: 0,
            cube_owner: None,
            length: start.match_score.length,
            score: start.match_score.score,
            is_crawford: Some(start.match_score.is_crawford),
            money: start.money,
        };
        return setup.place(start);
    };
    read_match(position, &Fields(base64::read(details, 12, MATCH)?), start)
}

/// The bits of a match id.
struct Fields(u128);

impl Fields {
    const fn at(&self, lowest: u8, width: u8) -> u128 {
        self.0 >> lowest & ((1 << width) - 1)
    }

    const fn is_set(&self, bit: u8) -> bool {
        self.at(bit, 1) == 1
    }
}

fn read_match(
    position: &str,
    fields: &Fields,
    start: &Backgammon,
) -> Result<Backgammon, PositionError> {
    let on_roll = side(fields.at(6, 1));
    let length = fields.at(21, 15) as u16;
    let money = if length == 0 {
        MoneyRules { jacoby: !fields.is_set(66), ..start.money }
    } else {
        start.money
    };
    let cube_owner = match fields.at(4, 2) {
        2 => return Err(PositionError(format!("the owner of the cube in a {MATCH} is 2"))),
        3 => None,
        number => Some(side(number)),
    };
    let setup = Setup {
        checkers: read_checkers(position, on_roll)?,
        on_roll,
        phase: read_phase(fields)?,
        cube_log: fields.at(0, 4) as u32,
        cube_owner,
        length,
        score: [fields.at(51, 15) as u16, fields.at(36, 15) as u16],
        is_crawford: Some(fields.is_set(7)),
        money,
    };
    let game = setup.place(start)?;
    ended(game, fields.at(8, 3))
}

fn read_phase(fields: &Fields) -> Result<Phase, PositionError> {
    if fields.at(13, 2) != 0 {
        return Err(PositionError::new("resignations are not played here"));
    }
    let (a, b) = (fields.at(15, 3) as u8, fields.at(18, 3) as u8);
    match (fields.is_set(12), a, b) {
        (true, 0, 0) if fields.at(6, 1) == fields.at(11, 1) => Ok(Phase::Beavered),
        (true, 0, 0) => Ok(Phase::Doubled),
        (true, ..) => Err(PositionError::new("a double is open, but dice lie on the table")),
        (false, 0, 0) => Ok(Phase::Ready),
        (false, ..) => read_dice(a, b),
    }
}

/// Compares the end of the game that a match id tells with the checkers.
fn ended(mut game: Backgammon, state: u128) -> Result<Backgammon, PositionError> {
    let is_open = matches!(game.phase, Phase::Doubled | Phase::Beavered);
    match state {
        0 | 1 => Ok(game),
        2 if game.is_borne_off() => Ok(game),
        2 => Err(PositionError::new("the game is said to be over, but both sides have checkers")),
        4 if is_open => {
            let _before = game.play(Move::Drop);
            Ok(game)
        }
        4 => Err(PositionError::new("a double is said to be dropped, but none is open")),
        _ => Err(PositionError(format!("a game in state {state} cannot be played on"))),
    }
}

fn read_checkers(text: &str, on_roll: Side) -> Result<[[u8; 26]; 2], PositionError> {
    let bits = base64::read(text, 14, POSITION)?;
    let mut checkers = [[0; 26]; 2];
    let mut at = 0;
    for side in [on_roll.other(), on_roll] {
        for place in PLACES {
            let number = (bits >> at).trailing_ones();
            at += number + 1;
            if at > 80 {
                return Err(PositionError(format!("too many checkers in a {POSITION}")));
            }
            checkers[side.index()][usize::from(place)] = number as u8;
        }
    }
    if bits >> at != 0 {
        return Err(PositionError(format!("more than 50 places in a {POSITION}")));
    }
    Ok(checkers)
}

#[cfg(test)]
mod tests {
    use super::{read_gnu_id, write_match_id, write_position_id};
    use crate::base::Side;
    use crate::game::{Dice, Position};
    use crate::games::backgammon::{Backgammon, Move, Phase};

    fn written(game: &Backgammon) -> String {
        let mut text = String::new();
        write_position_id(game, &mut text);
        text.push(':');
        write_match_id(game, &mut text);
        text
    }

    #[test]
    fn start_position_is_written_as_everybody_does() {
        assert!(written(&Backgammon::default()).starts_with("4HPwATDgc/ABMA:"));
    }

    /// Written by GNU Backgammon 1.07, its player 1 being First.
    #[test]
    fn ids_of_the_original_mean_the_same_here() {
        for (id, xgid) in [
            ("4HPwATDgc/ABMA:cAkHAAAAAAAE", "XGID=-b----E-C---eE---c-e----B-:0:0:1:61:0:0:0:0:10"),
            ("4HPwATDg8+ABJA:MAEAAAAAAAAE", "XGID=-a-a--E-C---dE---d-e----B-:0:0:-1:00:0:0:0:0:10"),
            ("4HPwATDg8+ABJA:MBkAAAAAAAAE", "XGID=-a-a--E-C---dE---d-e----B-:0:0:-1:D:0:0:0:0:10"),
            ("4HPwATDg8+ABJA:EREAAAAAAAAE", "XGID=-a-a--E-C---dE---d-e----B-:1:1:-1:B:0:0:0:0:10"),
            ("4HPwATDg8+ABJA:EwEKAAAAAAAE", "XGID=-a-a--E-C---dE---d-e----B-:3:1:-1:42:0:0:0:0:10"),
            ("4HPwATDgc/ABMA:UQngABAAEAAE", "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:2:1:0:7:10"),
            ("4HPwATDgc/ABMA:cAmgAEAAEAAE", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:4:0:5:10"),
        ] {
            let start = Backgammon::of("4HPwATDgc/ABMA", true);
            let game = read_gnu_id(id, &start).unwrap();
            assert_eq!(game, Backgammon::of(xgid, true), "{id}");
            assert_eq!(written(&game), id);
        }
    }

    #[test]
    fn drops_and_ends_read_back() {
        let start = Backgammon::of("4HPwATDgc/ABMA", true);
        let mut game =
            Backgammon::of("XGID=-b----E-C---eE---c-e----B-:1:-1:-1:00:0:0:0:0:10", true);
        game.play(Move::Double);
        game.play(Move::Drop);
        assert_eq!(read_gnu_id(&written(&game), &start), Ok(game));
        let mut game = Backgammon::of("XGID=-A----------------------a-:1:-1:1:00:0:0:0:0:10", true);
        game.lay_dice(2, 1).unwrap();
        let mut moves = Vec::new();
        game.moves(&mut moves);
        game.play(moves[0]);
        assert!(matches!(game.phase(), Phase::Over(_)));
        assert_eq!(game.on_roll(), Side::First);
        assert_eq!(read_gnu_id(&written(&game), &start), Ok(game));
    }

    #[test]
    fn refusal_names_the_defect() {
        for (text, defect) in [
            ("4HPwATDgc/ABM", "a GNU position id has 14 letters, not 13"),
            ("4HPwATDgc/ABM!", "no letter '!' in a GNU position id"),
            ("4HPwATDgc/ABMA:", "a GNU match id has 12 letters, not 0"),
            ("4HPwATDgc/ABMA:cAkAAAAAAAA=", "no letter '=' in a GNU match id"),
            ("4HPwATDgc/ABMA:cIkDAAAAAAAE", "a die shows 1 to 6, not 7"),
            ("//////////////", "too many checkers in a GNU position id"),
            ("AAAAAAAAAAAAAA", "both sides have borne off every checker"),
            ("AAAAAAAAAAAAAQ", "more than 50 places in a GNU position id"),
            ("AQAACAAAAAAAAA", ""),
        ] {
            match read_gnu_id(text, &Backgammon::default()) {
                Err(refused) => assert!(refused.0.starts_with(defect), "{text}: {refused}"),
                Ok(_) => assert_eq!(defect, "", "{text}"),
            }
        }
    }
}
