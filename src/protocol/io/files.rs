//! The files that options name, read and checked before a player sees them.

use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;

use super::super::grammar::reply::{Code, Refusal};
use crate::host::{GameKind, TableError};
use crate::search::OptionKind;

/// No file of more bytes is read: several times what the largest table takes.
const LONGEST: u64 = 64 << 20;

/// Says what is wrong with the contents of a file.
type Check = fn(&[u8]) -> Result<(), TableError>;

/// How the contents of each option's file are checked.
pub(crate) struct Files {
    checks: Vec<(&'static str, Check)>,
}

impl Files {
    /// The options of these games that name files.
    pub(crate) fn new(kinds: &[&'static GameKind]) -> Self {
        let mut checks = Vec::new();
        for (kind, solved) in kinds.iter().filter_map(|kind| Some((kind, kind.solved?))) {
            let files = kind.options.iter().filter(|spec| spec.kind == OptionKind::File);
            checks.extend(files.map(|spec| (spec.name, solved.check)));
        }
        Self { checks }
    }

    /// The contents of the file at this path, fit for this option.
    ///
    /// # Errors
    /// `bad-value` if there is no such file, or it is not what the option wants.
    pub(crate) fn read(&self, option: &str, path: &str) -> Result<Arc<[u8]>, Refusal> {
        let refuse = |what: String| Refusal::new(Code::BadValue, format!("{path}: {what}"));
        let contents = contents_of(path).map_err(|error| refuse(error.to_string()))?;
        if let Some((_, check)) = self.checks.iter().find(|(name, _)| *name == option) {
            check(&contents).map_err(|error| refuse(error.to_string()))?;
        }
        Ok(contents.into())
    }
}

/// What is in a plain file that is not too long.
fn contents_of(path: &str) -> io::Result<Vec<u8>> {
    // Looked at before it is opened, which may wait for ever where it is no plain file.
    let about = std::fs::metadata(path)?;
    if !about.is_file() {
        return Err(io::Error::other("not a plain file"));
    }
    if about.len() > LONGEST {
        return Err(io::Error::other("too long"));
    }
    let mut contents = Vec::new();
    File::open(path)?.take(LONGEST).read_to_end(&mut contents)?;
    Ok(contents)
}

#[cfg(test)]
mod tests {
    use super::Files;
    use crate::games::GAMES;

    fn refusal(path: &str) -> String {
        let read = Files::new(GAMES).read("SolvedTableFile", path);
        read.expect_err("a refusal").to_string()
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
