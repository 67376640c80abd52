//! The moves of the root, the best first.

use crate::search::player::value;

/// A move of the root and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate<M> {
    /// The move, and what follows it.
    pub line: Vec<M>,
    /// Its value **for the side to move**, as [`value`] tells them.
    pub value: i32,
}

/// The moves of the root, at least one, and how many of them are compared in full.
#[derive(Clone, Debug)]
pub struct Candidates<M> {
    /// The best first.
    pub(super) list: Vec<Candidate<M>>,
    /// The lines to report, 1 or more.
    lines: usize,
    /// The best value is that of the shortest win or the longest loss.
    pub is_shortest: bool,
}

impl<M: Copy> Candidates<M> {
    /// These moves (at least one), the most promising first; `multi_pv` of them are compared.
    pub fn new(moves: impl IntoIterator<Item = M>, multi_pv: usize) -> Self {
        let list: Vec<_> =
            moves.into_iter().map(|m| Candidate { line: vec![m], value: 0 }).collect();
        debug_assert!(!list.is_empty(), "a search needs a move");
        let lines = multi_pv.min(list.len());
        Self { list, lines, is_shortest: false }
    }

    /// The best one so far.
    pub fn best(&self) -> &Candidate<M> {
        &self.list[0]
    }

    /// The best one, to be changed.
    pub fn best_mut(&mut self) -> &mut Candidate<M> {
        &mut self.list[0]
    }

    /// How many lines are compared in full, 1 or more.
    pub const fn lines(&self) -> usize {
        self.lines
    }

    /// Whether the best move alone is wanted.
    pub const fn is_single(&self) -> bool {
        self.lines == 1
    }

    /// Whether the best move is wanted alone and is proved to win.
    pub fn is_won(&self) -> bool {
        let value = self.best().value;
        self.is_single() && value > 0 && value::is_proved(value)
    }

    /// Whether the ends of all lines that are wanted are proved.
    pub fn is_settled(&self) -> bool {
        self.list.iter().take(self.lines).all(|candidate| value::is_proved(candidate.value))
    }

    /// Gives the first move that is the one a value and brings it to the front.
    ///
    /// `None` if no move is.
    pub fn lead(&mut self, is_it: impl Fn(M) -> bool, value: i32) -> Option<&mut Candidate<M>> {
        let at = self.list.iter().position(|candidate| is_it(candidate.line[0]))?;
        self.list[at].value = value;
        self.promote(at, 0);
        self.list.first_mut()
    }

    /// Brings a candidate forward; those between step back.
    pub(super) fn promote(&mut self, from: usize, to: usize) {
        self.list[to..=from].rotate_right(1);
    }
}
