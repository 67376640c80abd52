//! The selective search against a naive one: with every technique off, with each alone, and on
//! several threads.

mod full_width;
mod naive;
mod reported_wins_and_losses;
mod several_threads;

use parlour::each_selective_search;

/// The tests of each game with a selective search. Without its reference and its cases
/// (`search::pvs::reference_for_tests`) this does not compile.
macro_rules! test_each_game {
    ([$($game:ident: $search:ident,)*]) => {
        $(mod $game {
            use parlour::games::$game::$search as Search;

            #[test]
            fn full_width_search_is_the_naive_one() {
                super::full_width::compare_full_width::<Search>();
            }

            #[test]
            fn techniques_that_only_save_nodes_keep_the_values() {
                super::full_width::compare_exact::<Search>();
            }

            #[test]
            fn each_technique_alone_proves_what_is_true() {
                super::reported_wins_and_losses::check_each_technique::<Search>();
            }

            #[test]
            fn several_threads_find_the_values_of_the_naive_search() {
                super::several_threads::compare_values::<Search>();
            }

            #[test]
            fn several_threads_prove_what_is_true() {
                super::several_threads::check_claims::<Search>();
            }
        })*
    };
}

each_selective_search!(test_each_game!());
