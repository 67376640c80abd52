//! Whole native sessions, compared with a slow reference.
#![no_main]

use parlour_fuzz::session::{ClientStep, check};

libfuzzer_sys::fuzz_target!(
    init: parlour_fuzz::check_small_searches::warm_up(),
    |steps: Vec<ClientStep>| { check(&steps); }
);
