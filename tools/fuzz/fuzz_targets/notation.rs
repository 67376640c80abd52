//! Positions and moves of every game and variant as text.
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: parlour_fuzz::check_small_searches::warm_up(),
    |data: &[u8]| parlour_fuzz::notation::check(data)
);
