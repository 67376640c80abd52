//! The keys and values of `newgame backgammon`, read as settings.

use super::board::cube_and_match::MatchScore;
use super::board::variant_and_settings::{GameSettings, Variant};
use crate::game::PositionError;
use crate::host::{VariantError, VariantWords};

/// Reads the keys in any order; without `match` the game is played for money.
pub(super) fn read_settings(words: &mut VariantWords<'_>) -> Result<GameSettings, VariantError> {
    let mut settings = GameSettings::default();
    let MatchScore { mut length, mut score, crawford_rule: mut crawford, .. } =
        settings.match_score;
    let longest = u32::from(MatchScore::MAX_LENGTH);
    let mut best = None;
    while let Some(key) = words.next_key() {
        match key {
            "variant" => settings.variant = read_variant(words.word(key)?)?,
            "match" => length = words.number(key, 0..=longest)? as u16,
            "best" => best = Some(words.number(key, 1..=longest)? as u16),
            "score" => {
                let mut points = || words.number(key, 0..=longest).map(|points| points as u16);
                score = [points()?, points()?];
            }
            "cube" => settings.cube = words.on_or_off(key)?,
            "jacoby" => settings.money.jacoby = read_switch(words, key)?,
            "beavers" => settings.money.beavers = read_switch(words, key)?,
            "crawford" => crawford = words.on_or_off(key)?,
            "opening" => settings.opening_roll = read_opening_roll(words.word(key)?)?,
            other => return Err(VariantError::UnknownKey(other.to_owned())),
        }
    }
    let match_score = match best {
        None => MatchScore::new(length, score, crawford),
        Some(_) if length > 0 => Err(PositionError::impossible(
            "'match' counts points and 'best' games: give one of them",
        )),
        Some(_) if settings.cube => Err(PositionError::impossible(
            "a match of games has no cube: 'best' goes with 'cube off'",
        )),
        Some(games) => MatchScore::best_of(games, score),
    };
    settings.match_score =
        match_score.map_err(|defect| VariantError::BadValue(defect.to_string()))?;
    Ok(settings)
}

/// Whether the opening roll decides which side begins.
fn read_opening_roll(word: &str) -> Result<bool, VariantError> {
    match word {
        "roll" => Ok(true),
        "first" => Ok(false),
        other => Err(VariantError::BadValue(format!("'opening' is first or roll, not '{other}'"))),
    }
}

fn read_variant(name: &str) -> Result<Variant, VariantError> {
    let known = Variant::NAMES.iter().find(|(known, _)| *known == name);
    known.map(|(_, variant)| *variant).ok_or_else(|| {
        let names = Variant::NAMES.map(|(name, _)| name).join(", ");
        VariantError::BadValue(format!("the variants are {names}, not '{name}'"))
    })
}

/// The switch of an optional rule: the bare key means `on`.
fn read_switch(words: &mut VariantWords<'_>, key: &str) -> Result<bool, VariantError> {
    match words.clone().next_key() {
        Some("on" | "off") => words.on_or_off(key),
        _ => Ok(true),
    }
}

#[cfg(test)]
mod tests {
    use super::read_settings;
    use crate::games::backgammon::{GameSettings, Variant};
    use crate::host::{VariantError, VariantWords};

    fn read(line: &str) -> Result<GameSettings, VariantError> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        read_settings(&mut VariantWords::new(&words))
    }

    #[test]
    fn keys_are_read_in_any_order() {
        assert_eq!(read(""), Ok(GameSettings::default()));
        let settings = read("score 4 2 cube on variant nackgammon match 5").unwrap();
        assert_eq!(settings.variant, Variant::Nackgammon);
        assert!(settings.cube && settings.match_score.is_crawford);
        assert!(!read("match 5 score 4 2 crawford off").unwrap().match_score.is_crawford);
        let money = read("jacoby beavers off").unwrap().money;
        assert!(money.jacoby && !money.beavers);
        assert!(read("opening roll").unwrap().opening_roll);
        assert!(!read("opening first").unwrap().opening_roll);
        let best = read("score 1 0 best 3").unwrap().match_score;
        assert_eq!((best.length, best.score, best.counts_games), (2, [1, 0], true));
    }

    #[test]
    fn refusal_names_the_defect() {
        for (line, defect) in [
            ("match", "'match' wants a value"),
            ("match 5 score 5 0", "the score 5 0 has already won a match to 5"),
            ("variant acey", "the variants are standard, nackgammon, hypergammon, not 'acey'"),
            ("cube yes", "'cube' is on or off, not 'yes'"),
            ("best 2", "the best of 2 games may be a draw"),
            ("best 3 match 5", "'match' counts points and 'best' games: give one of them"),
            ("best 3 cube on", "a match of games has no cube: 'best' goes with 'cube off'"),
            ("opening 6", "'opening' is first or roll, not '6'"),
            ("match 99999", "'match' takes 0 to 32767, not 99999"),
            ("doubling on", "no key 'doubling' in this game"),
        ] {
            assert_eq!(read(line).unwrap_err().to_string(), defect);
        }
    }
}
