//! Lines of the native protocol: parsed, written and parsed again.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| parlour_fuzz::command_grammar::check(data));
