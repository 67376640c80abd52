//! `tree`: the decision trees of the workshop, offensive and defensive.
//!
//! `captains-mistress-workshop.md`, "Decision tree for offensive moves" and "… for defensive
//! moves": lines of three come before lines of two, and these before single balls; at the same
//! level, own lines come before the opponent's ("How should we decide between multiple
//! opportunities?"). An opportunity is a playable cell within a place of the pattern ("Only some
//! locations are playable").

use std::cmp::Reverse;

use crate::base::Side;
use crate::board::find_pattern;
use crate::board::find_pattern::PatternPlace;
use crate::game::{Position, Record};
use crate::games::connect4::{Rack, RackSize};
use crate::search::{
    Choice, CommonOptions, Judgement, MoveValue, Options, Player, SearchTask, Watcher,
};

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
pub struct TreePlayer {
    common: CommonOptions,
}

impl TreePlayer {
    /// A player at the start of its random stream.
    pub fn new(options: &Options) -> Self {
        Self { common: CommonOptions::new(options) }
    }
}

impl Player<Rack> for TreePlayer {
    fn choose(
        &mut self,
        game: &Record<Rack>,
        task: &SearchTask<'_, Rack>,
        _watcher: &mut dyn Watcher<u8>,
    ) -> Choice<u8> {
        if let Some(random) = self.common.random_move(task.moves) {
            return random;
        }
        let ranked = ranked_moves(game.position(), task.moves);
        let (best, reason) = ranked.first().map_or_else(
            || (task.moves[0], String::new()),
            |best| (best.channel, best.words.clone()),
        );
        Choice { best, nodes: 0, reason }
    }

    fn judge(
        &mut self,
        game: &Record<Rack>,
        task: &SearchTask<'_, Rack>,
    ) -> Option<Vec<Judgement<u8>>> {
        let judgement = |BranchMove { channel, points, words }| Judgement {
            judged_move: channel,
            value: MoveValue::Points(points),
            reason: words,
        };
        Some(ranked_moves(game.position(), task.moves).into_iter().map(judgement).collect())
    }

    fn configure(&mut self, options: &Options) {
        self.common.configure(options);
    }

    fn restart_random_stream(&mut self) {
        self.common.restart_stream();
    }
}

/// The number of branches, those of both trees together.
const BRANCH_COUNT: i64 = 16;

/// A move, and the branch of the trees that leads to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BranchMove {
    /// The channel, 0 for the leftmost.
    pub channel: u8,
    /// The points of the branch that has the move: 16 for the first, 1 for the last, 0 for none.
    ///
    /// They are 17 less if the move gives the opponent a win in the cell above.
    pub points: i64,
    /// The branch, the pattern, and the cells of its places that have the move.
    pub words: String,
}

/// The allowed moves, the one to which the trees lead in front.
///
/// A move that gives a win in the cell above away comes after every move that does not. Of moves of
/// the same branch, the middlemost comes first.
pub fn ranked_moves(rack: &Rack, allowed: &[u8]) -> Vec<BranchMove> {
    let cells = rack.cells_of(allowed);
    let unsound = cells & rack.giveaways(rack.opposing()) & !rack.attacks(rack.own());
    let branches = branches_with_opportunities(rack, cells);
    let ranked = rack.size().channels_of(cells).map(|channel| {
        let cell = cells & rack.size().channel(usize::from(channel));
        let found = branches.iter().find(|branch| branch.cells & cell != 0);
        let mut points = found.map_or(0, |branch| branch.points);
        let mut words =
            found.map_or_else(|| NO_OPPORTUNITY.to_owned(), |branch| branch.describe(rack, cell));
        if unsound & cell != 0 {
            points -= BRANCH_COUNT + 1;
            words.push_str("; lets the opponent win in the cell above");
        }
        BranchMove { channel, points, words }
    });
    let mut ranked: Vec<BranchMove> = ranked.collect();
    ranked.sort_by_key(|ranked| Reverse(ranked.points));
    if let Some(first) = ranked.first_mut().filter(|first| first.words == NO_OPPORTUNITY) {
        first.words.push_str(": the channel nearest to the centre");
    }
    ranked
}

/// The words for a move to which no branch leads.
const NO_OPPORTUNITY: &str = "no opportunity";

/// A branch of one tree, and where it has opportunities.
struct FoundBranch {
    /// The side whose line it is.
    side: Side,
    tree: &'static str,
    branch: Branch,
    /// As those of [`BranchMove`].
    points: i64,
    /// The opportunities.
    cells: u64,
}

impl FoundBranch {
    /// The branch in words, and its places that have this cell.
    fn describe(&self, rack: &Rack, cell: u64) -> String {
        let Self { tree, branch: Branch { name, pattern, description }, .. } = self;
        let letters = match self.tree {
            OFFENCE => (*pattern).to_owned(),
            _ => pattern.replace('x', "o"),
        };
        let mut words = format!("{tree} {name}: {description}, {letters} at");
        for place in find_locations(rack, self.side, pattern) {
            if cells_of_place(rack.size(), &place) & cell != 0 {
                for (i, (x, y)) in place.iter().enumerate() {
                    words.push(if i == 0 { ' ' } else { ',' });
                    Rack::write_cell(*x, *y, &mut words);
                }
            }
        }
        words
    }
}

