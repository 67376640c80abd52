//! Which positions a table holds, and their scores as few bytes, and back.
//!
//! The positions of one number of plies are listed in which neither side has four and the side to
//! move cannot complete four at once; one only of a position and its mirror image. They are listed
//! by rising number, so a score is found by its rank and no position needs to be stored.
//!
//! A score is coded as the answers to yes-or-no questions: is it a win? If not, is it a draw?
//! Then, for a win as for a loss: is it more than 1, more than 2, and so on. The answers become
//! bytes by [`super::context_mixing_and_arithmetic_coder`], the fewer the better they were
//! predicted.
//!
//! The contexts of a position are what of it helps to predict its score. The best predictors are the
//! scores of its *neighbours*: positions that differ in the place of one topmost ball. Those that
//! come earlier in the list are known.

use super::context_mixing_and_arithmetic_coder::{CONTEXTS, ContextMixer, Decoder, Encoder};
use crate::game::Position;
use crate::games::connect4::{Rack, RackSize};

/// The rack as sold, the only size that has tables.
pub(super) const SIZE: RackSize = RackSize::AS_SOLD;
/// Its channels.
const WIDTH: usize = SIZE.width();
/// Bits of a number that belong to one channel.
const STRIDE: usize = SIZE.stride();
/// The bits of the first channel, the one on top included.
const CHANNEL: u64 = (1 << STRIDE) - 1;

/// The number of a position: the balls of the side to move, and a bit on top of every channel.
const fn number(board: &Rack) -> u64 {
    board.own() | (board.mask + SIZE.bottom())
}

/// The lesser of the numbers of a position and of its mirror image.
pub(super) fn least_number(board: &Rack) -> u64 {
    SIZE.symmetric_key(board.own(), board.mask).value
}

/// The position of a number.
pub(super) const fn board_of(number: u64) -> Rack {
    let mut mask = 0;
    let mut channel = 0;
    while channel < WIDTH {
        let bottom = channel * STRIDE;
        let bits = number & (CHANNEL << bottom);
        mask |= (1 << bits.ilog2()) - (1 << bottom);
        channel += 1;
    }
    Rack::with_own(SIZE, number & mask, mask)
}

/// The positions one ball after this one in which neither side has four.
pub(super) fn children(board: Rack) -> impl Iterator<Item = Rack> {
    let has_room = move |channel: &u8| board.playable() & SIZE.channel(usize::from(*channel)) != 0;
    let children = (0..WIDTH as u8).filter(has_room).map(move |channel| {
        let mut child = board;
        child.play(channel);
        child
    });
    children.filter(|child| !SIZE.has_four(child.opposing()))
}

/// The numbers of all listed positions of 0, 1, … `plies` balls, each list rising.
///
/// The lengths of the lists are 1, 4, 25, 121, 568, 2,144, 7,638, 25,718, 77,715, 239,959, 634,338,
/// 1,784,788 and 4,200,899.
pub(super) fn listed_positions(plies: u32) -> Vec<Vec<u64>> {
    let mut all = vec![number(&Rack::EMPTY)];
    let mut lists = Vec::new();
    for ply in 0..=plies {
        if ply > 0 {
            let boards = all.iter().map(|number| board_of(*number));
            let next = boards.flat_map(children).map(|child| least_number(&child));
            all = next.collect();
            all.sort_unstable();
            all.dedup();
        }
        let is_listed = |number: &u64| !board_of(*number).can_win_at_once();
        lists.push(all.iter().copied().filter(is_listed).collect());
    }
    lists
}

/// The scores of some neighbours, in summary; each **for the side to move**, the same in all.
#[derive(Clone, Copy)]
struct NeighbourScores {
    /// The sum of the scores.
    sum: i32,
    /// How many there are, from 0.
    count: i32,
    /// The lowest score; [`NO_SCORE`] if there are none.
    lowest: i32,
    /// The highest score; −[`NO_SCORE`] if there are none.
    highest: i32,
    /// The score that was added last; 0 if there are none.
    last: i32,
}

impl NeighbourScores {
    const NONE: Self = Self { sum: 0, count: 0, lowest: NO_SCORE, highest: -NO_SCORE, last: 0 };

    const fn add(&mut self, score: i32) {
        self.sum += score;
        self.count += 1;
        self.lowest = if score < self.lowest { score } else { self.lowest };
        self.highest = if score > self.highest { score } else { self.highest };
        self.last = score;
    }

    /// Twice the mean, rounded down; [`NO_SCORE`] if there are none.
    const fn mean(self) -> u32 {
        unsigned(if self.count == 0 { NO_SCORE } else { (2 * self.sum).div_euclid(self.count) })
    }

    /// The highest and the lowest score.
    const fn span(self) -> u32 {
        unsigned(self.highest) << 8 | unsigned(self.lowest)
    }

    /// The score added last; 0 if there are none.
    const fn last(self) -> u32 {
        if self.count == 0 { 0 } else { unsigned(self.last) }
    }
}

/// Beyond every score, in place of one where there is none.
const NO_SCORE: i32 = 99;

/// Added to a number before it is kept as 8 bits, so that −[`NO_SCORE`] is positive.
const OFFSET: i32 = NO_SCORE + 1;
/// The lowest 8 bits.
const BYTE: u32 = u8::MAX as u32;

/// A number from -100 to 155 as 8 bits.
const fn unsigned(number: i32) -> u32 {
    (number + OFFSET).cast_unsigned() & BYTE
}

