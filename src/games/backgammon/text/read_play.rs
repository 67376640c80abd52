//! Reading a checker play in any of the usual spellings.
//!
//! A spelling is a list of hops of single checkers, each over one point or several. It means
//! every way to make its hops with the dice; these must all lead to one legal result.

use super::super::board::movegen::{After, results};
use super::super::board::moves::{Step, Steps};
use super::super::board::roll::Roll;
use super::super::board::{BAR, Board, OFF};
use crate::game::MoveError;

/// One checker going from one place to another, by one die or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hop {
    from: u8,
    to: u8,
}

/// The refusal of a text that is not spelled like a move.
const UNREADABLE: MoveError = MoveError::Unreadable(
    "steps such as 8/5,6/5 or bar/22 or 6/off, or pass, roll, double, take, drop, beaver",
);

/// Whether a text is spelled like a play, legal or not.
pub(super) fn is_play(text: &str) -> bool {
    read_hops(text).is_ok()
}

/// Finds the legal play that a text describes, and gives its canonical spelling.
pub(super) fn read_play(board: Board, roll: Roll, text: &str) -> Result<Steps, MoveError> {
    let mut legal: Vec<(After, Steps)> = Vec::new();
    results(board, roll, &mut legal);
    let must_pass = legal.iter().all(|(_, steps)| steps.is_empty());
    match (text, must_pass) {
        ("pass", true) => return Ok(Steps::NONE),
        ("pass", false) => {
            return Err(MoveError::Illegal("pass is for when no checker can move"));
        }
        _ => {}
    }
    let hops = read_hops(text)?;
    if must_pass {
        return Err(MoveError::Illegal("no checker can move: the only move is pass"));
    }
    let mut found = Vec::new();
    let mut spelling = Spelling { open: board.open(), hops: &hops, board, found: &mut found };
    let count = if roll.is_double() { 4 } else { 2 };
    let dice = [roll.high(), roll.low(), roll.high(), roll.high()];
    spelling.follow(&dice[..count], None, Steps::NONE);
    let mut matching = legal.iter().filter(|(after, _)| found.contains(after));
    match (matching.next(), matching.next()) {
        (Some((_, steps)), None) => Ok(*steps),
        (Some(_), Some(_)) => Err(MoveError::Illegal(
            "this can be played in several ways: name the points in between",
        )),
        (None, _) => Err(MoveError::Illegal(why_not(board, &hops, &found))),
    }
}

fn why_not(board: Board, hops: &[Hop], found: &[After]) -> &'static str {
    if board.mover.count(BAR) > 0 && hops.iter().all(|hop| hop.from != BAR) {
        "checkers on the bar must enter first"
    } else if found.is_empty() {
        "no such play with these dice"
    } else {
        "against the rules: bear off from home only, and use both dice, or else the larger"
    }
}

/// All hops of a text: `24/18/13` is two of them, `6/4(2)` is two, `*` says nothing new.
fn read_hops(text: &str) -> Result<Vec<Hop>, MoveError> {
    let mut hops = Vec::new();
    for part in text.split(',') {
        let part = part.trim_end_matches('*');
        let (points, times) = match part.strip_suffix(')') {
            Some(rest) => {
                let (points, times) = rest.rsplit_once('(').ok_or(UNREADABLE)?;
                (points, times.parse::<usize>().map_err(|_| UNREADABLE)?)
            }
            None => (part, 1),
        };
        let points: Vec<u8> = points.split('/').map(read_place).collect::<Result<_, _>>()?;
        let fits =
            points.len() > 1 && (1..=4).contains(&times) && points.is_sorted_by(|a, b| a > b);
        if !fits || hops.len() + (points.len() - 1) * times > 4 {
            return Err(UNREADABLE);
        }
        for _ in 0..times {
            hops.extend(points.windows(2).map(|pair| Hop { from: pair[0], to: pair[1] }));
        }
    }
    Ok(hops)
}

fn read_place(text: &str) -> Result<u8, MoveError> {
    match text.trim_end_matches('*') {
        "bar" => Ok(BAR),
        "off" => Ok(OFF),
        point => match (point.starts_with(|c: char| c.is_ascii_digit()), point.parse()) {
            (true, Ok(point @ 1..=24)) => Ok(point),
            _ => Err(UNREADABLE),
        },
    }
}

/// All ways to make a list of hops with the dice.
struct Spelling<'a> {
    open: u32,
    hops: &'a [Hop],
    board: Board,
    found: &'a mut Vec<After>,
}

