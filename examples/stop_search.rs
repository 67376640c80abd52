//! A session in the background, stopped in mid-search:
//! `cargo run --release --example stop_search`.
#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use std::error::Error;
use std::sync::mpsc::channel;
use std::time::Duration;

use parlour::Session;

/// The time until the search is stopped.
const TIME: Duration = Duration::from_millis(300);

fn main() -> Result<(), Box<dyn Error>> {
    let (sender, answers) = channel();
    let on_line = move |line: &str| drop(sender.send(line.to_owned()));
    let mut session = Session::new("connect5")?.option("Hash", "64")?.start(on_line)?;
    for line in ["move h8 i9 h9", "show", "go infinite"] {
        println!("> {line}");
        session.send(line);
    }
    std::thread::sleep(TIME);
    for line in answers.try_iter() {
        println!("{line}");
    }
    println!("> stop");
    session.send("stop");
    let end = session.finish()?;
    for line in answers {
        println!("{line}");
    }
    println!("any line refused: {}", end.any_refused);
    Ok(())
}