/// The word for the tree of the side to move.
const OFFENCE: &str = "offence";
/// The word for the tree of the other side.
const DEFENCE: &str = "defence";

/// The branches with opportunities among these cells, in the order of priority.
fn branches_with_opportunities(rack: &Rack, cells: u64) -> Vec<FoundBranch> {
    let mover = rack.side();
    let trees = [(mover, OFFENCE), (mover.other(), DEFENCE)];
    let branches = LEVELS
        .iter()
        .flat_map(|level| trees.iter().flat_map(|tree| level.iter().map(move |b| (*tree, *b))));
    let found = branches.zip((1..=BRANCH_COUNT).rev()).map(|(((side, tree), branch), points)| {
        let cells = opportunities(rack, side, branch.pattern) & cells;
        FoundBranch { side, tree, branch, points, cells }
    });
    found.filter(|branch| branch.cells != 0).collect()
}

/// Every place of the pattern on the rack, with `x` as a ball of `side`.
///
/// There are none of a bad pattern.
///
/// Cells are (channel from the left, row from the **top**), in the order of the pattern.
pub fn find_locations(rack: &Rack, side: Side, pattern: &str) -> Vec<PatternPlace> {
    let cell = |x, y| {
        let owner = rack.ball(x, y);
        if side == Side::First { owner } else { owner.map(Side::other) }
    };
    find_pattern::find(pattern, rack.size().width(), rack.size().height(), cell).unwrap_or_default()
}

/// The playable cells within the places of the pattern, with `x` as a ball of `side`.
pub fn opportunities(rack: &Rack, side: Side, pattern: &str) -> u64 {
    let places = find_locations(rack, side, pattern);
    let cells = places.iter().map(|place| cells_of_place(rack.size(), place));
    cells.fold(0, |found, place| found | place) & rack.playable()
}

/// The cells of a place.
fn cells_of_place(size: RackSize, place: &PatternPlace) -> u64 {
    place.iter().fold(0, |cells, (x, y)| cells | size.cell_from_top(*x, *y))
}

#[cfg(test)]
mod tests {
    use super::{BranchMove, find_locations, opportunities, ranked_moves};
    use crate::base::Side;
    use crate::board::find_pattern::PatternPlace;
    use crate::game::Notation;
    use crate::games::connect4::{Rack, RackSize};

    const ALL: [u8; 7] = [0, 1, 2, 3, 4, 5, 6];

    fn rack(fen: &str) -> Rack {
        Rack::EMPTY.read_position(fen).expect("a position")
    }

    fn first(rack: &Rack, allowed: &[u8]) -> BranchMove {
        ranked_moves(rack, allowed).swap_remove(0)
    }

    /// The channel chosen, from 1 as on the rack, and the tree and branch that decided.
    fn choice(fen: &str) -> (u8, String) {
        let BranchMove { channel, words, .. } = first(&rack(fen), &ALL);
        (channel + 1, words.split(':').next().unwrap_or_default().to_owned())
    }

    fn names(places: &[PatternPlace]) -> Vec<String> {
        let name = |(x, y): &(usize, usize)| {
            let mut text = String::new();
            Rack::write_cell(*x, *y, &mut text);
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
            [(0, 5), (2, 4), (3, 3), (4, 3), (5, 0)].map(|c| RackSize::AS_SOLD.cell(c.0, c.1));
        assert_eq!(rack.playable(), playable.iter().sum::<u64>());
        assert_eq!(names(&find_locations(&rack, Side::Second, "xxx-")).len(), 2);
        assert_eq!(opportunities(&rack, Side::Second, "xxx-"), RackSize::AS_SOLD.cell(3, 3));
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
        assert_ne!(first(&rack, &ALL).channel, 3);
        assert_eq!(first(&rack, &[3, 6]).channel, 6);
    }

    #[test]
    fn move_that_gives_a_win_away_is_made_if_there_is_no_other() {
        assert_eq!(first(&rack("7/7/7/7/xxx4/oox1o2 o"), &[3]).channel, 3);
    }

    #[test]
    fn winning_move_gives_nothing_away() {
        assert_eq!(choice("7/7/7/7/xxx4/ooo1x2 o"), (4, "offence 3A".to_owned()));
    }

    #[test]
    fn every_move_has_its_branch_with_the_cells_of_the_pattern() {
        let ranked = ranked_moves(&rack("7/7/7/7/5o1/xxx2o1 o"), &[0, 3, 4]);
        let ranked = ranked.iter().map(|m| (m.channel, m.points, m.words.as_str()));
        let expected = [
            (3, 14, "defence 3A: line of three with a vacant end, ooo- at 1F,2F,3F,4F"),
            (4, 7, "defence 2B: line of two with two vacancies on one end, oo-- at 2F,3F,4F,5F"),
            (0, 1, "defence 1B: token with three vacancies on one end, ---o at 1C,1D,1E,1F"),
        ];
        assert_eq!(ranked.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn move_that_gives_a_win_away_comes_after_all_others() {
        let ranked = ranked_moves(&rack("7/7/7/7/xxx4/oox1o2 o"), &ALL);
        let last = ranked.last().expect("moves");
        assert_eq!((last.channel, ranked.len()), (3, 7));
        assert!(last.points < 0 && last.words.ends_with("lets the opponent win in the cell above"));
    }
}
