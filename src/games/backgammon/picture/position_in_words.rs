//! The position in words.

use super::clickable_spot_names::spot_of;
use crate::base::{Side, number_with_noun};
use crate::game::{Notation as _, Position as _};
use crate::games::backgammon::board::game_state_and_cube_rules::{Backgammon, Phase};
use crate::games::backgammon::board::match_score::MatchScore;
use crate::games::backgammon::board::moves::Move;
use crate::games::backgammon::board::{BAR, Checkers, OFF, number_by_other_side};
use crate::host::Scene;

/// The usual colours of First and of Second.
pub(in super::super) const SIDE_COLOURS: [&str; 2] = ["light", "dark"];

/// A number of checkers of a side.
pub(super) fn checkers_in_words(number: u8, side: Side) -> String {
    number_with_noun(number, &format!("{} checker", SIDE_COLOURS[side.index()]))
}

/// The score of a side in this match, and what it plays for.
pub(super) fn match_words(score: MatchScore) -> String {
    let length = u32::from(score.length);
    if score.is_money() {
        "money play".to_owned()
    } else if score.counts_games {
        format!("best of {}", number_with_noun(2 * length - 1, "game"))
    } else {
        let crawford = if score.is_crawford { ", Crawford game" } else { "" };
        format!("match to {}{crawford}", number_with_noun(length, "point"))
    }
}

/// The position in sentences.
pub(super) fn describe(scene: &Scene<'_, Backgammon>) -> String {
    let game = scene.position;
    let due = match game.phase() {
        Phase::Moving(a, b) => format!(", with the dice {a} and {b}"),
        Phase::Doubled | Phase::Beavered => {
            format!(", with a cube of {} offered", 2 * game.cube().value())
        }
        _ => String::new(),
    };
    let mut sentences =
        vec![format!("A backgammon board, {}{due}.", scene.turn_or_ending_in_words(SIDE_COLOURS))];
    sentences.push(format!("Points as {} sees them.", SIDE_COLOURS[game.side().index()]));
    sentences.extend(scene.played.last().map(|last| {
        let mut text = String::new();
        game.write_move(*last, &mut text);
        match last {
            Move::Checkers(_) => format!("The last play was {text}, as its side sees the points."),
            _ => format!("The last action was {text}."),
        }
    }));
    for side in Side::BOTH {
        let own = game.checkers(side);
        let name = ["Light", "Dark"][side.index()];
        let pips = number_with_noun(own.pips(), "pip");
        sentences.push(format!("{name}, {pips}: {}.", places_in_words(own, side == game.side())));
    }
    let cube = game.cube();
    if cube.in_use {
        let of_side = |side: Side| ["of light", "of dark"][side.index()];
        let owner = cube.owner.map_or("in the middle", of_side);
        sentences.push(format!("The cube is at {}, {owner}.", cube.value()));
    }
    let score = game.match_score();
    let [first, second] = score.score;
    let points = format!(", light has {first}, dark {second}");
    let points = if score.is_money() { "" } else { &points };
    sentences.push(format!("The score: {}{points}.", match_words(score)));
    sentences.join(" ")
}

/// Where the checkers of a side are, by the mover's numbers.
fn places_in_words(checkers: Checkers, is_mover: bool) -> String {
    let place = |place: u8| {
        let number = checkers.count(place);
        let seen = match place {
            BAR | OFF => place,
            point if is_mover => point,
            point => number_by_other_side(point),
        };
        (number > 0).then(|| match seen {
            BAR => format!("{number} on the bar"),
            OFF => format!("{number} off"),
            point => format!("{number} on {}", spot_of(point)),
        })
    };
    (0..=BAR).rev().filter_map(place).collect::<Vec<_>>().join(", ")
}
