//! Self-play: games of the networks against themselves, and the targets that come of them.

use parlour::base::SplitMix64;
use parlour::games::backgammon::board::Board;
use parlour::games::backgammon::board::movegen::{After, results};
use parlour::games::backgammon::eval::{Evaluator, Nets, PositionClass, Probabilities, Shortlist};
use parlour::games::backgammon::{Roll, Variant};

use crate::network_training::TrainingPosition;

/// How games are played and what is learnt from them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SelfPlaySettings {
    /// λ of TD(λ) (Sutton 1988): 1 learns from the end of the game, 0 from the next position.
    pub(crate) lambda: f32,
    /// Whether the next position is the mean over all rolls, or the one that came.
    pub(crate) looks_ahead: bool,
    /// How many plays in a thousand are picked from the best few at random.
    pub(crate) stray_per_thousand: u64,
    /// How many games in a thousand end where the sides have passed each other, if they had not
    /// when it began.
    pub(crate) short_per_thousand: u64,
}

/// A stray play is picked among this many best plays. Set by hand.
const STRAY_CHOICES: u64 = 6;
/// A game is stopped after this many plays; the evaluation of the last position counts then. Set by
/// hand.
const MAX_PLAYS: usize = 400;

/// One position of a game, and what was expected of the one after it.
#[derive(Clone, Copy)]
struct PlayedPosition {
    board: Board,
    /// The evaluation before the roll, by positions one ply later.
    expected: Probabilities,
    /// The evaluation of the position after the best play, from the point of view of the same side.
    next: Probabilities,
    /// Whether the best play was made.
    is_best: bool,
}

/// Plays games, with buffers of its own.
pub(crate) struct SelfPlay<'a> {
    evaluator: Evaluator<'a>,
    variant: Variant,
    shortlist: Shortlist,
    plays: Vec<After>,
    /// The plays of the present roll: the equity in points, the chances and the board, all for the
    /// side that rolls next.
    evaluated: Vec<(f32, Probabilities, Board)>,
}

impl<'a> SelfPlay<'a> {
    /// For both sides with these networks, in this variant.
    pub(crate) fn new(nets: &'a Nets, variant: Variant) -> Self {
        let evaluator = Evaluator::new(nets);
        Self {
            evaluator,
            variant,
            shortlist: Shortlist::default(),
            plays: Vec::new(),
            evaluated: Vec::new(),
        }
    }

    /// Plays game number `index` of the stream, from `start` or else from the beginning, and
    /// gives a sample for every position.
    pub(crate) fn play(
        &mut self,
        seed: u64,
        index: u64,
        style: SelfPlaySettings,
        start: Option<Board>,
    ) -> Vec<TrainingPosition> {
        let mut random = SplitMix64::at(seed, index);
        let mut board = start.unwrap_or_else(|| {
            let side = self.variant.start();
            Board { mover: side, other: side }
        });
        let is_short = random.below(1_000) < style.short_per_thousand
            && PositionClass::of(board) != PositionClass::Race;
        let mut turns = Vec::new();
        while turns.len() < MAX_PLAYS && self.evaluator.evaluate_without_network(board).is_none() {
            if is_short && PositionClass::of(board) == PositionClass::Race {
                break;
            }
            let (a, b) = random.dice(start.is_none() && turns.is_empty());
            let Ok(roll) = Roll::new(a, b) else { break };
            let (turn, after) = self.turn(board, roll, style, &mut random);
            turns.push(turn);
            board = after;
        }
        targets(&turns, style.lambda)
    }

    /// Makes one play; also the board after it.
    fn turn(
        &mut self,
        board: Board,
        roll: Roll,
        style: SelfPlaySettings,
        random: &mut SplitMix64,
    ) -> (PlayedPosition, Board) {
        let is_best = random.below(1_000) >= style.stray_per_thousand;
        let looked = style.looks_ahead.then(|| self.look_ahead(board, roll));
        if let Some((expected, next, after)) = looked.filter(|_| is_best) {
            return (PlayedPosition { board, expected, next, is_best }, after);
        }
        let Self { evaluator, plays, evaluated, .. } = self;
        plays.clear();
        results(board, roll, plays);
        evaluated.clear();
        evaluated.extend(plays.iter().map(|after| {
            let next = after.board(board);
            let chances = evaluator.evaluate(next);
            (chances.equity(), chances, next)
        }));
        let chosen = choose(evaluated, is_best, random);
        let best = evaluated[0].1.swapped();
        let expected = looked.map_or(best, |(expected, ..)| expected);
        (PlayedPosition { board, expected, next: best, is_best: chosen == 0 }, evaluated[chosen].2)
    }

