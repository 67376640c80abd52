//! Connect Four against a slow, literal rack: an array of channels, balls bottom to top, and the
//! enumeration of all winning lines as the judge of who has won.

use std::collections::BTreeSet;

use parlour::base::{Outcome, Side, SplitMix64};
use parlour::board::Grid;
use parlour::board::slices::Slices;
use parlour::game::{Evaluate, Notation, Position, Turn, perft};
use parlour::games::connect4::{Rack, RackSize};
use proptest::prelude::{any, prop_assert_eq, proptest};

/// The rack as the workshop stores it: one list a channel, balls from the bottom to the top.
#[derive(Clone)]
struct LiteralRack {
    width: usize,
    height: usize,
    channels: Vec<Vec<Side>>,
    side_to_move: Side,
}

impl LiteralRack {
    fn new(width: usize, height: usize) -> Self {
        Self { width, height, channels: vec![Vec::new(); width], side_to_move: Side::First }
    }

    fn ball(&self, channel: usize, row: usize) -> Option<Side> {
        self.channels[channel].get(row).copied()
    }

    /// Every line of four cells (channel, row), written out.
    fn lines(&self) -> Vec<[(usize, usize); 4]> {
        let mut lines = Vec::new();
        for channel in 0..self.width {
            for row in 0..self.height {
                let right = channel + 3 < self.width;
                if right {
                    lines.push([0, 1, 2, 3].map(|i| (channel + i, row)));
                }
                if row + 3 < self.height {
                    lines.push([0, 1, 2, 3].map(|i| (channel, row + i)));
                }
                if right && row + 3 < self.height {
                    lines.push([0, 1, 2, 3].map(|i| (channel + i, row + i)));
                    lines.push([0, 1, 2, 3].map(|i| (channel + i, row + 3 - i)));
                }
            }
        }
        lines
    }

    fn has_won(&self, side: Side) -> bool {
        let owned = |(channel, row): &(usize, usize)| self.ball(*channel, *row) == Some(side);
        self.lines().iter().any(|line| line.iter().all(owned))
    }

    fn turn(&self) -> Turn {
        for side in Side::BOTH {
            if self.has_won(side) {
                return Turn::Over(Outcome::win(side));
            }
        }
        let full = self.channels.iter().all(|channel| channel.len() == self.height);
        if full { Turn::Over(Outcome::Draw) } else { Turn::Decide(self.side_to_move) }
    }

    fn legal_moves(&self) -> Vec<u8> {
        if matches!(self.turn(), Turn::Over(_)) {
            return Vec::new();
        }
        let open = |channel: &usize| self.channels[*channel].len() < self.height;
        (0..self.width).filter(open).map(|channel| channel as u8).collect()
    }

    /// The empty cells, wherever they are, in which one more ball of a side completes a line.
    fn winning_cells(&self, side: Side) -> BTreeSet<(usize, usize)> {
        let missing = |line: [(usize, usize); 4]| {
            let is_own = |(channel, row): &(usize, usize)| self.ball(*channel, *row) == Some(side);
            let mut others = line.into_iter().filter(|cell| !is_own(cell));
            let cell = others.next()?;
            (others.next().is_none() && self.ball(cell.0, cell.1).is_none()).then_some(cell)
        };
        self.lines().into_iter().filter_map(missing).collect()
    }

    /// Steps from a channel to the side wall that is nearer.
    fn steps_to_wall(&self, channel: usize) -> i32 {
        i32::try_from(channel.min(self.width - 1 - channel)).unwrap()
    }

    /// For one side, in hundredths: 40 for each of its winning cells, 5 for each step from the wall
    /// of each of its balls.
    fn evaluation_of(&self, side: Side) -> i32 {
        let mut sum = 0;
        for _cell in self.winning_cells(side) {
            sum += 40;
        }
        for (channel, balls) in self.channels.iter().enumerate() {
            for _ball in balls.iter().filter(|ball| **ball == side) {
                sum += 5 * self.steps_to_wall(channel);
            }
        }
        sum
    }

    /// For the side to move, in hundredths.
    fn evaluation(&self) -> i32 {
        self.evaluation_of(self.side_to_move) - self.evaluation_of(self.side_to_move.other())
    }

    fn play(&mut self, channel: u8) {
        self.channels[usize::from(channel)].push(self.side_to_move);
        self.side_to_move = self.side_to_move.other();
    }

    fn fen(&self) -> String {
        let mut rows = Vec::new();
        for row in (0..self.height).rev() {
            let signs = (0..self.width).map(|channel| match self.ball(channel, row) {
                None => '.',
                Some(Side::First) => 'x',
                Some(Side::Second) => 'o',
            });
            let mut text: String = signs.collect();
            for empty in (1..=self.width).rev() {
                text = text.replace(&".".repeat(empty), &empty.to_string());
            }
            rows.push(text);
        }
        format!("{} {}", rows.join("/"), if self.side_to_move == Side::First { 'x' } else { 'o' })
    }

    fn leaves(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let below = |channel: u8| {
            let mut next = self.clone();
            next.play(channel);
            next.leaves(depth - 1)
        };
        self.legal_moves().into_iter().map(below).sum()
    }
}

