//! Two players of any game play against each other:
//! `cargo run --release --example play_game -- sticks search classic`.
#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use std::time::Duration;

use parlour::{Error, Game, Side, Style, Turn};

/// The time for a move.
const TIME: Duration = Duration::from_millis(50);

fn main() -> Result<(), Error> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut words = arguments.iter().map(String::as_str);
    let mut game = Game::new(words.next().unwrap_or("connect4"))?;
    let default = game.players()[0].name;
    let players = [words.next().unwrap_or(default), words.next().unwrap_or("generic")];

    loop {
        match game.turn() {
            Turn::Over(_) => break,
            Turn::Roll(_) => {
                game.roll()?;
            }
            Turn::Decide(side) => {
                let player = players[side.index()];
                let answer = game.search().player(player).movetime(TIME).run()?;
                println!("{player}: {} ({})", answer.best, answer.reason);
                game.play(&answer.best)?;
            }
        }
    }
    println!("{}", game.board(Style::Unicode));
    let ending = game.ending().unwrap_or_default();
    match game.outcome().and_then(parlour::Outcome::winner) {
        Some(side) => println!("{} has won: {ending}", players[side.index()]),
        None => println!("drawn: {ending}"),
    }
    println!("the final position as a picture has {} bytes", game.svg(Side::First)?.len());
    Ok(())
}
