//! `perfect` against a solver that tries everything, and against the other players.

use std::sync::atomic::AtomicBool;

use parlour::base::{Outcome, Score, SplitMix64};
use parlour::game::{Position, Record, Turn};
use parlour::games::connect4::players::perfect::Perfect;
use parlour::games::connect4::solver::{Solver, to_score};
use parlour::games::connect4::{Rack, RackSize};
use parlour::host::{SearchRequest, Start};
use parlour::protocol::session::{find_game, open_game};
use parlour::search::player::options::{COMMON, Options};
use parlour::search::{Bound, Choice, Limits};

use crate::ask_player::{self, Report, legal_moves, options};

fn after(rack: &Rack, channel: u8) -> Rack {
    let mut child = *rack;
    child.play(channel);
    child
}

/// The choice of the player among these moves, or among all if none is named, and its lines.
fn ask(
    player: &mut Perfect,
    rack: &Rack,
    moves: &[u8],
    limits: &Limits,
    is_stopped: bool,
) -> (Choice<u8>, Vec<Report<u8>>) {
    let moves = if moves.is_empty() { legal_moves(rack) } else { moves.to_vec() };
    let stop = AtomicBool::new(is_stopped);
    let (choice, recorder) = ask_player::ask(player, &Record::new(*rack), &moves, limits, &stop);
    let lines = recorder.lines();
    if let Some(first) = lines.first() {
        assert_eq!(first.pv.first(), Some(&choice.best), "{rack:?}");
    }
    (choice, lines)
}

fn options_with(name: &str, value: &str) -> Options {
    options(COMMON, &[(name, value)])
}

fn node_limit(limit: u64) -> Limits {
    Limits { nodes: Some(limit), ..Limits::default() }
}

