//! Moves and positions as text: the trait [`Notation`], and the choice of the reader for a text.

use std::fmt;

use super::{drawing, gnu_id, read_fibs_board, read_play, read_snowie_text, xgid};
use crate::base::Side;
use crate::board::drawing_style::Style;
use crate::game::{Dice, MoveError, Notation, Position, PositionError, Turn};
use crate::games::backgammon::board::cube::Cube;
use crate::games::backgammon::board::game_state_and_cube_rules::{Backgammon, CUBE_OFFERED, Phase};
use crate::games::backgammon::board::moves::{Move, Steps};
use crate::games::backgammon::board::{BAR, OFF};

impl Notation for Backgammon {
    /// Reads the whole word; a play may be spelled in any way that leads to a legal result.
    fn read_move<'a>(&self, text: &'a str) -> Result<(Move, &'a str), MoveError> {
        if text.starts_with("resign") {
            return Err(MoveError::Illegal("resignations are not played here: please play on"));
        }
        let word = Move::WORDS.iter().find(|(word, _)| *word == text).map(|(_, m)| *m);
        let mut legal = Vec::with_capacity(3);
        match (word, self.rolled()) {
            (None | Some(Move::Checkers(_)), Some(roll)) => {
                let steps = read_play::read_play(self.board(), roll, text)?;
                return Ok((Move::Checkers(steps), ""));
            }
            (Some(_), Some(_)) => {
                let cube =
                    if self.cube.in_use { "the dice are rolled: play them" } else { CUBE_OFF };
                return Err(MoveError::Illegal(cube));
            }
            (_, None) => self.moves(&mut legal),
        }
        match word {
            Some(m) if legal.contains(&m) => Ok((m, "")),
            Some(Move::Checkers(_) | Move::Roll) if self.needs_dice() => Err(MoveError::NeedDice),
            Some(action) => Err(MoveError::Illegal(self.why_no_cube_action(action))),
            None if read_play::is_play(text) && self.needs_dice() => Err(MoveError::NeedDice),
            None if read_play::is_play(text) => {
                Err(MoveError::Illegal(self.what_is_to_be_decided()))
            }
            None => Err(MoveError::Unreadable("roll, double, take, drop or beaver")),
        }
    }

    fn write_move(&self, m: Move, out: &mut String) {
        match Move::WORDS.iter().find(|(_, word)| *word == m) {
            Some((word, _)) => out.push_str(word),
            None => {
                if let Move::Checkers(steps) = m {
                    out.push_str(&steps.to_string());
                }
            }
        }
    }

    /// Reads XGID, a GNU id, a FIBS board, or a Snowie text.
    ///
    /// The cube may follow (`… cube 4 first`), and the cube action played last (`… roll`).
    fn read_position(&self, text: &str) -> Result<Self, PositionError> {
        // The names in a Snowie text may have blanks.
        let text = text.trim_ascii_start();
        let last = text.rfind(';').unwrap_or_default();
        let end = text[last..].find(|c: char| c.is_ascii_whitespace()).map(|at| last + at);
        let (position, rest) = text.split_at(end.unwrap_or(text.len()));
        let mut words = rest.split_ascii_whitespace();
        let mut game = if position.contains(';') {
            read_snowie_text::read_snowie(position, self)?
        } else if position.starts_with("board:") {
            read_fibs_board::read_fibs(position, self)?
        } else if position.starts_with("XGID=") || position.split(':').count() > 2 {
            xgid::read_xgid(position, self)?
        } else {
            gnu_id::read_gnu_id(position, self)?
        };
        while let Some(word) = words.next() {
            let cannot = || {
                PositionError::impossible(format!(
                    "'{word}' cannot be played there; moves follow the word 'moves'"
                ))
            };
            if word == "cube" {
                game = game.with_cube(read_cube(game.cube, [words.next(), words.next()])?)?;
                continue;
            }
            if game.rolled().is_some() {
                return Err(cannot());
            }
            let (m, _) = game.read_move(word).map_err(|_| cannot())?;
            let _before = game.play(m);
        }
        Ok(game)
    }

    fn write_position(&self, out: &mut String) {
        xgid::write_xgid(self, out);
    }

    fn draw(&self, style: Style, out: &mut String) {
        drawing::draw(self, style, out);
    }

    fn ending(&self) -> Option<String> {
        let Turn::Over(outcome) = self.turn() else { return None };
        let has_borne_off =
            outcome.winner().is_some_and(|winner| self.checkers(winner).all_borne_off());
        let words = match outcome.points() / self.cube.value() {
            _ if !has_borne_off => "dropped double",
            3 => "backgammon",
            2 => "gammon",
            _ => "all checkers off",
        };
        Some(words.to_owned())
    }
}

