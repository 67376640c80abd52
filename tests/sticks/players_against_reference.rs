//! The players of Sticks 'n' Barrels against slow, literal references written from the design document.

use std::sync::atomic::AtomicBool;

use parlour::base::{Score, Side};
use parlour::game::{Position, Record, Turn};
use parlour::games::sticks::OPTIONS;
use parlour::games::sticks::board::sequence_states::{HoleCounts, HoleStates, LOCATED_SEQUENCES};
use parlour::games::sticks::players::{BoardsPlayer, ClassicPlayer};
use parlour::games::sticks::sequence_state_counts::{StateTable, state_tables};
use parlour::games::sticks::{Move, Sticks};
use parlour::search::player::options::COMMON;
use parlour::search::{
    Judgement, Limits, MoveValue, Options, Player, Rating, SearchTask, Stopwatch,
};
use proptest::prelude::*;

use crate::ask_player::{self, ask, legal_moves};
use crate::quick_or_all::quick_or_all;
use crate::reference_goal_counts::{
    Goal, Holes, after_random_moves, fits, goals, one_move_wins, read, state, state_of_each_goal,
    text,
};

/// What is in each hole of a sequence; one that pieces of both sides are in the way in is the
/// opponent's.
fn hole_counts(own: &Holes, other: &Holes, (holes, pattern): &Goal) -> HoleCounts {
    let mut counts = HoleCounts::default();
    for ((x, y), wanted) in holes.iter().zip(pattern) {
        let (mine, theirs) = (own[*y][*x], other[*y][*x]);
        let leaves_room = matches!((theirs, wanted), ('.', _) | ('H', 'S') | ('S', 'B'));
        let count = match (mine, theirs) {
            _ if fits(mine, *wanted) => &mut counts.in_place,
            ('.', '.') => &mut counts.empty,
            _ if !leaves_room => &mut counts.blocked_by_opponent,
            ('.', _) => &mut counts.unblockable,
            _ => &mut counts.blocked_by_own,
        };
        *count += 1;
    }
    counts
}

/// A board as the list of the document looks at it, for the side that made it.
struct BoardFeatures {
    won: bool,
    opponent_wins: usize,
    own: Vec<(usize, usize)>,
    opponent: Vec<(usize, usize)>,
}

impl BoardFeatures {
    fn of(game: &Sticks, m: Move) -> Self {
        let mut after = *game;
        after.play(m);
        let [opponent, own] = read(&after);
        Self {
            won: matches!(after.turn(), Turn::Over(parlour::base::Outcome::Win { .. })),
            opponent_wins: one_move_wins(&opponent, &own).len(),
            own: state_of_each_goal(&own, &opponent),
            opponent: state_of_each_goal(&opponent, &own),
        }
    }

    /// What is compared: boards that win are equal.
    fn value(&self, literal: bool, first_ordering: bool) -> (bool, Option<Vec<isize>>) {
        (self.won, (!self.won).then(|| self.steps(literal, first_ordering)))
    }

    /// The steps of the document one after the other; all but the first want the greater number.
    fn steps(&self, literal: bool, first_ordering: bool) -> Vec<isize> {
        let mut steps = Vec::new();
        if !literal {
            steps.push(-self.opponent_wins.cast_signed());
        }
        let groups: [Vec<(usize, usize)>; 5] = if first_ordering {
            [
                vec![(4, 1), (4, 0)],
                vec![(3, 2), (3, 1), (3, 0)],
                vec![(2, 3), (2, 2), (2, 1), (2, 0)],
                vec![(1, 4), (1, 3), (1, 2), (1, 1), (1, 0)],
                vec![(0, 5), (0, 4), (0, 3), (0, 2), (0, 1)],
            ]
        } else {
            [
                vec![(4, 1), (3, 2), (2, 3), (1, 4), (0, 5)],
                vec![(4, 0), (3, 1), (2, 2), (1, 3), (0, 4)],
                vec![(3, 0), (2, 1), (1, 2), (0, 3)],
                vec![(2, 0), (1, 1), (0, 2)],
                vec![(1, 0), (0, 1)],
            ]
        };
        for group in groups {
            for (whose, sign) in [(&self.opponent, -1), (&self.own, 1)] {
                let count = |these: &[(usize, usize)]| {
                    sign * whose.iter().filter(|s| these.contains(s)).count().cast_signed()
                };
                steps.push(count(&group));
                steps.extend(group.iter().map(|one| count(&[*one])));
            }
        }
        steps
    }
}

