//! Gomocup's protocol for Connect 5: the engine plays its own moves.
//!
//! Cells are `x,y`, both from 0, from the top left corner. Commands are read in any case.

use super::Dialect;
use crate::protocol::command::{Command, Go, Words};
use crate::protocol::reply::{Code, Refusal, Reply};
use crate::protocol::words::Urgency;
use crate::search::Clock;

/// Where a dialogue with a manager stands.
#[derive(Debug)]
pub(super) struct Piskvork {
    width: usize,
    height: usize,
    rule: &'static str,
    started: bool,
    times: Times,
    /// The stones of a BOARD that has not come to DONE yet: column, row, own.
    board: Option<Vec<(usize, usize, bool)>>,
    /// What a line that goes well is answered with.
    pending: Option<&'static str>,
}

/// The manager's clocks in milliseconds; 0 a move is "at once", none is without limit.
#[derive(Debug)]
struct Times {
    turn: Option<u64>,
    left: Option<u64>,
}

impl Default for Piskvork {
    fn default() -> Self {
        Self {
            width: 15,
            height: 15,
            rule: "freestyle",
            started: false,
            times: Times { turn: None, left: None },
            board: None,
            pending: None,
        }
    }
}

/// When a line that begins with this word acts, in any case of letters.
pub(super) fn urgency(word: &str) -> Urgency {
    match word.to_ascii_uppercase().as_str() {
        "BEGIN" | "TURN" | "DONE" => Urgency::Search,
        "YXSTOP" | "STOP" => Urgency::Stop,
        "END" => Urgency::Quit,
        _ => Urgency::Queued,
    }
}

/// What the manager is told of us.
const ABOUT: &str = concat!(
    "name=\"Parlour\", version=\"",
    env!("CARGO_PKG_VERSION"),
    "\", author=\"the Parlour authors\", country=\"\""
);

fn refuse(code: Code, text: impl Into<String>) -> Refusal {
    Refusal::new(code, text)
}

/// Whole numbers with commas or blanks between.
fn numbers(text: &str) -> Result<Vec<i64>, Refusal> {
    text.split([',', ' ', '\t'])
        .filter(|word| !word.is_empty())
        .map(|word| {
            let bad = || refuse(Code::BadNumber, format!("expected a number, not '{word}'"));
            word.parse().map_err(|_| bad())
        })
        .collect()
}

