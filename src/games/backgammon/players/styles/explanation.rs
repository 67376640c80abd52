//! The reason of a play in words: the features by which it beat the mean of all plays.

use super::features::{Feature, FeatureCounts};

/// The most features that are named. Set by hand.
const MOST_NAMED: usize = 3;
/// The least gain of a feature over the mean of all plays to be named, in pips; set by hand.
const LEAST_GAIN: f32 = 0.3;

/// Names the features that gained most, the greatest gain first.
///
/// `gains` are their parts of the play's score above the mean of all plays, in pips; the counts
/// are those before and after the play, for the side that makes it.
pub(super) fn describe(
    gains: &FeatureCounts,
    before: &FeatureCounts,
    after: &FeatureCounts,
) -> String {
    let mut order: Vec<(Feature, f32)> =
        Feature::ALL.iter().zip(gains).map(|((feature, _), gain)| (*feature, *gain)).collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut phrases: Vec<String> = Vec::new();
    let mut names_blots = false;
    for (feature, _) in order.into_iter().take_while(|(_, gain)| *gain >= LEAST_GAIN) {
        let is_about_blots = matches!(feature, Feature::Blots | Feature::Shots | Feature::Risk);
        if phrases.len() == MOST_NAMED || is_about_blots && names_blots {
            continue;
        }
        names_blots |= is_about_blots;
        let phrase = if is_about_blots && after[Feature::Blots as usize] == 0.0 {
            Some("leaves no blot".to_owned())
        } else {
            FeatureChange::of(feature, before, after).phrase()
        };
        phrases.extend(phrase.filter(|phrase| !phrases.contains(phrase)));
    }
    if phrases.is_empty() {
        "no play is much better than another".to_owned()
    } else {
        phrases.join(", ")
    }
}

/// How a play changed one feature, in whole numbers.
struct FeatureChange {
    feature: Feature,
    /// The count before the play, rounded, **for the side that makes it**.
    before: i32,
    /// The count after the play, rounded, for the same side.
    after: i32,
}

impl FeatureChange {
    fn of(feature: Feature, before: &FeatureCounts, after: &FeatureCounts) -> Self {
        let at = |counts: &FeatureCounts| counts[feature as usize].round() as i32;
        Self { feature, before: at(before), after: at(after) }
    }

    fn phrase(&self) -> Option<String> {
        let more = self.after - self.before;
        let text = match (self.feature, more.signum()) {
            (Feature::Blots | Feature::Shots | Feature::Risk, _) if self.after == 0 => {
                "leaves no shot".to_owned()
            }
            (Feature::Blots, _) => format!("leaves only {}", number_and_noun(self.after, "blot")),
            (Feature::Shots, _) => format!("leaves only {}", number_and_noun(self.after, "shot")),
            (Feature::Risk, _) => format!("risks only {}", number_and_noun(self.after, "pip")),
            (Feature::Pips, -1) => format!("runs {}", crate::base::number_with_noun(-more, "pip")),
            (Feature::Delay | Feature::Hits, 1) => "hits a blot".to_owned(),
            (Feature::Off, 1) => format!("bears off {}", number_and_noun(more, "checker")),
            (Feature::Home, 1) => format!("brings {} home", number_and_noun(more, "checker")),
            (Feature::Points, 1) => format!("makes {} at home", number_and_noun(more, "point")),
            (Feature::Points, 0) => "keeps its points at home".to_owned(),
            (Feature::Blocks, 1) => "makes a block".to_owned(),
            (Feature::Blocks, 0) => "keeps its blocks".to_owned(),
            (Feature::Anchors, 1) => "makes an anchor".to_owned(),
            (Feature::Anchors, 0) => "keeps its anchor".to_owned(),
            (Feature::Prime, 1) => format!("makes a prime of {}", self.after + 2),
            (Feature::Prime, 0) => format!("keeps a prime of {}", self.after + 2),
            (Feature::Builders, 1) => "brings builders".to_owned(),
            (Feature::Builders, 0) => "keeps its builders".to_owned(),
            (Feature::Back, -1) => {
                format!("frees {} at the back", number_and_noun(-more, "checker"))
            }
            (Feature::Stack, -1) => "breaks a stack".to_owned(),
            (Feature::Stack, 0) => "builds no stack".to_owned(),
            (Feature::Shut, 1) => "shuts the bar".to_owned(),
            _ => return None,
        };
        Some(text)
    }
}

/// `a checker`, `2 checkers`.
fn number_and_noun(number: i32, what: &str) -> String {
    match number {
        1 => format!("a {what}"),
        _ => format!("{number} {what}s"),
    }
}
