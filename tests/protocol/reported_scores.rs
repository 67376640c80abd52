//! Scores that are reported, and the moves that come with them.

use crate::engine::run;

/// The scores and the first moves of the reports of a search.
fn reports(input: &str) -> Vec<(String, String)> {
    let out = run(&[], input).stdout;
    let lines = out.lines().filter(|line| line.starts_with("info depth "));
    let words = lines.map(|line| line.split(' ').collect::<Vec<_>>());
    words
        .filter_map(|words| {
            let [score, pv] = ["score", "pv"].map(|key| words.iter().position(|w| *w == key));
            Some((words[score? + 1..score? + 3].join(" "), words.get(pv? + 1)?.to_string()))
        })
        .collect()
}

#[test]
fn lower_bound_of_the_solver_holds_for_the_move_reported_with_it() {
    // 4 draws, 2 wins in 27 plies.
    let input =
        "newgame connect4\nposition startpos moves 1 5 5 5 7 1 1 1 3 2 4 2 3\ngo nodes 200000\n";
    let reports = reports(input);
    assert!(reports.iter().any(|(score, _)| score == "mate 27"), "{reports:?}");
    let wins = reports.iter().filter(|(score, _)| score == "mate 27" || score == "mate 29");
    assert!(wins.clone().all(|(_, first)| first == "2"), "{reports:?}");
}

#[test]
fn position_that_would_occur_for_the_third_time_is_no_win() {
    let shifts = "moves c1f6 g1a5 f6c1 a5g1 c1f6 g1a5";
    let input = format!(
        "newgame sticks\nposition fen ssbsS1S/6s/4s1b/2S1b1s/SS1S2s/2S1s2/s1SSBSs r {shifts}\n\
         go nodes 60000\n"
    );
    // f6c1 a5g1 would be a draw.
    let reports = reports(&input);
    assert!(reports.iter().all(|report| *report != ("mate 5".to_owned(), "f6c1".to_owned())));
    assert!(!reports.is_empty());
}

#[test]
fn shift_into_a_position_that_occurs_for_the_third_time_saves_from_a_four() {
    let shifts = "moves a1d3 g2g3 d3a1 g3g2 a1d3 g2g3";
    let input = format!(
        "newgame sticks\nposition fen SsSs1sS/2s1s2/S2s1s1/S3s1s/7/S5s/SS1SS2 r {shifts}\n\
         go depth 3 searchmoves d3a1\n"
    );
    // After d3a1 the other side plays g3g2, and the game is drawn.
    let reports = reports(&input);
    assert!(reports.iter().all(|(score, _)| !score.starts_with("mate")), "{reports:?}");
}
