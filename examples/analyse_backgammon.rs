//! The best plays of a roll of backgammon, and a cube decision:
//! `cargo run --release --example analyse_backgammon`.
#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use parlour::{Error, Game, Rating};

/// A roll to be played, and a decision before the dice.
const POSITIONS: [&str; 2] = [
    "XGID=-a-B--E-B-a-dDB--b-bcb----:0:0:1:41:0:0:0:0:10",
    "XGID=---ACCD-BB----ca---dcca---:0:0:1:00:0:0:0:0:10",
];

fn main() -> Result<(), Error> {
    let mut game = Game::new("backgammon cube on")?;
    for position in POSITIONS {
        game.set_position(position)?;
        println!("{position}");
        let answer = game.search().depth(2).lines(5).run()?;
        for info in (1..=5).map_while(|rank| answer.line(rank)) {
            let Rating::Equity(value) = info.rating else { continue };
            let chance = |name| 100.0 * value.probability(name).unwrap_or_default();
            println!(
                "{:<14} {:+.3}   wins {:.1} %, gammons {:.1} %, loses gammons {:.1} %",
                info.pv,
                value.equity,
                chance("win"),
                chance("gammon"),
                chance("lose_gammon"),
            );
        }
        println!("best: {} ({})\n", answer.best, answer.reason);
    }
    Ok(())
}
