//! The commands that can be typed at the prompt besides moves: one table.

use super::settings::People;
use super::terminal_game::TerminalGame;
use crate::protocol::grammar::command::first_word;
use crate::protocol::grammar::refusal::{Code, Refusal};

/// The action of a word; the text is what follows the word.
type Action = fn(&mut TerminalGame<'_>, &str) -> Result<(), Refusal>;

/// A word of the prompt.
pub(super) struct Word {
    /// As it is typed.
    pub(super) name: &'static str,
    /// The arguments that may follow the word, for `help`.
    argument: &'static str,
    /// The effect of the word, for `help`.
    about: &'static str,
    action: Action,
}

/// Every word, in the order of `help`.
pub(super) const WORDS: [Word; 14] = [
    word("undo", "[n]", "takes back your last move, or n plies", undo),
    word("hint", "", "what the default player would play at full strength", |game, _| game.hint()),
    word(
        "explain",
        "[move]…",
        "what it thinks of its move, then of the best others",
        |game, moves| game.explain(moves),
    ),
    word("moves", "", "lists the legal moves", |game, _| game.list_moves()),
    word("board", "", "draws the board again", |game, _| {
        game.draw();
        Ok(())
    }),
    word("fen", "", "writes the position on one line", |game, _| {
        game.write_fen();
        Ok(())
    }),
    word("go", "", "lets the engine play this move", |game, _| game.play_engine_move()),
    word("side", "first|second|both|none", "the side that you play", change_sides),
    word("player", "<name>", "the engine's player", change_player),
    word("level", "<0 to 20>", "the engine's strength, 20 is full", change_level),
    word("new", "", "begins another game", |game, _| {
        game.begin_again();
        Ok(())
    }),
    word("help", "", "lists these words", |game, _| {
        help(game);
        Ok(())
    }),
    word("quit", "", "ends the program", |game, _| {
        game.has_quit = true;
        Ok(())
    }),
    word("exit", "", "the same as quit", |game, _| {
        game.has_quit = true;
        Ok(())
    }),
];

const fn word(
    name: &'static str,
    argument: &'static str,
    about: &'static str,
    action: Action,
) -> Word {
    Word { name, argument, about, action }
}

/// Executes a line: a word of the table, or moves, with or without the word `move`.
///
/// # Errors
/// What the word or the game refuses; nothing has changed then.
pub(super) fn execute(game: &mut TerminalGame<'_>, line: &str) -> Result<(), Refusal> {
    let line = line.trim();
    let (name, rest) = first_word(line);
    let rest = rest.trim();
    match WORDS.iter().find(|word| word.name.eq_ignore_ascii_case(name)) {
        Some(word) if word.argument.is_empty() && !rest.is_empty() => {
            Err(expected(&format!("nothing after '{}'", word.name)))
        }
        Some(word) => (word.action)(game, rest),
        None if line.is_empty() => Ok(()),
        None if name.eq_ignore_ascii_case("move") => game.play(rest),
        None => game.play(line),
    }
}

/// A refusal with the call of the program instead of the command `newgame`, which is no word here.
pub(super) fn refusal_text(refusal: &Refusal) -> String {
    refusal.text.replace("newgame ", "parlour play ")
}

/// The texts that may be typed: these words, and the legal moves.
pub(super) fn completions(game: &TerminalGame<'_>) -> Vec<String> {
    let words = WORDS.iter().map(|word| word.name.to_owned());
    let moves = game.legal_moves().unwrap_or_default();
    words.chain(moves.split_ascii_whitespace().map(str::to_owned)).collect()
}

fn undo(game: &mut TerminalGame<'_>, plies: &str) -> Result<(), Refusal> {
    let number = |_| expected("a number of plies after 'undo'");
    let plies = (!plies.is_empty()).then(|| plies.parse().map_err(number)).transpose()?;
    game.take_back(plies)
}

fn change_sides(game: &mut TerminalGame<'_>, name: &str) -> Result<(), Refusal> {
    game.people = People::named(name)
        .ok_or_else(|| expected(&format!("one of {} after 'side'", People::NAMES.join(", "))))?;
    Ok(())
}

fn change_player(game: &mut TerminalGame<'_>, name: &str) -> Result<(), Refusal> {
    if name.is_empty() {
        return Err(expected(&format!("one of {} after 'player'", game.players().join(", "))));
    }
    game.set_player(name)
}

fn change_level(game: &mut TerminalGame<'_>, level: &str) -> Result<(), Refusal> {
    if level.is_empty() {
        return Err(expected("a number from 0 to 20 after 'level'"));
    }
    game.set_option("Level", level)?;
    game.say(&format!("level {level}"));
    Ok(())
}

fn help(game: &TerminalGame<'_>) {
    game.say(&format!("a move: {}", game.move_spelling()));
    for word in &WORDS {
        let usage = format!("{} {}", word.name, word.argument);
        game.say(&format!("{usage:<29} {}", word.about));
    }
}

fn expected(what: &str) -> Refusal {
    Refusal::new(Code::BadSyntax, format!("expected {what}"))
}
