//! The incremental board of the threat search against slow references.
//!
//! One reference is the same board made anew; the other knows the definitions only and plays stones on
//! lines of letters, however long: no windows, no tables.

use std::collections::BTreeMap;

use parlour::base::{Side, SplitMix64};
use parlour::game::{Position, Turn};
use parlour::games::connect5::threat_map::pattern_network::{
    CODE_ONE, CODE_WIDTH, CellPatterns, HIDDEN, LAST_SHIFT, POOLED, POOLED_SHIFT, REGION_SHIFT,
    REGION_UNITS_SHIFT, REGIONS, Row, SECOND_SHIFT, SideWeights,
};
use parlour::games::connect5::threat_map::{
    PaddedCell, Shape, Threat, ThreatMap, line_pattern_numbers, pattern_network,
};
use parlour::games::connect5::{Board, Cell, Rule};

use crate::quick_or_all::quick_or_all;

const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, -1), (1, 1)];
const SIZES: [(usize, usize); 5] = [(15, 15), (5, 5), (22, 22), (7, 20), (22, 6)];
const RULES: [Rule; 3] = [Rule::Freestyle, Rule::Standard, Rule::Renju];

/// What is known of lines of one law: `x` own, `-` empty, `#` all else; the stone's place.
struct ShapesByDefinition {
    rule: Rule,
    side: Side,
    known: BTreeMap<(String, usize), Shape>,
}

impl ShapesByDefinition {
    fn run(line: &str, at: usize) -> usize {
        let own = |cell: &u8| *cell == b'x';
        let cells = line.as_bytes();
        let before = cells[..at].iter().rev().take_while(|c| own(c)).count();
        1 + before + cells[at + 1..].iter().take_while(|c| own(c)).count()
    }

    /// The shape of the stone at this place of the line.
    fn shape(&mut self, line: &str, at: usize) -> Shape {
        let is_exact =
            self.rule == Rule::Standard || (self.rule, self.side) == (Rule::Renju, Side::First);
        match Self::run(line, at) {
            6.. if is_exact => return Shape::Overline,
            5.. => return Shape::Five,
            _ => {}
        }
        if let Some(known) = self.known.get(&(line.to_owned(), at)) {
            return *known;
        }
        // A stone further away than four cells has no line of five with this one.
        let near =
            (at.saturating_sub(4)..=at + 4).filter(|i| line.as_bytes().get(*i) == Some(&b'-'));
        let next: Vec<(usize, Shape)> = near
            .collect::<Vec<_>>()
            .into_iter()
            .map(|i| {
                let mut more = line.to_owned();
                more.replace_range(i..=i, "x");
                (i, self.shape(&more, at))
            })
            .collect();
        let shape = self.of_next(&next);
        self.known.insert((line.to_owned(), at), shape);
        shape
    }

    fn of_next(&self, next: &[(usize, Shape)]) -> Shape {
        let places = |wanted: &[Shape]| -> Vec<usize> {
            next.iter().filter(|(_, s)| wanted.contains(s)).map(|(i, _)| *i).collect()
        };
        let fives = places(&[Shape::Five]);
        let straight = fives.iter().any(|a| fives.iter().any(|b| b - a.min(b) == 5));
        let is_split_double_four_a_win = (self.rule, self.side) != (Rule::Renju, Side::First);
        let winning = if is_split_double_four_a_win {
            places(&[Shape::OpenFour, Shape::SplitDoubleFour])
        } else {
            places(&[Shape::OpenFour])
        };
        let fours = places(&[Shape::Four, Shape::OpenFour, Shape::SplitDoubleFour]);
        let threes = places(&[Shape::OpenThree, Shape::FreeThree]);
        let twos = places(&[Shape::OpenTwo, Shape::WideTwo, Shape::FreeTwo]);
        match (fives.len(), winning.len(), fours.len(), threes.len()) {
            (1, ..) => Shape::Four,
            (2.., ..) if straight => Shape::OpenFour,
            (2.., ..) => Shape::SplitDoubleFour,
            (_, 2.., ..) => Shape::FreeThree,
            (_, 1, ..) => Shape::OpenThree,
            (_, _, 1.., _) => Shape::ClosedThree,
            (.., 4..) => Shape::FreeTwo,
            (.., 3) => Shape::WideTwo,
            (.., 1..) => Shape::OpenTwo,
            _ if !places(&[Shape::ClosedThree]).is_empty() => Shape::ClosedTwo,
            _ if !twos.is_empty() => Shape::OpenOne,
            _ if !places(&[Shape::ClosedTwo]).is_empty() => Shape::ClosedOne,
            _ => Shape::Dead,
        }
    }
}

