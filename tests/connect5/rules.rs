//! Connect 5 against a slow reference that follows the words of the rules on a plain array.

use std::cell::Cell as Counter;
use std::collections::BTreeSet;

use parlour::base::{Outcome, Side, SplitMix64};
use parlour::game::perft::perft;
use parlour::game::{Evaluate, Notation, Position, Turn};
use parlour::games::connect5::{Board, Cell, Foul, LineBoard, MnkBoard, MnkRules, Rule};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};

use crate::quick_or_all::quick_or_all;

/// `[rule=<rule> ][<key>=<n> …]<fen>;D1 <n>;D2 <n>…`, one position a line.
const PERFT: &str = include_str!("../../src/games/connect5/perft.txt");

/// A column and a row.
pub(super) type Point = (i32, i32);

/// One step along a row, a column and the two diagonals.
pub(super) const DIRECTIONS: [Point; 4] = [(1, 0), (0, 1), (1, -1), (1, 1)];

/// A board as rows of `x`, `o` and `.`, and the rules read aloud.
#[derive(Clone)]
pub(super) struct Reference {
    rows: Vec<Vec<char>>,
    rule: Rule,
    /// How many in line win.
    win_length: usize,
    pub(super) side: char,
}

impl Reference {
    fn of(board: &Board) -> Self {
        Self::with_rule(board, board.rule())
    }

    pub(super) fn with_rule(board: &impl LineBoard, rule: Rule) -> Self {
        let (width, height) = board.size();
        let letter = |x, y| match board.stone(x, y) {
            Some(Side::First) => 'x',
            Some(Side::Second) => 'o',
            None => '.',
        };
        let rows = (0..height).map(|y| (0..width).map(|x| letter(x, y)).collect()).collect();
        let side = if board.side() == Side::First { 'x' } else { 'o' };
        Self { rows, rule, win_length: board.win_length(), side }
    }

    fn fen(&self) -> String {
        let runs = |row: &Vec<char>| -> String {
            let write = |run: &[char]| match run {
                ['.', ..] => run.len().to_string(),
                _ => run.iter().collect(),
            };
            row.chunk_by(|a, b| a == b).map(write).collect()
        };
        let rows: Vec<String> = self.rows.iter().map(runs).collect();
        format!("{} {}", rows.join("/"), self.side)
    }

    /// The letter at a point, `#` off the board.
    pub(super) fn at(&self, (x, y): Point) -> char {
        let cell = |x, y| self.rows.get::<usize>(y)?.get::<usize>(x).copied();
        usize::try_from(x)
            .ok()
            .zip(usize::try_from(y).ok())
            .and_then(|(x, y)| cell(x, y))
            .unwrap_or('#')
    }

    fn with(&self, (x, y): Point, letter: char) -> Self {
        let mut changed = self.clone();
        changed.rows[y.cast_unsigned() as usize][x.cast_unsigned() as usize] = letter;
        changed
    }

    pub(super) fn points(&self) -> Vec<Point> {
        let (width, height) =
            (i32::try_from(self.rows[0].len()).unwrap(), i32::try_from(self.rows.len()).unwrap());
        (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).collect()
    }

    /// All stones of one colour in an unbroken row through a point, in one direction.
    fn row_through(&self, point: Point, (dx, dy): Point) -> BTreeSet<Point> {
        let letter = self.at(point);
        let mut row = BTreeSet::from([point]);
        for sign in [-1, 1] {
            let mut next = (point.0 + sign * dx, point.1 + sign * dy);
            while self.at(next) == letter {
                row.insert(next);
                next = (next.0 + sign * dx, next.1 + sign * dy);
            }
        }
        row
    }

    fn longest_rows(&self, point: Point) -> Vec<usize> {
        DIRECTIONS.iter().map(|d| self.row_through(point, *d).len()).collect()
    }

    /// Whether the stone on this point stands in a winning row.
    fn wins_at(&self, point: Point) -> bool {
        let exactly = match self.rule {
            Rule::Freestyle => false,
            Rule::Standard => true,
            Rule::Renju => self.at(point) == 'x',
        };
        let win = self.win_length;
        self.longest_rows(point).iter().any(|n| if exactly { *n == win } else { *n >= win })
    }

    fn has_won(&self, letter: char) -> bool {
        self.points().into_iter().any(|p| self.at(p) == letter && self.wins_at(p))
    }

    /// The empty points of a line up to five cells either side of a point.
    fn empties_near(&self, point: Point, (dx, dy): Point) -> Vec<Point> {
        (-5..=5)
            .map(|k| (point.0 + k * dx, point.1 + k * dy))
            .filter(|p| self.at(*p) == '.')
            .collect()
    }

