//! `parlour table`: makes a table of solved positions, over as many runs as it takes.
//!
//! What is solved goes into a state file beside the table, every two seconds if scores come. So a run
//! that was ended, however, is taken up again near where it was; the positions that its threads were
//! at are solved anew:
//!
//! ```text
//! byte  0  "SOLVED01"
//!       8  plies of the positions, 4 bytes
//!      12  number of the positions, 4 bytes
//!      16  for each score found, in any order, 4 bytes: rank · 256 + score + 64
//! ```
//!
//! Numbers have their least byte first.

use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::base::locks;
use crate::host::{SolvedTables, TableSolving, TableVerifying};
use crate::protocol::io::output::to_stdout;
use crate::protocol::io::regular_file;
use crate::protocol::io::replace_file::replace_file;
use crate::search::player::stopwatch::Stopwatch;

/// The first bytes of a state file.
const MAGIC: [u8; 8] = *b"SOLVED01";
/// Bytes before the first score.
const HEADER_BYTES: usize = 16;
/// Added to a score, so that no byte of a lost block reads as one.
const OFFSET: i16 = 64;
/// The greatest absolute value of a score that is taken from a state file. Chosen by hand: beyond all
/// scores, below [`OFFSET`].
const MAX_SCORE: i16 = 32;
/// Bytes of a table or a state file that are read: many times what the largest one has. Set by
/// hand.
const MOST_FILE_BYTES: u64 = 1 << 30;
/// The least time between two reports; with each, the scores found since go into the state file. Set
/// by hand.
const REPORT_INTERVAL: Duration = Duration::from_secs(2);
/// Characters of the bar. Set by hand.
const PROGRESS_BAR_WIDTH: usize = 24;

/// The table to make, and how to make it.
pub struct SolvedTableSettings {
    /// The game's tables.
    pub tables: SolvedTables,
    /// Plies of the positions.
    pub plies: u32,
    /// Where the table is to be; its state file has `.state` after that name.
    pub path: PathBuf,
    /// Threads that work, at least one.
    pub threads: usize,
    /// MiB of their transposition table.
    pub mebibytes: u64,
}

/// Makes the table, or goes on making it, and reports its progress on stderr.
///
/// # Errors
/// What reading or writing the files gives, or a state file of something else.
pub fn make(settings: &SolvedTableSettings) -> io::Result<()> {
    let wrong = |text: &str| io::Error::new(io::ErrorKind::InvalidInput, text);
    let count = settings.tables.counts.get(settings.plies as usize);
    let count = *count.ok_or_else(|| wrong("there are no tables of this many plies"))?;
    let mut name = settings.path.as_os_str().to_owned();
    name.push(".state");
    let path = PathBuf::from(name);
    let (known, file) = open_state_file(&path, settings.plies, count)?;
    let progress = Mutex::new(SolvedSoFar::new(known.clone(), file));
    let lock = || locks::lock(&progress);
    (settings.tables.solve)(&TableSolving {
        plies: settings.plies,
        threads: settings.threads,
        mebibytes: settings.mebibytes,
        known: &known,
        report: &|rank, score, nodes| lock().note(rank, score, nodes),
        go_on: &|| lock().fault.is_none(),
    });
    let mut progress = progress.into_inner().unwrap_or_else(PoisonError::into_inner);
    progress.flush();
    if let Some(fault) = progress.fault {
        return Err(fault);
    }
    let scores = progress.known.iter().copied().collect::<Option<Vec<_>>>();
    let table = scores.and_then(|scores| (settings.tables.write)(settings.plies, &scores));
    let table = table.ok_or_else(|| wrong("the state file holds impossible scores"))?;
    replace_file(&settings.path, |file| file.write_all(&table))?;
    fs::remove_file(path)
}

/// Which positions to solve again.
#[derive(Clone, Copy, Debug)]
pub struct VerificationSample {
    /// How many.
    pub sample: u64,
    /// Start of the random stream that draws them.
    pub seed: u64,
}

/// A table to be verified.
pub struct VerifySettings {
    /// The game's tables.
    pub tables: SolvedTables,
    /// The file of the table.
    pub path: PathBuf,
    /// The positions that are solved again.
    pub verification_sample: VerificationSample,
    /// Threads that solve, at least one.
    pub threads: usize,
    /// MiB of their transposition table.
    pub mebibytes: u64,
}

/// The work of `parlour table`.
pub enum TableJob {
    /// Makes a table.
    Make(SolvedTableSettings),
    /// Verifies a table, and writes to stdout what was checked.
    Verify(VerifySettings),
}

