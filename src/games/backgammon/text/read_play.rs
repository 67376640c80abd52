//! Reading a checker play in any of the usual spellings.
//!
//! A spelling is a list of hops of single checkers, each over one point or several. It means
//! every way to make its hops with the dice; these must all lead to one legal result. If they do
//! not, those count that hit nothing on the points that a hop leaves out, as in GNU Backgammon: a
//! hit there would be named.

use crate::game::MoveError;
use crate::games::backgammon::board::movegen::{After, results};
use crate::games::backgammon::board::moves::{Step, Steps};
use crate::games::backgammon::board::roll::Roll;
use crate::games::backgammon::board::{BAR, Board, HIGHEST_POINT, OFF};

/// One checker going from one place to another, by one die or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hop {
    /// The mover's place that the checker leaves: 1 to 24, or [`BAR`].
    from: u8,
    /// The mover's place that it goes to: 1 to 24, or [`OFF`].
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
    let mut spelling = HopSearch {
        open: board.open(),
        hops: &hops,
        board,
        hits_in_between: false,
        found: &mut found,
    };
    let count = if roll.is_double() { 4 } else { 2 };
    let dice = [roll.high(), roll.low(), roll.high(), roll.high()];
    spelling.follow(&dice[..count], None, Steps::NONE);
    let only = |hits_in_between: bool| {
        let is_meant = |reading: &&WayToMakeHops| hits_in_between || !reading.hits_in_between;
        let meant: Vec<After> =
            found.iter().filter(is_meant).map(|reading| reading.after).collect();
        let mut matching = legal.iter().filter(|(after, _)| meant.contains(after));
        match (matching.next(), matching.next()) {
            (Some((_, steps)), None) => Some(*steps),
            _ => None,
        }
    };
    if let Some(steps) = only(true).or_else(|| only(false)) {
        return Ok(steps);
    }
    let is_legal = |reading: &WayToMakeHops| legal.iter().any(|(after, _)| reading.after == *after);
    Err(MoveError::Illegal(if found.iter().any(is_legal) {
        "this can be played in several ways: name the points in between"
    } else {
        let longest = legal.iter().map(|(_, steps)| steps.len()).max().unwrap_or_default();
        why_not(board, roll, &hops, found.iter().map(|reading| reading.dice).max(), longest)
    }))
}

/// Why a play cannot be made: with the hops of this text, which use this many dice (`None` if no
/// dice make them), while the legal plays use `longest`.
fn why_not(
    board: Board,
    roll: Roll,
    hops: &[Hop],
    dice: Option<usize>,
    longest: usize,
) -> &'static str {
    let Some(dice) = dice else {
        let waits = board.mover.count(BAR) > 0 && hops.iter().all(|hop| hop.from != BAR);
        return if waits {
            "checkers on the bar must enter first"
        } else {
            "no such play with these dice"
        };
    };
    match (dice < longest, roll.is_double()) {
        _ if board.mover.count(BAR) > 0 && hops.iter().any(|hop| hop.from != BAR) => {
            "checkers on the bar must enter first"
        }
        (true, false) => {
            "both dice must be played, in one word with a comma between the steps: 8/5,6/5"
        }
        (true, true) => {
            "a double is played four times if it can be, in one word with commas: 6/5(2),8/7(2)"
        }
        (false, _) if longest == 1 && !roll.is_double() => {
            "only one of the dice can be played, and the larger must be if it can"
        }
        _ => {
            "a checker bears off only when all are home, and by a larger die only from the \
             highest point"
        }
    }
}

/// All hops of a text: `24/18/13` has two of them, and so has `6/4(2)`; the sign `*` is ignored.
fn read_hops(text: &str) -> Result<Vec<Hop>, MoveError> {
    if text.ends_with(',') || text.starts_with(',') {
        return Err(MoveError::Unreadable("one word, without a blank at the comma: 8/5,6/5"));
    }
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
            (true, Ok(point @ 1..=HIGHEST_POINT)) => Ok(point),
            _ => Err(UNREADABLE),
        },
    }
}

