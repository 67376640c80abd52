//! What the design document wants of a player, each picture of it set up as a position.

use std::sync::atomic::AtomicBool;

use parlour::game::{Notation, Record};
use parlour::games::sticks::OPTIONS;
use parlour::games::sticks::players::{BoardsPlayer, ClassicPlayer};
use parlour::games::sticks::{Move, Sticks};
use parlour::search::player::options::{COMMON, SEED};
use parlour::search::{Choice, Limits, Options, Player};

use crate::ask_player::{self, legal_moves};

/// Seeds tried where a coin may decide.
const SEEDS: u64 = 12;

/// Options with their defaults, but for these.
fn options(changes: &[(&str, &str)]) -> Options {
    ask_player::options(COMMON.iter().chain(OPTIONS), changes)
}

fn position(fen: &str) -> Sticks {
    Sticks::new().read_position(fen).expect(fen)
}

fn choose(
    player: &mut dyn Player<Sticks>,
    game: &Sticks,
    moves: &[Move],
    limits: &Limits,
    stop: bool,
) -> Choice<Move> {
    ask_player::ask(player, &Record::new(*game), moves, limits, &AtomicBool::new(stop)).0
}

/// All moves, or those that are named.
fn moves(game: &Sticks, among: &str) -> Vec<Move> {
    if among.is_empty() {
        return legal_moves(game);
    }
    among.split_whitespace().map(|word| game.read_move(word).expect(word).0).collect()
}

/// Every move that the player makes of those named (of all, if none is), whatever the coin says;
/// in the order of the alphabet.
fn moves_made(build: fn(&Options) -> Box<dyn Player<Sticks>>, fen: &str, among: &str) -> String {
    with_options(build, fen, among, &[])
}

fn with_options(
    build: fn(&Options) -> Box<dyn Player<Sticks>>,
    fen: &str,
    among: &str,
    changes: &[(&str, &str)],
) -> String {
    let game = position(fen);
    let moves = moves(&game, among);
    let mut texts: Vec<String> = (0..SEEDS)
        .map(|seed| {
            let seed = seed.to_string();
            let player = &mut *build(&options(&[changes, &[("Seed", &seed)]].concat()));
            let choice = choose(player, &game, &moves, &Limits::default(), false);
            let mut text = String::new();
            game.write_move(choice.best, &mut text);
            text
        })
        .collect();
    texts.sort();
    texts.dedup();
    texts.join(" ")
}

fn boards(options: &Options) -> Box<dyn Player<Sticks>> {
    Box::new(BoardsPlayer::new(options))
}

fn classic(options: &Options) -> Box<dyn Player<Sticks>> {
    Box::new(ClassicPlayer::new(options))
}

/// `classic` with the eyes that the program of 2006 did not have.
fn classic_seeing_unblockable(changed: &Options) -> Box<dyn Player<Sticks>> {
    let seed = changed.number(&SEED).to_string();
    classic(&options(&[("SeesUnblockable", "true"), ("Seed", &seed)]))
}

/// Why the player makes its move of those named (of all, if none is).
fn reason(build: fn(&Options) -> Box<dyn Player<Sticks>>, fen: &str, among: &str) -> String {
    let game = position(fen);
    let moves = moves(&game, among);
    choose(&mut *build(&options(&[])), &game, &moves, &Limits::default(), false).reason
}

/// Whether every move made is one of these.
fn all_among(made: &str, expected: &str) -> bool {
    made.split(' ').all(|m| expected.split(' ').any(|e| e == m))
}

#[test]
fn an_immediate_win_is_always_taken() {
    let cases = [
        ("7/7/7/SB1BS2/7/7/7 r", "S@c4 H@c4 B@c4"),
        ("7/7/7/SBBB3/7/7/7 r", "S@e4"),
        ("7/7/7/SSBhS2/7/7/7 r", "S@d4"),
        ("ss1ss2/7/7/SB1BS2/7/7/7 y", "H@c7 B@c7"),
        ("S2B3/7/SBBB3/7/SSSSS2/SSS4/7 r", "a2e5 b2e5 c2e5 a3e5 b3e5 c3e5 d3e5 e3e5 a7e5"),
    ];
    for (fen, wins) in cases {
        for build in [boards, classic] {
            let made = moves_made(build, fen, "");
            assert!(all_among(&made, wins), "{fen}: {made}");
        }
    }
}

