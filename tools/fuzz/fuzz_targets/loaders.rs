//! Files that options, books and networks are read from.
#![no_main]

libfuzzer_sys::fuzz_target!(
    init: parlour_fuzz::check_small_searches::warm_up(),
    |data: &[u8]| parlour_fuzz::loaders::check(data)
);
