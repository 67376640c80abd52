//! The selective search against a naive one: with every technique off, and with each alone.

mod full_width;
mod naive;
mod proofs;

use parlour::{each_selective_search, games};

/// Every game with a selective search has its cases here: without them this does not compile.
macro_rules! require_cases {
    ([$($game:ident: $search:ident,)*]) => {
        $(const _: fn() = full_width::requires_cases::<games::$game::$search>;)*
    };
}

each_selective_search!(require_cases!());
