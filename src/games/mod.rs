//! Layer 6: the games, one folder each, and the registry that names them.

pub mod backgammon;
pub mod connect4;
pub mod connect5;
pub mod sticks;

use crate::host::GameEntry;

/// Takes the rows of the registry, each the name of a game's module. A game with a selective
/// search has the type of that search after its name.
macro_rules! registry {
    (($dollar:tt) $($game:ident $(: $search:ident)?,)*) => {
        /// Every game, in the order of the `games` command.
        pub const GAMES: &[&GameEntry] = &[$(&$game::GAME),*];

        /// Gives a macro the rows of the games that have a selective search, in brackets after its
        /// other arguments.
        ///
        /// Tools and tests run these searches with other techniques and numbers.
        #[cfg(feature = "internals")]
        #[macro_export]
        macro_rules! each_selective_search {
            ($dollar callback:ident!($dollar($dollar argument:tt)*)) => {
                $dollar callback! { $dollar($dollar argument)* [$($($game: $search,)?)*] }
            };
        }
    };
    ($($game:ident $(: $search:ident)?,)*) => {
        registry! { ($) $($game $(: $search)?,)* }
    };
}

registry! {
    connect4,
    connect5: SelectiveSearch,
    sticks: SelectiveSearch,
    backgammon,
}
