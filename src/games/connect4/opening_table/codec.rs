//! Scores as few bytes: each a few yes-or-no questions, coded by how likely the answer is.
//!
//! A score is asked for so: is it a win? If not, is it a draw? Then, for a win as for a loss: is
//! it more than 1, more than 2, and so on. An arithmetic coder turns the answers into bits, the
//! fewer the better they were guessed ([`super::probability_model`] from [`super::position_context`]).

use super::arithmetic_coder::{Decoder, Encoder};
use super::position_context::views;
use super::positions::board_of;
use super::probability_model::Guesser;

/// No score of a listed position is further from 0: the other side's first win is its 4th ball.
pub(super) const MOST: i32 = 18;
/// Questions to the size of a score.
const SIZES: usize = 32;
/// All questions: is it a win, is it a draw, and the sizes of wins and of losses.
const QUESTIONS: usize = 2 * SIZES;

/// Asks for a score: `answer(question)` is the answer, `None` ends it.
fn ask(mut answer: impl FnMut(usize, i32) -> Option<bool>) -> Option<i32> {
    let is_win = answer(0, 0)?;
    if !is_win && answer(1, 0)? {
        return Some(0);
    }
    let sign = if is_win { 1 } else { -1 };
    let first = if is_win { 0 } else { SIZES };
    let mut size = 1;
    while size < MOST && answer(first + 1 + size.unsigned_abs() as usize, size)? {
        size += 1;
    }
    Some(sign * size)
}

/// The answer to a question that [`ask`] asks of this score.
const fn answer(score: i32, question: usize, size: i32) -> bool {
    match question {
        0 => score > 0,
        1 => score == 0,
        _ => score.abs() > size,
    }
}

/// The scores of the listed positions as bytes.
///
/// `None` if there are more or fewer of them, or one is out of range.
pub(super) fn encode(numbers: &[u64], scores: &[i8]) -> Option<Vec<u8>> {
    let is_score = |score: &i8| (-MOST..=MOST).contains(&i32::from(*score));
    if numbers.len() != scores.len() || !scores.iter().all(is_score) {
        return None;
    }
    let mut guesser = Guesser::new(QUESTIONS);
    let mut coder = Encoder::new();
    for (rank, number) in numbers.iter().enumerate() {
        let views = views(numbers, &scores[..rank], &board_of(*number));
        ask(|question, size| {
            let is_yes = answer(i32::from(scores[rank]), question, size);
            coder.encode(guesser.guess(question, &views), is_yes);
            guesser.learn(is_yes);
            Some(is_yes)
        })?;
    }
    Some(coder.finish())
}

/// The scores of the listed positions from their bytes, for the side to move in each.
///
/// Whatever the bytes are, as many scores come out, all in range; `None` only if the coder fails.
pub(super) fn decode(numbers: &[u64], bytes: &[u8]) -> Option<Vec<i8>> {
    let mut scores = Vec::with_capacity(numbers.len());
    let mut guesser = Guesser::new(QUESTIONS);
    let mut coder = Decoder::new(bytes);
    for number in numbers {
        let views = views(numbers, &scores, &board_of(*number));
        let score = ask(|question, _| {
            let is_yes = coder.decode(guesser.guess(question, &views));
            guesser.learn(is_yes);
            Some(is_yes)
        })?;
        scores.push(score as i8);
    }
    Some(scores)
}

#[cfg(test)]
mod tests {
    use super::{MOST, decode, encode};
    use crate::base::SplitMix64;
    use crate::games::connect4::opening_table::positions::lists;

    fn random_scores(count: usize, seed: u64) -> Vec<i8> {
        let mut random = SplitMix64::new(seed);
        let span = 2 * MOST.unsigned_abs() + 1;
        (0..count).map(|_| random.below(u64::from(span)) as i8 - MOST as i8).collect()
    }

    #[test]
    fn what_is_encoded_is_decoded() {
        for (plies, numbers) in lists(6).into_iter().enumerate() {
            let random = random_scores(numbers.len(), plies as u64);
            let kinds: Vec<i8> = random.iter().map(|score| score.signum()).collect();
            for scores in [vec![0; numbers.len()], vec![MOST as i8; numbers.len()], kinds, random] {
                let bytes = encode(&numbers, &scores).expect("scores in range");
                assert_eq!(decode(&numbers, &bytes), Some(scores), "{plies} plies");
            }
        }
    }

    #[test]
    fn what_is_alike_takes_few_bytes() {
        let numbers = lists(6).pop().expect("a list");
        let bytes = encode(&numbers, &vec![3; numbers.len()]).expect("scores in range");
        assert!(bytes.len() < numbers.len() / 100, "{} bytes", bytes.len());
    }

    #[test]
    fn scores_that_do_not_fit_are_refused() {
        let numbers = lists(2).pop().expect("a list");
        assert_eq!(encode(&numbers, &[0; 24]), None);
        assert_eq!(encode(&numbers, &[MOST as i8 + 1; 25]), None);
    }

    #[test]
    fn any_bytes_give_scores_in_range() {
        let numbers = lists(5).pop().expect("a list");
        let mut random = SplitMix64::new(7);
        for length in 0..200 {
            let bytes: Vec<u8> = (0..length).map(|_| random.next() as u8).collect();
            let scores = decode(&numbers, &bytes).expect("scores");
            assert_eq!(scores.len(), numbers.len());
            assert!(scores.iter().all(|score| i32::from(score.abs()) <= MOST));
        }
    }
}
