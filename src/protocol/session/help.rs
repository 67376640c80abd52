//! The command `help`: commands in groups, one command with its words, or one game.

use super::super::grammar::command_table::{self, COMMANDS, HelpGroup};
use super::super::grammar::refusal::Refusal;
use super::super::grammar::reply::Reply;
use super::engine_options_and_initial_game::open_game;
use super::{CommandEnding, CommandResult, Session};
use crate::games::GAMES;
use crate::host::{GameEntry, PlayerInfo};

impl Session {
    /// `help [command|game]`.
    pub(super) fn help(&mut self, word: Option<&str>) -> CommandResult {
        let lines = match word {
            None => overview(),
            Some(word) => match GAMES.iter().find(|entry| entry.name == word) {
                Some(entry) => about_game(entry)?,
                None => self.about_command(word)?,
            },
        };
        for line in lines {
            self.replies.write(&Reply::Help(line));
        }
        Ok(CommandEnding::Silent)
    }

    /// The explanation of one command and its words.
    fn about_command(&self, word: &str) -> Result<Vec<String>, Refusal> {
        let row =
            command_table::find(word).ok_or_else(|| command_table::unknown_help_topic(word))?;
        let mut details = row.word_help_lines();
        match row.name {
            "newgame" => details.extend(GAMES.iter().map(|entry| usage_of_game(entry))),
            "setoption" => {
                let specs = self.options.specs().iter();
                details.extend(specs.map(|spec| format!("{}: {}", spec.name, spec.about)));
            }
            "players" => {
                details.extend(self.game.describe_players().iter().map(line_of_player));
            }
            _ => {}
        }
        let mut lines = vec![row.help_line()];
        lines.extend(details.iter().map(|detail| indented(detail)));
        Ok(lines)
    }
}

/// All commands, group by group.
fn overview() -> Vec<String> {
    let mut lines = Vec::new();
    for group in HelpGroup::ALL {
        lines.push(group.title().to_owned());
        let rows = COMMANDS.iter().filter(|row| row.group == group);
        lines.extend(rows.map(|row| indented(&row.short_help_line())));
    }
    let games: Vec<&str> = GAMES.iter().map(|entry| entry.name).collect();
    lines.push(format!(
        "'help <command>' explains its words, 'help <game>' moves and positions of {}",
        games.join(", ")
    ));
    lines
}

/// How a game is started and written, and who plays it.
fn about_game(entry: &GameEntry) -> Result<Vec<String>, Refusal> {
    let players = open_game(entry, &[])?.describe_players();
    let mut details = vec![
        usage_of_game(entry),
        format!("to win: {}", entry.goal),
        format!("a move: {}", entry.spelling.moves),
        format!("a position: {}", entry.spelling.positions),
    ];
    details.extend(players.iter().map(|player| format!("go player {}", line_of_player(player))));
    let mut lines = vec![format!("{}: {}", entry.name, entry.about)];
    lines.extend(details.iter().map(|detail| indented(detail)));
    Ok(lines)
}

fn usage_of_game(entry: &GameEntry) -> String {
    let usage = format!("newgame {} {}", entry.name, entry.variant_keys);
    format!("{}: {}", usage.trim_end(), entry.about)
}

fn line_of_player(player: &PlayerInfo) -> String {
    format!("{}: {}", player.name, player.about)
}

fn indented(line: &str) -> String {
    format!("  {line}")
}

#[cfg(test)]
mod tests {
    use super::{GAMES, about_game, open_game, overview};

    #[test]
    fn examples_of_every_game_can_be_typed() {
        for entry in GAMES {
            let mut game = open_game(entry, &[]).expect("a game");
            let last = entry.spelling.positions.rsplit(": ").next().expect("an example");
            let set = game.set_position(crate::host::Start::Fen(last), &[]);
            assert_eq!(set, Ok(()), "{last}");
            assert!(about_game(entry).expect("a game").len() > 4, "{}", entry.name);
        }
        assert!(overview().iter().all(|line| line.chars().count() < 120));
    }
}
