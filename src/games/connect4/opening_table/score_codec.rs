//! The scores of a list of positions as few bytes, and back.
//!
//! A score is coded as the answers to yes-or-no questions: is it a win? If not, is it a draw?
//! Then, for a win as for a loss: is it more than 1, more than 2, and so on. An arithmetic coder
//! ([`super::arithmetic_coder`]) turns the answers into bits, the fewer the better they were
//! predicted ([`super::probability_model`]).

use super::arithmetic_coder::{Decoder, Encoder};
use super::listed_positions::board_of;
use super::probability_model::{ContextMixer, contexts};

/// No score of a listed position is further from 0: the other side's first win is its 4th ball.
pub(super) const MAX_SCORE: i32 = 18;
/// Questions about the size of a score, for each sign.
const SIZE_QUESTIONS: usize = 32;
/// All questions: is it a win, is it a draw, and the sizes of wins and of losses.
const QUESTION_COUNT: usize = 2 * SIZE_QUESTIONS;

/// Finds a score by its questions.
///
/// `answer(question, size)` answers the question of this number, whether the score's size is
/// more than `size` if it is one about sizes.
fn score_by_questions(mut answer: impl FnMut(usize, i32) -> bool) -> i32 {
    let is_win = answer(0, 0);
    if !is_win && answer(1, 0) {
        return 0;
    }
    let sign = if is_win { 1 } else { -1 };
    let first = if is_win { 0 } else { SIZE_QUESTIONS };
    let mut size = 1;
    while size < MAX_SCORE && answer(first + 1 + size.unsigned_abs() as usize, size) {
        size += 1;
    }
    sign * size
}

/// The answer of this score to a question of [`score_by_questions`].
const fn answer(score: i32, question: usize, size: i32) -> bool {
    match question {
        0 => score > 0,
        1 => score == 0,
        _ => score.abs() > size,
    }
}

/// The scores of the listed positions as bytes.
///
/// `None` if there are more or fewer scores than positions, or one is out of range.
pub(super) fn encode(numbers: &[u64], scores: &[i8]) -> Option<Vec<u8>> {
    let is_score = |score: &i8| (-MAX_SCORE..=MAX_SCORE).contains(&i32::from(*score));
    if numbers.len() != scores.len() || !scores.iter().all(is_score) {
        return None;
    }
    let mut model = ContextMixer::new(QUESTION_COUNT);
    let mut coder = Encoder::new();
    for (rank, number) in numbers.iter().enumerate() {
        let contexts = contexts(numbers, &scores[..rank], &board_of(*number));
        score_by_questions(|question, size| {
            let is_yes = answer(i32::from(scores[rank]), question, size);
            coder.encode(model.predict(question, &contexts), is_yes);
            model.update(is_yes);
            is_yes
        });
    }
    Some(coder.finish())
}

/// The scores of the listed positions from their bytes, **for the side to move** in each.
///
/// Any bytes give as many scores as there are positions, all in range.
pub(super) fn decode(numbers: &[u64], bytes: &[u8]) -> Vec<i8> {
    let mut scores = Vec::with_capacity(numbers.len());
    let mut model = ContextMixer::new(QUESTION_COUNT);
    let mut coder = Decoder::new(bytes);
    for number in numbers {
        let contexts = contexts(numbers, &scores, &board_of(*number));
        let score = score_by_questions(|question, _| {
            let is_yes = coder.decode(model.predict(question, &contexts));
            model.update(is_yes);
            is_yes
        });
        scores.push(score as i8);
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::{MAX_SCORE, decode, encode};
    use crate::base::SplitMix64;
    use crate::games::connect4::opening_table::listed_positions::listed_positions;

    fn random_scores(count: usize, seed: u64) -> Vec<i8> {
        let mut random = SplitMix64::new(seed);
        let span = 2 * MAX_SCORE.unsigned_abs() + 1;
        (0..count).map(|_| random.below(u64::from(span)) as i8 - MAX_SCORE as i8).collect()
    }

    #[test]
    fn what_is_encoded_is_decoded() {
        for (plies, numbers) in listed_positions(6).into_iter().enumerate() {
            let random = random_scores(numbers.len(), plies as u64);
            let signs: Vec<i8> = random.iter().map(|score| score.signum()).collect();
            for scores in
                [vec![0; numbers.len()], vec![MAX_SCORE as i8; numbers.len()], signs, random]
            {
                let bytes = encode(&numbers, &scores).expect("scores in range");
                assert_eq!(decode(&numbers, &bytes), scores, "{plies} plies");
            }
        }
    }

    #[test]
    fn equal_scores_take_few_bytes() {
        let numbers = listed_positions(6).pop().expect("a list");
        let bytes = encode(&numbers, &vec![3; numbers.len()]).expect("scores in range");
        assert!(bytes.len() < numbers.len() / 100, "{} bytes", bytes.len());
    }

    #[test]
    fn scores_that_do_not_fit_are_refused() {
        let numbers = listed_positions(2).pop().expect("a list");
        assert_eq!(encode(&numbers, &[0; 24]), None);
        assert_eq!(encode(&numbers, &[MAX_SCORE as i8 + 1; 25]), None);
    }

    #[test]
    fn any_bytes_give_scores_in_range() {
        let numbers = listed_positions(5).pop().expect("a list");
        let mut random = SplitMix64::new(7);
        for length in 0..200 {
            let bytes: Vec<u8> = (0..length).map(|_| random.next() as u8).collect();
            let scores = decode(&numbers, &bytes);
            assert_eq!(scores.len(), numbers.len());
            assert!(scores.iter().all(|score| i32::from(score.abs()) <= MAX_SCORE));
        }
    }
}
