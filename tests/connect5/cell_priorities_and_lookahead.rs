//! The priority board of Connect 5 and the search over it against slow references.
//!
//! The references are written from the words of `connect5-readme.txt` on a plain array of letters.

use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;

use parlour::base::{Side, SplitMix64};
use parlour::game::{Record, Turn};
use parlour::games::connect5::cell_priorities::{Priorities, SpecialPriority};
use parlour::games::connect5::{
    Board, Cell, GAME, LineBoard, LookaheadPlayer, MnkBoard, MnkRules, Rule,
};
use parlour::search::Limits;
use proptest::prelude::*;

use crate::ask_player::{ask, legal_moves, options};
use crate::quick_or_all::quick_or_all;

type Point = (i32, i32);

const DIRECTIONS: [Point; 4] = [(1, 0), (0, 1), (1, -1), (1, 1)];

/// A board in letters, those of the side to move and of the other.
struct Reference<B> {
    board: B,
    /// WIN-LENGTH.
    win_length: i32,
    /// Whether double threats of the other side have a priority.
    blocks_doubles: bool,
    me: char,
    you: char,
}

impl<B: LineBoard> Reference<B> {
    fn of(board: &B) -> Self {
        let (me, you) = if board.side() == Side::First { ('x', 'o') } else { ('o', 'x') };
        let win = i32::try_from(board.win_length()).unwrap();
        Self { board: board.clone(), win_length: win, blocks_doubles: false, me, you }
    }

    fn blocking(board: &B, blocks_doubles: bool) -> Self {
        Self { blocks_doubles, ..Self::of(board) }
    }

    fn size(&self) -> (i32, i32) {
        let (width, height) = self.board.size();
        (i32::try_from(width).unwrap(), i32::try_from(height).unwrap())
    }

    /// The letter at a point, `#` off the board.
    fn at(&self, (x, y): Point) -> char {
        let (width, height) = self.size();
        if !(0..width).contains(&x) || !(0..height).contains(&y) {
            return '#';
        }
        match self.board.stone(x.cast_unsigned() as usize, y.cast_unsigned() as usize) {
            Some(Side::First) => 'x',
            Some(Side::Second) => 'o',
            None => '-',
        }
    }

    fn is_exact(&self, letter: char) -> bool {
        self.board.is_exact(if letter == 'x' { Side::First } else { Side::Second })
    }

    /// Every slice of `length` cells that contains a point: its letters, the point's place in it,
    /// and the letters just beyond its ends.
    fn slices(&self, point: Point, length: i32) -> Vec<(String, usize, [char; 2])> {
        let mut slices = Vec::new();
        for (dx, dy) in DIRECTIONS {
            for place in 0..length {
                let at = |k: i32| self.at((point.0 + (k - place) * dx, point.1 + (k - place) * dy));
                let letters: String = (0..length).map(at).collect();
                if !letters.contains('#') {
                    let place = place.cast_unsigned() as usize;
                    slices.push((letters, place, [at(-1), at(length)]));
                }
            }
        }
        slices
    }

    /// The pieces of this letter in the slice, if it is a potential win for it.
    fn own_pieces_if_open(&self, letters: &str, beyond: [char; 2], letter: char) -> Option<i32> {
        let blocked = letters.chars().any(|c| c != letter && c != '-')
            || self.is_exact(letter) && beyond.contains(&letter);
        (!blocked).then(|| i32::try_from(letters.matches(letter).count()).unwrap())
    }

    fn has_four(&self, point: Point, letter: char) -> bool {
        let mut slices = self.slices(point, self.win_length).into_iter();
        let last = Some(self.win_length - 1);
        slices.any(|(letters, _, beyond)| self.own_pieces_if_open(&letters, beyond, letter) == last)
    }

    fn has_double(&self, point: Point, letter: char) -> bool {
        let middle = 1..self.win_length.cast_unsigned() as usize;
        self.slices(point, self.win_length + 1).into_iter().any(|(letters, place, beyond)| {
            middle.contains(&place)
                && letters.starts_with('-')
                && letters.ends_with('-')
                && self.own_pieces_if_open(&letters[middle.clone()], beyond, letter)
                    == Some(self.win_length - 2)
        })
    }

    fn special(&self, point: Point) -> Option<SpecialPriority> {
        if self.has_four(point, self.me) {
            Some(SpecialPriority::Win)
        } else if self.has_four(point, self.you) {
            Some(SpecialPriority::Block)
        } else if self.has_double(point, self.me) {
            Some(SpecialPriority::DoubleThreat)
        } else {
            let blocks = self.blocks_doubles && self.has_double(point, self.you);
            blocks.then_some(SpecialPriority::BlockDoubleThreat)
        }
    }

