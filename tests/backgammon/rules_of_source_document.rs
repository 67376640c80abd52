//! The rules as `backgammon-heuristics.md` words them, section "Rules": one test a sentence.

use parlour::base::{Outcome, Side, SplitMix64};
use parlour::game::{Chance, Dice, Notation, Position, Turn};
use parlour::games::backgammon::{Backgammon, GameSettings, MatchScore, Roll};

/// Points and the checkers on them, all numbered as First sees them; 25 is First's bar.
type Places<'a> = &'a [(usize, u8)];

/// First on roll with these dice.
fn rolled(first: Places<'_>, second: Places<'_>, (a, b): (u8, u8)) -> Backgammon {
    let mut letters = [b'-'; 26];
    for (places, letter) in [(first, b'A'), (second, b'a')] {
        for &(point, number) in places {
            letters[point] = letter - 1 + number;
        }
    }
    let places = String::from_utf8(letters.to_vec()).expect("letters");
    let text = format!("XGID={places}:0:0:1:00:0:0:0:0:0");
    let mut game = Backgammon::default().read_position(&text).expect("a position");
    game.lay_dice(a, b).expect("dice");
    game
}

fn at_start(a: u8, b: u8) -> Backgammon {
    let mut game = Backgammon::default();
    game.lay_dice(a, b).expect("dice");
    game
}

/// Every legal play, as `legal` spells it.
fn legal_moves(game: &Backgammon) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let spelt = |m| {
        let mut text = String::new();
        game.write_move(m, &mut text);
        text
    };
    moves.into_iter().map(spelt).collect()
}

/// The position after a play in any spelling.
fn played(mut game: Backgammon, text: &str) -> Backgammon {
    let (m, rest) = game.read_move(text).expect("a legal play");
    assert_eq!(rest, "");
    game.play(m);
    game
}

const FAR_CHECKER: Places<'_> = &[(24, 1)];

#[test]
fn opening_roll_is_rolled_again_until_the_dice_differ() {
    let start = Backgammon::default();
    let mut rolls: Vec<(Roll, f32)> = Vec::new();
    start.rolls(&mut rolls);
    assert!(rolls.len() == 15 && rolls.iter().all(|(roll, _)| !roll.is_double()));
    assert!((0..500).all(|seed| {
        let (a, b) = SplitMix64::at(seed, 0).dice(start.is_opening());
        a != b
    }));
}

#[test]
fn players_alternate_turns() {
    let after = played(at_start(3, 4), "13/10,13/9");
    assert_eq!(after.turn(), Turn::Roll(Side::Second));
}

#[test]
fn pieces_move_towards_the_lower_points() {
    for play in legal_moves(&at_start(5, 2)) {
        for step in play.split(',') {
            let points: Vec<u8> = step.split('/').map(|p| p.parse().expect("a point")).collect();
            assert!(points[0] > points[1], "{play}");
        }
    }
}

#[test]
fn two_pieces_move_or_the_same_one_twice() {
    let plays = legal_moves(&at_start(3, 4));
    assert!(plays.contains(&"13/9,13/10".to_owned()), "{plays:?}");
    assert!(plays.contains(&"13/9,9/6".to_owned()), "{plays:?}");
}

#[test]
fn same_piece_moves_twice_only_if_it_can_land_in_between() {
    assert_eq!(legal_moves(&rolled(&[(20, 1)], &[(16, 2), (17, 2)], (3, 4))), ["pass"]);
    assert_eq!(legal_moves(&rolled(&[(20, 1)], &[(17, 2)], (3, 4))), ["20/16,16/13"]);
}

#[test]
fn double_roll_is_played_four_times() {
    for play in legal_moves(&at_start(3, 3)) {
        assert_eq!(play.split(',').count(), 4, "{play}");
    }
}

#[test]
fn turn_is_forfeited_if_no_move_is_possible() {
    let stuck = rolled(&[(20, 1)], &[(14, 2), (15, 2)], (6, 5));
    assert_eq!(legal_moves(&stuck), ["pass"]);
    assert_eq!(played(stuck, "pass").turn(), Turn::Roll(Side::Second));
}

#[test]
fn higher_number_is_used_if_either_can_be_but_not_both() {
    assert_eq!(legal_moves(&rolled(&[(20, 1)], &[(9, 2)], (5, 6))), ["20/14"]);
    assert_eq!(legal_moves(&rolled(&[(20, 1)], &[(9, 2), (14, 2)], (5, 6))), ["20/15"]);
}

#[test]
fn sequence_that_makes_the_other_die_possible_is_compulsory() {
    // No six can be played before the five, and after 7/2 neither.
    let game = rolled(&[(20, 1), (7, 1)], &[(14, 2), (1, 2)], (5, 6));
    assert_eq!(legal_moves(&game), ["20/15,15/9"]);
}