    /// The chances before the roll by one ply of lookahead, those after the best result of this
    /// roll, and the board then.
    fn look_ahead(&mut self, board: Board, came: Roll) -> (Probabilities, Probabilities, Board) {
        let mut mean = Probabilities::default();
        let (mut next, mut after) = (mean, board);
        for roll in Roll::ALL {
            let (best, chances) = self.shortlist.best_play(&mut self.evaluator, board, roll);
            let chances = chances.swapped();
            mean = mean.plus(chances, roll.probability());
            if roll == came {
                (next, after) = (chances, best);
            }
        }
        (mean, next, after)
    }
}

/// Brings the best play to the front, and returns the place of the play that is made.
fn choose(
    evaluated: &mut [(f32, Probabilities, Board)],
    is_best: bool,
    random: &mut SplitMix64,
) -> usize {
    if is_best {
        let best = (1..evaluated.len())
            .fold(0, |best, at| if evaluated[at].0 < evaluated[best].0 { at } else { best });
        evaluated.swap(0, best);
        return 0;
    }
    evaluated.sort_by(|a, b| a.0.total_cmp(&b.0));
    random.below((evaluated.len() as u64).min(STRAY_CHOICES)) as usize
}

/// The targets, from the end of the game back: what was expected, and λ times what came better or
/// worse than the evaluation of the position after the play.
///
/// With expectations over all rolls that is a rollout along the game itself without the luck of
/// its dice: the difference between a roll and the mean over all of them does not go in. The
/// targets of a position lie around its chances evenly, so now and then a little outside 0 to 1.
fn targets(turns: &[PlayedPosition], lambda: f32) -> Vec<TrainingPosition> {
    let mut later: Option<Probabilities> = None;
    let mut samples: Vec<TrainingPosition> = turns
        .iter()
        .rev()
        .map(|turn| {
            // After a stray play the rest of the game says nothing about the best play.
            let after = later.filter(|_| turn.is_best);
            let target = after.map_or(turn.expected, |after| {
                turn.expected.plus(after.swapped(), lambda).plus(turn.next, -lambda)
            });
            later = Some(target);
            TrainingPosition { board: turn.board, target }
        })
        .collect();
    samples.reverse();
    samples
}

#[cfg(test)]
mod tests {
    use super::{PlayedPosition, Roll, SelfPlay, SelfPlaySettings, Variant, targets};
    use parlour::games::backgammon::board::{Board, Checkers};
    use parlour::games::backgammon::eval::{Nets, Probabilities};

    const PLAIN_SETTINGS: SelfPlaySettings = SelfPlaySettings {
        lambda: 1.0,
        looks_ahead: false,
        stray_per_thousand: 0,
        short_per_thousand: 0,
    };

    fn nets() -> Nets {
        Nets::new(
            &[1, 2, 3, 4].map(|seed| crate::network_training::fresh([16, 16], seed < 4, seed)),
        )
    }

    fn are_close(a: Probabilities, b: Probabilities) -> bool {
        a.to_array().iter().zip(b.to_array()).all(|(a, b)| (a - b).abs() < 1e-4)
    }

    #[test]
    fn game_repeats_itself_and_ends_as_the_last_position_says() {
        let nets = nets();
        let mut table = SelfPlay::new(&nets, Variant::Standard);
        let game = table.play(7, 3, PLAIN_SETTINGS, None);
        let again = table.play(7, 3, PLAIN_SETTINGS, None);
        assert_eq!(game.len(), again.len());
        assert!(game.len() > 10);
        assert!(game.iter().zip(&again).all(|(a, b)| a.board == b.board && a.target == b.target));
        // With λ = 1 the game's end is the target of every position, seen by its mover.
        let turned = |two: &[crate::network_training::TrainingPosition]| {
            are_close(two[0].target, two[1].target.swapped())
        };
        assert!(game.windows(2).all(turned) || game.len() == 400);
    }

