//! The board for searches: the pattern of every location, kept up to date piece by piece.
//!
//! Besides the pieces there is one number for each of the 60 locations, its pattern; a piece that
//! is put or lifted changes the patterns of the 3 to 12 locations through its hole. Tables by
//! pattern give the value of a location, and whether one piece or two would complete it. So the
//! winning holes and the value of the position are known without looking at anything else. Moves
//! are taken back by keeping a copy of the board.

use super::evaluation_network::{Accumulators, BUILT_IN_NETWORK, EvaluationNetwork};
use super::evaluation_weights::{
    BUILT_IN_WEIGHTS, EvaluationWeights, for_empty_trays, for_full_trays, tray_index,
};
use super::five_hole_patterns::{
    CLASS_FOUR, CLASS_THREE, MissingHoles, PATTERN_COUNT, PATTERN_TABLES, PatternTables, digit,
    locations_through,
};
use super::location_features::{LOCATION_FEATURES, LocationFeatures};
use crate::base::Side;
use crate::base::bits::ones;
use crate::game::Position as _;
use crate::games::sticks::board::holes_and_pieces::{
    Hole, PIECES_OF_SIDE, Piece, PieceSource, Pieces,
};
use crate::games::sticks::board::move_and_packed_move::Move;
use crate::games::sticks::board::rules;
use crate::games::sticks::board::rules::{DRAW_PLIES, Sticks};
use crate::games::sticks::board::sequence_states::LOCATIONS;

/// Holes in which a piece completes a line at once, by [`Piece::index`].
pub type WinsByKind = [u64; 3];

/// The holes of all three kinds.
#[inline]
pub const fn holes_of(wins: WinsByKind) -> u64 {
    wins[0] | wins[1] | wins[2]
}

/// Pieces of both sides together: 36.
pub const TOTAL_PIECES: i32 = 2 * PIECES_OF_SIDE.cast_signed();

/// A position that is not over, as a search keeps it.
#[derive(Clone, Copy)]
pub struct SearchBoard {
    /// The pattern of each location.
    patterns: [u16; LOCATIONS.len()],
    sides: [Pieces; 2],
    /// By side: the locations that one piece would complete, as bits.
    fours: [u64; 2],
    /// By side: the locations that two pieces would complete.
    threes: [u64; 2],
    /// The Zobrist key, the same as that of [`Sticks`].
    key: u64,
    /// The sum of the values of all locations **for the first side**, in hundredths, packed.
    value: i32,
    /// The sums of the evaluation's network.
    sums: Accumulators,
    /// By side and [`Piece::index`]: pieces in the tray.
    trays: [[u8; 3]; 2],
    mover: Side,
    /// Plies in a row without a drop; from [`DRAW_PLIES`] on the game is a draw.
    since_drop: u8,
    tables: &'static PatternTables,
    weights: &'static EvaluationWeights,
    features: &'static LocationFeatures,
    network: &'static EvaluationNetwork,
}

impl SearchBoard {
    /// The board of a position.
    pub fn new(position: &Sticks) -> Self {
        let mut board = Self {
            patterns: [0; LOCATIONS.len()],
            sides: [Pieces::default(); 2],
            fours: [0; 2],
            threes: [0; 2],
            key: rules::side_key(Side::First),
            value: 0,
            sums: BUILT_IN_NETWORK.start,
            trays: [Piece::ALL.map(|piece| piece.supply() as u8); 2],
            mover: Side::First,
            since_drop: position.since_drop(),
            tables: &PATTERN_TABLES,
            weights: &BUILT_IN_WEIGHTS,
            features: &LOCATION_FEATURES,
            network: &BUILT_IN_NETWORK,
        };
        for side in Side::BOTH {
            for piece in Piece::ALL {
                for hole in Hole::all_in(position.pieces(side).of(piece)) {
                    board.put(side, piece, hole);
                    board.trays[side.index()][piece.index()] -= 1;
                }
            }
        }
        if position.mover() != Side::First {
            board.pass();
        }
        debug_assert_eq!(board.key, position.key(), "the same position has the same key");
        board
    }

    /// The side to move.
    #[inline]
    pub const fn mover(&self) -> Side {
        self.mover
    }

