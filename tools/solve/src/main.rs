//! Solves Connect Four positions, one a line as channels from 1, and tells the nodes it took.
use std::io::{BufRead, Write, stdin, stdout};

use parlour::game::Position;
use parlour::games::connect4::{Rack, solver::Solver};

fn main() -> anyhow::Result<()> {
    let mut solver = Solver::<7, 6>::new(64);
    let mut out = stdout().lock();
    for line in stdin().lock().lines() {
        let line = line?;
        let moves = line.split(' ').next().unwrap_or_default();
        let mut rack = Rack::EMPTY;
        for channel in moves.bytes() {
            rack.play(channel - b'1');
        }
        writeln!(out, "{moves} {}", solver.score(&rack))?;
    }
    writeln!(std::io::stderr(), "nodes {}", solver.nodes())?;
    Ok(())
}
