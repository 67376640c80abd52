//! The known leaf counts of `src/games/*/perft.txt`.
//!
//! A line is `[<key>=<value> …]<position>;D<plies> <leaves>;…`, the keys being those of
//! `newgame`; `#` begins a comment.

/// Each position of a file, with its keys, and its known leaves by depth in plies.
pub(crate) fn known_counts(file: &str) -> impl Iterator<Item = (&str, Vec<(u32, u64)>)> {
    let lines = file.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let mut parts = line.split(';').map(str::trim).filter(|part| !part.is_empty());
        let position = parts.next().expect("a position");
        let counts = parts.map(|part| {
            let (depth, leaves) = part.split_once(' ').expect("a depth and a count");
            let depth = depth.strip_prefix('D').and_then(|depth| depth.parse().ok());
            (depth.expect(line), leaves.trim().parse().expect(line))
        });
        (position, counts.collect())
    })
}
