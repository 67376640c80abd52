//! Players with one technique switched, for every game that has a selective search.

use parlour::game::Notation;
use parlour::search::Options;
use parlour::search::pvs::{Params, PvsPlayer, RootGame, Technique, Techniques};

/// The selective search of a game that can be played from its text.
pub(crate) trait GameWithSelectiveSearch:
    RootGame<Position: Notation + Default + Sync>
{
}

impl<G: RootGame<Position: Notation + Default + Sync>> GameWithSelectiveSearch for G {}

/// The default player, with a technique switched if one is given.
pub(crate) fn player<G: GameWithSelectiveSearch>(
    switched: Option<Technique>,
    options: &Options,
) -> PvsPlayer<G> {
    let on = switched.map_or(G::PARAMS.on, |technique| with_switched(G::PARAMS.on, technique));
    let mut player = PvsPlayer::new(options);
    player.set_params(Params { on, ..G::PARAMS });
    player
}

/// The techniques in use, with one that is on switched off, or one that is off switched on.
pub(crate) const fn with_switched(on: Techniques, technique: Technique) -> Techniques {
    if on.has(technique) { on.without(technique) } else { on.with(technique) }
}

/// Runs a generic function of a plan for the game that the plan names.
macro_rules! run_for_named_game {
    ($run:ident, $plan:expr, [$($game:ident: $search:ident,)*]) => {
        match $plan.game.as_str() {
            $(stringify!($game) => $run::<parlour::games::$game::$search>($plan),)*
            other => anyhow::bail!(
                "'{other}' has no selective search; these games have one: {}",
                [$(stringify!($game)),*].join(", ")
            ),
        }
    };
}

pub(crate) use run_for_named_game;
