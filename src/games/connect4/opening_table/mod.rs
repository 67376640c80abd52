//! A table of solved positions of the rack as sold: the exact score of every position of up to
//! so many plies, in well under 100 KB.
//!
//! Only the scores of its last ply are stored ([`file`]), entropy-coded (`codec`) in the order
//! of `positions`, so that no position need be stored with them; those of earlier plies follow
//! from them move by move. All that is worked out when the first score is asked for.
//!
//! `parlour table` makes tables; see `protocol.md`. The one that is built in is `opening_table.bin`, of 8
//! plies, which took 0.67 core-hours and 12.3 G nodes to make; where that file is empty, there is
//! none, and nothing but speed is lost. The first use of a table of 8 plies takes about 0.1 s, of
//! 10 plies 1.5 s, a look-up after that less than 1 µs.
//!
//! # Examples
//! ```
//! use parlour::games::connect4::{Rack, book::Book};
//! if let Some(book) = Book::embedded() {
//!     // The first player wins the empty rack with its last ball.
//!     assert_eq!(book.score(&Rack::<7, 6>::EMPTY), Some(1));
//! }
//! ```

mod codec;
mod file;
mod position_context;
mod positions;
mod probability_model;
mod solve;
mod verify;

pub use file::BookError;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};
use std::thread;

use super::Rack;
use crate::game::{Position, Turn};
use crate::host::{SolvedTables, TableError};
use crate::search::{OptionKind, OptionSpec, Options};
use positions::{Board, board_of, children, least_number, lists, wins_at_once};

/// How tables are made and read, for the registry.
pub(super) const TABLES: SolvedTables =
    SolvedTables { counts: &COUNTS, solve: solve::solve, write, check, verify: verify::verify };

/// The name of the option that switches tables on.
const SWITCH: &str = "SolvedTable";
/// The file of a table to use instead of the embedded one.
pub(super) const FILE: OptionSpec = OptionSpec {
    name: "SolvedTableFile",
    about: "a table made by 'parlour table' instead of the one that is built in",
    kind: OptionKind::File,
};

/// Positions of a table, by its plies.
const COUNTS: [u32; 13] =
    [1, 4, 25, 121, 568, 2_144, 7_638, 25_718, 77_715, 239_959, 634_338, 1_784_788, 4_200_899];

/// Exact scores of all positions of up to so many plies.
pub struct Book {
    /// The file of the table, checked.
    bytes: Arc<[u8]>,
    plies: u32,
    /// By plies; filled at first use.
    layers: OnceLock<Vec<Layer>>,
    /// Whether a thread has been set to fill them.
    is_begun: AtomicBool,
}

/// The positions of one number of plies.
struct Layer {
    /// Their numbers, rising.
    numbers: Vec<u64>,
    /// Their scores, in the same order.
    scores: Vec<i8>,
}

impl Layer {
    /// The score of a position of these plies that is not over, **for the side to move**.
    fn score(&self, board: &Board) -> Option<i8> {
        if wins_at_once(board) {
            return Some(win_with(board.mask.count_ones() + 1));
        }
        let rank = self.numbers.binary_search(&least_number(board)).ok()?;
        self.scores.get(rank).copied()
    }

    /// The layer of these positions, one ply before this one.
    fn before(&self, numbers: Vec<u64>) -> Option<Self> {
        let score = |number: &u64| {
            let mut scores = children(board_of(*number)).map(|child| self.score(&child));
            scores.try_fold(i8::MIN, |best, score| Some(best.max(-score?)))
        };
        let scores = numbers.iter().map(score).collect::<Option<Vec<_>>>()?;
        Some(Self { numbers, scores })
    }
}

/// The score of the side that completes four with the `stone`th ball of the game.
const fn win_with(stone: u32) -> i8 {
    ((44 - stone) / 2) as i8
}

