//! The base-64 letters of GNU ids: six bits each, bytes in order, no padding.

use crate::game::PositionError;

/// The letter of each value from 0 to 63.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Writes the first `letters` × 6 bits of a little-endian number, byte by byte.
pub(super) fn write(number: u128, letters: u32, out: &mut String) {
    let bits = number.swap_bytes();
    for index in 1..=letters {
        // The first byte is at the top of the swapped word.
        let six = (bits.rotate_left(6 * index) & 63) as usize;
        out.push(char::from(LETTERS[six]));
    }
}

/// Reads letters, at most 20, as [`write()`] wrote them.
pub(super) fn read(text: &str, letters: u32, what: &'static str) -> Result<u128, PositionError> {
    let count = text.chars().count();
    if count != letters as usize {
        return Err(PositionError::Count {
            whole: what,
            parts: "letters",
            expected: letters as usize,
            found: count,
        });
    }
    let mut swapped: u128 = 0;
    for (index, letter) in (1..).zip(text.chars()) {
        let six = LETTERS.iter().position(|known| char::from(*known) == letter);
        let six = six
            .ok_or_else(|| PositionError::unreadable(format!("no letter '{letter}' in {what}")))?;
        swapped |= (six as u128) << (128 - 6 * index);
    }
    Ok(swapped.swap_bytes())
}

#[cfg(test)]
mod tests {
    use super::{read, write};

    #[test]
    fn letters_read_back_as_written() {
        for number in [0, 1, 0x0123_4567_89AB_CDEF, 0xFFFF_FFFF_FFFF_FFFF_FFFF] {
            let mut text = String::new();
            write(number, 14, &mut text);
            assert_eq!(read(&text, 14, "id"), Ok(number), "{text}");
        }
        let bytes = u128::from_le_bytes(*b"Man\0\0\0\0\0\0\0\0\0\0\0\0\0");
        let mut text = String::new();
        write(bytes, 4, &mut text);
        assert_eq!(text, "TWFu");
    }

    #[test]
    fn refusal_names_the_letter() {
        let refused = read("AAA€", 4, "a match id").unwrap_err();
        assert_eq!(refused.to_string(), "no letter '€' in a match id");
        assert!(read("AAAAA", 4, "a match id").is_err());
    }
}
