//! What is to be played, and by whom.

use crate::base::Side;
use crate::protocol::grammar::command::Go;
use crate::protocol::grammar::refusal::Refusal;
use crate::protocol::session::setup::Setup;

/// A game to be played.
pub struct PlaySettings {
    /// The game, its variant, and the options.
    pub(super) setup: Setup,
    /// The sides that people play.
    pub(super) people: People,
    /// The engine's player and its limits.
    pub(super) go: Go,
}

impl PlaySettings {
    /// A game with these options.
    ///
    /// The engine's player and its limits are those of `go`; without a limit the option
    /// `MoveTime` applies.
    ///
    /// # Errors
    /// `unknown-player`, `unsupported` for the option `LogFile`, and what the setup refuses.
    pub fn new(setup: Setup, people: People, go: Go) -> Result<Self, Refusal> {
        setup.refuse_log_file()?;
        if let Some(name) = &go.player {
            setup.open_game()?.check_player(name)?;
        }
        Ok(Self { setup, people, go })
    }
}

/// The sides that people play; the engine plays the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum People {
    /// One side.
    One(Side),
    /// Both sides.
    Both,
    /// Neither side.
    None,
}

impl People {
    /// The words that [`Self::named`] reads.
    pub const NAMES: [&'static str; 4] = ["first", "second", "both", "none"];

    /// The sides of this name.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "first" => Self::One(Side::First),
            "second" => Self::One(Side::Second),
            "both" => Self::Both,
            "none" => Self::None,
            _ => return None,
        })
    }

    /// Whether people play this side.
    pub(super) fn have(self, side: Side) -> bool {
        match self {
            Self::One(own) => own == side,
            Self::Both => true,
            Self::None => false,
        }
    }
}
