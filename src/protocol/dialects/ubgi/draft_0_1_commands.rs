//! The lines of draft 0.1 that describe the session, its options and its position, and `go`.

use super::match_and_position::{GivenPosition, MatchAndPosition};
use super::requested_answer::RequestedAnswer;
use crate::base::whole_numbers::read_whole_number;
use crate::protocol::grammar::command::{Command, Go, Tokens};
use crate::protocol::grammar::command_table;
use crate::protocol::grammar::refusal::{Code, Refusal};

/// The words of draft 0.1 that draft 0.01 does not know.
pub(super) const WORDS: [&str; 9] = [
    "setoption",
    "newgame",
    "newsession",
    "setscore",
    "setcube",
    "setturn",
    "position",
    "dice",
    "go",
];

/// The highest value of the cube.
const HIGHEST_CUBE: u64 = 1_024;

fn syntax_refusal(text: impl Into<String>) -> Refusal {
    Refusal::new(Code::BadSyntax, text)
}

/// The arguments of a line that is refused for its own.
fn form_of(word: &str) -> String {
    let arguments = match word {
        "setscore" => "<p0> <p1>",
        "setcube" => "value <n> owner center|p0|p1",
        "setturn" => "p0|p1",
        "position" => "gnubgid <id>' or 'position xgid <XGID>",
        "dice" => "<a> <b>",
        _ => return format!("nothing after '{word}'"),
    };
    format!("'{word} {arguments}'")
}

impl MatchAndPosition {
    /// Executes a line that sets something of the session, or changes nothing.
    ///
    /// # Errors
    /// A [`Refusal`] if the line cannot be read, or the game does not take what it says.
    pub(super) fn set(&mut self, word: &str, rest: &str) -> Result<Vec<Command>, Refusal> {
        let before = self.clone();
        let commands = self.change(word, rest);
        let checked = commands.and_then(|commands| self.check().map(|()| commands));
        if checked.is_err() {
            *self = before;
        }
        checked
    }

    fn change(&mut self, word: &str, rest: &str) -> Result<Vec<Command>, Refusal> {
        let words: Vec<&str> = rest.split_ascii_whitespace().collect();
        match (word, words.as_slice()) {
            ("setoption", _) => return self.set_option(rest),
            ("newgame", []) => {
                (self.position, self.dice) = (None, None);
                (self.cube, self.cube_owner, self.turn) = (1, None, 0);
                self.note_crawford_game();
                return Ok(self.reopen().into_iter().collect());
            }
            ("newsession", keys) => self.begin_session(keys)?,
            ("setscore", [first, second]) => {
                self.set_score([number(first)?, number(second)?]);
                if self.match_length > 0
                    && self.score.iter().any(|points| *points >= self.match_length)
                {
                    let length = self.match_length;
                    let text = format!("'{rest}' is not a score of a match to {length} points");
                    return Err(Refusal::new(Code::BadValue, text));
                }
            }
            ("setcube", ["value", value, "owner", owner]) => {
                let owner = match *owner {
                    "center" | "centre" => None,
                    player => Some(player_of(player)?),
                };
                (self.cube, self.cube_owner) = (cube_value(value)?, owner);
            }
            ("setturn", [player]) => self.turn = player_of(player)?,
            ("position", ["gnubgid", id]) => {
                refuse_more_than_position_id(id)?;
                self.take_position(GivenPosition::Gnu((*id).to_owned()));
            }
            ("position", ["xgid", id]) => {
                let id = id.strip_prefix("XGID=").unwrap_or(id);
                self.take_position(GivenPosition::Xgid(format!("XGID={id}")));
            }
            ("dice", [first, second]) => {
                self.dice = Some((die(first)?, die(second)?));
            }
            _ => return Err(syntax_refusal(format!("expected {}", form_of(word)))),
        }
        Ok(Vec::new())
    }

    fn take_position(&mut self, position: GivenPosition) {
        (self.position, self.dice) = (Some(position), None);
    }

    fn begin_session(&mut self, keys: &[&str]) -> Result<(), Refusal> {
        let mut next = Self { variant: self.variant.clone(), ..Self::default() };
        next.open_game_keys.clone_from(&self.open_game_keys);
        let mut is_match = false;
        for pair in keys.chunks(2) {
            match pair {
                ["type", "money"] => is_match = false,
                ["type", "match"] => is_match = true,
                ["length", points] => next.match_length = number(points)?,
                ["jacoby", switch] => next.jacoby = is_on(switch)?,
                ["crawford", switch] => next.crawford = is_on(switch)?,
                _ => {
                    return Err(syntax_refusal(format!(
                        "newsession knows no '{}'",
                        pair.join(" ")
                    )));
                }
            }
        }
        if is_match == (next.match_length == 0) {
            return Err(syntax_refusal("a match has a length, and money has none"));
        }
        *self = next;
        Ok(())
    }

