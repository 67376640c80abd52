//! The fast move generator against the rules taken literally: every order of the dice, every
//! checker, one step at a time, and then only the plays that use the dice as fully as any.

use std::collections::{BTreeMap, BTreeSet};

use parlour::base::SplitMix64;
use parlour::game::{Dice, Notation, Position, Turn};
use parlour::games::backgammon::board::{Board, Checkers};
use parlour::games::backgammon::{
    Backgammon, GameSettings, MatchScore, Move, Step, Steps, Variant,
};
use proptest::prelude::*;

/// Checkers by place, both sides counted by the mover: 0 off, 25 the bar; the opponent's bar
/// is place 0 of `theirs`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PlainBoard {
    ours: [i32; 26],
    theirs: [i32; 26],
}

impl PlainBoard {
    fn of(board: Board) -> Self {
        let ours = board.mover.counts().map(i32::from);
        let mut theirs = [0; 26];
        for place in 1..=25 {
            theirs[25 - place] = i32::from(board.other.count(place as u8));
        }
        Self { ours, theirs }
    }

    /// Where this die takes a checker from this place, if the rules let it go.
    fn target(&self, from: usize, die: usize) -> Option<usize> {
        if self.ours[from] == 0 || self.ours[25] > 0 && from != 25 {
            return None;
        }
        if from > die {
            let to = from - die;
            return (self.theirs[to] < 2).then_some(to);
        }
        let all_home = self.ours[7..].iter().all(|n| *n == 0);
        let none_behind = self.ours[from + 1..].iter().all(|n| *n == 0);
        (all_home && (from == die || none_behind)).then_some(0)
    }

    fn moved(&self, from: usize, to: usize) -> Self {
        let mut next = self.clone();
        next.ours[from] -= 1;
        next.ours[to] += 1;
        if to > 0 && next.theirs[to] == 1 {
            next.theirs[to] = 0;
            next.theirs[0] += 1;
        }
        next
    }
}

/// One sequence of steps: the place and the die of each, and the dice not used.
type StepSequence = (PlainBoard, Vec<(usize, usize)>, Vec<usize>);

/// Every sequence of steps, full or broken off.
fn sequences(board: &PlainBoard, dice: &[usize]) -> Vec<StepSequence> {
    let mut open = vec![(board.clone(), Vec::new(), dice.to_vec())];
    let mut all = Vec::new();
    while let Some((board, made, left)) = open.pop() {
        for (index, &die) in left.iter().enumerate() {
            for from in 1..=25 {
                if let Some(to) = board.target(from, die) {
                    let (mut made, mut left) = (made.clone(), left.clone());
                    made.push((from, die));
                    left.remove(index);
                    open.push((board.moved(from, to), made, left));
                }
            }
            if left.iter().all(|d| *d == die) {
                break;
            }
        }
        all.push((board, made, left));
    }
    all
}

/// The legal results, each with the greatest of its spellings.
fn legal_moves(board: &PlainBoard, a: u8, b: u8) -> BTreeMap<PlainBoard, Vec<(usize, usize)>> {
    let (a, b) = (usize::from(a), usize::from(b));
    let dice = if a == b { vec![a; 4] } else { vec![a, b] };
    let mut lines = sequences(board, &dice);
    let most = lines.iter().map(|(_, made, _)| made.len()).max().unwrap_or(0);
    lines.retain(|(_, made, _)| made.len() == most);
    if a != b && most == 1 {
        let larger = lines.iter().map(|(_, made, _)| made[0].1).max();
        lines.retain(|(_, made, _)| Some(made[0].1) == larger);
    }
    let mut results = BTreeMap::new();
    for (result, mut made, _) in lines {
        made.sort_unstable_by(|a, b| b.cmp(a));
        let spelling = results.entry(result).or_insert_with(|| made.clone());
        *spelling = made.max(spelling.clone());
    }
    results
}

fn steps_of(m: Move) -> Vec<(usize, usize)> {
    let Move::Checkers(steps) = m else { return Vec::new() };
    steps.iter().map(|step| (usize::from(step.from), usize::from(step.die))).collect()
}

/// The board after the move, still counted by the side that made it.
fn after(game: &Backgammon, m: Move) -> PlainBoard {
    let mut next = *game;
    next.play(m);
    let is_over = next.on_roll() == game.on_roll();
    PlainBoard::of(if is_over { next.board() } else { next.board().swapped() })
}

fn assert_legal(game: &Backgammon, a: u8, b: u8) {
    let mut game = *game;
    game.lay_dice(a, b).expect("dice");
    let mut moves = Vec::new();
    game.moves(&mut moves);
    assert_eq!(game.count_moves(), moves.len() as u64);
    let fast: BTreeMap<PlainBoard, Vec<(usize, usize)>> =
        moves.iter().map(|m| (after(&game, *m), steps_of(*m))).collect();
    let slow = legal_moves(&PlainBoard::of(game.board()), a, b);
    let mut text = String::new();
    game.write_position(&mut text);
    assert_eq!(fast.len(), moves.len(), "two moves with one result: {text}");
    assert_eq!(fast, slow, "{text}");
    assert!(moves.is_sorted_by(|a, b| a > b), "{text}");
}

fn start_of(variant: Variant) -> Backgammon {
    let money = MatchScore::MONEY;
    Backgammon::start(&GameSettings { variant, match_score: money, ..GameSettings::default() })
}