/// Does the work.
///
/// # Errors
/// As [`make`] and [`verify`], with the path in the text.
pub fn run(job: &TableJob) -> io::Result<()> {
    let context = |path: &Path, front: &str, error: io::Error| {
        io::Error::new(error.kind(), format!("{front}{}: {error}", path.display()))
    };
    match job {
        TableJob::Make(settings) => {
            make(settings).map_err(|error| context(&settings.path, "cannot make ", error))
        }
        TableJob::Verify(check) => {
            let found = verify(check).map_err(|error| context(&check.path, "", error))?;
            let output = to_stdout();
            output.write_line(&found);
            output.finish()
        }
    }
}

/// Verifies a table and returns what was checked.
///
/// # Errors
/// What reading the file gives, or what is wrong with it.
pub fn verify(check: &VerifySettings) -> io::Result<String> {
    let bytes = regular_file::read(&check.path, MOST_FILE_BYTES)?;
    let VerificationSample { sample, seed } = check.verification_sample;
    let found = (check.tables.verify)(&TableVerifying {
        bytes: &bytes,
        sample,
        seed,
        threads: check.threads,
        mebibytes: check.mebibytes,
    });
    found.map_err(|what| io::Error::new(io::ErrorKind::InvalidData, what))
}

/// Reads the scores of a state file, and opens it for more.
fn open_state_file(path: &Path, plies: u32, count: u32) -> io::Result<(Vec<Option<i8>>, File)> {
    let mut front = MAGIC.to_vec();
    front.extend(plies.to_le_bytes());
    front.extend(count.to_le_bytes());
    let mut known = vec![None; count as usize];
    let file = regular_file::open(path, OpenOptions::new().create(true).append(true))?;
    let bytes = regular_file::read(path, MOST_FILE_BYTES)?;
    if bytes.len() < HEADER_BYTES && front.starts_with(&bytes) {
        file.set_len(0)?;
        (&file).write_all(&front)?;
        return Ok((known, file));
    }
    let text = format!("{} is not the state of this table", path.display());
    let foreign = || io::Error::new(io::ErrorKind::InvalidData, text.clone());
    let records = bytes.strip_prefix(front.as_slice()).ok_or_else(foreign)?;
    for record in records.chunks_exact(4) {
        let [score, rank @ ..] = record else { continue };
        let rank = rank.iter().rev().fold(0, |rank, byte| rank << 8 | usize::from(*byte));
        let score = i16::from(*score) - OFFSET;
        // After a power failure a block may read as zeros; zero is not a valid score byte.
        let is_score = (-MAX_SCORE..=MAX_SCORE).contains(&score);
        if let Some(entry) = known.get_mut(rank).filter(|_| is_score) {
            *entry = Some(score as i8);
        }
    }
    // A record that was cut short is found again, so what follows stays in step.
    file.set_len((HEADER_BYTES + records.len() / 4 * 4) as u64)?;
    Ok((known, file))
}

/// The positions that are solved so far, and their file.
struct SolvedSoFar {
    /// By rank: the score of a position **for its side to move**; `None` if it is not solved yet.
    known: Vec<Option<i8>>,
    file: File,
    /// Records that are not in the file yet.
    waiting: Vec<u8>,
    /// Positions known before this run.
    known_before: usize,
    /// Positions known now, those of earlier runs included.
    solved: usize,
    /// Nodes searched in this run.
    nodes: u64,
    run_time: Stopwatch,
    since_flush: Stopwatch,
    fault: Option<io::Error>,
}

impl SolvedSoFar {
    fn new(known: Vec<Option<i8>>, file: File) -> Self {
        let solved = known.iter().flatten().count();
        let (run_time, since_flush) = (Stopwatch::start(), Stopwatch::start());
        let (before, nodes, waiting, fault) = (solved, 0, Vec::new(), None);
        Self {
            known,
            file,
            waiting,
            known_before: before,
            solved,
            nodes,
            run_time,
            since_flush,
            fault,
        }
    }

    fn note(&mut self, rank: usize, score: i8, nodes: u64) {
        self.nodes += nodes;
        if let Some(entry) = self.known.get_mut(rank)
            && entry.replace(score).is_none()
        {
            self.solved += 1;
            let record =
                (rank as u32) << 8 | u32::from((i16::from(score) + OFFSET).cast_unsigned());
            self.waiting.extend(record.to_le_bytes());
        }
        if self.since_flush.elapsed() >= REPORT_INTERVAL {
            self.flush();
        }
    }

    /// Writes the records that wait, and a line about the progress.
    fn flush(&mut self) {
        self.since_flush = Stopwatch::start();
        let written = self.file.write_all(&self.waiting).and_then(|()| self.file.sync_data());
        self.waiting.clear();
        self.fault = self.fault.take().or(written.err());
        let mut stderr = io::stderr();
        let end = if stderr.is_terminal() && self.solved < self.known.len() { '\r' } else { '\n' };
        let written = write!(stderr, "{}{end}", self.line());
        // The work goes on even if stderr cannot be written to.
        written.unwrap_or_else(|error| log::debug!("cannot report the progress: {error}"));
    }

