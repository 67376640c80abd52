//! The picture of the board and the trays from above, and the clicks of drops and shifts.
//!
//! A stick is a disc that fits into a hole, a hollow barrel a ring round the hole, and a solid barrel
//! a lid on it; a stick in a barrel of the other side is a disc in a ring.
//!
//! Lengths are in units of the view box.

use super::board::holes_and_pieces::{Hole, Piece, WIDTH};
use super::board::move_and_packed_move::Move;
use super::board::rules::Sticks;
use super::board::sequence_states::LOCATED_SEQUENCES;
use super::text::side_name;
use crate::base::{Side, capitalised, number_with_noun};
use crate::board::Grid;
use crate::board::svg_drawing::{
    Colour, GridLayout, Labels, PictureHead, Point, Rectangle, Svg, Theme, View,
};
use crate::host::{PictureView, Scene};

/// The usual colours of First and of Second.
pub(super) const SIDE_COLOURS: [&str; 2] = [side_name(Side::First), side_name(Side::Second)];

/// The picture; holes and the pieces of the mover's tray are spots.
pub(super) const VIEW: PictureView<Sticks> = PictureView { draw, clicks };

const THEME: Theme = Theme {
    colours: &[
        Colour::new("board", "#dfe6d8", "#39433a"),
        Colour::new("board-edge", "#b4c0a9", "#232b25"),
        Colour::new("tray", "#cfd8c6", "#2d362f"),
        Colour::new("hole", "#6f7d6c", "#161c18"),
        Colour::new("label", "#4a5646", "#c3cfbf"),
        Colour::new("last", "#2f7de1", "#8cc4ff"),
    ],
    rules: &[
        ("board", "fill:$board;stroke:$board-edge;stroke-width:8"),
        ("tray", "fill:$tray;stroke:$board-edge;stroke-width:5"),
        ("hole", "fill:$hole"),
        ("solid", "stroke-width:6"),
        ("stick", "stroke-width:5"),
        ("hollow", "fill-rule:evenodd;stroke-width:5"),
        ("first-mark", "stroke-width:6"),
        ("second-mark", "stroke-width:6"),
        ("count", "font-size:38px"),
        ("to", "fill:none;stroke:$last;stroke-width:7"),
        ("from", "fill:none;stroke:$last;stroke-width:6;stroke-dasharray:12 10"),
        ("won", "fill:$win;fill-opacity:.5"),
        ("to-move", "fill:$last"),
    ],
};

/// From the left of the picture to the holes.
const LEFT: i32 = 62;
/// From the right of the picture to the holes.
const RIGHT: i32 = 26;
/// From the top of the picture to the holes, with a tray between.
const TOP: i32 = 152;
/// From the holes to the bottom of the picture, with labels and a tray between.
const BOTTOM: i32 = 184;
/// The height of a tray.
const TRAY_HEIGHT: i32 = 112;
/// The width, and the height, of all holes.
const HOLES_EXTENT: i32 = WIDTH as i32 * GridLayout::CELL_SIZE;
/// From the holes to the edge of the board.
const EDGE: i32 = 8;
/// The width of the board, and of a tray.
const BOARD_WIDTH: i32 = HOLES_EXTENT + 2 * EDGE;
/// From the upper and lower edge of the picture to the trays.
const TO_TRAY: i32 = 16;
/// Half the height of the mark of the side to act.
const ARROW: i32 = 20;
/// From the edges of a tray to its spots.
const SPOT_INSET: i32 = 6;
/// The radius of a hole, and of the opening of a hollow barrel.
const HOLE: i32 = 25;
/// The radius of a barrel.
const BARREL: i32 = 41;
/// The length of a notch, and of a bar of a cross.
const NOTCH: i32 = 12;
/// The radius of a stick.
const STICK: i32 = 17;
/// From the middle to the corners of the diamond on a solid barrel of Second.
const DIAMOND: i32 = 22;
/// From the opening of a hollow barrel of Second to its notches.
const TO_NOTCH: i32 = 2;
/// The radius of the disc under the pieces of a line that has won.
const WON: i32 = 48;
/// The width, and the height, of the mark of the last move.
const LAST_MARK: i32 = 94;
/// The radius of the corners of the picture; of the board and a tray; of marks and spots.
const CORNERS: [i32; 3] = [28, 24, 18];
/// From the holes to their labels.
const TO_LABEL: i32 = 34;
/// From the left of the picture to the mark of the side to act.
const TO_ARROW: i32 = 16;
/// The width of the mark of the side to act.
const ARROW_WIDTH: i32 = 28;
/// The three kinds of pieces in a tray, from the left.
const KINDS_IN_TRAY: [KindInTray; 3] = [
    KindInTray { piece: Piece::Stick, left: LEFT + 4, width: 284, step: 21, scale: ".8" },
    KindInTray { piece: Piece::Hollow, left: LEFT + 292, width: 202, step: 36, scale: ".56" },
    KindInTray { piece: Piece::Solid, left: LEFT + 498, width: 202, step: 36, scale: ".56" },
];
/// From the left edge of a kind of pieces in a tray to the middle of the first one.
const TO_PIECE: i32 = 26;
/// From the right edge of a kind of pieces in a tray to the middle of their number.
const TO_NUMBER: i32 = 24;
/// The width of the picture.
const WIDTH_IN_UNITS: i32 = LEFT + HOLES_EXTENT + RIGHT;
/// The height of the picture.
const HEIGHT_IN_UNITS: i32 = TOP + HOLES_EXTENT + BOTTOM;