impl Dialect for Piskvork {
    fn read(&mut self, line: &str, out: &mut Vec<String>) -> Result<Vec<Command>, Refusal> {
        let line = line.trim();
        self.pending = None;
        // A word other than DONE breaks a BOARD off.
        let is_word = line.starts_with(char::is_alphabetic);
        if is_word && !line.eq_ignore_ascii_case("DONE") {
            self.board = None;
        }
        if self.board.is_some() {
            return self.read_stone(line);
        }
        let (word, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        match word.to_ascii_uppercase().as_str() {
            "" => Ok(Vec::new()),
            "ABOUT" => {
                out.push(ABOUT.to_owned());
                Ok(Vec::new())
            }
            "START" | "RECTSTART" => self.start(&numbers(rest)?),
            "BEGIN" | "TURN" | "BOARD" | "TAKEBACK" | "RESTART" if !self.started => {
                Err(refuse(Code::BadSyntax, "START must come first"))
            }
            "BEGIN" => Ok(vec![self.go()]),
            "RESTART" => Ok(self.restart()),
            "TURN" => {
                let cell = self.cell(&numbers(rest)?)?;
                Ok(vec![Command::Move(Words::new(&cell)), self.go()])
            }
            "BOARD" => {
                self.board = Some(Vec::new());
                Ok(Vec::new())
            }
            "TAKEBACK" => {
                self.pending = Some("OK");
                Ok(vec![Command::Undo(1)])
            }
            "INFO" => Ok(self.info(rest)),
            "YXSTOP" | "STOP" => Ok(vec![Command::Stop]),
            "END" => Ok(vec![Command::Quit]),
            other => Err(refuse(Code::UnknownCommand, format!("'{other}' is no command"))),
        }
    }

    fn answered(&mut self, reply: &Reply, out: &mut Vec<String>) -> Vec<Command> {
        match reply {
            Reply::Ok => out.extend(self.pending.take().map(str::to_owned)),
            Reply::BestMove(best) => match self.coordinates(best) {
                Some((x, y)) => {
                    out.push(format!("{x},{y}"));
                    return vec![Command::Move(Words::new(best))];
                }
                None => out.push("ERROR the game is over".to_owned()),
            },
            Reply::Error(refusal) if refusal.code == Code::UnknownCommand => {
                out.push(format!("UNKNOWN {}", refusal.text));
            }
            Reply::Error(refusal) => out.push(format!("ERROR {}", refusal.text)),
            _ => {}
        }
        Vec::new()
    }
}

impl Piskvork {
    fn start(&mut self, size: &[i64]) -> Result<Vec<Command>, Refusal> {
        let sides = match *size {
            [n] => [n, n],
            [width, height] => [width, height],
            _ => return Err(refuse(Code::BadSyntax, "expected the size of the board")),
        };
        let [Ok(width), Ok(height)] = sides.map(usize::try_from) else {
            return Err(refuse(Code::BadValue, "a board has 5 to 22 cells each way"));
        };
        if !(5..=22).contains(&width) || !(5..=22).contains(&height) {
            return Err(refuse(Code::BadValue, "a board has 5 to 22 cells each way"));
        }
        (self.width, self.height) = (width, height);
        self.started = true;
        Ok(self.restart())
    }

    fn restart(&mut self) -> Vec<Command> {
        self.pending = Some("OK");
        vec![self.new_game()]
    }

    fn new_game(&self) -> Command {
        let Self { width, height, rule, .. } = self;
        let keys = format!("width {width} height {height} rule {rule}");
        Command::NewGame(Some(("connect5".to_owned(), Words::new(&keys))))
    }

    fn go(&self) -> Command {
        let clock = self.times.left.map(|left| Clock { time: [left; 2], increment: [0; 2] });
        let movetime = self.times.turn.map(|ms| ms.max(1));
        Command::Go(Go { movetime, clock, ..Go::default() })
    }

    /// The cell `x,y` in the game's own notation.
    fn cell(&self, at: &[i64]) -> Result<String, Refusal> {
        let cell = match *at {
            [x, y] => usize::try_from(x).ok().zip(usize::try_from(y).ok()),
            _ => None,
        };
        let (x, y) = cell
            .filter(|(x, y)| *x < self.width && *y < self.height)
            .ok_or_else(|| refuse(Code::IllegalMove, "expected a cell x,y on the board"))?;
        let column = char::from(b'a' + x as u8);
        Ok(format!("{column}{}", self.height - y))
    }

    fn coordinates(&self, text: &str) -> Option<(usize, usize)> {
        let mut letters = text.chars();
        let x = (letters.next()? as usize).checked_sub('a' as usize)?;
        let row: usize = letters.as_str().parse().ok()?;
        Some((x, self.height.checked_sub(row)?))
    }

    /// A line between BOARD and DONE: `x,y,1` is ours, `x,y,2` the opponent's.
    fn read_stone(&mut self, line: &str) -> Result<Vec<Command>, Refusal> {
        if line.eq_ignore_ascii_case("DONE") {
            let stones = self.board.take().unwrap_or_default();
            let fen = self.fen(&stones);
            return Ok(vec![Command::Position(Some(fen), Words::default()), self.go()]);
        }
        let stone = numbers(line)?;
        let [x, y, owner] = stone.as_slice() else {
            return Err(refuse(Code::BadSyntax, "expected x,y,owner or DONE"));
        };
        self.cell(&[*x, *y])?;
        let (Some(board), Ok(x), Ok(y), 1 | 2) =
            (&mut self.board, usize::try_from(*x), usize::try_from(*y), *owner)
        else {
            return Err(refuse(Code::BadValue, "the owner of a stone is 1, us, or 2"));
        };
        if board.iter().any(|stone| (stone.0, stone.1) == (x, y)) {
            return Err(refuse(Code::BadPosition, "two stones on one cell"));
        }
        board.push((x, y, *owner == 1));
        Ok(Vec::new())
    }

