//! `OpeningTable`: the scores of a table, decoded when first needed; and its file, a header with a
//! checksum, and the encoded scores.
//!
//! ```text
//! byte  0  "C4SCORES"
//!       8  version, 1
//!      10  plies of its positions
//!      12  number of its positions
//!      16  checksum of all other bytes: FNV-1a, 64 bits
//!      24  the scores, as [`encode_scores`] encodes them
//! ```
//!
//! Numbers are little-endian; version and plies take two bytes, the count four.

use std::fmt;
use std::sync::{Arc, LazyLock, Once, OnceLock};
use std::thread;

use super::listed_positions_and_score_codec::{
    SIZE, board_of, children, decode_scores, encode_scores, least_number, listed_positions,
};
use crate::base::hash::fnv_1a;
use crate::game::{Position, Turn};
use crate::games::connect4::Rack;
use crate::host::{FileFormat, SolvedTableError};
use crate::search::player::options::SOLVED_TABLE;
use crate::search::threads::spawn_at_low_priority;
use crate::search::{OptionKind, OptionSpec, Options};

/// The file of a table to use instead of the built-in one.
pub(in crate::games::connect4) const FILE: OptionSpec = OptionSpec {
    name: "SolvedTableFile",
    about: "a table made by 'parlour table' instead of the one that is built in",
    players: &["perfect"],
    kind: OptionKind::File,
    is_open_to_network: false,
};

/// How that file is checked; several times the bytes of the largest table are allowed.
pub(in crate::games::connect4) const FILE_FORMAT: FileFormat = FileFormat {
    option: FILE.name,
    most_bytes: 64 << 20,
    check: |bytes| check(bytes).map(drop).map_err(Into::into),
};

/// The number of positions of a table, by its plies.
pub(super) const COUNTS: [u32; 13] =
    [1, 4, 25, 121, 568, 2_144, 7_638, 25_718, 77_715, 239_959, 634_338, 1_784_788, 4_200_899];

/// Exact scores of all positions of the 7×6 rack of up to [`Self::plies`] plies.
pub struct OpeningTable {
    /// The file of the table, checked.
    bytes: Arc<[u8]>,
    /// The most plies of its positions, 12 at most.
    plies: u32,
    /// One for each number of plies from 0; decoded at first use.
    layers: OnceLock<Vec<PositionsOfPly>>,
    /// Whether a thread could be started to decode them; empty before that was tried.
    has_thread: OnceLock<bool>,
    /// Whether a thread of the usual priority was tried, too.
    urgent_thread: Once,
}

/// The listed positions of one number of plies.
struct PositionsOfPly {
    /// Their numbers, rising.
    numbers: Vec<u64>,
    /// Their scores for the side to move, in the same order.
    scores: Vec<i8>,
}

impl PositionsOfPly {
    /// The score of a position of these plies that is not over, **for the side to move**.
    fn score(&self, board: &Rack) -> Option<i8> {
        if board.can_win_at_once() {
            return Some(winning_score(board.mask.count_ones() + 1));
        }
        let rank = self.numbers.binary_search(&least_number(board)).ok()?;
        self.scores.get(rank).copied()
    }

    /// The layer of these positions, one ply earlier than this one, by one ply of minimax.
    fn previous(&self, numbers: Vec<u64>) -> Option<Self> {
        let score = |number: &u64| {
            let mut scores = children(board_of(*number)).map(|child| self.score(&child));
            scores.try_fold(i8::MIN, |best, score| Some(best.max(-score?)))
        };
        let scores = numbers.iter().map(score).collect::<Option<Vec<_>>>()?;
        Some(Self { numbers, scores })
    }
}

/// The score of the side that completes four with this ball of the game (the first is 1).
pub(super) const fn winning_score(ball: u32) -> i8 {
    SIZE.win_score(ball.cast_signed()) as i8
}

