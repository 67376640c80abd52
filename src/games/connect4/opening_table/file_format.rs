//! The file of an opening table: a header with a checksum, and the encoded scores.
//!
//! ```text
//! byte  0  "C4SCORES"
//!       8  version, 1
//!      10  plies of its positions
//!      12  number of its positions
//!      16  checksum of all other bytes: FNV-1a, 64 bits
//!      24  the scores, as `codec` encodes them
//! ```
//!
//! Numbers are little-endian; version and plies take two bytes, the count four.

use std::fmt;

/// The first bytes of every table.
const MAGIC: [u8; 8] = *b"C4SCORES";
/// The only version.
const VERSION: u16 = 1;
/// Bytes before the checksum.
const CHECKSUM_AT: usize = 16;
/// Bytes before the scores.
const SCORES_AT: usize = CHECKSUM_AT + 8;

/// What is wrong with the file of an opening table.
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
pub(super) fn write(plies: u32, count: u32, scores: &[u8]) -> Vec<u8> {
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
pub(super) fn read(bytes: &[u8]) -> Result<TableFile<'_>, OpeningTableError> {
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

/// FNV-1a of these bytes (G. Fowler, L. C. Noll, K.-P. Vo, 1991).
fn checksum(head: &[u8], scores: &[u8]) -> u64 {
    head.iter().chain(scores).fold(0xCBF2_9CE4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

#[cfg(test)]
mod tests {
    use super::{OpeningTableError, SCORES_AT, TableFile, checksum, read, write};

    #[test]
    fn the_checksum_is_the_published_one() {
        assert_eq!(checksum(b"", b"foobar"), 0x8594_4171_F739_67E8);
    }

    #[test]
    fn a_written_file_is_read_back() {
        let bytes = write(8, 77_715, &[1, 2, 3]);
        assert_eq!(read(&bytes), Ok(TableFile { plies: 8, count: 77_715, scores: &[1, 2, 3] }));
    }

    #[test]
    fn every_flipped_bit_and_every_cut_is_noticed() {
        let bytes = write(3, 121, b"scores");
        for bit in 0..8 * bytes.len() {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(read(&damaged).is_err(), "bit {bit}");
        }
        for length in 0..bytes.len() {
            assert!(read(&bytes[..length]).is_err(), "{length} bytes");
        }
    }

    #[test]
    fn errors_name_the_defect() {
        let mut bytes = write(3, 121, b"scores");
        assert_eq!(read(b"something else, and long enough"), Err(OpeningTableError::Foreign));
        bytes[SCORES_AT] ^= 1;
        assert_eq!(read(&bytes), Err(OpeningTableError::Damaged));
        bytes[8] = 2;
        assert_eq!(read(&bytes), Err(OpeningTableError::Version(2)));
    }
}