#[test]
fn piece_lands_on_empty_points_own_points_and_blots_but_on_no_more() {
    let game = |second| rolled(&[(10, 1), (7, 2)], second, (3, 3));
    assert!(legal_moves(&game(&[(24, 2)])).iter().any(|play| play.starts_with("10/7")), "its own");
    assert!(legal_moves(&game(&[(4, 1)])).iter().any(|play| play.contains("7/4")), "a blot");
    assert!(legal_moves(&game(&[(24, 2)])).iter().any(|play| play.contains("7/4")), "empty");
    assert_eq!(legal_moves(&game(&[(4, 2)])), ["10/7"], "blocked");
}

#[test]
fn piece_that_is_hit_goes_to_the_bar() {
    let after = played(rolled(&[(10, 1), (6, 2)], &[(7, 1), (1, 2)], (3, 4)), "10/7*,7/3");
    let hit = after.checkers(Side::Second);
    assert_eq!((hit.count(25), hit.count(18)), (1, 0));
    assert_eq!(hit.pips(), 25 + 2 * 24);
}

#[test]
fn any_number_of_pieces_may_share_a_point() {
    let after = played(rolled(&[(6, 13), (8, 1), (7, 1)], FAR_CHECKER, (2, 1)), "8/6,7/6");
    assert_eq!(after.checkers(Side::First).count(6), 15);
}

#[test]
fn die_of_n_enters_on_the_point_25_less_n() {
    for die in 1..=6 {
        let plays = legal_moves(&rolled(&[(25, 4)], &[(1, 1)], (die, die)));
        assert_eq!(plays, [vec![format!("bar/{}", 25 - die); 4].join(",")]);
    }
}

#[test]
fn blocked_piece_stays_on_the_bar() {
    assert_eq!(legal_moves(&rolled(&[(25, 1), (13, 2)], &[(24, 2), (22, 2)], (3, 1))), ["pass"]);
    let one_way = legal_moves(&rolled(&[(25, 1), (13, 1)], &[(22, 2), (21, 2)], (3, 1)));
    assert_eq!(one_way, ["bar/24,13/10"]);
}

#[test]
fn all_pieces_enter_before_any_other_moves() {
    assert_eq!(legal_moves(&rolled(&[(25, 2), (13, 2)], &[(22, 2)], (3, 1))), ["bar/24"]);
}

#[test]
fn nothing_enters_a_closed_board() {
    let closed = [(19, 2), (20, 2), (21, 2), (22, 2), (23, 2), (24, 2)];
    for roll in Roll::ALL {
        let game = rolled(&[(25, 1), (6, 3)], &closed, (roll.high(), roll.low()));
        assert_eq!(legal_moves(&game), ["pass"]);
    }
    let opened = &closed[1..];
    assert_ne!(legal_moves(&rolled(&[(25, 1), (6, 3)], opened, (6, 1))), ["pass"]);
}

#[test]
fn bearing_off_begins_when_all_pieces_are_home() {
    let away = legal_moves(&rolled(&[(7, 2), (6, 5), (2, 2)], FAR_CHECKER, (6, 2)));
    assert!(away.iter().all(|play| !play.contains("off")), "{away:?}");
    let home = legal_moves(&rolled(&[(6, 5), (2, 2)], FAR_CHECKER, (6, 2)));
    assert!(home.contains(&"6/off,2/off".to_owned()), "{home:?}");
}

#[test]
fn larger_number_bears_off_from_the_highest_point_only() {
    assert_eq!(legal_moves(&rolled(&[(4, 2), (2, 3)], FAR_CHECKER, (6, 5))), ["4/off,4/off"]);
    let higher_stands = legal_moves(&rolled(&[(6, 2), (2, 1)], FAR_CHECKER, (5, 5)));
    assert_eq!(higher_stands, ["6/1,6/1,2/off,1/off"]);
}

#[test]
fn lower_die_may_go_first_though_the_higher_is_then_not_used_in_full() {
    assert_eq!(
        legal_moves(&rolled(&[(5, 1), (1, 1)], FAR_CHECKER, (6, 1))),
        ["5/off,1/off", "5/4,4/off"]
    );
}

#[test]
fn all_dice_are_used_inside_the_home_board_if_there_is_a_way() {
    // 2/off would leave nothing for the one.
    assert_eq!(legal_moves(&rolled(&[(2, 1)], FAR_CHECKER, (2, 1))), ["2/1,1/off"]);
}

#[test]
fn first_to_bear_off_everybody_wins() {
    let first = rolled(&[(1, 1)], &[(24, 1)], (2, 1));
    assert_eq!(played(first, "1/off").turn(), Turn::Over(Outcome::win(Side::First)));
}

#[test]
fn match_is_a_number_of_games() {
    let match_score = MatchScore::new(3, [1, 0], true).expect("a score");
    let start = Backgammon::start(&GameSettings { match_score, ..GameSettings::default() });
    let mut game = start
        .read_position("XGID=-A----------------------a-:0:0:1:21:1:0:0:3:0")
        .expect("a position");
    game = played(game, "1/off");
    assert_eq!(game.next_game(&start).match_score().score, [2, 0]);
}
