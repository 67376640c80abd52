//! Players with one technique switched, each compiled for itself, for every game that has a
//! selective search.

use parlour::game::Notation;
use parlour::search::pvs::{Game, PvsPlayer, RootGame, Technique};
use parlour::search::{Options, Player};
use parlour::{each_selective_search, each_technique, games};

/// A player of a game.
pub(crate) type BoxedPlayer<P> = Box<dyn Player<P>>;

/// The selective search of a game, as its default player has it.
pub(crate) trait Switched: RootGame<Position: Notation + Default + Sync> {
    /// The default player, with a technique switched if one is given.
    fn player(switched: Option<Technique>, options: &Options) -> BoxedPlayer<Self::Position>;
}

/// Matches a technique to the player of `$game` that differs from its default player in it.
macro_rules! switched {
    ($switched:expr, $options:expr, $game:ident, [$($technique:ident),*]) => {
        match $switched {
            None => Box::new(PvsPlayer::<games::$game::SelectiveSearch>::new($options)),
            $(Some(Technique::$technique) => Box::new(PvsPlayer::<
                games::$game::SelectiveSearch<{
                    <games::$game::SelectiveSearch as Game>::PARAMS.on.bits()
                        ^ 1 << Technique::$technique as u32
                }>,
            >::new($options)),)*
        }
    };
}

macro_rules! implement_switched {
    ([$($game:ident),*]) => {
        $(impl Switched for games::$game::SelectiveSearch {
            fn player(
                switched: Option<Technique>,
                options: &Options,
            ) -> BoxedPlayer<Self::Position> {
                each_technique!(switched!(switched, options, $game,))
            }
        })*
    };
}

each_selective_search!(implement_switched!());

/// Runs a generic function of a plan for the game that the plan names.
macro_rules! run_named {
    ($run:ident, $plan:expr, [$($game:ident),*]) => {
        match $plan.game.as_str() {
            $(stringify!($game) => $run::<parlour::games::$game::SelectiveSearch>($plan),)*
            other => anyhow::bail!(
                "'{other}' has no selective search; these games have one: {}",
                [$(stringify!($game)),*].join(", ")
            ),
        }
    };
}

pub(crate) use run_named;
