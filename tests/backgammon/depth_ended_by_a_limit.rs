//! A depth that a limit ends compares only plays that were searched as deep before.

use crate::engine::run;

/// Positions and a depth: the values of the best plays fall so much in it that the next depth takes
/// in a play that it has not searched. The value of this play from the depth before seems better.
const POSITIONS: [(&str, u32); 2] = [
    ("XGID=-C--aAb--------H-cacC--e--:0:0:1:25:0:0:0:0:10", 2),
    ("XGID=-ED--b----a-bB-aa--a-BBcd-:0:0:1:63:0:0:0:0:10", 3),
];

/// The words that follow `name` in the answer to a search of a position within these limits.
fn words_after(name: &str, position: &str, limits: &str) -> Vec<String> {
    let out = run(&[], format!("newgame backgammon\nposition fen {position}\ngo {limits}\n"));
    assert_eq!((out.status, out.stderr.as_str()), (0, ""));
    let words: Vec<&str> = out.stdout.split_ascii_whitespace().collect();
    let pairs = words.windows(2).filter(|pair| pair[0] == name);
    pairs.map(|pair| pair[1].to_owned()).collect()
}

#[test]
fn play_that_was_searched_less_deep_is_not_chosen() {
    for (position, depth) in POSITIONS {
        let ask = |name, limits: &str| words_after(name, position, limits);
        let best = ask("bestmove", &format!("depth {depth}"));
        let nodes = ask("nodes", &format!("depth {depth}")).last().expect("nodes").clone();
        let nodes: u64 = nodes.parse().expect("a number");
        for more in 1..=5 {
            let limits = format!("nodes {}", nodes + more);
            assert_eq!(ask("bestmove", &limits), best, "{position} {limits}");
        }
    }
}
