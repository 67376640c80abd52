//! The state of a game: what is played with the dice, whose turn it is, what comes next; the rules of
//! the cube, and the points of a win.

use super::cube::Cube;
use super::game_settings::{GameSettings, MoneyRules};
use super::match_score::MatchScore;
use super::movegen::{After, Sink, results};
use super::roll::Roll;
use super::variant::Variant;
use super::{Board, Checkers, OFF};
use crate::base::{Outcome, Side};

/// The next action: a roll, a play, or an action at the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The side on roll may double, if the cube is open to it; else the dice are due.
    Ready,
    /// The side on roll did not double: the dice are due.
    Rolling,
    /// These dice were rolled and are to be played; in the order in which they were given.
    Moving(u8, u8),
    /// The side on roll has doubled: the other takes, drops, or beavers.
    Doubled,
    /// The double was beavered: the side on roll takes or drops.
    Beavered,
    /// The game is over.
    Over(Outcome),
}

/// Why nothing else can be done in [`Phase::Doubled`] and [`Phase::Beavered`].
pub const CUBE_OFFERED: &str = "the cube is to be taken or dropped";

/// One position of a game of backgammon, with the match it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backgammon {
    /// The checkers of First and Second, each side counting from its own home.
    pub(crate) checkers: [Checkers; 2],
    /// Whose turn it is: while a double is open, the side that offered it.
    pub(crate) on_roll: Side,
    /// The next action: a roll, a play, or an action at the cube.
    pub(crate) phase: Phase,
    /// The cube; while a double is open, as it was before.
    pub(crate) cube: Cube,
    /// The match and its score before this game, or money play.
    pub(crate) match_score: MatchScore,
    /// The optional rules, which hold in money play only.
    pub(crate) money: MoneyRules,
    /// How the checkers were set up.
    pub(crate) variant: Variant,
    /// Whether the first roll decides which side begins.
    pub(crate) opening_roll: bool,
}

impl Default for Backgammon {
    fn default() -> Self {
        Self::start(&GameSettings::default())
    }
}

impl Backgammon {
    /// The start of a game: First is on roll, until an opening roll decides otherwise.
    pub fn start(settings: &GameSettings) -> Self {
        let checkers = settings.variant.start();
        Self {
            checkers: [checkers; 2],
            on_roll: Side::First,
            phase: Phase::Ready,
            cube: Cube::new(settings.cube),
            match_score: settings.match_score,
            money: settings.money,
            variant: settings.variant,
            opening_roll: settings.opening_roll,
        }
    }

    /// The checkers of one side, counted from its own home.
    pub const fn checkers(&self, side: Side) -> Checkers {
        self.checkers[side.index()]
    }

    /// Whose turn it is: while a double is open, the side that offered it.
    pub const fn on_roll(&self) -> Side {
        self.on_roll
    }

    /// The next action: a roll, a play, or an action at the cube.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The cube. While a double is open it still has its old value and owner.
    pub const fn cube(&self) -> Cube {
        self.cube
    }

    /// The start position that this game began with.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The match this game belongs to, with its score before this game; or money play.
    pub const fn match_score(&self) -> MatchScore {
        self.match_score
    }

    /// The checkers of one side that have been borne off.
    pub(crate) const fn borne_off(&self, side: Side) -> u8 {
        self.checkers(side).count(OFF)
    }

    /// Both sides' checkers as the side on roll sees them.
    #[inline]
    pub const fn board(&self) -> Board {
        let other = self.on_roll.other();
        Board { mover: self.checkers(self.on_roll), other: self.checkers(other) }
    }

    /// The roll to be played, if the dice have been rolled.
    #[inline]
    pub fn rolled(&self) -> Option<Roll> {
        match self.phase {
            Phase::Moving(a, b) => Roll::new(a, b).ok(),
            _ => None,
        }
    }

    /// Puts every distinct result of this roll for the side on roll into `sink`.
    pub fn results_of_roll<S: Sink>(&self, roll: Roll, sink: &mut S) {
        results(self.board(), roll, sink);
    }

    /// Plays one of [`Self::results_of_roll`] as the side on roll.
    pub fn play_result(&mut self, after: After) {
        let Board { mover: other, other: mover } = after.board(self.board());
        self.checkers[self.on_roll.index()] = mover;
        self.checkers[self.on_roll.other().index()] = other;
        self.pass_turn();
    }

    /// Whether one side has borne off every checker.
    pub(crate) const fn is_borne_off(&self) -> bool {
        self.checkers[0].all_borne_off() || self.checkers[1].all_borne_off()
    }

    /// Whether nothing has been played yet, whoever is on roll.
    pub(super) fn is_at_start(&self) -> bool {
        matches!(self.phase, Phase::Ready | Phase::Moving(..))
            && self.checkers == [self.variant.start(); 2]
            && !self.cube.is_turned()
    }

