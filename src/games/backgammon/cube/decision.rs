//! A player's cube decision, and the equities of its choices as `info` lines.

use super::equities::{CubeEquities, CubePoints, DROP_AFTER_BEAVER};
use super::stakes::Stakes;
use crate::games::backgammon::board::game_state_and_cube_rules::{Backgammon, Phase};
use crate::games::backgammon::board::moves::Move;
use crate::games::backgammon::eval::Probabilities;
use crate::search::{Choice, EquityReport, Progress, Rating, Sample, Watcher};

/// The findings of a player about a position with a cube decision.
#[derive(Clone, Copy, Debug)]
pub struct CubeEvaluation {
    /// The chances of the side on roll, before its dice.
    pub probabilities: Probabilities,
    /// The cube efficiency, 0.0 (a dead cube) to 1.0 (a live cube); see [`super::efficiency`].
    pub efficiency: f32,
    /// The points by a search of some plies with the cube in play; they replace the cube model.
    pub lookahead: CubePoints,
    /// The equities by the bear-off of both sides, if it is one; they replace those before.
    pub bearoff: Option<CubeEquities>,
    /// The equities that were rolled out; they replace all others.
    pub rollouts: CubeRollouts,
    /// The depth that is reported: plies of lookahead plus one.
    pub depth: u32,
    /// Nodes it took.
    pub nodes: u64,
}

/// The rollouts of the choices at the cube; `None` where there was none.
#[derive(Clone, Copy, Debug, Default)]
pub struct CubeRollouts {
    /// After no double.
    pub no_double: Option<RolloutResult>,
    /// After double and take.
    pub double_take: Option<RolloutResult>,
    /// After double and beaver, the beaver taken.
    pub double_beaver: Option<RolloutResult>,
}

impl CubeRollouts {
    /// The first of those that were made; they all have the same number of games.
    pub fn first(&self) -> Option<RolloutResult> {
        self.no_double.or(self.double_take).or(self.double_beaver)
    }
}

/// The mean result of a rollout.
#[derive(Clone, Copy, Debug)]
pub struct RolloutResult {
    /// Expected points of the side on roll ([`Stakes::points`]).
    pub points: f32,
    /// The number of games, and the standard error.
    pub sample: Sample,
}

/// One choice: the actions at the cube, and their equity for the side on roll.
struct ChoiceAndEquity {
    /// The actions in order, at least one: that of the side to decide, then the answer.
    actions: Vec<Move>,
    /// Points at the present cube, as in [`CubeEquities`].
    equity: f32,
}

/// The cube decision for a position in which the dice are not rolled.
///
/// The answer is one of `moves` (at least one).
///
/// The reason has the equities of the choices, for the side on roll.
///
/// Reports to the watcher up to `multi_pv` lines: of a side that may double `roll`, `double take`,
/// `double drop`, and `double beaver` where that is played; of a side that answers, its answers.
/// The line that will be played comes first. Reported are points ([`Stakes::points`]) of the side
/// that decides.
pub fn decide(
    position: &Backgammon,
    evaluation: &CubeEvaluation,
    moves: &[Move],
    multi_pv: usize,
    watcher: &mut dyn Watcher<Move>,
) -> Choice<Move> {
    let CubeEvaluation { rollouts, depth, nodes, .. } = *evaluation;
    let stakes = Stakes::of(position, position.on_roll());
    let cube = evaluation.equities(&stakes);
    let mut lines = match position.phase() {
        Phase::Doubled => answers_to_double(&cube),
        Phase::Beavered => answers_to_beaver(&cube),
        _ => choices_of_doubler(&cube),
    };
    lines.retain(|line| line.actions.first().is_some_and(|action| moves.contains(action)));
    let is_answer = position.phase() == Phase::Doubled;
    let probabilities =
        if is_answer { evaluation.probabilities.swapped() } else { evaluation.probabilities };
    let own = if is_answer { -1.0 } else { 1.0 };
    for (rank, line) in lines.iter().enumerate().take(multi_pv) {
        let points = own * stakes.points(stakes.value(line.equity));
        let sample = rollouts.after(&line.actions).map(|rollout| rollout.sample);
        let equity =
            EquityReport { equity: points, probabilities: Some(probabilities.named()), sample };
        let rating = Rating::Equity(equity);
        watcher.progress(&Progress::new(depth, rank, rating, nodes, &line.actions));
    }
    let best = lines.first().and_then(|line| line.actions.first()).or_else(|| moves.first());
    let reason = match position.phase() {
        Phase::Beavered => {
            format!("take {:+.3}, drop {DROP_AFTER_BEAVER:+.3}", cube.double_take)
        }
        Phase::Doubled if rollouts.double_take.is_some() => answers_in_words(&cube),
        _ => equities_in_words(&cube),
    };
    Choice { best: best.copied().unwrap_or(Move::Roll), nodes, reason }
}

