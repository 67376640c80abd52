//! The player `boards`: "An Alternate Strategy" of the "Sticks 'n' Barrels Algorithm Design
//! Document", which compares the boards after all moves.
//!
//! A winning board is best. All others are compared by the list of the section "How Can We
//! Aggregate the State Data For the Sequences", after one step that the section "Make Sure The
//! Opponent Can't Win" asks for and the list forgets. Between boards that are equal to the end of
//! the list a random number decides.
//!
//! The player looks no further than its own move, and takes no account of repetition.

mod comparison_rules;

use std::cmp::{Ordering, Reverse};

use super::board_comparison::comparison_rules::{
    BoardCounts, ComparisonRule, StateOrdering, list_rules,
};
use crate::base::{Outcome, Score};
use crate::game::{Evaluate, Position, Record, Turn};
use crate::games::sticks::board::holes_and_pieces::{Piece, PieceSource};
use crate::games::sticks::board::sequence_states::{HoleStates, SequenceState};
use crate::games::sticks::sequence_state_counts::{StateTable, TableUpdater};
use crate::games::sticks::{Move, Sticks};
use crate::search::{
    Choice, CommonOptions, Judgement, MoveValue, OptionKind, OptionSpec, Options, Player, Rating,
    SearchControl, SearchTask, Watcher,
};

/// The rank of a sequence with one hole missing, which is empty.
const RANK_OF_FOUR: usize = SequenceState::Open { in_place: 4, unblockable: 0 }.rank();

/// The rank of a sequence with one hole missing, which is unblockable.
const RANK_OF_UNBLOCKABLE_FOUR: usize = SequenceState::Open { in_place: 4, unblockable: 1 }.rank();

/// Which of the two orderings of states of the document counts.
pub const STATE_ORDERING: OptionSpec = OptionSpec {
    name: "Ordering",
    about: "which of the document's two orderings of states",
    players: &["boards"],
    kind: OptionKind::Combo { default: "second", choices: &["second", "first"] },
    is_open_to_network: true,
};
/// Whether the document's list of comparisons is followed as it is printed.
pub const LITERAL: OptionSpec = OptionSpec {
    name: "Literal",
    about: "compare boards by the document's list exactly as printed",
    players: &["boards"],
    kind: OptionKind::Check { default: false },
    is_open_to_network: true,
};

/// The player. Uses the options `Ordering`, `Literal`, `Seed` and `Level`.
pub struct BoardsPlayer {
    rules: Vec<ComparisonRule>,
    common: CommonOptions,
}

/// A move, and what is counted on the board after it.
#[derive(Clone, Debug)]
struct CountedMove {
    /// The move.
    played: Move,
    counts: BoardCounts,
}

impl CountedMove {
    /// A legal move that does not win; `before` has the mover's tables before it.
    fn new(position: &Sticks, before: &TableUpdater, played: Move) -> Self {
        let mut after = *position;
        after.play(played);
        let tables = before.after(&after, played);
        let one_move_wins = one_move_wins(&after, &tables[1]);
        Self { played, counts: BoardCounts { one_move_wins, tables } }
    }
}

/// The sequences that the side to move, whose table this is, could complete with one move.
///
/// Where only a hollow barrel fits, the side must have one that it may move.
fn one_move_wins(position: &Sticks, table: &StateTable) -> u16 {
    let side = position.mover();
    let (own, other) = (position.pieces(side), position.pieces(side.other()));
    if own.source(Piece::Hollow) != PieceSource::Nothing {
        return table[RANK_OF_FOUR] + table[RANK_OF_UNBLOCKABLE_FOUR];
    }
    let mut states = HoleStates::of(own, other);
    states.not_blocked[1] = own.barrels() | own.open_to(Piece::Solid, other);
    let table = states.count_states();
    table[RANK_OF_FOUR] + table[RANK_OF_UNBLOCKABLE_FOUR]
}

/// The best candidates so far, all equal, and the best of those that are worse.
struct BestCandidates<'a> {
    rules: &'a [ComparisonRule],
    best: Vec<CountedMove>,
    next: Option<CountedMove>,
    /// How many were compared.
    compared: usize,
}

impl<'a> BestCandidates<'a> {
    const fn new(rules: &'a [ComparisonRule]) -> Self {
        Self { rules, best: Vec::new(), next: None, compared: 0 }
    }

