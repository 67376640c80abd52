//! The ids of GNU Backgammon: a position id of 14 letters, and a match id of 12.
//!
//! A position id holds 80 bits: first the opponent of the side on roll, then the side on roll;
//! of each the points 1 to 24 and the bar, a one for every checker and a zero after each place.
//!
//! A match id holds 72 bits, the lowest first; player 0 is Second, player 1 is First. The constants
//! of type `Field` list its fields.
//!
//! Neither id has a place for the fact that a side has not doubled and the dice are due.

use super::base64;
use crate::base::{Outcome, Side};
use crate::game::{Position, PositionError};
use crate::games::backgammon::board::game_settings::MoneyRules;
use crate::games::backgammon::board::game_state_and_cube_rules::{Backgammon, Phase};
use crate::games::backgammon::board::moves::Move;
use crate::games::backgammon::board::unchecked_position::{UncheckedPosition, read_dice};
use crate::games::backgammon::board::{BAR, Board, PLACE_COUNT};

/// The name of the 14 letters in a refusal.
const POSITION_ID_IN_WORDS: &str = "a GNU position id";
/// The name of the 12 letters in a refusal.
const MATCH_ID_IN_WORDS: &str = "a GNU match id";
/// The places of a side in the order of the id: points 1 to 24, then the bar.
const PLACES: std::ops::RangeInclusive<u8> = 1..=BAR;

/// Places of both sides in a position id: 25 each, since those off are not in it.
const POSITION_PLACES: usize = 2 * (PLACE_COUNT - 1);
/// Letters of a position id.
const POSITION_LETTERS: u32 = 14;
/// Bits of a position id.
const POSITION_BITS: u32 = 80;
/// Letters of a match id.
const MATCH_LETTERS: u32 = 12;

/// A field of a match id: its lowest bit, and its width in bits.
#[derive(Clone, Copy)]
struct Field {
    /// The number of its lowest bit, from 0.
    lowest: u8,
    /// Its width in bits, at least 1.
    width: u8,
}

const fn field(lowest: u8, width: u8) -> Field {
    Field { lowest, width }
}

impl Field {
    /// The largest number that it holds.
    const fn largest(self) -> u128 {
        (1 << self.width) - 1
    }
}

/// The binary logarithm of the cube's value, before a double that is open.
const CUBE: Field = field(0, 4);
/// The player that owns the cube; [`CENTRED`] if neither does.
const CUBE_OWNER: Field = field(4, 2);
/// The player on roll: with an open double or a dropped one the player that doubled, after the game
/// has ended on the board the one that lost.
const ON_ROLL: Field = field(6, 1);
/// Whether this is the Crawford game.
const CRAWFORD: Field = field(7, 1);
/// The state of the game: one of the constants below.
const GAME_STATE: Field = field(8, 3);
/// The player whose turn it is. With an open double or a dropped one that is the other player, or
/// again the player on roll if the double was beavered.
const TURN: Field = field(11, 1);
/// Whether a double is open.
const DOUBLE: Field = field(12, 1);
/// The resignation that is offered, 0 for none.
const RESIGNATION: Field = field(13, 2);
/// The greater die, 0 before the roll.
const FIRST_DIE: Field = field(15, 3);
/// The smaller die, 0 before the roll.
const SECOND_DIE: Field = field(18, 3);
/// The length of the match, 0 for money play.
const MATCH_LENGTH: Field = field(21, 15);
/// The score of player 0, with the points of this game if it has ended.
const SCORE_OF_0: Field = field(36, 15);
/// The score of player 1, with the points of this game if it has ended.
const SCORE_OF_1: Field = field(51, 15);
/// Set in money play without the Jacoby rule, and in matches.
const NO_JACOBY: Field = field(66, 1);

/// The owner of a cube in the middle.
const CENTRED: u128 = 3;
/// The state before the first roll.
const NOT_STARTED: u128 = 0;
/// The state of a game that is being played.
const PLAYING: u128 = 1;
/// The state of a game that ended on the board.
const OVER: u128 = 2;
/// The state of a game that ended by a resignation.
const RESIGNED: u128 = 3;
/// The state of a game that ended by a dropped double.
const DROPPED: u128 = 4;

/// Writes the position id: 14 letters, the side on roll in its second half.
///
/// After the last checker has been borne off, that is the side that lost.
pub fn write_position_id(game: &Backgammon, out: &mut String) {
    let board = game.board();
    write_board_id(if is_borne_off(game) { board.swapped() } else { board }, out);
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
    base64::write(bits, POSITION_LETTERS, out);
}

