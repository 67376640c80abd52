//! Streams of dice rolls for referees that do not roll dice.

use crate::base::SplitMix64;

/// A stream of dice: the rolls `next`, `next + 1`, … of `seed`, the same for every engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::host) struct DiceStream {
    /// The seed of the stream, any number.
    pub(in crate::host) seed: u64,
    /// The number of the next roll, 0 for the first.
    pub(in crate::host) next: u64,
}

impl DiceStream {
    /// Splits the text of a position into the position and `seed <n> [rolls <k>]` at its end.
    ///
    /// `None` if it has these words without the numbers.
    pub(in crate::host) fn split(text: &str) -> Option<(String, Option<Self>)> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let Some(at) = words.iter().position(|w| *w == "seed") else {
            return Some((text.to_owned(), None));
        };
        let stream = match words.get(at + 1..)? {
            [seed] => Self { seed: seed.parse().ok()?, next: 0 },
            [seed, "rolls", next] => Self { seed: seed.parse().ok()?, next: next.parse().ok()? },
            _ => return None,
        };
        Some((words.get(..at)?.join(" "), Some(stream)))
    }

    /// Rolls the next dice of the stream; at an opening no double.
    pub(in crate::host) const fn roll(&mut self, unequal: bool) -> (u8, u8) {
        let dice = SplitMix64::at(self.seed, self.next).dice(unequal);
        self.next = self.next.wrapping_add(1);
        dice
    }
}

#[cfg(test)]
mod tests {
    use super::DiceStream;

    #[test]
    fn stream_words_come_off_the_end() {
        let split = |text| DiceStream::split(text).map(|(front, stream)| (front, stream.is_some()));
        let stream = Some(DiceStream { seed: 42, next: 3 });
        assert_eq!(
            DiceStream::split("startpos seed 42 rolls 3"),
            Some(("startpos".into(), stream))
        );
        assert_eq!(split("startpos"), Some(("startpos".into(), false)));
        assert_eq!(split("startpos seedling seed 4"), Some(("startpos seedling".into(), true)));
        assert_eq!(DiceStream::split("startpos seed x"), None);
        assert_eq!(DiceStream::split("startpos seed 1 rolls"), None);
    }
}