/// Plays both racks side by side with these choices, and compares all that can be seen.
fn compare(width: usize, height: usize, choices: &[u8]) {
    let size = RackSize::new(width, height);
    let mut literal = LiteralRack::new(width, height);
    let mut rack = Rack::new(size);
    let mut played = Vec::new();
    for choice in choices {
        let mut moves = Vec::new();
        rack.moves(&mut moves);
        assert_eq!(moves, literal.legal_moves());
        assert_eq!(rack.count_moves(), moves.len() as u64);
        assert_eq!(rack.turn(), literal.turn());
        assert_eq!(rack.side(), literal.side_to_move);
        let mut fen = String::new();
        rack.write_position(&mut fen);
        assert_eq!(fen, literal.fen());
        assert_eq!(Rack::new(size).read_position(&fen), Ok(rack));
        if moves.is_empty() {
            break;
        }
        compare_evaluations(&rack, &literal);
        let channel = moves[usize::from(*choice) % moves.len()];
        literal.play(channel);
        played.push((rack, rack.play(channel)));
    }
    while let Some((before, undo)) = played.pop() {
        rack.undo(undo);
        assert_eq!((rack, rack.key()), (before, before.key()));
    }
}

/// Winning cells, evaluation and move scores are those of the literal rack.
fn compare_evaluations(rack: &Rack, literal: &LiteralRack) {
    for side in Side::BOTH {
        let cells = literal.winning_cells(side);
        let expected: u64 = cells.into_iter().map(|cell| rack.size().cell(cell.0, cell.1)).sum();
        assert_eq!(rack.winning_cells(rack.balls(side)), expected);
    }
    assert_eq!(rack.evaluate(), literal.evaluation(), "{}", literal.fen());
    for channel in literal.legal_moves() {
        let steps = literal.steps_to_wall(usize::from(channel));
        assert_eq!(rack.ordering_score(channel), steps, "{channel} of {}", literal.fen());
    }
}

proptest! {
    #[test]
    fn every_size_plays_as_the_literal_rack(choices: Vec<u8>) {
        compare(7, 6, &choices);
        compare(6, 5, &choices);
        compare(7, 7, &choices);
        compare(8, 7, &choices);
        compare(6, 7, &choices);
        compare(8, 5, &choices);
    }

    #[test]
    fn full_racks_play_as_the_literal_rack(choices in proptest::collection::vec(any::<u8>(), 60)) {
        compare(7, 6, &choices);
        compare(8, 6, &choices);
        compare(6, 6, &choices);
        compare(7, 5, &choices);
    }

    #[test]
    fn no_text_of_a_position_is_trusted(text in "[xo1-8/]{0,30} ?[xo]?") {
        if let Ok(rack) = Rack::EMPTY.read_position(&text) {
            let mut fen = String::new();
            rack.write_position(&mut fen);
            prop_assert_eq!(Rack::EMPTY.read_position(&fen), Ok(rack));
        }
    }
}

#[test]
fn seeded_games_on_racks_of_all_sizes_go_and_are_evaluated_as_on_the_literal_rack() {
    let mut random = SplitMix64::new(1);
    for width in 6..=8 {
        for height in 5..=7 {
            for _ in 0..30 {
                let choices: Vec<u8> = (0..60).map(|_| random.next() as u8).collect();
                compare(width, height, &choices);
            }
        }
    }
}

#[test]
fn there_are_69_winning_lines_and_each_wins() {
    let literal = LiteralRack::new(7, 6);
    let mut lines: Vec<u64> = literal
        .lines()
        .iter()
        .map(|line| line.iter().map(|c| RackSize::AS_SOLD.cell(c.0, c.1)).sum())
        .collect();
    assert_eq!(lines.len(), 69);
    assert_eq!(Slices::new(Grid::new(7, 6), 4).len(), 69);
    assert!(lines.iter().all(|line| RackSize::AS_SOLD.has_four(*line)));
    // Nothing less than a whole line wins.
    for line in &lines {
        for cell in 0..64 {
            assert!(line & (1 << cell) == 0 || !RackSize::AS_SOLD.has_four(line & !(1 << cell)));
        }
    }
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 69);
}

#[test]
fn leaves_are_those_of_the_literal_rack() {
    let literal = LiteralRack::new(7, 6);
    let mut near_the_end = (literal.clone(), Rack::EMPTY);
    for ply in 0..30 {
        // A game that goes on: the first move, from a different channel each time, that ends none.
        let goes_on = |channel: &u8| {
            let mut next = near_the_end.0.clone();
            next.play(*channel);
            !next.legal_moves().is_empty()
        };
        let moves = near_the_end.0.legal_moves();
        let channel = moves.iter().cycle().skip(3 * ply).take(7).copied().find(goes_on);
        let channel = channel.expect("some move ends no game yet");
        near_the_end.0.play(channel);
        near_the_end.1.play(channel);
    }
    for (literal, rack) in [(literal, Rack::EMPTY), near_the_end] {
        for depth in 0..=6 {
            let fast = perft::perft(&mut rack.clone(), depth, &|| false);
            assert_eq!(fast, Some(literal.leaves(depth)), "depth {depth}");
        }
    }
}
