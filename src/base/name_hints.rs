//! Texts for a name that does not exist: which names there are, and which one may be meant.

/// The names nearest to a wrong word, if any is near.
///
/// A name is near if at most two letters, and at most half of its letters, differ.
///
/// Capitals count as small letters. Several names are returned only if they are equally near. The
/// order is that of `names`.
///
/// # Examples
/// ```
/// use parlour::base::name_hints::nearest;
/// let names = ["p1time", "p2time", "nodes"];
/// assert_eq!(nearest("Node", names), ["nodes"]);
/// assert_eq!(nearest("ptime", names), ["p1time", "p2time"]);
/// assert!(nearest("level", names).is_empty());
/// ```
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found: Vec<&str> = Vec::new();
    let mut least = usize::MAX;
    for name in names.into_iter().filter(|name| name.len() > 1) {
        let letters = distance(word, name);
        let is_near = letters <= 2 && 2 * letters <= name.len();
        if !is_near || letters > least || found.contains(&name) {
            continue;
        }
        if letters < least {
            found.clear();
        }
        least = letters;
        found.push(name);
    }
    found
}

/// The one name that has the letters and digits of a word.
///
/// Capitals count as small letters, and signs do not count. The list has at most one name.
///
/// # Examples
/// ```
/// use parlour::base::name_hints::same_letters;
/// assert_eq!(same_letters("s@D4", ["S@d4", "S@d5"]), ["S@d4"]);
/// ```
pub fn same_letters<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted = letters_and_digits(word);
    let same = |name: &&str| !wanted.is_empty() && letters_and_digits(name) == wanted;
    let mut found: Vec<&str> = names.into_iter().filter(same).collect();
    if found.len() > 1 {
        found.clear();
    }
    found
}

/// The letters and digits of a word, in small letters.
pub fn letters_and_digits(word: &str) -> String {
    let letters = word.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}

/// The end of a refusal that names what may be meant: `; did you mean 'a' or 'b'?`.
///
/// Empty if no name is near.
pub fn did_you_mean<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    did_you_mean_one_of(&nearest(word, names))
}

/// The question whether one of these names is meant: `; did you mean 'a'?`.
///
/// It is empty without names.
pub fn did_you_mean_one_of(names: &[&str]) -> String {
    if names.is_empty() {
        return String::new();
    }
    let quoted: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
    format!("; did you mean {}?", quoted.join(" or "))
}

/// The end of a refusal that lists the names there are, with a hint where one is near.
///
/// `kind` is their plural. The text is `; the players are a, b; did you mean 'a'?`.
pub fn names_there_are(kind: &str, word: &str, names: &[&str]) -> String {
    if names.is_empty() {
        return format!("; there are no {kind}");
    }
    let hint = did_you_mean(word, names.iter().copied());
    format!("; the {kind} are {}{hint}", names.join(", "))
}

/// Letters to change, add or drop to make one word of the other (Levenshtein 1966).
fn distance(a: &str, b: &str) -> usize {
    /// No name is near a word of more letters than this. Set by hand.
    const LONGEST: usize = 20;
    if a.len() > LONGEST || b.len() > LONGEST {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.bytes().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, to) in b.bytes().enumerate() {
            let changed = diagonal + usize::from(!from.eq_ignore_ascii_case(&to));
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{did_you_mean, names_there_are, nearest};

    const WORDS: [&str; 4] = ["legal", "position", "go", "d"];

    #[test]
    fn misspelt_words_get_a_hint_and_noise_does_not() {
        assert_eq!(nearest("lgal", WORDS), ["legal"]);
        assert_eq!(nearest("Position", WORDS), ["position"]);
        assert_eq!(nearest("LEGAL", WORDS), ["legal"]);
        for noise in ["foo", "quack", "", "é"] {
            assert_eq!(nearest(noise, WORDS), [""; 0], "{noise}");
        }
        assert_eq!(nearest(&"x".repeat(10_000), WORDS), [""; 0]);
    }

    #[test]
    fn texts_list_the_names_and_ask() {
        assert_eq!(did_you_mean("lgal", WORDS), "; did you mean 'legal'?");
        assert_eq!(did_you_mean("chess", WORDS), "");
        let list = "; the words are legal, position, go, d; did you mean 'legal'?";
        assert_eq!(names_there_are("words", "legl", &WORDS), list);
        assert_eq!(names_there_are("keys", "size", &[]), "; there are no keys");
    }
}