    /// The board with us to move; we are First unless the opponent has a stone more.
    fn fen(&self, stones: &[(usize, usize, bool)]) -> String {
        let own = stones.iter().filter(|stone| stone.2).count();
        let (ours, theirs) = if stones.len() - own > own { ('o', 'x') } else { ('x', 'o') };
        let mut cells = vec![vec![None; self.width]; self.height];
        for (x, y, own) in stones {
            cells[*y][*x] = Some(if *own { ours } else { theirs });
        }
        let rows: Vec<String> = cells.iter().map(|row| write_row(row)).collect();
        format!("{} {ours}", rows.join("/"))
    }

    /// `INFO key value`; keys that are not known are passed over.
    fn info(&mut self, text: &str) -> Vec<Command> {
        let (key, value) = text.split_once([' ', '\t']).unwrap_or((text, ""));
        let number = || value.trim().parse::<u64>().ok();
        match (key.to_ascii_lowercase().as_str(), number()) {
            ("timeout_turn", ms) => self.times.turn = ms,
            ("time_left", ms) => self.times.left = ms,
            ("timeout_match", Some(0)) => self.times.left = None,
            ("max_memory", Some(bytes)) if bytes > 0 => {
                // Half of it, so that the rest of the engine has room as well.
                let mebibytes = (bytes >> 21).clamp(1, 1 << 12);
                return vec![Command::SetOption {
                    name: "Hash".to_owned(),
                    value: Some(mebibytes.to_string()),
                }];
            }
            ("rule", Some(bits)) => {
                self.rule = match bits {
                    bits if bits & 4 != 0 => "renju",
                    bits if bits & 1 != 0 => "standard",
                    _ => "freestyle",
                };
                return if self.started { vec![self.new_game()] } else { Vec::new() };
            }
            _ => {}
        }
        Vec::new()
    }
}

/// A row with its empty runs as numbers.
fn write_row(row: &[Option<char>]) -> String {
    let mut text = String::new();
    for run in row.chunk_by(|a, b| a.is_none() && b.is_none()) {
        match run.first() {
            Some(Some(stone)) => text.push(*stone),
            _ => text.push_str(&run.len().to_string()),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Dialect, Piskvork};
    use crate::protocol::command::{Command, Words};
    use crate::protocol::reply::Reply;

    fn read(dialect: &mut Piskvork, line: &str) -> Vec<Command> {
        dialect.read(line, &mut Vec::new()).expect(line)
    }

    #[test]
    fn cells_count_from_the_top_left() {
        let mut dialect = Piskvork::default();
        read(&mut dialect, "START 20");
        let commands = read(&mut dialect, "TURN 7, 8");
        assert_eq!(commands.first(), Some(&Command::Move(Words::new("h12"))));
        let mut out = Vec::new();
        dialect.answered(&Reply::BestMove("h12".to_owned()), &mut out);
        assert_eq!(out, ["7,8"]);
    }

    #[test]
    fn board_ends_with_us_to_move() {
        let mut dialect = Piskvork::default();
        assert!(dialect.read("BOARD", &mut Vec::new()).is_err(), "START comes first");
        read(&mut dialect, "START 5");
        for line in ["BOARD", "0,0,1", "BOARD", "1,0,2", "2,2,1", "3,3,2"] {
            read(&mut dialect, line);
        }
        let fen = "1x3/5/2o2/3x1/5 o".to_owned();
        let commands = read(&mut dialect, "DONE");
        assert_eq!(commands.first(), Some(&Command::Position(Some(fen), Words::default())));
    }
}