/// Where the pieces of one kind are in a tray.
struct KindInTray {
    /// The kind.
    piece: Piece,
    /// Its left edge, in units from the left of the picture.
    left: i32,
    /// Its width in units.
    width: i32,
    /// Units from the middle of a piece to that of the next.
    step: i32,
    /// The size of a piece there, as a part of its size on the board, 0 to 1.
    scale: &'static str,
}

/// A drop is the piece of the tray and the hole, a shift the two holes, in either order.
fn clicks(_position: &Sticks, moves: &[Move]) -> Vec<Vec<String>> {
    let orders = |m: &Move| {
        let (from, to) = match m {
            Move::Drop { piece, to } => (piece.letter().to_string(), to),
            Move::Shift { from, to } => (from.to_string(), to),
        };
        vec![format!("{from} {to}"), format!("{to} {from}")]
    };
    moves.iter().map(orders).collect()
}

fn draw(scene: &Scene<'_, Sticks>) -> String {
    let title = format!("Sticks 'n' Barrels: {}", scene.turn_or_ending_in_words(SIDE_COLOURS));
    let head = PictureHead {
        game: "sticks",
        title: &title,
        description: &describe(scene),
        size: (WIDTH_IN_UNITS, HEIGHT_IN_UNITS),
        theme: &THEME,
    };
    let mut svg = Svg::new(&head);
    let [outer, inner, _] = CORNERS;
    let whole =
        Rectangle { x: 0, y: 0, width: WIDTH_IN_UNITS, height: HEIGHT_IN_UNITS, radius: outer };
    svg.rectangle(whole, "parlour-frame");
    let view = if scene.bottom == Side::First { View::Plain } else { View::Turned };
    let size = usize::from(WIDTH);
    let layout = GridLayout { grid: Grid::new(size, size), corner: (LEFT, TOP), view };
    let bounds = layout.bounds();
    svg.rectangle(
        Rectangle {
            x: bounds.x - EDGE,
            y: bounds.y - EDGE,
            width: BOARD_WIDTH,
            height: BOARD_WIDTH,
            radius: inner,
        },
        "parlour-board",
    );
    let labels = Labels { column: |x| char::from(b'a' + x as u8), row: |y| size - y };
    layout.draw_labels(TO_LABEL, &labels, &mut svg);
    draw_last_move(scene, &layout, &mut svg);
    let won = winning_holes(scene.position);
    for (hole, cell) in holes(&layout) {
        if won & hole.bit() != 0 {
            svg.circle(layout.centre(cell), WON, "parlour-won");
        }
        draw_hole(scene, hole, layout.centre(cell), &mut svg);
    }
    for (hole, cell) in holes(&layout) {
        let name = hole.to_string();
        let words = format!("{name}, {}", contents(scene.position, hole));
        scene.clickable_spots.draw(layout.cell(cell), &name, &words, &mut svg);
    }
    for side in Side::BOTH {
        draw_tray(scene, side, &mut svg);
    }
    svg.finish()
}