/// A cube of this value on this side; in the middle it shows 1.
fn read_cube(cube: Cube, words: [Option<&str>; 2]) -> Result<Cube, PositionError> {
    let value = words[0].and_then(|word| word.parse().ok()).filter(|n: &u32| n.is_power_of_two());
    let log = value.map_or(u32::MAX, u32::ilog2);
    let owner = match words[1] {
        Some("middle") => Some(None),
        Some("first") => Some(Some(Side::First)),
        Some("second") => Some(Some(Side::Second)),
        _ => None,
    };
    match owner {
        Some(owner) if log <= u32::from(Cube::HIGHEST) => {
            Ok(Cube { log: log as u8, owner, ..cube })
        }
        _ => Err(PositionError::impossible(
            "a cube is a power of two up to 1024, and middle|first|second",
        )),
    }
}

/// The refusal of a cube action in a game without the cube.
const CUBE_OFF: &str = "the cube is off: 'newgame backgammon cube on' plays with it";

impl Backgammon {
    /// Whether the dice are due, at once or after the decision not to double.
    fn needs_dice(&self) -> bool {
        matches!(self.turn(), Turn::Roll(_)) || self.implied_move().is_some()
    }

    /// The decision that is due here, for the refusal of any other move.
    fn what_is_to_be_decided(&self) -> &'static str {
        match (self.phase, self.turn()) {
            (Phase::Doubled | Phase::Beavered, _) => CUBE_OFFERED,
            (_, Turn::Decide(_)) => "roll, or double: the dice come after that",
            (_, Turn::Roll(_)) => "the dice are due, and the cube cannot be turned",
            (_, Turn::Over(_)) => "the game is over",
        }
    }

    /// Why a cube action cannot be played in a position without dice.
    fn why_no_cube_action(&self, action: Move) -> &'static str {
        match (self.phase, action) {
            (Phase::Ready | Phase::Rolling, Move::Double) if !self.cube.in_use => CUBE_OFF,
            (Phase::Rolling, Move::Double) => "the side on roll did not double: the dice are due",
            (Phase::Ready, Move::Double) => self.why_no_double(),
            (Phase::Ready | Phase::Rolling, _) => "no double was offered",
            (Phase::Doubled, Move::Beaver) => "beavers are not played here",
            _ => self.what_is_to_be_decided(),
        }
    }

    /// Why the side on roll may not double before its roll, with the cube in use.
    fn why_no_double(&self) -> &'static str {
        if self.match_score.is_crawford {
            "there is no double in the Crawford game"
        } else if self.is_opening() {
            "there is no double before the first roll of a game"
        } else if self.cube.owner == Some(self.on_roll.other()) {
            "the cube belongs to the other side"
        } else if self.stake_wins_match(self.on_roll) {
            "the cube is dead: the stake is all that this side needs to win the match"
        } else {
            "the cube is at 1024, the highest"
        }
    }
}

