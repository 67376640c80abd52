//! Players with one technique switched, each compiled for itself.

use parlour::each_technique;
use parlour::game::Position;
use parlour::games::connect5::{Board, ThreatGame};
use parlour::games::sticks::Sticks;
use parlour::games::sticks::players::search::SticksGame;
use parlour::search::pvs::{Game, PvsPlayer, Technique};
use parlour::search::{Options, Player};

/// A player of a game.
pub(crate) type BoxedPlayer<P> = Box<dyn Player<P>>;

/// A game with a selective search.
pub(crate) trait Switched: Position {
    /// Its default player, with a technique switched if one is given.
    fn player(switched: Option<Technique>, options: &Options) -> BoxedPlayer<Self>;

    /// Whether the default player uses a technique.
    fn uses(technique: Technique) -> bool;
}

/// Matches a technique to the player of `$game` that differs from its default player in it.
macro_rules! switched {
    ($switched:expr, $options:expr, $game:ident, [$($technique:ident),*]) => {
        match $switched {
            None => Box::new(PvsPlayer::<$game>::new($options)),
            $(Some(Technique::$technique) => Box::new(PvsPlayer::<
                $game<{ <$game as Game>::PARAMS.on.bits() ^ 1 << Technique::$technique as u32 }>,
            >::new($options)),)*
        }
    };
}

impl Switched for Board {
    fn player(switched: Option<Technique>, options: &Options) -> BoxedPlayer<Self> {
        each_technique!(switched!(switched, options, ThreatGame,))
    }

    fn uses(technique: Technique) -> bool {
        <ThreatGame as Game>::PARAMS.on.has(technique)
    }
}

impl Switched for Sticks {
    fn player(switched: Option<Technique>, options: &Options) -> BoxedPlayer<Self> {
        each_technique!(switched!(switched, options, SticksGame,))
    }

    fn uses(technique: Technique) -> bool {
        <SticksGame as Game>::PARAMS.on.has(technique)
    }
}
