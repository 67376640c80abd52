//! Answers that change nothing: `help` (commands in groups, one command with its words, or one game),
//! the engine and its options, the facts of the game, `query`, and drawings.

use super::find_game::{game_of_other_name, open_game};
use super::{CommandEnding, CommandResult, Session};
use crate::base::name_hints::did_you_mean;
use crate::base::{Outcome, Side};
use crate::game::{MatchStanding, Turn};
use crate::games::GAMES;
use crate::host::{GameEntry, PlayerInfo};
use crate::protocol::grammar::command::{Query, Tokens};
use crate::protocol::grammar::command_table::{self, COMMANDS, HelpGroup};
use crate::protocol::grammar::refusal::{Code, Refusal};
use crate::protocol::grammar::reply::Reply;

impl Session {
    /// `ugi`: the name of the engine and its options.
    pub(super) fn introduce(&mut self) -> CommandEnding {
        let name = concat!("Parlour ", env!("CARGO_PKG_VERSION"));
        self.replies.write(&Reply::Id("name", name));
        self.replies.write(&Reply::Id("author", "the Parlour authors"));
        for spec in self.options.specs() {
            self.replies.write(&Reply::Option(spec.on_this_machine()));
        }
        self.answer(&Reply::UgiOk)
    }

    /// `describe`: the facts of the game.
    pub(super) fn describe(&mut self) -> CommandEnding {
        for (key, value) in self.entry.description.facts(self.game.variant_facts()) {
            self.replies.write(&Reply::Describe(key, value));
        }
        self.answer(&Reply::DescribeOk)
    }

    /// `lines`: the lines through a cell.
    pub(super) fn lines_through(&mut self, cell: &str) -> CommandResult {
        for line in self.game.lines_through(cell)? {
            self.replies.write(&Reply::Lines(line));
        }
        Ok(self.answer(&Reply::LinesOk))
    }

    /// `svg`: the picture of the position.
    pub(super) fn draw_svg(&mut self, bottom: Side, spots: &Tokens) -> CommandResult {
        for line in self.game.picture(bottom, &spots.to_vec())?.lines() {
            self.replies.write(&Reply::Svg(line.to_owned()));
        }
        Ok(self.answer(&Reply::SvgOk))
    }

    /// `spots`: the clicks that may be made.
    pub(super) fn list_spots(&mut self, spots: &Tokens) -> CommandResult {
        let choices = self.game.clicks(&spots.to_vec())?;
        for remaining in choices.moves {
            self.replies.write(&Reply::Spots(remaining));
        }
        Ok(self.answer(&Reply::SpotsOk(choices.next)))
    }

    /// The board in text, for `show`.
    pub(super) fn draw(&mut self) {
        let mut text = String::new();
        self.game.draw(self.options.style(), &mut text);
        for line in text.lines() {
            self.replies.write(&Reply::Board(line.to_owned()));
        }
    }

    /// The reply to `query`.
    pub(super) fn respond(&self, query: Query) -> String {
        let outcome = match self.game.turn() {
            Turn::Over(outcome) => Some(outcome),
            Turn::Decide(_) | Turn::Roll(_) => None,
        };
        match query {
            Query::FirstTurn => (self.game.side() == Side::First).to_string(),
            Query::GameOver => outcome.is_some().to_string(),
            Query::Points => outcome.map_or(0, Outcome::points).to_string(),
            Query::Result => match outcome {
                None => "none",
                Some(Outcome::Draw) => "draw",
                Some(Outcome::Win { side: Side::First, .. }) => "p1win",
                Some(Outcome::Win { side: Side::Second, .. }) => "p2win",
            }
            .to_owned(),
            Query::Ending => self.game.ending().unwrap_or_else(|| "none".to_owned()),
            Query::Turn => self.game.due(),
            Query::Match => self.game.match_standing().map_or_else(
                || "none".to_owned(),
                |MatchStanding { points: [first, second], winner }| {
                    let state = match winner {
                        None => "playing",
                        Some(Side::First) => "p1win",
                        Some(Side::Second) => "p2win",
                    };
                    format!("p1 {first} p2 {second} {state}")
                },
            ),
            Query::Stakes => self.game.stakes().map_or_else(
                || "none".to_owned(),
                |stakes| stakes.map(|value| ((value * 1e9).round() / 1e9).to_string()).join(" "),
            ),
            Query::Seed => self.options.seed().to_string(),
        }
    }

    /// `help [command|game|option|player]`.
    pub(super) fn help(&mut self, word: Option<&str>) -> CommandResult {
        let lines = match word {
            None => overview(),
            Some(word) => match GAMES.iter().find(|entry| entry.name.eq_ignore_ascii_case(word)) {
                Some(entry) => about_game(entry)?,
                None => self
                    .about_command(word)
                    .or_else(|refusal| self.about_option_or_player(word)?.ok_or(refusal))?,
            },
        };
        for line in lines {
            self.replies.write(&Reply::Help(line));
        }
        Ok(CommandEnding::Silent)
    }

    /// The explanation of one command and its words.
    fn about_command(&self, word: &str) -> Result<Vec<String>, Refusal> {
        let row = command_table::find(word).ok_or_else(|| self.unknown_topic(word))?;
        let mut details = row.word_help_lines();
        match row.name {
            "newgame" => details.extend(GAMES.iter().map(|entry| usage_of_game(entry))),
            "setoption" => details.extend(self.options.help_lines()),
            "players" => {
                details.extend(self.game.describe_players().iter().map(line_of_player));
            }
            _ => {}
        }
        let mut lines = vec![row.help_line()];
        lines.extend(details.iter().map(|detail| indented(detail)));
        Ok(lines)
    }

    /// The refusal of what `help` does not explain, with the names that may be meant.
    fn unknown_topic(&self, topic: &str) -> Refusal {
        let games = GAMES.iter().map(|entry| entry.name);
        let options = self.options.specs().iter().map(|spec| spec.name);
        let names = command_table::command_words().chain(games).chain(options);
        let hint = match did_you_mean(topic, names.chain(self.game.players())) {
            none if none.is_empty() => "; try 'help'".to_owned(),
            hint => hint,
        };
        let text = format!("'{topic}' is not a command, a game, an option or a player{hint}");
        Refusal::new(Code::UnknownCommand, text)
    }

    /// An option with its range, the players of this name in all games, or else the game that has
    /// this other name.
    fn about_option_or_player(&self, word: &str) -> Result<Option<Vec<String>>, Refusal> {
        let specs = self.options.specs().iter();
        let spec = specs.filter(|spec| spec.name.eq_ignore_ascii_case(word));
        let mut lines: Vec<String> =
            spec.map(|spec| Reply::Option(spec.on_this_machine()).to_string()).collect();
        lines.extend(self.options.help_lines_of(word).map(|line| indented(&line)));
        for entry in GAMES {
            let players = open_game(entry, &[])?.describe_players();
            let named = players.iter().filter(|player| player.name.eq_ignore_ascii_case(word));
            lines.extend(
                named.map(|player| format!("{} player {}", entry.name, line_of_player(player))),
            );
        }
        if lines.is_empty()
            && let Some(game) = game_of_other_name(word)
        {
            lines = about_game(game)?;
        }
        Ok((!lines.is_empty()).then_some(lines))
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
        "'help' explains more words: a command, a game ({}), an option, or a player",
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