/// Writes the match id: 12 letters.
pub fn write_match_id(game: &Backgammon, out: &mut String) {
    let PlayState { state, on_roll, decides, is_doubled } = PlayState::of(game);
    // The id does not depend on the order in which the dice were given.
    let (a, b) = game.rolled().map_or((0, 0), |roll| (roll.high(), roll.low()));
    let [first, second] = score_after(game).map(u128::from);
    let without_jacoby = !game.match_score.is_money() || !game.money.jacoby;
    let fields = [
        (CUBE, u128::from(game.cube.log)),
        (CUBE_OWNER, game.cube.owner.map_or(CENTRED, player)),
        (ON_ROLL, player(on_roll)),
        (CRAWFORD, u128::from(game.match_score.is_crawford)),
        (GAME_STATE, state),
        (TURN, player(decides)),
        (DOUBLE, u128::from(is_doubled)),
        (FIRST_DIE, u128::from(a)),
        (SECOND_DIE, u128::from(b)),
        (MATCH_LENGTH, u128::from(game.match_score.length)),
        (SCORE_OF_0, second.min(SCORE_OF_0.largest())),
        (SCORE_OF_1, first.min(SCORE_OF_1.largest())),
        (NO_JACOBY, u128::from(without_jacoby)),
    ];
    let bits = fields.iter().fold(0, |bits, (field, value)| bits | value << field.lowest);
    base64::write(bits, MATCH_LETTERS, out);
}

/// Whether the game has ended on the board.
fn is_borne_off(game: &Backgammon) -> bool {
    matches!(game.phase, Phase::Over(_)) && game.is_borne_off()
}

/// The score of First and Second, with the points of this game if it has ended.
fn score_after(game: &Backgammon) -> [u32; 2] {
    match game.phase {
        Phase::Over(Outcome::Win { side, points }) => game.match_score.points_after(side, points),
        _ => game.match_score.score.map(u32::from),
    }
}

/// How far a game is, as a match id says it.
struct PlayState {
    /// [`PLAYING`], [`OVER`] or [`DROPPED`].
    state: u128,
    /// The side of [`ON_ROLL`].
    on_roll: Side,
    /// The side whose turn it is.
    decides: Side,
    /// Whether a double is open.
    is_doubled: bool,
}

