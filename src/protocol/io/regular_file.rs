//! Plain files: a path that names a folder, a pipe or a device is refused, without waiting for it; and
//! the files that options name, which are checked before a player sees them.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use crate::host::GameEntry;
use crate::protocol::grammar::command::BYTE_ORDER_MARK;
use crate::protocol::grammar::refusal::{Code, Refusal};

/// Opens a plain file in the way of the options.
///
/// # Errors
/// What opening gives, or that it is a folder, a pipe, a device or the like.
pub(in crate::protocol) fn open(path: &Path, options: &OpenOptions) -> io::Result<File> {
    let file = without_waiting(options).open(path)?;
    // The open file is checked, not the path, which may name another file by now.
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("not a plain file")) }
}

/// The contents of a plain file of at most this many bytes.
///
/// # Errors
/// What opening and reading give, or that the file is longer.
pub(in crate::protocol) fn read(path: &Path, longest: u64) -> io::Result<Vec<u8>> {
    let file = open(path, OpenOptions::new().read(true))?;
    let mut contents = Vec::new();
    // The length is checked after reading: for a file whose contents the kernel makes up, it is not
    // known before.
    file.take(longest.saturating_add(1)).read_to_end(&mut contents)?;
    if contents.len() as u64 > longest {
        return Err(io::Error::other(format!("longer than {longest} bytes")));
    }
    Ok(contents)
}

/// The contents of the file at this path, fit for this option of these games, without a byte order
/// mark.
///
/// # Errors
/// `bad-value` if there is no such file, or it is not what the option wants.
pub(in crate::protocol) fn read_for_option(
    entries: &[&GameEntry],
    option: &str,
    path: &str,
) -> Result<Arc<[u8]>, Refusal> {
    let refuse = |what: String| Refusal::new(Code::BadValue, format!("{path}: {what}"));
    let mut formats = entries.iter().flat_map(|entry| entry.files);
    let Some(format) = formats.find(|format| format.option == option) else {
        return Err(refuse(format!("option {option} has no file")));
    };
    let contents =
        read(Path::new(path), format.most_bytes).map_err(|error| refuse(error.to_string()))?;
    let mark = BYTE_ORDER_MARK.to_string();
    let contents = contents.strip_prefix(mark.as_bytes()).unwrap_or(&contents);
    (format.check)(contents).map_err(|error| refuse(error.to_string()))?;
    Ok(contents.into())
}

/// These options, with which neither opening nor reading waits for another process.
#[cfg(unix)]
fn without_waiting(options: &OpenOptions) -> OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;

    let mut options = options.clone();
    options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    options
}

/// These options as they are: on this system no file makes opening or reading wait.
#[cfg(not(unix))]
fn without_waiting(options: &OpenOptions) -> OpenOptions {
    options.clone()
}

#[cfg(test)]
mod tests {
    use crate::games::GAMES;
    use crate::search::OptionKind;

    fn refusal_of(option: &str, path: &str) -> String {
        super::read_for_option(GAMES, option, path).expect_err("a refusal").to_string()
    }

    fn refusal(path: &str) -> String {
        refusal_of("SolvedTableFile", path)
    }

    #[test]
    fn every_file_option_has_a_format() {
        for entry in GAMES {
            let options = entry.options.iter().filter(|spec| spec.kind == OptionKind::File);
            let formats: Vec<_> = entry.files.iter().map(|format| format.option).collect();
            assert_eq!(options.map(|spec| spec.name).collect::<Vec<_>>(), formats);
        }
    }

    #[test]
    fn text_that_is_no_style_or_far_too_long_is_refused() {
        let here = env!("CARGO_MANIFEST_DIR");
        let too_long = format!("{here}/protocol.md");
        assert!(refusal_of("StyleFile", &too_long).ends_with(": longer than 16384 bytes"));
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
