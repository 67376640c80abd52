//! The files that options name, read and checked before a player sees them.

use std::path::Path;
use std::sync::Arc;

use super::super::grammar::reply::{Code, Refusal};
use super::plain_file;
use crate::host::{FileFormat, GameKind};

/// What the file of each option must be.
pub(crate) struct Files {
    formats: Vec<FileFormat>,
}

impl Files {
    /// The options of these games that name files.
    pub(crate) fn new(kinds: &[&'static GameKind]) -> Self {
        Self { formats: kinds.iter().flat_map(|kind| kind.files).copied().collect() }
    }

    /// The contents of the file at this path, fit for this option.
    ///
    /// # Errors
    /// `bad-value` if there is no such file, or it is not what the option wants.
    pub(crate) fn read(&self, option: &str, path: &str) -> Result<Arc<[u8]>, Refusal> {
        let refuse = |what: String| Refusal::new(Code::BadValue, format!("{path}: {what}"));
        let Some(format) = self.formats.iter().find(|format| format.option == option) else {
            return Err(refuse(format!("option {option} has no file")));
        };
        let contents = plain_file::read(Path::new(path), format.longest)
            .map_err(|error| refuse(error.to_string()))?;
        (format.check)(&contents).map_err(refuse)?;
        Ok(contents.into())
    }
}

#[cfg(test)]
mod tests {
    use super::Files;
    use crate::games::GAMES;
    use crate::search::OptionKind;

    fn refusal_of(option: &str, path: &str) -> String {
        Files::new(GAMES).read(option, path).expect_err("a refusal").to_string()
    }

    fn refusal(path: &str) -> String {
        refusal_of("SolvedTableFile", path)
    }

    #[test]
    fn every_file_option_has_a_format() {
        for kind in GAMES {
            let options = kind.options.iter().filter(|spec| spec.kind == OptionKind::File);
            let formats: Vec<_> = kind.files.iter().map(|format| format.option).collect();
            assert_eq!(options.map(|spec| spec.name).collect::<Vec<_>>(), formats);
        }
    }

    #[test]
    fn text_that_is_no_style_or_far_too_long_is_refused() {
        let here = env!("CARGO_MANIFEST_DIR");
        let weights = format!("{here}/src/games/backgammon/eval/network/weights.bin");
        assert!(refusal_of("StyleFile", &weights).ends_with(": longer than 16384 bytes"));
        let text = refusal_of("StyleFile", &format!("{here}/rustfmt.toml"));
        assert!(text.contains(": line 1: '"), "{text}");
        assert!(refusal_of("Hash", here).ends_with("option Hash has no file"));
    }

    #[test]
    fn what_is_no_table_is_refused_with_the_reason() {
        let here = env!("CARGO_MANIFEST_DIR");
        assert!(refusal("/dev/zero").contains("not a plain file"));
        assert!(refusal(here).contains("not a plain file"));
        assert!(refusal("no/such/file").contains("No such file"));
        let foreign = format!("{here}/Cargo.toml");
        assert!(refusal(&foreign).contains("not a table of solved positions"));
    }
}
