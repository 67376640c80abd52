//! Where points, bar, trays, cube and dice are in the picture.
//!
//! Lengths are in units of the view box; places are counted from its upper left corner.

use crate::base::Side;
use crate::board::svg_drawing::{Point, Rectangle};
use crate::games::backgammon::board::{BAR, HOME, OFF, OWN_HALF, number_by_other_side};

/// Width and height of the picture.
pub(super) const SIZE: (i32, i32) = (1_560, 1_280);
/// The left edge of the points.
const LEFT: i32 = 134;
/// The width of a point.
pub(super) const POINT_WIDTH: i32 = 100;
/// The width of the bar.
const BAR_WIDTH: i32 = 92;
/// The right edge of the points.
const RIGHT: i32 = LEFT + OWN_HALF as i32 * POINT_WIDTH + BAR_WIDTH;
/// The upper and the lower edge of the points.
pub(super) const EDGES: [i32; 2] = [136, 1_144];
/// The line between the halves.
pub(super) const MIDDLE: i32 = 640;
/// The radius of a checker.
pub(super) const CHECKER_RADIUS: i32 = 44;
/// From one checker of a stack to the next.
const STACK_STEP: i32 = 86;
/// From an edge of the points to the middle of the first checker.
const TO_CHECKER: i32 = 47;
/// From the line between the halves to the middle of the first checker on the bar.
const TO_BAR_CHECKER: i32 = 66;
/// From an edge of the points to the middle of their numbers.
const TO_NUMBER: i32 = 30;
/// From an edge of the points to the middle of the text about a side.
const TO_TEXT: i32 = 92;
/// From an edge of the points to the middle of the cube of a side.
const TO_CUBE: i32 = 60;
/// The length of the triangle of a point.
const TRIANGLE: i32 = 430;
/// From the sides of a point to its triangle.
const TRIANGLE_INSET: i32 = 3;
/// From the right edge of the points to the trays, and from there to the edge of the picture.
const BESIDE_TRAY: i32 = 20;
/// From the line between the halves to a tray.
const TO_TRAY: i32 = 24;
/// From the sides of a tray to the checkers in it.
const TRAY_INSET: i32 = 8;
/// The height of a checker that lies in a tray, seen from its edge.
const CHECKER_EDGE: i32 = 27;

/// The picture as one side sees it: its home at the bottom on the right.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    /// The side at the bottom.
    pub(super) bottom: Side,
}

impl Layout {
    /// Whether a place of a side is in the upper half: points 13 to 24 of the bottom side.
    fn is_above(self, side: Side, place: u8) -> bool {
        match (place, side == self.bottom) {
            (OFF, is_bottom) => !is_bottom,
            // A checker on the bar is in the half where it will enter.
            (BAR, is_bottom) => is_bottom,
            (point, true) => point > OWN_HALF,
            (point, false) => point <= OWN_HALF,
        }
    }

    /// The left edge of a point of a side.
    fn left(self, side: Side, point: u8) -> i32 {
        let own = if side == self.bottom { point } else { number_by_other_side(point) };
        // The columns of points count from 0 on the left; the bar is after the sixth.
        let column = if own > OWN_HALF { own - OWN_HALF - 1 } else { OWN_HALF - own };
        LEFT + i32::from(column) * POINT_WIDTH + if column < HOME { 0 } else { BAR_WIDTH }
    }

    /// The rectangle of a point of a side, from the edge to the middle.
    pub(super) fn point(self, side: Side, point: u8) -> Rectangle {
        let y = if self.is_above(side, point) { EDGES[0] } else { MIDDLE };
        Rectangle {
            x: self.left(side, point),
            y,
            width: POINT_WIDTH,
            height: MIDDLE - EDGES[0],
            radius: 0,
        }
    }

    /// Whether a point of a side is one of every second, which have another colour.
    pub(super) const fn is_odd(point: u8) -> bool {
        point % 2 == 1
    }

