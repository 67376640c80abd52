//! `tree`: the decision trees of the workshop, offensive and defensive.
//!
//! `captains-mistress-workshop.md`, "Decision tree for offensive moves" and "… for defensive
//! moves": lines of three come before lines of two, and these before single balls; at the same
//! level, own lines come before the opponent's ("How should we decide between multiple
//! opportunities?"). An opportunity is a playable cell within a place of the pattern ("Only some
//! locations are playable").

use crate::base::Side;
use crate::board::pattern;
use crate::board::pattern::Place;
use crate::game::{Position, Record};
use crate::games::connect4::Rack;
use crate::search::{Choice, CommonOptions, Options, Player, SearchTask, Watcher};

/// A branch of both trees.
#[derive(Clone, Copy)]
struct Branch {
    /// The number of balls in the line, and a letter.
    name: &'static str,
    /// With `x` as a ball of the side whose line it is.
    pattern: &'static str,
    /// The words of the workshop.
    description: &'static str,
}

const fn branch(name: &'static str, pattern: &'static str, description: &'static str) -> Branch {
    Branch { name, pattern, description }
}

/// The branches of both trees, level by level, as drawn.
const LEVELS: [&[Branch]; 3] = [
    &[
        branch("3A", "xxx-", "line of three with a vacant end"),
        branch("3B", "x-xx", "line of three with a vacant middle"),
    ],
    &[
        branch("2A", "-xx-", "line of two with vacancies on either end"),
        branch("2B", "xx--", "line of two with two vacancies on one end"),
        branch("2C", "x-x-", "line of two with a vacancy in the middle and one on the end"),
        branch("2D", "x--x", "line of two with two vacancies in the middle"),
    ],
    &[
        branch("1A", "--x-", "token with two vacancies on one end and one on the other"),
        branch("1B", "---x", "token with three vacancies on one end"),
    ],
];

/// The player `tree`. Uses the options `Level` and `Seed` (below full level).
#[derive(Clone, Debug)]
pub struct Tree {
    common: CommonOptions,
}

impl Tree {
    /// A player at the start of its random stream.
    pub fn new(options: &Options) -> Self {
        Self { common: CommonOptions::new(options) }
    }
}

impl<const W: usize, const H: usize> Player<Rack<W, H>> for Tree {
    fn choose(
        &mut self,
        game: &Record<Rack<W, H>>,
        task: &SearchTask<'_, Rack<W, H>>,
        _watcher: &mut dyn Watcher<u8>,
    ) -> Choice<u8> {
        if let Some(slip) = self.common.random_move(task.moves) {
            return slip;
        }
        let (best, reason) =
            decide(game.position(), task.moves).unwrap_or((task.moves[0], String::new()));
        Choice { best, nodes: 0, reason }
    }

    fn configure(&mut self, options: &Options) {
        self.common.configure(options);
    }

    fn restart_stream(&mut self) {
        self.common.restart_stream();
    }
}

/// The channel that the trees lead to, one of those allowed, and why; `None` if none is allowed.
///
/// A move that gives a win in the cell above away is made only if every other does so too.
pub fn decide<const W: usize, const H: usize>(
    rack: &Rack<W, H>,
    allowed: &[u8],
) -> Option<(u8, String)> {
    let cells = rack.cells_of(allowed);
    let wins = cells & rack.attacks(rack.own());
    let sound = wins | cells & !rack.giveaways(rack.opposing());
    let cells = if sound == 0 { cells } else { sound };
    first_opportunity(rack, cells).or_else(|| {
        let why = "no opportunity: the channel nearest to the centre".to_owned();
        Rack::<W, H>::channels_of(cells).next().map(|channel| (channel, why))
    })
}

/// The first branch with an opportunity among these cells, and its middlemost channel.
fn first_opportunity<const W: usize, const H: usize>(
    rack: &Rack<W, H>,
    cells: u64,
) -> Option<(u8, String)> {
    let mover = rack.side();
    let trees = [(mover, "offence"), (mover.other(), "defence")];
    let branches = LEVELS
        .iter()
        .flat_map(|level| trees.iter().flat_map(|tree| level.iter().map(move |b| (*tree, *b))));
    for ((side, tree), Branch { name, pattern, description }) in branches {
        let found = opportunities(rack, side, pattern) & cells;
        if let Some(channel) = Rack::<W, H>::channels_of(found).next() {
            return Some((channel, format!("{tree} {name}: {description}")));
        }
    }
    None
}

/// Every place of the pattern on the rack, with `x` as a ball of `side`; empty for a bad pattern.
///
/// Cells are (channel from the left, row from the **top**), in the order of the pattern.
pub fn find_locations<const W: usize, const H: usize>(
    rack: &Rack<W, H>,
    side: Side,
    pattern: &str,
) -> Vec<Place> {
    let cell = |x, y: usize| {
        let owner = rack.ball(x, H - 1 - y);
        if side == Side::First { owner } else { owner.map(Side::other) }
    };
    pattern::find(pattern, W, H, cell).unwrap_or_default()
}

/// The playable cells within the places of the pattern, with `x` as a ball of `side`.
pub fn opportunities<const W: usize, const H: usize>(
    rack: &Rack<W, H>,
    side: Side,
    pattern: &str,
) -> u64 {
    let places = find_locations(rack, side, pattern);
    let cells = places.into_iter().flatten();
    cells.fold(0, |found, (x, y)| found | Rack::<W, H>::cell(x, H - 1 - y)) & rack.playable()
}

#[cfg(test)]
mod tests {
    use super::{decide, find_locations, opportunities};
    use crate::base::Side;
    use crate::board::pattern::Place;
    use crate::game::Notation;
    use crate::games::connect4::Rack;

