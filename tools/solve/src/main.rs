//! Solves Connect Four positions, one a line as channels from 1, and tells the nodes it took.
//!
//! `parlour-solve [threads [MiB]]`; a line is answered by its channels and its score as the
//! field's solvers print it, so that files of positions can be timed against other programs.

use std::io::{BufRead, Write, stderr, stdin, stdout};

use anyhow::{Context, ensure};
use parlour::game::Position;
use parlour::games::connect4::{Rack, solver::Solver};

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let threads = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let mebibytes = arguments.next().map_or(Ok(64), |text| text.parse())?;
    let mut solver = Solver::<7, 6>::new(mebibytes, threads);
    let mut out = stdout().lock();
    for line in stdin().lock().lines() {
        let line = line?;
        let moves = line.split(' ').next().unwrap_or_default();
        let rack = rack_after(moves).with_context(|| format!("in {moves}"))?;
        writeln!(out, "{moves} {}", solver.score(&rack, &mut |_| true).lower)?;
    }
    writeln!(stderr(), "nodes {}", solver.nodes())?;
    Ok(())
}

/// The rack after these moves from the empty one.
fn rack_after(moves: &str) -> anyhow::Result<Rack<7, 6>> {
    let mut rack = Rack::EMPTY;
    let mut legal = Vec::new();
    for digit in moves.bytes() {
        let channel = digit.wrapping_sub(b'1');
        legal.clear();
        rack.moves(&mut legal);
        ensure!(legal.contains(&channel), "{} is no move", char::from(digit));
        rack.play(channel);
    }
    Ok(rack)
}
