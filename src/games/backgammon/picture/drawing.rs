//! The picture from the view of a side: checkers, dice, cube, score, and the spots of the mover.
//!
//! Lengths are in units of the view box.

use super::clickable_spot_names::{BAR_SPOT, OFF_SPOT, place_of};
use super::clicks;
use super::layout::{CHECKER_RADIUS, Layout, SIZE};
use super::play_in_progress::PlayInProgress;
use super::position_in_words::{SIDE_COLOURS, checkers_in_words, describe, match_words};
use crate::base::{Side, number_with_noun};
use crate::board::svg_drawing::{
    ClickableSpots, Colour, PictureHead, Point, Rectangle, Svg, Theme,
};
use crate::game::{Dice as _, Position as _};
use crate::games::backgammon::board::game_state_and_cube_rules::{Backgammon, Phase};
use crate::games::backgammon::board::moves::{Move, Step};
use crate::games::backgammon::board::{BAR, Checkers, HIGHEST_POINT, OFF, number_by_other_side};
use crate::host::{PictureView, Scene};

/// The picture; points, bar, tray and the words of the cube are spots.
pub(in super::super) const VIEW: PictureView<Backgammon> =
    PictureView { draw, clicks: clicks::orders };

const THEME: Theme = Theme {
    colours: &[
        Colour::new("frame", "#7b4f2d", "#4a3020"),
        Colour::new("board", "#f1e3c8", "#2c3a35"),
        Colour::new("point", "#c98d55", "#8a5b3a"),
        Colour::new("other-point", "#8f9f84", "#55695d"),
        Colour::new("label", "#f6e9d3", "#dccdb6"),
        Colour::new("first", "#fdf8ec", "#f3ead7"),
        Colour::new("first-edge", "#b29a6f", "#9a8560"),
        Colour::new("second", "#45332b", "#1d1714"),
        Colour::new("second-edge", "#15100d", "#77675b"),
        Colour::new("second-shade", "#86705f", "#8a7666"),
        Colour::new("die", "#ffffff", "#f1efe8"),
        Colour::new("pip", "#26221f", "#1c1917"),
        Colour::new("last", "#2f9de1", "#6cc4ff"),
        Colour::new("next", "#2f7de1", "#8cc4ff"),
    ],
    rules: &[
        ("board", "fill:$board"),
        ("point", "fill:$point"),
        ("other-point", "fill:$other-point"),
        ("checker", "stroke-width:5"),
        ("first-mark", "stroke-width:4;stroke-opacity:.8"),
        ("second-mark", "stroke:$second-shade;stroke-width:5"),
        ("tray", "fill:#000;fill-opacity:.22"),
        ("label", "font-size:42px"),
        ("note", "font-size:46px;text-anchor:start"),
        ("end", "text-anchor:end"),
        ("count-first", "fill:$second;font-size:44px"),
        ("count-second", "fill:$first;font-size:44px"),
        ("die", "fill:$die;stroke:$pip;stroke-width:3"),
        ("pip", "fill:$pip"),
        ("used", "opacity:.32"),
        ("cube-text", "fill:$pip;font-size:40px"),
        ("offered", "stroke:$last;stroke-width:9"),
        ("button", "fill:$frame"),
        ("button-text", "fill:$label;font-size:46px"),
        ("from", "fill:none;stroke:$last;stroke-width:6;stroke-dasharray:14 10"),
        ("to-move", "fill:$last"),
    ],
};

/// Half the height of the mark of the side to act.
const ARROW: i32 = 22;
/// From the left edge of the board to the mark of the side to act.
const TO_ARROW: i32 = 52;
/// The width of the mark of the side to act.
const ARROW_WIDTH: i32 = 30;
/// The radius of the corners of the picture.
const CORNER: i32 = 36;
/// The radius of the disc under the number of a stack.
const NUMBER_RADIUS: i32 = 30;
/// The radius of the mark on checkers that the last play has moved.
const LAST_RADIUS: i32 = 13;
/// From the edge of a place for a checker to the ring where one has left it.
const TO_FROM_MARK: i32 = 6;
/// From the edge of a place for a checker to the checker.
const TO_CHECKER_EDGE: i32 = 2;
/// From the edge of a place for a checker to the ring of First on it.
const TO_RING: i32 = 16;
/// From the middle to the corners of the diamond of Second.
const DIAMOND: i32 = 25;
/// The width, and the height, of the cube; the radius of its corners.
const CUBE: [i32; 2] = [92, 14];
/// The width, and the height, of a die; the radius of its corners.
const DIE: [i32; 2] = [96, 18];
/// From the middle of a die to the outer pips, across and down.
const TO_PIP: i32 = 26;
/// The radius of a pip of a die.
const PIP_RADIUS: i32 = 9;
/// Half of the way from the middle of a die to that of the next.
const HALF_DIE_STEP: i32 = 58;
/// Half of the way from the middle of a button to that of the next.
const HALF_BUTTON_STEP: i32 = 98;
/// The radius of the corners of a button.
const BUTTON_CORNER: i32 = 26;
/// Width and height of a button.
const BUTTON: (i32, i32) = (184, 100);

