//! A wooden board with stones on the crossings of its lines, for games with one stone a move.
//!
//! Lengths are in units of the view box.

use super::{
    ClickableSpots, Colour, GridLayout, Labels, PictureHead, Point, Rectangle, Svg, Theme, View,
};
use crate::base::Side;
use crate::board::Grid;

/// Column and row of a cell, from 0 at the top left.
type GridCell = (usize, usize);

/// The contents of a picture of a board with stones.
pub struct StoneBoard<'a> {
    /// The game, in small letters.
    pub game: &'a str,
    /// The picture in some words.
    pub title: &'a str,
    /// The position in some sentences.
    pub description: &'a str,
    /// The size in cells.
    pub grid: Grid,
    /// The side in front of which the board lies.
    pub bottom: Side,
    /// The names of the stones of First and of Second.
    pub stones: [&'a str; 2],
    /// The owner of the stone on a cell.
    pub owner: &'a dyn Fn(GridCell) -> Option<Side>,
    /// The label of a column.
    pub column: &'a dyn Fn(usize) -> String,
    /// The label of a row.
    pub row: &'a dyn Fn(usize) -> String,
    /// The stone that was played last.
    pub last: Option<GridCell>,
    /// The stones that have won.
    pub winning: &'a [GridCell],
    /// The spots that can be clicked.
    ///
    /// The name of a spot is the label of its column, then that of its row.
    pub clickable_spots: ClickableSpots<'a>,
}

const THEME: Theme = Theme {
    colours: &[
        Colour::new("board", "#e3b466", "#a97a3c"),
        Colour::new("board-shade", "#cf9a48", "#8c6330"),
        Colour::new("grain", "#8a5a1c", "#4d3312"),
        Colour::new("line", "#5d3d12", "#33210b"),
        Colour::new("label", "#5d3d12", "#2b1b07"),
        Colour::new("first", "#1d1d20", "#141416"),
        Colour::new("first-edge", "#000000", "#000000"),
        Colour::new("second", "#fbfaf6", "#f1efe8"),
        Colour::new("second-edge", "#8d8a80", "#77746b"),
        Colour::new("last", "#e5484d", "#e5484d"),
    ],
    rules: &[
        ("board", "stop-color:$board"),
        ("board-shade", "stop-color:$board-shade"),
        ("grain", "fill:none;stroke:$grain;stroke-width:5;stroke-opacity:.09"),
        ("line", "stroke:$line;stroke-width:3;stroke-linecap:square"),
        ("edge", "fill:none;stroke:$line;stroke-width:6"),
        ("star", "fill:$line"),
        ("shadow", "fill:#000;fill-opacity:.28"),
        ("stone", "stroke-width:3"),
        ("light", "fill:url(#parlour-light)"),
        ("wood", "fill:url(#parlour-wood)"),
        ("label", "font-size:40px"),
        ("second-mark", "stroke-width:4;stroke-opacity:.45"),
        ("won", "fill:none;stroke:$win;stroke-width:11"),
    ],
};

/// From the edge of the picture to the first cells.
const MARGIN: i32 = 66;
/// The radius of a stone.
const STONE_RADIUS: i32 = 45;
/// From the edges of the picture to the grain of the wood.
const GRAIN: i32 = 8;
/// From the top of the picture to the first line of the grain.
const FIRST_GRAIN: i32 = 40;
/// From one line of the grain to the next.
const GRAIN_STEP: usize = 130;
/// From the last line of the grain to the bottom of the picture, at least.
const AFTER_GRAIN: i32 = 20;
/// How far four lines of the grain bend, one after another; positive is down at first.
const GRAIN_BENDS: [i32; 4] = [34, -26, 20, -40];
/// The radius of the corners of the picture.
const CORNER: i32 = 24;
/// The radius of a marked point of the board.
const STAR_RADIUS: i32 = 10;
/// How far the shadow of a stone is to the right and below it.
const SHADOW: (i32, i32) = (4, 6);
/// From the edge of a stone to the mark of Second on it.
const TO_SECOND_MARK: i32 = 13;
/// From the edge of a stone to the ring that says that it has won.
const TO_WON: i32 = 4;
/// The radius of the mark of the last stone.
const LAST_RADIUS: i32 = 16;
/// From the middle of the margin to the labels, outwards from the board.
const LABEL_OFFSET: i32 = 6;

