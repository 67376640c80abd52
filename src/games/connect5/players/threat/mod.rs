//! `threat`: the selective search ([`crate::search::pvs`]) on the threat map.
//!
//! Its moves are the cells near stones, or only those that may meet a win by continuous fours (VCF)
//! of the other side. The quiescence search is a VCF. At the root the prover of
//! [`threats`](crate::games::connect5::threats) takes turns with the search: it proves wins by
//! continuous threats (VCT), and verifies wins that the search found but has not proved.

mod params;
#[cfg(feature = "internals")]
mod reference_cases;
mod root;
mod root_proofs;
mod search_game;
mod verify_wins;

pub use search_game::ThreatGame;

use crate::search::pvs::PvsPlayer;

/// The player `threat`.
pub type ThreatPlayer = PvsPlayer<ThreatGame>;

#[cfg(test)]
mod tests {
    use super::{ThreatGame, ThreatPlayer};
    use crate::base::SplitMix64;
    use crate::game::{Notation, Position, Record, Turn};
    use crate::games::connect5::players::ask_player_for_tests::{ask, chosen};
    use crate::games::connect5::threat_map::{PaddedCell, Threat, ThreatMap};
    use crate::games::connect5::{Board, Cell, GAME, Rule};
    use crate::search::player::alpha_beta_window::Window;
    use crate::search::player::options::COMMON;
    use crate::search::player::score_encoding;
    use crate::search::pvs::{MoveClass, NodeContext, PvsGame, PvsSearch, RootGame, ThreadState};
    use crate::search::threads::{Worker, lazy_smp};
    use crate::search::tt::TranspositionTable;
    use crate::search::{
        Bound, Choice, Limits, Options, Player, Progress, Rating, SearchTask, Stopwatch, Watcher,
    };
    use std::sync::atomic::AtomicBool;

    fn player() -> ThreatPlayer {
        ThreatPlayer::new(&Options::default())
    }

    fn board(rule: Rule, fen: &str) -> Board {
        Board::with(15, 15, rule).unwrap().read_position(fen).unwrap()
    }

    fn legal(board: &Board) -> Vec<Cell> {
        let mut moves = Vec::new();
        board.moves(&mut moves);
        moves
    }

    /// The last report on the best line: plies to the end if it is decided.
    #[derive(Default)]
    struct Listener {
        plies: Option<i32>,
        lines: u32,
    }

    impl Watcher<Cell> for Listener {
        fn progress(&mut self, report: &Progress<'_, Cell>) {
            let Rating::Score(score) = report.rating else { return };
            self.lines = self.lines.max(report.multipv);
            if report.multipv == 1 {
                self.plies = score.plies_to_end();
            }
        }
    }

    /// The choice within some nodes, and the plies of a proved end.
    fn claim(player: &mut ThreatPlayer, board: &Board, nodes: u64) -> (Choice<Cell>, Option<i32>) {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let stop = AtomicBool::new(false);
        let moves = legal(board);
        let task = SearchTask {
            limits: &limits,
            moves: &moves,
            stop: &stop,
            stopwatch: Stopwatch::start(),
        };
        let mut listener = Listener::default();
        let choice = player.choose(&Record::new(board.clone()), &task, &mut listener);
        (choice, listener.plies)
    }

    #[test]
    fn empty_board_begins_in_the_middle() {
        let empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 x";
        assert_eq!(chosen(&mut player(), empty).0, "h8");
        assert_eq!(chosen(&mut player(), "5/5/5/5/5 x").0, "c3");
    }

    #[test]
    fn fives_are_made_before_they_are_blocked_and_blocked_before_all_else() {
        let both = "xxxx2/6/6/6/6/oooo2 x";
        assert_eq!(chosen(&mut player(), both), ("e6".to_owned(), "wins in 1 ply".to_owned()));
        let board = Board::default().read_position("6/xxx3/6/6/6/oooo2 x").unwrap();
        assert_eq!(claim(&mut player(), &board, 500).0.best, Cell { x: 4, y: 5 });
    }

