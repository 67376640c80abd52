//! The word that a misspelt one may have been meant to be.

/// The name nearest to a wrong word, if one is near: at most two letters and half the name off.
pub(super) fn nearest(
    word: &str,
    names: impl Iterator<Item = &'static str>,
) -> Option<&'static str> {
    names
        .filter(|name| name.len() > 1)
        .map(|name| (distance(word, name), name))
        .min()
        .filter(|(letters, name)| *letters <= 2 && 2 * *letters <= name.len())
        .map(|(_, name)| name)
}

/// Letters to change, add or drop to make one word of the other (Levenshtein 1966).
fn distance(a: &str, b: &str) -> usize {
    /// No name is near a longer word.
    const LONGEST: usize = 20;
    if a.len() > LONGEST {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.bytes().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, to) in b.bytes().enumerate() {
            let changed = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    fn hint(word: &str) -> Option<&'static str> {
        nearest(word, ["legal", "position", "go", "d"].into_iter())
    }

    #[test]
    fn misspelt_words_get_a_hint_and_noise_does_not() {
        assert_eq!(hint("lgal"), Some("legal"));
        assert_eq!(hint("Position"), Some("position"));
        assert_eq!(hint("foo"), None);
        assert_eq!(hint("quack"), None);
        assert_eq!(hint(&"x".repeat(10_000)), None);
    }
}
