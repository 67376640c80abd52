//! Wins that `threat` tells as proved, played out: it must bring every one home.

use std::sync::atomic::AtomicBool;

use parlour::base::Outcome;
use parlour::game::{Notation, Position, Record, Turn};
use parlour::games::connect5::{Board, Cell, Threats};
use parlour::search::{Automaton, Limits, Options, Progress, Rating, Stopwatch, Task, Watcher};

/// One position a line, a comment of one line above them.
const WINS: &str = include_str!("connect5_threats/wins.txt");
/// Nodes for each move of the side that wins, and of the other.
const NODES: [u64; 2] = [1_200_000, 20_000];
/// Of the positions, the least in which a win is proved with these nodes; another table of the
/// evaluation proves one or two more or fewer than the 13 of now.
const PROVED: usize = 10;

/// Keeps what was told last of the best move: plies to the end if it is decided.
#[derive(Default)]
struct Told(Option<i32>);

impl Watcher<Cell> for Told {
    fn progress(&mut self, report: &Progress<'_, Cell>) {
        if let Rating::Score(score) = report.rating {
            self.0 = score.plies_to_end();
        }
    }
}

/// The player's move, and the plies of an end that it tells.
fn ask(player: &mut Threats, board: &Board, nodes: u64) -> (Cell, Option<i32>) {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let (stop, mut moves, mut told) = (AtomicBool::new(false), Vec::new(), Told::default());
    board.moves(&mut moves);
    let task = Task { limits: &limits, moves: &moves, stop: &stop, stopwatch: Stopwatch::start() };
    let choice = player.choose(&Record::new(board.clone()), &task, &mut told);
    (choice.best, told.0)
}

/// Plays to the end with one player for each side; says who has won.
fn play_out(mut board: Board, players: &mut [Threats; 2]) -> Outcome {
    let attacker = board.side();
    loop {
        if let Turn::Over(outcome) = board.turn() {
            return outcome;
        }
        let at = usize::from(board.side() != attacker);
        board.play(ask(&mut players[at], &board, NODES[at]).0);
    }
}

#[test]
fn proved_wins_are_brought_home() {
    let mut proved = 0;
    for fen in WINS.lines().filter(|line| !line.starts_with('#')) {
        let board = Board::default().read_position(fen).unwrap();
        let mut players = [(); 2].map(|()| Threats::new(&Options::default()));
        let (_, told) = ask(&mut players[0], &board, NODES[0]);
        if told.is_some_and(|plies| plies > 0) {
            proved += 1;
            let winner = board.side();
            assert_eq!(play_out(board, &mut players).winner(), Some(winner), "{fen}");
        }
    }
    assert!(proved >= PROVED, "{proved}");
}
