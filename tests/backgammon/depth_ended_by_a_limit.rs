//! A depth that a limit ends compares only plays that were searched as deep before.

use crate::engine::run;

/// The best plays of this position lose so much two plies deep that the third depth takes a play in
/// which the second has not searched; that one has its value at 0-ply, which seems better.
const POSITION: &str = "XGID=-C--aAb--------H-cacC--e--:0:0:1:25:0:0:0:0:10";

/// The words that follow `name` in the answer to a search within these limits.
fn words_after(name: &str, limits: &str) -> Vec<String> {
    let out = run(&[], format!("newgame backgammon\nposition fen {POSITION}\ngo {limits}\n"));
    assert_eq!((out.status, out.stderr.as_str()), (0, ""));
    let words: Vec<&str> = out.stdout.split_ascii_whitespace().collect();
    let pairs = words.windows(2).filter(|pair| pair[0] == name);
    pairs.map(|pair| pair[1].to_owned()).collect()
}

#[test]
fn play_without_a_searched_roll_is_not_chosen() {
    let best = words_after("bestmove", "depth 2");
    let nodes = words_after("nodes", "depth 2").last().expect("nodes").parse::<u64>().unwrap();
    assert_ne!(words_after("bestmove", "depth 1"), best);
    for more in 1..=5 {
        assert_eq!(words_after("bestmove", &format!("nodes {}", nodes + more)), best, "{more}");
    }
}
