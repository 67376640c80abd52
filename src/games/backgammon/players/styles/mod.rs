//! The players of `backgammon-heuristics.md`: four styles, one evaluator, one set of features.
//!
//! The document, "Heuristics", asks for a score of every board that a roll can lead to, and names
//! four styles to score it in: risky, safe, greedy, aggressive. Here a style is a text of the form
//! that [`style_file`] describes: the weight of each feature, in pips, and three chances for the
//! cube. The player `custom` has the style of a file that its user wrote.
//!
//! The numbers of the four are ours: they were set by hand and never tuned. Points a game without the cube,
//! 600 games a pair, both sides of 300 dice streams, with two standard errors:
//!
//! | | safe | greedy | aggressive |
//! |---|---|---|---|
//! | risky | +0.13 ± 0.11 | +0.13 ± 0.13 | +0.15 ± 0.13 |
//! | safe | | −0.01 ± 0.11 | −0.05 ± 0.11 |
//! | greedy | | | −0.03 ± 0.13 |

mod built_in_styles;
mod cube_action;
mod explanation;
mod features;
mod style;
mod style_file;
mod style_player;

use crate::games::backgammon::board::game_state_and_cube_rules::Backgammon;
use crate::host::PlayerEntry;
use built_in_styles::STYLES;
pub(in super::super) use style_file::{STYLE_FILE, STYLE_FILE_FORMAT};
use style_player::StylePlayer;

/// The document of the styles.
const SOURCE_DOCUMENT: &str = "backgammon-heuristics.md";

/// The players: those of the document in its order, then the style of a file.
pub(in super::super) const STYLE_PLAYERS: [PlayerEntry<Backgammon>; 5] = [
    entry::<0>(),
    entry::<1>(),
    entry::<2>(),
    entry::<3>(),
    PlayerEntry {
        name: "custom",
        about: "a style of one's own for the features of backgammon-heuristics.md, from StyleFile; else risky",
        document: Some(SOURCE_DOCUMENT),
        build: |options| Box::new(StylePlayer::from_file(options)),
    },
];

/// The player of the style of this number in [`STYLES`].
const fn entry<const STYLE: usize>() -> PlayerEntry<Backgammon> {
    PlayerEntry {
        name: STYLES[STYLE].name,
        about: STYLES[STYLE].about,
        document: Some(SOURCE_DOCUMENT),
        build: |options| Box::new(StylePlayer::new(&STYLES[STYLE], options)),
    }
}