/// One way to make the hops of a text.
#[derive(Clone, Copy)]
struct WayToMakeHops {
    after: After,
    /// Whether it hits on a point that the text leaves out.
    hits_in_between: bool,
    /// How many dice it uses.
    dice: usize,
}

/// All ways to make a list of hops with the dice.
struct HopSearch<'a> {
    /// [`Board::open`]: bit p is set where the mover may land on its point p, 1 to 24.
    open: u32,
    hops: &'a [Hop],
    board: Board,
    hits_in_between: bool,
    found: &'a mut Vec<WayToMakeHops>,
}

impl HopSearch<'_> {
    /// Goes on with the first hop, whose checker is on `at` if it has begun to move.
    fn follow(&mut self, dice: &[u8], at: Option<u8>, steps: Steps) {
        let Some((hop, rest)) = self.hops.split_first() else {
            let hits_in_between = self.hits_in_between;
            let after = After::of(self.board, steps);
            let dice = steps.len();
            self.found.extend(after.map(|after| WayToMakeHops { after, hits_in_between, dice }));
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
                let mut next = HopSearch { hops: rest, found: &mut *self.found, ..*self };
                next.follow(&left, None, steps.with(step));
            } else {
                let hits = to != OFF && self.board.other.count(BAR - to) == 1;
                let hits_in_between = self.hits_in_between || hits;
                let mut next = HopSearch { hits_in_between, found: &mut *self.found, ..*self };
                next.follow(&left, Some(to), steps.with(step));
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
        let game = Backgammon::from_text(xgid, false);
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
    fn run_that_may_hit_or_not_hits_nothing_that_it_does_not_name() {
        // Second has a lone checker on First's 18-point.
        let hit_or_not = "XGID=-b----E-C---dE---cae----B-:0:0:1:62:0:0:0:0:10";
        assert_eq!(read(hit_or_not, "24/16"), Ok("24/22,22/16".into()));
        assert_eq!(read(hit_or_not, "24/18*/16"), Ok("24/18,18/16".into()));
        assert_eq!(read(hit_or_not, "24/22/16"), Ok("24/22,22/16".into()));
        let by_gnu = "XGID=a-aCBcA-aAAAbAa----Ab-D-d-:0:0:1:21:0:0:0:0:10";
        assert_eq!(read(by_gnu, "9/6"), Ok("9/7,7/6".into()));
        assert_eq!(read(by_gnu, "9/8*/6"), Ok("9/8,8/6".into()));
        // Second has lone checkers on the points 18 and 22: no way leaves both alone.
        let both = "XGID=-b----E-C---dE---cad--a-B-:0:0:1:62:0:0:0:0:10";
        let refused = read(both, "24/16").unwrap_err().to_string();
        assert!(refused.contains("several ways"), "{refused}");
    }

    #[test]
    fn refusal_gives_the_real_reason() {
        for (xgid, text, why) in [
            (start("31").as_str(), "8/5", "both dice must be played, in one word"),
            (&start("33"), "8/5(2)", "a double is played four times"),
            (&start("31"), "8/5,", "not a move: expected one word, without a blank"),
            ("XGID=-A-----B----------------c-:0:0:1:21:0:0:0:0:10", "1/off,7/5", "a checker bears"),
            (
                "XGID=----AB------------------c-:0:0:1:65:0:0:0:0:10",
                "4/off,5/off",
                "a checker bears",
            ),
            ("XGID=--b----------A------------:0:0:1:65:0:0:0:0:10", "13/8", "only one of the dice"),
        ] {
            let refused = read(xgid, text).unwrap_err().to_string();
            assert!(refused.starts_with(why), "{text}: {refused}");
        }
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
            ("8/5", "both dice must be played"),
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
