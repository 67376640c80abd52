//! The options of `classic`: the points of its conditions, and what it sees.

use crate::search::{OptionKind, OptionSpec};

/// The player that has these options.
const PLAYERS: &[&str] = &["classic"];

/// Whether it knows that a hole may still take the opponent's piece.
pub const SEES_UNBLOCKABLE: OptionSpec = OptionSpec {
    name: "SeesUnblockable",
    about: "whether it knows what room a piece leaves in its hole, unlike the program of 2006",
    players: PLAYERS,
    kind: OptionKind::Check { default: false },
    is_open_to_network: true,
};

/// Points for building to N in a sequence, by N from 1 to 4 ("Score the remaining options").
///
/// Those for 4 never decide, as the document says: that is compared before.
pub const BUILD_POINTS: [OptionSpec; 4] = [
    points("BuildTo1Points", "points for building to 1 in a sequence", 2),
    points("BuildTo2Points", "points for building to 2 in a sequence", 4),
    points("BuildTo3Points", "points for building to 3 in a sequence", 6),
    points("BuildTo4Points", "points for building to 4, which is compared before", 8),
];

/// Points for blocking a build to N, by N from 2 to 4. Those for 4 never decide, either.
pub const BLOCK_POINTS: [OptionSpec; 3] = [
    points("BlockTo2Points", "points for blocking a build to 2 in a sequence", 1),
    points("BlockTo3Points", "points for blocking a build to 3 in a sequence", 3),
    points("BlockTo4Points", "points for blocking a build to 4, compared before", 7),
];

const fn points(name: &'static str, about: &'static str, default: i64) -> OptionSpec {
    OptionSpec {
        name,
        about,
        players: PLAYERS,
        kind: OptionKind::Spin { default, min: -1_000, max: 1_000 },
        is_open_to_network: true,
    }
}