/// The contexts of the position at rank `scores.len()` of the list, whose earlier scores are
/// known.
fn contexts(numbers: &[u64], scores: &[i8], board: &Rack) -> [u32; CONTEXTS] {
    let [other, own] = neighbours(numbers, scores, board);
    let all = NeighbourScores {
        sum: own.sum + other.sum,
        count: own.count + other.count,
        lowest: own.lowest.min(other.lowest),
        highest: own.highest.max(other.highest),
        last: 0,
    };
    let own_threats = count_by_row_parity(board.winning_cells(board.own()));
    let other_threats = count_by_row_parity(board.winning_cells(board.opposing()));
    [
        0,
        other.mean(),
        own.mean(),
        own_threats << 24 | other_threats << 16 | all.mean(),
        other.span(),
        own.span(),
        other.last() << 8 | own.last(),
        balls_in_middle(board),
    ]
}

/// The scores of neighbours in which a ball of the other side is elsewhere, then those in which
/// a ball of the side to move is.
fn neighbours(numbers: &[u64], scores: &[i8], board: &Rack) -> [NeighbourScores; 2] {
    let known = &numbers[..scores.len()];
    let next = numbers.get(scores.len()).copied().unwrap_or(u64::MAX);
    let mut found = [NeighbourScores::NONE; 2];
    for from in 0..WIDTH {
        let balls = board.mask & SIZE.channel(from);
        if balls == 0 {
            continue;
        }
        let top = 1 << balls.ilog2();
        let is_own = board.own() & top != 0;
        for to in (0..WIDTH).filter(|to| *to != from) {
            let cell = board.playable() & SIZE.channel(to);
            let own = if is_own { board.own() ^ top ^ cell } else { board.own() };
            let neighbour = least_number(&Rack::with_own(SIZE, own, board.mask ^ top ^ cell));
            if cell == 0 || neighbour >= next {
                continue;
            }
            if let Ok(rank) = known.binary_search(&neighbour) {
                found[usize::from(is_own)].add(i32::from(scores[rank]));
            }
        }
    }
    found
}

/// How many of these cells are in rows of one and of the other parity, four bits each.
const fn count_by_row_parity(cells: u64) -> u32 {
    /// The first, third and fifth row.
    const ROWS: u64 = SIZE.bottom() | SIZE.bottom() << 2 | SIZE.bottom() << 4;
    (cells & ROWS).count_ones() | (cells & !ROWS).count_ones() << 4
}

/// The balls in the three channels in the middle.
const fn balls_in_middle(board: &Rack) -> u32 {
    (number(board) >> (2 * STRIDE)) as u32 & ((1 << (3 * STRIDE)) - 1)
}

/// No score of a listed position is further from 0: the other side's first win is its 4th ball.
const MAX_SCORE: i32 = 18;
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
pub(super) fn encode_scores(numbers: &[u64], scores: &[i8]) -> Option<Vec<u8>> {
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
pub(super) fn decode_scores(numbers: &[u64], bytes: &[u8]) -> Vec<i8> {
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
    use super::{
        MAX_SCORE, board_of, children, decode_scores, encode_scores, least_number,
        listed_positions, number,
    };
    use crate::base::SplitMix64;
    use crate::games::connect4::Rack;
    use std::collections::BTreeSet;

    /// The counts known from other people's tables: 8 plies 77,715, 12 plies 4,200,899.
    const COUNTS: [usize; 9] = [1, 4, 25, 121, 568, 2_144, 7_638, 25_718, 77_715];

    #[test]
    fn there_are_as_many_positions_as_known() {
        let counts: Vec<_> = listed_positions(8).iter().map(Vec::len).collect();
        assert_eq!(counts, COUNTS);
    }

    #[test]
    fn numbers_identify_positions_and_rise() {
        for list in listed_positions(7) {
            assert!(list.is_sorted_by(|a, b| a < b));
            assert!(list.iter().all(|listed| number(&board_of(*listed)) == *listed));
            assert!(list.iter().all(|listed| least_number(&board_of(*listed)) == *listed));
        }
    }

    #[test]
    fn lists_equal_the_positions_of_all_games() {
        fn walk(board: Rack, plies: usize, met: &mut BTreeSet<u64>) {
            if plies == 0 {
                met.extend((!board.can_win_at_once()).then(|| least_number(&board)));
            } else {
                children(board).for_each(|child| walk(child, plies - 1, met));
            }
        }
        for (plies, list) in listed_positions(6).iter().enumerate() {
            let mut met = BTreeSet::new();
            walk(Rack::EMPTY, plies, &mut met);
            assert!(met.iter().eq(list), "{plies} plies");
        }
    }

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
                let bytes = encode_scores(&numbers, &scores).expect("scores in range");
                assert_eq!(decode_scores(&numbers, &bytes), scores, "{plies} plies");
            }
        }
    }

    #[test]
    fn equal_scores_take_few_bytes() {
        let numbers = listed_positions(6).pop().expect("a list");
        let bytes = encode_scores(&numbers, &vec![3; numbers.len()]).expect("scores in range");
        assert!(bytes.len() < numbers.len() / 100, "{} bytes", bytes.len());
    }

    #[test]
    fn scores_that_do_not_fit_are_refused() {
        let numbers = listed_positions(2).pop().expect("a list");
        assert_eq!(encode_scores(&numbers, &[0; 24]), None);
        assert_eq!(encode_scores(&numbers, &[MAX_SCORE as i8 + 1; 25]), None);
    }

    #[test]
    fn any_bytes_give_scores_in_range() {
        let numbers = listed_positions(5).pop().expect("a list");
        let mut random = SplitMix64::new(7);
        for length in 0..200 {
            let bytes: Vec<u8> = (0..length).map(|_| random.next() as u8).collect();
            let scores = decode_scores(&numbers, &bytes);
            assert_eq!(scores.len(), numbers.len());
            assert!(scores.iter().all(|score| i32::from(score.abs()) <= MAX_SCORE));
        }
    }
}