    fn priority_of(&self, point: Point) -> i32 {
        let (width, height) = self.size();
        let mut sum = 1 + point.0.min(width - 1 - point.0) + point.1.min(height - 1 - point.1);
        let bonus = if self.win_length > 6 { 2 } else { 3 };
        for (letters, _, beyond) in self.slices(point, self.win_length) {
            for letter in [self.me, self.you] {
                let pieces = self.own_pieces_if_open(&letters, beyond, letter).unwrap_or(0);
                if (1..=self.win_length - 2).contains(&pieces) {
                    let own = if letter == self.me { bonus } else { 0 };
                    sum += 100 * pieces * pieces + own;
                }
            }
        }
        sum
    }

    /// The legal moves, highest priority first, of equals row by row from the top.
    fn ranked(&self) -> Vec<Cell> {
        let mut moves = Vec::new();
        self.board.moves(&mut moves);
        let rank = |cell: &Cell| {
            let special = self.special(point(*cell));
            (special, if special.is_some() { 0 } else { self.priority_of(point(*cell)) })
        };
        moves.sort_by_key(|cell| Reverse(rank(cell)));
        moves
    }

    fn has_win(&self, letter: char) -> bool {
        let (width, height) = self.size();
        let mut points = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        points.any(|p| self.at(p) == '-' && self.has_four(p, letter))
    }

    /// The moves to search, and the value where it is known without a search.
    fn without_search(&self, breadth: usize) -> (Vec<Cell>, Option<i32>) {
        let mut moves = self.ranked();
        let first = moves.first().and_then(|cell| self.special(point(*cell)));
        let forced = self.has_win(self.you);
        if first == Some(SpecialPriority::Win)
            || first == Some(SpecialPriority::DoubleThreat) && !forced
        {
            return (moves, Some(1));
        }
        if forced {
            moves.retain(|cell| self.special(point(*cell)) == Some(SpecialPriority::Block));
        }
        moves.truncate(breadth);
        (moves, None)
    }

    fn value(&self, levels: u32, breadth: usize) -> i32 {
        if matches!(self.board.turn(), Turn::Over(_)) {
            return 0;
        }
        match self.without_search(breadth) {
            (_, Some(value)) => value,
            _ if levels == 0 => 0,
            (moves, None) => {
                let replies = moves.iter().map(|m| -self.after(*m).value(levels - 1, breadth));
                replies.max().unwrap_or(-1)
            }
        }
    }

    fn after(&self, cell: Cell) -> Self {
        let mut board = self.board.clone();
        board.play(cell);
        Self::blocking(&board, self.blocks_doubles)
    }

    /// The move that the last section of the notes chooses.
    fn choice(&self, depth: u32, breadth: usize) -> Cell {
        let (moves, value) = self.without_search(breadth);
        let moves = if moves.is_empty() { self.ranked()[..1].to_vec() } else { moves };
        if value == Some(1) {
            return moves[0];
        }
        let values =
            |levels: u32| moves.iter().map(move |m| -self.after(*m).value(levels, breadth));
        let winner = (0..depth).find_map(|levels| values(levels).position(|value| value == 1));
        let held = || values(depth - 1).position(|value| value == 0);
        moves[winner.or_else(held).unwrap_or(0)]
    }
}

fn point(cell: Cell) -> Point {
    (i32::from(cell.x), i32::from(cell.y))
}

fn fen(board: &impl LineBoard) -> String {
    let mut text = String::new();
    board.write_position(&mut text);
    text
}

fn rules() -> impl Strategy<Value = Rule> {
    prop_oneof![Just(Rule::Freestyle), Just(Rule::Standard), Just(Rule::Renju)]
}

/// Plays one of the better moves, so that long lines come about.
fn choose(random: &mut SplitMix64, board: &impl LineBoard, priorities: &Priorities) -> Cell {
    let mut moves = Vec::new();
    board.moves(&mut moves);
    priorities.sort(&mut moves, board.side());
    let most = if random.below(4) == 0 { moves.len() } else { moves.len().min(4) };
    moves[random.below(most as u64) as usize]
}

/// A position some plies into such a game that is not over.
fn position<B: LineBoard>(mut board: B, seed: u64) -> B {
    let mut random = SplitMix64::new(seed);
    let (width, height) = board.size();
    let plies = random.below((width * height) as u64 * 3 / 4);
    for _ in 0..plies {
        let cell = choose(&mut random, &board, &Priorities::new(&board));
        let undo = board.play(cell);
        if board.turn().side().is_none() {
            board.undo(undo);
            break;
        }
    }
    board
}