    fn line(&self) -> String {
        let (all, seconds) = (self.known.len(), self.run_time.elapsed().as_secs_f64());
        let new = (self.solved - self.known_before).max(1) as f64;
        let bar = "#".repeat(PROGRESS_BAR_WIDTH * self.solved / all.max(1));
        let left = (all - self.solved) as f64 * seconds / new / 60.0;
        let speed = new / seconds.max(1e-3);
        let cost = self.nodes as f64 / new;
        format!(
            "[{bar:.<PROGRESS_BAR_WIDTH$}] {}/{all}, {speed:.1}/s, {cost:.0} nodes each, {left:.0} min left  ",
            self.solved
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{HEADER_BYTES, SolvedTableSettings, make};
    use crate::host::{SolvedTables, TableSolving};
    use std::path::{Path, PathBuf};
    use std::{env, fs, process};

    /// Tables of a game in which the score of a position is its rank less 3.
    const TABLES: SolvedTables = SolvedTables {
        counts: &[1, 7],
        solve: |work: &TableSolving<'_>| {
            for rank in (0..7).filter(|rank| work.known.get(*rank).is_none_or(Option::is_none)) {
                (work.report)(rank, rank as i8 - 3, 1);
            }
        },
        write: |plies, scores| {
            let bytes = scores.iter().map(|score| score.cast_unsigned());
            Some([plies as u8].into_iter().chain(bytes).collect())
        },
        write_encoded: |_, _| None,
        check: |_| Ok(1),
        verify: |_| Ok(String::new()),
    };
    /// The file of the table.
    const WHOLE_TABLE: [u8; 8] = [1, 253, 254, 255, 0, 1, 2, 3];

    /// Paths of a table and its state, gone at the end.
    struct TemporaryPaths(PathBuf, PathBuf);

    impl TemporaryPaths {
        fn new(name: &str) -> Self {
            let path = env::temp_dir().join(format!("{name}-{}.table", process::id()));
            let state = path.with_extension("table.state");
            Self(path, state)
        }

        fn make(&self, plies: u32) -> Result<Vec<u8>, String> {
            let settings = SolvedTableSettings {
                tables: TABLES,
                plies,
                path: self.0.clone(),
                threads: 1,
                mebibytes: 1,
            };
            make(&settings).map_err(|error| error.to_string())?;
            Ok(fs::read(&self.0).expect("a table"))
        }
    }

    impl Drop for TemporaryPaths {
        fn drop(&mut self) {
            for path in [&self.0, &self.1].into_iter().filter(|path| path.exists()) {
                fs::remove_file(path).expect("a file of ours");
            }
        }
    }

    fn state(records: &[u8]) -> Vec<u8> {
        [b"SOLVED01\x01\0\0\0\x07\0\0\0", records].concat()
    }

    #[test]
    fn a_table_is_made_and_its_state_removed() {
        let place = TemporaryPaths::new("made");
        assert_eq!(place.make(1), Ok(WHOLE_TABLE.to_vec()));
        assert!(!Path::exists(&place.1));
    }

    #[test]
    fn a_run_that_was_ended_anywhere_is_taken_up_again() {
        let place = TemporaryPaths::new("resumed");
        // Ranks 2 and 6 are known, with scores that no search would find again.
        let whole = state(&[64 + 9, 2, 0, 0, 64 - 9, 6, 0, 0]);
        for length in 0..=whole.len() {
            fs::write(&place.1, &whole[..length]).expect("a state");
            let table = place.make(1).expect("a table");
            let known = length.saturating_sub(HEADER_BYTES) / 4;
            assert_eq!(table[3], if known > 0 { 9 } else { 255 }, "{length} bytes");
            assert_eq!(table[7], if known > 1 { 247 } else { 3 }, "{length} bytes");
            assert_eq!((&table[..3], &table[4..7]), (&WHOLE_TABLE[..3], &WHOLE_TABLE[4..7]));
        }
    }

    #[test]
    fn zeros_and_unknown_ranks_are_no_scores() {
        let place = TemporaryPaths::new("zeros");
        fs::write(&place.1, state(&[0, 0, 0, 0, 64, 7, 0, 0])).expect("a state");
        assert_eq!(place.make(1), Ok(WHOLE_TABLE.to_vec()));
    }

    #[test]
    fn the_state_of_something_else_is_refused_and_kept() {
        let place = TemporaryPaths::new("foreign");
        for foreign in [state(&[]), b"a letter of more than sixteen bytes".to_vec()] {
            fs::write(&place.1, &foreign).expect("a state");
            assert!(place.make(0).unwrap_err().contains("not the state of this table"));
            assert_eq!(fs::read(&place.1).expect("a state"), foreign);
        }
    }

    #[test]
    fn there_are_no_tables_of_too_many_plies() {
        assert!(
            TemporaryPaths::new("plies")
                .make(2)
                .unwrap_err()
                .contains("no tables of this many plies")
        );
    }
}