    fn add(&mut self, candidate: CountedMove) {
        self.compared += 1;
        match self.best.first().map(|best| self.compare(&candidate, best)) {
            None | Some(Ordering::Equal) => self.best.push(candidate),
            Some(Ordering::Greater) => {
                self.next = self.best.drain(..).next();
                self.best.push(candidate);
            }
            Some(Ordering::Less) => {
                let is_next = |next| self.compare(&candidate, next) == Ordering::Greater;
                if self.next.as_ref().is_none_or(is_next) {
                    self.next = Some(candidate);
                }
            }
        }
    }

    /// `Greater` if the first is better. The first rule by which the two differ decides.
    fn compare(&self, a: &CountedMove, b: &CountedMove) -> Ordering {
        let values = |counts| self.rules.iter().map(move |rule| rule.value(counts));
        values(&a.counts).cmp(values(&b.counts))
    }

    /// The rule by which the best board beat the next best, with what it counted.
    fn reason(&self, best: &CountedMove) -> String {
        let equal = self.best.len();
        let Some(next) = &self.next else {
            return match equal {
                1 => "the only board".to_owned(),
                _ => format!("a coin flip between {equal} boards, none better than another"),
            };
        };
        let mut reason = format!("best of {} boards", self.compared);
        if let Some(difference) = difference(self.rules, best, next) {
            reason = format!("{reason}: {difference}");
        }
        if equal > 1 {
            reason = format!("{reason}; a coin flip between {equal}");
        }
        reason
    }
}

/// The first rule by which the better of two boards is preferred, with what it counts on both;
/// `None` if they are equal.
fn difference(
    rules: &[ComparisonRule],
    better: &CountedMove,
    worse: &CountedMove,
) -> Option<String> {
    let counts = |rule: &ComparisonRule| (rule.count(&better.counts), rule.count(&worse.counts));
    let rule = rules.iter().find(|rule| counts(rule).0 != counts(rule).1)?;
    let (count, other) = counts(rule);
    Some(format!("{rule}, {count} against {other}"))
}

impl BoardsPlayer {
    /// A player at the start of its random stream.
    pub fn new(options: &Options) -> Self {
        Self { rules: rules(options), common: CommonOptions::new(options) }
    }

    /// One of the moves that win at once: "it does not matter which board is picked".
    fn choose_win(&mut self, position: &Sticks, moves: &[Move]) -> Option<Choice<Move>> {
        let wins: Vec<Move> =
            moves.iter().copied().filter(|m| is_winning_move(position, *m)).collect();
        let best = *wins.get(flip_coin(&mut self.common, wins.len()))?;
        Some(Choice { best, nodes: 0, reason: TAKES_WIN.to_owned() })
    }

    /// The moves that win at once, the one that the coin chooses in front.
    fn judge_wins(&self, wins: &[Move]) -> Vec<Judgement<Move>> {
        let first = flip_coin(&mut self.common.clone(), wins.len());
        let value = MoveValue::Rating(Rating::Score(Score::win_in(1)));
        let judge = |judged| Judgement { judged_move: judged, value, reason: TAKES_WIN.to_owned() };
        with_first(wins.to_vec(), first).into_iter().map(judge).collect()
    }

    /// The moves that do not win, the best board first, and of equals the one that the coin chooses.
    ///
    /// `is_won` if there are also moves that win.
    fn judge_others(
        &self,
        position: &Sticks,
        mut moves: Vec<Move>,
        is_won: bool,
    ) -> Vec<Judgement<Move>> {
        put_in_order(position, &mut moves);
        let before = TableUpdater::new(position, position.mover());
        let mut boards: Vec<CountedMove> =
            moves.into_iter().map(|m| CountedMove::new(position, &before, m)).collect();
        boards.sort_by_cached_key(|board| {
            Reverse(self.rules.iter().map(|rule| rule.value(&board.counts)).collect::<Vec<_>>())
        });
        let Some(best) = boards.first().cloned() else { return Vec::new() };
        let differs = |board: &CountedMove| difference(&self.rules, &best, board);
        let equal = boards.iter().take_while(|board| differs(board).is_none()).count();
        let first = flip_coin(&mut self.common.clone(), equal);
        let boards = with_first(boards, if is_won { 0 } else { first });
        let judge = |(at, board): (usize, &CountedMove)| {
            let words = match differs(board) {
                _ if is_won => "the best board is preferred: it has won".to_owned(),
                Some(difference) => format!("the best board is preferred: {difference}"),
                None if at > 0 => "equal to the best board".to_owned(),
                None if equal > 1 => format!("the best board, by a coin flip between {equal}"),
                None => "the best board".to_owned(),
            };
            Judgement { judged_move: board.played, value: MoveValue::Unknown, reason: words }
        };
        boards.iter().enumerate().map(judge).collect()
    }
}