impl OpeningTable {
    /// The table that is built in, if there is one.
    pub fn embedded() -> Option<&'static Arc<Self>> {
        static EMBEDDED: LazyLock<Option<Arc<OpeningTable>>> = LazyLock::new(|| {
            let bytes: &[u8] = include_bytes!("opening_table.bin");
            OpeningTable::read(bytes.into()).ok().map(Arc::new)
        });
        EMBEDDED.as_ref()
    }

    /// A table from its file.
    ///
    /// # Errors
    /// [`OpeningTableError`] if it is not one, damaged, or of more than 12 plies.
    pub fn read(bytes: Arc<[u8]>) -> Result<Self, OpeningTableError> {
        let file = read_file(&bytes)?;
        let plies = file.plies;
        let count = COUNTS.get(plies as usize).ok_or(OpeningTableError::Plies(plies as u16))?;
        if file.count != *count {
            return Err(OpeningTableError::Damaged);
        }
        Ok(Self {
            bytes,
            plies,
            layers: OnceLock::new(),
            has_thread: OnceLock::new(),
            urgent_thread: Once::new(),
        })
    }

    /// The table that these options choose, if any: `current` itself if it is that one already.
    pub fn from_options(options: &Options, current: Option<Arc<Self>>) -> Option<Arc<Self>> {
        if !options.check(&SOLVED_TABLE) {
            return None;
        }
        let Some(bytes) = options.file(&FILE) else { return Self::embedded().cloned() };
        let is_same = |table: &Arc<Self>| Arc::ptr_eq(&table.bytes, &bytes);
        current.filter(is_same).or_else(|| Self::read(bytes).ok().map(Arc::new))
    }

    /// The most plies of a position that it has.
    pub const fn plies(&self) -> u32 {
        self.plies
    }

    /// Whether it has the score of a position.
    ///
    /// It has none if the game is over, the rack has more than [`Self::plies`] balls, or the rack
    /// is not 7×6.
    pub fn contains(&self, rack: &Rack) -> bool {
        rack.size() == SIZE
            && rack.mask.count_ones() <= self.plies
            && matches!(rack.turn(), Turn::Decide(_))
    }

    /// Starts to decode the table on a thread of its own, if that was not done before.
    ///
    /// Returns whether [`Self::score`] is ready to be called.
    ///
    /// Ready is a table that is decoded, and one for which no thread could be started.
    pub fn decode_in_background(self: &Arc<Self>) -> bool {
        if self.layers.get().is_some() {
            return true;
        }
        let has_thread = self.has_thread.get_or_init(|| {
            let table = Arc::clone(self);
            spawn_at_low_priority(move || {
                table.layers();
            })
        });
        // Without a thread, the first call of `score` decodes the table.
        !has_thread
    }

    /// Decodes the table once more, on a thread of the usual priority.
    ///
    /// Only the first call does so. It is for a search that waits while other programs keep the
    /// processors busy: the thread of [`Self::decode_in_background`] then makes little progress.
    pub fn decode_urgently(self: &Arc<Self>) {
        self.urgent_thread.call_once(|| {
            let table = Arc::clone(self);
            let decode = move || {
                table.layers();
            };
            // Without it, the other thread decodes the table.
            drop(thread::Builder::new().spawn(decode));
        });
    }

    /// The score of a position, **for the side to move**.
    ///
    /// The scale is that of [`crate::games::connect4::solver`].
    ///
    /// `None` if the table does not [contain](Self::contains) it. About 1 µs; the first call
    /// decodes the table.
    pub fn score(&self, rack: &Rack) -> Option<i8> {
        if !self.contains(rack) {
            return None;
        }
        self.layers().get(rack.mask.count_ones() as usize)?.score(rack)
    }

    fn layers(&self) -> &[PositionsOfPly] {
        // Not `get_or_init`, which would wait for a thread of low priority that has begun before.
        if self.layers.get().is_none() {
            drop(self.layers.set(self.decode().unwrap_or_default()));
        }
        self.layers.get().map_or(&[], Vec::as_slice)
    }

    /// All layers: the last one from the file, each other one from the one after it.
    fn decode(&self) -> Option<Vec<PositionsOfPly>> {
        let mut lists = listed_positions(self.plies);
        let numbers = lists.pop()?;
        let scores = decode_scores(&numbers, read_file(&self.bytes).ok()?.scores);
        let mut layers = vec![PositionsOfPly { numbers, scores }];
        while let Some(numbers) = lists.pop() {
            let layer = layers.last()?.previous(numbers)?;
            layers.push(layer);
        }
        layers.reverse();
        Some(layers)
    }
}