    /// Sets an option: those of the drafts here, all others in the engine.
    fn set_option(&mut self, rest: &str) -> Result<Vec<Command>, Refusal> {
        let command = command_table::parse(&format!("setoption {rest}"))?;
        let Some(Command::SetOption { name, value }) = command else { return Ok(Vec::new()) };
        let said = value.as_deref().unwrap_or_default();
        match name.to_ascii_lowercase().as_str() {
            // The engine is always deterministic, and always plays with the cube.
            "deterministic" | "evalmode" => Ok(Vec::new()),
            "variant" => {
                let known = ["backgammon", "nackgammon", "hypergammon"];
                let variant = known.iter().find(|known| said.eq_ignore_ascii_case(known));
                let Some(variant) = variant else {
                    let text = format!("the variants are {}, not '{said}'", known.join(", "));
                    return Err(Refusal::new(Code::BadValue, text));
                };
                self.variant = variant.replace("backgammon", "standard");
                Ok(Vec::new())
            }
            _ => Ok(vec![Command::SetOption { name, value }]),
        }
    }

    /// `go`: the decision that is asked for, and the commands that find it.
    pub(super) fn go(&mut self, rest: &str) -> Result<(RequestedAnswer, Vec<Command>), Refusal> {
        let mut words: Vec<&str> = rest.split_ascii_whitespace().collect();
        let wanted = match words.as_slice() {
            ["role", "chequer" | "checker", ..] => RequestedAnswer::Move,
            ["role", "cube", ..] => RequestedAnswer::Cube,
            ["role", "turn", ..] => RequestedAnswer::Turn(None),
            _ => return Err(syntax_refusal("go needs a role: chequer, cube or turn")),
        };
        let go = limits(&words.split_off(2))?;
        let Some(position) = self.position.clone() else {
            return Err(Refusal::new(Code::NeedDice, "no position has been given"));
        };
        if wanted != RequestedAnswer::Cube && self.dice.is_none() && !position.has_dice() {
            return Err(Refusal::new(Code::NeedDice, "no dice have been given"));
        }
        if let GivenPosition::Gnu(_) = position {
            self.note_crawford_game();
        }
        let mut commands: Vec<Command> = self.open_for(&position).into_iter().collect();
        let [bare, given] = [false, true].map(|with_dice| {
            let text = self.text(&position, with_dice);
            Command::Position(Some(text), Tokens::default())
        });
        if wanted != RequestedAnswer::Cube {
            commands.push(given);
            commands.extend(self.dice.map(|(a, b)| Command::Dice(a, b)));
            commands.push(Command::Go(go.clone()));
        }
        if wanted != RequestedAnswer::Move {
            commands.extend([bare, Command::Go(go)]);
        }
        Ok((wanted, commands))
    }
}

/// The words after the role are limits of the engine's own `go`; trials count as nodes.
fn limits(words: &[&str]) -> Result<Go, Refusal> {
    let text = words.join(" ").replace("trials", "nodes");
    match command_table::parse(&format!("go {text}"))? {
        Some(Command::Go(go)) => Ok(go),
        _ => Ok(Go::default()),
    }
}

fn number(word: &str) -> Result<u64, Refusal> {
    let number = read_whole_number(word).and_then(|number| u64::try_from(number).ok());
    number.ok_or_else(|| Refusal::new(Code::BadNumber, format!("'{word}' is not a number")))
}

/// A die, 1 to 6.
fn die(word: &str) -> Result<u8, Refusal> {
    let die = u8::try_from(number(word)?).ok().filter(|die| (1..=6).contains(die));
    let text = || format!("expected two dice from 1 to 6, not '{word}'");
    die.ok_or_else(|| Refusal::new(Code::BadValue, text()))
}

/// A value of the cube: a power of two up to 1024.
fn cube_value(word: &str) -> Result<u64, Refusal> {
    let value = number(word)?;
    if value.is_power_of_two() && value <= HIGHEST_CUBE {
        return Ok(value);
    }
    let text = format!("the cube is a power of two up to {HIGHEST_CUBE}, not '{word}'");
    Err(Refusal::new(Code::BadValue, text))
}

/// Refuses a match id after a position id, and any other text that is not base64.
fn refuse_more_than_position_id(id: &str) -> Result<(), Refusal> {
    if id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/".contains(&byte)) {
        return Ok(());
    }
    let text = format!(
        "a gnubgid is a position id alone, not '{id}': 'dice', 'setcube', 'setscore' and \
         'setturn' say the rest, or 'position xgid' says all"
    );
    Err(Refusal::new(Code::BadValue, text))
}

fn player_of(word: &str) -> Result<usize, Refusal> {
    match word {
        "p0" => Ok(0),
        "p1" => Ok(1),
        _ => Err(syntax_refusal(format!("the players are p0 and p1, not '{word}'"))),
    }
}

fn is_on(word: &str) -> Result<bool, Refusal> {
    match word {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(syntax_refusal(format!("a switch is on or off, not '{word}'"))),
    }
}