    /// The key of the position, as [`crate::game::Position::key`].
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Plies in a row without a drop.
    #[inline]
    pub const fn since_drop(&self) -> u8 {
        self.since_drop
    }

    /// Whether the game is a draw by plies without a drop.
    #[inline]
    pub const fn is_drawn(&self) -> bool {
        self.since_drop >= DRAW_PLIES
    }

    /// The pieces of a side on the board.
    #[inline]
    pub const fn pieces(&self, side: Side) -> &Pieces {
        &self.sides[side.index()]
    }

    /// How many pieces of a kind a side has in its tray.
    #[inline]
    pub const fn in_tray(&self, side: Side, piece: Piece) -> u8 {
        self.trays[side.index()][piece.index()]
    }

    /// Pieces in both trays together, 0 to [`TOTAL_PIECES`].
    #[inline]
    pub const fn pieces_in_trays(&self) -> i32 {
        let [[sticks, hollow, solid], other] = self.trays;
        (sticks + hollow + solid + other[0] + other[1] + other[2]) as i32
    }

    /// Where a side takes its next piece of a kind from, as [`Pieces::source`].
    #[inline]
    pub const fn source(&self, side: Side, piece: Piece) -> PieceSource {
        let tray = &self.trays[side.index()];
        let others = match piece {
            Piece::Stick => 0,
            Piece::Hollow => tray[2],
            Piece::Solid => tray[1],
        };
        if tray[piece.index()] > 0 {
            PieceSource::Tray
        } else if others > 0 {
            PieceSource::Nothing
        } else {
            PieceSource::Board(self.sides[side.index()].of(piece))
        }
    }

    /// The holes into which a side could put a piece of a kind, if it had one to move.
    #[inline]
    pub const fn open_to(&self, side: Side, piece: Piece) -> u64 {
        self.sides[side.index()].open_to(piece, &self.sides[side.other().index()])
    }

    /// The patterns of all locations.
    #[inline]
    pub const fn patterns(&self) -> &[u16; LOCATIONS.len()] {
        &self.patterns
    }

    /// The locations that two pieces of a side would complete, as bits.
    #[inline]
    pub(super) const fn threes(&self, side: Side) -> u64 {
        self.threes[side.index()]
    }

    /// The holes in which a side's piece is missing at a location, by sequence.
    #[inline]
    pub(in crate::games::sticks) fn missing(
        &self,
        side: Side,
        location: usize,
    ) -> [MissingHoles; 3] {
        self.tables.missing[side.index()][usize::from(self.patterns[location])]
    }

    /// The holes in which a side would win at once, if it were to move.
    #[inline]
    pub fn wins(&self, side: Side) -> WinsByKind {
        let mut wins = [0; 3];
        if self.fours[side.index()] == 0 {
            return wins;
        }
        let completions = &self.tables.completion[side.index()];
        for location in ones(self.fours[side.index()]) {
            let location = location as usize;
            let completion = completions[usize::from(self.patterns[location])];
            let bit = LOCATIONS[location].holes[completion.place()].bit();
            for (kind, wins) in wins.iter_mut().enumerate() {
                if completion.takes(kind) {
                    *wins |= bit;
                }
            }
        }
        let [_, hollow, solid] = self.trays[side.index()];
        if hollow == 0 && solid > 0 {
            wins[1] = 0;
        }
        if solid == 0 && hollow > 0 {
            wins[2] = 0;
        }
        wins
    }

    /// Whether the mover can win at once.
    #[inline]
    pub fn has_win(&self) -> bool {
        self.fours[self.mover.index()] != 0 && self.wins(self.mover) != [0; 3]
    }

    /// How many legal moves the mover has.
    pub fn count_moves(&self) -> usize {
        let count = |piece: Piece| {
            let open = self.open_to(self.mover, piece).count_ones() as usize;
            self.source(self.mover, piece).choices() as usize * open
        };
        Piece::ALL.into_iter().map(count).sum()
    }

    /// The kinds of piece with which the mover can block these wins, by [`Piece::index`].
    ///
    /// The wins are those of the other side, all of them in one hole.
    pub fn blocking_kinds(&self, wins: WinsByKind) -> [bool; 3] {
        let hole = holes_of(wins);
        debug_assert_eq!(hole.count_ones(), 1, "two holes cannot be blocked");
        Piece::ALL.map(|piece| {
            let shares = Piece::ALL
                .into_iter()
                .any(|theirs| wins[theirs.index()] != 0 && piece.shares_with(theirs));
            !shares
                && self.open_to(self.mover, piece) & hole != 0
                && self.source(self.mover, piece) != PieceSource::Nothing
        })
    }