/// The whole line through a cell as a side sees it with its stone there, and the stone's place.
fn line_through(board: &Board, side: Side, cell: Cell, (dx, dy): (i32, i32)) -> (String, usize) {
    let (width, height) = board.size();
    let at = |steps: i32| {
        let x = usize::try_from(i32::from(cell.x) + dx * steps).ok().filter(|x| *x < width)?;
        let y = usize::try_from(i32::from(cell.y) + dy * steps).ok().filter(|y| *y < height)?;
        Some((x, y))
    };
    let mut text = String::new();
    for (x, y) in (-22..=22).filter_map(at) {
        text.push(match board.stone(x, y) {
            _ if (x, y) == (usize::from(cell.x), usize::from(cell.y)) => 'x',
            None => '-',
            Some(owner) if owner == side => 'x',
            Some(_) => '#',
        });
    }
    (text, (-22..0).filter_map(at).count())
}

/// A game of random stones, most of them near others.
struct RandomGame {
    board: Board,
    random: SplitMix64,
}

impl RandomGame {
    fn new((width, height): (usize, usize), rule: Rule, seed: u64) -> Self {
        Self { board: Board::with(width, height, rule).unwrap(), random: SplitMix64::new(seed) }
    }

    /// A legal move that does not win, if the first few that are drawn have one.
    fn random_quiet_move(&mut self, grid: &ThreatMap) -> Option<PaddedCell> {
        let mut cells = Vec::new();
        self.board.moves(&mut cells);
        let near: Vec<Cell> = grid.candidate_cells().iter().map(PaddedCell::cell).collect();
        (0..20).find_map(|_| {
            let from = if near.is_empty() || self.random.below(9) == 0 { &cells } else { &near };
            let cell = from[self.random.below(from.len() as u64) as usize];
            let padded = PaddedCell::of(cell);
            let is_five = grid.threat(padded, grid.side()) == Threat::Five;
            (cells.contains(&cell) && !is_five).then_some(padded)
        })
    }

    /// Draws and plays a stone; false when there was none to draw, or it ended the game.
    fn step(&mut self, grid: &mut ThreatMap) -> bool {
        let Some(padded) = self.random_quiet_move(grid) else { return false };
        self.board.play(padded.cell());
        grid.play(padded);
        self.board.turn().side().is_some()
    }
}

/// Everything that can be asked of two grids is the same.
fn assert_same(grid: &ThreatMap, anew: &ThreatMap) {
    assert_eq!(
        (grid.key(), grid.side(), grid.empties()),
        (anew.key(), anew.side(), anew.empties())
    );
    assert_eq!(grid.candidate_cells(), anew.candidate_cells());
    for side in Side::BOTH {
        assert_eq!(grid.four_cells(side), anew.four_cells(side));
        assert_eq!(grid.three_cells(side), anew.three_cells(side));
        for threat in Threat::ALL {
            assert_eq!(
                grid.count_threats(side, threat),
                anew.count_threats(side, threat),
                "{threat:?}"
            );
        }
    }
    let sites = (0..1_024).map(PaddedCell::numbered).filter(|padded| grid.is_empty(*padded));
    for padded in sites {
        for side in Side::BOTH {
            assert_eq!(grid.shapes(padded, side), anew.shapes(padded, side));
            assert_eq!(grid.threat(padded, side), anew.threat(padded, side));
            assert_eq!(grid.move_score(padded, side), anew.move_score(padded, side));
        }
    }
}

