//! What a search has learned about the order of moves, and its buffers.

use crate::base::Side;
use crate::games::sticks::code::{Code, PLACES};
use crate::games::sticks::field::threats::Four;
use crate::games::sticks::prover::Prover;
use crate::search::tt::PackedMove;

/// The deepest ply of a search.
pub(super) const PLIES: usize = 240;
/// Entries of the prover's table: 2 MiB.
const PROOFS: usize = 1 << 17;
/// History values stay between this and its negative.
const LIMIT: i32 = 8_192;

/// Killers, answers and history of one thread, and its buffers.
pub(super) struct Memory {
    /// By ply: the two moves that refuted a sibling there last.
    killers: Vec<[Code; 2]>,
    /// By side and place: how often it was good to go there, less how often it was not.
    history: Box<[[i16; PLACES]; 2]>,
    /// By side and the place of the move before: what refuted that move last.
    answers: Box<[[Code; PLACES]; 2]>,
    /// The moves of all plies under way, one after the other, with their promise.
    pub(super) moves: Vec<(i32, Code)>,
    /// By ply: the best line from there.
    pub(super) lines: Vec<Vec<Code>>,
    /// By ply: the static value.
    pub(super) estimates: Vec<i32>,
    /// Lists of threats that are not in use.
    pub(super) fours: Vec<Vec<Four>>,
    /// The keys of the game since its last drop, then those of the line under way.
    pub(super) path: Vec<u64>,
    /// Keys that have stood twice in the game since its last drop.
    pub(super) twice: Vec<u64>,
    pub(super) prover: Prover,
}

impl Memory {
    /// Nothing learned.
    pub(super) fn new() -> Self {
        Self {
            killers: vec![[Code::NONE; 2]; PLIES + 2],
            history: Box::new([[0; PLACES]; 2]),
            answers: Box::new([[Code::NONE; PLACES]; 2]),
            moves: Vec::with_capacity(4_096),
            lines: vec![Vec::new(); PLIES + 2],
            estimates: vec![0; PLIES + 2],
            fours: Vec::new(),
            path: Vec::new(),
            twice: Vec::new(),
            prover: Prover::new(PROOFS),
        }
    }

    /// Prepares for another search behind these keys: half of the history is forgotten.
    pub(super) fn begin_search(&mut self, keys: &[u64]) {
        self.killers.fill([Code::NONE; 2]);
        self.moves.clear();
        self.history.iter_mut().flatten().for_each(|merit| *merit /= 2);
        self.path.clear();
        self.path.extend_from_slice(keys);
        self.twice.clear();
        for (at, key) in keys.iter().enumerate() {
            if keys[..at].contains(key) && !self.twice.contains(key) {
                self.twice.push(*key);
            }
        }
        self.prover.begin(&self.twice);
    }

    /// What is known of a move beside what it does to the board.
    #[inline]
    pub(super) fn bonus(
        &self,
        (ply, side, before): (usize, Side, usize),
        code: Code,
        place: usize,
    ) -> i32 {
        let killer = i32::from(self.killers[ply].contains(&code));
        let answer = i32::from(self.answers[side.index()][before] == code);
        i32::from(self.history[side.index()][place]) / 16 + 40 * killer + 40 * answer
    }

    /// The history of a place, −8,192 to 8,192.
    #[inline]
    pub(super) fn history(&self, side: Side, place: usize) -> i32 {
        i32::from(self.history[side.index()][place])
    }

    /// A move refuted the one before it; remembers it as killer and answer.
    pub(super) fn note(&mut self, (ply, side, before): (usize, Side, usize), best: Code) {
        let [first, second] = &mut self.killers[ply];
        if *first != best {
            (*first, *second) = (best, *first);
        }
        self.answers[side.index()][before] = best;
    }

    /// Moves the merit of a place by a bonus, less the nearer it is to the limit.
    pub(super) fn shift(&mut self, side: Side, place: usize, bonus: i32) {
        let merit = &mut self.history[side.index()][place];
        let old = i32::from(*merit);
        *merit = (old + bonus - old * bonus.abs() / LIMIT) as i16;
    }
}
