//! The player `boards`: "An Alternate Strategy" of the "Sticks 'n' Barrels Algorithm Design
//! Document", which compares the boards that all moves lead to.
//!
//! A winning board is best. Of all others the one is played that comes first in the list of the
//! section "How Can We Aggregate the State Data For the Sequences", with one step put in front
//! that the section "Make Sure The Opponent Can't Win" asks for and the list forgets. Boards
//! that are equal to the end of the list are equally good: a seeded coin decides.
//!
//! It looks no further than its own move, and knows nothing of repetition.

use std::cmp::{Ordering as Comparison, Reverse};

use super::comparison_rules;
use super::comparison_rules::{Ordering, Rule};
use crate::base::Outcome;
use crate::game::{Evaluate, Position, Record, Turn};
use crate::games::sticks::document_tables::{Table, Tables};
use crate::games::sticks::pieces::{Piece, Source};
use crate::games::sticks::sequences::{Outlook, State};
use crate::games::sticks::{Move, Sticks};
use crate::search::{Choice, CommonOptions, Options, Player, SearchControl, SearchTask, Watcher};

/// The rank of a sequence to which only one hole is missing, which is empty.
const FOUR: usize = State::Open { in_place: 4, unblockable: 0 }.rank();

/// The rank of a sequence to which only one hole is missing, which is unblockable.
const SURE_FOUR: usize = State::Open { in_place: 4, unblockable: 1 }.rank();

/// The player. Uses the options `Ordering`, `Literal`, `Seed` and `Level`.
pub struct Boards {
    rules: Vec<Rule>,
    temper: CommonOptions,
}

/// A board after a move, as the side that made it sees it.
#[derive(Clone, Debug)]
pub(super) struct Board {
    played: Move,
    /// Sequences that the opponent can complete with its next move.
    pub(super) one_move_wins: u16,
    /// The states of all sequences, own ones first.
    pub(super) tables: [Table; 2],
}

impl Board {
    /// The board after a legal move that does not win; `before` are the mover's tables.
    fn after(position: &Sticks, before: &Tables, played: Move) -> Self {
        let mut after = *position;
        after.play(played);
        let tables = before.after(&after, played);
        Self { played, one_move_wins: one_move_wins(&after, &tables[1]), tables }
    }
}

/// The sequences that the side to move, whose table this is, could complete.
///
/// Where only a hollow barrel fits, it must be one that may be moved.
fn one_move_wins(position: &Sticks, table: &Table) -> u16 {
    let side = position.mover();
    let (own, other) = (position.pieces(side), position.pieces(side.other()));
    if own.source(Piece::Hollow) != Source::Nothing {
        return table[FOUR] + table[SURE_FOUR];
    }
    let mut outlook = Outlook::of(own, other);
    outlook.alive[1] = own.barrels() | own.open_to(Piece::Solid, other);
    let table = outlook.tally();
    table[FOUR] + table[SURE_FOUR]
}

/// The best boards so far, and the best one that is worse.
struct Contest<'a> {
    rules: &'a [Rule],
    best: Vec<Board>,
    next: Option<Board>,
    seen: usize,
}

impl<'a> Contest<'a> {
    const fn new(rules: &'a [Rule]) -> Self {
        Self { rules, best: Vec::new(), next: None, seen: 0 }
    }

    fn enter(&mut self, board: Board) {
        self.seen += 1;
        match self.best.first().map(|best| self.compare(&board, best)) {
            None | Some(Comparison::Equal) => self.best.push(board),
            Some(Comparison::Greater) => {
                self.next = self.best.drain(..).next();
                self.best.push(board);
            }
            Some(Comparison::Less) => {
                let is_next = |next| self.compare(&board, next) == Comparison::Greater;
                if self.next.as_ref().is_none_or(is_next) {
                    self.next = Some(board);
                }
            }
        }
    }

    /// Which board is better; greater is. The first rule in which they differ decides.
    fn compare(&self, a: &Board, b: &Board) -> Comparison {
        let values = |board| self.rules.iter().map(move |rule| rule.value(board));
        values(a).cmp(values(b))
    }

