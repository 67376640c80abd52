//! Plain files: a path that names a folder, a pipe or a device is refused, without waiting for it.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

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
