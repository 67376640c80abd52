//! Every text form of a position, through whole matches with the cube; and texts that are none.

use parlour::base::SplitMix64;
use parlour::game::{Dice, Notation, Position, Turn};
use parlour::games::backgammon::text::gnu_id::{write_match_id, write_position_id};
use parlour::games::backgammon::{
    Backgammon, GameSettings, MatchScore, MoneyRules, Phase, Variant,
};
use proptest::prelude::*;

use crate::fibs_line::{as_server_writes_double, write_fibs};

/// Games that are walked through in each kind of match.
const GAMES: usize = 12;

/// Reads back each form that can express this position.
///
/// A GNU id cannot say that the cube was passed up, nor can a FIBS line, or that a game is over by
/// a drop.
fn reads_back(game: &Backgammon, start: &Backgammon) {
    let mut forms = vec![(String::new(), *game)];
    game.write_position(&mut forms[0].0);
    if game.phase() != Phase::Rolling {
        let mut ids = String::new();
        write_position_id(game, &mut ids);
        ids.push(':');
        write_match_id(game, &mut ids);
        forms.push((ids, greater_die_first(*game)));
    }
    if !matches!(game.phase(), Phase::Rolling | Phase::Over(_)) {
        let mut line = String::new();
        write_fibs(game, &mut line);
        if game.phase() == Phase::Doubled {
            forms.push((as_server_writes_double(game, &line), *game));
        }
        forms.push((line, *game));
    }
    for (form, expected) in forms {
        assert_eq!(start.read_position(&form), Ok(expected), "{form}");
    }
}

/// The same position with its dice in the order in which a GNU id has them.
fn greater_die_first(mut game: Backgammon) -> Backgammon {
    if let Some((a, b)) = game.dice() {
        game.lay_dice(a.max(b), a.min(b)).expect("the same dice");
    }
    game
}

/// A random decision; doubles and takes often enough for high cubes.
fn play_random_decision(game: &mut Backgammon, random: &mut SplitMix64) {
    if let Turn::Roll(_) = game.turn() {
        let (a, b) = random.dice(game.is_opening());
        game.lay_dice(a, b).expect("the dice are due");
        return;
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let m = moves[random.below(moves.len() as u64) as usize];
    game.play(m);
}

#[test]
fn every_state_of_a_match_reads_back_in_every_form() {
    let mut random = SplitMix64::new(20);
    let money = [(false, false), (true, false), (true, true)];
    for (at, length) in [0, 0, 0, 1, 2, 3, 5, 7, 25, 64].into_iter().enumerate() {
        let (jacoby, beavers) = money[at % money.len()];
        for crawford_rule in [true, false] {
            let match_score =
                MatchScore::new(length, [0, 0], crawford_rule).expect("a fresh match");
            let start = Backgammon::start(&GameSettings {
                variant: Variant::Standard,
                cube: true,
                match_score,
                money: MoneyRules {
                    jacoby: jacoby && length == 0,
                    beavers: beavers && length == 0,
                },
                opening_roll: false,
            });
            let mut game = start;
            let (mut played, mut states) = (0, 0);
            while played < GAMES {
                reads_back(&game, &start);
                states += 1;
                if let Turn::Over(_) = game.turn() {
                    game = game.next_game(&start);
                    played += 1;
                } else {
                    play_random_decision(&mut game, &mut random);
                }
            }
            assert!(states > 2 * GAMES, "{states} states of a match to {length}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn garbage_is_refused_without_a_panic(text in "\\PC{0,40}", kind in 0..4_usize) {
        let front = ["", "XGID=", "board:", "4HPwATDgc/ABMA:"][kind];
        let start = Backgammon::default();
        if let Ok(game) = start.read_position(&format!("{front}{text}")) {
            let mut back = String::new();
            game.write_position(&mut back);
            prop_assert_eq!(start.read_position(&back), Ok(game));
        }
        let mut game = start;
        game.lay_dice(3, 1).expect("dice");
        let _ = game.read_move(&text);
    }

    #[test]
    fn mutilated_texts_are_refused_or_read(at in 0..120_usize, sign in "[-0-9A-Pa-p:é/]") {
        let texts = [
            "XGID=-b----E-C---eE---c-e----B-:1:-1:-1:63:3:2:0:7:10",
            "4HPwATDgc/ABMA:cAkHAAAAAAAE",
            "board:a:b:7:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0",
        ];
        for text in texts {
            let changed: String = text
                .chars()
                .enumerate()
                .map(|(i, c)| if i == at { sign.chars().next().unwrap_or(c) } else { c })
                .collect();
            if let Ok(game) = Backgammon::default().read_position(&changed) {
                let mut back = String::new();
                game.write_position(&mut back);
                prop_assert_eq!(Backgammon::default().read_position(&back), Ok(game));
            }
        }
    }
}