    /// The triangle of a point of a side.
    pub(super) fn triangle(self, side: Side, point: u8) -> String {
        let (x, above) = (self.left(side, point), self.is_above(side, point));
        let (edge, length) = if above { (EDGES[0], TRIANGLE) } else { (EDGES[1], -TRIANGLE) };
        let width = POINT_WIDTH - 2 * TRIANGLE_INSET;
        format!("M{} {edge}h{width}l{} {length}z", x + TRIANGLE_INSET, -width / 2)
    }

    /// The middle of the number of a point.
    pub(super) fn middle_of_number(self, side: Side, point: u8) -> Point {
        let y =
            if self.is_above(side, point) { EDGES[0] - TO_NUMBER } else { EDGES[1] + TO_NUMBER };
        (self.left(side, point) + POINT_WIDTH / 2, y)
    }

    /// The middle of a checker: the nth, from 0, on a point or on the bar.
    pub(super) fn checker(self, side: Side, place: u8, nth: u8) -> Point {
        let (above, along) = (self.is_above(side, place), i32::from(nth) * STACK_STEP);
        if place == BAR {
            let from = if above { MIDDLE - TO_BAR_CHECKER } else { MIDDLE + TO_BAR_CHECKER };
            return (
                Self::bar().x + BAR_WIDTH / 2,
                if above { from - along } else { from + along },
            );
        }
        let x = self.left(side, place) + POINT_WIDTH / 2;
        let along = TO_CHECKER + along;
        (x, if above { EDGES[0] + along } else { EDGES[1] - along })
    }

    /// Checkers that a stack on a place shows at most.
    pub(super) const fn most_shown(place: u8) -> u8 {
        if place == BAR { 4 } else { 5 }
    }

    /// The bar.
    pub(super) const fn bar() -> Rectangle {
        let height = EDGES[1] - EDGES[0];
        Rectangle { x: LEFT + 6 * POINT_WIDTH, y: EDGES[0], width: BAR_WIDTH, height, radius: 0 }
    }

    /// The left or the right half of the points.
    pub(super) const fn half(is_right: bool) -> Rectangle {
        let x = if is_right { LEFT + 6 * POINT_WIDTH + BAR_WIDTH } else { LEFT };
        Rectangle { x, y: EDGES[0], width: 6 * POINT_WIDTH, height: EDGES[1] - EDGES[0], radius: 0 }
    }

    /// The middle of the left or right half.
    pub(super) const fn middle_of_half(is_right: bool) -> Point {
        (Self::half(is_right).x + 3 * POINT_WIDTH, MIDDLE)
    }

    /// The tray of the checkers that a side has borne off.
    pub(super) fn tray(self, side: Side) -> Rectangle {
        let y = if self.is_above(side, OFF) { EDGES[0] } else { MIDDLE + TO_TRAY };
        let height = MIDDLE - TO_TRAY - EDGES[0];
        let width = SIZE.0 - RIGHT - 2 * BESIDE_TRAY;
        Rectangle { x: RIGHT + BESIDE_TRAY, y, width, height, radius: 12 }
    }

    /// The nth checker in a tray, from 0, seen from its edge.
    pub(super) fn borne_off(self, side: Side, nth: u8) -> Rectangle {
        let Rectangle { x, y, width, height, .. } = self.tray(side);
        let along = TRAY_INSET + i32::from(nth) * 31;
        let y =
            if self.is_above(side, OFF) { y + along } else { y + height - along - CHECKER_EDGE };
        let width = width - 2 * TRAY_INSET;
        Rectangle { x: x + TRAY_INSET, y, width, height: CHECKER_EDGE, radius: 7 }
    }

    /// The cube beside the board: of a side, or in the middle.
    pub(super) fn cube(self, owner: Option<Side>) -> Point {
        let y = match owner {
            None => MIDDLE,
            Some(side) if side == self.bottom => EDGES[1] - TO_CUBE,
            Some(_) => EDGES[0] + TO_CUBE,
        };
        (LEFT / 2, y)
    }

    /// The middle of the line of text about a side, above or below the points.
    pub(super) fn middle_of_text(self, side: Side) -> i32 {
        if side == self.bottom { EDGES[1] + TO_TEXT } else { EDGES[0] - TO_TEXT }
    }
}