/// The output of a network by its definition, one product after the other.
fn plain_network_output(map: &ThreatMap, tables: &[SideWeights]) -> i32 {
    let of = |side: Side| &tables[pattern_network::side_weights_index(map.rule(), side)];
    let (own, other) = (of(map.side()), of(map.side().other()));
    let mut regions = [[0_i64; POOLED]; REGIONS];
    for CellPatterns { patterns, region } in map.cell_patterns() {
        let sums = &mut regions[usize::from(region)];
        for at in 0..CODE_WIDTH {
            let exchanged = |pattern: u16| line_pattern_numbers::exchanged()[usize::from(pattern)];
            let (mut mine, mut theirs) = (0, 0);
            for pattern in patterns {
                let (first, second) = (usize::from(pattern), usize::from(exchanged(pattern)));
                let (m, t) =
                    if map.side() == Side::First { (first, second) } else { (second, first) };
                mine += i64::from(own.codes[m][at]);
                theirs += i64::from(other.codes[t][at]);
            }
            let limited = |sum: i64| (sum.clamp(0, i64::from(CODE_ONE)) + 4) / 8;
            sums[at] += limited(mine);
            sums[CODE_WIDTH + at] += limited(theirs);
        }
    }
    let pooled: [i64; POOLED] =
        std::array::from_fn(|at| regions.iter().map(|region| region[at]).sum());
    let units: [i64; HIDDEN] = std::array::from_fn(|unit| {
        let of_region = |sums| {
            let terms = i64::from(own.region[POOLED][unit]);
            limited_unit(terms + plain_products(sums, &own.region, unit, REGION_SHIFT))
        };
        regions.iter().map(of_region).sum()
    });
    let hidden: [i64; HIDDEN] = std::array::from_fn(|unit| {
        let count: i64 = map.active_rows().iter().map(|row| i64::from(own.rows[*row][unit])).sum();
        let sums = plain_products(&pooled, &own.pooled, unit, POOLED_SHIFT);
        let units = plain_products(&units, &own.region_units, unit, REGION_UNITS_SHIFT);
        limited_unit(count + sums + units)
    });
    let seconds = std::array::from_fn(|unit| {
        let terms = i64::from(own.second[HIDDEN][unit]);
        limited_unit(terms + plain_products(&hidden, &own.second, unit, SECOND_SHIFT))
    });
    let output = |units: [i64; HIDDEN], last: &Row| {
        let sum: i64 = units.iter().zip(last).map(|(unit, last)| unit * i64::from(*last)).sum();
        sum.div_euclid(1 << LAST_SHIFT)
    };
    i32::try_from(output(hidden, &own.last) + output(seconds, &own.second_last)).unwrap()
}

/// What these inputs add to a unit of a layer: their products with its weights, less the fractional
/// bits.
fn plain_products(inputs: &[i64; HIDDEN], rows: &[Row], unit: usize, shift: u32) -> i64 {
    let products = inputs.iter().zip(rows).map(|(input, row)| input * i64::from(row[unit]));
    products.sum::<i64>().div_euclid(1 << shift)
}

/// A unit between 0 and the greatest value that the engine lets it have.
fn limited_unit(unit: i64) -> i64 {
    unit.clamp(0, (1 << 14) - 1)
}