impl CubeEvaluation {
    /// The equities of the choices for the side on roll, which has these stakes.
    fn equities(&self, stakes: &Stakes) -> CubeEquities {
        let searched = || {
            CubeEquities::of(self.probabilities, stakes, self.efficiency)
                .with_points(self.lookahead, stakes)
        };
        self.bearoff.unwrap_or_else(searched).with_points(self.rollouts.points(), stakes)
    }

    /// How much the better choice of the side that decides is worth more than the other.
    ///
    /// In points at the present cube, as in [`CubeEquities`], at least 0.0; `None` where there is
    /// nothing to decide. A take is compared with a drop, whether or not a beaver is better.
    pub fn margin(&self, position: &Backgammon) -> Option<f32> {
        let cube = self.equities(&Stakes::of(position, position.on_roll()));
        let difference = match position.phase() {
            Phase::Doubled => cube.double_take - cube.double_drop,
            Phase::Beavered => cube.double_take - DROP_AFTER_BEAVER,
            _ if cube.is_open => cube.double() - cube.no_double,
            _ => return None,
        };
        Some(difference.abs())
    }
}

impl CubeRollouts {
    /// The rollout of the position after these actions.
    fn after(&self, actions: &[Move]) -> Option<RolloutResult> {
        match actions.last()? {
            Move::Roll => self.no_double,
            Move::Take => self.double_take,
            Move::Beaver => self.double_beaver,
            _ => None,
        }
    }

    /// The points that were found.
    fn points(&self) -> CubePoints {
        let points = |result: Option<RolloutResult>| result.map(|result| result.points);
        CubePoints {
            no_double: points(self.no_double),
            double_take: points(self.double_take),
            double_beaver: points(self.double_beaver),
        }
    }
}

/// The three equities in words.
fn equities_in_words(cube: &CubeEquities) -> String {
    format!("no double {:+.3}, {}", cube.no_double, answers_in_words(cube))
}

/// The equities of the answers to a double in words.
///
/// These alone are given where they were rolled out: no double was not.
fn answers_in_words(cube: &CubeEquities) -> String {
    let CubeEquities { double_take, double_drop, .. } = cube;
    format!("double/take {double_take:+.3}, double/drop {double_drop:+.3}")
}

/// The lines of a side that may double, the best first among roll and the answered double.
///
/// The answers to the double are in the order in which the other side prefers them.
fn choices_of_doubler(cube: &CubeEquities) -> Vec<ChoiceAndEquity> {
    let roll = ChoiceAndEquity { actions: vec![Move::Roll], equity: cube.no_double };
    let mut doubles = vec![
        ChoiceAndEquity { actions: vec![Move::Double, Move::Take], equity: cube.double_take },
        ChoiceAndEquity { actions: vec![Move::Double, Move::Drop], equity: cube.double_drop },
    ];
    if let Some(equity) = cube.double_beaver {
        doubles.push(ChoiceAndEquity { actions: vec![Move::Double, Move::Beaver], equity });
    }
    doubles.sort_by(|a, b| a.equity.total_cmp(&b.equity));
    doubles.insert(usize::from(cube.is_double()), roll);
    doubles
}

/// The lines of a side that was doubled: take, drop or beaver, best first.
fn answers_to_double(cube: &CubeEquities) -> Vec<ChoiceAndEquity> {
    let line = |action, equity| ChoiceAndEquity { actions: vec![action], equity };
    let mut lines = vec![line(Move::Take, cube.double_take), line(Move::Drop, cube.double_drop)];
    lines.extend(cube.double_beaver.map(|equity| line(Move::Beaver, equity)));
    lines.sort_by(|a, b| a.equity.total_cmp(&b.equity));
    lines
}

/// The lines of a side that was beavered: with a take the cube is turned once more and stays with
/// the other side, with a drop the stake is lost.
fn answers_to_beaver(cube: &CubeEquities) -> Vec<ChoiceAndEquity> {
    let mut lines = vec![
        ChoiceAndEquity { actions: vec![Move::Take], equity: cube.double_take },
        ChoiceAndEquity { actions: vec![Move::Drop], equity: DROP_AFTER_BEAVER },
    ];
    lines.sort_by(|a, b| b.equity.total_cmp(&a.equity));
    lines
}

#[cfg(test)]
mod tests {
    use super::{CubeEvaluation, CubePoints, CubeRollouts, decide};
    use crate::game::Position;
    use crate::games::backgammon::{Backgammon, Move, Probabilities};
    use crate::search::{Choice, Progress, Rating, Watcher};

    /// Records the lines that are reported: actions, and points.
    #[derive(Default)]
    struct Recorder(Vec<(Vec<Move>, f32)>);

    impl Watcher<Move> for Recorder {
        fn progress(&mut self, report: &Progress<'_, Move>) {
            assert_eq!(report.multipv as usize, self.0.len() + 1);
            let Rating::Equity(equity) = report.rating else { panic!("a game with dice") };
            self.0.push((report.pv.to_vec(), equity.equity));
        }
    }