#[test]
fn a_one_move_win_of_the_opponent_is_blocked_by_a_piece_that_stops_it() {
    let cases = [
        ("7/7/7/SB1BS2/7/7/7 y", "B@c4"),
        ("7/7/7/SS1SS2/7/7/7 y", "B@c4 H@c4"),
        ("7/7/7/S1BSS2/7/7/7 y", "B@b4 S@b4"),
        ("7/7/7/SSB1S2/7/7/7 y", "B@d4 S@d4"),
        ("7/7/7/S1SBS2/7/7/7 y", "B@b4 H@b4"),
        ("7/7/7/S1BBS2/7/7/7 y", "B@b4 H@b4"),
        ("7/7/7/SBS1S2/7/7/7 y", "B@d4 H@d4"),
        ("7/7/7/1SBSS2/7/7/7 y", "B@a4 S@a4"),
        ("7/7/7/1BSBS2/7/7/7 y", "B@a4 S@a4"),
        ("7/7/7/SBBB3/7/7/7 y", "B@e4 S@e4"),
        ("7/2S4/2S4/SS1SS2/2S4/2S4/7 y", "B@c4 H@c4"),
    ];
    for (fen, safe) in cases {
        for build in [boards, classic_seeing_unblockable] {
            let made = moves_made(build, fen, "");
            assert!(all_among(&made, safe), "{fen}: {made}");
        }
    }
}

#[test]
fn classic_blocks_with_pieces_that_leave_room_for_the_piece_that_wins() {
    // A hollow barrel of red fits around a stick on c4, a stick of red into a hollow barrel on e4.
    let cases = [("7/7/7/SB1BS2/7/7/7 y", "S@c4"), ("7/7/7/SS1SS2/7/7/7 y", "S@c4")];
    for (fen, block) in cases {
        assert_eq!(moves_made(classic, fen, ""), block, "{fen}");
    }
    let fen = "7/7/7/SBBB3/7/7/7 y";
    assert_eq!(reason(classic, fen, "H@e4"), "blocks an immediate win of the opponent");
    assert_eq!(reason(classic_seeing_unblockable, fen, "H@e4"), "best score, 2 points");
}

#[test]
fn classic_neither_builds_nor_blocks_what_an_unblockable_hole_is_part_of() {
    let fen = "7/7/7/S1BhS2/7/7/7";
    assert_eq!(reason(classic, &format!("{fen} r"), "S@b4"), "best score, 2 points");
    assert_eq!(
        reason(classic_seeing_unblockable, &format!("{fen} r"), "S@b4"),
        "builds to 4 in a sequence"
    );
    assert_eq!(reason(classic, &format!("{fen} y"), "S@b4"), "best score, 2 points");
    let seen = reason(classic_seeing_unblockable, &format!("{fen} y"), "S@b4");
    assert_eq!(seen, "blocks a build to 4 in a sequence");
}

#[test]
fn points_of_classic_can_be_refined() {
    // S@e2 builds to 3 in row 2, S@e6 blocks a build to 3 in row 6.
    let (fen, among) = ("7/sb5/7/7/7/SB5/7 r", "S@e6 S@e2");
    assert_eq!(moves_made(classic, fen, among), "S@e2");
    let changes = [("BuildTo3Points", "1"), ("BlockTo3Points", "20")];
    assert_eq!(with_options(classic, fen, among, &changes), "S@e6");
}

#[test]
fn of_two_one_move_wins_one_is_blocked() {
    let fen = "7/7/SB1BS2/7/SS1SS2/7/7 y";
    // Row 5 can be completed in two ways, row 3 in one.
    assert_eq!(moves_made(boards, fen, ""), "B@c5");
    let made = moves_made(classic_seeing_unblockable, fen, "");
    assert!(all_among(&made, "B@c5 B@c3 H@c3"), "{made}");
}

#[test]
fn an_unblockable_win_is_built_from_a_piece_of_the_opponent() {
    assert_eq!(moves_made(boards, "7/7/7/S1BhS2/7/7/7 r", ""), "S@b4");
}

