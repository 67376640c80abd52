//! Files that are replaced as a whole: a run that is stopped leaves the old file or the new one.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Writes a file anew, also so that after a power failure it is either as it was, or whole.
///
/// The old one stays if `write` fails or the program is stopped before.
///
/// # Errors
/// When the file cannot be written, and the error of `write`.
pub fn replace_file<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<(), E>,
) -> Result<(), E> {
    let new = name_with_new(path);
    let mut file = File::create(&new)?;
    write(&mut file)?;
    file.sync_all()?;
    fs::rename(&new, path)?;
    // The new name is in the folder, which is a file of its own on Unix.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if cfg!(unix) {
        File::open(folder.unwrap_or_else(|| Path::new(".")))?.sync_all()?;
    }
    Ok(())
}

/// The name of the file that is written first: the whole name, and `.new` after it, so that no two files
/// have the same one.
fn name_with_new(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".new");
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::replace_file;
    use std::fs;
    use std::io::{self, Write};

    #[test]
    fn an_error_leaves_the_old_file_and_files_with_like_names_are_left_alone() {
        let folder = std::env::temp_dir().join(format!("parlour-replace-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (path, another) = (folder.join("bg.1"), folder.join("bg.new"));
        fs::write(&another, "another").unwrap();
        replace_file(&path, |file| file.write_all(b"one")).unwrap();
        let failing = replace_file(&path, |file| {
            file.write_all(b"tw")?;
            Err(io::Error::other("stopped"))
        });
        assert!(failing.is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        replace_file(&path, |file| file.write_all(b"two")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::read_to_string(&another).unwrap(), "another");
        fs::remove_dir_all(&folder).unwrap();
    }
}