    /// The game is over if the side on roll has borne off every checker; else the turn passes.
    fn pass_turn(&mut self) {
        if self.checkers(self.on_roll).all_borne_off() {
            let (side, points) = (self.on_roll, self.stake(self.on_roll));
            self.phase = Phase::Over(Outcome::Win { side, points });
        } else {
            self.on_roll = self.on_roll.other();
            self.phase = Phase::Ready;
        }
    }
}

impl Backgammon {
    /// Whether the cube may be turned now, before the dice.
    pub fn may_double(&self) -> bool {
        self.phase == Phase::Ready
            && self.cube.is_open_to(self.on_roll, 1)
            && !self.match_score.is_crawford
            && !self.stake_wins_match(self.on_roll)
            && !self.is_at_start()
    }

    /// Whether the present stake is all that this side needs to win the match: the cube is dead
    /// for it.
    pub(crate) fn stake_wins_match(&self, side: Side) -> bool {
        !self.match_score.is_money() && self.cube.value() >= u32::from(self.match_score.away(side))
    }

    /// Whether the side that was doubled may turn the cube once more.
    pub(super) fn may_beaver(&self) -> bool {
        let highest = Cube::HIGHEST - 1;
        self.match_score.is_money() && self.money.beavers && self.cube.log < highest
    }

    /// The points that this side wins by bearing off its last checker now.
    ///
    /// 1, 2 for a gammon (the loser has borne off no checker), 3 for a backgammon (it also has a
    /// checker on the bar or in the winner's home), times the cube. Always 1 times the cube while
    /// gammons do not count, see [`Self::counts_gammons`].
    pub(super) fn stake(&self, winner: Side) -> u32 {
        let loser = self.checkers(winner.other());
        let times = if !self.counts_gammons() || loser.count(OFF) > 0 {
            1
        } else if loser.has_left_opponents_home() {
            2
        } else {
            3
        };
        times * self.cube.value()
    }

    /// Whether a gammon counts double now; under the Jacoby rule only with the cube turned, and never
    /// in a match of games.
    pub(crate) const fn counts_gammons(&self) -> bool {
        if self.match_score.counts_games {
            return false;
        }
        !self.match_score.is_money() || !self.money.jacoby || self.cube.is_turned()
    }

    /// The side that was doubled, or beavered, accepts the cube.
    pub(super) fn take(&mut self) {
        self.cube.turn(self.on_roll.other());
        // The cube is the other side's now, so that only the dice are left.
        self.phase = Phase::Ready;
    }

    /// The side that was doubled accepts, turns the cube once more, and keeps it.
    pub(super) fn beaver(&mut self) {
        self.cube.turn(self.on_roll.other());
        self.phase = Phase::Beavered;
    }

    /// The side that is to take gives up instead.
    pub(super) fn drop_cube(&mut self) {
        let side = if self.phase == Phase::Doubled { self.on_roll } else { self.on_roll.other() };
        self.phase = Phase::Over(Outcome::Win { side, points: self.cube.value() });
    }
}

#[cfg(test)]
mod tests {
    use super::{Backgammon, Phase};
    use crate::base::Outcome;
    use crate::base::Side::{First, Second};
    use crate::game::{Dice, Notation, Position, Turn};
    use crate::games::backgammon::{GameSettings, MatchScore, MoneyRules, Move, Steps, Variant};

    /// Later in a game, Second on roll, by the fields after the turn of an XGID.
    fn later(cube: &str, rest: &str) -> Backgammon {
        let board = "-b---BD-B---eE---c-e----B-";
        Backgammon::from_text(&format!("XGID={board}:{cube}:-1:00:{rest}:10"), true)
    }

    fn legal(game: &Backgammon) -> Vec<Move> {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        moves
    }

    /// The points that First wins by bearing off its last checker against these places of an XGID.
    fn stake(places: &str, cube: &str, rest: &str) -> u32 {
        let mut game = Backgammon::from_text(&format!("XGID={places}:{cube}:1:21:{rest}:10"), true);
        let last = legal(&game)[0];
        game.play(last);
        assert_eq!(
            game.turn(),
            Turn::Over(Outcome::Win { side: First, points: game_points(&game) })
        );
        game_points(&game)
    }

    fn game_points(game: &Backgammon) -> u32 {
        match game.phase() {
            Phase::Over(outcome) => outcome.points(),
            _ => 0,
        }
    }

    const BORNE_OFF: &str = "-A----------------------n-";
    const GAMMON: &str = "-A---------a------------n-";
    const IN_THE_HOME: &str = "-Aa---------------------n-";
    const ON_THE_BAR: &str = "aA----------------------n-";