/// The holes of every line that has won; none while no side has won.
fn winning_holes(position: &Sticks) -> u64 {
    let last = position.pieces(position.mover().other());
    let (sticks, barrels) = (last.sticks(), last.barrels());
    let full = LOCATED_SEQUENCES
        .iter()
        .filter(|pair| pair.sticks & !sticks | pair.barrels & !barrels == 0);
    full.fold(0, |holes, pair| holes | pair.sticks | pair.barrels)
}

/// Every hole with its cell, row by row from the top.
fn holes(layout: &GridLayout) -> impl Iterator<Item = (Hole, (usize, usize))> + use<> {
    layout.cells().filter_map(|(x, y)| {
        let row = WIDTH.checked_sub(y as u8 + 1)?;
        Some((Hole::new(x as u8, row)?, (x, y)))
    })
}

fn draw_hole(scene: &Scene<'_, Sticks>, hole: Hole, at: Point, svg: &mut Svg) {
    svg.circle(at, HOLE, "parlour-hole");
    for piece in [Piece::Solid, Piece::Hollow, Piece::Stick] {
        for side in Side::BOTH {
            if scene.position.pieces(side).at(hole) == Some(piece) {
                draw_piece(side, piece, at, svg);
            }
        }
    }
}

/// A piece; those of Second have crosses, diamonds and notches, solid barrels of First a ring.
fn draw_piece(side: Side, piece: Piece, at: Point, svg: &mut Svg) {
    let name = ["first", "second"][side.index()];
    let (class, mark) = (format!("parlour-{name}"), format!("parlour-{name}-mark"));
    let (x, y) = at;
    match (piece, side) {
        (Piece::Stick, _) => svg.circle(at, STICK, &format!("parlour-stick {class}")),
        (Piece::Solid, _) => svg.circle(at, BARREL, &format!("parlour-solid {class}")),
        (Piece::Hollow, _) => {
            let ring = |radius: i32| {
                format!(
                    "M{} {y}a{radius} {radius} 0 1 0 {} 0a{radius} {radius} 0 1 0 {} 0z",
                    x - radius,
                    2 * radius,
                    -2 * radius
                )
            };
            svg.path(ring(BARREL) + &ring(HOLE), &format!("parlour-hollow {class}"));
        }
    }
    match (piece, side) {
        (Piece::Stick | Piece::Hollow, Side::First) => {}
        (Piece::Stick, Side::Second) => {
            let half = NOTCH / 2;
            let cross = format!("M{x} {}v{NOTCH}M{} {y}h{NOTCH}", y - half, x - half);
            svg.path(cross, &mark);
        }
        (Piece::Solid, Side::First) => svg.circle(at, HOLE, &mark),
        (Piece::Solid, Side::Second) => svg.diamond(at, DIAMOND, &mark),
        (Piece::Hollow, Side::Second) => {
            // From the middle to the inner and to the outer ends of the notches.
            let inner = HOLE + TO_NOTCH;
            let outer = inner + NOTCH;
            let (above, below, left, right) = (y - outer, y + inner, x - outer, x + inner);
            let notches = format!(
                "M{x} {above}v{NOTCH}M{x} {below}v{NOTCH}M{left} {y}h{NOTCH}M{right} {y}h{NOTCH}"
            );
            svg.path(notches, &mark);
        }
    }
}

fn draw_last_move(scene: &Scene<'_, Sticks>, layout: &GridLayout, svg: &mut Svg) {
    let Some(last) = scene.played.last() else { return };
    let cell = |hole: Hole| {
        let row = usize::from(WIDTH - 1 - hole.row());
        Rectangle {
            radius: CORNERS[2],
            ..Rectangle::square(layout.centre((usize::from(hole.column()), row)), LAST_MARK)
        }
    };
    svg.rectangle(cell(last.to()), "parlour-to");
    if let Some(from) = last.from() {
        svg.rectangle(cell(from), "parlour-from");
    }
}