    /// The kind of piece that a legal move moves.
    #[inline]
    pub fn piece_moved_by(&self, m: Move) -> Option<Piece> {
        match m {
            Move::Drop { piece, .. } => Some(piece),
            Move::Shift { from, .. } => self.sides[self.mover.index()].at(from),
        }
    }

    /// Plays a move that is legal and does not win.
    #[inline]
    pub fn play(&mut self, m: Move) {
        let side = self.mover;
        match m {
            Move::Drop { piece, to } => {
                self.since_drop = 0;
                self.trays[side.index()][piece.index()] -= 1;
                self.put(side, piece, to);
            }
            Move::Shift { from, to } => {
                let Some(piece) = self.sides[side.index()].at(from) else { return };
                self.since_drop += 1;
                self.lift(side, piece, from);
                self.put(side, piece, to);
            }
        }
        self.pass();
    }

    /// Gives the move to the other side.
    #[inline]
    pub const fn pass(&mut self) {
        self.key ^= rules::SECOND_KEY;
        self.mover = self.mover.other();
    }

    /// Static evaluation: the value **for the side to move**, in hundredths.
    #[inline]
    pub fn static_eval(&self) -> i32 {
        let trays = [self.mover, self.mover.other()].map(|side| self.tray_indices(side));
        self.network.evaluate(&self.sums, self.mover, trays, self.linear_value())
    }

    /// The indices of a side's trays, by [`tray_index`].
    #[inline]
    pub fn tray_indices(&self, side: Side) -> [usize; 3] {
        let tray = self.trays[side.index()];
        Piece::ALL.map(|piece| tray_index(piece, tray[piece.index()]))
    }

    /// The sum of all values **for the side to move**, in hundredths: locations, trays and move.
    #[inline]
    pub fn linear_value(&self) -> i32 {
        let trays = self.weights.tray(self.trays[0]) - self.weights.tray(self.trays[1]);
        let value = self.taper(self.value + trays);
        let value = if self.mover == Side::First { value } else { -value };
        value + self.taper(self.weights.tempo)
    }

    /// Tapered evaluation: one number of the two packed ones, by how full the trays are.
    #[inline]
    pub const fn taper(&self, packed: i32) -> i32 {
        let full = self.pieces_in_trays();
        let empty = TOTAL_PIECES - full;
        (for_full_trays(packed) * full + for_empty_trays(packed) * empty) / TOTAL_PIECES
    }

    /// The change of the value **for the mover** if it puts a piece into a hole, without trays.
    #[inline]
    pub fn change_by_placing(&self, piece: Piece, hole: Hole) -> i32 {
        let change = self.change(hole, digit(self.mover, piece));
        self.taper(if self.mover == Side::First { change } else { -change })
    }

    /// The change of the value **for the mover** if it lifts one of its pieces.
    pub fn change_by_lifting(&self, piece: Piece, hole: Hole) -> i32 {
        let change = self.change(hole, digit(self.mover, piece).wrapping_neg());
        self.taper(if self.mover == Side::First { change } else { -change })
    }

    /// The change of the packed value if `digit` is added (wrapping) to the digit of a hole.
    #[inline]
    fn change(&self, hole: Hole, digit: u16) -> i32 {
        let mut change = 0;
        for through in locations_through(hole) {
            let pattern = self.patterns[usize::from(through.location)];
            let after = pattern.wrapping_add(digit.wrapping_mul(through.power));
            change += self.weights.patterns[usize::from(after) % PATTERN_COUNT]
                - self.weights.patterns[usize::from(pattern) % PATTERN_COUNT];
        }
        change
    }

    #[inline]
    fn put(&mut self, side: Side, piece: Piece, hole: Hole) {
        self.add_digit(hole, digit(side, piece));
        self.toggle(side, piece, hole);
    }

    #[inline]
    fn lift(&mut self, side: Side, piece: Piece, hole: Hole) {
        self.add_digit(hole, digit(side, piece).wrapping_neg());
        self.toggle(side, piece, hole);
    }