/// The reason for a move that wins.
const TAKES_WIN: &str = "takes an immediate win";

/// Draws one of some moves that are equally good, by its index; draws nothing for a single one.
const fn flip_coin(common: &mut CommonOptions, equal: usize) -> usize {
    if equal > 1 { common.below(equal as u64) as usize } else { 0 }
}

/// The list with the element at this index, if there is one, moved to the front.
fn with_first<T>(mut list: Vec<T>, index: usize) -> Vec<T> {
    if let Some(before) = list.get_mut(..=index) {
        before.rotate_right(1);
    }
    list
}

/// Puts moves that block a win or make a threat in front.
fn put_in_order(position: &Sticks, moves: &mut [Move]) {
    moves.sort_by_cached_key(|m| Reverse(position.ordering_score(*m)));
}

/// Compares the boards after these moves, none of which wins; at least one of them.
///
/// Moves that block a win or make a threat are compared first, in case a limit ends this early.
fn compare<'a>(
    position: &Sticks,
    moves: &[Move],
    rules: &'a [ComparisonRule],
    control: &mut SearchControl<'_>,
) -> BestCandidates<'a> {
    let mut moves = moves.to_vec();
    put_in_order(position, &mut moves);
    let before = TableUpdater::new(position, position.mover());
    let mut candidates = BestCandidates::new(rules);
    for m in moves {
        if !control.count_node() && candidates.compared > 0 {
            break;
        }
        candidates.add(CountedMove::new(position, &before, m));
    }
    candidates
}

fn rules(options: &Options) -> Vec<ComparisonRule> {
    let is_first = options.text(&STATE_ORDERING).eq_ignore_ascii_case("first");
    let ordering = if is_first { StateOrdering::First } else { StateOrdering::Second };
    list_rules(ordering, options.check(&LITERAL))
}

fn is_winning_move(position: &Sticks, m: Move) -> bool {
    let may_win = position.piece_moved_by(m).is_some_and(|piece| {
        position.winning_holes(position.mover()).with(piece) & m.to().bit() != 0
    });
    may_win && {
        let mut after = *position;
        after.play(m);
        matches!(after.turn(), Turn::Over(Outcome::Win { .. }))
    }
}

impl Player<Sticks> for BoardsPlayer {
    fn choose(
        &mut self,
        game: &Record<Sticks>,
        task: &SearchTask<'_, Sticks>,
        _watcher: &mut dyn Watcher<Move>,
    ) -> Choice<Move> {
        if let Some(random) = self.common.random_move(task.moves) {
            return random;
        }
        let position = game.position();
        if let Some(win) = self.choose_win(position, task.moves) {
            return win;
        }
        let mut control = self.common.control(task, position.mover());
        let candidates = compare(position, task.moves, &self.rules, &mut control);
        let drawn = flip_coin(&mut self.common, candidates.best.len());
        let best = &candidates.best[drawn];
        Choice { best: best.played, nodes: control.nodes(), reason: candidates.reason(best) }
    }

    fn judge(
        &mut self,
        game: &Record<Sticks>,
        task: &SearchTask<'_, Sticks>,
    ) -> Option<Vec<Judgement<Move>>> {
        let position = game.position();
        let (wins, others): (Vec<Move>, Vec<Move>) =
            task.moves.iter().copied().partition(|m| is_winning_move(position, *m));
        let mut judgements = self.judge_wins(&wins);
        judgements.extend(self.judge_others(position, others, !wins.is_empty()));
        Some(judgements)
    }

    fn configure(&mut self, options: &Options) {
        self.rules = rules(options);
        self.common.configure(options);
    }

    fn restart_random_stream(&mut self) {
        self.common.restart_stream();
    }
}
