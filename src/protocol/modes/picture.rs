//! `parlour picture`: the picture of one position, into a file or to stdout.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::base::Side;
use crate::host::Start;
use crate::protocol::grammar::command::Tokens;
use crate::protocol::grammar::refusal::{Code, Refusal};
use crate::protocol::io::output::{complain, to_stdout};
use crate::protocol::session::setup::Setup;

/// The position to draw, and the file.
pub struct PictureSettings {
    /// The game.
    pub setup: Setup,
    /// The position, as `position fen` reads it; `None` for the start position.
    pub fen: Option<Tokens>,
    /// The moves from there.
    pub moves: Tokens,
    /// The side at the bottom.
    pub bottom: Side,
    /// The file; `None` for stdout.
    pub out: Option<PathBuf>,
}

/// Draws the picture; returns whether the position or a move was refused.
///
/// # Errors
/// If the file or stdout cannot be written.
pub fn run(settings: &PictureSettings) -> io::Result<bool> {
    let svg = match draw(settings) {
        Ok(svg) => svg,
        Err(refusal) => {
            complain(&refusal);
            return Ok(true);
        }
    };
    if let Some(path) = &settings.out {
        let name = |error: io::Error| {
            io::Error::new(error.kind(), format!("cannot write {}: {error}", path.display()))
        };
        return fs::write(path, svg).map_err(name).map(|()| false);
    }
    let output = to_stdout();
    svg.lines().for_each(|line| output.write_line(line));
    output.finish().map(|()| false)
}

/// Moves with blanks instead of the commas between them; those in parentheses stay: `(4,1)`.
pub fn without_commas(moves: &str) -> String {
    let mut is_inside = false;
    let separated = moves.chars().map(|letter| {
        is_inside = letter == '(' || is_inside && letter != ')';
        if letter == ',' && !is_inside { ' ' } else { letter }
    });
    separated.collect()
}

/// Refuses the name of a file of another format than SVG.
///
/// # Errors
/// `unsupported`, if the name has another extension than `.svg`.
pub fn check_file_name(path: &Path) -> Result<(), Refusal> {
    match path.extension() {
        Some(extension) if !extension.eq_ignore_ascii_case("svg") => {
            let name = path.display();
            let text =
                format!("pictures are SVG, not {name}: write an .svg, and resvg makes a PNG of it");
            Err(Refusal::new(Code::Unsupported, text))
        }
        _ => Ok(()),
    }
}

fn draw(settings: &PictureSettings) -> Result<String, Refusal> {
    let mut game = settings.setup.open_game()?;
    let start = settings.fen.as_ref().map_or(Start::Standard, |fen| Start::Fen(fen.as_str()));
    game.set_position(start, &settings.moves.to_vec())?;
    Ok(game.picture(settings.bottom, &[])?)
}

#[cfg(test)]
mod tests {
    use super::{check_file_name, without_commas};
    use std::path::Path;

    #[test]
    fn commas_between_moves_are_blanks_and_those_in_parentheses_stay() {
        assert_eq!(without_commas("h8,h9, g7"), "h8 h9  g7");
        assert_eq!(without_commas("(4,1),(4, 2)"), "(4,1) (4, 2)");
    }

    #[test]
    fn only_names_of_svg_files_are_taken() {
        for name in ["board.svg", "board.SVG", "board", ".svg"] {
            assert!(check_file_name(Path::new(name)).is_ok(), "{name}");
        }
        let refused = check_file_name(Path::new("y.png")).expect_err("no SVG").text;
        assert!(refused.contains("resvg"), "{refused}");
    }
}