/// The file of a table of this many plies, from the scores of its positions in order.
pub(super) fn write(plies: u32, scores: &[i8]) -> Option<Vec<u8>> {
    let numbers = listed_positions(plies).pop()?;
    let encoded = encode_scores(&numbers, scores)?;
    Some(write_file(plies, numbers.len() as u32, &encoded))
}

/// The file of a table of this many plies with these bytes for its scores.
pub(super) fn write_encoded(plies: u32, encoded: &[u8]) -> Option<Vec<u8>> {
    COUNTS.get(plies as usize).map(|count| write_file(plies, *count, encoded))
}

/// Checks that a file is a whole table, and returns its plies.
///
/// # Errors
/// Its defect.
pub(super) fn check(bytes: &[u8]) -> Result<u32, SolvedTableError> {
    let read = OpeningTable::read(bytes.into());
    read.map(|table| table.plies).map_err(|error| SolvedTableError::BadFile(error.to_string()))
}

/// The first bytes of every table.
const MAGIC: [u8; 8] = *b"C4SCORES";
/// The only version.
const VERSION: u16 = 1;
/// Bytes before the checksum.
const CHECKSUM_AT: usize = 16;
/// Bytes before the scores.
const SCORES_AT: usize = CHECKSUM_AT + 8;

/// A defect of the file of an opening table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningTableError {
    /// It is not an opening table.
    Foreign,
    /// It is of another version.
    Version(u16),
    /// It is too short, or its checksum or its count is wrong.
    Damaged,
    /// It is of more plies than can be read.
    Plies(u16),
}

impl fmt::Display for OpeningTableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("not a table of solved positions"),
            Self::Version(version) => write!(f, "a table of version {version}, not {VERSION}"),
            Self::Damaged => f.write_str("a damaged table: its checksum is wrong"),
            Self::Plies(plies) => write!(f, "a table of {plies} plies, which are too many"),
        }
    }
}

impl std::error::Error for OpeningTableError {}

/// A table whose scores are not decoded yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableFile<'a> {
    /// Plies of its positions.
    pub(super) plies: u32,
    /// How many positions there are.
    pub(super) count: u32,
    /// Their scores, encoded.
    pub(super) scores: &'a [u8],
}

/// The file of a table.
fn write_file(plies: u32, count: u32, scores: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((plies as u16).to_le_bytes());
    bytes.extend(count.to_le_bytes());
    bytes.extend(checksum(&bytes, scores).to_le_bytes());
    bytes.extend(scores);
    bytes
}

/// Reads the header of a file, and checks the checksum.
///
/// # Errors
/// Any [`OpeningTableError`] except [`OpeningTableError::Plies`].
fn read_file(bytes: &[u8]) -> Result<TableFile<'_>, OpeningTableError> {
    let tail = bytes.strip_prefix(&MAGIC).ok_or(OpeningTableError::Foreign)?;
    let version = tail.first_chunk().copied().map(u16::from_le_bytes);
    match version {
        Some(VERSION) => {}
        Some(other) => return Err(OpeningTableError::Version(other)),
        None => return Err(OpeningTableError::Damaged),
    }
    let (front, scores) = bytes.split_at_checked(SCORES_AT).ok_or(OpeningTableError::Damaged)?;
    let (head, sum) = front.split_at(CHECKSUM_AT);
    if sum != checksum(head, scores).to_le_bytes() {
        return Err(OpeningTableError::Damaged);
    }
    let [.., p0, p1, c0, c1, c2, c3] = head else { return Err(OpeningTableError::Damaged) };
    let plies = u32::from(u16::from_le_bytes([*p0, *p1]));
    Ok(TableFile { plies, count: u32::from_le_bytes([*c0, *c1, *c2, *c3]), scores })
}