#[test]
fn an_unblockable_win_of_the_opponent_is_stopped_while_there_is_time() {
    let made = moves_made(boards, "7/7/7/S1BhS2/7/7/7 y", "");
    assert!(all_among(&made, "B@b4 S@b4"), "{made}");
}

#[test]
fn no_piece_is_put_where_it_makes_the_win_of_the_opponent_unblockable() {
    // A hollow barrel on b4 would leave red a sure stick there, a stick on d4 a sure barrel.
    let made = moves_made(boards, "7/7/7/S1B1S2/7/7/7 y", "H@b4 S@b4 B@b4");
    assert!(all_among(&made, "S@b4 B@b4"), "{made}");
}

#[test]
fn the_opponent_is_blocked_without_blocking_oneself() {
    let fen = "7/5S1/1ssb3/3B3/2S4/1S5/7 y";
    assert_eq!(moves_made(boards, fen, ""), "S@e5");
    assert_eq!(moves_made(boards, fen, "S@e5 B@e5"), "S@e5");
}

#[test]
fn a_piece_of_little_value_moves_before_one_of_a_sequence() {
    // All sticks of red are in play; one must go to g1.
    let fen = "S2B3/7/SBBB2s/7/1SSSSS1/SSS4/7 r";
    assert_eq!(moves_made(boards, fen, "a7g1 a5g1"), "a7g1");
    assert_eq!(moves_made(classic, fen, "a7g1 a5g1"), "a7g1");
}

#[test]
fn a_piece_that_blocks_little_moves_before_one_that_blocks_much() {
    // Yellow's sticks on e7 and e5 stand in sequences of red with two and with four in place.
    let fen = "S2Bs2/7/SBBBs2/7/ssss3/ssss3/7 y";
    assert_eq!(moves_made(boards, fen, "e7g1 e5g1"), "e7g1");
    assert_eq!(moves_made(classic, fen, "e7g1 e5g1"), "e7g1");
}

#[test]
fn the_trays_decide_what_can_be_blocked() {
    let one_solid_left = "bbb4/7/7/SB1BS2/7/7/hhh4 y";
    let all_in_play = "bbbb3/7/7/SB1BS2/7/7/hhhh3 y";
    let red_has_no_hollow_to_move = "bbbb3/7/7/SH1HS2/7/HH5/hhh4 y";
    for build in [boards, classic_seeing_unblockable] {
        assert_eq!(moves_made(build, one_solid_left, ""), "B@c4");
        let shifts = moves_made(build, all_in_play, "");
        assert!(all_among(&shifts, "a7c4 b7c4 c7c4 d7c4"), "{shifts}");
        assert_eq!(moves_made(build, red_has_no_hollow_to_move, ""), "S@c4");
    }
}

#[test]
fn a_piece_is_placed_where_it_serves_in_many_directions() {
    let fen = "7/7/7/7/7/7/7 r";
    assert_eq!(
        moves_made(boards, fen, "B@d4 B@g1"),
        "B@d4",
        "no sequence begins or ends with a barrel"
    );
    // Around a stick, a hollow barrel of the opponent is unblockable. The second ordering weighs
    // that before the ten locations through d5; the first, which counts pieces, after them.
    assert_eq!(with_options(boards, fen, "S@d5 S@a1", &[("Ordering", "first")]), "S@d5");
    assert_eq!(moves_made(boards, fen, "S@d5 S@a1"), "S@a1");
}

#[test]
fn what_can_be_filled_in_several_ways_is_preferred() {
    // S _ _ _ S is open to three sequences, S S _ _ _ to one.
    assert_eq!(moves_made(boards, "7/7/7/S6/7/7/7 r", "S@e4 S@b4"), "S@e4");
    // S _ B _ S takes two sticks or two barrels, S S B _ _ and S B B _ _ one kind each.
    assert_eq!(moves_made(boards, "7/7/7/S1B4/7/7/7 r", "S@e4 S@b4 B@b4"), "S@e4");
}

