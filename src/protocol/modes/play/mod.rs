//! `parlour play`: a game in the terminal, with a prompt, against a player of the engine.

mod line_editor;
mod prompt_commands;
pub mod settings;
mod terminal_game;

use std::io;

use crate::board::drawing_style::Style;
use crate::protocol::io::output::{complain, is_stdout_terminal, to_stdout};
use line_editor::LineEditor;
pub use settings::{People, PlaySettings};
use terminal_game::TerminalGame;

/// Plays until the input ends or `quit`; returns whether any line was refused.
///
/// # Errors
/// If stdin cannot be read, or stdout cannot be written.
pub fn run(settings: PlaySettings) -> io::Result<bool> {
    let output = to_stdout();
    let style = terminal_style();
    let mut game = match TerminalGame::new(settings, &output, style) {
        Ok(game) => game,
        Err(refusal) => {
            complain(&refusal);
            return Ok(true);
        }
    };
    let mut editor = LineEditor::new()?;
    let mut any_refused = false;
    game.greet();
    while !(game.has_quit || output.is_closed()) {
        if let Err(refusal) = game.go_on() {
            complain(&refusal);
            any_refused = true;
            break;
        }
        output.flush();
        let Some(line) = editor.read(&game.prompt(), prompt_commands::completions(&game))? else {
            break;
        };
        if let Err(refusal) = prompt_commands::execute(&mut game, &line) {
            any_refused = true;
            output.write_line(&prompt_commands::refusal_text(&refusal));
        }
    }
    output.finish().map(|()| any_refused)
}

/// Colours on a terminal, unless the variable `NO_COLOR` is set; `None` leaves it to the option.
fn terminal_style() -> Option<Style> {
    let is_plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    is_stdout_terminal().then_some(if is_plain { Style::Unicode } else { Style::Colour })
}