fn draw(scene: &Scene<'_, Backgammon>) -> String {
    let head = PictureHead {
        game: "backgammon",
        title: &format!("Backgammon: {}", scene.turn_or_ending_in_words(SIDE_COLOURS)),
        description: &describe(scene),
        size: SIZE,
        theme: &THEME,
    };
    let mut svg = Svg::new(&head);
    let picture = Picture::new(scene);
    picture.draw_board(&mut svg);
    for side in Side::BOTH {
        picture.draw_notes(side, &mut svg);
        picture.draw_tray(side, &mut svg);
        for place in 1..=BAR {
            picture.draw_stack(side, place, &mut svg);
        }
    }
    picture.draw_departures(&mut svg);
    picture.draw_cube(&mut svg);
    picture.draw_dice(&mut svg);
    picture.draw_spots(&mut svg);
    svg.finish()
}

/// A scene with the steps that the clicks have made.
struct Picture<'a> {
    scene: &'a Scene<'a, Backgammon>,
    game: &'a Backgammon,
    layout: Layout,
    /// The side whose spots there are.
    mover: Side,
    /// The checkers of both sides after the steps that are complete.
    checkers: [Checkers; 2],
    /// The play in the middle; `None` without dice.
    play: Option<PlayInProgress>,
    /// The last play and its side, until a new one is begun.
    last: Option<(Side, Vec<Step>)>,
}

impl<'a> Picture<'a> {
    fn new(scene: &'a Scene<'a, Backgammon>) -> Self {
        let game = scene.position;
        let mover = game.side();
        let play = game.dice().map(|dice| {
            let places: Vec<u8> =
                scene.clickable_spots.chosen.iter().filter_map(|s| place_of(s)).collect();
            let mut play = PlayInProgress::new(game.board(), dice);
            for way in places.chunks_exact(2) {
                play = play.after_way(way[0], way[1]).unwrap_or(play);
            }
            play
        });
        let mut checkers = Side::BOTH.map(|side| game.checkers(side));
        if let Some(play) = &play {
            checkers[mover.index()] = play.board.mover;
            checkers[mover.other().index()] = play.board.other;
        }
        let last = scene.played.iter().rev().find_map(|m| match m {
            Move::Checkers(steps) => Some(steps.iter().collect()),
            _ => None,
        });
        let player = if game.is_borne_off() { game.on_roll() } else { game.on_roll().other() };
        let last =
            last.filter(|_| scene.clickable_spots.chosen.len() < 2).map(|steps| (player, steps));
        let layout = Layout { bottom: scene.bottom };
        Self { scene, game, layout, mover, checkers, play, last }
    }

    fn draw_board(&self, svg: &mut Svg) {
        let (width, height) = SIZE;
        let whole = Rectangle { x: 0, y: 0, width, height, radius: CORNER };
        svg.rectangle(whole, "parlour-frame");
        for is_right in [false, true] {
            svg.rectangle(Layout::half(is_right), "parlour-board");
        }
        for point in 1..=HIGHEST_POINT {
            let class = if Layout::is_odd(point) { "parlour-other-point" } else { "parlour-point" };
            svg.path(self.layout.triangle(self.layout.bottom, point), class);
            svg.label(self.layout.middle_of_number(self.mover, point), "parlour-label", point);
        }
    }

