//! The picture of the rack, as it stands in front of a side: discs in windows, channels as spots.
//!
//! Lengths are in units of the view box.

use super::Rack;
use crate::base::{Side, number_with_noun};
use crate::board::svg_drawing::{
    Colour, GridLayout, Labels, PictureHead, Rectangle, Svg, Theme, View,
};
use crate::host::{PictureView, Scene, one_click};

/// The usual colours of First and of Second.
pub(super) const SIDE_COLOURS: [&str; 2] = ["red", "yellow"];

/// The picture of racks; a channel is a spot, and one click is a move.
pub(super) const VIEW: PictureView<Rack> = PictureView { draw, clicks: one_click };

const THEME: Theme = Theme {
    colours: &[
        Colour::new("board", "#2f6fd0", "#23559f"),
        Colour::new("board-edge", "#1f4f9c", "#163a70"),
        Colour::new("window", "#eef3fb", "#141b2b"),
        Colour::new("first-shade", "#b3212b", "#b8323a"),
        Colour::new("second-shade", "#dba512", "#cf9c12"),
        Colour::new("label", "#ffffff", "#e8effb"),
        Colour::new("next", "#ffffff", "#ffffff"),
        Colour::new("chosen", "#ffffff", "#ffffff"),
    ],
    rules: &[
        ("rack", "fill:$board;stroke:$board-edge;stroke-width:8"),
        ("foot", "fill:$board-edge"),
        ("window", "fill:$window;stroke:$board-edge;stroke-width:6"),
        ("disc", "stroke-width:5"),
        ("first-mark", "stroke:$first-shade;stroke-width:9"),
        ("second-mark", "stroke:$second-shade;stroke-width:9"),
        ("won", "fill:none;stroke:$win;stroke-width:13"),
    ],
};

/// From the sides of the picture to the grid.
const MARGIN: i32 = 60;
/// From the top of the picture to the grid; the labels of the channels are there.
const TOP: i32 = 76;
/// From the grid to the bottom of the picture.
const BOTTOM: i32 = 66;
/// The radius of a disc and its window.
const DISC_RADIUS: i32 = 41;
/// The radius of the ring for First on a disc.
const RING: i32 = 25;
/// From the middle to the corners of the diamond for Second on a disc.
const DIAMOND: i32 = 26;
/// From the edge of a disc to the ring that says that it has won.
const TO_WON: i32 = 5;
/// The radius of the mark of the last ball.
const LAST_RADIUS: i32 = 12;
/// The radius of the corners of the rack; of spots; of feet.
const CORNERS: [i32; 3] = [36, 16, 12];
/// From the grid to the labels of the rows.
const TO_LABEL: i32 = 30;
/// From the middle above the grid down to the labels of the channels.
const LABEL_OFFSET: i32 = 4;
/// From the edges of the picture to the rack.
const EDGE: i32 = 8;
/// The width of a foot of the rack.
const FOOT: i32 = 100;
/// The height of a foot.
const FOOT_HEIGHT: i32 = 40;
/// From the top of the feet to the bottom of the picture.
const FOOT_TOP: i32 = 44;
/// From the rack to the bottom of the picture.
const BELOW_RACK: i32 = 28;
/// From the sides of the picture to the feet.
const TO_FOOT: i32 = 30;
/// From the top of the picture to the spots.
const TO_SPOT: i32 = 12;
/// From the sides of a channel to its spot.
const SPOT_INSET: i32 = 3;