impl StoneBoard<'_> {
    /// The picture.
    pub fn draw(&self) -> String {
        let layout = self.layout();
        let Rectangle { width, height, .. } = layout.bounds();
        let size = (width + 2 * MARGIN, height + 2 * MARGIN);
        let head = PictureHead {
            game: self.game,
            title: self.title,
            description: self.description,
            size,
            theme: &THEME,
        };
        let mut svg = Svg::new(&head);
        Self::define_gradients(&mut svg);
        Self::draw_board(size, &mut svg);
        self.draw_lines(&layout, &mut svg);
        let labels = Labels { column: self.column, row: self.row };
        layout.draw_labels(MARGIN / 2 - LABEL_OFFSET, &labels, &mut svg);
        for cell in layout.cells() {
            self.draw_stone(&layout, cell, &mut svg);
        }
        for cell in layout.cells() {
            let name = (self.column)(cell.0) + &(self.row)(cell.1);
            let stone = (self.owner)(cell).map_or("empty", |side| self.stones[side.index()]);
            self.clickable_spots.draw(
                layout.cell(cell),
                &name,
                &format!("{name}, {stone}"),
                &mut svg,
            );
        }
        svg.finish()
    }

    fn layout(&self) -> GridLayout {
        let view = if self.bottom == Side::First { View::Plain } else { View::Turned };
        GridLayout { grid: self.grid, corner: (MARGIN, MARGIN), view }
    }

    /// The wood, and the light on a stone.
    fn define_gradients(svg: &mut Svg) {
        svg.open("defs", &[]);
        svg.open("linearGradient", &[("id", &"parlour-wood"), ("x2", &"1"), ("y2", &"1")]);
        svg.element("stop", &[("class", &"parlour-board")]);
        svg.element("stop", &[("class", &"parlour-board-shade"), ("offset", &"1")]);
        svg.close("linearGradient");
        svg.open("radialGradient", &[("id", &"parlour-light"), ("cx", &".36"), ("cy", &".3")]);
        for (offset, colour, opacity) in [
            ("0", "#fff", ".5"),
            (".45", "#fff", ".06"),
            (".75", "#000", ".06"),
            ("1", "#000", ".3"),
        ] {
            svg.element(
                "stop",
                &[("offset", &offset), ("stop-color", &colour), ("stop-opacity", &opacity)],
            );
        }
        svg.close("radialGradient");
        svg.close("defs");
    }

    fn draw_board((width, height): (i32, i32), svg: &mut Svg) {
        let whole = Rectangle { x: 0, y: 0, width, height, radius: CORNER };
        svg.rectangle(whole, "parlour-wood");
        // The grain of the wood: lines that bend a little, each in its own way.
        let lines = (FIRST_GRAIN..height - AFTER_GRAIN).step_by(GRAIN_STEP);
        for (y, bend) in lines.zip(GRAIN_BENDS.into_iter().cycle()) {
            let third = width / 3;
            let d = format_args!(
                "M{GRAIN} {y}C{third} {} {} {} {} {}",
                y + bend,
                2 * third,
                y - bend,
                width - GRAIN,
                y + bend / 2
            )
            .to_string();
            svg.path(d, "parlour-grain");
        }
    }

    fn draw_lines(&self, layout: &GridLayout, svg: &mut Svg) {
        let Grid { width, height } = self.grid;
        let (right, bottom) = (width - 1, height - 1);
        for x in 0..width {
            svg.straight_line(layout.centre((x, 0)), layout.centre((x, bottom)), "parlour-line");
        }
        for y in 0..height {
            svg.straight_line(layout.centre((0, y)), layout.centre((right, y)), "parlour-line");
        }
        let Rectangle { x, y, width, height, .. } = layout.bounds();
        let half = GridLayout::CELL_SIZE / 2;
        let inner = Rectangle {
            x: x + half,
            y: y + half,
            width: width - GridLayout::CELL_SIZE,
            height: height - GridLayout::CELL_SIZE,
            radius: 0,
        };
        svg.rectangle(inner, "parlour-edge");
        for star in star_points(self.grid) {
            svg.circle(layout.centre(star), STAR_RADIUS, "parlour-star");
        }
    }

    fn draw_stone(&self, layout: &GridLayout, cell: GridCell, svg: &mut Svg) {
        let at: Point = layout.centre(cell);
        let Some(owner) = (self.owner)(cell) else { return };
        let (x, y) = at;
        svg.circle((x + SHADOW.0, y + SHADOW.1), STONE_RADIUS, "parlour-shadow");
        match owner {
            Side::First => svg.circle(at, STONE_RADIUS, "parlour-stone parlour-first"),
            Side::Second => {
                svg.circle(at, STONE_RADIUS, "parlour-stone parlour-second");
                svg.circle(at, STONE_RADIUS - TO_SECOND_MARK, "parlour-second-mark");
            }
        }
        svg.circle(at, STONE_RADIUS, "parlour-light");
        if self.winning.contains(&cell) {
            svg.circle(at, STONE_RADIUS - TO_WON, "parlour-won");
        }
        if self.last == Some(cell) {
            svg.circle(at, LAST_RADIUS, "parlour-last");
        }
    }
}

/// The points that are marked on a board, as on boards for Go.
fn star_points(Grid { width, height }: Grid) -> Vec<GridCell> {
    let along = |length: usize| match length {
        0..9 => Vec::new(),
        9..13 => vec![2, length - 3],
        _ => vec![3, length - 4],
    };
    let (columns, rows) = (along(width), along(height));
    let mut points: Vec<GridCell> =
        rows.iter().flat_map(|y| columns.iter().map(move |x| (*x, *y))).collect();
    if !points.is_empty() && width % 2 == 1 && height % 2 == 1 {
        points.push((width / 2, height / 2));
    }
    points
}

#[cfg(test)]
mod tests {
    use super::{Grid, star_points};

    #[test]
    fn usual_boards_have_their_usual_star_points() {
        assert_eq!(star_points(Grid::new(15, 15)), [(3, 3), (11, 3), (3, 11), (11, 11), (7, 7)]);
        assert_eq!(star_points(Grid::new(9, 9)).len(), 5);
        assert_eq!(star_points(Grid::new(20, 20)).len(), 4);
        assert_eq!(star_points(Grid::new(8, 15)), []);
    }
}