/// Some hundred decisions of a random game, each with the dice it was made with.
fn random_game(variant: Variant, seed: u64, mut look: impl FnMut(&Backgammon, u8, u8)) {
    let mut random = SplitMix64::new(seed);
    let mut game = start_of(variant);
    let mut moves = Vec::new();
    while !matches!(game.turn(), Turn::Over(_)) {
        let (a, b) = random.dice(game.is_opening());
        look(&game, a, b);
        game.lay_dice(a, b).expect("dice");
        moves.clear();
        game.moves(&mut moves);
        let before = game;
        let undo = game.play(moves[random.below(moves.len() as u64) as usize]);
        let mut back = game;
        back.undo(undo);
        assert_eq!((back, back.key()), (before, before.key()));
    }
}

fn variants() -> impl Strategy<Value = Variant> {
    prop_oneof![Just(Variant::Standard), Just(Variant::Nackgammon), Just(Variant::Hypergammon)]
}

/// Any checkers on any points, one side first; the other takes what is left.
fn scattered(places: &[(u8, bool)]) -> Board {
    let (mut ours, mut theirs) = ([0; 26], [0; 26]);
    for &(place, is_ours) in places {
        let facing = usize::from(25 - place);
        let place = usize::from(place);
        if is_ours && (place == 25 || theirs[25 - place] == 0) {
            ours[place] += 1;
        } else if !is_ours && (facing == 25 || facing > 0 && ours[25 - facing] == 0) {
            theirs[facing] += 1;
        }
    }
    // The game goes on.
    ours[0] = 0;
    theirs[0] = 0;
    Board { mover: Checkers::from_counts(&ours), other: Checkers::from_counts(&theirs) }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..Default::default() })]

    #[test]
    fn every_decision_of_a_game_has_the_literal_moves(variant in variants(), seed: u64) {
        random_game(variant, seed, assert_legal);
    }

    #[test]
    fn equal_positions_have_equal_keys(seed: u64) {
        let mut known: BTreeMap<u64, Backgammon> = BTreeMap::new();
        random_game(Variant::Hypergammon, seed, |game, _, _| {
            let known = *known.entry(game.key()).or_insert(*game);
            assert_eq!(known, *game);
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_board_has_the_literal_results(
        places in prop::collection::vec((1_u8..=25, any::<bool>()), 1..15),
        home in 0_u8..3,
        a in 1_u8..=6,
        b in 1_u8..=6,
    ) {
        // A third of the boards have the mover nearly home, where most rules meet.
        let near = |place: u8| if home == 0 { (place - 1) % 7 + 1 } else { place };
        let places: Vec<_> =
            places.iter().map(|&(p, ours)| (if ours { near(p) } else { p }, ours)).collect();
        let board = scattered(&places);
        prop_assume!(!board.mover.all_borne_off() && board.mover.occupied() != 0);
        prop_assume!(!board.other.all_borne_off());
        let mut id = String::new();
        parlour::games::backgammon::text::gnu_id::write_board_id(board, &mut id);
        assert_legal(&Backgammon::default().read_position(&id).expect("a position"), a, b);
    }

    #[test]
    fn any_order_of_the_steps_reads_as_the_same_move(seed: u64, swap in 0..24_usize) {
        let mut random = SplitMix64::new(seed);
        let mut number = random.below(40);
        random_game(Variant::Standard, seed, |game, a, b| {
            if number > 0 {
                number -= 1;
                return;
            }
            number = 10;
            let mut game = *game;
            game.lay_dice(a, b).expect("dice");
            let mut moves = Vec::new();
            game.moves(&mut moves);
            for m in moves {
                let Move::Checkers(steps) = m else { continue };
                let mut shuffled: Vec<Step> = steps.iter().collect();
                let length = shuffled.len().max(1);
                shuffled.rotate_left(swap % length);
                if !shuffled.is_empty() {
                    shuffled.swap(0, swap / 4 % length);
                }
                let text = shuffled.into_iter().fold(Steps::NONE, Steps::with).to_string();
                assert_eq!(game.read_move(&text), Ok((m, "")), "{text}");
            }
        });
    }
}

/// The leaves of the tree of all 21 rolls, counted by the reference.
fn literal_perft(game: &Backgammon, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    for rolled in game.with_each_roll() {
        if depth == 1 {
            let (a, b) = rolled.dice().expect("dice");
            leaves += legal_moves(&PlainBoard::of(rolled.board()), a, b).len() as u64;
            continue;
        }
        let mut moves = Vec::new();
        rolled.moves(&mut moves);
        for m in moves {
            let mut next = rolled;
            next.play(m);
            if !matches!(next.turn(), Turn::Over(_)) {
                leaves += literal_perft(&next, depth - 1);
            }
        }
    }
    leaves
}

#[test]
fn known_counts_are_those_of_the_reference() {
    let counts = include_str!("../../src/games/backgammon/perft.txt");
    for (fen, counts) in crate::perft_file::known_counts(counts) {
        let game = Backgammon::default().read_position(fen).expect(fen);
        for (depth, leaves) in counts {
            if depth < 3 {
                assert_eq!(literal_perft(&game, depth), leaves, "{fen}");
            }
        }
    }
}

#[test]
fn reference_knows_the_forced_larger_die() {
    let game = Backgammon::default()
        .read_position("XGID=-----------bb-b--b-bb-bA--:0:0:1:00:0:0:0:0:10")
        .expect("a position");
    let results = legal_moves(&PlainBoard::of(game.board()), 6, 5);
    assert!(results.len() == 1, "{results:?}");
    let spellings: BTreeSet<_> = results.into_values().collect();
    assert_eq!(spellings.len(), 1);
}
