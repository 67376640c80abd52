//! Writes the man page and the shell completions of `parlour` into a folder.
//!
//! Both are generated from the one argument definition in the engine's crate:
//! `cargo run -p parlour-man-page-and-completions -- target/manual`

use std::path::PathBuf;
use std::{env, fs};

use anyhow::{Context, Result};
use clap_complete::Shell;

fn main() -> Result<()> {
    let folder =
        env::args_os().nth(1).context("usage: parlour-man-page-and-completions <folder>")?;
    let folder = PathBuf::from(folder);
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    clap_mangen::generate_to(parlour::command_line::command(), &folder)?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell] {
        let mut command = parlour::command_line::command();
        clap_complete::generate_to(shell, &mut command, "parlour", &folder)?;
    }
    Ok(())
}