impl Book {
    /// The table that is built in, if there is one.
    pub fn embedded() -> Option<&'static Arc<Self>> {
        static EMBEDDED: LazyLock<Option<Arc<Book>>> = LazyLock::new(|| {
            let bytes: &[u8] = include_bytes!("opening_table.bin");
            Book::read(bytes.into()).ok().map(Arc::new)
        });
        EMBEDDED.as_ref()
    }

    /// A table from its file.
    ///
    /// # Errors
    /// [`BookError`] if it is not one, damaged, or of more than 12 plies.
    pub fn read(bytes: Arc<[u8]>) -> Result<Self, BookError> {
        let file = file::read(&bytes)?;
        let plies = file.plies;
        let count = COUNTS.get(plies as usize).ok_or(BookError::Plies(plies as u16))?;
        if file.count != *count {
            return Err(BookError::Damaged);
        }
        Ok(Self { bytes, plies, layers: OnceLock::new(), is_begun: AtomicBool::new(false) })
    }

    /// The table that these options choose, if any: `book` itself if that is it already.
    pub fn chosen(options: &Options, book: Option<Arc<Self>>) -> Option<Arc<Self>> {
        if !options.check(SWITCH) {
            return None;
        }
        let Some(bytes) = options.file(FILE.name) else { return Self::embedded().cloned() };
        let is_same = |book: &Arc<Self>| Arc::ptr_eq(&book.bytes, &bytes);
        book.filter(is_same).or_else(|| Self::read(bytes).ok().map(Arc::new))
    }

    /// The most plies after which it knows positions.
    pub const fn plies(&self) -> u32 {
        self.plies
    }

    /// Whether it knows the score of a position.
    ///
    /// Not if the game is over, there are too many balls on the rack, or the rack is not 7×6.
    pub fn knows<const W: usize, const H: usize>(&self, rack: &Rack<W, H>) -> bool {
        (W, H) == (7, 6)
            && rack.mask.count_ones() <= self.plies
            && matches!(rack.turn(), Turn::Decide(_))
    }

    /// Whether it is decoded, so that a score takes no time to speak of.
    ///
    /// If it is not, a thread begins to decode it.
    pub fn is_ready(self: &Arc<Self>) -> bool {
        let is_ready = self.layers.get().is_some();
        if !is_ready && !self.is_begun.swap(true, Ordering::Relaxed) {
            let book = Arc::clone(self);
            let begun = thread::Builder::new().spawn(move || {
                book.layers();
            });
            // Where there is no thread to be had, the first score decodes it.
            return begun.is_err();
        }
        is_ready
    }

    /// The score of a position, **for the side to move**, as [`super::solver`] counts.
    ///
    /// `None` if it is not [known](Self::knows). About 1 µs; the first call decodes the table.
    pub fn score<const W: usize, const H: usize>(&self, rack: &Rack<W, H>) -> Option<i8> {
        if !self.knows(rack) {
            return None;
        }
        let board = Board::with_own(rack.own(), rack.mask);
        self.layers().get(board.mask.count_ones() as usize)?.score(&board)
    }

    fn layers(&self) -> &[Layer] {
        self.layers.get_or_init(|| self.decode().unwrap_or_default())
    }

    /// All layers, the last one from the file and the others from the next.
    fn decode(&self) -> Option<Vec<Layer>> {
        let mut lists = lists(self.plies);
        let numbers = lists.pop()?;
        let scores = codec::decode(&numbers, file::read(&self.bytes).ok()?.scores)?;
        let mut layers = vec![Layer { numbers, scores }];
        while let Some(numbers) = lists.pop() {
            let layer = layers.last()?.before(numbers)?;
            layers.push(layer);
        }
        layers.reverse();
        Some(layers)
    }
}

/// The file of a table of so many plies, from the scores of its positions in order.
fn write(plies: u32, scores: &[i8]) -> Option<Vec<u8>> {
    let numbers = lists(plies).pop()?;
    let encoded = codec::encode(&numbers, scores)?;
    Some(file::write(plies, numbers.len() as u32, &encoded))
}