impl PlayState {
    fn of(game: &Backgammon) -> Self {
        let (on_roll, other) = (game.on_roll, game.on_roll.other());
        let (state, on_roll, decides, is_doubled) = match game.phase {
            Phase::Ready | Phase::Rolling | Phase::Moving(..) => (PLAYING, on_roll, on_roll, false),
            Phase::Doubled => (PLAYING, on_roll, other, true),
            Phase::Beavered => (PLAYING, on_roll, on_roll, true),
            Phase::Over(_) if game.is_borne_off() => (OVER, other, other, false),
            Phase::Over(outcome) if outcome.winner() == Some(on_roll) => {
                (DROPPED, on_roll, other, false)
            }
            Phase::Over(_) => (DROPPED, on_roll, on_roll, false),
        };
        Self { state, on_roll, decides, is_doubled }
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
/// A position id alone has First on roll, and the match score and rules of `start`.
///
/// # Errors
/// [`PositionError`] naming the defect.
pub fn read_gnu_id(text: &str, start: &Backgammon) -> Result<Backgammon, PositionError> {
    let Some((position, details)) = text.split_once(':') else {
        let setup = UncheckedPosition {
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
        return setup.checked(start);
    };
    read_match(position, &Fields(base64::read(details, MATCH_LETTERS, MATCH_ID_IN_WORDS)?), start)
}

/// A match id as one number.
struct Fields(u128);

impl Fields {
    const fn get(&self, field: Field) -> u128 {
        self.0 >> field.lowest & field.largest()
    }

    /// Whether a field of one bit is set.
    const fn is_set(&self, field: Field) -> bool {
        self.get(field) == 1
    }
}

fn read_match(
    position: &str,
    fields: &Fields,
    start: &Backgammon,
) -> Result<Backgammon, PositionError> {
    let on_roll = side(fields.get(ON_ROLL));
    let length = fields.get(MATCH_LENGTH) as u16;
    let money = if length == 0 {
        MoneyRules { jacoby: !fields.is_set(NO_JACOBY), ..start.money }
    } else {
        start.money
    };
    let cube_owner = match fields.get(CUBE_OWNER) {
        2 => {
            return Err(PositionError::unreadable(format!(
                "the owner of the cube in {MATCH_ID_IN_WORDS} is 2"
            )));
        }
        CENTRED => None,
        number => Some(side(number)),
    };
    let setup = UncheckedPosition {
        checkers: read_checkers(position, on_roll)?,
        on_roll,
        phase: read_phase(fields)?,
        cube_log: fields.get(CUBE) as u32,
        cube_owner,
        length,
        score: [fields.get(SCORE_OF_1) as u16, fields.get(SCORE_OF_0) as u16],
        is_crawford: Some(fields.is_set(CRAWFORD)),
        money,
    };
    match fields.get(GAME_STATE) {
        NOT_STARTED | PLAYING => setup.checked(start),
        OVER | DROPPED => read_ended_game(setup, fields, start),
        RESIGNED => Err(PositionError::impossible("a game that was resigned cannot be taken over")),
        state => {
            Err(PositionError::impossible(format!("the state {state} in {MATCH_ID_IN_WORDS}")))
        }
    }
}

fn read_phase(fields: &Fields) -> Result<Phase, PositionError> {
    let state = fields.get(GAME_STATE);
    if fields.get(RESIGNATION) != 0 && state != RESIGNED {
        return Err(PositionError::impossible("resignations are not played here"));
    }
    let (a, b) = (fields.get(FIRST_DIE) as u8, fields.get(SECOND_DIE) as u8);
    match (fields.is_set(DOUBLE) || state == DROPPED, a, b) {
        (true, 0, 0) if fields.get(ON_ROLL) == fields.get(TURN) => Ok(Phase::Beavered),
        (true, 0, 0) => Ok(Phase::Doubled),
        (true, ..) => Err(PositionError::impossible("a double is open, but dice lie on the table")),
        (false, 0, 0) => Ok(Phase::Ready),
        (false, ..) => read_dice(a, b),
    }
}

/// A game that has ended, if that agrees with the checkers. Its points are in the score of `setup`.
fn read_ended_game(
    setup: UncheckedPosition,
    fields: &Fields,
    start: &Backgammon,
) -> Result<Backgammon, PositionError> {
    let is_dropped = fields.get(GAME_STATE) == DROPPED;
    if is_dropped && fields.is_set(CRAWFORD) {
        return Err(PositionError::impossible("there is no double in the Crawford game"));
    }
    let before = UncheckedPosition { score: [0, 0], is_crawford: Some(false), ..setup };
    let mut game = before.checked(start)?;
    if is_dropped {
        let _doubled = game.play(Move::Drop);
    }
    let Phase::Over(Outcome::Win { side, points }) = game.phase else {
        return Err(PositionError::impossible(
            "the game is said to be over, but both sides have checkers",
        ));
    };
    let mut score = setup.score;
    let counted = u16::try_from(game.match_score.counted(points)).unwrap_or(u16::MAX);
    let of_winner = &mut score[side.index()];
    *of_winner = match of_winner.checked_sub(counted) {
        Some(before) => before,
        None if game.match_score.is_money() => 0,
        None => {
            return Err(PositionError::impossible(
                "the winner of the game has fewer points than it gives",
            ));
        }
    };
    let match_score = UncheckedPosition { score, ..setup }.match_score(start.match_score)?;
    Ok(Backgammon { match_score, ..game })
}

fn read_checkers(text: &str, on_roll: Side) -> Result<[[u8; PLACE_COUNT]; 2], PositionError> {
    let bits = base64::read(text, POSITION_LETTERS, POSITION_ID_IN_WORDS)?;
    let mut checkers = [[0; PLACE_COUNT]; 2];
    let mut at = 0;
    for side in [on_roll.other(), on_roll] {
        for place in PLACES {
            let number = (bits >> at).trailing_ones();
            at += number + 1;
            if at > POSITION_BITS {
                return Err(PositionError::unreadable(format!(
                    "too many checkers in {POSITION_ID_IN_WORDS}"
                )));
            }
            checkers[side.index()][usize::from(place)] = number as u8;
        }
    }
    if bits >> at != 0 {
        return Err(PositionError::unreadable(format!(
            "more than {POSITION_PLACES} places in {POSITION_ID_IN_WORDS}"
        )));
    }
    Ok(checkers)
}

#[cfg(test)]
mod tests {
    use super::{read_gnu_id, write_match_id, write_position_id};
    use crate::base::Side;
    use crate::game::{Dice, Notation, Position};
    use crate::games::backgammon::{Backgammon, Move, Phase};

    fn written(game: &Backgammon) -> String {
        let mut text = String::new();
        write_position_id(game, &mut text);
        text.push(':');
        write_match_id(game, &mut text);
        text
    }

    #[test]
    fn match_id_does_not_depend_on_the_order_of_the_dice() {
        for dice in ["52", "25"] {
            let text = format!("XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:0:0:10");
            let mut id = String::new();
            write_match_id(&Backgammon::from_text(&text, true), &mut id);
            assert_eq!(id, "cIkKAAAAAAAE", "{dice}");
        }
    }

    #[test]
    fn start_position_is_written_as_in_other_programs() {
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
            let start = Backgammon::from_text("4HPwATDgc/ABMA", true);
            let game = read_gnu_id(id, &start).unwrap();
            assert_eq!(game, Backgammon::from_text(xgid, true), "{id}");
            assert_eq!(written(&game), id);
        }
    }

    #[test]
    fn dropped_and_finished_games_read_back() {
        let start = Backgammon::from_text("4HPwATDgc/ABMA", true);
        let mut game =
            Backgammon::from_text("XGID=-b----E-C---eE---c-e----B-:1:-1:-1:00:0:0:0:0:10", true);
        game.play(Move::Double);
        game.play(Move::Drop);
        assert_eq!(read_gnu_id(&written(&game), &start), Ok(game));
        let mut game =
            Backgammon::from_text("XGID=-A----------------------a-:1:-1:1:00:0:0:0:0:10", true);
        game.lay_dice(2, 1).unwrap();
        let mut moves = Vec::new();
        game.moves(&mut moves);
        game.play(moves[0]);
        assert!(matches!(game.phase(), Phase::Over(_)));
        assert_eq!(game.on_roll(), Side::First);
        assert_eq!(read_gnu_id(&written(&game), &start), Ok(game));
    }

    /// Written by GNU Backgammon 1.07, its player 1 being First: the points are in the score.
    #[test]
    fn ended_games_of_the_original_mean_the_same_here() {
        for (id, xgid, actions) in [
            (
                "AAAAgAAAAAAAAA:EQKgACAAGAAE",
                "XGID=-A----------------a-------:1:1:1:21:1:2:0:5:10",
                &["1/off"][..],
            ),
            (
                "AAAAgAAAAAAAAA:MAIgAAAACAAE",
                "XGID=-A----------------a-------:0:0:1:21:0:0:0:1:10",
                &["1/off"],
            ),
            (
                "4HPwATDg8+ABJA:cATgAAAACAAE",
                "XGID=-b----E-D---eD---c-e--A-A-:0:0:1:00:0:0:0:7:10",
                &["double", "drop"],
            ),
            (
                "4HPwATDg8+ABJA:MAzgABAAAAAE",
                "XGID=-a-a--E-C---dE---d-e----B-:0:0:-1:00:0:0:0:7:10",
                &["double", "drop"],
            ),
        ] {
            let start = Backgammon::from_text("4HPwATDgc/ABMA", true);
            let mut game = Backgammon::from_text(xgid, true);
            for action in actions {
                let (action, _) = game.read_move(action).unwrap();
                game.play(action);
            }
            assert_eq!(read_gnu_id(id, &start), Ok(game), "{id}");
            assert_eq!(written(&game), id);
        }
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
            ("4HPwATDgc/ABMA:QUPgAEAAAAAE", "a game that was resigned cannot be taken over"),
            ("4HPwATDg8+ABJA:8ATgADAAOAAE", "there is no double in the Crawford game"),
            ("4HPwATDg8+ABJA:cATgAAAAAAAE", "the winner of the game has fewer points"),
            ("4HPwATDgc/ABMA:QcHlAAAAAAAE", "resignations are not played here"),
            ("4HPwATDgc/ABMA:MAIgAAAACAAE", "the game is said to be over, but both sides have"),
            ("AAAAAAAAAAAAAA", "both sides have borne off every checker"),
            ("AAAAAAAAAAAAAQ", "more than 50 places in a GNU position id"),
            ("AQAACAAAAAAAAA", ""),
        ] {
            let start = Backgammon::from_text("4HPwATDgc/ABMA", true);
            match read_gnu_id(text, &start) {
                Err(refused) => {
                    assert!(refused.to_string().starts_with(defect), "{text}: {refused}");
                }
                Ok(_) => assert_eq!(defect, "", "{text}"),
            }
        }
    }
}
