//! The players of the seeds against slow, literal references, and what every one of them must keep.

use std::sync::atomic::AtomicBool;

use parlour::base::{Outcome, Side, SplitMix64};
use parlour::game::{Position, Turn};
use parlour::games::connect4::players::average_and_minimax::scoring::WON_SCORE;
use parlour::games::connect4::players::average_and_minimax::{average, minimax, scoring};
use parlour::games::connect4::players::decision_tree;
use parlour::games::connect4::{Rack, RackSize};
use parlour::host::{GameHost, SearchRequest};
use parlour::protocol::session::{find_game, open_game};
use parlour::search::{Limits, MoveValue, Options};
use proptest::prelude::{any, prop_assert_eq, proptest};

use crate::naive_scoring::LiteralRack;

const SIZES: [[&str; 2]; 9] = [
    ["6", "5"],
    ["6", "6"],
    ["6", "7"],
    ["7", "5"],
    ["7", "6"],
    ["7", "7"],
    ["8", "5"],
    ["8", "6"],
    ["8", "7"],
];

/// A game that goes on, as far as these choices lead, on both racks.
fn played(size: RackSize, choices: &[u8]) -> (Rack, LiteralRack) {
    let mut rack = Rack::new(size);
    let mut literal = LiteralRack::new(size.width(), size.height());
    for choice in choices {
        let mut moves = Vec::new();
        rack.moves(&mut moves);
        let channel = moves[usize::from(*choice) % moves.len()];
        let mut next = rack;
        next.play(channel);
        if !matches!(next.turn(), Turn::Over(_)) {
            rack = next;
            literal.play(channel.into());
        }
    }
    (rack, literal)
}

/// The plan's outline, word for word: no pruning, the board copied once for each legal move.
fn plain_recursion(rack: &Rack, depth: u32) -> i32 {
    let mut moves = Vec::new();
    rack.moves(&mut moves);
    match rack.turn() {
        Turn::Over(Outcome::Win { side: Side::First, .. }) => return WON_SCORE,
        Turn::Over(Outcome::Win { side: Side::Second, .. }) => return -WON_SCORE,
        Turn::Over(Outcome::Draw) => return 0,
        _ if depth == 0 => return scoring::special_score(rack),
        _ => {}
    }
    let scores = moves.iter().map(|channel| {
        let mut copy = *rack;
        copy.play(*channel);
        plain_recursion(&copy, depth - 1)
    });
    let best = if rack.side() == Side::First { scores.max() } else { scores.min() };
    best.expect("a game that goes on has moves")
}

fn compare_scores(size: RackSize, choices: &[u8]) {
    let (rack, literal) = played(size, choices);
    for side in Side::BOTH {
        assert_eq!(scoring::count_items(&rack, side), literal.items(side), "{choices:?}");
        assert_eq!(scoring::score_in_points(&rack, side), literal.points(side), "{choices:?}");
    }
    assert_eq!(rack.inevitable_winner(), literal.inevitable_winner(), "{choices:?}");
    assert_eq!(scoring::special_score(&rack), literal.diminished_score(), "{choices:?}");
}

fn compare_averages(size: RackSize, choices: &[u8], depth: u32) {
    let (rack, literal) = played(size, choices);
    for side in Side::BOTH {
        let value = average::value(&rack, side, depth, &mut || true);
        assert_eq!(value, Some(literal.average(side, depth)), "{choices:?}");
    }
}

fn compare_pruned(size: RackSize, choices: &[u8], depth: u32) {
    let (rack, _) = played(size, choices);
    let pruned = minimax::value(&rack, depth, [-WON_SCORE, WON_SCORE], &mut || true);
    assert_eq!(pruned, Some(plain_recursion(&rack, depth)), "{choices:?}");
}

proptest! {
    #[test]
    fn items_are_those_of_the_literal_rack(choices in proptest::collection::vec(any::<u8>(), 0..60)) {
        compare_scores(RackSize::AS_SOLD, &choices);
        compare_scores(RackSize::new(6, 5), &choices);
        compare_scores(RackSize::new(8, 7), &choices);
        compare_scores(RackSize::new(6, 7), &choices);
    }

    #[test]
    fn averages_are_those_of_the_literal_rack(
        choices in proptest::collection::vec(any::<u8>(), 0..45),
        depth in 0..3_u32,
    ) {
        compare_averages(RackSize::AS_SOLD, &choices, depth);
        compare_averages(RackSize::new(6, 5), &choices, depth);
    }

    #[test]
    fn pruning_changes_no_value(
        choices in proptest::collection::vec(any::<u8>(), 0..45),
        depth in 0..5_u32,
    ) {
        compare_pruned(RackSize::AS_SOLD, &choices, depth);
        compare_pruned(RackSize::new(6, 5), &choices, depth);
        compare_pruned(RackSize::new(8, 7), &choices, depth.min(3));
    }

    #[test]
    fn null_windows_show_on_which_side_the_value_is(
        choices in proptest::collection::vec(any::<u8>(), 0..40),
        alpha in -9_999..9_998_i32,
    ) {
        let (rack, _) = played(RackSize::AS_SOLD, &choices);
        let exact = plain_recursion(&rack, 3);
        let found = minimax::value(&rack, 3, [alpha, alpha + 1], &mut || true).expect("no limit");
        prop_assert_eq!(found > alpha, exact > alpha);
    }

    #[test]
    fn tree_hands_over_no_win_if_it_can_help_it(
        choices in proptest::collection::vec(any::<u8>(), 0..45),
    ) {
        let (rack, literal) = played(RackSize::AS_SOLD, &choices);
        let mut moves = Vec::new();
        rack.moves(&mut moves);
        let chosen = decision_tree::ranked_moves(&rack, &moves)[0].channel;
        let other = rack.side().other();
        let hands_over = |channel: u8| literal.wins_above(usize::from(channel), other);
        let wins = literal.wins_in(usize::from(chosen), rack.side());
        let all_do = moves.iter().all(|channel| hands_over(*channel));
        prop_assert_eq!(hands_over(chosen) && !wins && !all_do, false);
        let can_win = moves.iter().any(|c| literal.wins_in(usize::from(*c), rack.side()));
        prop_assert_eq!(can_win, wins);
    }
}

