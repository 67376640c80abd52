//! Cubes, scores and rules for tests: every kind of stakes that the cube model values in its own way.

use crate::base::Side;
use crate::games::backgammon::{Backgammon, Cube};

/// Each as the fields of an XGID after the board; First is on roll.
const STAKES: [&str; 22] = [
    // Money: the cube in the middle, owned by either side, near its highest value, at it.
    "0:0:1:00:0:0:0:0:10",
    "1:1:1:00:0:0:0:0:10",
    "1:-1:1:00:0:0:0:0:10",
    "7:1:1:00:0:0:0:0:10",
    "9:-1:1:00:0:0:2:0:10",
    "10:1:1:00:0:0:0:0:10",
    // Money with the Jacoby rule, with beavers, with both.
    "0:0:1:00:0:0:1:0:10",
    "0:0:1:00:0:0:2:0:10",
    "0:0:1:00:0:0:3:0:10",
    "2:-1:1:00:0:0:3:0:10",
    // Matches: at the beginning, later, with the cube owned by either side.
    "0:0:1:00:0:0:0:5:10",
    "0:0:1:00:2:3:0:7:10",
    "1:1:1:00:1:3:0:7:10",
    "2:-1:1:00:3:1:0:9:10",
    "0:0:1:00:0:0:0:25:10",
    "0:0:1:00:0:0:0:300:10",
    // Matches near their end: two points each, the Crawford game, after it, the last point.
    "0:0:1:00:3:3:0:5:10",
    "0:0:1:00:4:2:1:5:10",
    "0:0:1:00:2:4:0:5:10",
    "0:0:1:00:4:1:0:5:10",
    "1:-1:1:00:3:3:0:5:10",
    "0:0:1:00:4:4:0:5:10",
];

/// A game later than its start for each kind of stakes, First on roll; then one without a cube.
pub(in crate::games::backgammon) fn games_of_all_stakes() -> Vec<Backgammon> {
    let text = |stakes: &str| format!("XGID=-b----E-C---eE---c-e---AA-:{stakes}");
    let with_cube = STAKES.iter().map(|stakes| Backgammon::from_text(&text(stakes), true));
    let without = Backgammon::from_text(&text("0:0:1:00:0:0:1:0:10"), false);
    with_cube.chain([without]).collect()
}

/// The game with its cube turned this many times more, then owned by this side.
pub(in crate::games::backgammon) fn turned(
    game: &Backgammon,
    times: u8,
    owner: Side,
) -> Backgammon {
    let cube = Cube { log: game.cube().log + times, owner: Some(owner), ..game.cube() };
    Backgammon { cube, ..*game }
}
