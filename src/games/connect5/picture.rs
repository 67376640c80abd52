//! The picture of a board: stones on the crossings of lines, each cell a spot.

use super::text::{column_letter, winning_line};
use super::{Cell, LineBoard};
use crate::base::{Side, capitalised, number_with_noun};
use crate::board::Grid;
use crate::board::svg_drawing::stone_board::StoneBoard;
use crate::host::{PictureView, Scene, one_click};

/// The usual colours of First and of Second.
pub(super) const SIDE_COLOURS: [&str; 2] = ["black", "white"];

/// The picture of every kind of board; one click is a move.
pub(super) const fn view<B: LineBoard>() -> PictureView<B> {
    PictureView { draw, clicks: one_click }
}

fn draw<B: LineBoard>(scene: &Scene<'_, B>) -> String {
    let board = scene.position;
    let (width, height) = board.size();
    let cell = |m: &Cell| (usize::from(m.x), usize::from(m.y));
    let picture = StoneBoard {
        game: "connect5",
        title: &format!("Connect 5: {}", scene.turn_or_ending_in_words(SIDE_COLOURS)),
        description: &describe(scene),
        grid: Grid::new(width, height),
        bottom: scene.bottom,
        stones: SIDE_COLOURS,
        owner: &|(x, y)| board.stone(x, y),
        column: &|x| column_letter(x).to_string(),
        row: &|y| (height - y).to_string(),
        last: scene.played.last().map(cell),
        winning: &winning_line(board),
        clickable_spots: scene.clickable_spots,
    };
    picture.draw()
}

/// The position in sentences: the stones of each side.
fn describe<B: LineBoard>(scene: &Scene<'_, B>) -> String {
    let board = scene.position;
    let (width, height) = board.size();
    let size = format!(
        "A board of {width} by {height} cells, {}.",
        scene.turn_or_ending_in_words(SIDE_COLOURS)
    );
    let mut sentences = vec![size];
    sentences.extend(scene.played.last().map(|last| {
        let mut name = String::new();
        board.write_move(*last, &mut name);
        format!("The last stone is on {name}.")
    }));
    for side in Side::BOTH {
        let cells = Grid::new(width, height).cells();
        let own = cells.filter(|(x, y)| board.stone(*x, *y) == Some(side));
        let names: Vec<String> =
            own.map(|(x, y)| format!("{}{}", column_letter(x), height - y)).collect();
        if !names.is_empty() {
            let stones = number_with_noun(names.len(), "stone");
            let list = names.join(", ");
            sentences
                .push(format!("{} has {stones}: {list}.", capitalised(SIDE_COLOURS[side.index()])));
        }
    }
    sentences.join(" ")
}