/// Says what is wrong with the file of a table.
fn check(bytes: &[u8]) -> Result<(), TableError> {
    Book::read(bytes.into()).map(drop).map_err(|error| TableError::BadFile(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::positions::{board_of, children, least_number, lists};
    use super::{Book, BookError, FILE, SWITCH, check, verify, write};
    use crate::game::Position;
    use crate::games::connect4::Rack;
    use crate::games::connect4::solver::Solver;
    use crate::host::Verifying;
    use crate::search::player::options::{COMMON, Options};
    use std::sync::Arc;

    fn after(channels: &[u8]) -> Rack<7, 6> {
        let mut rack = Rack::EMPTY;
        for channel in channels {
            rack.play(*channel);
        }
        rack
    }

    /// Scores of the positions of one ball, and of a table of two that fits them.
    const ONE: [i8; 4] = [2, 1, 0, -1];

    fn two() -> Vec<u8> {
        let numbers = lists(2).pop().expect("a list");
        let one = lists(1).pop().expect("a list");
        let score = |number: &u64| {
            let parents = one.iter().zip(ONE).filter(|(parent, _)| {
                children(board_of(**parent)).any(|child| least_number(&child) == *number)
            });
            parents.map(|(_, score)| -score).max().expect("a parent")
        };
        write(2, &numbers.iter().map(score).collect::<Vec<_>>()).expect("a table")
    }

    #[test]
    fn what_is_built_in_is_nothing_or_a_table_that_holds() {
        let bytes: &[u8] = include_bytes!("opening_table.bin");
        assert!(bytes.len() <= 100 << 10, "{} bytes", bytes.len());
        assert_eq!(Book::embedded().is_none(), bytes.is_empty());
        if !bytes.is_empty() {
            let work = Verifying { bytes, sample: 0, seed: 1, threads: 1, hash: 1 };
            verify::verify(&work).expect("a table that holds");
        }
    }

    #[test]
    fn verifying_finds_wrong_scores() {
        let verified = |bytes: &[u8]| {
            verify::verify(&Verifying { bytes, sample: 0, seed: 1, threads: 1, hash: 1 })
        };
        let of_one = |scores: [i8; 4]| write(1, &scores).expect("a table");
        assert!(verified(&of_one(ONE)).is_ok());
        assert!(verified(&of_one([2, 1, 1, -1])).is_err(), "a draw for the first player");
        assert!(verified(&two()).is_ok());
        assert!(verified(b"no table").is_err());
    }

    #[test]
    fn a_table_of_more_plies_gives_those_of_fewer() {
        // Any scores will do to see that they are carried down move by move.
        let bytes = write(4, &[2; 568]).expect("a table");
        let book = Book::read(bytes.into()).expect("a table");
        let scores = |channels: &[u8]| book.score(&after(channels));
        assert_eq!(scores(&[0, 1, 2, 4]), Some(2));
        assert_eq!(scores(&[3, 3, 3]), Some(-2));
        assert_eq!(scores(&[]), Some(2));
        assert_eq!(scores(&[0, 1, 2, 4, 5]), None, "more balls than the table knows");
    }

    #[test]
    fn mirror_images_have_one_score() {
        let book = Book::read(two().into()).expect("a table");
        assert_eq!(book.score(&after(&[])), Some(1));
        for (channels, score) in [(vec![0], Some(2)), (vec![2], Some(0)), (vec![2, 3], None)] {
            let mirrored: Vec<u8> = channels.iter().map(|channel| 6 - channel).collect();
            let found = book.score(&after(&channels));
            assert_eq!(found, book.score(&after(&mirrored)));
            assert!(score.is_none() || found == score);
        }
    }

    #[test]
    fn a_win_at_once_needs_no_entry() {
        let bytes = write(6, &[0; 7_638]).expect("a table");
        let book = Book::read(bytes.into()).expect("a table");
        let rack = after(&[0, 6, 0, 6, 0, 6]);
        let solved = Solver::new(1, 1).score(&rack, &mut |_| true);
        assert_eq!(book.score(&rack).map(i32::from), Some(solved.lower));
        assert_eq!(solved.lower, 18, "four with the first player's fourth ball");
    }

    #[test]
    fn other_racks_and_finished_games_have_no_score() {
        let bytes = write(7, &vec![0; 25_718]).expect("a table");
        let book = Book::read(bytes.into()).expect("a table");
        assert_eq!(book.score(&Rack::<8, 6>::EMPTY), None);
        assert_eq!(book.score(&after(&[0, 1, 0, 1, 0, 1, 0])), None);
    }

    #[test]
    fn counts_and_plies_are_checked() {
        let bytes = write(1, &ONE).expect("a table");
        assert_eq!(check(&bytes), Ok(()));
        let read =
            |plies, count| Book::read(super::file::write(plies, count, &bytes[24..]).into()).err();
        assert_eq!(read(1, 4), None);
        assert_eq!(read(1, 5), Some(BookError::Damaged));
        assert_eq!(read(13, 4), Some(BookError::Plies(13)));
    }

    #[test]
    fn options_choose_the_table() {
        let mut options = Options::new(COMMON.iter().chain([&FILE]));
        let embedded = Book::chosen(&options, None);
        let same = embedded.iter().zip(Book::embedded()).all(|(a, b)| Arc::ptr_eq(a, b));
        assert!(same && embedded.is_some() == Book::embedded().is_some());

        let bytes: Arc<[u8]> = write(1, &ONE).expect("a table").into();
        options.set_file(&FILE, Some(Arc::clone(&bytes)));
        let own = Book::chosen(&options, embedded).expect("a table");
        assert_eq!(own.plies(), 1);
        let again = Book::chosen(&options, Some(Arc::clone(&own))).expect("a table");
        assert!(Arc::ptr_eq(&own, &again), "what is decoded is kept");

        let switch = COMMON.iter().find(|spec| spec.name == SWITCH).expect("an option");
        options.set(switch, Some("false")).expect("a value");
        assert!(Book::chosen(&options, Some(own)).is_none());
    }
}
