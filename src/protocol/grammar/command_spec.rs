//! A row of the command table: what can be typed, what it does, and when it takes effect.

use super::command::Command;
use super::go::GoWord;
use super::query::QUERY_WORDS;
use super::reply::Refusal;

/// When a line takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// In its turn.
    Queued,
    /// In its turn, and may take long: `stop` ends it.
    Search,
    /// When it is read, if a search runs or waits.
    Ready,
    /// When it is read: ends the searches before it.
    Stop,
    /// When it is read, as `Stop` does; nothing is read after it.
    Quit,
    /// As `Quit`, but searches that are not answered by then, and lines queued after them, are
    /// dropped without an answer.
    End,
}

/// What commands are for; `help` lists them in these groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// They play a game.
    Play,
    /// They ask about the position or the game.
    Ask,
    /// They are about the engine, its options and its tests.
    Engine,
}

impl Group {
    /// Every group, in the order of `help`.
    pub const ALL: [Self; 3] = [Self::Play, Self::Ask, Self::Engine];

    /// What its commands are for, and an example.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Play => "to play, for example: newgame connect4, then move 4, then go",
            Self::Ask => "to ask about the game, for example: legal, then explain 4 5",
            Self::Engine => {
                "to set up and to ask about the engine, for example: setoption name Hash value 64"
            }
        }
    }
}

/// A word or a form of a command, and what it means, in one line each.
pub(super) struct WordHelp {
    usage: &'static str,
    about: &'static str,
}

/// A word of `help`, with what it means.
pub(super) const fn word(usage: &'static str, about: &'static str) -> WordHelp {
    WordHelp { usage, about }
}

/// One row of the command table.
pub struct CommandSpec {
    /// The command word.
    pub name: &'static str,
    /// Another word for the same.
    pub alias: Option<&'static str>,
    /// Its arguments, as `help` shows them; empty if they are `words`.
    usage: &'static str,
    /// The words that its arguments are made of, in any order.
    words: &'static [GoWord],
    /// Its words or forms, for `help`.
    forms: &'static [WordHelp],
    /// What it does, in one line.
    pub about: &'static str,
    /// What it is for.
    pub group: Group,
    /// When it takes effect.
    pub urgency: Urgency,
    /// Parses its arguments.
    pub parse: fn(&str) -> Result<Command, Refusal>,
}

/// A row of a command that is carried out in its turn.
pub(super) const fn row(
    name: &'static str,
    usage: &'static str,
    about: &'static str,
    parse: fn(&str) -> Result<Command, Refusal>,
) -> CommandSpec {
    CommandSpec {
        name,
        alias: None,
        usage,
        words: &[],
        forms: &[],
        about,
        group: Group::Engine,
        urgency: Urgency::Queued,
        parse,
    }
}

impl CommandSpec {
    /// The same with another word for the same.
    pub(super) const fn or(mut self, alias: &'static str) -> Self {
        self.alias = Some(alias);
        self
    }

    /// The same taking effect then.
    pub(super) const fn acting(mut self, urgency: Urgency) -> Self {
        self.urgency = urgency;
        self
    }

    /// The same in this group of `help`.
    pub(super) const fn to(mut self, group: Group) -> Self {
        self.group = group;
        self
    }

    /// The same with these words as arguments.
    pub(super) const fn of_words(mut self, words: &'static [GoWord]) -> Self {
        self.words = words;
        self
    }

    /// The same with these words or forms in `help`.
    pub(super) const fn of_forms(mut self, forms: &'static [WordHelp]) -> Self {
        self.forms = forms;
        self
    }

    /// The command word and its arguments, as `help` shows them.
    pub fn usage(&self) -> String {
        let words = self.words.iter().map(|word| format!("[{}]", word.usage()));
        let parts = [self.name, self.usage].map(str::to_owned).into_iter().chain(words);
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Its line in `help`: what can be typed, and what it does.
    pub fn line(&self) -> String {
        let alias = self.alias.map_or_else(String::new, |alias| format!(" (or {alias})"));
        format!("{}{alias}: {}", self.usage(), self.about)
    }

    /// The same, with `…` for arguments that are made of words.
    pub fn short_line(&self) -> String {
        if self.words.is_empty() {
            self.line()
        } else {
            format!("{} …: {}", self.name, self.about)
        }
    }

    /// Its words with what they mean, a line each.
    pub fn details(&self) -> Vec<String> {
        let words = self.words.iter().map(|word| format!("{}: {}", word.usage(), word.about));
        let forms = self.forms.iter().map(|form| format!("{}: {}", form.usage, form.about));
        let mut lines: Vec<String> = words.chain(forms).collect();
        if self.name == "query" {
            lines.extend(QUERY_WORDS.iter().map(|row| format!("{}: {}", row.name, row.about)));
        }
        lines
    }

    /// Whether this is the row of that command word.
    pub fn is_called(&self, word: &str) -> bool {
        self.name == word || self.alias == Some(word)
    }
}
