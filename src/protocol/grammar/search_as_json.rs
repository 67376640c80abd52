//! Values of searches as JSON objects, for `go json` and `batch --json`.

use std::time::Duration;

use serde_json::{Map, Value};

use crate::host::{SearchAnswer, SearchReport};
use crate::search::player::search_reports::{hundredths, nodes_per_second, rounded};
use crate::search::{Bound, NamedProbability, Rating, Sample};

/// An object while its keys are written.
#[derive(Default)]
pub(in crate::protocol) struct Object(Map<String, Value>);

impl Object {
    /// Writes a key and its value.
    pub(in crate::protocol) fn put(&mut self, key: &str, value: impl Into<Value>) {
        self.0.insert(key.to_owned(), value.into());
    }

    /// Writes the value of a position: `mate` or `cp`, `equity`; `bound` if it is one, and `exact`.
    pub(in crate::protocol) fn put_value(&mut self, rating: Rating, bound: Bound, is_proved: bool) {
        match rating {
            Rating::Score(score) => match score.plies_to_end() {
                Some(plies) => self.put("mate", plies),
                None => self.put("cp", score.value()),
            },
            Rating::Equity(report) => {
                self.put("cp", hundredths(report.equity));
                self.put("equity", rounded(report.equity));
                for NamedProbability { name, value } in report.probabilities.iter().flatten() {
                    self.put(name, rounded(*value));
                }
                if let Some(Sample { games, error }) = report.sample {
                    self.put("games", games);
                    if let Some(error) = error {
                        self.put("stderr", rounded(error));
                    }
                }
            }
        }
        if let Some(word) = bound.word() {
            self.put("bound", word);
        }
        self.put("exact", is_proved);
    }

    /// Writes a line of moves.
    pub(in crate::protocol) fn put_pv(&mut self, pv: &str) {
        self.put("pv", pv.split_ascii_whitespace().collect::<Vec<_>>());
    }

    fn put_effort(&mut self, nodes: u64, time: Duration) {
        self.put("nodes", nodes);
        self.put("nps", u64::try_from(nodes_per_second(nodes, time)).unwrap_or(u64::MAX));
        self.put("time", u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    }

    /// The object, as a value of another one.
    pub(in crate::protocol) fn into_value(self) -> Value {
        Value::Object(self.0)
    }

    /// The object on one line.
    pub(in crate::protocol) fn into_text(self) -> String {
        self.into_value().to_string()
    }
}

/// A line of a search.
pub(super) fn report(report: &SearchReport) -> String {
    // Without `..`: the compiler asks what to write of a new field.
    let SearchReport { depth, seldepth, multipv, rating, bound, proved, nodes, time, hashfull, pv } =
        report;
    let mut object = Object::default();
    object.put("depth", *depth);
    object.put("seldepth", *seldepth);
    object.put("multipv", *multipv);
    object.put_value(*rating, *bound, *proved);
    object.put_effort(*nodes, *time);
    object.put("hashfull", *hashfull);
    object.put_pv(pv);
    object.into_text()
}

/// The end of a search: its move, and why it was chosen.
pub(super) fn answer(answer: &SearchAnswer) -> String {
    let mut object = Object::default();
    object.put("move", answer.best.as_str());
    object.put_effort(answer.nodes, answer.time);
    object.put("reason", answer.reason.as_str());
    object.into_text()
}

#[cfg(test)]
mod tests {
    use super::Object;
    use crate::base::Score;
    use crate::search::{Bound, Rating};

    #[test]
    fn bound_is_named_only_where_the_value_is_one() {
        let text = |bound, proved| {
            let mut object = Object::default();
            object.put_value(Rating::Score(Score::win_in(9)), bound, proved);
            object.into_text()
        };
        assert_eq!(text(Bound::Exact, true), "{\"exact\":true,\"mate\":9}");
        assert_eq!(text(Bound::Lower, false), "{\"bound\":\"lower\",\"exact\":false,\"mate\":9}");
        assert_eq!(text(Bound::Upper, false), "{\"bound\":\"upper\",\"exact\":false,\"mate\":9}");
    }
}
