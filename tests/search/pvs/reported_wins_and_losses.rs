//! Each technique alone: a win or loss that is called proved is one.

use parlour::base::{Score, SplitMix64};
use parlour::game::Notation;
use parlour::search::Limits;
use parlour::search::player::score_encoding;
use parlour::search::pvs::reference_for_tests::Reference;
use parlour::search::pvs::{Technique, Techniques};

use super::naive::{self, random_position};
use crate::ask_search::{ask_for_value, pvs_player};
use crate::on_all_cores::for_each_on_all_cores;

/// Nodes for each position.
const NODES: u64 = 1_500;

/// How many claims of a player with these techniques and threads were checked.
pub(super) fn count_checked_claims<G: Reference>(
    techniques: Techniques,
    threads: u32,
    limits: &Limits,
) -> usize {
    let cases = G::CASES.proofs;
    let mut player = pvs_player::<G>(techniques, threads);
    let mut random = SplitMix64::new(5);
    let mut claims = 0;
    for _ in 0..cases.positions {
        let position = random_position::<G>(&mut random, cases.moves);
        let claim = ask_for_value(&mut player, &position, limits).map(Score::from_value);
        let Some(plies) = claim.and_then(Score::plies_to_end) else { continue };
        if plies.unsigned_abs() > cases.plies {
            continue;
        }
        let won = score_encoding::win(plies.unsigned_abs() as usize);
        let window = if plies > 0 { (won - 1, won) } else { (-won - 1, -won + 1) };
        let depth = plies.unsigned_abs() - u32::from(plies > 0);
        let found = naive::search::<G>(&position, depth, window, &mut Vec::new());
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
pub(super) fn check_each_technique<G: Reference>() {
    let each = Technique::ALL.map(|technique| Techniques::NONE.with(technique));
    let sets = each.into_iter().chain([G::PARAMS.on]).collect();
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    for_each_on_all_cores(sets, |techniques| {
        let claims = count_checked_claims::<G>(techniques, 1, &limits);
        assert!(claims >= 10, "{claims} claims with {techniques:?}");
    });
}
