//! The moves of the root and their values, the best first.

use std::cmp::Reverse;

use crate::search::player::score_encoding;

/// A move of the root, its principal variation and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate<M> {
    /// The principal variation: the move, and the moves after it.
    pub line: Vec<M>,
    /// Its value **for the side to move**, one of [`score_encoding`].
    pub value: i32,
}

/// The moves of the root, at least one, and how many of them are compared in full.
#[derive(Clone, Debug)]
pub struct Candidates<M> {
    /// The best first.
    pub(super) list: Vec<Candidate<M>>,
    /// The lines to report, 1 or more.
    lines: usize,
    /// Whether the value of the best is that of the shortest win or the longest loss.
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

    /// The best one so far, mutable.
    pub fn best_mut(&mut self) -> &mut Candidate<M> {
        &mut self.list[0]
    }

    /// How many lines are compared in full, 1 or more.
    pub const fn lines(&self) -> usize {
        self.lines
    }

    /// Whether only the best move is compared in full.
    pub const fn is_single(&self) -> bool {
        self.lines == 1
    }

    /// Whether only the best move is compared in full, and it is proved to win.
    pub fn is_won(&self) -> bool {
        let value = self.best().value;
        self.is_single() && value > 0 && score_encoding::is_proved(value)
    }

    /// Whether the values of all lines that are compared in full are proved.
    pub fn all_proved(&self) -> bool {
        self.list
            .iter()
            .take(self.lines)
            .all(|candidate| score_encoding::is_proved(candidate.value))
    }

    /// Sets the value of the first move that matches, and moves it to the front.
    ///
    /// The value is for the side to move. `None` if no move does.
    pub fn move_to_front(
        &mut self,
        matches: impl Fn(M) -> bool,
        value: i32,
    ) -> Option<&mut Candidate<M>> {
        let at = self.list.iter().position(|candidate| matches(candidate.line[0]))?;
        self.list[at].value = value;
        self.promote(at, 0);
        self.list.first_mut()
    }

    /// Sorts the lines that are compared in full by their values; of equals the earlier stays first.
    ///
    /// A line may turn out better than one before it: that one was compared with it in a null
    /// window, in which the techniques of the search leave out more.
    pub(super) fn sort_lines(&mut self) {
        self.list[..self.lines].sort_by_key(|candidate| Reverse(candidate.value));
    }

    /// Moves a candidate forward; those between move back by one.
    pub(super) fn promote(&mut self, from: usize, to: usize) {
        self.list[to..=from].rotate_right(1);
    }
}
