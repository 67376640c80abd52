//! Sticks 'n' Barrels against a slow, literal reference of its rules, in random games.

use std::fmt::Write as _;

use parlour::base::{Outcome, Side};
use parlour::game::{Notation, Position, Turn};
use parlour::games::sticks::board::win_detection::{WinningHoles, has_line};
use parlour::games::sticks::{Hole, Move, Piece, Pieces, Sticks};
use proptest::prelude::*;

/// A kind of piece, by its letter in the notation.
const PIECE_KINDS: [(char, usize); 3] = [('S', 10), ('H', 4), ('B', 4)];

/// Red is `true`.
type Owner = bool;

/// The rules as the document words them, on a board of holes that list their pieces.
#[derive(Clone, Default)]
struct Reference {
    /// Row, column, then the pieces in the hole.
    holes: [[Vec<(Owner, char)>; 7]; 7],
    yellow_moves: bool,
    plies_without_drop: u32,
}

impl Reference {
    fn of(fen: &str) -> Self {
        let mut reference = Self::default();
        let words: Vec<_> = fen.split(' ').collect();
        for (row, text) in words[0].split('/').enumerate() {
            let mut column = 0;
            for letter in text.chars() {
                if let Some(run) = letter.to_digit(10) {
                    column += run as usize;
                    continue;
                }
                reference.holes[6 - row][column] = match letter {
                    'X' => vec![(true, 'H'), (false, 'S')],
                    'x' => vec![(false, 'H'), (true, 'S')],
                    _ => vec![(letter.is_uppercase(), letter.to_ascii_uppercase())],
                };
                column += 1;
            }
        }
        reference.yellow_moves = words[1] == "y";
        reference.plies_without_drop =
            words.get(2).map_or(0, |word| word.parse().expect("a number"));
        reference
    }

    fn fen(&self) -> String {
        let mut rows = Vec::new();
        for row in self.holes.iter().rev() {
            let letters: String = row
                .iter()
                .map(|hole| match hole[..] {
                    [] => '.',
                    [(true, kind)] => kind,
                    [(false, kind)] => kind.to_ascii_lowercase(),
                    _ if hole.contains(&(true, 'H')) => 'X',
                    _ => 'x',
                })
                .collect();
            let runs = (1..=7)
                .rev()
                .fold(letters, |text, run| text.replace(&".".repeat(run), &run.to_string()));
            rows.push(runs);
        }
        let mut fen = rows.join("/");
        fen += if self.yellow_moves { " y" } else { " r" };
        if self.plies_without_drop > 0 {
            let _ = write!(fen, " {}", self.plies_without_drop);
        }
        fen
    }

    fn on_board(&self, owner: Owner, kind: char) -> usize {
        self.holes.iter().flatten().filter(|hole| hole.contains(&(owner, kind))).count()
    }

    fn left_in_tray(&self, owner: Owner, kind: char) -> usize {
        let (_, all) = PIECE_KINDS.into_iter().find(|(letter, _)| *letter == kind).expect("a kind");
        all - self.on_board(owner, kind)
    }

    /// Whether any piece of this piece's type, sticks or barrels, is not yet in play.
    fn type_in_tray(&self, owner: Owner, kind: char) -> bool {
        if kind == 'S' {
            self.left_in_tray(owner, 'S') > 0
        } else {
            self.left_in_tray(owner, 'H') > 0 || self.left_in_tray(owner, 'B') > 0
        }
    }

    fn may_enter(&self, owner: Owner, kind: char, (row, column): (usize, usize)) -> bool {
        match self.holes[row][column][..] {
            [] => true,
            [(other, 'S')] => other != owner && kind == 'H',
            [(other, 'H')] => other != owner && kind == 'S',
            _ => false,
        }
    }

    fn name((row, column): (usize, usize)) -> String {
        format!("{}{}", ["a", "b", "c", "d", "e", "f", "g"][column], row + 1)
    }

    fn all_holes() -> impl Iterator<Item = (usize, usize)> + Clone {
        (0..7).flat_map(|row| (0..7).map(move |column| (row, column)))
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.is_over() {
            return moves;
        }
        let owner = !self.yellow_moves;
        for (kind, _) in PIECE_KINDS {
            if self.left_in_tray(owner, kind) > 0 {
                let targets = Self::all_holes().filter(|to| self.may_enter(owner, kind, *to));
                moves.extend(targets.map(|to| format!("{kind}@{}", Self::name(to))));
            } else if !self.type_in_tray(owner, kind) {
                moves.extend(self.shifts(owner, kind));
            }
        }
        moves
    }

