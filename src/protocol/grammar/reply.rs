//! Replies of the engine: one value a line, and its text.

use std::fmt::{self, Write as _};
use std::time::Duration;

use super::refusal::Refusal;
use super::search_as_json;
use crate::base::Score;
use crate::host::{ExplainedMove, RemainingClicks, SearchAnswer, SearchReport};
use crate::search::player::search_reports::{hundredths, nodes_per_second, rounded};
use crate::search::{
    Bound, EquityReport, NamedProbability, OptionKind, OptionSpec, Rating, Sample,
};

/// One line of an answer.
#[derive(Clone, Debug)]
pub enum Reply {
    /// `id`: the key, `name` or `author`, and its value.
    Id(&'static str, &'static str),
    /// `option`: an option that can be set, with its type, default and range.
    Option(OptionSpec),
    /// `ugiok`: ends the answer to `ugi`.
    UgiOk,
    /// `readyok`: the answer to `isready`.
    ReadyOk,
    /// `games`: the names of the games, in the order of the registry.
    Games(Vec<&'static str>),
    /// `players`: the names of the game's players, the default player first.
    Players(Vec<&'static str>),
    /// `describe`: one fact of the game: its key and its value.
    Describe(&'static str, String),
    /// `describeok`: ends the answer to `describe`.
    DescribeOk,
    /// `help`: one line of the explanation.
    Help(String),
    /// `response`: the answer to `query`.
    Response(String),
    /// `legal`: the legal moves, a blank before each; so for all lists below.
    Legal(String),
    /// `history`: the moves of the game so far, the first one first.
    History(String),
    /// `info`: one line of a search.
    Info(SearchReport),
    /// `info`: the nodes and the time of a whole search.
    InfoEnd(u64, Duration),
    /// `info string`: a text for people, such as the reason for a move.
    InfoString(String),
    /// `info json`: one line of a search, as a JSON object.
    InfoJson(SearchReport),
    /// `info json`: the end of a search, as a JSON object.
    EndJson(SearchAnswer),
    /// `bestmove`: the move chosen by a search, or `none` if the game is over.
    BestMove(String),
    /// `explain`: one move, its value, and the player's words on it.
    Explain(ExplainedMove),
    /// `explainok`: ends the answer to `explain`.
    ExplainOk,
    /// `board`: one line of the drawing of the board.
    Board(String),
    /// `fen`: the position in the game's notation.
    Fen(String),
    /// `eval`: the value without search, a blank before it; the game may add details.
    Eval(String),
    /// `find`: the places of a pattern.
    Find(String),
    /// `playable`: the cells that can be filled now.
    Playable(String),
    /// `opportunities`: the gaps of a pattern that can be filled now.
    Opportunities(String),
    /// `lines`: one line through a cell and its contents; it begins without a blank.
    Lines(String),
    /// `linesok`: ends the answer to `lines`.
    LinesOk,
    /// `svg`: one line of the text of the picture.
    Svg(String),
    /// `svgok`: ends the answer to `svg`.
    SvgOk,
    /// `spots`: one move, and the spots that are still to be clicked for it.
    Spots(RemainingClicks),
    /// `spotsok`: ends the answer to `spots`: the spots that may be clicked next.
    SpotsOk(Vec<String>),
    /// `perft move`: a move, and the number of leaves below it.
    PerftMove(String, u64),
    /// `perft`: the depth in plies, and the number of leaves.
    Perft(u32, u64),
    /// `bench`: the game's name, or `all`; the nodes and the time of its searches.
    Bench(&'static str, u64, Duration),
    /// `dice`: the two dice that `roll` has rolled, 1 to 6 each.
    Dice(u8, u8),
    /// `ok`: a tagged line is done that has no other reply.
    Ok,
    /// `error`: the command is refused, with a code and a text.
    Error(Refusal),
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(key, value) => write!(f, "id {key} {value}"),
            Self::Option(spec) => write_option(f, spec),
            Self::UgiOk => f.write_str("ugiok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Games(names) => write!(f, "games {}", names.join(" ")),
            Self::Players(names) => write!(f, "players {}", names.join(" ")),
            Self::Describe(key, value) => write!(f, "describe {key} {value}"),
            Self::DescribeOk => f.write_str("describeok"),
            Self::Help(text) => write!(f, "help {text}"),
            Self::Response(text) => write!(f, "response {text}"),
            Self::Legal(list) => write!(f, "legal{list}"),
            Self::History(list) => write!(f, "history{list}"),
            Self::Info(report) => write_info(f, report),
            Self::InfoEnd(nodes, time) => {
                let nps = nodes_per_second(*nodes, *time);
                write!(f, "info nodes {nodes} time {} nps {nps}", time.as_millis())
            }
            Self::InfoString(text) => write!(f, "info string {text}"),
            Self::InfoJson(report) => write!(f, "info json {}", search_as_json::report(report)),
            Self::EndJson(answer) => write!(f, "info json {}", search_as_json::answer(answer)),
            Self::BestMove(text) => write!(f, "bestmove {text}"),
            Self::Explain(explained) => write_explained(f, explained),
            Self::ExplainOk => f.write_str("explainok"),
            Self::Board(text) => write!(f, "board {text}"),
            Self::Fen(text) => write!(f, "fen {text}"),
            Self::Eval(text) => write!(f, "eval{text}"),
            Self::Find(list) => write!(f, "find{list}"),
            Self::Playable(list) => write!(f, "playable{list}"),
            Self::Opportunities(list) => write!(f, "opportunities{list}"),
            Self::Lines(line) => write!(f, "lines {line}"),
            Self::LinesOk => f.write_str("linesok"),
            Self::Svg(line) => write!(f, "svg {line}"),
            Self::SvgOk => f.write_str("svgok"),
            Self::Spots(RemainingClicks { move_text: played, spots }) => {
                write_list(f, &format!("spots {played}"), spots)
            }
            Self::SpotsOk(spots) => write_list(f, "spotsok", spots),
            Self::PerftMove(m, count) => write!(f, "perft move {m} {count}"),
            Self::Perft(depth, count) => write!(f, "perft {depth} {count}"),
            Self::Bench(game, nodes, time) => {
                write!(f, "bench {game} {nodes} {}", nodes_per_second(*nodes, *time))
            }
            Self::Dice(a, b) => write!(f, "dice {a} {b}"),
            Self::Ok => f.write_str("ok"),
            Self::Error(refusal) => write!(f, "error {refusal}"),
        }
    }
}

/// Writes words with a blank before each of the list.
fn write_list(f: &mut fmt::Formatter<'_>, first: &str, list: &[String]) -> fmt::Result {
    f.write_str(first)?;
    list.iter().try_for_each(|word| write!(f, " {word}"))
}

fn write_option(f: &mut fmt::Formatter<'_>, spec: &OptionSpec) -> fmt::Result {
    write!(f, "option name {} type ", spec.name)?;
    match spec.kind {
        OptionKind::Check { default } => write!(f, "check default {default}"),
        OptionKind::Spin { default, min, max } => {
            write!(f, "spin default {default} min {min} max {max}")
        }
        OptionKind::Combo { default, choices } => {
            write!(f, "combo default {default}")?;
            choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
        }
        OptionKind::Button => f.write_str("button"),
        OptionKind::Text { default } => write!(f, "string default {default}"),
        OptionKind::File => f.write_str("string default <empty>"),
    }
}

fn write_info(f: &mut fmt::Formatter<'_>, report: &SearchReport) -> fmt::Result {
    // Without `..`: the compiler asks what to write of a new field.
    let SearchReport { depth, seldepth, multipv, rating, bound, proved, nodes, time, hashfull, pv } =
        report;
    write!(f, "info depth {depth} seldepth {seldepth} multipv {multipv} score ")?;
    write_rating(f, *rating)?;
    f.write_str(bound_text(*bound))?;
    let nps = nodes_per_second(*nodes, *time);
    let time = time.as_millis();
    write!(f, " nodes {nodes} nps {nps} time {time} hashfull {hashfull}")?;
    if let Rating::Equity(EquityReport { equity, probabilities, sample }) = *rating {
        write!(f, " equity {:.4}", rounded(equity))?;
        for NamedProbability { name, value } in probabilities.iter().flatten() {
            write!(f, " {name} {:.4}", rounded(*value))?;
        }
        if let Some(Sample { games, error }) = sample {
            write!(f, " games {games}")?;
            if let Some(error) = error {
                write!(f, " stderr {:.4}", rounded(error))?;
            }
        }
    }
    if !pv.is_empty() {
        write!(f, " pv {pv}")?;
    }
    let draw = matches!(rating, Rating::Score(Score::ZERO));
    if *proved && draw { f.write_str(" string exact") } else { Ok(()) }
}

fn write_explained(f: &mut fmt::Formatter<'_>, explained: &ExplainedMove) -> fmt::Result {
    let ExplainedMove { judged, value, words } = explained;
    write!(f, "explain {judged} {value}")?;
    if words.is_empty() { Ok(()) } else { write!(f, " {words}") }
}

fn write_rating(f: &mut fmt::Formatter<'_>, rating: Rating) -> fmt::Result {
    match rating {
        Rating::Score(score) => match score.plies_to_end() {
            Some(plies) => write!(f, "mate {plies}"),
            None => write!(f, "cp {}", score.value()),
        },
        Rating::Equity(report) => write!(f, "cp {}", hundredths(report.equity)),
    }
}

/// The word after a score that is a bound, with a blank before it.
pub const fn bound_text(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    }
}

/// The text of a rating as `info score` has it, for one-line answers.
pub fn rating_text(rating: Rating) -> String {
    struct Text(Rating);
    impl fmt::Display for Text {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write_rating(f, self.0)
        }
    }
    let mut text = String::new();
    let _ = write!(text, "{}", Text(rating));
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Reply;
    use crate::base::Score;
    use crate::host::{ExplainedMove, RemainingClicks, SearchAnswer, SearchReport};
    use crate::protocol::grammar::refusal::{Code, Refusal};
    use crate::search::player::options::COMMON;
    use crate::search::{Bound, MoveValue, Rating};

    fn report(rating: Rating, proved: bool) -> SearchReport {
        SearchReport {
            depth: 3,
            seldepth: 5,
            multipv: 1,
            rating,
            bound: Bound::Exact,
            proved,
            nodes: 1_000,
            time: Duration::from_millis(10),
            hashfull: 7,
            pv: "4 4".to_owned(),
        }
    }

    /// One reply of each kind; without a row for each kind this does not compile.
    macro_rules! each_reply {
        ($($kind:ident $(($($value:expr),*))?;)*) => {{
            let replies = [$(Reply::$kind $(($($value),*))?),*];
            for reply in &replies {
                match reply {
                    $(Reply::$kind { .. } => {})*
                }
            }
            replies
        }};
    }

    #[test]
    fn answer_words_of_the_page_are_those_of_the_replies() {
        let text = String::new;
        let value = report(Rating::Score(Score::ZERO), false);
        let answer = SearchAnswer { best: text(), nodes: 1, time: Duration::ZERO, reason: text() };
        let explained = ExplainedMove { judged: text(), value: MoveValue::Unknown, words: text() };
        let replies = each_reply! {
            Id("name", ""); Option(COMMON[0]); UgiOk; ReadyOk; Games(vec![]); Players(vec![]);
            Describe("title", text()); DescribeOk; Help(text()); Response(text()); Legal(text());
            History(text()); Info(value.clone()); InfoEnd(1, Duration::ZERO); InfoString(text());
            InfoJson(value); EndJson(answer); BestMove(text()); Explain(explained); ExplainOk;
            Board(text()); Fen(text()); Eval(text()); Find(text()); Playable(text());
            Opportunities(text()); Lines(text()); LinesOk; Svg(text()); SvgOk;
            Spots(RemainingClicks { move_text: text(), spots: vec![] }); SpotsOk(vec![]);
            PerftMove(text(), 1); Perft(1, 1); Bench("", 1, Duration::ZERO); Dice(1, 1); Ok;
            Error(Refusal::new(Code::BadSyntax, ""));
        };
        let first_word = |reply: &Reply| {
            let line = reply.to_string();
            line.split(' ').next().unwrap_or_default().to_owned()
        };
        let mut words = replies.iter().map(first_word).collect::<Vec<_>>();
        words.dedup();
        let page = include_str!("../../../protocol.md");
        let (_, list) = page.split_once("begins with one of these words").expect("the sentence");
        let list = list.split('`').nth(1).expect("the list");
        assert_eq!(words.join(" "), list);
    }

    #[test]
    fn info_has_the_words_of_ugi_in_order() {
        let text = Reply::Info(report(Rating::Score(Score::win_in(9)), true)).to_string();
        assert_eq!(
            text,
            "info depth 3 seldepth 5 multipv 1 score mate 9 nodes 1000 nps 100000 time 10 \
             hashfull 7 pv 4 4"
        );
    }

    #[test]
    fn proved_draw_is_said_at_the_end_of_the_line() {
        let text = Reply::Info(report(Rating::Score(Score::ZERO), true)).to_string();
        assert!(text.contains(" score cp 0 ") && text.ends_with(" pv 4 4 string exact"), "{text}");
    }
}
