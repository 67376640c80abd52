//! The plain evaluation and its move scores against a scan of all windows of the board.

use parlour::base::SplitMix64;
use parlour::game::{Evaluate, Notation, Turn};
use parlour::games::connect5::{Board, Cell, LineBoard, MnkBoard, MnkRules, Rule};

use crate::ask_player::legal_moves;
use crate::quick_or_all::quick_or_all;
use crate::rules::{DIRECTIONS, Point, Reference};

/// What stones are worth in a window that has none of the other side's, by their number.
struct WindowValues {
    /// In the evaluation, in hundredths.
    stones: Vec<i32>,
    /// In the move score: one more stone beside this many own ones.
    growth: Vec<i32>,
    /// In the move score: a stone beside this many of the opponent's.
    block: Vec<i32>,
}

impl WindowValues {
    /// Those of the board on which five in line win.
    fn of_five() -> Self {
        Self {
            stones: vec![0, 1, 6, 30, 150, 150],
            growth: vec![1, 3, 10, 40, 13_000],
            block: vec![0, 2, 8, 35, 800],
        }
    }

    /// Those of the board for every length. A full window is part of a line that is too long to win.
    fn of_length(length: usize) -> Self {
        let stones = match length {
            3 => vec![0, 30, 150, 0],
            4 => vec![0, 6, 30, 150, 0],
            5 => vec![0, 1, 6, 30, 150, 0],
            6 => vec![0, 1, 1, 6, 30, 150, 0],
            7 => vec![0, 1, 1, 1, 6, 30, 150, 0],
            _ => vec![0, 1, 1, 1, 1, 6, 30, 150, 0],
        };
        let mut growth: Vec<i32> = stones.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let mut block = growth.clone();
        growth[length - 1] = 10_000;
        block[length - 1] = 5_000;
        Self { stones, growth, block }
    }
}

/// Cells in line, as many as win, with what the side to move sees in them.
struct Window {
    /// The cells, from one end to the other.
    cells: Vec<Point>,
    /// Stones of the side to move.
    own: usize,
    /// Stones of the opponent.
    theirs: usize,
}

/// All windows of the board.
fn windows(board: &Reference, length: usize) -> Vec<Window> {
    let mut found = Vec::new();
    for (x, y) in board.points() {
        for (dx, dy) in DIRECTIONS {
            let cells: Vec<Point> = (0..).map(|k| (x + k * dx, y + k * dy)).take(length).collect();
            let contents: Vec<char> = cells.iter().map(|cell| board.at(*cell)).collect();
            if !contents.contains(&'#') {
                let count = |letter| contents.iter().filter(|found| **found == letter).count();
                let own = count(board.side);
                found.push(Window { cells, own, theirs: length - own - count('.') });
            }
        }
    }
    found
}

/// What the board has for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chance {
    /// It can complete a window.
    Wins,
    /// It cannot, but the opponent could complete two.
    Loses,
    /// Neither.
    Quiet,
}

/// The evaluation for the side to move, and the reason for its last part.
fn evaluation(windows: &[Window], length: usize, values: &WindowValues) -> (i32, Chance) {
    let (mut sum, mut own_short, mut their_short) = (0, 0, 0);
    for Window { own, theirs, .. } in windows {
        if *theirs == 0 {
            sum += values.stones[*own];
            own_short += u32::from(*own == length - 1);
        }
        if *own == 0 {
            sum -= values.stones[*theirs];
            their_short += u32::from(*theirs == length - 1);
        }
    }
    let sum = sum.clamp(-9_000, 9_000);
    match (own_short, their_short) {
        (1.., _) => (sum + 10_000, Chance::Wins),
        (0, 2..) => (sum - 3_000, Chance::Loses),
        _ => (sum + 20, Chance::Quiet),
    }
}

/// The move score of an empty cell: 64 for each unit of its windows, less the half steps from it to
/// the middle of the board.
fn move_score(windows: &[Window], cell: Point, size: (i32, i32), values: &WindowValues) -> i32 {
    let mut sum = 0;
    for Window { own, theirs, .. } in windows.iter().filter(|w| w.cells.contains(&cell)) {
        if *theirs == 0 {
            sum += values.growth[*own];
        }
        if *own == 0 {
            sum += values.block[*theirs];
        }
    }
    64 * sum - (2 * cell.0 - (size.0 - 1)).abs() - (2 * cell.1 - (size.1 - 1)).abs()
}

