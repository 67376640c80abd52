//! `find` against a slow reference that tries every cell and all eight directions.

use parlour::base::Side;
use parlour::board::find_pattern::{PatternError, PatternPlace, find};
use proptest::collection::vec;
use proptest::prelude::*;

/// Steps of column and row: – | / \ first one way, then the other.
const DIRECTIONS: [(isize, isize); 8] =
    [(1, 0), (0, 1), (-1, 1), (1, 1), (-1, 0), (0, -1), (1, -1), (-1, -1)];

/// The letters from a cell on in one direction that spell the pattern, as cells.
fn spelled(
    rows: &[String],
    pattern: &str,
    (x, y): (usize, usize),
    (dx, dy): (isize, isize),
) -> Option<PatternPlace> {
    let mut place = PatternPlace::new();
    for (step, letter) in (0..).zip(pattern.chars()) {
        let x = usize::try_from(x.cast_signed() + step * dx).ok()?;
        let y = usize::try_from(y.cast_signed() + step * dy).ok()?;
        if rows.get(y)?.chars().nth(x)? != letter {
            return None;
        }
        place.push((x, y));
    }
    Some(place)
}

fn topmost(place: &PatternPlace) -> (usize, usize) {
    place.iter().map(|&(x, y)| (y, x)).min().unwrap_or_default()
}

/// All places by orientation, topmost cell, and whether that cell comes first; of the two
/// readings of the same cells the first is kept.
fn naive_places(rows: &[String], pattern: &str) -> Vec<PatternPlace> {
    let mut found = Vec::new();
    for (number, direction) in DIRECTIONS.into_iter().enumerate() {
        for y in 0..rows.len() {
            for x in 0..rows[0].len() {
                if let Some(place) = spelled(rows, pattern, (x, y), direction) {
                    found.push((number % 4, topmost(&place), number / 4, place));
                }
            }
        }
    }
    found.sort();
    found.dedup_by_key(|(orientation, top, ..)| (*orientation, *top));
    found.into_iter().map(|(.., place)| place).collect()
}

fn places_found(rows: &[String], pattern: &str) -> Result<Vec<PatternPlace>, PatternError> {
    find(pattern, rows[0].len(), rows.len(), |x, y| match rows[y].as_bytes()[x] {
        b'x' => Some(Side::First),
        b'o' => Some(Side::Second),
        _ => None,
    })
}

fn boards() -> impl Strategy<Value = Vec<String>> {
    (2_usize..=9, 1_usize..=9).prop_flat_map(|(width, height)| {
        // Mostly stones of one side, so that long patterns lie somewhere.
        vec(vec(prop_oneof![4 => Just('x'), 1 => Just('o'), 1 => Just('-')], width), height)
            .prop_map(|rows| rows.into_iter().map(String::from_iter).collect())
    })
}

proptest! {
    #[test]
    fn patterns_are_found_where_the_naive_search_finds_them(
        rows in boards(),
        pattern in "[xo-]{2,3}|x{2,6}|[xo-]{2,9}",
    ) {
        let most = rows.len().max(rows[0].len());
        if pattern.len() <= most {
            prop_assert_eq!(places_found(&rows, &pattern), Ok(naive_places(&rows, &pattern)));
        } else {
            let given = pattern.len();
            prop_assert_eq!(places_found(&rows, &pattern), Err(PatternError::Length { given, most }));
        }
    }
}
