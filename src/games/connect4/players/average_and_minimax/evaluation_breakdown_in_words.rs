//! The items of the plan's scoring in words, each with its points.
//!
//! `connect4-plan.txt`, "Scoring" and "Minimax Special Scoring"; how they are counted is described in
//! [`super::scoring`].

use std::fmt::Write as _;

use super::scoring::{
    ITEM_POINTS, UNIT, add_diminishing, count_items, score_in_points, special_score,
};
use crate::base::{Side, number_with_noun};
use crate::game::{Position, Turn};
use crate::games::connect4::Rack;

/// The items in the order of [`ITEM_POINTS`], in the words of the plan.
const NAMES: [&str; 8] = [
    "opponent forced hand",
    "blockade",
    "threat",
    "attack",
    "impossible move",
    "opponent blockade",
    "opponent threat",
    "opponent attack",
];

/// The words of the same items in `eval`.
const KEYS: [&str; 8] = [
    "opponent-forced-hands",
    "blockades",
    "threats",
    "attacks",
    "impossible-moves",
    "opponent-blockades",
    "opponent-threats",
    "opponent-attacks",
];

/// The plan's score of a board in words: `board +5: 2 blockades +20, …`.
///
/// It has the points for `side`, and the items that they are made of.
pub fn describe_points(rack: &Rack, side: Side) -> String {
    if let Some(end) = describe_end(rack) {
        return end.to_owned();
    }
    let mut text = format!("board {:+}", score_in_points(rack, side));
    if let Some(winner) = rack.inevitable_winner() {
        text.push_str(if winner == side { ": forced win" } else { ": opponent forced win" });
        return text;
    }
    let counts = count_items(rack, side).into_iter().zip(NAMES).zip(ITEM_POINTS);
    let counts = counts.filter(|((count, _), _)| *count > 0);
    for (i, ((count, name), worth)) in counts.enumerate() {
        let separator = if i == 0 { ':' } else { ',' };
        let worth = count.cast_signed() * worth;
        let _ = write!(text, "{separator} {} {worth:+}", number_with_noun(count, name));
    }
    text
}

/// The plan's special score of a board **for red**, and what each of its items adds to it:
/// `board +2.560 for red: 2 blockades +1.536, …`.
pub fn describe_special_score(rack: &Rack) -> String {
    if let Some(end) = describe_end(rack) {
        return end.to_owned();
    }
    let mut text =
        format!("board {:+.3} for red", f64::from(special_score(rack)) / f64::from(UNIT));
    if let Some(winner) = rack.inevitable_winner() {
        let is_red = winner == Side::First;
        text.push_str(if is_red { ": forced win" } else { ": opponent forced win" });
        return text;
    }
    let mut score = 0.0;
    let mut separator = ':';
    for ((count, name), worth) in
        count_items(rack, Side::First).into_iter().zip(NAMES).zip(ITEM_POINTS)
    {
        let before = score;
        score = (0..count).fold(score, |score, _| add_diminishing(score, worth));
        if count > 0 {
            let _ = write!(
                text,
                "{separator} {} {:+.3}",
                number_with_noun(count, name),
                score - before
            );
            separator = ',';
        }
    }
    text
}

/// How the game has ended; `None` if it goes on.
fn describe_end(rack: &Rack) -> Option<&'static str> {
    match rack.turn() {
        Turn::Over(outcome) if outcome.winner().is_some() => Some("four in line"),
        Turn::Over(_) => Some("a full rack"),
        _ => None,
    }
}

/// Writes what `eval` adds: ` plan <points>` for the side to move, and the number of each item.
pub(in crate::games::connect4) fn write_items(rack: &Rack, out: &mut String) {
    let side = rack.side();
    let _ = write!(out, " plan {}", score_in_points(rack, side));
    match rack.inevitable_winner() {
        Some(winner) if winner == side => out.push_str(" forced-win"),
        Some(_) => out.push_str(" opponent-forced-win"),
        None => {}
    }
    for (count, key) in count_items(rack, side).into_iter().zip(KEYS) {
        let _ = write!(out, " {key} {count}");
    }
}

#[cfg(test)]
mod tests {
    use super::{describe_points, describe_special_score, write_items};
    use crate::base::Side::{First, Second};
    use crate::game::Notation;
    use crate::games::connect4::Rack;

    fn rack(fen: &str) -> Rack {
        Rack::EMPTY.read_position(fen).expect("a position")
    }

    #[test]
    fn points_of_the_items_add_up_to_the_score() {
        let rack = rack("7/7/7/7/xxx4/oox1o2 o");
        let words =
            "board -55: 1 impossible move -15, 1 opponent blockade -10, 1 opponent threat -30";
        assert_eq!(describe_points(&rack, Second), words);
    }

    #[test]
    fn forced_win_overrides_the_items() {
        let rack = rack("7/7/7/7/o1x4/o1xxx1o o");
        assert_eq!(describe_points(&rack, First), "board +125: forced win");
        assert_eq!(describe_points(&rack, Second), "board -125: opponent forced win");
        assert_eq!(describe_special_score(&rack), "board +9.950 for red: forced win");
    }

    #[test]
    fn special_score_says_what_each_item_adds() {
        let words = describe_special_score(&rack("7/7/7/7/7/o2xx1o x"));
        assert_eq!(words, "board +0.800 for red: 1 blockade +0.800");
    }

    #[test]
    fn evaluation_counts_every_item() {
        let mut text = String::new();
        write_items(&rack("7/7/7/7/7/o2xx1o x"), &mut text);
        let expected = " plan 10 opponent-forced-hands 0 blockades 1 threats 0 attacks 0 \
                        impossible-moves 0 opponent-blockades 0 opponent-threats 0 opponent-attacks 0";
        assert_eq!(text, expected);
    }
}
