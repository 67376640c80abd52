//! Scores that are reported, and the moves that come with them.

use crate::engine::run;

/// The scores and the first moves of the reports of a search.
fn reports(input: &str) -> Vec<(String, String)> {
    reports_of(&run(&[], input).stdout)
}

/// The scores and the first moves of the reports among these lines.
fn reports_of(out: &str) -> Vec<(String, String)> {
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
fn lower_bound_that_the_table_proves_holds_for_its_move_too() {
    // 3 loses, 4 wins in 27 plies.
    let input = "newgame connect4\nsetoption name SolvedTable value false\n\
                 position startpos moves 2342261122752\ngo player perfect depth 60\n";
    let reports = reports(input);
    assert_eq!(reports.last().map(|(score, _)| score.as_str()), Some("mate 27"));
    let mut wins = reports.iter().filter(|(score, _)| score.starts_with("mate 2"));
    assert!(wins.all(|(_, first)| first == "4"), "{reports:?}");
}

#[test]
fn win_that_may_come_sooner_after_a_drop_is_a_bound_near_the_draw_by_plies_without_one() {
    // B@d5 wins in 5 plies, after 98 plies without a drop.
    let input =
        "newgame sticks\nposition fen hS5/2BS3/S6/S1HSs1S/BS5/1s1BH2/5S1 r 97\ngo nodes 3000\n";
    let out = run(&[], input).stdout;
    let mut wins = out.lines().filter(|line| line.contains(" score mate 7"));
    assert!(wins.clone().next().is_some(), "{out}");
    assert!(wins.all(|line| line.contains(" score mate 7 lowerbound ")), "{out}");
}

#[test]
fn win_that_is_a_bound_is_one_in_words_too() {
    let input = "newgame connect5 size 7\n\
                 position fen ox2ox1/xx1o2x/x5x/1x2ooo/1o4o/1x1o1x1/oo3xx o\ngo nodes 100\n";
    let out = run(&[], input).stdout;
    assert!(out.contains(" score mate 11 lowerbound "), "{out}");
    assert!(out.contains("\ninfo string wins in 11 plies or sooner"), "{out}");
}

#[test]
fn last_report_is_of_the_move_that_is_played() {
    for position in [
        "sticks\nposition fen 5SS/1b1SbB1/2s1S1s/3SB1S/1H1H2H/5ss/SShsBsh r 97",
        "sticks",
        "connect5",
        "connect5 size 9\nposition startpos moves e5 e6 f5",
    ] {
        for nodes in (100..4_000).step_by(130) {
            let input = format!("newgame {position}\ngo nodes {nodes}\n");
            let out = run(&[], input.as_str()).stdout;
            let best = out.lines().find_map(|line| line.strip_prefix("bestmove ")).expect("a move");
            let pv = reports_of(&out).last().map(|(_, first)| first.clone());
            assert!(pv.is_none_or(|first| first == best), "{input}{out}");
        }
    }
}

#[test]
fn search_for_fours_leaves_nodes_for_the_first_iteration() {
    let input =
        "newgame sticks\nposition fen 1s2S1H/SS4H/2S4/3S3/S1SS3/1S3b1/1B5 r\ngo nodes 240\n";
    let reports = reports(input);
    assert!(!reports.is_empty(), "the nodes were spent before");
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

#[test]
fn mate_without_a_bound_is_exact() {
    let connect5 = "newgame connect5 size 4 win 3\nposition fen 2xx/1oxo/4/2o1 x\n\
                    setoption name MultiPV value 3\ngo player lookahead depth 3 json\n";
    let sticks = "newgame sticks\nposition fen s1b2hb/2H1s1S/bS1S1SB/x1b1H1s/2sS1HS/SB2hSB/Xh3S1 r 7\n\
                  setoption name MultiPV value 2\ngo player classic json\n";
    for input in [connect5, sticks] {
        let out = run(&[], input).stdout;
        let mates = out.lines().filter(|line| line.contains("\"mate\":1"));
        assert!(mates.clone().count() > 1, "{out}");
        assert!(mates.clone().all(|line| line.contains("\"exact\":true")), "{out}");
    }
}
