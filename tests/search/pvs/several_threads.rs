//! Several threads that share one transposition table, against the naive search.

use parlour::game::Position;
use parlour::search::Limits;
use parlour::search::pvs::reference_for_tests::Reference;
use parlour::search::pvs::{Technique, Techniques};

use super::full_width::{VALUE_PRESERVING, compare};
use super::reported_wins_and_losses::count_checked_claims;

/// Threads of each search.
const THREADS: u32 = 3;
/// The depth of the searches whose claims are checked, in plies: a limit of nodes would leave one
/// thread alone.
const DEPTH: u32 = 4;

/// Compares the values of a game where the threads may change nothing but the order of the moves.
///
/// Where no position can come again, one is always reached in as many plies. So all entries of the
/// last iteration that cause a cutoff are of the depth that is wanted, whichever thread made them.
pub(super) fn compare_values<G: Reference>() {
    let exact = VALUE_PRESERVING.into_iter().fold(Techniques::NONE, Techniques::with);
    for techniques in [Techniques::NONE, exact] {
        compare::<G>(techniques, THREADS, G::CASES.exact_techniques);
    }
    if G::Position::REPETITION.is_none() {
        compare::<G>(exact.with(Technique::TableCutoffs), THREADS, G::CASES.exact_techniques);
    }
}

/// Checks the claims of a game with cutoffs by the table alone, and with all techniques in use.
pub(super) fn check_claims<G: Reference>() {
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    for techniques in [Techniques::NONE.with(Technique::TableCutoffs), G::PARAMS.on] {
        let claims = count_checked_claims::<G>(techniques, THREADS, &limits);
        assert!(claims >= 10, "{claims} claims with {techniques:?}");
    }
}