#[test]
fn what_is_nearer_to_a_win_counts_first_and_of_the_same_the_opponent() {
    // Yellow has three in place on row 6; red would have four, or three, on row 2.
    assert_eq!(moves_made(boards, "7/sbb4/7/7/7/SBB4/7 r", "S@e6 S@e2"), "S@e2");
    assert_eq!(moves_made(boards, "7/sbb4/7/7/7/SB5/7 r", "S@e6 S@e2"), "S@e6");
}

#[test]
fn a_literal_list_forgets_the_one_move_wins_of_the_opponent() {
    let fen = "s1bHs2/7/7/SB1BS2/7/7/7 y";
    let literal = [("Literal", "true")];
    assert_eq!(moves_made(boards, fen, ""), "B@c4");
    assert_eq!(with_options(boards, fen, "", &literal), "S@b7");
}

#[test]
fn first_ordering_prefers_pieces_in_place() {
    // S@d7 puts 3 in place on row 7; S@a5 makes 2 in place and 2 unblockable on row 5.
    let (fen, among) = ("SS5/7/1ss1S2/7/7/7/7 r", "S@d7 S@a5");
    assert_eq!(moves_made(boards, fen, among), "S@a5");
    assert_eq!(with_options(boards, fen, among, &[("Ordering", "first")]), "S@d7");
}

#[test]
fn a_raised_stop_flag_costs_neither_wins_nor_blocks() {
    let blocked = position("7/7/7/SB1BS2/7/7/7 y");
    let won = position("7/7/7/SBBB3/7/7/7 r");
    for build in [boards, classic_seeing_unblockable] {
        for (game, expected) in [(&blocked, "B@c4"), (&won, "S@e4")] {
            let mut player = build(&options(&[]));
            let limits = Limits { movetime: Some(1), ..Limits::default() };
            let choice = choose(&mut *player, game, &moves(game, ""), &limits, true);
            assert_eq!(choice.best, game.read_move(expected).expect("a move").0);
        }
    }
}

#[test]
fn nodes_are_boards_or_places_and_never_more_than_allowed() {
    let game = Sticks::new();
    for build in [boards, classic] {
        for (nodes, expected) in [(Some(1), 1), (Some(20), 20), (None, 147)] {
            let limits = Limits { nodes, ..Limits::default() };
            let choice =
                choose(&mut *build(&options(&[])), &game, &moves(&game, ""), &limits, false);
            assert_eq!(choice.nodes, expected);
        }
    }
}

#[test]
fn lower_levels_look_at_less() {
    let game = Sticks::new();
    for build in [boards, classic] {
        let mut player = build(&options(&[("Level", "4")]));
        let looked: Vec<u64> = (0..20)
            .map(|_| {
                choose(&mut *player, &game, &moves(&game, ""), &Limits::default(), false).nodes
            })
            .collect();
        assert!(looked.iter().all(|nodes| [0, 100].contains(nodes)), "{looked:?}");
        assert!(looked.contains(&0) && looked.contains(&100), "a slip looks at nothing");
    }
}

#[test]
fn a_stream_that_is_restarted_flips_the_same_coins() {
    let game = position("7/7/7/3s3/7/7/7 r");
    let mut player = BoardsPlayer::new(&options(&[]));
    let mut play = || -> Vec<Move> {
        Player::<Sticks>::restart_random_stream(&mut player);
        let all = moves(&game, "");
        (0..10).map(|_| choose(&mut player, &game, &all, &Limits::default(), false).best).collect()
    };
    let first = play();
    assert_eq!(first, play());
    assert!(first.iter().any(|m| *m != first[0]), "a coin has two sides: {first:?}");
}

#[test]
fn the_reason_names_the_rule_that_decided() {
    let (win, block) = ("7/7/7/SBBB3/7/7/7 r", "7/7/7/SB1BS2/7/7/7 y");
    assert_eq!(reason(boards, win, ""), "takes an immediate win");
    assert_eq!(reason(classic, win, ""), "takes an immediate win");
    assert_eq!(reason(classic, block, ""), "blocks an immediate win of the opponent");
    assert_eq!(
        reason(boards, block, ""),
        "best of 137 boards: fewest one-move wins of the opponent, 0 against 1"
    );
}
