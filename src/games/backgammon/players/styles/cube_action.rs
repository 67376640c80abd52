//! Cube decisions of the styles: three thresholds of the chance to win, one for each action.
//!
//! The chance is that of the plain evaluation. One rule comes first: a double whose drop loses the
//! match is taken.

use crate::games::backgammon::board::game_state_and_cube_rules::{Backgammon, Phase};
use crate::games::backgammon::board::moves::Move;
use crate::search::player::player_trait::ONLY_MOVE;
use crate::search::{Choice, Judgement, MoveValue};

/// The least chances to win, 0.0 to 1.0, at which the side that acts turns or takes the cube.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct CubeThresholds {
    /// The chance of the side on roll from which on it doubles.
    pub(super) double: f32,
    /// The chance of a side that was doubled from which on it takes.
    pub(super) take: f32,
    /// The chance of a side that was doubled from which on it beavers.
    pub(super) beaver: f32,
}

impl CubeThresholds {
    /// The cube action for a position in which the dice are not rolled.
    ///
    /// If it is not among `moves`, which are one at least, the first of these.
    pub(super) fn choose(self, position: &Backgammon, moves: &[Move]) -> Choice<Move> {
        let chance = chance_of_actor(position);
        let (wanted, reason) = match position.phase() {
            Phase::Doubled | Phase::Beavered => self.answer(position, chance, moves),
            _ => self.offer(chance),
        };
        match (moves.first(), moves.contains(&wanted)) {
            (Some(first), _) if moves.len() == 1 => {
                Choice { best: *first, nodes: 1, reason: ONLY_MOVE.to_owned() }
            }
            (Some(first), false) => {
                Choice { best: *first, nodes: 1, reason: format!("{reason}, which is left out") }
            }
            _ => Choice { best: wanted, nodes: 1, reason },
        }
    }

    /// The actions, the one that is chosen first with its reason; they have no values.
    pub(super) fn judge(self, position: &Backgammon, moves: &[Move]) -> Vec<Judgement<Move>> {
        let chance = chance_of_actor(position);
        let Choice { best, reason, .. } = self.choose(position, moves);
        let judge = |judged: Move, words: String| Judgement {
            judged_move: judged,
            value: MoveValue::Unknown,
            reason: words,
        };
        let others = moves.iter().filter(|action| **action != best);
        let describe = |action: &Move| match action {
            Move::Beaver => describe(chance, "beavers", self.beaver),
            Move::Take | Move::Drop => describe(chance, "takes", self.take),
            _ => describe(chance, "doubles", self.double),
        };
        let others = others.map(|action| judge(*action, describe(action)));
        std::iter::once(judge(best, reason)).chain(others).collect()
    }

    /// Whether the side on roll doubles, with this chance to win; and why.
    fn offer(self, chance: f32) -> (Move, String) {
        let action = if chance >= self.double { Move::Double } else { Move::Roll };
        (action, describe(chance, "doubles", self.double))
    }

    /// The answer of a side that was doubled or beavered, with this chance to win; and why.
    fn answer(self, position: &Backgammon, chance: f32, moves: &[Move]) -> (Move, String) {
        let doubler = match position.phase() {
            Phase::Doubled => position.on_roll(),
            _ => position.on_roll().other(),
        };
        if moves.contains(&Move::Beaver) && chance >= self.beaver {
            (Move::Beaver, describe(chance, "beavers", self.beaver))
        } else if position.stake_wins_match(doubler) {
            (Move::Take, "a drop loses the match".to_owned())
        } else {
            let action = if chance >= self.take { Move::Take } else { Move::Drop };
            (action, describe(chance, "takes", self.take))
        }
    }
}

/// The chance to win of the side that acts, by the plain evaluation.
fn chance_of_actor(position: &Backgammon) -> f32 {
    let of_side_on_roll = position.plain_probabilities().win;
    match position.phase() {
        Phase::Doubled => 1.0 - of_side_on_roll,
        _ => of_side_on_roll,
    }
}

/// The chance to win, and the threshold of an action, in words.
fn describe(chance: f32, does: &str, from: f32) -> String {
    format!("wins about {:.0} %, {does} from {:.0} %", 100.0 * chance, 100.0 * from)
}

#[cfg(test)]
mod tests {
    use super::CubeThresholds;
    use crate::game::Position;
    use crate::games::backgammon::{Backgammon, Move};

    const PLAIN: CubeThresholds = CubeThresholds { double: 0.7, take: 0.25, beaver: 0.5 };
    /// First has 88 pips to go, Second 104, and in the second race 97.
    const FAR: &str = "XGID=---ACCD-BB--bb-----dcca---:0:0:1:00";
    const AHEAD: &str = "XGID=---ACCD-BB----ca---dcca---:0:0:1:00";
    const LEVEL: &str = "XGID=---ACCD-BB------bb-dcca---:0:0:1:00";

    fn chosen(style: CubeThresholds, game: &Backgammon) -> (Move, String) {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let choice = style.choose(game, &moves);
        (choice.best, choice.reason)
    }

    /// The action before the dice, and the answer to a double.
    fn actions(style: CubeThresholds, text: &str, rest: &str) -> [Move; 2] {
        let mut game = Backgammon::from_text(&format!("{text}:{rest}:10"), true);
        let ours = chosen(style, &game).0;
        game.play(Move::Double);
        [ours, chosen(style, &game).0]
    }

    #[test]
    fn doubles_and_takes_from_its_thresholds_on() {
        let money = "0:0:0:0";
        assert_eq!(actions(PLAIN, LEVEL, money), [Move::Roll, Move::Take]);
        assert_eq!(actions(PLAIN, AHEAD, money), [Move::Double, Move::Drop]);
        let bold = CubeThresholds { take: 0.15, ..PLAIN };
        assert_eq!(actions(bold, AHEAD, money), [Move::Double, Move::Take]);
        let shy = CubeThresholds { double: 0.95, ..PLAIN };
        assert_eq!(actions(shy, AHEAD, money)[0], Move::Roll);
    }

    #[test]
    fn double_whose_drop_loses_the_match_is_taken() {
        assert_eq!(actions(PLAIN, FAR, "4:2:0:5")[1], Move::Take);
        assert_eq!(actions(PLAIN, FAR, "3:2:0:5"), [Move::Double, Move::Drop]);
    }

    #[test]
    fn beavers_when_the_double_was_a_gift() {
        let mut game = Backgammon::from_text(&format!("{LEVEL}:0:0:2:0:10"), true);
        game.play(Move::Double);
        assert_eq!(chosen(PLAIN, &game).0, Move::Take);
        assert_eq!(chosen(CubeThresholds { beaver: 0.3, ..PLAIN }, &game).0, Move::Beaver);
        game.play(Move::Beaver);
        let (action, reason) = chosen(PLAIN, &game);
        assert_eq!(action, Move::Take);
        assert!(reason.ends_with("%, takes from 25 %"), "{reason}");
    }

    #[test]
    fn action_that_is_not_allowed_is_not_chosen() {
        let mut game = Backgammon::from_text(&format!("{FAR}:0:0:0:0:10"), true);
        let allowed = [Move::Roll];
        assert_eq!(PLAIN.choose(&game, &allowed).best, Move::Roll);
        game.play(Move::Double);
        assert_eq!(PLAIN.choose(&game, &[Move::Take]).best, Move::Take);
    }
}