    /// The rule that put the best board in front of the next best, with what it counted.
    fn reason(&self, best: &Board) -> String {
        let equal = self.best.len();
        let Some(next) = &self.next else {
            return match equal {
                1 => "the only board".to_owned(),
                _ => format!("a coin flip between {equal} boards, none better than another"),
            };
        };
        let mut reason = format!("best of {} boards", self.seen);
        let deciding = self.rules.iter().find(|rule| rule.count(best) != rule.count(next));
        if let Some(rule) = deciding {
            let (count, other) = (rule.count(best), rule.count(next));
            reason = format!("{reason}: {rule}, {count} against {other}");
        }
        if equal > 1 {
            reason = format!("{reason}; a coin flip between {equal}");
        }
        reason
    }
}

impl Boards {
    /// A player at the start of its random stream.
    pub fn new(options: &Options) -> Self {
        Self { rules: rules(options), temper: CommonOptions::new(options) }
    }

    /// One of the moves that win at once: "it does not matter which board is picked".
    fn win(&mut self, position: &Sticks, moves: &[Move]) -> Option<Choice<Move>> {
        let wins: Vec<Move> = moves.iter().copied().filter(|m| is_won(position, *m)).collect();
        let count = wins.len() as u64;
        let drawn = if count > 1 { self.temper.below(count) } else { 0 };
        let best = *wins.get(drawn as usize)?;
        Some(Choice { best, nodes: 0, reason: "takes an immediate win".to_owned() })
    }
}

/// Compares the boards behind these moves, none of which wins; one of them at the least.
///
/// Under a tight limit those come first that stop a win or make a threat.
fn compare<'a>(
    position: &Sticks,
    moves: &[Move],
    rules: &'a [Rule],
    control: &mut SearchControl<'_>,
) -> Contest<'a> {
    let mut moves = moves.to_vec();
    moves.sort_by_cached_key(|m| Reverse(position.ordering_score(*m)));
    let before = Tables::of(position, position.mover());
    let mut contest = Contest::new(rules);
    for m in moves {
        if !control.count_node() && contest.seen > 0 {
            break;
        }
        contest.enter(Board::after(position, &before, m));
    }
    contest
}

fn rules(options: &Options) -> Vec<Rule> {
    let is_first = options.text("Ordering").eq_ignore_ascii_case("first");
    let ordering = if is_first { Ordering::First } else { Ordering::Second };
    comparison_rules::list(ordering, options.check("Literal"))
}

fn is_won(position: &Sticks, m: Move) -> bool {
    let may_win = position
        .piece_of(m)
        .is_some_and(|piece| position.winning(position.mover()).with(piece) & m.to().bit() != 0);
    may_win && {
        let mut after = *position;
        after.play(m);
        matches!(after.turn(), Turn::Over(Outcome::Win { .. }))
    }
}

impl Player<Sticks> for Boards {
    fn choose(
        &mut self,
        game: &Record<Sticks>,
        task: &SearchTask<'_, Sticks>,
        _watcher: &mut dyn Watcher<Move>,
    ) -> Choice<Move> {
        if let Some(slip) = self.temper.random_move(task.moves) {
            return slip;
        }
        let position = game.position();
        if let Some(win) = self.win(position, task.moves) {
            return win;
        }
        let mut control =
            SearchControl::new(task, position.mover()).with_node_cap(self.temper.nodes());
        control.start_grace_period();
        let contest = compare(position, task.moves, &self.rules, &mut control);
        let equal = contest.best.len() as u64;
        let drawn = if equal > 1 { self.temper.below(equal) } else { 0 };
        let best = &contest.best[drawn as usize];
        Choice { best: best.played, nodes: control.nodes(), reason: contest.reason(best) }
    }

    fn configure(&mut self, options: &Options) {
        self.rules = rules(options);
        self.temper.configure(options);
    }

    fn new_game(&mut self) {
        self.temper.new_game();
    }
}