    /// Pips and score of a side; the side to act has a mark.
    fn draw_notes(&self, side: Side, svg: &mut Svg) {
        let y = self.layout.middle_of_text(side);
        let left = Layout::half(false).x;
        if self.scene.turn.side() == Some(side) {
            let arrow = format!(
                "M{} {}l{ARROW_WIDTH} {ARROW}l-{ARROW_WIDTH} {ARROW}z",
                left - TO_ARROW,
                y - ARROW
            );
            svg.path(arrow, "parlour-to-move");
        }
        let pips = number_with_noun(self.checkers[side.index()].pips(), "pip");
        let mut words = vec![SIDE_COLOURS[side.index()].to_owned(), pips];
        let score = self.game.match_score();
        if !score.is_money() {
            let noun = if score.counts_games { "game" } else { "point" };
            words.push(number_with_noun(score.score[side.index()], noun));
        }
        let start = (left, y);
        svg.label(start, "parlour-label parlour-note", words.join("  ·  "));
        if side != self.layout.bottom && !score.is_money() {
            let Rectangle { x, width, .. } = Layout::half(true);
            svg.label((x + width, y), "parlour-label parlour-note parlour-end", match_words(score));
        }
    }

    fn draw_tray(&self, side: Side, svg: &mut Svg) {
        svg.rectangle(self.layout.tray(side), "parlour-tray");
        let class = format!("parlour-checker {}", class_of(side));
        for nth in 0..self.checkers[side.index()].count(OFF) {
            svg.rectangle(self.layout.borne_off(side, nth), &class);
        }
    }

    /// The checkers of a side on a point or on the bar, with their number if not all are shown.
    fn draw_stack(&self, side: Side, place: u8, svg: &mut Svg) {
        let number = self.checkers[side.index()].count(place);
        let shown = number.min(Layout::most_shown(place));
        let arrived = self.arrivals(side, place);
        for nth in 0..shown {
            let at = self.layout.checker(side, place, nth);
            draw_checker(side, at, svg);
            if nth + 1 == shown && number > shown {
                let class =
                    ["parlour-label parlour-count-first", "parlour-label parlour-count-second"]
                        [side.index()];
                svg.circle(at, NUMBER_RADIUS, class_of(side));
                svg.label(at, class, number);
            } else if nth + arrived >= shown {
                svg.circle(at, LAST_RADIUS, "parlour-last");
            }
        }
    }

    /// How many checkers the last play has brought to a place, to stay there.
    fn arrivals(&self, side: Side, place: u8) -> u8 {
        let Some((_, steps)) = self.last.as_ref().filter(|(player, _)| *player == side) else {
            return 0;
        };
        let to = steps.iter().filter(|step| step.to() == place).count();
        let from = steps.iter().filter(|step| step.from == place).count();
        to.saturating_sub(from) as u8
    }

    /// Marks where the checkers of the last play were before it.
    fn draw_departures(&self, svg: &mut Svg) {
        let Some((side, steps)) = &self.last else { return };
        for place in 1..=BAR {
            let to = steps.iter().filter(|step| step.to() == place).count();
            let from = steps.iter().filter(|step| step.from == place).count();
            let number = self.checkers[side.index()].count(place);
            let room = Layout::most_shown(place).saturating_sub(number);
            for nth in 0..room.min(from.saturating_sub(to) as u8) {
                let at = self.layout.checker(*side, place, number + nth);
                svg.circle(at, CHECKER_RADIUS - TO_FROM_MARK, "parlour-from");
            }
        }
    }

    /// Whether the dice of the mover, and its button to roll, are on the right.
    fn dice_are_right(&self) -> bool {
        self.mover == self.layout.bottom
    }

    fn draw_cube(&self, svg: &mut Svg) {
        let cube = self.game.cube();
        let is_offered = matches!(self.game.phase(), Phase::Doubled | Phase::Beavered);
        if !cube.in_use {
            return;
        }
        let (at, value, class) = if is_offered {
            let at = Layout::middle_of_half(self.dice_are_right());
            (at, 2 * cube.value(), "parlour-die parlour-offered")
        } else {
            (self.layout.cube(cube.owner), cube.value(), "parlour-die")
        };
        let [width, radius] = CUBE;
        svg.rectangle(Rectangle { radius, ..Rectangle::square(at, width) }, class);
        svg.label(at, "parlour-label parlour-cube-text", value);
    }

    fn draw_dice(&self, svg: &mut Svg) {
        let (Some((a, b)), Some(play)) = (self.game.dice(), &self.play) else { return };
        let dice = if a == b { vec![a; 4] } else { vec![a, b] };
        let (x, y) = Layout::middle_of_half(self.dice_are_right());
        let mut left = play.dice.clone();
        for (die, nth) in dice.iter().zip(0_i32..) {
            let is_left = left.iter().position(|other| other == die).map(|at| left.remove(at));
            let class = if is_left.is_some() { "parlour-unused" } else { "parlour-used" };
            let along = 2 * nth - (dice.len().cast_signed() as i32 - 1);
            svg.open("g", &[("class", &class)]);
            draw_die(*die, (x + along * HALF_DIE_STEP, y), svg);
            svg.close("g");
        }
    }