fn ask(
    table: &dyn GameHost,
    player: &str,
    limits: Limits,
    moves: &[&str],
    stopped: bool,
) -> String {
    let options = Options::default();
    let request = SearchRequest { player: Some(player), limits, moves, options: &options };
    let job = table.search(&request).expect("a search");
    job(&AtomicBool::new(stopped), &mut |_| {}).best
}

/// Random games on every size; each player is asked at every few plies.
#[test]
fn players_choose_among_the_moves_allowed_on_every_rack() {
    let mut random = SplitMix64::new(7);
    for [width, height] in SIZES {
        let entry = find_game("connect4").expect("the game");
        let mut table = open_game(entry, &["width", width, "height", height]).expect("a rack");
        while matches!(table.turn(), Turn::Decide(_)) {
            let mut legal = String::new();
            table.write_legal(&mut legal).expect("moves");
            let moves: Vec<&str> = legal.split_whitespace().collect();
            let named = [moves[random.below(moves.len() as u64) as usize]];
            for player in ["tree", "average", "minimax"] {
                let limits = Limits { depth: Some(3), ..Limits::default() };
                let best = ask(table.as_ref(), player, limits.clone(), &[], false);
                assert!(moves.contains(&best.as_str()), "{player}: {best}");
                assert_eq!(ask(table.as_ref(), player, limits, &named, false), named[0]);
                let few = Limits { nodes: Some(1), ..Limits::default() };
                let best = ask(table.as_ref(), player, few, &[], true);
                assert!(moves.contains(&best.as_str()), "{player}: {best}");
            }
            table.play(&named).expect("a legal move");
        }
    }
}

/// Random games; at every ply, the first line of an explanation is the move that is played.
#[test]
fn first_explained_move_is_the_one_that_is_played() {
    let mut random = SplitMix64::new(11);
    for game in 0..12 {
        let entry = find_game("connect4").expect("the game");
        let mut table = open_game(entry, &[]).expect("a rack");
        while matches!(table.turn(), Turn::Decide(_)) {
            let mut legal = String::new();
            table.write_legal(&mut legal).expect("moves");
            let moves: Vec<&str> = legal.split_whitespace().collect();
            let is_solved_fast = table.empty_cells().is_some_and(|empty| empty <= 18);
            let players = ["tree", "average", "minimax", "generic", "perfect"];
            for player in &players[..if is_solved_fast { 5 } else { 4 }] {
                let depth = (*player != "perfect").then_some(1 + game % 4);
                let limits = Limits { depth, ..Limits::default() };
                let best = ask(table.as_ref(), player, limits.clone(), &[], false);
                let options = Options::default();
                let moves_asked = &[];
                let request = SearchRequest {
                    player: Some(player),
                    limits,
                    moves: moves_asked,
                    options: &options,
                };
                let explain = table.explain(&request).expect("an explanation");
                let explained = explain(&AtomicBool::new(false));
                let value = explained.iter().find(|row| row.judged == best).map(|row| row.value);
                assert_eq!(value, Some(explained[0].value), "{player} {best} {explained:?}");
                assert!(
                    ["generic", "perfect"].contains(player) || explained[0].judged == best,
                    "{player} {best}"
                );
                assert_eq!(explained.len(), moves.len(), "{player} {explained:?}");
                assert!(explained.iter().all(|row| moves.contains(&row.judged.as_str())));
                assert!(explained.iter().all(|row| !row.words.is_empty()), "{explained:?}");
            }
            let chosen = moves[random.below(moves.len() as u64) as usize];
            table.play(&[chosen]).expect("a legal move");
        }
    }
}

/// Few nodes leave most moves unproved; each has a value and words all the same.
#[test]
fn unproved_moves_are_explained_by_bounds_and_estimates() {
    let entry = find_game("connect4").expect("the game");
    let mut table = open_game(entry, &[]).expect("a rack");
    for line in ["323645116", "4444443255", "44444432512", "123456712345"] {
        table.set_position(parlour::host::Start::Standard, &[line]).expect("a position");
        let mut legal = String::new();
        table.write_legal(&mut legal).expect("moves");
        for nodes in [1, 300, 3_000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let options = Options::default();
            let request =
                SearchRequest { player: Some("perfect"), limits, moves: &[], options: &options };
            let explain = table.explain(&request).expect("an explanation");
            let explained = explain(&AtomicBool::new(false));
            assert_eq!(explained.len(), legal.split_whitespace().count(), "{line}: {explained:?}");
            for row in &explained {
                assert!(matches!(row.value, MoveValue::Rating(_)), "{line}: {row:?}");
                assert!(row.words.contains("depth"), "{line}: {row:?}");
            }
        }
    }
}

#[test]
fn players_stopped_beforehand_still_win_and_block() {
    let entry = find_game("connect4").expect("the game");
    let mut table = open_game(entry, &[]).expect("a rack");
    for (line, best) in [("121212", "1"), ("12121", "1"), ("717273", "7")] {
        table.set_position(parlour::host::Start::Standard, &[line]).expect("a position");
        for player in ["tree", "average", "minimax"] {
            let chosen = ask(table.as_ref(), player, Limits::default(), &[], true);
            assert_eq!(chosen, best, "{player} after {line}");
        }
    }
}
