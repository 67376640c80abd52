//! What the log says of a search: who makes it, under which limits, and how it ended.

use crate::base::Side;
use crate::host::{SearchAnswer, SearchRequest};
use crate::search::Budget;

/// The player and the limits that a search for this side begins with.
pub(super) fn begins(request: &SearchRequest<'_>, default_player: &str, side: Side) {
    let limits = &request.limits;
    let Budget { soft, hard } = Budget::new(limits, side);
    let milliseconds = |time: std::time::Duration| format!("{} ms", time.as_millis());
    let or_none = |text: Option<String>| text.unwrap_or_else(|| "none".to_owned());
    log::debug!(
        "search by {}: soft limit {}, hard limit {}, nodes {}, depth {}, rollout games {}, level {}, \
         threads {}{}",
        request.player.unwrap_or(default_player),
        or_none(soft.map(milliseconds)),
        or_none(hard.map(milliseconds)),
        or_none(limits.nodes.map(|nodes| nodes.to_string())),
        or_none(limits.depth.map(|depth| depth.to_string())),
        or_none(limits.rollout.map(|rollout| rollout.games.to_string())),
        request.options.spin("Level"),
        request.options.spin("Threads"),
        if limits.infinite { ", until stop" } else { "" },
    );
}

/// What it has found.
pub(super) fn ends(answer: &SearchAnswer) {
    let milliseconds = answer.time.as_millis();
    log::debug!("search ends: {} after {} nodes, {milliseconds} ms", answer.best, answer.nodes);
}