    /// The decision and its lines in a money game after these actions, with these chances of First.
    fn decided(actions: &[Move], chances: [f32; 5]) -> (Choice<Move>, Vec<(Vec<Move>, f32)>) {
        let text = "XGID=-b----E-C---eE---c-e---AA-:1:1:1:00:0:0:2:0:10";
        let mut game = Backgammon::from_text(text, true);
        for action in actions {
            game.play(*action);
        }
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let probabilities = Probabilities::from_array(chances);
        let rollouts = CubeRollouts::default();
        let evaluation = CubeEvaluation {
            probabilities,
            efficiency: 0.68,
            lookahead: CubePoints::default(),
            bearoff: None,
            rollouts,
            depth: 2,
            nodes: 7,
        };
        let mut recorder = Recorder::default();
        (decide(&game, &evaluation, &moves, 5, &mut recorder), recorder.0)
    }

    fn actions(lines: &[(Vec<Move>, f32)]) -> Vec<&[Move]> {
        lines.iter().map(|(actions, _)| actions.as_slice()).collect()
    }

    #[test]
    fn line_that_will_be_played_comes_first() {
        use Move::{Beaver, Double, Drop, Roll, Take};
        let (choice, lines) = decided(&[], [0.75, 0.0, 0.0, 0.0, 0.0]);
        let order: [&[Move]; 4] = [&[Double, Take], &[Roll], &[Double, Drop], &[Double, Beaver]];
        assert_eq!((choice.best, choice.nodes), (Double, 7));
        assert_eq!(actions(&lines), order);
        assert!((lines[2].1 - 2.0).abs() < 1e-6, "a drop costs the stake: {}", lines[2].1);
        assert!(lines[0].1 > lines[1].1 && choice.reason.ends_with("double/drop +1.000"));
        assert!((-1.0..2.0).contains(&lines[0].1), "{}", lines[0].1);
        let (choice, lines) = decided(&[], [0.9, 0.8, 0.0, 0.0, 0.0]);
        assert_eq!((choice.best, actions(&lines)[0]), (Roll, [Roll].as_slice()), "too good");
        let (choice, lines) = decided(&[], [0.4, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!((choice.best, actions(&lines)[1]), (Roll, [Double, Beaver].as_slice()));
    }

    #[test]
    fn margin_is_what_the_worse_choice_loses() {
        use Move::{Beaver, Double};
        let chances = Probabilities::from_array([0.75, 0.0, 0.0, 0.0, 0.0]);
        let mut game =
            Backgammon::from_text("XGID=-b----E-C---eE---c-e---AA-:1:1:1:00:0:0:2:0:10", true);
        let lookahead =
            CubePoints { no_double: Some(1.0), double_take: Some(1.4), double_beaver: Some(3.0) };
        let rollouts = CubeRollouts::default();
        let evaluation = CubeEvaluation {
            probabilities: chances,
            efficiency: 0.68,
            lookahead,
            bearoff: None,
            rollouts,
            depth: 2,
            nodes: 7,
        };
        // The points are 1.0 and 1.4. At a cube of 2 the double is worth 0.7 and no double 0.5, and a
        // drop 1; after the beaver, at a cube of 4, a take is worth 0.35 and a drop −1.
        for (action, expected) in [(None, 0.2), (Some(Double), 0.3), (Some(Beaver), 1.35)] {
            if let Some(action) = action {
                game.play(action);
            }
            let margin = evaluation.margin(&game).unwrap();
            assert!((margin - expected).abs() < 1e-5, "{action:?}: {margin}");
        }
        let owned_by_other =
            Backgammon::from_text("XGID=-b----E-C---eE---c-e---AA-:1:-1:1:00:0:0:2:0:10", true);
        assert_eq!(evaluation.margin(&owned_by_other), None);
    }

    #[test]
    fn answers_are_valued_by_the_side_that_gives_them() {
        use Move::{Beaver, Double, Drop, Take};
        for (win, best) in [(0.9, Drop), (0.7, Take), (0.4, Beaver)] {
            let (choice, lines) = decided(&[Double], [win, 0.0, 0.0, 0.0, 0.0]);
            assert_eq!((choice.best, lines[0].0[0], lines.len()), (best, best, 3), "{win}");
            assert!(lines.windows(2).all(|pair| pair[0].1 >= pair[1].1), "{lines:?}");
        }
        for (win, best) in [(0.05, Drop), (0.4, Take)] {
            let (choice, lines) = decided(&[Double, Beaver], [win, 0.0, 0.0, 0.0, 0.0]);
            assert_eq!((choice.best, lines.len()), (best, 2), "{win}");
            assert!(choice.reason.starts_with("take ") && choice.reason.ends_with("drop -1.000"));
        }
    }
}