    /// The clicks with those only as chosen that have not moved a checker yet.
    fn marks(&self) -> ClickableSpots<'a> {
        let marks = self.scene.clickable_spots;
        let moved = if self.play.is_some() { marks.chosen.len() & !1 } else { 0 };
        ClickableSpots { chosen: marks.chosen.get(moved..).unwrap_or_default(), ..marks }
    }

    fn draw_spots(&self, svg: &mut Svg) {
        let marks = self.marks();
        let number = |side: Side, place: u8| self.checkers[side.index()].count(place);
        for point in 1..=HIGHEST_POINT {
            let (own, other) = (
                number(self.mover, point),
                number(self.mover.other(), number_by_other_side(point)),
            );
            let there = match (own, other) {
                (0, 0) => "empty".to_owned(),
                (0, other) => checkers_in_words(other, self.mover.other()),
                (own, _) => checkers_in_words(own, self.mover),
            };
            let spot = self.layout.point(self.mover, point);
            marks.draw(spot, &point.to_string(), &format!("point {point}, {there}"), svg);
        }
        let [first, second] = Side::BOTH.map(|side| checkers_in_words(number(side, BAR), side));
        marks.draw(Layout::bar(), BAR_SPOT, &format!("bar, {first} and {second}"), svg);
        let off = format!("off, {}", checkers_in_words(number(self.mover, OFF), self.mover));
        marks.draw(self.layout.tray(self.mover), OFF_SPOT, &off, svg);
        self.draw_buttons(svg);
    }

    /// The words that can be clicked, between the halves.
    fn draw_buttons(&self, svg: &mut Svg) {
        let marks = self.scene.clickable_spots;
        let words = Move::WORDS.iter().map(|(word, _)| *word);
        let shown: Vec<&str> =
            words.filter(|word| marks.is_next(word) || marks.is_chosen(word)).collect();
        let others = shown.iter().filter(|word| **word != "roll").count().cast_signed() as i32;
        let mut nth = 0;
        for word in shown {
            let is_right = self.dice_are_right() == (word == "roll");
            let (x, y) = Layout::middle_of_half(is_right);
            let along =
                if word == "roll" { 0 } else { (2 * nth - (others - 1)) * HALF_BUTTON_STEP };
            nth += i32::from(word != "roll");
            let at = (x + along, y);
            let (width, height) = BUTTON;
            let (left, top) = (at.0 - width / 2, y - height / 2);
            let button = Rectangle { x: left, y: top, width, height, radius: BUTTON_CORNER };
            svg.rectangle(button, "parlour-button");
            svg.label(at, "parlour-label parlour-button-text", word);
            marks.draw(button, word, word, svg);
        }
    }
}

const fn class_of(side: Side) -> &'static str {
    match side {
        Side::First => "parlour-first",
        Side::Second => "parlour-second",
    }
}

/// A checker with the mark of its side: a ring for First, a diamond for Second.
fn draw_checker(side: Side, at: Point, svg: &mut Svg) {
    svg.circle(
        at,
        CHECKER_RADIUS - TO_CHECKER_EDGE,
        &format!("parlour-checker {}", class_of(side)),
    );
    match side {
        Side::First => svg.circle(at, CHECKER_RADIUS - TO_RING, "parlour-first-mark"),
        Side::Second => svg.diamond(at, DIAMOND, "parlour-second-mark"),
    }
}

fn draw_die(die: u8, (x, y): Point, svg: &mut Svg) {
    let [width, radius] = DIE;
    svg.rectangle(Rectangle { radius, ..Rectangle::square((x, y), width) }, "parlour-die");
    let far = TO_PIP;
    let corners = [(-far, -far), (far, far), (far, -far), (-far, far)];
    let pips: &[Point] = match die {
        1 => &[(0, 0)],
        2 => &corners[..2],
        3 => &[(-far, -far), (0, 0), (far, far)],
        4 => &corners,
        5 => &[(-far, -far), (far, -far), (0, 0), (-far, far), (far, far)],
        _ => &[(-far, -far), (far, -far), (-far, 0), (far, 0), (-far, far), (far, far)],
    };
    for (right, down) in pips {
        svg.circle((x + right, y + down), PIP_RADIUS, "parlour-pip");
    }
}
