//! The plan's scoring written out cell by cell, without bits and without speed.

use parlour::base::Side;

type Cell = (isize, isize);

/// The four directions of a line: along a row, up a channel, and the two slanted ones.
const DIRECTIONS: [Cell; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

#[derive(PartialEq)]
enum Found {
    Edge,
    Empty,
    Ball(Side),
}

/// The rack as the workshop stores it: one list a channel, balls from the bottom to the top.
#[derive(Clone)]
pub(crate) struct LiteralRack {
    height: usize,
    channels: Vec<Vec<Side>>,
}

impl LiteralRack {
    /// An empty rack of this many channels, each for `height` balls.
    pub(crate) fn new(width: usize, height: usize) -> Self {
        Self { height, channels: vec![Vec::new(); width] }
    }

    /// Drops a ball of the side to move into a channel, 0 for the leftmost.
    pub(crate) fn play(&mut self, channel: usize) {
        let side = self.side();
        self.channels[channel].push(side);
    }

    fn side(&self) -> Side {
        let balls: usize = self.channels.iter().map(Vec::len).sum();
        Side::BOTH[balls % 2]
    }

    fn open_channels(&self) -> Vec<usize> {
        (0..self.channels.len()).filter(|c| self.channels[*c].len() < self.height).collect()
    }

    /// What lies there: nothing at all beyond the edge.
    fn cell(&self, (x, y): Cell) -> Found {
        let channel = usize::try_from(x).ok().and_then(|x| self.channels.get(x));
        match (channel, usize::try_from(y)) {
            (Some(balls), Ok(row)) if row < self.height => {
                balls.get(row).map_or(Found::Empty, |side| Found::Ball(*side))
            }
            _ => Found::Edge,
        }
    }

    fn cells(&self) -> impl Iterator<Item = Cell> {
        let height = self.height.cast_signed();
        (0..self.channels.len().cast_signed()).flat_map(move |x| (0..height).map(move |y| (x, y)))
    }

    fn lines_of_four(&self) -> Vec<[Cell; 4]> {
        let mut fours = Vec::new();
        for (x, y) in self.cells() {
            for (dx, dy) in DIRECTIONS {
                let four = [0, 1, 2, 3].map(|i| (x + i * dx, y + i * dy));
                if self.cell(four[3]) != Found::Edge {
                    fours.push(four);
                }
            }
        }
        fours
    }

    /// Whether a ball of `side` in this empty cell, out of thin air, would complete four.
    fn would_complete_four(&self, at: Cell, side: Side) -> bool {
        let is_own = |c: &Cell| *c == at || self.cell(*c) == Found::Ball(side);
        self.cell(at) == Found::Empty
            && self.lines_of_four().iter().any(|four| four.contains(&at) && four.iter().all(is_own))
    }

    fn has_won(&self, side: Side) -> bool {
        self.lines_of_four()
            .iter()
            .any(|four| four.iter().all(|c| self.cell(*c) == Found::Ball(side)))
    }

    fn lowest_empty_cell(&self, channel: usize) -> Cell {
        (channel.cast_signed(), self.channels[channel].len().cast_signed())
    }

    /// Whether a ball of `side` in this channel wins now.
    pub(crate) fn wins_in(&self, channel: usize, side: Side) -> bool {
        self.would_complete_four(self.lowest_empty_cell(channel), side)
    }

    /// Whether `side` would win in this channel once another ball lies there.
    pub(crate) fn wins_above(&self, channel: usize, side: Side) -> bool {
        let (x, y) = self.lowest_empty_cell(channel);
        self.cell((x, y)) == Found::Empty && self.would_complete_four((x, y + 1), side)
    }

    fn winning_channels(&self, side: Side) -> usize {
        self.open_channels().into_iter().filter(|channel| self.wins_in(*channel, side)).count()
    }

    /// The side that wins at once, or has two wins that cannot both be blocked.
    pub(crate) fn inevitable_winner(&self) -> Option<Side> {
        let (mover, other) = (self.side(), self.side().other());
        if self.winning_channels(mover) > 0 {
            return Some(mover);
        }
        (self.winning_channels(other) > 1).then_some(other)
    }

    /// Two in a row; three that cannot, three that can become four in one turn.
    fn runs(&self, side: Side) -> [u32; 3] {
        let mut counts = [0; 3];
        let is_own = |c: Cell| self.cell(c) == Found::Ball(side);
        for (x, y) in self.cells() {
            for (dx, dy) in DIRECTIONS {
                let at = |i: isize| (x + i * dx, y + i * dy);
                if is_own(at(-1)) {
                    continue;
                }
                let length = (0..9).take_while(|i| is_own(at(*i))).count().cast_signed();
                let run: Vec<Cell> = (0..length).map(at).collect();
                let is_free = |c: &Cell| self.cell(*c) == Found::Empty || is_own(*c);
                let can_become_four = (-3..=0).any(|from| {
                    let four: Vec<Cell> = (from..from + 4).map(at).collect();
                    run.iter().all(|c| four.contains(c)) && four.iter().all(is_free)
                });
                let is_playable = |c: Cell| {
                    self.open_channels()
                        .into_iter()
                        .any(|channel| self.lowest_empty_cell(channel) == c)
                };
                let in_one_turn = is_playable(at(-1)) || is_playable(at(length));
                match (length, in_one_turn) {
                    _ if !can_become_four => {}
                    (2, _) => counts[0] += 1,
                    (3, false) => counts[1] += 1,
                    (3, true) => counts[2] += 1,
                    _ => {}
                }
            }
        }
        counts
    }

    /// The items in the order of the plan.
    pub(crate) fn items(&self, side: Side) -> [u32; 8] {
        let below = |winner| {
            self.open_channels().into_iter().filter(|c| self.wins_above(*c, winner)).count() as u32
        };
        let full = (self.channels.len() - self.open_channels().len()) as u32;
        let [two, three, attack] = self.runs(side);
        let theirs = self.runs(side.other());
        let impossible = full + below(side.other());
        [below(side), two, three, attack, impossible, theirs[0], theirs[1], theirs[2]]
    }

    /// The points of the rack for a side, −125 to 125 if the win is inevitable.
    pub(crate) fn points(&self, side: Side) -> i32 {
        if let Some(winner) = self.inevitable_winner() {
            return if winner == side { 125 } else { -125 };
        }
        let [hand, two, three, attack, impossible, their_two, their_three, their_attack] =
            self.items(side).map(u32::cast_signed);
        25 * hand + 10 * two + 30 * three + 50 * attack
            - 15 * impossible
            - 10 * their_two
            - 30 * their_three
            - 50 * their_attack
    }

    /// The plan's lines on the multiplier, item by item; thousandths for First.
    pub(crate) fn diminished_score(&self) -> i32 {
        let mut score: f64 = 0.0;
        match self.inevitable_winner() {
            Some(Side::First) => score = 9.95,
            Some(Side::Second) => score = -9.95,
            None => {
                let worth = [2.0, 0.8, 2.4, 4.0, -1.2, -0.8, -2.4, -4.0];
                for (count, worth) in self.items(Side::First).into_iter().zip(worth) {
                    for _ in 0..count {
                        let percent = if score >= 0.0 { score / 10.0 } else { score / -10.0 };
                        score += worth * (1.0 - percent);
                    }
                }
            }
        }
        (score.clamp(-9.95, 9.95) * 1_000.0).round() as i32
    }

    /// The plan's recursion, for a side, to a depth in plies.
    pub(crate) fn average(&self, side: Side, depth: u32) -> i32 {
        for winner in Side::BOTH {
            if self.has_won(winner) {
                return if winner == side { 125 } else { -125 };
            }
        }
        if self.open_channels().is_empty() {
            return 0;
        }
        let own = self.points(side);
        if depth == 0 || self.inevitable_winner().is_some() {
            return own;
        }
        let opponent = self.side().other();
        let mut moves = self.open_channels();
        if self.winning_channels(opponent) > 0 {
            moves.retain(|channel| self.wins_in(*channel, opponent));
        } else if moves.iter().any(|channel| !self.wins_above(*channel, opponent)) {
            moves.retain(|channel| !self.wins_above(*channel, opponent));
        }
        let mut scores = vec![own];
        for channel in moves {
            let mut child = self.clone();
            child.play(channel);
            scores.push(child.average(side, depth - 1));
        }
        (f64::from(scores.iter().sum::<i32>()) / scores.len() as f64).round() as i32
    }
}
