//! The record of a game: its position, the moves that led there, and repetition.

use super::position::{Position, Turn};
use crate::base::Outcome;

/// One move that was played, with what is needed to take it back.
#[derive(Clone)]
struct Ply<P: Position> {
    /// The move.
    played: P::Move,
    /// The data that takes it back.
    undo: P::Undo,
    /// The key of the position before it; 0 in games without a rule of repetition.
    key: u64,
}

/// A game in progress: a stack of moves and the position after them.
#[derive(Clone)]
pub struct Record<P: Position> {
    position: P,
    plies: Vec<Ply<P>>,
}

impl<P: Position> Record<P> {
    /// A game that starts at this position.
    pub const fn new(position: P) -> Self {
        Self { position, plies: Vec::new() }
    }

    /// The current position.
    pub const fn position(&self) -> &P {
        &self.position
    }

    /// The current position, for changes that are not moves (dice).
    pub const fn position_mut(&mut self) -> &mut P {
        &mut self.position
    }

    /// How many moves have been played.
    pub const fn len(&self) -> usize {
        self.plies.len()
    }

    /// Whether no move has been played.
    pub const fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// The moves played, first to last.
    pub fn moves(&self) -> impl Iterator<Item = P::Move> + '_ {
        self.plies.iter().map(|ply| ply.played)
    }

    /// The keys of the positions before each move, first to last, without the current one.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = u64> + '_ {
        self.plies.iter().map(|ply| ply.key)
    }

    /// The side that acts by the rules of the position, or a draw if it has occurred too often.
    pub fn turn(&self) -> Turn {
        let turn = self.position.turn();
        let drawn = P::REPETITION.is_some_and(|limit| {
            let key = self.position.key();
            // The current position counts as one occurrence.
            self.plies.len() >= limit && self.keys().filter(|k| *k == key).count() + 1 >= limit
        });
        if drawn && turn.side().is_some() { Turn::Over(Outcome::Draw) } else { turn }
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: P::Move) {
        let key = if P::REPETITION.is_some() { self.position.key() } else { 0 };
        let undo = self.position.play(m);
        self.plies.push(Ply { played: m, undo, key });
    }

    /// Takes the last move back and returns it; `None` if there is none.
    pub fn undo(&mut self) -> Option<P::Move> {
        let ply = self.plies.pop()?;
        self.position.undo(ply.undo);
        Some(ply.played)
    }
}