/// With `PARLOUR_TESTS=all`, a million stones put and taken.
#[test]
fn sums_of_the_network_follow_the_stones() {
    let seeds = quick_or_all(1, 4);
    let mut compared = 0;
    for (size, rule) in SIZES.iter().flat_map(|size| RULES.map(|rule| (*size, rule))) {
        let tables = pattern_network::built_in(rule);
        for seed in 0..seeds {
            let mut game = RandomGame::new(size, rule, seed);
            let mut map = ThreatMap::new(&game.board);
            let mut played = Vec::new();
            for step in 0..17_000_u32 {
                let is_over = game.board.turn().side().is_none();
                let back = is_over || played.len() >= 90 || game.random.below(100) < 48;
                if back && let Some(last) = played.pop() {
                    map.undo();
                    game.board.undo(last);
                } else if !is_over && let Some(cell) = game.random_quiet_move(&map) {
                    played.push(game.board.play(cell.cell()));
                    map.play(cell);
                }
                // Some positions are not evaluated, so that several stones are missing at a time.
                if step % 3 != 0 && game.random.below(2) == 0 {
                    let output = map.network_output();
                    if step % 16 == 0 {
                        assert_eq!(
                            output,
                            plain_network_output(&map, &tables),
                            "{rule:?} {size:?}"
                        );
                        compared += 1;
                    }
                    if step % 64 == 0 {
                        map.pass();
                        assert_eq!(map.network_output(), plain_network_output(&map, &tables));
                        map.pass();
                    }
                }
            }
        }
    }
    assert!(compared > 3_800 * seeds, "{compared}");
}

#[test]
fn stones_put_and_taken_leave_the_grid_that_is_made_anew() {
    for (size, rule) in SIZES.iter().flat_map(|size| RULES.map(|rule| (*size, rule))) {
        for seed in 0..3 {
            let mut game = RandomGame::new(size, rule, seed);
            let mut grid = ThreatMap::new(&game.board);
            let mut played = Vec::new();
            while played.len() < 90 && matches!(game.board.turn(), Turn::Decide(_)) {
                let back = game.random.below(4) == 0;
                if back && let Some(cell) = played.pop() {
                    game.board.undo(cell);
                    grid.undo();
                } else if let Some(padded) = game.random_quiet_move(&grid) {
                    assert_eq!(
                        grid.is_foul(padded),
                        game.board.foul(padded.cell()).is_some()
                            && game.board.side() == Side::First
                    );
                    played.push(game.board.play(padded.cell()));
                    let key = grid.key_after(padded);
                    grid.play(padded);
                    assert_eq!(grid.key(), key);
                } else {
                    break;
                }
                assert_same(&grid, &ThreatMap::new(&game.board));
                let mut last = played.iter().rev().map(|cell| PaddedCell::of(*cell));
                assert_eq!(grid.last_stones(), [last.next(), last.next()]);
            }
        }
    }
}

#[test]
fn shapes_are_what_their_definitions_say_on_whole_lines() {
    for rule in RULES {
        let mut lines =
            Side::BOTH.map(|side| ShapesByDefinition { rule, side, known: BTreeMap::new() });
        for (size, seed) in SIZES.iter().flat_map(|size| [(*size, 11), (*size, 12)]) {
            let mut game = RandomGame::new(size, rule, seed);
            let mut grid = ThreatMap::new(&game.board);
            for _ in 0..60 {
                if !game.step(&mut grid) {
                    break;
                }
            }
            for cell in game.board.empties() {
                for side in Side::BOTH {
                    let found = grid.shapes(PaddedCell::of(cell), side);
                    let expected = DIRECTIONS.map(|direction| {
                        let (text, at) = line_through(&game.board, side, cell, direction);
                        lines[side.index()].shape(&text, at)
                    });
                    assert_eq!(found, expected, "{cell:?} {side:?} {rule:?}");
                }
            }
        }
    }
}

#[test]
fn only_foul_and_doubtful_cells_are_forbidden() {
    let mut seen = [0; 2];
    for seed in 0..12 {
        let mut game = RandomGame::new((15, 15), Rule::Renju, seed);
        let mut grid = ThreatMap::new(&game.board);
        for _ in 0..100 {
            if !game.step(&mut grid) {
                break;
            }
            for cell in game.board.empties() {
                let is_foul = game.board.foul(cell).is_some();
                match grid.threat(PaddedCell::of(cell), Side::First) {
                    Threat::Foul => assert!(is_foul, "{cell:?}"),
                    Threat::PossibleFoul => seen[usize::from(is_foul)] += 1,
                    _ => assert!(!is_foul, "{cell:?}"),
                }
            }
        }
    }
    assert!(seen[1] > 20, "{seen:?}");
}