/// The tray of a side: each kind with its number.
fn draw_tray(scene: &Scene<'_, Sticks>, side: Side, svg: &mut Svg) {
    let y = if side == scene.bottom { HEIGHT_IN_UNITS - TRAY_HEIGHT - TO_TRAY } else { TO_TRAY };
    let [_, corner, spot_corner] = CORNERS;
    let tray =
        Rectangle { x: LEFT - EDGE, y, width: BOARD_WIDTH, height: TRAY_HEIGHT, radius: corner };
    svg.rectangle(tray, "parlour-tray");
    if scene.turn.side() == Some(side) {
        let top = y + TRAY_HEIGHT / 2 - ARROW;
        let arrow = format!("M{TO_ARROW} {top}l{ARROW_WIDTH} {ARROW}l-{ARROW_WIDTH} {ARROW}z");
        svg.path(arrow, "parlour-to-move");
    }
    let pieces = scene.position.pieces(side);
    let middle = y + TRAY_HEIGHT / 2;
    for KindInTray { piece, left, width, step, scale } in KINDS_IN_TRAY {
        let number = pieces.in_tray(piece);
        for place in 0..number.cast_signed() {
            let x = left + TO_PIECE + place * step;
            let transform = format!("translate({x} {middle}) scale({scale})");
            svg.open("g", &[("transform", &transform)]);
            draw_piece(side, piece, (0, 0), svg);
            svg.close("g");
        }
        let at = (left + width - TO_NUMBER, middle);
        svg.label(at, "parlour-label parlour-count", number);
        if side == scene.position.mover() {
            let name = piece.letter().to_string();
            let words = format!("{} in the tray of {}", number_of(number, piece), side_name(side));
            let (top, height) = (y + SPOT_INSET, TRAY_HEIGHT - 2 * SPOT_INSET);
            let spot = Rectangle { x: left, y: top, width, height, radius: spot_corner };
            scene.clickable_spots.draw(spot, &name, &words, svg);
        }
    }
}

const fn noun(piece: Piece) -> &'static str {
    match piece {
        Piece::Stick => "stick",
        Piece::Hollow => "hollow barrel",
        Piece::Solid => "solid barrel",
    }
}

fn number_of(number: u32, piece: Piece) -> String {
    number_with_noun(number, noun(piece))
}

/// The contents of a hole, in words.
fn contents(position: &Sticks, hole: Hole) -> String {
    let piece = |side: Side| {
        let piece = position.pieces(side).at(hole)?;
        Some(format!("{} {}", side_name(side), noun(piece)))
    };
    let pieces: Vec<String> = Side::BOTH.into_iter().filter_map(piece).collect();
    if pieces.is_empty() { "empty".to_owned() } else { pieces.join(" and ") }
}

/// The position in sentences: what is where, and in the trays.
fn describe(scene: &Scene<'_, Sticks>) -> String {
    let position = scene.position;
    let mut sentences = vec![format!(
        "A board of {WIDTH} by {WIDTH} holes, {}.",
        scene.turn_or_ending_in_words(SIDE_COLOURS)
    )];
    sentences.extend(scene.played.last().map(|last| match last {
        Move::Drop { to, .. } => format!("The last move was a drop into {to}."),
        Move::Shift { from, to } => format!("The last move was a shift from {from} to {to}."),
    }));
    for side in Side::BOTH {
        let pieces = position.pieces(side);
        for piece in Piece::ALL {
            let holes: Vec<String> =
                Hole::all_in(pieces.of(piece)).map(|hole| hole.to_string()).collect();
            if !holes.is_empty() {
                let number = number_of(holes.len() as u32, piece);
                sentences.push(format!(
                    "{} has {number}: {}.",
                    capitalised(SIDE_COLOURS[side.index()]),
                    holes.join(", ")
                ));
            }
        }
        let tray = Piece::ALL.map(|piece| number_of(pieces.in_tray(piece), piece)).join(", ");
        sentences.push(format!("The tray of {}: {tray}.", side_name(side)));
    }
    sentences.join(" ")
}