    #[test]
    fn open_three_is_made_an_open_four_or_met_where_it_must_be() {
        let stones = "15/15/15/15/15/15/15/6xxx6/15/15/7oo6/7o7/15/15/15";
        let won = chosen(&mut player(), &format!("{stones} x"));
        assert!(["f8", "j8"].contains(&won.0.as_str()) && won.1 == "wins in 3 plies");
        let board = board(Rule::Freestyle, &format!("{stones} o"));
        let (choice, _) = claim(&mut player(), &board, 3_000);
        let mut name = String::new();
        board.write_move(choice.best, &mut name);
        assert!(["e8", "f8", "j8", "k8"].contains(&name.as_str()), "{name}");
    }

    #[test]
    fn fours_away_from_a_threat_only_delay_it() {
        // x threatens an open four in row 8 (from the bottom); o has a closed three in the left column.
        let fen = "15/15/15/15/15/15/15/6xxx6/15/15/15/o14/o14/o14/x14 o";
        let board = board(Rule::Freestyle, fen);
        let game = ThreatGame::new(
            &Record::new(board.clone()),
            ThreatGame::PARAMS.on,
            &mut ThreatGame::proof_search(1),
            None,
        );
        let cell = |name: &str| PaddedCell::from(board.read_move(name).unwrap().0);
        assert_eq!(game.class(cell("a5")), MoveClass::Forcing);
        assert!(game.only_delays(cell("a5")));
        for block in ["e8", "f8", "j8", "k8"] {
            assert!(!game.only_delays(cell(block)), "{block}");
        }
    }

    #[test]
    fn standard_counts_no_line_of_six() {
        // A stone at f8 would be the sixth: the five cells are elsewhere.
        let fen = "15/15/15/15/15/15/15/2xxx1xx7/15/15/7oo6/7ooo5/15/15/15 x";
        assert_eq!(chosen(&mut player(), fen).1, "wins in 1 ply");
        let (_, plies) = claim(&mut player(), &board(Rule::Standard, fen), 2_000);
        assert_ne!(plies, Some(1));
    }

    #[test]
    fn fouls_of_first_are_neither_played_nor_feared() {
        let mut random = SplitMix64::new(4);
        let mut player = player();
        let mut forbidden = 0;
        for _ in 0..24 {
            let mut board = Board::with(15, 15, Rule::Renju).unwrap();
            for ply in 0..70 {
                let moves = legal(&board);
                if moves.is_empty() {
                    break;
                }
                let near: Vec<PaddedCell> =
                    ThreatMap::new(&board).candidate_cells().iter().collect();
                let all = board.empties().count();
                forbidden += usize::from(moves.len() < all);
                let cell = if ply < 8 || near.is_empty() {
                    moves[random.below(moves.len() as u64) as usize]
                } else {
                    claim(&mut player, &board, 150).0.best
                };
                assert!(moves.contains(&cell));
                board.play(cell);
            }
        }
        assert!(forbidden > 5, "{forbidden}");
    }

    #[test]
    fn second_wins_where_first_may_not_block() {
        // o threatens five at h8 only, where a stone of x would make six.
        let fen = "15/15/15/15/15/7x7/7x7/2xoooo8/7x7/7x7/7x7/15/15/15/15 x";
        let board = board(Rule::Renju, fen);
        let map = ThreatMap::new(&board);
        assert_eq!(map.count_threats(crate::base::Side::Second, Threat::Five), 1);
        let (_, plies) = claim(&mut player(), &board, 500);
        assert_eq!(plies, Some(-2));
    }

    /// Whether First's or Second's claim to win within some plies holds against every defence.
    fn holds(player: &mut ThreatPlayer, board: &mut Board, plies: i32, asked: &mut usize) -> bool {
        *asked += 1;
        let (choice, reported) = claim(player, board, 4_000);
        if reported.is_none_or(|reported| !(1..=plies).contains(&reported)) {
            return false;
        }
        let undo = board.play(choice.best);
        let mut is_won = true;
        if matches!(board.turn(), Turn::Decide(_)) {
            for reply in legal(board) {
                let back = board.play(reply);
                is_won &= board.turn().side().is_some() && holds(player, board, plies - 2, asked);
                board.undo(back);
                if !is_won {
                    break;
                }
            }
        }
        board.undo(undo);
        is_won
    }