/// The score by trying everything.
fn plain_score(rack: &Rack, mut alpha: Score, beta: Score) -> Score {
    match rack.turn() {
        Turn::Over(Outcome::Draw) => return Score::ZERO,
        Turn::Over(_) => return Score::loss_in(0),
        _ => {}
    }
    let mut best = -Score::INFINITE;
    for channel in legal_moves(rack) {
        // One ply earlier for those below: a window wide enough for the ply on the way back.
        let wide = [-beta, -alpha].map(|score| Score::from_value(score.value()));
        let [low, high] = [wide[0].value() - 1, wide[1].value() + 1].map(Score::from_value);
        let score = (-plain_score(&after(rack, channel), low, high)).seen_one_ply_before();
        best = best.max(score);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

fn exact_score(rack: &Rack) -> Score {
    plain_score(rack, -Score::INFINITE, Score::INFINITE)
}

/// A game in progress with n empty cells, at random but for most blunders.
fn random_rack(size: RackSize, dice: &mut SplitMix64, empty: u32) -> Rack {
    loop {
        let mut rack = Rack::new(size);
        for _ in empty..rack.empty_cells() {
            let before = rack;
            let moves = legal_moves(&rack);
            if moves.is_empty() {
                break;
            }
            for _ in 0..8 {
                rack = after(&before, moves[dice.below(moves.len() as u64) as usize]);
                if rack.winning_cells(rack.own()) & rack.playable() == 0 {
                    break;
                }
            }
        }
        if matches!(rack.turn(), Turn::Decide(_)) {
            return rack;
        }
    }
}

/// Plays the line and says how it ends, for the side to move before it.
fn score_after_line(rack: &Rack, line: &[u8]) -> Score {
    let end = line.iter().fold(*rack, |rack, channel| after(&rack, *channel));
    let plies = i32::try_from(line.len()).expect("a line fits the rack");
    assert!(matches!(end.turn(), Turn::Over(_)), "{line:?} does not end the game");
    match end.turn() {
        Turn::Over(Outcome::Draw) => Score::ZERO,
        _ if plies % 2 == 1 => Score::win_in(plies),
        _ => Score::loss_in(plies),
    }
}

fn endings_are_exact(size: RackSize) {
    let mut dice = SplitMix64::new(size.width() as u64 * 10 + size.height() as u64);
    let mut player = Perfect::new(&options_with("MultiPV", "8"));
    for round in 0..40 {
        let rack = random_rack(size, &mut dice, 5 + round % 8);
        let (choice, lines) = ask(&mut player, &rack, &[], &Limits::default(), false);
        assert_eq!(lines.len(), legal_moves(&rack).len(), "{rack:?}");
        assert!(lines.is_sorted_by_key(|line| -line.score()), "{lines:?}");
        assert_eq!(lines[0].score(), exact_score(&rack), "{rack:?}");
        for line in &lines {
            assert_eq!((line.bound, line.is_proved), (Bound::Exact, true));
            let (score, pv) = (line.score(), &line.pv);
            let child = after(&rack, pv[0]);
            assert_eq!(score, (-exact_score(&child)).seen_one_ply_before(), "{rack:?} {pv:?}");
            assert_eq!(score_after_line(&rack, pv), score, "{rack:?} {pv:?}");
        }
        let (alone, one) = ask(&mut player, &rack, &[choice.best], &Limits::default(), false);
        assert_eq!((alone.best, one[0].score()), (choice.best, lines[0].score()));
    }
}

#[test]
fn scores_and_lines_are_exact_on_every_rack() {
    endings_are_exact(RackSize::new(6, 5));
    endings_are_exact(RackSize::new(6, 6));
    endings_are_exact(RackSize::new(6, 7));
    endings_are_exact(RackSize::new(7, 5));
    endings_are_exact(RackSize::new(7, 6));
    endings_are_exact(RackSize::new(7, 7));
    endings_are_exact(RackSize::new(8, 5));
    endings_are_exact(RackSize::new(8, 6));
    endings_are_exact(RackSize::new(8, 7));
}

#[test]
fn several_lines_say_what_each_says_alone() {
    let mut dice = SplitMix64::new(3);
    for empty in [20, 22, 24, 26] {
        let rack = random_rack(RackSize::AS_SOLD, &mut dice, empty);
        let all = Perfect::new(&options_with("MultiPV", "7"));
        let (_, all) = ask(&mut { all }, &rack, &[], &Limits::default(), false);
        for (places, lines) in (1..=all.len()).map(|k| (k, &all[..k])) {
            let mut player = Perfect::new(&options_with("MultiPV", &places.to_string()));
            let (_, some) = ask(&mut player, &rack, &[], &Limits::default(), false);
            let scores = |lines: &[Report<u8>]| lines.iter().map(Report::score).collect::<Vec<_>>();
            assert_eq!(scores(&some), scores(lines), "{rack:?}");
        }
        for line in &all {
            let mut player = Perfect::new(&Options::default());
            let (_, alone) = ask(&mut player, &rack, &line.pv[..1], &Limits::default(), false);
            assert_eq!((alone[0].score(), alone[0].is_proved), (line.score(), true), "{rack:?}");
        }
    }
}

/// With several lines, alpha-beta once searched to this depth before the solver went on.
#[test]
fn depth_that_fills_the_rack_proves_every_line() {
    let mut rack = Rack::EMPTY;
    for digit in "11271723".bytes() {
        rack.play(digit - b'1');
    }
    let mut player = Perfect::new(&options_with("MultiPV", "7"));
    let limits = Limits { depth: Some(42), ..Limits::default() };
    let (_, lines) = ask(&mut player, &rack, &[], &limits, false);
    assert_eq!((lines.len(), lines.iter().all(|line| line.is_proved)), (7, true));
}

/// Whether a report agrees with the true score.
fn agrees_with_score(line: &Report<u8>, truth: Score) -> bool {
    match (line.bound, line.score().plies_to_end()) {
        (Bound::Exact, Some(_)) => line.score() == truth,
        (Bound::Exact, None) => !line.is_proved || truth == Score::ZERO,
        (Bound::Upper, _) => truth <= line.score(),
        (Bound::Lower, _) => truth >= line.score(),
    }
}

#[test]
fn reports_of_a_stopped_search_are_true() {
    let mut dice = SplitMix64::new(5);
    let mut solver = Solver::new(4, 1);
    let mut bounds = 0;
    for round in 0..60 {
        let rack = random_rack(RackSize::AS_SOLD, &mut dice, 22 + round % 10);
        let limits =
            [node_limit(1), node_limit(63), node_limit(300), node_limit(2_000), node_limit(20_000)];
        let limits = &limits[round as usize % 5];
        let mut player = Perfect::new(&options_with("MultiPV", ["1", "7"][round as usize % 2]));
        let (choice, lines) = ask(&mut player, &rack, &[], limits, round % 7 == 0);
        assert!(Some(choice.nodes) <= limits.nodes, "{rack:?}");
        for line in lines {
            let child = after(&rack, line.pv[0]);
            let score = solver.score(&child, &mut |_| true).negated();
            let truth = to_score(score.lower, rack.empty_cells());
            assert!(agrees_with_score(&line, truth), "{rack:?} {line:?} {truth:?}");
            bounds += usize::from(line.bound != Bound::Exact);
        }
    }
    assert!(bounds > 20, "{bounds}");
}

/// How many replies keep a win or a draw, and how many are as good as any.
fn count_good_replies(rack: &Rack) -> (usize, usize) {
    let scores: Vec<_> = legal_moves(rack)
        .iter()
        .map(|reply| (-exact_score(&after(rack, *reply))).seen_one_ply_before())
        .collect();
    let best = scores.iter().copied().max().expect("a reply");
    let result = |score: Score| score.cmp(&Score::ZERO);
    let keeps = |score: &&Score| best >= Score::ZERO && result(**score) == result(best);
    (scores.iter().filter(keeps).count(), scores.iter().filter(|score| **score == best).count())
}

#[test]
fn of_equal_moves_the_hardest_to_answer_is_played() {
    let mut dice = SplitMix64::new(8);
    let mut choices = 0;
    for round in 0..150 {
        let rack = random_rack(RackSize::AS_SOLD, &mut dice, 6 + round % 6);
        let score = exact_score(&rack);
        let is_best =
            |channel: &u8| (-exact_score(&after(&rack, *channel))).seen_one_ply_before() == score;
        let best: Vec<u8> = legal_moves(&rack).into_iter().filter(is_best).collect();
        let mut player = Perfect::new(&Options::default());
        let (choice, _) = ask(&mut player, &rack, &[], &Limits::default(), false);
        assert!(best.contains(&choice.best), "{rack:?}");
        if score.plies_to_end() == Some(1) {
            continue;
        }
        let weight = |channel: &u8| {
            let child = after(&rack, *channel);
            let is_over = legal_moves(&child).is_empty();
            if is_over { (0, 0) } else { count_good_replies(&child) }
        };
        let hardest = best.iter().map(weight).min().expect("a move");
        assert_eq!(weight(&choice.best), hardest, "{rack:?} {best:?} {}", choice.best);
        let middle = |channel: &u8| (2 * i32::from(*channel) - 6).abs();
        let nearest = best.iter().filter(|c| weight(c) == hardest).map(middle).min();
        assert_eq!(Some(middle(&choice.best)), nearest, "{rack:?}");
        choices += usize::from(best.iter().any(|channel| weight(channel) != hardest));
    }
    assert!(choices > 10, "{choices}");
}

fn play_game_within_limits(size: RackSize, dice: &mut SplitMix64) {
    let mut player = Perfect::new(&Options::default());
    let mut rack = Rack::new(size);
    while matches!(rack.turn(), Turn::Decide(_)) {
        for limit in [1, 50, 65, 1_500] {
            let (choice, _) = ask(&mut player, &rack, &[], &node_limit(limit), false);
            assert!(choice.nodes <= limit, "{} of {limit}", choice.nodes);
        }
        let moves = legal_moves(&rack);
        let named = moves[dice.below(moves.len() as u64) as usize];
        ask(&mut player, &rack, &[named], &node_limit(500), true);
        ask(&mut player, &rack, &[], &Limits { depth: Some(2), ..Limits::default() }, false);
        rack.play(named);
    }
}

#[test]
fn limits_are_kept_on_every_rack() {
    let dice = &mut SplitMix64::new(7);
    play_game_within_limits(RackSize::new(6, 5), dice);
    play_game_within_limits(RackSize::new(6, 6), dice);
    play_game_within_limits(RackSize::new(6, 7), dice);
    play_game_within_limits(RackSize::new(7, 5), dice);
    play_game_within_limits(RackSize::new(7, 6), dice);
    play_game_within_limits(RackSize::new(7, 7), dice);
    play_game_within_limits(RackSize::new(8, 5), dice);
    play_game_within_limits(RackSize::new(8, 6), dice);
    play_game_within_limits(RackSize::new(8, 7), dice);
}

/// Looked up or not, won or not: a small depth takes little work.
#[test]
fn small_depth_takes_few_nodes() {
    for line in ["1234567", "4444443255", "323645116", "32364511663516535"] {
        let rack = line.bytes().fold(Rack::EMPTY, |rack, c| after(&rack, c - b'1'));
        for depth in [1, 2, 4] {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let (choice, lines) =
                ask(&mut Perfect::new(&Options::default()), &rack, &[], &limits, false);
            assert!(choice.nodes < 8_000 + 2_500 * (1 << depth), "{line} {depth}: {choice:?}");
            assert!(!lines.is_empty(), "{line} {depth}");
        }
    }
}

#[test]
fn player_stopped_beforehand_wins_and_blocks() {
    for (line, best) in [("121212", 0), ("12121", 0), ("717273", 6)] {
        let mut rack = Rack::EMPTY;
        for digit in line.bytes() {
            rack.play(digit - b'1');
        }
        let mut player = Perfect::new(&Options::default());
        assert_eq!(ask(&mut player, &rack, &[], &Limits::default(), true).0.best, best, "{line}");
    }
}

/// The sign of the score for the side to move.
fn sign_of_score(solver: &mut Solver, rack: &Rack) -> i32 {
    let bounds = solver.score(rack, &mut |_| true);
    bounds.lower.signum()
}

/// Plays on from a position against another player; every move of ours keeps what it had.
fn assert_nothing_is_given_up(rack: Rack, opponent: &str, is_ours: bool, solver: &mut Solver) {
    let (mut rack, mut is_ours) = (rack, is_ours);
    let mut table = open_game(find_game("connect4").expect("the game"), &[]).expect("a rack");
    while matches!(rack.turn(), Turn::Decide(_)) {
        let before = sign_of_score(solver, &rack);
        let mut fen = String::new();
        parlour::game::Notation::write_position(&rack, &mut fen);
        table.set_position(Start::Fen(&fen), &[]).expect("a position");
        let options = Options::default();
        let limits = if is_ours { node_limit(300_000) } else { node_limit(2_000) };
        let player = (!is_ours).then_some(opponent);
        let request = SearchRequest { player, limits, moves: &[], options: &options };
        let job = table.search(&request).expect("a search");
        let best = job(&AtomicBool::new(false), &mut |_| {}).best;
        rack.play(best.parse::<u8>().expect("a channel") - 1);
        if is_ours {
            assert!(-sign_of_score(solver, &rack) >= before, "{fen} {best}");
        }
        is_ours = !is_ours;
    }
}

#[test]
fn nothing_that_is_won_or_drawn_is_given_up() {
    let mut dice = SplitMix64::new(12);
    let mut solver = Solver::new(32, 1);
    for opponent in ["george", "generic", "minimax"] {
        for game in 0..4 {
            let rack = random_rack(RackSize::AS_SOLD, &mut dice, 28);
            assert_nothing_is_given_up(rack, opponent, game % 2 == 0, &mut solver);
        }
    }
}

#[test]
fn weaker_levels_lose_what_full_strength_keeps() {
    let mut dice = SplitMix64::new(4);
    let mut weak = Perfect::new(&options_with("Level", "0"));
    let mut worse = 0;
    for _ in 0..60 {
        let rack = random_rack(RackSize::AS_SOLD, &mut dice, 14);
        let (choice, _) = ask(&mut weak, &rack, &[], &Limits::default(), false);
        assert!(choice.nodes <= 2);
        let score = (-exact_score(&after(&rack, choice.best))).seen_one_ply_before();
        worse += usize::from(score < exact_score(&rack));
    }
    assert!(worse > 15, "{worse}");
}

/// The score of each move and whether it is proved, the leftmost channel first.
fn by_channel(lines: &[Report<u8>]) -> Vec<(Score, bool)> {
    let mut moves: Vec<_> = lines.iter().map(|l| (l.pv[0], l.score(), l.is_proved)).collect();
    moves.sort_by_key(|(channel, ..)| *channel);
    moves.into_iter().map(|(_, score, exact)| (score, exact)).collect()
}

#[test]
fn first_moves_are_looked_up() {
    let mut player = Perfect::new(&options_with("MultiPV", "7"));
    let (choice, lines) = ask(&mut player, &Rack::EMPTY, &[], &node_limit(10_000), false);
    let known = [-2, -1, 0, 1, 0, -1, -2].map(|score| (to_score(score, 42), true));
    assert_eq!(by_channel(&lines), known);
    assert_eq!(choice.best, 3);
}

#[test]
fn nothing_is_looked_up_where_that_is_switched_off() {
    for (name, value) in [("SolvedTable", "false"), ("Level", "18")] {
        let mut player = Perfect::new(&options_with(name, value));
        let (_, lines) = ask(&mut player, &Rack::EMPTY, &[], &node_limit(10_000), false);
        assert!(lines.iter().all(|line| !line.is_proved), "{name} {value}");
    }
}