    #[test]
    fn gammon_counts_two_and_backgammon_three_times_the_cube() {
        for (places, times) in [(BORNE_OFF, 1), (GAMMON, 2), (IN_THE_HOME, 3), (ON_THE_BAR, 3)] {
            assert_eq!(stake(places, "0:0", "0:0:0:0"), times, "{places}");
            assert_eq!(stake(places, "2:-1", "0:0:0:0"), 4 * times, "{places}");
            assert_eq!(stake(places, "1:1", "0:0:0:5"), 2 * times, "{places}");
        }
    }

    #[test]
    fn jacoby_rule_holds_for_money_until_the_cube_is_turned() {
        assert_eq!(stake(ON_THE_BAR, "0:0", "0:0:1:0"), 1);
        assert_eq!(stake(ON_THE_BAR, "1:1", "0:0:1:0"), 6);
        let jacoby = MoneyRules { jacoby: true, beavers: false };
        let match_score = MatchScore::new(5, [0, 0], true).unwrap();
        let start = Backgammon::start(&GameSettings {
            match_score,
            money: jacoby,
            ..GameSettings::default()
        });
        let mut game = start.read_position(&format!("XGID={GAMMON}:0:0:1:21:0:0:0:5:0")).unwrap();
        let last = legal(&game)[0];
        game.play(last);
        assert_eq!(game_points(&game), 2, "no Jacoby rule in a match");
    }

    #[test]
    fn hypergammon_has_gammons_too() {
        let settings = GameSettings { variant: Variant::Hypergammon, ..GameSettings::default() };
        let start = Backgammon::start(&settings);
        assert_eq!(start.checkers(First).total(), 3);
        let text = "XGID=-A----a---------------bb--:0:0:1:21:0:0:0:0:0";
        assert!(start.read_position(text).is_err(), "five checkers are too many");
        let mut game =
            start.read_position("XGID=-A----a----------------b--:0:0:1:21:0:0:0:0:0").unwrap();
        let last = legal(&game)[0];
        game.play(last);
        assert_eq!(game_points(&game), 3);
    }

    #[test]
    fn cube_is_open_to_both_until_it_is_turned_and_then_to_its_owner() {
        assert_eq!(later("0:0", "0:0:0:0").turn(), Turn::Decide(Second));
        assert_eq!(legal(&later("0:0", "0:0:0:0")), [Move::Roll, Move::Double]);
        assert_eq!(later("1:-1", "0:0:0:0").turn(), Turn::Decide(Second));
        assert_eq!(later("1:1", "0:0:0:0").turn(), Turn::Roll(Second));
        assert_eq!(later("10:-1", "0:0:0:0").turn(), Turn::Roll(Second), "1024 is the highest");
    }

    #[test]
    fn no_double_before_the_opening_roll_or_without_a_cube() {
        let start = Backgammon::start(&GameSettings { cube: true, ..GameSettings::default() });
        assert_eq!(start.turn(), Turn::Roll(First));
        assert!(start.is_opening());
        let mut moved = start;
        moved.lay_dice(3, 1).unwrap();
        let play = legal(&moved)[0];
        moved.play(play);
        assert_eq!(moved.turn(), Turn::Decide(Second));
        moved.cube.in_use = false;
        assert_eq!(moved.turn(), Turn::Roll(Second));
    }

    #[test]
    fn no_cube_in_the_crawford_game() {
        assert_eq!(later("0:0", "4:2:1:5").turn(), Turn::Roll(Second));
        assert_eq!(later("0:0", "4:2:0:5").turn(), Turn::Decide(Second));
    }

    #[test]
    fn cube_is_dead_for_the_side_whose_stake_wins_the_match() {
        assert_eq!(later("0:0", "0:0:0:1").turn(), Turn::Roll(Second), "a match of one point");
        assert_eq!(later("0:0", "2:4:0:5").turn(), Turn::Roll(Second), "after the Crawford game");
        assert_eq!(later("1:-1", "2:3:0:5").turn(), Turn::Roll(Second), "the cube at 2");
        assert_eq!(later("1:-1", "3:2:0:5").turn(), Turn::Decide(Second));
        assert_eq!(later("0:0", "4:2:0:5").turn(), Turn::Decide(Second), "of use to the trailer");
    }

    #[test]
    fn start_position_given_as_a_text_offers_no_double_to_either_side() {
        for (turn, side) in [("1", First), ("-1", Second)] {
            let text = format!("XGID=-b----E-C---eE---c-e----B-:0:0:{turn}:00:0:0:0:0:10");
            let game = Backgammon::from_text(&text, true);
            assert_eq!((game.turn(), game.is_opening()), (Turn::Roll(side), true));
        }
    }