/// Every move that nothing beats.
fn best_boards(game: &Sticks, moves: &[Move], literal: bool, first_ordering: bool) -> Vec<Move> {
    let outcomes: Vec<BoardFeatures> = moves.iter().map(|m| BoardFeatures::of(game, *m)).collect();
    let values: Vec<_> = outcomes.iter().map(|o| o.value(literal, first_ordering)).collect();
    let best = values.iter().max().expect("a move");
    moves.iter().zip(&values).filter(|(_, value)| *value == best).map(|(m, _)| *m).collect()
}

/// The 2006 rank of a piece in a hole: win, block, build to 4, block to 4, points.
type Rank = (bool, bool, bool, bool, i64);

/// What the options change of the 2006 algorithm.
#[derive(Clone, Copy, Debug)]
struct Weights {
    sees_unblockable: bool,
    /// Points for building to 1, 2, 3, 4.
    build: [i64; 4],
    /// Points for blocking a build to 2, 3, 4.
    block: [i64; 3],
}

/// The program of 2006.
const WEIGHTS_OF_2006: Weights =
    Weights { sees_unblockable: false, build: [2, 4, 6, 8], block: [1, 3, 7] };

impl Weights {
    fn options(&self) -> Options {
        let sees = self.sees_unblockable.to_string();
        let [b1, b2, b3, b4] = self.build.map(|points| points.to_string());
        let [c2, c3, c4] = self.block.map(|points| points.to_string());
        options(&[
            ("SeesUnblockable", &sees),
            ("BuildTo1Points", &b1),
            ("BuildTo2Points", &b2),
            ("BuildTo3Points", &b3),
            ("BuildTo4Points", &b4),
            ("BlockTo2Points", &c2),
            ("BlockTo3Points", &c3),
            ("BlockTo4Points", &c4),
        ])
    }

    /// Whether a sequence has a hole with another piece than the right one; with open eyes only if
    /// the right one does not fit in.
    fn is_blocked(&self, own: &Holes, other: &Holes, goal: &Goal) -> bool {
        if self.sees_unblockable {
            return state(own, other, goal).is_none();
        }
        let (holes, pattern) = goal;
        holes.iter().zip(pattern).any(|((x, y), wanted)| {
            !fits(own[*y][*x], *wanted) && (own[*y][*x], other[*y][*x]) != ('.', '.')
        })
    }
}

fn weights() -> impl Strategy<Value = Weights> {
    let refined =
        (any::<bool>(), prop::array::uniform4(-9..50_i64), prop::array::uniform3(-9..50_i64));
    let refined = refined.prop_map(|(sees_unblockable, build, block)| Weights {
        sees_unblockable,
        build,
        block,
    });
    prop_oneof![
        Just(WEIGHTS_OF_2006),
        Just(Weights { sees_unblockable: true, ..WEIGHTS_OF_2006 }),
        refined
    ]
}

fn rank(weights: &Weights, own: &Holes, other: &Holes, kind: char, (x, y): (usize, usize)) -> Rank {
    let mut after = *own;
    after[y][x] = kind;
    let through: Vec<Goal> =
        goals().into_iter().filter(|(holes, _)| holes.contains(&(x, y))).collect();
    let in_place = |own: &Holes, (holes, pattern): &Goal| {
        holes.iter().zip(pattern).filter(|((x, y), wanted)| fits(own[*y][*x], **wanted)).count()
    };
    if through.iter().any(|goal| in_place(&after, goal) == 5) {
        return (true, false, false, false, 0);
    }
    let builds = |n: usize| {
        through.iter().any(|goal| {
            !weights.is_blocked(&after, other, goal)
                && in_place(&after, goal) > in_place(own, goal)
                && in_place(&after, goal) == n
        })
    };
    let blocks = |n: usize| {
        through.iter().any(|goal| {
            !weights.is_blocked(other, own, goal)
                && weights.is_blocked(other, &after, goal)
                && in_place(other, goal) == n - 1
        })
    };
    let points = |flags: &[bool], points: &[i64]| -> i64 {
        flags.iter().zip(points).map(|(flag, points)| i64::from(*flag) * points).sum()
    };
    let wins_here = |own: &Holes| one_move_wins(other, own).contains(&(x, y));
    let blocks_win =
        if weights.sees_unblockable { wins_here(own) && !wins_here(&after) } else { blocks(5) };
    let sum = points(&[1, 2, 3, 4].map(builds), &weights.build)
        + points(&[2, 3, 4].map(blocks), &weights.block);
    (false, blocks_win, builds(4), blocks(4), sum)
}

fn hole(text: &str) -> (usize, usize) {
    let bytes = text.as_bytes();
    (usize::from(bytes[0] - b'a'), usize::from(bytes[1] - b'1'))
}

