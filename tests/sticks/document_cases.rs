//! What the design document and the rulings say about single positions, case by case.

use parlour::base::{Outcome, Side};
use parlour::game::{Notation, Position, Turn};
use parlour::games::sticks::board::sequence_states::{
    FiveHoles, HoleStates, LOCATED_SEQUENCES, LOCATION_COUNTS, LOCATIONS, STATES, SequenceState,
};
use parlour::games::sticks::{Hole, Move, Piece, Sticks};

const CASES: &str = include_str!("../data/sticks_rules_questions_and_answers.txt");

fn position(fen: &str) -> Sticks {
    Sticks::new().read_position(fen).expect(fen)
}

fn after(fen: &str, moves: &str) -> Sticks {
    let mut game = position(fen);
    for word in moves.split_whitespace() {
        let (m, rest) = game.read_move(word).expect(word);
        assert_eq!(rest, "");
        game.play(m);
    }
    game
}

/// The legal moves that `choose` likes, given the position after each; as text, in order.
fn moves_where(game: &Sticks, choose: impl Fn(&mut Sticks) -> bool) -> String {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let chosen = moves.into_iter().filter(|m| {
        let mut next = *game;
        next.play(*m);
        choose(&mut next)
    });
    words(chosen.map(|m| {
        let mut text = String::new();
        game.write_move(m, &mut text);
        text
    }))
}

fn words(texts: impl Iterator<Item = String>) -> String {
    texts.collect::<Vec<_>>().join(" ")
}

fn is_won(game: &mut Sticks) -> bool {
    matches!(game.turn(), Turn::Over(Outcome::Win { .. }))
}

fn side(letter: &str) -> Side {
    match letter {
        "r" => Side::First,
        "y" => Side::Second,
        _ => panic!("no side: {letter}"),
    }
}

/// The two ends of a location, the lesser name first.
fn name(location: FiveHoles) -> String {
    let mut ends = [location.holes[0].to_string(), location.holes[4].to_string()];
    ends.sort();
    ends.join("-")
}

fn states(game: &Sticks, detail: &str) -> String {
    let (letter, at) = detail.split_once(' ').expect("a side and a location");
    let own = side(letter);
    let outlook = HoleStates::of(game.pieces(own), game.pieces(own.other()));
    let here = LOCATED_SEQUENCES.iter().filter(|pair| name(LOCATIONS[pair.location]) == at);
    words(here.map(|pair| match outlook.state(pair) {
        SequenceState::Open { in_place, unblockable } => format!("{in_place}+{unblockable}"),
        SequenceState::Blocked => "blocked".to_owned(),
    }))
}

fn hole(text: &str) -> Hole {
    let [column, row] = text.as_bytes() else { panic!("no hole: {text}") };
    Hole::new(column - b'a', row - b'1').expect(text)
}

/// The locations at which the piece in a hole is in place for an unblocked sequence, sorted.
fn serves(game: &Sticks, detail: &str) -> String {
    let (letter, at) = detail.split_once(' ').expect("a side and a hole");
    let (own, bit) = (side(letter), hole(at).bit());
    let piece = game.pieces(own).at(hole(at)).expect("a piece");
    let outlook = HoleStates::of(game.pieces(own), game.pieces(own.other()));
    let useful = LOCATED_SEQUENCES.iter().filter(|pair| {
        let wanted = if piece.is_barrel() { pair.barrels } else { pair.sticks };
        wanted & bit != 0 && outlook.state(pair) != SequenceState::Blocked
    });
    let mut names: Vec<_> = useful.map(|pair| name(LOCATIONS[pair.location])).collect();
    names.sort();
    names.dedup();
    names.join(" ")
}

fn row(counts: &[u8; 56], row: &str) -> String {
    let holes = ('a'..='g').map(|column| hole(&format!("{column}{row}")));
    words(holes.map(|hole| counts[hole.index()].to_string()))
}

/// In how many locations a barrel in each hole can be of use: at the second to fourth place.
fn barrel_counts() -> [u8; 56] {
    let mut counts = [0; 56];
    for hole in LOCATIONS.iter().flat_map(|location| &location.holes[1..4]) {
        counts[hole.index()] += 1;
    }
    counts
}

fn drops(game: &Sticks, detail: &str) -> String {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let allowed = Piece::ALL
        .into_iter()
        .filter(|piece| moves.contains(&Move::Drop { piece: *piece, to: hole(detail) }));
    words(allowed.map(|piece| piece.letter().to_string()))
}

fn over(game: &Sticks) -> String {
    match game.turn() {
        Turn::Over(Outcome::Win { side: Side::First, .. }) => "red",
        Turn::Over(Outcome::Win { side: Side::Second, .. }) => "yellow",
        Turn::Over(Outcome::Draw) => "draw",
        Turn::Decide(_) | Turn::Roll(_) => "none",
    }
    .to_owned()
}

fn sorted(text: &str) -> Vec<&str> {
    let mut words: Vec<_> = text.split(' ').collect();
    words.sort_unstable();
    words
}

#[test]
fn every_case_has_its_answer() {
    for line in CASES.lines().filter(|line| !line.starts_with('#')) {
        let parts: Vec<_> = line.split('|').map(str::trim).collect();
        let [question, fen, detail, expected] = parts[..] else { panic!("four parts: {line}") };
        let game = position(fen);
        let answer = match question {
            "through" => row(&LOCATION_COUNTS, detail),
            "inside" => row(&barrel_counts(), detail),
            "moves" => game.count_moves().to_string(),
            "drops" => drops(&game, detail),
            "over" => over(&after(fen, detail)),
            "wins" => moves_where(&after(fen, detail), is_won),
            "safe" => moves_where(&after(fen, detail), |next| {
                !is_won(next) && moves_where(next, is_won).is_empty()
            }),
            "states" => states(&game, detail),
            "serves" => serves(&game, detail),
            _ => panic!("no such question: {question}"),
        };
        let unordered = ["wins", "safe", "serves"].contains(&question);
        if unordered {
            assert_eq!(sorted(&answer), sorted(expected), "{line}");
        } else {
            assert_eq!(answer, expected, "{line}");
        }
    }
}

#[test]
fn there_are_60_locations_in_four_directions() {
    let kinds = [(1, 0, 21), (0, 1, 21), (1, 1, 9), (-1, 1, 9)];
    for (right, up, expected) in kinds {
        let along = LOCATIONS.iter().filter(|location| {
            let [first, second, ..] = location.holes;
            let (x, y) = (i32::from(second.column()), i32::from(second.row()));
            x - i32::from(first.column()) == right && y - i32::from(first.row()) == up
        });
        assert_eq!(along.count(), expected);
    }
    assert_eq!(
        (LOCATIONS.len(), LOCATED_SEQUENCES.len(), 2 * LOCATED_SEQUENCES.len()),
        (60, 180, 360)
    );
}

#[test]
fn the_22_states_are_in_the_second_ordering_of_the_document() {
    let order =
        "5+0 4+1 3+2 2+3 1+4 0+5 4+0 3+1 2+2 1+3 0+4 3+0 2+1 1+2 0+3 2+0 1+1 0+2 1+0 0+1 0+0";
    let open = STATES[..21].iter().map(|state| match state {
        SequenceState::Open { in_place, unblockable } => format!("{in_place}+{unblockable}"),
        SequenceState::Blocked => "blocked".to_owned(),
    });
    assert_eq!(words(open), order);
    assert_eq!(STATES[21], SequenceState::Blocked);
}
