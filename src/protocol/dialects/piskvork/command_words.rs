//! The command words of the protocol, Gomocup's and Yixin's.

use crate::protocol::grammar::command::first_word;
use crate::protocol::grammar::command_table::Urgency;

/// A command word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommandWord {
    About,
    Start,
    RectStart,
    Restart,
    Begin,
    Turn,
    Play,
    Board,
    SetUp,
    Swap2,
    Done,
    TakeBack,
    Info,
    ShowInfo,
    ShowForbid,
    NBest,
    ClearHash,
    Stop,
    End,
}

/// Every word; some mean the same.
const WORDS: [(&str, CommandWord); 21] = [
    ("ABOUT", CommandWord::About),
    ("START", CommandWord::Start),
    ("RECTSTART", CommandWord::RectStart),
    ("RESTART", CommandWord::Restart),
    ("BEGIN", CommandWord::Begin),
    ("TURN", CommandWord::Turn),
    ("PLAY", CommandWord::Play),
    ("BOARD", CommandWord::Board),
    ("YXBOARD", CommandWord::SetUp),
    ("SWAP2BOARD", CommandWord::Swap2),
    ("DONE", CommandWord::Done),
    ("TAKEBACK", CommandWord::TakeBack),
    ("INFO", CommandWord::Info),
    ("YXSHOWINFO", CommandWord::ShowInfo),
    ("YXSHOWFORBID", CommandWord::ShowForbid),
    ("SHOW", CommandWord::ShowForbid),
    ("YXNBEST", CommandWord::NBest),
    ("YXHASHCLEAR", CommandWord::ClearHash),
    ("YXSTOP", CommandWord::Stop),
    ("STOP", CommandWord::Stop),
    ("END", CommandWord::End),
];

impl CommandWord {
    /// The command word at the front of a line, in any case of letters, and the text after it.
    pub(super) fn read(line: &str) -> Option<(Self, &str)> {
        let (word, rest) = first_word(line);
        let (_, found) = WORDS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word))?;
        // SHOW alone is no command; SHOW FORBID is.
        let is_show = *found == Self::ShowForbid && word.len() == "SHOW".len();
        let fits = !is_show || rest.trim().eq_ignore_ascii_case("FORBID");
        fits.then_some((*found, rest.trim()))
    }
}

/// When a line of this dialect takes effect.
pub(in crate::protocol::dialects) fn urgency(line: &str) -> Urgency {
    match CommandWord::read(line.trim()) {
        Some((
            CommandWord::Begin | CommandWord::Turn | CommandWord::Done | CommandWord::NBest,
            _,
        )) => Urgency::Search,
        Some((CommandWord::Stop, _)) => Urgency::Stop,
        Some((CommandWord::End, _)) => Urgency::End,
        _ => Urgency::Queued,
    }
}

#[cfg(test)]
mod tests {
    use super::{CommandWord, Urgency, urgency};

    #[test]
    fn words_are_read_in_any_case() {
        assert_eq!(CommandWord::read("turn\t7, 8"), Some((CommandWord::Turn, "7, 8")));
        assert_eq!(CommandWord::read("Show  forbid"), Some((CommandWord::ShowForbid, "forbid")));
        assert_eq!(CommandWord::read("SHOW me"), None);
        assert_eq!(CommandWord::read("TURN7,8"), None);
        assert_eq!(CommandWord::read("3,4,1"), None);
    }

    #[test]
    fn stop_and_end_act_at_once_and_moves_are_searches() {
        for (line, expected) in [
            (" YXSTOP", Urgency::Stop),
            ("end", Urgency::End),
            ("DONE ", Urgency::Search),
            ("YXNBEST 3", Urgency::Search),
            ("START 15", Urgency::Queued),
            ("what", Urgency::Queued),
        ] {
            assert_eq!(urgency(line), expected, "{line}");
        }
    }
}