/// The kind of piece that a move moves.
fn kind_of(own: &Holes, text: &str) -> char {
    match text.split_once('@') {
        Some((kind, _)) => kind.chars().next().expect("a letter"),
        None => own[hole(text).1][hole(text).0],
    }
}

/// The move of the 2006 algorithm, as text.
fn classic_move(weights: &Weights, game: &Sticks, moves: &[Move]) -> String {
    let [own, other] = read(game);
    let texts: Vec<String> = moves.iter().map(|m| text(game, *m)).collect();
    let kind_of = |text: &str| kind_of(&own, text);
    let mut best: Option<(Rank, char, (usize, usize))> = None;
    for (y, x) in (0..7).flat_map(|y| (0..7).map(move |x| (y, x))) {
        for kind in ['S', 'H', 'B'] {
            let arrives = |t: &&String| hole(&t[2..]) == (x, y) && kind_of(t) == kind;
            let rank = rank(weights, &own, &other, kind, (x, y));
            if texts.iter().any(|t| arrives(&t)) && best.is_none_or(|(b, ..)| rank > b) {
                best = Some((rank, kind, (x, y)));
            }
        }
    }
    let (_, kind, to) = best.expect("a place");
    let mut chosen: Option<(Rank, String)> = None;
    for text in texts.iter().filter(|t| hole(&t[2..]) == to && kind_of(t) == kind) {
        let mut value = Rank::default();
        if !text.contains('@') {
            let (x, y) = hole(text);
            let mut without = own;
            without[to.1][to.0] = kind;
            without[y][x] = '.';
            value = rank(weights, &without, &other, kind, (x, y));
        }
        if chosen.as_ref().is_none_or(|(least, _)| value < *least) {
            chosen = Some((value, text.clone()));
        }
    }
    chosen.expect("a piece").1
}

fn options(changes: &[(&str, &str)]) -> Options {
    ask_player::options(COMMON.iter().chain(OPTIONS), changes)
}

fn choice(player: &mut dyn Player<Sticks>, game: &Sticks, moves: &[Move]) -> Move {
    let (limits, stop) = (Limits::default(), AtomicBool::new(false));
    ask(player, &Record::new(*game), moves, &limits, &stop).0.best
}

