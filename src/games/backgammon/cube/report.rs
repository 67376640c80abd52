//! A player's word at the cube, and its equities as lines of thought.

use super::{CubeEquities, Stakes};
use crate::games::backgammon::board::rules::{Backgammon, Phase};
use crate::games::backgammon::board::steps::Move;
use crate::games::backgammon::eval::Probabilities;
use crate::search::{Choice, EquityReport, Progress, Rating, Sample, Watcher};

/// What a player has found out about a position at the cube.
#[derive(Clone, Copy, Debug)]
pub struct Finding {
    /// The chances of the side on roll, before its dice.
    pub probabilities: Probabilities,
    /// How near the cube comes to a perfect one, see [`super::efficiency`].
    pub efficiency: f32,
    /// Plies that it looked ahead.
    pub depth: u32,
    /// Nodes that it took.
    pub nodes: u64,
}

/// One line: the words, and what they are worth to the side on roll.
struct Line {
    words: Vec<Move>,
    equity: f32,
}

/// The word for a position in which no dice lie, one of `moves` (at least one).
///
/// Tells the watcher up to `multi_pv` lines: of a side that may double `roll`, `double take`,
/// `double drop`, and `double beaver` where that is played; of a side that answers, its answers.
/// The line that will be played comes first. Told are points ([`Stakes::points`]) of the side that
/// decides.
pub fn decide(
    position: &Backgammon,
    finding: Finding,
    moves: &[Move],
    multi_pv: usize,
    watcher: &mut dyn Watcher<Move>,
) -> Choice<Move> {
    decide_by(position, (finding, [None; 3]), moves, multi_pv, watcher)
}

/// The mean of games that were played out.
#[derive(Clone, Copy, Debug)]
pub struct Rolled {
    /// Expected points of the side on roll ([`Stakes::points`]).
    pub points: f32,
    /// How sure that is.
    pub sample: Sample,
}

/// The same with what was played out behind no double, double and take, double and beaver, in
/// this order; the model says the rest.
pub fn decide_by(
    position: &Backgammon,
    (finding, rolled): (Finding, [Option<Rolled>; 3]),
    moves: &[Move],
    multi_pv: usize,
    watcher: &mut dyn Watcher<Move>,
) -> Choice<Move> {
    let stakes = Stakes::of(position, position.on_roll());
    let model = CubeEquities::of(finding.probabilities, &stakes, finding.efficiency);
    let cube = overruled(model, &stakes, rolled);
    let mut lines = match position.phase() {
        Phase::Doubled => answers(&cube),
        Phase::Beavered => answers_to_beaver(&cube),
        _ => offers(&cube),
    };
    lines.retain(|line| line.words.first().is_some_and(|word| moves.contains(word)));
    let is_answer = position.phase() == Phase::Doubled;
    let probabilities =
        if is_answer { finding.probabilities.swapped() } else { finding.probabilities };
    let own = if is_answer { -1.0 } else { 1.0 };
    for (rank, line) in lines.iter().enumerate().take(multi_pv) {
        let points = own * stakes.points(stakes.value(line.equity));
        let sample = line.rolled(rolled).map(|rolled| rolled.sample);
        let equity =
            EquityReport { equity: points, chances: Some(probabilities.to_array()), sample };
        watcher.progress(&Progress::new(
            finding.depth,
            rank,
            Rating::Equity(equity),
            finding.nodes,
            &line.words,
        ));
    }
    let said = lines.first().and_then(|line| line.words.first()).or_else(|| moves.first());
    Choice { best: said.copied().unwrap_or(Move::Roll), nodes: finding.nodes, reason: told(&cube) }
}

impl Line {
    /// What was played out behind its last word.
    fn rolled(&self, [no_double, take, beaver]: [Option<Rolled>; 3]) -> Option<Rolled> {
        match self.words.last()? {
            Move::Roll => no_double,
            Move::Take => take,
            Move::Beaver => beaver,
            _ => None,
        }
    }
}

/// The equities of the model where nothing was played out.
fn overruled(
    model: CubeEquities,
    stakes: &Stakes,
    [no_double, take, beaver]: [Option<Rolled>; 3],
) -> CubeEquities {
    let equity = |rolled: Rolled| stakes.equity(stakes.value_of_points(rolled.points));
    // Who was beavered may still drop, and loses what the cube shows then.
    let dropped = stakes.equity(stakes.rung(1).lost[0]);
    CubeEquities {
        no_double: no_double.map_or(model.no_double, equity),
        double_take: take.map_or(model.double_take, equity),
        double_beaver: model
            .double_beaver
            .map(|told| beaver.map_or(told, |rolled| equity(rolled).max(dropped))),
        ..model
    }
}

/// The three equities in words.
fn told(cube: &CubeEquities) -> String {
    let CubeEquities { no_double, double_take, double_drop, .. } = cube;
    format!(
        "no double {no_double:+.3}, double/take {double_take:+.3}, double/drop {double_drop:+.3}"
    )
}