/// The empty board of another win length.
fn board_of_win_length(size: (usize, usize), win_length: usize, is_exact: bool) -> MnkBoard {
    let (width, height) = (size.0.max(win_length), size.1);
    MnkBoard::with(MnkRules { width, height, win_length, is_exact }).unwrap()
}

fn empties(board: &impl LineBoard) -> impl Iterator<Item = Cell> {
    let (width, height) = board.size();
    let cells = (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)));
    let empty = cells.filter(|(x, y)| board.stone(*x, *y).is_none());
    empty.map(|(x, y)| Cell { x: u8::try_from(x).unwrap(), y: u8::try_from(y).unwrap() })
}

/// Every cell has the reference's priority, and the special ones are what they are called.
fn check<B: LineBoard>(board: &B, priorities: &Priorities, blocks_doubles: bool) {
    let side = board.side();
    let reference = Reference::blocking(board, blocks_doubles);
    for cell in empties(board) {
        let place = format!("{} at {cell:?}", fen(board));
        let special = reference.special(point(cell));
        assert_eq!(priorities.special(cell, side), special, "{place}");
        assert_eq!(priorities.sum(cell, side), reference.priority_of(point(cell)), "{place}");
        if board.is_legal(cell) {
            let mut after = board.clone();
            after.play(cell);
            let wins = matches!(after.turn(), Turn::Over(end) if end.winner() == Some(side));
            assert_eq!(special == Some(SpecialPriority::Win), wins, "{place}");
        }
    }
    let ranked = reference.ranked();
    for most in [1, 3, 8, 500] {
        let mut best = Vec::new();
        priorities.best(board, most, &mut best);
        assert_eq!(best, ranked[..most.min(ranked.len())], "{}", fen(board));
    }
}

/// Plays a game to its end and takes it back, and checks now and then.
fn check_game<B: LineBoard>(mut board: B, seed: u64, blocks_doubles: bool) {
    let mut random = SplitMix64::new(seed);
    let mut priorities = Priorities::new(&board).with_blocked_doubles(blocks_doubles);
    let mut played = Vec::new();
    while let Turn::Decide(side) = board.turn() {
        if random.below(6) == 0 {
            check(&board, &priorities, blocks_doubles);
        }
        let cell = choose(&mut random, &board, &priorities);
        let undo = board.play(cell);
        priorities.put(cell, side);
        played.push((cell, undo));
    }
    for (cell, undo) in played.into_iter().rev() {
        priorities.take(cell);
        board.undo(undo);
        if random.below(6) == 0 {
            check(&board, &priorities, blocks_doubles);
        }
    }
}

/// The player's choice is that of the reference.
fn check_choice<B: LineBoard>(board: &B, depth: u32, breadth: usize, blocks_doubles: bool) {
    let values = [
        ("Depth", &*depth.to_string()),
        ("Breadth", &*breadth.to_string()),
        ("BlockDoubleThreats", &*blocks_doubles.to_string()),
    ];
    let mut player = LookaheadPlayer::new(&options(GAME.options, &values));
    let (game, limits) = (Record::new(board.clone()), Limits::default());
    let stop = AtomicBool::new(false);
    let (choice, _) = ask(&mut player, &game, &legal_moves(board), &limits, &stop);
    let expected = Reference::blocking(board, blocks_doubles).choice(depth, breadth);
    assert_eq!(choice.best, expected, "{} {depth} {breadth}", fen(board));
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: quick_or_all(20, 60), failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn priorities_are_those_of_the_reference(
        rule in rules(), width in 5..=11_usize, height in 5..=11_usize, seed: u64, blocks: bool,
    ) {
        check_game(Board::with(width, height, rule).unwrap(), seed, blocks);
    }

    #[test]
    fn priorities_of_other_lengths_are_those_of_the_reference(
        width in 3..=10_usize, height in 3..=10_usize, win in 3..=8_usize, exact: bool,
        seed: u64, blocks: bool,
    ) {
        check_game(board_of_win_length((width, height), win, exact), seed, blocks);
    }

    #[test]
    fn lookahead_chooses_what_plain_minimax_chooses(
        rule in rules(), width in 5..=8_usize, height in 5..=8_usize, seed: u64,
        depth in 1..=4_u32, breadth in 1..=4_usize, blocks: bool,
    ) {
        let board = position(Board::with(width, height, rule).unwrap(), seed);
        check_choice(&board, depth, breadth, blocks);
    }

    #[test]
    fn lookahead_for_other_lengths_chooses_what_plain_minimax_chooses(
        width in 3..=7_usize, height in 3..=7_usize, win in 3..=6_usize, seed: u64,
        depth in 1..=4_u32, breadth in 1..=4_usize, blocks: bool,
    ) {
        let board = position(board_of_win_length((width, height), win, false), seed);
        check_choice(&board, depth, breadth, blocks);
    }
}