fn draw(scene: &Scene<'_, Rack>) -> String {
    let view = if scene.bottom == Side::First { View::Plain } else { View::Mirrored };
    let (rack, rack_size) = (scene.position, scene.position.size());
    let layout = GridLayout { grid: rack_size.grid(), corner: (MARGIN, TOP), view };
    let bounds = layout.bounds();
    let size = (bounds.width + 2 * MARGIN, bounds.height + TOP + BOTTOM);
    let title = format!("Connect Four: {}", scene.turn_or_ending_in_words(SIDE_COLOURS));
    let description = describe(scene);
    let head = PictureHead {
        game: "connect4",
        title: &title,
        description: &description,
        size,
        theme: &THEME,
    };
    let mut svg = Svg::new(&head);
    draw_rack(size, &mut svg);
    let labels = Labels { column: |_| "", row: |y: usize| char::from(b'A' + y as u8) };
    layout.draw_labels(TO_LABEL, &labels, &mut svg);
    for channel in 0..rack_size.width() {
        svg.label(
            (layout.left(channel) + GridLayout::CELL_SIZE / 2, TOP / 2 + LABEL_OFFSET),
            "parlour-label",
            channel + 1,
        );
    }
    let (winning, last) = (rack.winning_line(), last_ball(scene));
    for cell in layout.cells() {
        let at = layout.centre(cell);
        svg.circle(at, DISC_RADIUS, "parlour-window");
        if let Some(side) = rack.ball(cell.0, cell.1) {
            draw_disc(at, side, &mut svg);
        }
        if winning.contains(&cell) {
            svg.circle(at, DISC_RADIUS - TO_WON, "parlour-won");
        }
        if last == Some(cell) {
            svg.circle(at, LAST_RADIUS, "parlour-last");
        }
    }
    for channel in 0..rack_size.width() {
        let whole = Rectangle {
            x: layout.left(channel) + SPOT_INSET,
            y: TO_SPOT,
            width: GridLayout::CELL_SIZE - 2 * SPOT_INSET,
            height: TOP - TO_SPOT + bounds.height,
            radius: CORNERS[1],
        };
        let name = (channel + 1).to_string();
        let (filled, all) = (balls_in_channel(rack, channel), rack_size.height());
        let words = format!("channel {name}, {filled} of {all} filled");
        scene.clickable_spots.draw(whole, &name, &words, &mut svg);
    }
    svg.finish()
}

fn draw_rack((width, height): (i32, i32), svg: &mut Svg) {
    let [corner, _, foot_corner] = CORNERS;
    for x in [TO_FOOT, width - TO_FOOT - FOOT] {
        let y = height - FOOT_TOP;
        let foot = Rectangle { x, y, width: FOOT, height: FOOT_HEIGHT, radius: foot_corner };
        svg.rectangle(foot, "parlour-foot");
    }
    let (x, y, width) = (EDGE, EDGE, width - 2 * EDGE);
    let rack = Rectangle { x, y, width, height: height - BELOW_RACK - EDGE, radius: corner };
    svg.rectangle(rack, "parlour-rack");
}

/// A disc with the mark of its side: a ring for First, a diamond for Second.
fn draw_disc(at: (i32, i32), side: Side, svg: &mut Svg) {
    match side {
        Side::First => {
            svg.circle(at, DISC_RADIUS, "parlour-disc parlour-first");
            svg.circle(at, RING, "parlour-first-mark");
        }
        Side::Second => {
            svg.circle(at, DISC_RADIUS, "parlour-disc parlour-second");
            svg.diamond(at, DIAMOND, "parlour-second-mark");
        }
    }
}

/// How many balls are in a channel.
fn balls_in_channel(rack: &Rack, channel: usize) -> usize {
    (rack.mask & rack.size().channel(channel)).count_ones() as usize
}

/// The cell of the ball that was played last: channel, and row from the top.
fn last_ball(scene: &Scene<'_, Rack>) -> Option<(usize, usize)> {
    let (rack, channel) = (scene.position, usize::from(*scene.played.last()?));
    Some((channel, rack.size().height() - balls_in_channel(rack, channel)))
}

/// The position in sentences: each channel from the bottom.
fn describe(scene: &Scene<'_, Rack>) -> String {
    let rack = scene.position;
    let (width, height) = (rack.size().width(), rack.size().height());
    let mut sentences = vec![format!(
        "A rack of {width} channels and {height} rows, {}.",
        scene.turn_or_ending_in_words(SIDE_COLOURS)
    )];
    let last = scene.played.last();
    sentences.extend(last.map(|last| format!("The last ball went into channel {}.", last + 1)));
    for channel in 0..width {
        let balls: Vec<&str> = (0..height)
            .rev()
            .filter_map(|row| rack.ball(channel, row))
            .map(|side| SIDE_COLOURS[side.index()])
            .collect();
        if !balls.is_empty() {
            let number = number_with_noun(balls.len(), "ball");
            let list = balls.join(", ");
            sentences.push(format!("Channel {}, {number} from the bottom: {list}.", channel + 1));
        }
    }
    sentences.join(" ")
}
