//! Perft on several threads against perft on one.

use parlour::game::perft::perft;
use parlour::games::connect4::Rack;
use parlour::search::threads::perft::perft as threaded;

use crate::toy_games::{Crosses, RandomGraphGame};

#[test]
fn perft_does_not_depend_on_the_number_of_threads() {
    for depth in 0..10 {
        let expected = perft(&mut Crosses::EMPTY.clone(), depth, &|| false);
        for threads in [0, 1, 2, 5, 2_000] {
            assert_eq!(threaded(&Crosses::EMPTY, depth, threads, &|| false), expected);
        }
    }
    for seed in 0..50 {
        let tangle = RandomGraphGame::new(seed, 1_000);
        let expected = perft(&mut tangle.clone(), 9, &|| false);
        assert_eq!(threaded(&tangle, 9, 3, &|| false), expected);
    }
}

#[test]
fn a_perft_that_is_stopped_gives_no_count() {
    assert_eq!(threaded(&Rack::EMPTY, 9, 2, &|| true), None);
}