fn checksum(head: &[u8], scores: &[u8]) -> u64 {
    fnv_1a(head.iter().chain(scores))
}

#[cfg(test)]
pub(super) mod tests {
    use super::{
        FILE, OpeningTable, OpeningTableError, SCORES_AT, TableFile, board_of, check, checksum,
        children, decode_scores, least_number, listed_positions, read_file, write, write_encoded,
        write_file,
    };
    use crate::game::Position;
    use crate::games::connect4::solver::Solver;
    use crate::games::connect4::{Rack, RackSize};
    use crate::search::player::options::{COMMON, Options, SOLVED_TABLE};
    use std::sync::Arc;

    fn after(channels: &[u8]) -> Rack {
        let mut rack = Rack::EMPTY;
        for channel in channels {
            rack.play(*channel);
        }
        rack
    }

    /// Scores of the positions of one ball, and of a table of two that fits them.
    const SCORES_OF_ONE_BALL: [i8; 4] = [2, 1, 0, -1];

    /// The bytes of a table of the positions of two balls, with the scores that fit [`SCORES_OF_ONE_BALL`].
    pub(in crate::games::connect4::opening_table) fn table_of_two_balls() -> Vec<u8> {
        let numbers = listed_positions(2).pop().expect("a list");
        let one = listed_positions(1).pop().expect("a list");
        let score = |number: &u64| {
            let parents = one.iter().zip(SCORES_OF_ONE_BALL).filter(|(parent, _)| {
                children(board_of(**parent)).any(|child| least_number(&child) == *number)
            });
            parents.map(|(_, score)| -score).max().expect("a parent")
        };
        write(2, &numbers.iter().map(score).collect::<Vec<_>>()).expect("a table")
    }

    #[test]
    fn committed_table_is_encoded_to_the_same_bytes() {
        let bytes: &[u8] = include_bytes!("opening_table.bin");
        assert_eq!(OpeningTable::embedded().is_none(), bytes.is_empty());
        if let Ok(file) = read_file(bytes) {
            let numbers = listed_positions(file.plies).pop().expect("a list");
            let scores = decode_scores(&numbers, file.scores);
            assert_eq!(write(file.plies, &scores).as_deref(), Some(bytes));
        }
    }

    #[test]
    fn a_table_of_more_plies_gives_those_of_fewer() {
        // Any scores will do to see that they are carried down move by move.
        let bytes = write(4, &[2; 568]).expect("a table");
        let table = OpeningTable::read(bytes.into()).expect("a table");
        let scores = |channels: &[u8]| table.score(&after(channels));
        assert_eq!(scores(&[0, 1, 2, 4]), Some(2));
        assert_eq!(scores(&[3, 3, 3]), Some(-2));
        assert_eq!(scores(&[]), Some(2));
        assert_eq!(scores(&[0, 1, 2, 4, 5]), None, "more balls than the table knows");
    }

    #[test]
    fn mirror_images_have_one_score() {
        let table = OpeningTable::read(table_of_two_balls().into()).expect("a table");
        assert_eq!(table.score(&after(&[])), Some(1));
        for (channels, score) in [(vec![0], Some(2)), (vec![2], Some(0)), (vec![2, 3], None)] {
            let mirrored: Vec<u8> = channels.iter().map(|channel| 6 - channel).collect();
            let found = table.score(&after(&channels));
            assert_eq!(found, table.score(&after(&mirrored)));
            assert!(score.is_none() || found == score);
        }
    }

