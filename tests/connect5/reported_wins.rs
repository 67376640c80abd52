//! Wins that `threat` reports as proved, played out: it must win every one.
//!
//! `PARLOUR_TESTS=all cargo test --test connect5 reported_wins` asks in 500 positions of games.

use parlour::base::{Outcome, SplitMix64};
use parlour::game::{Notation, Position, Turn};
use parlour::games::connect5::{Board, ThreatPlayer};
use parlour::search::Options;

use crate::ask_threat_player::{ask, ask_for_depth};
use crate::quick_or_all::quick_or_all;

/// One position a line, a comment of one line above them.
const WINS: &str = include_str!("threats/wins_announced_by_strong_engine.txt");
/// Nodes for each move of the side that wins, and of the other.
const NODES: [u64; 2] = [1_200_000, 20_000];
/// Of the positions, the least in which a win is proved with these nodes; of all the count now is 16;
/// another evaluation changes it by one or two.
const LEAST_PROVED: usize = 10;
const LEAST_PROVED_OF_QUICK_TEST: usize = 4;
/// Nodes for each question and each move in positions of games.
const NODES_IN_GAMES: [u64; 2] = [30_000, 10_000];

fn players() -> [ThreatPlayer; 2] {
    [(); 2].map(|()| ThreatPlayer::new(&Options::default()))
}

/// Plays to the end with one player for each side; says who has won.
fn play_out(mut board: Board, players: &mut [ThreatPlayer; 2], nodes: [u64; 2]) -> Outcome {
    let attacker = board.side();
    loop {
        if let Turn::Over(outcome) = board.turn() {
            return outcome;
        }
        let at = usize::from(board.side() != attacker);
        board.play(ask(&mut players[at], &board, nodes[at]).0);
    }
}

#[test]
fn proved_wins_are_won() {
    let mut proved = 0;
    let positions = WINS.lines().filter(|line| !line.starts_with('#'));
    for fen in positions.step_by(quick_or_all(2, 1)) {
        let board = Board::default().read_position(fen).unwrap();
        let mut players = players();
        let (_, plies) = ask(&mut players[0], &board, NODES[0]);
        if plies.is_some_and(|plies| plies > 0) {
            proved += 1;
            let winner = board.side();
            assert_eq!(play_out(board, &mut players, NODES).winner(), Some(winner), "{fen}");
        }
    }
    assert!(proved >= quick_or_all(LEAST_PROVED_OF_QUICK_TEST, LEAST_PROVED), "{proved}");
}

/// Many orders of fours and blocks lead to the same positions here; each is proved once.
#[test]
fn win_that_many_fours_delay_is_proved() {
    let fen =
        "15/15/7o2x4/8xoxo3/8oox1o2/6oox1ox3/7xxooo3/5ox1xxoxx2/8xx5/8o1x4/11o3/15/15/15/15 x";
    let board = Board::default().read_position(fen).unwrap();
    let (_, plies) = ask(&mut players()[0], &board, 1_200_000);
    assert!(plies.is_some_and(|plies| plies > 0), "{plies:?}");
}

#[test]
fn wins_reported_in_the_course_of_games_are_won() {
    let wanted = quick_or_all(60, 500);
    let (mut random, mut asked, mut claims) = (SplitMix64::new(5), 0, 0);
    while asked < wanted {
        let (mut board, mut players) = (Board::default(), players());
        for _ in 0..4 {
            let mut moves: Vec<_> = Vec::new();
            board.moves(&mut moves);
            moves.retain(|cell| (5..10).contains(&cell.x) && (5..10).contains(&cell.y));
            board.play(moves[random.below(moves.len() as u64) as usize]);
        }
        while matches!(board.turn(), Turn::Decide(_)) && asked < wanted {
            asked += 1;
            let (cell, plies) = ask(&mut players[0], &board, NODES_IN_GAMES[0]);
            if plies.is_some_and(|plies| plies > 0) {
                claims += 1;
                let mut fen = String::new();
                board.write_position(&mut fen);
                let winner = board.side();
                let outcome = play_out(board, &mut players, NODES_IN_GAMES);
                assert_eq!(outcome.winner(), Some(winner), "{fen}");
                break;
            }
            board.play(cell);
        }
    }
    assert!(claims > wanted / 60, "{claims}");
}

#[test]
fn search_for_a_win_by_fours_leaves_nodes_for_the_moves() {
    // Many fours, and no win by them that 800 nodes find.
    let moves = "k8 j7 n8 l8 j9 l7 k7 k6 l6 i8 h9 j5 i4 i9 i7 j4 j6 h8 g7 i11 k11 l10 m5 n4 j10 m4 l5 k4 l4 l9 \
                 l11 l3 i6 m2 n1 f8";
    let mut board = Board::default();
    for m in moves.split_whitespace() {
        let (cell, _) = board.read_move(m).unwrap();
        board.play(cell);
    }
    assert!(ask_for_depth(&mut players()[0], &board, 800) > 0);
}
