//! Whole dialogues in each dialect.
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: parlour_fuzz::check_small_searches::warm_up(),
    |data: &[u8]| parlour_fuzz::dialects::check(data)
);