fn judged(player: &mut dyn Player<Sticks>, game: &Sticks, moves: &[Move]) -> Vec<Judgement<Move>> {
    let (limits, stop) = (Limits::default(), AtomicBool::new(false));
    let task = SearchTask { limits: &limits, moves, stop: &stop, stopwatch: Stopwatch::start() };
    player.judge(&Record::new(*game), &task).expect("a player that judges")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: quick_or_all(50, 150), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn tables_count_what_is_in_place_and_unblockable(seed: u64, plies in 0..90_u32) {
        let game = after_random_moves(seed, plies);
        let [own, other] = read(&game);
        let plain = [state_of_each_goal(&own, &other), state_of_each_goal(&other, &own)].map(|open| -> StateTable {
            let mut table = [0; 22];
            table[21] = 180 - open.len() as u16;
            for (in_place, unblockable) in open {
                let missing = 5 - in_place - unblockable;
                table[[0, 6, 11, 15, 18, 20][missing] + unblockable] += 1;
            }
            table
        });
        prop_assert_eq!(state_tables(&game, game.mover()), plain);
        let [here, there] = state_tables(&game, game.mover());
        prop_assert_eq!(state_tables(&game, game.mover().other()), [there, here]);
    }

    #[test]
    fn holes_of_a_sequence_are_counted_by_what_is_in_them(seed: u64, plies in 0..90_u32) {
        let game = after_random_moves(seed, plies);
        let [own, other] = read(&game);
        let mover = game.mover();
        let states = HoleStates::of(game.pieces(mover), game.pieces(mover.other()));
        for (pair, goal) in LOCATED_SEQUENCES.iter().zip(goals()) {
            prop_assert_eq!(states.count_holes(pair), hole_counts(&own, &other, &goal));
        }
    }

    #[test]
    fn boards_plays_a_move_that_the_list_puts_first(
        seed: u64,
        plies in 0..90_u32,
        literal: bool,
        first: bool,
    ) {
        let game = after_random_moves(seed, plies);
        let moves = legal_moves(&game);
        let literal_text = literal.to_string();
        let ordering = if first { "first" } else { "second" };
        let options = options(&[("Literal", &literal_text), ("Ordering", ordering)]);
        let played = choice(&mut BoardsPlayer::new(&options), &game, &moves);
        let best = best_boards(&game, &moves, literal, first);
        prop_assert!(best.contains(&played), "{} is not among {:?}", text(&game, played), best);
    }

    #[test]
    fn classic_plays_the_move_of_the_existing_algorithm(
        seed: u64,
        plies in 0..90_u32,
        weights in weights(),
    ) {
        let game = after_random_moves(seed, plies);
        let moves = legal_moves(&game);
        let played = choice(&mut ClassicPlayer::new(&weights.options()), &game, &moves);
        prop_assert_eq!(text(&game, played), classic_move(&weights, &game, &moves));
        if weights.build == WEIGHTS_OF_2006.build && !weights.sees_unblockable {
            let played = choice(&mut ClassicPlayer::new(&Options::default()), &game, &moves);
            prop_assert_eq!(text(&game, played), classic_move(&WEIGHTS_OF_2006, &game, &moves));
        }
    }

    #[test]
    fn judgements_begin_with_the_move_that_is_played(
        seed: u64,
        plies in 0..90_u32,
        coin: u64,
    ) {
        let game = after_random_moves(seed, plies);
        let moves = legal_moves(&game);
        let coin = (coin >> 1).to_string();
        let options = options(&[("Seed", &coin)]);
        let players: [Box<dyn Player<Sticks>>; 2] =
            [Box::new(ClassicPlayer::new(&options)), Box::new(BoardsPlayer::new(&options))];
        for mut player in players {
            let judged = judged(&mut *player, &game, &moves);
            let played = choice(&mut *player, &game, &moves);
            prop_assert_eq!(judged[0].judged_move, played);
            let mut all: Vec<String> = judged.iter().map(|row| text(&game, row.judged_move)).collect();
            let mut expected: Vec<String> = moves.iter().map(|m| text(&game, *m)).collect();
            all.sort();
            expected.sort();
            prop_assert_eq!(all, expected);
        }
    }

    #[test]
    fn classic_judges_by_the_ranks_of_the_existing_algorithm(
        seed: u64,
        plies in 0..90_u32,
        weights in weights(),
    ) {
        let game = after_random_moves(seed, plies);
        let [own, other] = read(&game);
        let mut ranks = Vec::new();
        for row in judged(&mut ClassicPlayer::new(&weights.options()), &game, &legal_moves(&game)) {
            let text = text(&game, row.judged_move);
            let kind = kind_of(&own, &text);
            let rank = rank(&weights, &own, &other, kind, hole(&text[2..]));
            match row.value {
                MoveValue::Points(points) => prop_assert_eq!(points, rank.4),
                value => {
                    prop_assert!(rank.0, "only a win is no sum of points");
                    prop_assert_eq!(value, MoveValue::Rating(Rating::Score(Score::win_in(1))));
                }
            }
            ranks.push(rank);
        }
        prop_assert!(ranks.is_sorted_by(|a, b| a >= b), "{:?}", ranks);
    }

    #[test]
    fn boards_judges_by_the_list(seed: u64, plies in 0..90_u32) {
        let game = after_random_moves(seed, plies);
        let mut steps = Vec::new();
        for row in judged(&mut BoardsPlayer::new(&options(&[])), &game, &legal_moves(&game)) {
            let outcome = BoardFeatures::of(&game, row.judged_move);
            let is_equal = steps.first().is_none_or(|best| *best == outcome.value(false, false));
            let is_named_equal = ["takes an", "the best board", "equal to"]
                .iter()
                .any(|words| row.reason.starts_with(words))
                && !row.reason.contains("preferred");
            prop_assert_eq!(is_equal, is_named_equal, "{}", row.reason);
            steps.push(outcome.value(false, false));
        }
        prop_assert!(steps.is_sorted_by(|a, b| a >= b));
    }

    #[test]
    fn classic_and_boards_keep_to_the_moves_that_are_named(seed: u64, plies in 0..90_u32, every in 2..40_usize) {
        let game = after_random_moves(seed, plies);
        let named: Vec<Move> = legal_moves(&game).into_iter().step_by(every).collect();
        let played = choice(&mut ClassicPlayer::new(&options(&[])), &game, &named);
        prop_assert_eq!(text(&game, played), classic_move(&WEIGHTS_OF_2006, &game, &named));
        let played = choice(&mut BoardsPlayer::new(&options(&[])), &game, &named);
        prop_assert!(best_boards(&game, &named, false, false).contains(&played));
    }
}

#[test]
fn random_games_reach_boards_on_which_everything_shifts() {
    let shifting = (0..60)
        .map(|seed| after_random_moves(seed, 80))
        .filter(|game| Side::BOTH.iter().all(|side| game.pieces(*side).all().count_ones() == 18));
    assert!(shifting.count() > 20);
}
