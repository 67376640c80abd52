//! Solves a position of Connect Four: `cargo run --release --example solve_connect4 -- 44444222`.
#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use parlour::{Error, Game, Style};

fn main() -> Result<(), Error> {
    let moves = std::env::args().nth(1).unwrap_or_else(|| "4444422222".to_owned());
    let mut game = Game::new("connect4")?;
    game.play(&moves)?;
    let solution = game.solve()?;

    println!("{}", game.board(Style::Unicode));
    for (played, score) in &solution.moves {
        let ending = score.ending().unwrap_or_else(|| "draws".to_owned());
        println!("{played}: {ending}");
    }
    println!("best: {}", solution.best_moves().join(" "));
    println!("stones left: {}, {} positions searched", solution.stones_left(), solution.nodes);
    Ok(())
}