/// The evaluation is that of the scan; returns the reason for its last part.
fn compare<B: LineBoard + Evaluate>(board: &B, rule: Rule, values: &WindowValues) -> Chance {
    let length = board.win_length();
    let windows = windows(&Reference::with_rule(board, rule), length);
    let (expected, chance) = evaluation(&windows, length, values);
    let mut fen = String::new();
    board.write_position(&mut fen);
    assert_eq!(board.evaluate(), expected, "{chance:?} {fen}");
    chance
}

/// Every move score is that of the scan.
fn compare_move_scores<B: LineBoard + Evaluate>(board: &B, rule: Rule, values: &WindowValues) {
    let windows = windows(&Reference::with_rule(board, rule), board.win_length());
    let (width, height) = board.size();
    let size = (i32::try_from(width).unwrap(), i32::try_from(height).unwrap());
    for cell in legal_moves(board) {
        let point = (i32::from(cell.x), i32::from(cell.y));
        let expected = move_score(&windows, point, size, values);
        assert_eq!(board.ordering_score(cell), expected, "{point:?} of {size:?}");
    }
}

/// Plays a game, compares at every ply, also as moves are taken back; counts by [`Chance`].
fn compare_in_game<B: LineBoard + Evaluate>(
    mut board: B,
    rule: Rule,
    values: &WindowValues,
    random: &mut SplitMix64,
    seen: &mut [u32; 3],
) {
    let mut played = Vec::new();
    while let Turn::Decide(_) = board.turn() {
        let chance = compare(&board, rule, values);
        seen[chance as usize] += 1;
        if random.below(4) == 0 {
            compare_move_scores(&board, rule, values);
        }
        let moves = legal_moves(&board);
        let mut draw = || moves[random.below(moves.len() as u64) as usize];
        played.push(board.play(draw()));
    }
    while let Some(undo) = played.pop() {
        board.undo(undo);
        compare(&board, rule, values);
    }
}

#[test]
fn five_in_line_is_evaluated_as_a_scan_of_all_windows_says() {
    let (mut random, mut seen) = (SplitMix64::new(1), [0; 3]);
    for game in 0..quick_or_all(24, 120) {
        let rule = [Rule::Freestyle, Rule::Standard, Rule::Renju][game % 3];
        let [width, height] = [0, 1].map(|_| 5 + random.below(6) as usize);
        let board = Board::with(width, height, rule).unwrap();
        compare_in_game(board, rule, &WindowValues::of_five(), &mut random, &mut seen);
    }
    assert!(seen.iter().all(|count| *count >= 30), "wins, losses, quiet: {seen:?}");
}

#[test]
fn every_length_of_line_is_evaluated_as_a_scan_of_all_windows_says() {
    let (mut random, mut seen) = (SplitMix64::new(2), [0; 3]);
    for game in 0..quick_or_all(60, 300) {
        let [width, height] = [0, 1].map(|_| 3 + random.below(8) as usize);
        let win_length = (3 + game % 6).min(width.max(height));
        let is_exact = random.below(2) == 0;
        let rule = if is_exact { Rule::Standard } else { Rule::Freestyle };
        let board = MnkBoard::with(MnkRules { width, height, win_length, is_exact }).unwrap();
        let values = WindowValues::of_length(win_length);
        compare_in_game(board, rule, &values, &mut random, &mut seen);
    }
    assert!(seen.iter().all(|count| *count >= 30), "wins, losses, quiet: {seen:?}");
}

#[test]
fn windows_count_at_most_9000() {
    // No line of First is exactly five.
    let rows = ["1xxxxxxxxxxx", "xxoxxxxxxoxx"];
    let full = "xxxxxxxxxxxx";
    let fen = [rows[0], full, rows[1], full, full, full, full, full, full, rows[1], full, full];
    let empty = Board::with(12, 12, Rule::Standard).unwrap();
    for (side, value) in [('x', 19_000), ('o', -12_000)] {
        let board = empty.read_position(&format!("{} {side}", fen.join("/"))).unwrap();
        compare(&board, Rule::Standard, &WindowValues::of_five());
        assert_eq!(board.evaluate(), value);
        compare_move_scores(&board, Rule::Standard, &WindowValues::of_five());
        assert_eq!(legal_moves(&board), [Cell { x: 0, y: 0 }]);
    }
}