    #[test]
    fn without_lambda_the_target_is_the_mean_over_the_rolls() {
        let nets = nets();
        let style = SelfPlaySettings { lambda: 0.0, looks_ahead: true, ..PLAIN_SETTINGS };
        let game = SelfPlay::new(&nets, Variant::Standard).play(7, 4, style, None);
        let mut table = SelfPlay::new(&nets, Variant::Standard);
        for sample in &game {
            let mean = Roll::ALL.into_iter().fold(Probabilities::default(), |sum, roll| {
                let SelfPlay { shortlist, evaluator, .. } = &mut table;
                let (_, chances) = shortlist.best_play(evaluator, sample.board, roll);
                sum.plus(chances.swapped(), roll.probability())
            });
            assert_eq!(sample.target, mean);
        }
    }

    /// A race of a few rolls: three checkers of each side.
    fn short_race() -> Board {
        let side = |places: [usize; 3]| {
            let mut counts = [0; 26];
            counts[0] = 12;
            for place in places {
                counts[place] += 1;
            }
            Checkers::from_counts(&counts)
        };
        Board { mover: side([10, 8, 3]), other: side([7, 9, 2]) }
    }

    #[test]
    fn targets_mean_what_plain_play_comes_to_and_spread_less() {
        let nets = nets();
        let mut table = SelfPlay::new(&nets, Variant::Standard);
        let mut wins = |style, games: u64| {
            let all: Vec<f64> = (0..games)
                .map(|game| table.play(5, game, style, Some(short_race()))[0].target.win.into())
                .collect();
            let mean = all.iter().sum::<f64>() / games as f64;
            let square = all.iter().map(|win| (win - mean).powi(2)).sum::<f64>();
            (mean, square / games as f64)
        };
        let (plain, plain_variance) = wins(PLAIN_SETTINGS, 4_000);
        let (rolled, variance) =
            wins(SelfPlaySettings { looks_ahead: true, ..PLAIN_SETTINGS }, 400);
        let error = (plain_variance / 4_000.0 + variance / 400.0).sqrt();
        assert!((plain - rolled).abs() < 4.0 * error, "{plain} {rolled} {error}");
        assert!(variance < 0.9 * plain_variance, "{plain_variance} {variance}");
    }

    #[test]
    fn position_that_every_roll_ends_is_known_whatever_the_networks_evaluate() {
        let nets = nets();
        let side = |place: usize| {
            let mut counts = [0; 26];
            (counts[0], counts[place]) = (14, 1);
            Checkers::from_counts(&counts)
        };
        let board = Board { mover: side(7), other: side(1) };
        let style = SelfPlaySettings { looks_ahead: true, ..PLAIN_SETTINGS };
        for game in 0..20 {
            let samples = SelfPlay::new(&nets, Variant::Standard).play(1, game, style, Some(board));
            let win = samples[0].target.win;
            // 23 of 36 rolls bear it off, and after any other the game is lost.
            assert!((win - 23.0 / 36.0).abs() < 1e-5, "{win}");
        }
    }

    #[test]
    fn surprises_go_back_as_far_as_the_best_plays_go() {
        let chances = |win| Probabilities::without_gammons(win);
        let turn = |board, expected, next, is_best| PlayedPosition {
            board,
            expected: chances(expected),
            next: chances(next),
            is_best,
        };
        let nets = nets();
        let board =
            SelfPlay::new(&nets, Variant::Standard).play(1, 1, PLAIN_SETTINGS, None)[0].board;
        let turns = [
            turn(board, 0.5, 0.6, false),
            turn(board, 0.4, 0.7, true),
            turn(board, 0.5, 0.45, true),
            turn(board, 0.25, 0.9, true),
        ];
        let found: Vec<f32> = targets(&turns, 0.5).iter().map(|s| s.target.win).collect();
        // From the back: 0.25; 0.5 + (0.75 - 0.45) / 2; 0.4 + (0.35 - 0.7) / 2; and a stray play.
        let expected = [0.5, 0.225, 0.65, 0.25];
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{found:?}");
    }
}
