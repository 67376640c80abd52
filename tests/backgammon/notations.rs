//! Every text form of a position, through whole matches with the cube.

use parlour::base::SplitMix64;
use parlour::game::{Dice, Notation, Position, Turn};
use parlour::games::backgammon::text::gnu_id::{write_match_id, write_position_id};
use parlour::games::backgammon::{
    Backgammon, GameSettings, MatchScore, MoneyRules, Phase, Variant,
};

use crate::fibs_line::write_fibs;

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