    /// The fours, each as its set of four stones, to which the stone on this point belongs.
    fn fours(&self, point: Point, direction: Point) -> BTreeSet<BTreeSet<Point>> {
        let mut fours = BTreeSet::new();
        for empty in self.empties_near(point, direction) {
            let mut row = self.with(empty, 'x').row_through(empty, direction);
            if row.len() == 5 && row.contains(&point) {
                row.remove(&empty);
                fours.insert(row);
            }
        }
        fours
    }

    /// The threes, each as its set of three stones, to which the stone on this point belongs.
    fn threes(&self, point: Point, direction: Point, recursive: bool) -> BTreeSet<BTreeSet<Point>> {
        let mut threes = BTreeSet::new();
        for empty in self.empties_near(point, direction) {
            let after = self.with(empty, 'x');
            let mut row = after.row_through(empty, direction);
            let is_straight = row.len() == 4 && row.contains(&point) && {
                let ends: Vec<Point> = after
                    .empties_near(empty, direction)
                    .into_iter()
                    .filter(|end| {
                        let five = after.with(*end, 'x').row_through(*end, direction);
                        five.len() == 5 && row.is_subset(&five)
                    })
                    .collect();
                ends.len() == 2
            };
            let makes_five = || after.longest_rows(empty).contains(&5);
            if is_straight && !makes_five() && !(recursive && self.foul(empty, true).is_some()) {
                row.remove(&empty);
                threes.insert(row);
            }
        }
        threes
    }

    /// The foul of a stone of `x` on this empty point.
    fn foul(&self, point: Point, recursive: bool) -> Option<Foul> {
        let after = self.with(point, 'x');
        let rows = after.longest_rows(point);
        let fours = || DIRECTIONS.iter().map(|d| after.fours(point, *d).len()).sum::<usize>();
        let threes =
            || DIRECTIONS.iter().map(|d| after.threes(point, *d, recursive).len()).sum::<usize>();
        if rows.contains(&5) {
            None
        } else if rows.iter().any(|n| *n > 5) {
            Some(Foul::Overline)
        } else if fours() > 1 {
            Some(Foul::DoubleFour)
        } else if threes() > 1 {
            Some(Foul::DoubleThree)
        } else {
            None
        }
    }

    fn moves(&self) -> Vec<Point> {
        let binds = self.rule == Rule::Renju && self.side == 'x';
        self.points()
            .into_iter()
            .filter(|p| self.at(*p) == '.' && !(binds && self.foul(*p, true).is_some()))
            .collect()
    }

    /// How the game stands: the winner's letter, `=` for a draw, or none.
    fn result_letter(&self) -> Option<char> {
        match (self.has_won('x'), self.has_won('o')) {
            (true, _) => Some('x'),
            (_, true) => Some('o'),
            _ => self.moves().is_empty().then_some('='),
        }
    }

    fn play(&self, point: Point) -> Self {
        let mut after = self.with(point, self.side);
        after.side = if self.side == 'x' { 'o' } else { 'x' };
        after
    }

    fn perft(&self, depth: u32) -> u64 {
        match (depth, self.result_letter()) {
            (0, _) => 1,
            (_, Some(_)) => 0,
            (1, None) => self.moves().len() as u64,
            _ => self.moves().into_iter().map(|p| self.play(p).perft(depth - 1)).sum(),
        }
    }

    /// First's windows less Second's, and both sides' windows with four stones and a hole.
    fn window_counts(&self) -> (i32, [u32; 2]) {
        let (mut worth, mut fours) = (0, [0; 2]);
        for point in self.points() {
            for (dx, dy) in DIRECTIONS {
                let window: Vec<char> =
                    (0..5).map(|k| self.at((point.0 + k * dx, point.1 + k * dy))).collect();
                let count = |letter| window.iter().filter(|c| **c == letter).count();
                let (x, o) = (count('x'), count('o'));
                if count('#') == 0 && (x == 0 || o == 0) {
                    worth += [0, 1, 6, 30, 150, 150][x] - [0, 1, 6, 30, 150, 150][o];
                    fours[0] += u32::from(x == 4);
                    fours[1] += u32::from(o == 4);
                }
            }
        }
        (worth, fours)
    }
}

fn point(cell: Cell) -> Point {
    (i32::from(cell.x), i32::from(cell.y))
}

fn fen(board: &Board) -> String {
    let mut text = String::new();
    board.write_position(&mut text);
    text
}

fn over(board: &Board) -> Option<char> {
    match board.turn() {
        Turn::Over(Outcome::Draw) => Some('='),
        Turn::Over(outcome) => outcome.winner().map(|s| if s == Side::First { 'x' } else { 'o' }),
        _ => None,
    }
}

