//! The replies of the dialect ubgi, as text.

use std::fmt::Write as _;

use super::requested_answer::RequestedAnswer;
use crate::host::SearchReport;
use crate::protocol::grammar::refusal::{Code, Refusal};
use crate::search::player::search_reports::rounded;
use crate::search::{EquityReport, Rating};

/// The first lines of the answer to `ubgi`.
pub(super) const INTRODUCTION: [&str; 4] = [
    "id name Parlour",
    "id author the Parlour authors",
    concat!("id version ", env!("CARGO_PKG_VERSION")),
    "id protocol 0.01 0.1",
];

/// The options of draft 0.1 that the dialect has besides those of the engine.
pub(super) const OPTIONS: [&str; 3] = [
    "option name Variant type combo default backgammon var backgammon var nackgammon var hypergammon",
    "option name Deterministic type check default true",
    "option name EvalMode type combo default cubeful var cubeful",
];

/// The answer to an offered resignation: the engine plays on.
pub(super) const REJECTION: &str = "reject";

/// The answer of draft 0.01 to what cannot be done.
pub(super) const APOLOGY: &str = "sorry";

/// An action in draft 0.01: no move is a blank line.
pub(super) fn action(best: &str) -> String {
    match best {
        "pass" | "none" => String::new(),
        best => play(best),
    }
}

/// A play, its steps separated by blanks.
pub(super) fn play(best: &str) -> String {
    best.replace(',', " ")
}

/// A cube action in draft 0.1.
pub(super) fn cube(best: &str) -> &str {
    if best == "roll" { "nodouble" } else { best }
}

/// The word of `go role` for this kind of decision.
pub(super) const fn role(wanted: &RequestedAnswer) -> &'static str {
    match wanted {
        RequestedAnswer::Nothing
        | RequestedAnswer::Action
        | RequestedAnswer::Move
        | RequestedAnswer::Turn(None) => "chequer",
        RequestedAnswer::Cube | RequestedAnswer::Turn(Some(_)) => "cube",
    }
}

/// One line of a search, in the keys of draft 0.1.
pub(super) fn info_line(report: &SearchReport, role: &str) -> String {
    let SearchReport { depth, multipv, nodes, .. } = report;
    let time = report.time.as_millis();
    let mut text =
        format!("info role {role} depth {depth} multipv {multipv} nodes {nodes} time_ms {time}");
    if let Rating::Equity(EquityReport { equity, probabilities, .. }) = report.rating {
        let _ = write!(text, " eq {:.4}", rounded(equity));
        for (key, chance) in ["pwin", "pgammon", "pbg"].iter().zip(probabilities.iter().flatten()) {
            let _ = write!(text, " {key} {:.4}", rounded(chance.value));
        }
    }
    text.push_str(" pv ");
    text.push_str(&play(&report.pv));
    text
}

/// A refusal in the codes of draft 0.1.
pub(super) fn refusal(refusal: &Refusal) -> String {
    let code = match refusal.code {
        Code::UnknownCommand => "unknown_command",
        Code::NeedDice => "missing_context",
        Code::Unsupported => "unsupported_feature",
        Code::Internal => "internal",
        _ => "bad_argument",
    };
    format!("error {code} {}", refusal.short_text())
}