/// A play as `bar/21,8/4`; the forced `pass` has no steps.
impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("pass");
        }
        for (index, step) in self.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            match step.from {
                BAR => write!(f, "{comma}bar/")?,
                from => write!(f, "{comma}{from}/")?,
            }
            match step.to() {
                OFF => f.write_str("off")?,
                to => write!(f, "{to}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
impl Backgammon {
    /// A position from its text, in the standard variant.
    pub(crate) fn from_text(text: &str, cube: bool) -> Self {
        let settings = crate::games::backgammon::GameSettings { cube, ..Default::default() };
        Self::start(&settings).read_position(text).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use crate::base::{Outcome, Side};
    use crate::game::{MoveError, Notation, Position, Turn};
    use crate::games::backgammon::{Backgammon, Move};

    const LATER: &str = "XGID=-b---BD-B---eE---c-e----B-:0:0:-1:00:0:0:2:0:10";

    #[test]
    fn cube_words_are_read_where_they_are_legal() {
        let mut game = Backgammon::from_text(LATER, true);
        assert_eq!(game.read_move("double"), Ok((Move::Double, "")));
        assert_eq!(game.read_move("take"), Err(MoveError::Illegal("no double was offered")));
        assert_eq!(game.read_move("8/5,6/5"), Err(MoveError::NeedDice));
        assert_eq!(game.read_move("pass"), Err(MoveError::NeedDice));
        assert!(matches!(game.read_move("8/5x"), Err(MoveError::Unreadable(_))));
        assert!(matches!(game.read_move("döuble"), Err(MoveError::Unreadable(_))));
        game.play(Move::Double);
        assert_eq!(game.read_move("beaver"), Ok((Move::Beaver, "")));
        assert!(matches!(game.read_move("pass"), Err(MoveError::Illegal(_))));
    }

    #[test]
    fn double_that_cannot_be_offered_is_refused_with_the_reason() {
        for (fields, cube, reason) in [
            ("0:0:-1:00:0:0:0:0", false, "the cube is off"),
            ("0:0:-1:31:0:0:0:0", false, "the cube is off"),
            ("0:0:-1:31:0:0:0:0", true, "the dice are rolled: play them"),
            ("0:0:-1:00:0:0:0:1", true, "the cube is dead"),
            ("0:0:-1:00:4:2:1:5", true, "there is no double in the Crawford game"),
            ("1:1:-1:00:0:0:0:0", true, "the cube belongs to the other side"),
            ("10:0:-1:00:0:0:0:0", true, "the cube is at 1024"),
        ] {
            let text = format!("XGID=-b---BD-B---eE---c-e----B-:{fields}:10");
            let refused =
                Backgammon::from_text(&text, cube).read_move("double").unwrap_err().to_string();
            assert!(refused.starts_with(reason), "{fields}: {refused}");
        }
        let mut game = Backgammon::from_text(LATER, true);
        game.play(Move::Roll);
        let refused = game.read_move("double").unwrap_err().to_string();
        assert!(refused.ends_with("the dice are due"), "{refused}");
    }

    #[test]
    fn every_sequence_of_cube_actions_can_be_written_and_read() {
        let lines: [&[Move]; 6] = [
            &[Move::Roll],
            &[Move::Double],
            &[Move::Double, Move::Take],
            &[Move::Double, Move::Drop],
            &[Move::Double, Move::Beaver, Move::Take],
            &[Move::Double, Move::Beaver, Move::Drop],
        ];
        for line in lines {
            let mut game = Backgammon::from_text(LATER, true);
            for m in line {
                game.play(*m);
                let mut text = String::new();
                game.write_position(&mut text);
                assert_eq!(Backgammon::from_text(&text, true), game, "{text}");
            }
        }
    }

    #[test]
    fn resignation_is_refused_in_every_phase() {
        let mut game = Backgammon::from_text(LATER, true);
        for word in [Move::Roll, Move::Double] {
            let refused = game.read_move("resign").unwrap_err().to_string();
            assert!(refused.contains("please play on"), "{refused}");
            game = Backgammon::from_text(LATER, true);
            game.play(word);
        }
        assert!(game.read_move("resigns").is_err());
    }

    #[test]
    fn cube_may_follow_a_position() {
        let start = Backgammon::default();
        let game = start.read_position("4HPwATDgc/ABMA cube 4 second").unwrap();
        assert_eq!((game.cube().value(), game.cube().owner), (4, Some(Side::Second)));
        for cube in ["", "4", "3 first", "4 x", "2048 first", "0 first", "-1 first"] {
            let refused = start.read_position(&format!("4HPwATDgc/ABMA cube {cube}"));
            assert!(
                refused.unwrap_err().to_string().starts_with("a cube is a power of two"),
                "{cube}"
            );
        }
        let open = "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10";
        let refused = start.read_position(open).unwrap_err().to_string();
        assert_eq!(refused, "there is a double, but the cube is off");
        let with_cube = Backgammon::from_text("4HPwATDgc/ABMA", true);
        assert!(with_cube.read_position(open).is_ok());
        let not_had = format!("{open} cube 2 second");
        assert!(with_cube.read_position(&not_had).is_err(), "the side does not have it");
        let over = "XGID=-----------------------bb-:0:0:1:00:0:0:0:0:10";
        let ended = start.read_position(&format!("{over} cube 4 first")).unwrap();
        let outcome = Outcome::Win { side: Side::First, points: 4 };
        assert_eq!(ended.turn(), Turn::Over(outcome), "the cube counts for a game that is over");
        let dropped = "4HPwATDg8+ABJA:cATgAAAACAAE cube 4 first";
        let refused = with_cube.read_position(dropped).unwrap_err().to_string();
        assert_eq!(refused, "the game is over by a drop: its cube is given");
    }

    #[test]
    fn words_after_a_position_must_be_playable() {
        let start = Backgammon::default();
        for text in ["4HPwATDgc/ABMA drop", "4HPwATDgc/ABMA é", "4HPwATDgc/ABMA:cAkHAAAAAAAE roll"]
        {
            let refused = start.read_position(text).unwrap_err();
            assert!(refused.to_string().contains("cannot be played there"), "{refused}");
        }
        assert!(start.read_position("").is_err());
    }
}