/// To roll or to double; the answer that the other side will not give comes last.
fn offers(cube: &CubeEquities) -> Vec<Line> {
    let roll = Line { words: vec![Move::Roll], equity: cube.no_double };
    let mut doubles = vec![
        Line { words: vec![Move::Double, Move::Take], equity: cube.double_take },
        Line { words: vec![Move::Double, Move::Drop], equity: cube.double_drop },
    ];
    if let Some(equity) = cube.double_beaver {
        doubles.push(Line { words: vec![Move::Double, Move::Beaver], equity });
    }
    doubles.sort_by(|a, b| a.equity.total_cmp(&b.equity));
    doubles.insert(usize::from(cube.is_double()), roll);
    doubles
}

/// To take, drop or beaver, best first.
fn answers(cube: &CubeEquities) -> Vec<Line> {
    let line = |word, equity| Line { words: vec![word], equity };
    let mut lines = vec![line(Move::Take, cube.double_take), line(Move::Drop, cube.double_drop)];
    lines.extend(cube.double_beaver.map(|equity| line(Move::Beaver, equity)));
    lines.sort_by(|a, b| a.equity.total_cmp(&b.equity));
    lines
}

/// To take or drop a beaver: the cube is turned once more and stays there, or the stake is lost.
fn answers_to_beaver(cube: &CubeEquities) -> Vec<Line> {
    let mut lines = vec![
        Line { words: vec![Move::Take], equity: cube.double_take },
        Line { words: vec![Move::Drop], equity: -1.0 },
    ];
    lines.sort_by(|a, b| b.equity.total_cmp(&a.equity));
    lines
}

#[cfg(test)]
mod tests {
    use super::{Finding, decide};
    use crate::game::Position;
    use crate::games::backgammon::{Backgammon, Move, Probabilities};
    use crate::search::{Choice, Progress, Rating, Watcher};

    /// Keeps the lines it hears: words, and points.
    #[derive(Default)]
    struct Ear(Vec<(Vec<Move>, f32)>);

    impl Watcher<Move> for Ear {
        fn progress(&mut self, report: &Progress<'_, Move>) {
            assert_eq!(report.multipv as usize, self.0.len() + 1);
            let Rating::Equity(equity) = report.rating else { panic!("a game with dice") };
            self.0.push((report.pv.to_vec(), equity.equity));
        }
    }

    /// What is said at a money game's cube after these words, with these chances of First.
    fn said(words: &[Move], chances: [f32; 5]) -> (Choice<Move>, Vec<(Vec<Move>, f32)>) {
        let text = "XGID=-b----E-C---eE---c-e---AA-:1:1:1:00:0:0:2:0:10";
        let mut game = Backgammon::of(text, true);
        for word in words {
            game.play(*word);
        }
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let probabilities = Probabilities::from_array(chances);
        let finding = Finding { probabilities, efficiency: 0.68, depth: 2, nodes: 7 };
        let mut ear = Ear::default();
        (decide(&game, finding, &moves, 5, &mut ear), ear.0)
    }

    fn first_words(lines: &[(Vec<Move>, f32)]) -> Vec<&[Move]> {
        lines.iter().map(|(words, _)| words.as_slice()).collect()
    }

    #[test]
    fn line_that_will_be_played_comes_first() {
        use Move::{Beaver, Double, Drop, Roll, Take};
        let (choice, lines) = said(&[], [0.75, 0.0, 0.0, 0.0, 0.0]);
        let order: [&[Move]; 4] = [&[Double, Take], &[Roll], &[Double, Drop], &[Double, Beaver]];
        assert_eq!((choice.best, choice.nodes), (Double, 7));
        assert_eq!(first_words(&lines), order);
        assert!((lines[2].1 - 2.0).abs() < 1e-6, "a drop costs the stake: {}", lines[2].1);
        assert!(lines[0].1 > lines[1].1 && choice.reason.ends_with("double/drop +1.000"));
        assert!((-1.0..2.0).contains(&lines[0].1), "{}", lines[0].1);
        let (choice, lines) = said(&[], [0.9, 0.8, 0.0, 0.0, 0.0]);
        assert_eq!((choice.best, first_words(&lines)[0]), (Roll, [Roll].as_slice()), "too good");
        let (choice, lines) = said(&[], [0.4, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!((choice.best, first_words(&lines)[1]), (Roll, [Double, Beaver].as_slice()));
    }

    #[test]
    fn answers_are_seen_by_the_side_that_gives_them() {
        use Move::{Beaver, Double, Drop, Take};
        for (win, best) in [(0.9, Drop), (0.7, Take), (0.4, Beaver)] {
            let (choice, lines) = said(&[Double], [win, 0.0, 0.0, 0.0, 0.0]);
            assert_eq!((choice.best, lines[0].0[0], lines.len()), (best, best, 3), "{win}");
            assert!(lines.windows(2).all(|pair| pair[0].1 >= pair[1].1), "{lines:?}");
        }
        for (win, best) in [(0.05, Drop), (0.4, Take)] {
            let (choice, lines) = said(&[Double, Beaver], [win, 0.0, 0.0, 0.0, 0.0]);
            assert_eq!((choice.best, lines.len()), (best, 2), "{win}");
        }
    }
}