    #[inline]
    const fn toggle(&mut self, side: Side, piece: Piece, hole: Hole) {
        self.sides[side.index()].toggle(piece, hole);
        self.key ^= rules::piece_key(side, piece, hole);
    }

    /// Adds `digit` (wrapping) to the digit of a hole, in all locations through it.
    #[inline]
    fn add_digit(&mut self, hole: Hole, digit: u16) {
        for through in locations_through(hole) {
            let location = usize::from(through.location);
            let before = usize::from(self.patterns[location]) % PATTERN_COUNT;
            let pattern = self.patterns[location].wrapping_add(digit.wrapping_mul(through.power));
            self.patterns[location] = pattern;
            let after = usize::from(pattern) % PATTERN_COUNT;
            self.value += self.weights.patterns[after] - self.weights.patterns[before];
            self.network.update(&mut self.sums, &self.features.of_pattern, [before, after]);
            let class = self.tables.class[after];
            if class != self.tables.class[before] {
                self.set_threat_class(location, class);
            }
        }
    }

    fn set_threat_class(&mut self, location: usize, class: u8) {
        for side in 0..2 {
            let class = class >> (2 * side);
            let bit = 1 << location;
            let set = |word: &mut u64, is_in: bool| {
                *word = *word & !bit | if is_in { bit } else { 0 };
            };
            set(&mut self.fours[side], class & CLASS_FOUR != 0);
            set(&mut self.threes[side], class & CLASS_THREE != 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::SplitMix64;
    use crate::game::Turn;

    /// Calls `visit` for every position of seeded random games, 120 plies at most of each.
    fn walk(games: u64, mut visit: impl FnMut(&Sticks, &SearchBoard)) {
        let mut random = SplitMix64::new(7);
        for _ in 0..games {
            let mut game = Sticks::new();
            let mut board = SearchBoard::new(&game);
            for _ in 0..120 {
                visit(&game, &board);
                let mut moves = Vec::new();
                game.moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                let m = moves[random.below(moves.len() as u64) as usize];
                game.play(m);
                if matches!(game.turn(), Turn::Over(_)) {
                    break;
                }
                board.play(m);
            }
        }
    }

    #[test]
    fn boards_kept_up_to_date_are_those_made_anew() {
        walk(60, |game, board| {
            let anew = SearchBoard::new(game);
            assert_eq!((board.patterns, board.sides), (anew.patterns, anew.sides));
            assert_eq!((board.fours, board.threes), (anew.fours, anew.threes));
            assert_eq!((board.key, board.value), (anew.key, anew.value));
            assert_eq!(board.sums, anew.sums);
            assert_eq!((board.trays, board.mover), (anew.trays, anew.mover));
            assert_eq!(board.since_drop(), game.since_drop());
            assert_eq!(board.key(), game.key());
        });
    }

    #[test]
    fn wins_and_sources_are_those_of_the_rules() {
        let mut seen = 0;
        walk(400, |game, board| {
            for side in Side::BOTH {
                let plain = Piece::ALL.map(|piece| game.wins_with(side, piece));
                assert_eq!(board.wins(side), plain);
                seen += usize::from(plain != [0; 3]);
                for piece in Piece::ALL {
                    assert_eq!(board.source(side, piece), game.pieces(side).source(piece));
                    assert_eq!(board.open_to(side, piece), game.open_to(side, piece));
                }
            }
        });
        assert!(seen > 200, "{seen}");
    }

    #[test]
    fn value_is_the_sum_over_all_locations() {
        walk(20, |_, board| {
            let sum: i32 =
                board.patterns.iter().map(|p| BUILT_IN_WEIGHTS.patterns[usize::from(*p)]).sum();
            assert_eq!(board.value, sum);
            for piece in Piece::ALL {
                for hole in Hole::all_in(board.open_to(board.mover, piece)) {
                    let mut after = *board;
                    after.put(board.mover, piece, hole);
                    let sign = if board.mover == Side::First { 1 } else { -1 };
                    let change = board.taper(sign * (after.value - board.value));
                    assert_eq!(board.change_by_placing(piece, hole), change);
                    after.mover = board.mover;
                    assert_eq!(after.change_by_lifting(piece, hole), -change);
                }
            }
        });
    }
}
