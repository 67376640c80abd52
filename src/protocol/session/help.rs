//! The command `help`: commands in groups, one command with its words, or one game.

use super::super::grammar::command_table::{self, COMMANDS, HelpGroup};
use super::super::grammar::refusal::Refusal;
use super::super::grammar::reply::Reply;
use super::find_game_and_initial_setup::open_game;
use super::{CommandEnding, CommandResult, Session};
use crate::games::GAMES;
use crate::host::{GameKind, PlayerInfo};

impl Session {
    /// `help [command|game]`.
    pub(super) fn help(&mut self, word: Option<&str>) -> CommandResult {
        let lines = match word {
            None => overview(),
            Some(word) => match GAMES.iter().find(|kind| kind.name == word) {
                Some(kind) => about_game(kind)?,
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
            "newgame" => details.extend(GAMES.iter().map(|kind| usage_of_game(kind))),
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
    let games: Vec<&str> = GAMES.iter().map(|kind| kind.name).collect();
    lines.push(format!(
        "'help <command>' explains its words, 'help <game>' moves and positions of {}",
        games.join(", ")
    ));
    lines
}

/// How a game is started and written, and who plays it.
fn about_game(kind: &GameKind) -> Result<Vec<String>, Refusal> {
    let players = open_game(kind, &[])?.describe_players();
    let mut details = vec![
        usage_of_game(kind),
        format!("to win: {}", kind.goal),
        format!("a move: {}", kind.spelling.moves),
        format!("a position: {}", kind.spelling.positions),
    ];
    details.extend(players.iter().map(|player| format!("go player {}", line_of_player(player))));
    let mut lines = vec![format!("{}: {}", kind.name, kind.about)];
    lines.extend(details.iter().map(|detail| indented(detail)));
    Ok(lines)
}

fn usage_of_game(kind: &GameKind) -> String {
    let usage = format!("newgame {} {}", kind.name, kind.variant_keys);
    format!("{}: {}", usage.trim_end(), kind.about)
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
        for kind in GAMES {
            let mut game = open_game(kind, &[]).expect("a game");
            let last = kind.spelling.positions.rsplit(": ").next().expect("an example");
            let set = game.set_position(crate::host::Start::Fen(last), &[]);
            assert_eq!(set, Ok(()), "{last}");
            assert!(about_game(kind).expect("a game").len() > 4, "{}", kind.name);
        }
        assert!(overview().iter().all(|line| line.chars().count() < 120));
    }
}