    fn shifts(&self, owner: Owner, kind: char) -> Vec<String> {
        let mut shifts = Vec::new();
        for from in Self::all_holes() {
            if !self.holes[from.0][from.1].contains(&(owner, kind)) {
                continue;
            }
            let mut lifted = self.clone();
            lifted.holes[from.0][from.1].retain(|piece| *piece != (owner, kind));
            for to in Self::all_holes() {
                if to != from && lifted.may_enter(owner, kind, to) {
                    shifts.push(format!("{}{}", Self::name(from), Self::name(to)));
                }
            }
        }
        shifts
    }

    fn hole_of(text: &str) -> (usize, usize) {
        let [column, row] = text.as_bytes() else { return (9, 9) };
        (usize::from(row - b'1'), usize::from(column - b'a'))
    }

    fn play(&mut self, text: &str) {
        let owner = !self.yellow_moves;
        let (row, column) = Self::hole_of(&text[2..]);
        if let Some(kind) = text.strip_suffix(&text[1..]).filter(|_| text.contains('@')) {
            let kind = kind.chars().next().expect("a letter");
            self.holes[row][column].push((owner, kind));
            self.plies_without_drop = 0;
        } else {
            let (y, x) = Self::hole_of(&text[..2]);
            let hole = &mut self.holes[y][x];
            let own = hole.iter().position(|piece| piece.0 == owner).expect("an own piece");
            let piece = hole.remove(own);
            self.holes[row][column].push(piece);
            self.plies_without_drop += 1;
        }
        self.yellow_moves = !self.yellow_moves;
    }

    fn has_sequence(&self, owner: Owner) -> bool {
        let letter = |row: i32, column: i32| -> char {
            if !(0..7).contains(&row) || !(0..7).contains(&column) {
                return '#';
            }
            let hole = &self.holes[usize::try_from(row).expect("on the board")]
                [usize::try_from(column).expect("on the board")];
            match hole.iter().find(|piece| piece.0 == owner) {
                Some((_, 'S')) => 's',
                Some(_) => 'b',
                None => '.',
            }
        };
        (0..7).any(|row| {
            (0..7).any(|column| {
                [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(up, right)| {
                    let five: String =
                        (0..5).map(|k| letter(row + k * up, column + k * right)).collect();
                    ["ssbss", "sbsbs", "sbbbs"].contains(&five.as_str())
                })
            })
        })
    }

    fn is_over(&self) -> bool {
        self.has_sequence(true) || self.has_sequence(false) || self.plies_without_drop >= 100
    }

    fn turn(&self) -> Turn {
        let mover = if self.yellow_moves { Side::Second } else { Side::First };
        if self.has_sequence(self.yellow_moves) {
            Turn::Over(Outcome::win(mover.other()))
        } else if self.plies_without_drop >= 100 {
            Turn::Over(Outcome::Draw)
        } else {
            Turn::Decide(mover)
        }
    }
}

fn text_of(game: &Sticks, m: Move) -> String {
    let mut text = String::new();
    game.write_move(m, &mut text);
    text
}

fn fen_of(game: &Sticks) -> String {
    let mut text = String::new();
    game.write_position(&mut text);
    text
}

fn moves_of(game: &Sticks) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves
}

fn starts() -> Vec<&'static str> {
    let perft = include_str!("../../src/games/sticks/perft.txt").lines();
    let bench = include_str!("../../src/games/sticks/bench_positions.txt").lines();
    let lines = perft.chain(bench).filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split(';').next().unwrap_or_default()).collect()
}

/// The two agree on everything that can be said about a position.
fn assert_same(game: &Sticks, reference: &Reference) -> Vec<Move> {
    let moves = moves_of(game);
    let texts: Vec<_> = moves.iter().map(|m| text_of(game, *m)).collect();
    let fen = fen_of(game);
    assert_eq!(fen, reference.fen());
    assert_eq!(texts, reference.moves(), "{fen}");
    assert_eq!(game.count_moves(), moves.len() as u64, "{fen}");
    assert_eq!(game.turn(), reference.turn(), "{fen}");
    let read = Sticks::new().read_position(&fen).expect("its own text");
    assert_eq!(read, *game, "key, lines and all are as if set up anew: {fen}");
    for m in &moves {
        assert_eq!(game.read_move(&text_of(game, *m)), Ok((*m, "")), "{fen}");
    }
    moves
}