    #[test]
    fn taker_gets_the_cube_and_the_doubler_rolls() {
        let mut game = later("0:0", "0:0:0:0");
        game.play(Move::Double);
        assert_eq!((game.turn(), legal(&game).len()), (Turn::Decide(First), 2));
        game.play(Move::Take);
        assert_eq!(game.turn(), Turn::Roll(Second));
        assert_eq!((game.cube().value(), game.cube().owner), (2, Some(First)));
    }

    #[test]
    fn drop_costs_the_cube_before_the_double() {
        let mut game = later("1:-1", "0:0:0:0");
        game.play(Move::Double);
        game.play(Move::Drop);
        assert_eq!(game.turn(), Turn::Over(Outcome::Win { side: Second, points: 2 }));
        assert!(legal(&game).is_empty());
    }

    #[test]
    fn after_a_drop_it_would_have_been_the_doublers_turn() {
        let mut game = later("0:0", "0:0:2:0");
        game.play(Move::Double);
        assert_eq!(game.side(), First);
        let mut dropped = game;
        dropped.play(Move::Drop);
        assert_eq!((dropped.side(), game_points(&dropped)), (Second, 1));
        game.play(Move::Beaver);
        game.play(Move::Drop);
        assert_eq!((game.side(), game_points(&game)), (Second, 2), "Second rolls after a take");
        let over =
            Backgammon::from_text("XGID=-----------------------bb-:0:0:1:00:0:0:0:0:10", true);
        assert_eq!(over.side(), Second, "First has borne off");
    }

    #[test]
    fn beaver_turns_the_cube_again_and_keeps_it() {
        let mut game = later("0:0", "0:0:2:0");
        game.play(Move::Double);
        assert_eq!(legal(&game), [Move::Take, Move::Drop, Move::Beaver]);
        game.play(Move::Beaver);
        assert_eq!((game.turn(), legal(&game).len()), (Turn::Decide(Second), 2));
        let mut dropped = game;
        dropped.play(Move::Drop);
        assert_eq!(dropped.turn(), Turn::Over(Outcome::Win { side: First, points: 2 }));
        game.play(Move::Take);
        assert_eq!((game.cube().value(), game.cube().owner), (4, Some(First)));
        assert_eq!(game.turn(), Turn::Roll(Second));
    }

    #[test]
    fn no_beavers_in_a_match() {
        let mut game = later("0:0", "0:0:0:7");
        game.money.beavers = true;
        game.play(Move::Double);
        assert_eq!(legal(&game), [Move::Take, Move::Drop]);
    }

    #[test]
    fn forced_pass_is_a_move() {
        let mut game =
            Backgammon::from_text("XGID=-------------------bbbbbbA:0:0:1:65:0:0:0:0:10", false);
        let moves = legal(&game);
        assert_eq!(moves, [Move::Checkers(Steps::NONE)]);
        game.play(moves[0]);
        assert_eq!(game.turn(), Turn::Roll(Second));
    }

    #[test]
    fn score_is_carried_to_the_next_game_of_a_match() {
        let match_score = MatchScore::new(3, [0, 0], true).unwrap();
        let start =
            Backgammon::start(&GameSettings { cube: true, match_score, ..GameSettings::default() });
        let mut game = start;
        game.phase = Phase::Over(Outcome::Win { side: First, points: 2 });
        let second = game.next_game(&start);
        assert_eq!((second.match_score().score, second.match_score().is_crawford), ([2, 0], true));
        assert_eq!(second.next_game(&start), second, "an unfinished game is played again");
        game = second;
        game.phase = Phase::Over(Outcome::Win { side: Second, points: 1 });
        let third = game.next_game(&second);
        assert_eq!((third.match_score().score, third.match_score().is_crawford), ([2, 1], false));
        game = third;
        game.phase = Phase::Over(Outcome::Win { side: Second, points: 2 });
        assert_eq!(game.next_game(&third), start, "the next match");
    }

    #[test]
    fn positions_that_play_differently_have_different_keys() {
        let game = later("0:0", "0:0:0:0");
        let mut keys =
            vec![game.key(), later("1:-1", "0:0:0:0").key(), later("1:1", "0:0:0:0").key()];
        keys.extend(
            ["0:0:1:0", "1:0:0:3", "0:1:0:3", "0:0:0:5"].map(|rest| later("0:0", rest).key()),
        );
        for m in [Move::Roll, Move::Double] {
            let mut next = game;
            next.play(m);
            keys.push(next.key());
        }
        let (mut ab, mut ba) = (game, game);
        ab.lay_dice(3, 1).unwrap();
        ba.lay_dice(1, 3).unwrap();
        assert_eq!(ab.key(), ba.key(), "the order of the dice means nothing");
        keys.push(ab.key());
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count);
    }
}
