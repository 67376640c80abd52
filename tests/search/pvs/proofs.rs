//! Each technique alone: a win or loss that is called proved is one.

use parlour::base::{Score, SplitMix64};
use parlour::game::Notation;
use parlour::games::connect5::ThreatGame;
use parlour::games::sticks::players::search::SticksGame;
use parlour::search::Limits;
use parlour::search::player::score_encoding;
use parlour::search::pvs::{RootGame, Technique, Techniques};

use super::naive::{self, Plain, board, drawn, sticks};
use crate::ask_search::{ask_for_value, pvs_player};
use crate::on_all_cores::for_each_on_all_cores;

/// Nodes for each position.
const NODES: u64 = 1_500;

/// Positions with this many moves at most, and the longest claims that the naive search checks.
struct Trial {
    positions: usize,
    moves: usize,
    plies: u32,
}

/// How many claims of a player were checked.
fn checked<G: RootGame<Position: Plain + Notation>>(
    techniques: Techniques,
    start: impl Fn(&mut SplitMix64) -> G::Position,
    trial: &Trial,
) -> usize {
    let mut player = pvs_player::<G>(techniques);
    let mut random = SplitMix64::new(5);
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut claims = 0;
    for _ in 0..trial.positions {
        let position = drawn(&mut random, &start, trial.moves, 60);
        let claim = ask_for_value(&mut player, &position, &limits).map(Score::from_value);
        let Some(plies) = claim.and_then(Score::plies_to_end) else { continue };
        if plies.unsigned_abs() > trial.plies {
            continue;
        }
        let won = score_encoding::win(plies.unsigned_abs() as usize);
        let window = if plies > 0 { (won - 1, won) } else { (-won - 1, -won + 1) };
        let depth = plies.unsigned_abs() - u32::from(plies > 0);
        let found = naive::search(&position, depth, window, &mut Vec::new());
        let mut text = String::new();
        position.write_position(&mut text);
        // A win may come sooner and a loss later than was said.
        let holds =
            if plies > 0 { found >= won } else { score_encoding::is_proved(found) && found < 0 };
        assert!(holds, "{plies} plies: {text}, {techniques:?}");
        claims += 1;
    }
    claims
}

/// Checks a game with each technique alone, and with all that it uses.
fn check_each<G: RootGame<Position: Plain + Notation>>(
    start: impl Fn(&mut SplitMix64) -> G::Position + Sync,
    trial: &Trial,
) {
    let each = Technique::ALL.map(|technique| Techniques::NONE.with(technique));
    let sets = each.into_iter().chain([G::PARAMS.on]).collect();
    for_each_on_all_cores(sets, |techniques| {
        let claims = checked::<G>(techniques, &start, trial);
        assert!(claims >= 10, "{claims} claims with {techniques:?}");
    });
}

#[test]
fn each_technique_alone_proves_what_is_true_in_connect5() {
    check_each::<ThreatGame>(board, &Trial { positions: 150, moves: 12, plies: 4 });
}

#[test]
fn each_technique_alone_proves_what_is_true_in_sticks() {
    check_each::<SticksGame>(sticks, &Trial { positions: 40, moves: 60, plies: 3 });
}