/// What the board knows without playing is what playing shows.
fn assert_foresight(game: &Sticks, moves: &[Move]) {
    let mut replies = 0;
    let mut wins = [0; 3];
    for m in moves {
        let mut next = *game;
        let undo = next.play(*m);
        replies += next.count_moves();
        if matches!(next.turn(), Turn::Over(Outcome::Win { .. })) {
            wins[game.piece_moved_by(*m).expect("a piece").index()] |= m.to().bit();
        }
        next.undo(undo);
        assert_eq!(next, *game);
    }
    let fen = fen_of(game);
    assert_eq!(game.count_leaves(2), Some(replies), "{fen}");
    if matches!(game.turn(), Turn::Decide(_)) {
        let found = Piece::ALL.map(|piece| game.wins_with(game.mover(), piece));
        assert_eq!(found, wins, "{fen}");
    }
}

/// Every fourth move wins if one can; the others are any.
fn choose(game: &Sticks, moves: &[Move], choice: u16) -> Move {
    let wins = |m: &&Move| {
        let piece = game.piece_moved_by(**m).expect("a piece");
        game.wins_with(game.mover(), piece) & m.to().bit() != 0
    };
    let won = moves.iter().filter(|_| choice.is_multiple_of(4)).find(wins);
    *won.unwrap_or(&moves[usize::from(choice) % moves.len()])
}

/// 49 holes, rows from the top, each one of these letters.
fn letters(from: &'static str) -> impl Strategy<Value = Vec<char>> {
    proptest::collection::vec(proptest::sample::select(from.chars().collect::<Vec<_>>()), 49)
}

fn fen_with(letters: &[char], yellow: bool) -> String {
    let rows: Vec<_> = letters.chunks(7).map(|row| row.iter().collect::<String>()).collect();
    format!("{} {}", rows.join("/").replace('.', "1"), if yellow { "y" } else { "r" })
}

fn hole_at(row: usize, column: usize) -> Hole {
    let [column, row] = [column, row].map(|n| u8::try_from(n).expect("on the board"));
    Hole::new(column, row).expect("on the board")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_games_agree_with_the_reference(
        start in proptest::sample::select(starts()),
        choices in proptest::collection::vec(any::<u16>(), 1..130),
    ) {
        let mut game = Sticks::new().read_position(start).expect("a position");
        let mut reference = Reference::of(start);
        for choice in choices {
            let moves = assert_same(&game, &reference);
            if choice.is_multiple_of(8) {
                assert_foresight(&game, &moves);
            }
            if moves.is_empty() {
                break;
            }
            let m = choose(&game, &moves, choice);
            reference.play(&text_of(&game, m));
            game.play(m);
        }
        assert_same(&game, &reference);
    }

    #[test]
    fn positions_set_up_agree_with_the_reference(
        letters in letters("SSHBssxX............."),
        yellow in any::<bool>(),
    ) {
        let fen = fen_with(&letters, yellow);
        let reference = Reference::of(&fen);
        let fits = PIECE_KINDS.iter().all(|(kind, all)| {
            [true, false].into_iter().all(|owner| reference.on_board(owner, *kind) <= *all)
        });
        let read = Sticks::new().read_position(&fen);
        prop_assert_eq!(read.is_ok(), fits && !reference.has_sequence(!yellow), "{}", fen);
        if let Ok(game) = read {
            let moves = assert_same(&game, &reference);
            assert_foresight(&game, &moves);
        }
    }

    #[test]
    fn lines_agree_with_the_reference_on_crowded_boards(letters in letters("SSSSSHB.....")) {
        let mut reference = Reference::of(&fen_with(&letters, false));
        let mut own = Pieces::default();
        for (row, column) in Reference::all_holes() {
            if let Some(piece) = Piece::of_letter(letters[(6 - row) * 7 + column]) {
                own.toggle(piece, hole_at(row, column));
            }
        }
        prop_assert_eq!(has_line(&own), reference.has_sequence(true));
        if has_line(&own) {
            return Ok(());
        }
        let winning = WinningHoles::of(&own);
        for (row, column) in Reference::all_holes().filter(|(y, x)| letters[(6 - y) * 7 + x] == '.') {
            for (kind, holes) in [('S', winning.stick), ('B', winning.barrel)] {
                reference.holes[row][column].push((true, kind));
                let wins = holes & hole_at(row, column).bit() != 0;
                prop_assert_eq!(wins, reference.has_sequence(true), "{} {}{}", kind, row, column);
                reference.holes[row][column].pop();
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[ -~\\PC]{0,60}", more in "[SHBshbXx1-8/ ry@a-g]{0,60}") {
        for text in [&text, &more] {
            if let Ok(game) = Sticks::new().read_position(text) {
                assert_same(&game, &Reference::of(&fen_of(&game)));
            }
            if let Ok((m, _)) = Sticks::new().read_move(text) {
                prop_assert!(Hole::new(m.to().column(), m.to().row()).is_some());
            }
        }
    }
}