/// Everything that a board says of itself is what the reference says.
fn check(board: &Board) {
    let reference = Reference::of(board);
    assert_eq!(over(board), reference.result_letter(), "{}", fen(board));
    let mut moves = Vec::new();
    board.moves(&mut moves);
    let expected = if over(board).is_some() { Vec::new() } else { reference.moves() };
    assert_eq!(moves.iter().copied().map(point).collect::<Vec<_>>(), expected, "{}", fen(board));
    assert_eq!(board.count_moves(), moves.len() as u64, "{}", fen(board));
    let (worth, fours) = reference.window_counts();
    assert_eq!(Side::BOTH.map(|side| board.fours(side)), fours, "{}", fen(board));
    if fours == [0; 2] && over(board).is_none() {
        let sign = if board.side() == Side::First { 1 } else { -1 };
        assert_eq!(board.evaluate(), (sign * worth).clamp(-9_000, 9_000) + 20, "{}", fen(board));
    }
    assert_eq!(board.read_position(&fen(board)).as_ref(), Ok(board), "{}", fen(board));
}

fn rules() -> impl Strategy<Value = Rule> {
    prop_oneof![Just(Rule::Freestyle), Just(Rule::Standard), Just(Rule::Renju)]
}

/// Plays moves near the middle of the legal list, so that stones come to lie together.
fn choose(random: &mut SplitMix64, moves: &[Cell], board: &Board) -> Cell {
    let mut tries = (0..4).map(|_| moves[random.below(moves.len() as u64) as usize]);
    let first = tries.next().unwrap();
    tries.fold(
        first,
        |best, m| if board.ordering_score(m) > board.ordering_score(best) { m } else { best },
    )
}

proptest! {
    #![proptest_config(Config { cases: 60, failure_persistence: None, ..Config::default() })]

    #[test]
    fn games_go_as_the_reference_says(
        rule in rules(), width in 5..=9_usize, height in 5..=9_usize, seed: u64,
    ) {
        let mut board = Board::with(width, height, rule).unwrap();
        let mut random = SplitMix64::new(seed);
        let mut played = Vec::new();
        while over(&board).is_none() {
            if random.below(4) == 0 {
                check(&board);
            }
            let mut moves = Vec::new();
            board.moves(&mut moves);
            let before = board.clone();
            let cell = choose(&mut random, &moves, &board);
            let undo = board.play(cell);
            played.push((before, undo));
        }
        check(&board);
        for (before, undo) in played.into_iter().rev() {
            board.undo(undo);
            prop_assert_eq!(&board, &before);
        }
    }

    #[test]
    fn crowded_boards_are_judged_as_the_reference_says(
        rule in rules(), width in 5..=11_usize, height in 5..=11_usize, seed: u64,
    ) {
        let mut random = SplitMix64::new(seed);
        let density = 1 + random.below(5);
        let mut letter = || match random.below(10) {
            n if n < density => 'x',
            n if n < 2 * density - 1 => 'o',
            _ => '.',
        };
        let rows = (0..height).map(|_| (0..width).map(|_| letter()).collect()).collect();
        let literal = Reference { rows, rule, win_length: 5, side: if seed % 2 == 0 { 'x' } else { 'o' } };
        let start = Board::with(5, 5, rule).unwrap();
        let text = literal.fen();
        match start.read_position(&text) {
            Ok(board) => check(&board),
            Err(_) => prop_assert!(literal.has_won(literal.side), "{}", text),
        }
    }

    #[test]
    fn garbage_is_refused_without_a_panic(text: String, bytes in "[a-w0-9xo/ é]{0,40}") {
        let board = Board::default();
        for text in [text, bytes] {
            let _refused = board.read_position(&text);
            let _refused = board.read_move(&text);
            let _refused = board.read_position(&format!("{text} x"));
            let _refused = parlour::games::connect5::text::harness_board_format::read(&text);
            let _refused = parlour::games::connect5::text::harness_board_format::read(&format!("({text})"));
        }
    }
}

/// Stars of First's stones along the four lines of a few points, and a few of Second's.
fn random_stars(seed: u64) -> Reference {
    let mut random = SplitMix64::new(seed);
    let size = 7 + random.below(9);
    let rows = vec![vec!['.'; size as usize]; size as usize];
    let near = |random: &mut SplitMix64| random.below(size) as i32;
    let mut reference = Reference { rows, rule: Rule::Renju, win_length: 5, side: 'x' };
    let place = |reference: &mut Reference, p: Point, letter| {
        if reference.at(p) == '.' {
            *reference = reference.with(p, letter);
        }
    };
    for _ in 0..=random.below(3) {
        let centre = (near(&mut random), near(&mut random));
        for (dx, dy) in DIRECTIONS {
            let mask = random.next() & random.next();
            for k in (-4..=4).filter(|k| *k != 0 && mask >> (k + 4) & 1 == 1) {
                place(&mut reference, (centre.0 + k * dx, centre.1 + k * dy), 'x');
            }
        }
    }
    for _ in 0..random.below(8) {
        let p = (near(&mut random), near(&mut random));
        place(&mut reference, p, 'o');
    }
    reference
}