    const ALL: [u8; 7] = [0, 1, 2, 3, 4, 5, 6];

    fn rack(fen: &str) -> Rack<7, 6> {
        Rack::EMPTY.read_position(fen).expect("a position")
    }

    /// The channel chosen, from 1 as on the rack, and the tree and branch that decided.
    fn choice(fen: &str) -> (u8, String) {
        let (channel, reason) = decide(&rack(fen), &ALL).expect("a move");
        (channel + 1, reason.split(':').next().unwrap_or_default().to_owned())
    }

    fn names(places: &[Place]) -> Vec<String> {
        let name = |(x, y): &(usize, usize)| {
            let mut text = String::new();
            Rack::<7, 6>::write_cell(*x, 5 - y, &mut text);
            text
        };
        places.iter().map(|place| place.iter().map(name).collect::<Vec<_>>().join(",")).collect()
    }

    #[test]
    fn locations_are_those_of_the_workshop() {
        // The slide "Defining the API" ends the slanted one in 4B, which is 4D on its own rack.
        let found = find_locations(&rack("x6/o6/x6/xx1x2o/oo1o2o/ox1x2x o"), Side::First, "x--x");
        assert_eq!(names(&found), ["4F,5F,6F,7F", "1A,2B,3C,4D"]);
    }

    #[test]
    fn opportunities_are_the_playable_cells_of_a_pattern() {
        // The slide "Only some locations are playable": 1A 3B 4C 5C 6F, of which 4C is left.
        let rack = rack("1o4x/ox4o/xxo3x/oxooo1x/xoxox1x/xxxoo1o o");
        let playable =
            [(0, 5), (2, 4), (3, 3), (4, 3), (5, 0)].map(|c| Rack::<7, 6>::cell(c.0, c.1));
        assert_eq!(rack.playable(), playable.iter().sum::<u64>());
        assert_eq!(names(&find_locations(&rack, Side::Second, "xxx-")).len(), 2);
        assert_eq!(opportunities(&rack, Side::Second, "xxx-"), Rack::<7, 6>::cell(3, 3));
    }

    #[test]
    fn empty_rack_has_no_opportunity_and_the_centre_is_taken() {
        assert_eq!(choice("7/7/7/7/7/7 x"), (4, "no opportunity".to_owned()));
    }

    #[test]
    fn each_offensive_branch_has_its_pattern() {
        for (fen, channel, branch) in [
            ("7/7/7/7/5o1/xxx1oo1 x", 4, "offence 3A"),
            ("7/7/7/7/oo5/xx1x2o x", 3, "offence 3B"),
            ("7/7/7/7/6o/2xx2o x", 5, "offence 2A"),
            ("7/7/7/7/7/oxx3o x", 4, "offence 2B"),
            ("7/7/7/7/7/ox1x2o x", 3, "offence 2C"),
            ("7/7/7/7/7/x2xo1o x", 3, "offence 2D"),
            ("7/7/7/7/3o3/3x3 x", 3, "offence 1A"),
            ("7/7/7/7/7/xo5 x", 2, "offence 1B"),
        ] {
            assert_eq!(choice(fen), (channel, branch.to_owned()), "{fen}");
        }
    }

    #[test]
    fn each_defensive_branch_has_its_pattern() {
        for (fen, channel, branch) in [
            ("7/7/7/7/5o1/xxx2o1 o", 4, "defence 3A"),
            ("7/7/7/7/6o/xx1x2o o", 3, "defence 3B"),
            ("7/7/7/7/7/2xx2o o", 5, "defence 2A"),
            ("7/7/7/7/7/oxx4 o", 4, "defence 2B"),
            ("7/7/7/7/7/ox1x3 o", 3, "defence 2C"),
            ("7/7/7/7/7/x2xo2 o", 3, "defence 2D"),
            ("7/7/7/7/7/3x3 o", 3, "defence 1A"),
            ("7/7/7/7/7/x6 o", 4, "defence 1B"),
        ] {
            assert_eq!(choice(fen), (channel, branch.to_owned()), "{fen}");
        }
    }

    #[test]
    fn own_line_of_three_comes_before_any_of_the_opponents() {
        // Branch B of the own tree before branch A of the other one.
        assert_eq!(choice("7/7/7/6o/6o/xx1x2o x"), (3, "offence 3B".to_owned()));
    }

    #[test]
    fn line_of_the_opponent_comes_before_a_shorter_one_of_ones_own() {
        assert_eq!(choice("7/7/7/7/x6/xx1ooo1 x").1, "defence 3A");
        assert_eq!(choice("7/7/7/7/7/o1xx3 o").1, "defence 2A");
    }

    #[test]
    fn of_several_opportunities_the_middlemost_is_taken() {
        // The line 2F–5F can be extended at either end; 5F is nearer to the middle.
        assert_eq!(choice("7/7/7/7/6o/2xx2o x").0, 5);
    }

    #[test]
    fn move_that_gives_the_cell_above_away_is_not_made() {
        // x would win in 4E; 4F and 7F are both places for the token 5F, and 4F is the better one.
        let rack = rack("7/7/7/7/xxx4/oox1o2 o");
        assert_ne!(decide(&rack, &ALL).expect("a move").0, 3);
        assert_eq!(decide(&rack, &[3, 6]).expect("a move").0, 6);
    }

    #[test]
    fn move_that_gives_a_win_away_is_made_if_there_is_no_other() {
        assert_eq!(decide(&rack("7/7/7/7/xxx4/oox1o2 o"), &[3]).expect("a move").0, 3);
    }

    #[test]
    fn winning_move_gives_nothing_away() {
        assert_eq!(choice("7/7/7/7/xxx4/ooo1x2 o"), (4, "offence 3A".to_owned()));
    }
}
