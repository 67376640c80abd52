//! The command words of the protocol, Gomocup's and Yixin's.

use crate::protocol::grammar::commands::Urgency;

/// A command word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    About,
    Start,
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
    ShowForbid,
    NBest,
    ClearHash,
    Stop,
    End,
}

/// Every word; some mean the same.
const WORDS: [(&str, Word); 20] = [
    ("ABOUT", Word::About),
    ("START", Word::Start),
    ("RECTSTART", Word::Start),
    ("RESTART", Word::Restart),
    ("BEGIN", Word::Begin),
    ("TURN", Word::Turn),
    ("PLAY", Word::Play),
    ("BOARD", Word::Board),
    ("YXBOARD", Word::SetUp),
    ("SWAP2BOARD", Word::Swap2),
    ("DONE", Word::Done),
    ("TAKEBACK", Word::TakeBack),
    ("INFO", Word::Info),
    ("YXSHOWFORBID", Word::ShowForbid),
    ("SHOW", Word::ShowForbid),
    ("YXNBEST", Word::NBest),
    ("YXHASHCLEAR", Word::ClearHash),
    ("YXSTOP", Word::Stop),
    ("STOP", Word::Stop),
    ("END", Word::End),
];

impl Word {
    /// The command word with which a line begins, in any case of letters, and what is behind it.
    pub(super) fn read(line: &str) -> Option<(Self, &str)> {
        let (word, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        let (_, found) = WORDS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word))?;
        // SHOW alone is no command; SHOW FORBID is.
        let is_show = *found == Self::ShowForbid && word.len() == "SHOW".len();
        let fits = !is_show || rest.trim().eq_ignore_ascii_case("FORBID");
        fits.then_some((*found, rest.trim()))
    }
}

/// When a line of this dialect acts.
pub(in crate::protocol::dialects) fn urgency(line: &str) -> Urgency {
    match Word::read(line.trim()) {
        Some((Word::Begin | Word::Turn | Word::Done | Word::NBest, _)) => Urgency::Search,
        Some((Word::Stop, _)) => Urgency::Stop,
        Some((Word::End, _)) => Urgency::End,
        _ => Urgency::Queued,
    }
}

#[cfg(test)]
mod tests {
    use super::{Urgency, Word, urgency};

    #[test]
    fn words_are_read_in_any_case() {
        assert_eq!(Word::read("turn\t7, 8"), Some((Word::Turn, "7, 8")));
        assert_eq!(Word::read("Show  forbid"), Some((Word::ShowForbid, "forbid")));
        assert_eq!(Word::read("SHOW me"), None);
        assert_eq!(Word::read("TURN7,8"), None);
        assert_eq!(Word::read("3,4,1"), None);
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