    #[test]
    fn a_win_at_once_needs_no_entry() {
        let bytes = write(6, &[0; 7_638]).expect("a table");
        let table = OpeningTable::read(bytes.into()).expect("a table");
        let rack = after(&[0, 6, 0, 6, 0, 6]);
        let solved = Solver::new(1, 1).score(&rack, &mut |_| true);
        assert_eq!(table.score(&rack).map(i32::from), Some(solved.lower));
        assert_eq!(solved.lower, 18, "four with the first player's fourth ball");
    }

    #[test]
    fn other_racks_and_finished_games_have_no_score() {
        let bytes = write(7, &vec![0; 25_718]).expect("a table");
        let table = OpeningTable::read(bytes.into()).expect("a table");
        assert_eq!(table.score(&Rack::new(RackSize::new(8, 6))), None);
        assert_eq!(table.score(&after(&[0, 1, 0, 1, 0, 1, 0])), None);
    }

    #[test]
    fn counts_and_plies_are_checked() {
        let bytes = write(1, &SCORES_OF_ONE_BALL).expect("a table");
        assert_eq!(check(&bytes), Ok(1));
        let read =
            |plies, count| OpeningTable::read(write_file(plies, count, &bytes[24..]).into()).err();
        assert_eq!(read(1, 4), None);
        assert_eq!(read(1, 5), Some(OpeningTableError::Damaged));
        assert_eq!(read(13, 4), Some(OpeningTableError::Plies(13)));
        assert_eq!(write_encoded(1, &bytes[24..]).as_deref(), Some(bytes.as_slice()));
        assert_eq!(write_encoded(13, &[]), None);
    }

    #[test]
    fn options_choose_the_table() {
        let mut options = Options::new(COMMON.iter().chain([&FILE]));
        let embedded = OpeningTable::from_options(&options, None);
        let same = embedded.iter().zip(OpeningTable::embedded()).all(|(a, b)| Arc::ptr_eq(a, b));
        assert!(same && embedded.is_some() == OpeningTable::embedded().is_some());

        let bytes: Arc<[u8]> = write(1, &SCORES_OF_ONE_BALL).expect("a table").into();
        options.set_file(&FILE, Some(Arc::clone(&bytes)));
        let own = OpeningTable::from_options(&options, embedded).expect("a table");
        assert_eq!(own.plies(), 1);
        let again = OpeningTable::from_options(&options, Some(Arc::clone(&own))).expect("a table");
        assert!(Arc::ptr_eq(&own, &again), "what is decoded is kept");

        options.set(&SOLVED_TABLE, Some("false")).expect("a value");
        assert!(OpeningTable::from_options(&options, Some(own)).is_none());
    }

    #[test]
    fn the_checksum_is_the_published_one() {
        assert_eq!(checksum(b"", b"foobar"), 0x8594_4171_F739_67E8);
    }

    #[test]
    fn a_written_file_is_read_back() {
        let bytes = write_file(8, 77_715, &[1, 2, 3]);
        assert_eq!(
            read_file(&bytes),
            Ok(TableFile { plies: 8, count: 77_715, scores: &[1, 2, 3] })
        );
    }

    #[test]
    fn every_flipped_bit_and_every_cut_is_noticed() {
        let bytes = write_file(3, 121, b"scores");
        for bit in 0..8 * bytes.len() {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(read_file(&damaged).is_err(), "bit {bit}");
        }
        for length in 0..bytes.len() {
            assert!(read_file(&bytes[..length]).is_err(), "{length} bytes");
        }
    }

    #[test]
    fn errors_name_the_defect() {
        let mut bytes = write_file(3, 121, b"scores");
        assert_eq!(read_file(b"something else, and long enough"), Err(OpeningTableError::Foreign));
        bytes[SCORES_AT] ^= 1;
        assert_eq!(read_file(&bytes), Err(OpeningTableError::Damaged));
        bytes[8] = 2;
        assert_eq!(read_file(&bytes), Err(OpeningTableError::Version(2)));
    }
}