    #[test]
    fn reported_wins_hold_against_every_defence() {
        let mut random = SplitMix64::new(9);
        let (mut player, mut claims, mut asked) = (player(), 0, 0);
        for round in 0..260 {
            let rule = [Rule::Freestyle, Rule::Standard, Rule::Renju][round % 3];
            let mut board = Board::with(8, 7, rule).unwrap();
            for _ in 0..8 + random.below(10) {
                let moves = legal(&board);
                if !moves.is_empty() {
                    board.play(moves[random.below(moves.len() as u64) as usize]);
                }
            }
            if !matches!(board.turn(), Turn::Decide(_)) {
                continue;
            }
            if let (_, Some(plies @ 1..=7)) = claim(&mut player, &board, 4_000) {
                claims += 1;
                assert!(holds(&mut player, &mut board, plies, &mut asked), "{board:?}");
            }
        }
        assert!(claims > 20 && asked > 500, "{claims} {asked}");
    }

    #[test]
    fn node_limits_are_kept_and_the_best_lines_are_reported_on_any_number_of_threads() {
        let fen = "15/15/15/15/15/15/8o6/7x7/8x6/15/15/15/15/15/15 o";
        let board = board(Rule::Freestyle, fen);
        for nodes in [0, 1, 7, 1_000] {
            assert!(claim(&mut player(), &board, nodes).0.nodes <= nodes);
        }
        let mut options = Options::new(COMMON.iter().chain(GAME.options));
        for (name, value) in [("Threads", "3"), ("MultiPV", "4")] {
            let spec = COMMON.iter().find(|spec| spec.name == name).unwrap();
            options.set(spec, Some(value)).unwrap();
        }
        let mut team = ThreatPlayer::new(&options);
        let limits = Limits { depth: Some(5), ..Limits::default() };
        let moves = legal(&board);
        assert!(moves.contains(&ask(&mut team, &board, &moves, &limits, false).best));
        assert!(moves.contains(&ask(&mut team, &board, &moves[..2], &limits, true).best));
        let stop = AtomicBool::new(false);
        let task = SearchTask {
            limits: &limits,
            moves: &moves,
            stop: &stop,
            stopwatch: Stopwatch::start(),
        };
        let mut listener = Listener::default();
        team.choose(&Record::new(board), &task, &mut listener);
        assert_eq!(listener.lines, 4);
    }

    #[test]
    fn a_reply_that_is_not_known_to_lose_is_no_proved_loss() {
        // First has two closed threes that make a four and an open four. Second may block.
        let board =
            board(Rule::Freestyle, "15/15/15/15/6x8/6x8/15/2oxxx9/15/15/15/15/15/15/o11o2 o");
        let (mut table, stop) = (TranspositionTable::new(1), AtomicBool::new(false));
        table.begin_search(None, 1);
        let (limits, moves) = (Limits::default(), legal(&board));
        let task = SearchTask::<Board> {
            limits: &limits,
            moves: &moves,
            stop: &stop,
            stopwatch: Stopwatch::start(),
        };
        let mut thread = ThreadState::new(ThreatGame::PARAMS, ThreatGame::proof_search(1));
        let key = board.key();
        let value = lazy_smp(&mut thread, &mut [], &mut Listener::default(), |thread, id, _| {
            let game = ThreatGame::new(
                &Record::new(board.clone()),
                thread.params.on,
                &mut thread.proof_search,
                None,
            );
            let worker = Worker::new(&task, board.side(), u64::MAX, &table, id);
            // The attack takes six plies; whether Second loses in four is asked.
            let loss = score_encoding::loss(4);
            let window = Window { alpha: loss, beta: loss + 1 };
            let at = NodeContext { depth: 6, ply: 0, previous: 0 };
            PvsSearch::new(game, worker, thread).search(window, at)
        });
        let entry = table.probe(key).unwrap();
        assert!(value > Some(score_encoding::loss(4)) && entry.bound == Bound::Lower, "{entry:?}");
    }
}