#[test]
fn fouls_are_those_of_the_reference_and_every_kind_occurs() {
    let seen = [(); 5].map(|()| Counter::new(0_u32));
    let [overlines, fours, threes, false_threes, fives] = &seen;
    let mut runner = TestRunner::deterministic();
    let boards = quick_or_all(300, 600);
    let judged = (0..boards).map(|_| any::<u64>().new_tree(&mut runner).unwrap().current());
    let start = Board::with(5, 5, Rule::Renju).unwrap();
    for reference in judged.map(random_stars).filter(|reference| !reference.has_won('x')) {
        let board = start.read_position(&reference.fen()).unwrap();
        for cell in board.empties() {
            let p = point(cell);
            let expected = reference.foul(p, true);
            assert_eq!(board.foul(cell), expected, "{} at {p:?}", fen(&board));
            let counter = match (expected, reference.foul(p, false)) {
                (Some(Foul::Overline), _) => overlines,
                (Some(Foul::DoubleFour), _) => fours,
                (Some(Foul::DoubleThree), _) => threes,
                (None, Some(_)) => false_threes,
                _ if reference.with(p, 'x').longest_rows(p).contains(&5) => fives,
                _ => continue,
            };
            counter.set(counter.get() + 1);
        }
    }
    let seen = seen.map(|n| n.get());
    assert!(
        seen.iter().all(|n| *n >= boards / 60),
        "overline, 4-4, 3-3, false 3-3, five: {seen:?}"
    );
}

fn perft_lines() -> impl Iterator<Item = (Board, Vec<u64>)> {
    let lines = PERFT.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.filter(|line| !line.contains("win=")).map(|line| {
        let (text, counts) = line.split_once(';').unwrap();
        let (rule, text) = text
            .strip_prefix("rule=")
            .and_then(|text| text.split_once(' '))
            .map_or((Rule::Freestyle, text), |(name, text)| (Rule::named(name).unwrap(), text));
        let board = Board::with(5, 5, rule).unwrap().read_position(text).unwrap();
        let counts = counts.split(';').enumerate().map(|(i, entry)| {
            let count = entry.strip_prefix(&format!("D{} ", i + 1)).unwrap();
            count.parse().unwrap()
        });
        (board, counts.collect())
    })
}

#[test]
fn perft_is_what_the_data_say() {
    for (mut board, counts) in perft_lines() {
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&mut board, depth, &|| false), Some(count), "{}", fen(&board));
        }
    }
}

#[test]
fn perft_data_are_what_the_reference_says() {
    for (board, counts) in perft_lines() {
        for (depth, count) in (1..).zip(counts).filter(|(_, count)| *count <= 30_000) {
            assert_eq!(Reference::of(&board).perft(depth), count, "{}", fen(&board));
        }
    }
}

#[test]
fn perft_of_other_lengths_is_what_the_reference_says() {
    let lines = PERFT.lines().filter(|line| line.contains("win="));
    assert_eq!(lines.clone().count(), 8);
    for line in lines {
        let (text, counts) = line.split_once(';').unwrap();
        let mut rules = MnkRules { width: 15, height: 15, win_length: 5, is_exact: false };
        let mut position = text;
        while let Some((word, rest)) = position.split_once(' ').filter(|(w, _)| w.contains('=')) {
            let (key, value) = word.split_once('=').unwrap();
            let number = || value.parse::<usize>().unwrap();
            match key {
                "rule" => rules.is_exact = value == "standard",
                "win" => rules.win_length = number(),
                "width" => rules.width = number(),
                "height" => rules.height = number(),
                _ => (rules.width, rules.height) = (number(), number()),
            }
            position = rest;
        }
        let board = MnkBoard::with(rules).unwrap().read_position(position).unwrap();
        let rule = if rules.is_exact { Rule::Standard } else { Rule::Freestyle };
        let reference = Reference::with_rule(&board, rule);
        for (depth, entry) in (1..).zip(counts.split(';')) {
            let count: u64 = entry.strip_prefix(&format!("D{depth} ")).unwrap().parse().unwrap();
            if count <= 30_000 {
                assert_eq!(reference.perft(depth), count, "{line}");
            }
        }
    }
}