impl Spelling<'_> {
    /// Goes on with the first hop, whose checker is on `at` if it has begun to move.
    fn follow(&mut self, dice: &[u8], at: Option<u8>, steps: Steps) {
        let Some((hop, rest)) = self.hops.split_first() else {
            self.found.extend(After::of(self.board, steps));
            return;
        };
        for (index, &die) in dice.iter().enumerate() {
            let step = Step { from: at.unwrap_or(hop.from), die };
            let to = step.to();
            let is_tried = dice[..index].contains(&die);
            let lands = to == OFF || self.open >> to & 1 != 0;
            if is_tried || to < hop.to || !lands {
                continue;
            }
            let left: Vec<u8> =
                dice.iter().enumerate().filter(|(i, _)| *i != index).map(|(_, d)| *d).collect();
            if to == hop.to {
                let mut next =
                    Spelling { open: self.open, hops: rest, board: self.board, found: self.found };
                next.follow(&left, None, steps.with(step));
            } else {
                self.follow(&left, Some(to), steps.with(step));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::read_play;
    use crate::game::MoveError;
    use crate::games::backgammon::Backgammon;

    fn read(xgid: &str, text: &str) -> Result<String, MoveError> {
        let game = Backgammon::of(xgid, false);
        let roll = game.rolled().unwrap();
        read_play(game.board(), roll, text).map(|steps| steps.to_string())
    }

    fn start(dice: &str) -> String {
        format!("XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:0:0:10")
    }

    #[test]
    fn every_spelling_of_a_play_is_read() {
        for (dice, spelling, canonical) in [
            ("31", "6/5,8/5", "8/5,6/5"),
            ("65", "24/18/13", "24/18,18/13"),
            ("65", "24/13", "24/18,18/13"),
            ("56", "18/13,24/18", "24/18,18/13"),
            ("33", "8/5(2),6/3(2)", "8/5,8/5,6/3,6/3"),
            ("33", "24/15,13/10", "24/21,21/18,18/15,13/10"),
            ("33", "13/10/7*(2)", "13/10,13/10,10/7,10/7"),
            ("11", "8/7*,6/5*(2)*,7/6", "8/7,7/6,6/5,6/5"),
        ] {
            assert_eq!(read(&start(dice), spelling), Ok(canonical.into()), "{dice} {spelling}");
        }
    }

    #[test]
    fn run_that_may_hit_or_not_needs_the_point_in_between() {
        // Second has a lone checker on First's 18-point.
        let hit_or_not = "XGID=-b----E-C---dE---cae----B-:0:0:1:62:0:0:0:0:10";
        let refused = read(hit_or_not, "24/16").unwrap_err().to_string();
        assert!(refused.contains("several ways"), "{refused}");
        assert_eq!(read(hit_or_not, "24/18*/16"), Ok("24/18,18/16".into()));
        assert_eq!(read(hit_or_not, "24/22/16"), Ok("24/22,22/16".into()));
    }

    #[test]
    fn text_that_is_no_play_is_refused() {
        for text in [
            "",
            "/",
            "8",
            "8/",
            "8/5(",
            "8/5(0)",
            "8/5(9)",
            "5/8",
            "é/5",
            "8/5,,6/5",
            "+8/5",
            "0/1",
            "26/20",
            "8/5/é",
            "bar",
            "off/5",
            "8/7,8/7,8/7,8/7,8/7",
            "8/5(99999999999999999999)",
        ] {
            let refused = read(&start("31"), text);
            assert!(matches!(refused, Err(MoveError::Unreadable(_))), "{text}: {refused:?}");
        }
        for (text, why) in [
            ("8/5", "against the rules"),
            ("8/4,6/5", "no such play"),
            ("7/4,6/5", "no such play"),
            ("24/21,20/19", "no such play"),
            ("pass", "pass is for"),
        ] {
            let refused = read(&start("31"), text).unwrap_err().to_string();
            assert!(refused.starts_with(why), "{text}: {refused}");
        }
    }

    #[test]
    fn checker_on_the_bar_must_enter_first() {
        let xgid = "XGID=-b----E-C---eE---c-e----AA:0:0:1:31:0:0:0:0:10";
        assert_eq!(
            read(xgid, "8/5,6/5").unwrap_err().to_string(),
            "checkers on the bar must enter first"
        );
        assert_eq!(read(xgid, "24/23,bar/22"), Ok("bar/22,24/23".into()));
    }
}
