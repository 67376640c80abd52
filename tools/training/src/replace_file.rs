//! Files that are replaced as a whole: a run that is stopped leaves the old file or the new one.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Writes a file anew; the old one stays if `write` fails or the run is stopped before.
///
/// # Errors
/// When the file cannot be written, and the error of `write`.
pub fn replace_file(path: &Path, write: impl FnOnce(&mut File) -> Result<()>) -> Result<()> {
    let new = name_with_new(path);
    let writing = || format!("cannot write {}", new.display());
    let mut file = File::create(&new).with_context(writing)?;
    write(&mut file).with_context(writing)?;
    file.sync_all().with_context(writing)?;
    fs::rename(&new, path).with_context(|| format!("cannot rename to {}", path.display()))
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
    use std::io::Write;

    #[test]
    fn an_error_leaves_the_old_file_and_files_with_like_names_are_left_alone() {
        let folder = std::env::temp_dir().join(format!("parlour-replace-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (path, another) = (folder.join("bg.1"), folder.join("bg.new"));
        fs::write(&another, "another").unwrap();
        replace_file(&path, |file| Ok(file.write_all(b"one")?)).unwrap();
        let failing = replace_file(&path, |file| {
            file.write_all(b"tw")?;
            anyhow::bail!("stopped")
        });
        assert!(failing.is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        replace_file(&path, |file| Ok(file.write_all(b"two")?)).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::read_to_string(&another).unwrap(), "another");
        fs::remove_dir_all(&folder).unwrap();
    }
}
