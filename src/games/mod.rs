//! Floor 6: the games, one folder each, and the registry that names them.

pub mod backgammon;
pub mod connect4;
pub mod connect5;
pub mod sticks;

use crate::host::GameKind;

/// Every game, in the order of the `games` command.
pub const GAMES: &[&GameKind] =
    &[&connect4::GAME, &connect5::GAME, &sticks::GAME, &backgammon::GAME];

/// Gives a macro the games that have a `SelectiveSearch`, in brackets after its other arguments.
///
/// Tools and tests run these searches with other techniques and numbers.
#[cfg(feature = "internals")]
#[macro_export]
macro_rules! each_selective_search {
    ($callback:ident!($($argument:tt)*)) => {
        $callback! { $($argument)* [connect5, sticks] }
    };
}
