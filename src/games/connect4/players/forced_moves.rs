//! What forces a hand: wins in one move, moves that hand one over, attacks on two cells.
//!
//! `connect4-plan.txt`, "Solving Algorithm" I and II and the two checks of each move behind them.

use super::channels;
use crate::base::Side;
use crate::game::Position;
use crate::games::connect4::Rack;

impl<const W: usize, const H: usize> Rack<W, H> {
    /// The cells where one ball more completes four of these balls at once.
    #[inline]
    pub const fn attacks(&self, balls: u64) -> u64 {
        self.winning_cells(balls) & self.playable()
    }

    /// The playable cells with a winning cell of these balls just above: whoever fills one
    /// hands the cell above to the owner of the balls, if that is the opponent.
    #[inline]
    pub const fn giveaways(&self, balls: u64) -> u64 {
        (self.winning_cells(balls) >> 1) & self.playable()
    }

    /// Who wins for certain by the plan ("Inevitable win"): the side to move with an attack, or
    /// else the other side with attacks on two cells, of which one can be blocked only.
    #[inline]
    pub fn inevitable(&self) -> Option<Side> {
        if self.attacks(self.own()) != 0 {
            Some(self.side())
        } else if self.attacks(self.opposing()).count_ones() >= 2 {
            Some(self.side().other())
        } else {
            None
        }
    }

    /// The cells of these channels that can be filled now.
    pub(super) fn cells_of(&self, allowed: &[u8]) -> u64 {
        let channels = allowed.iter().map(|c| Self::channel(usize::from(*c)));
        self.playable() & channels.fold(0, |cells, channel| cells | channel)
    }

    /// Whether a ball in this channel attacks two cells at once while the opponent attacks none.
    fn is_double_attack(&self, channel: u8) -> bool {
        let mut after = *self;
        after.play(channel);
        after.inevitable() == Some(self.side())
    }
}

/// The moves left after the checks, and the check that left just these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortlist {
    /// Channels, the middle first; at least one.
    pub moves: Vec<u8>,
    /// The check that decided, in words; `None` if the search is to decide.
    pub why: Option<&'static str>,
}

/// The preliminary checks: a win in one move is made, one of the opponent blocked.
///
/// `allowed` are the channels to choose from, at least one.
pub fn preliminary<const W: usize, const H: usize>(rack: &Rack<W, H>, allowed: &[u8]) -> Shortlist {
    let cells = rack.cells_of(allowed);
    let wins = cells & rack.attacks(rack.own());
    let blocks = cells & rack.attacks(rack.opposing());
    if wins != 0 {
        first_of::<W, H>(wins, "a win is possible with one move")
    } else if blocks != 0 {
        first_of::<W, H>(blocks, "the opponent can win with one move: blocked")
    } else {
        Shortlist { moves: channels::<W, H>(cells).collect(), why: None }
    }
}

/// The preliminary checks, and those of each move: what lets the opponent win on the next turn is
/// ruled out, if not all does; a double attack is made at once.
pub fn every_check<const W: usize, const H: usize>(rack: &Rack<W, H>, allowed: &[u8]) -> Shortlist {
    let list = preliminary(rack, allowed);
    let cells = rack.cells_of(&list.moves);
    let safe = cells & !rack.giveaways(rack.opposing());
    if list.why.is_some() || safe == 0 {
        return list;
    }
    let moves: Vec<u8> = channels::<W, H>(safe).collect();
    match moves.iter().find(|channel| rack.is_double_attack(**channel)) {
        Some(double) => Shortlist {
            moves: vec![*double],
            why: Some("two places to win at once cannot be countered"),
        },
        None => Shortlist { moves, why: None },
    }
}

/// The middlemost of these cells, at least one, and why.
fn first_of<const W: usize, const H: usize>(cells: u64, why: &'static str) -> Shortlist {
    Shortlist { moves: channels::<W, H>(cells).take(1).collect(), why: Some(why) }
}

#[cfg(test)]
mod tests {
    use super::{every_check, preliminary};
    use crate::base::Side;
    use crate::game::Notation;
    use crate::games::connect4::Rack;

    const ALL: [u8; 7] = [0, 1, 2, 3, 4, 5, 6];

    fn rack(fen: &str) -> Rack<7, 6> {
        Rack::EMPTY.read_position(fen).expect("a position")
    }

    #[test]
    fn win_with_one_move_is_made_before_one_is_blocked() {
        let list = preliminary(&rack("7/7/7/o5x/o5x/o5x x"), &ALL);
        assert_eq!((list.moves, list.why), (vec![6], Some("a win is possible with one move")));
    }

    #[test]
    fn win_of_the_opponent_is_blocked() {
        let list = preliminary(&rack("7/7/7/7/5o1/xxx2o1 o"), &ALL);
        assert_eq!(list.moves, [3]);
        assert!(list.why.is_some_and(|why| why.contains("blocked")));
    }

    #[test]
    fn forced_move_that_is_not_allowed_is_not_made() {
        let list = preliminary(&rack("7/7/7/7/5o1/xxx2o1 o"), &[0, 6]);
        assert_eq!((list.moves, list.why), (vec![0, 6], None));
    }

    #[test]
    fn move_that_lets_the_opponent_win_is_ruled_out() {
        // A ball in channel 4 lets x complete row E.
        let suicide = rack("7/7/7/7/xxx4/oox1o2 o");
        assert!(!every_check(&suicide, &ALL).moves.contains(&3));
        assert!(preliminary(&suicide, &ALL).moves.contains(&3));
        assert_eq!(every_check(&suicide, &[3]).moves, [3], "there is nothing else");
    }

    #[test]
    fn double_attack_is_made_at_once() {
        let list = every_check(&rack("7/7/7/7/7/1oxx2o x"), &ALL);
        assert_eq!(list.why, None, "one end is blocked");
        let list = every_check(&rack("7/7/7/7/o6/o1xx3 x"), &ALL);
        let why = Some("two places to win at once cannot be countered");
        assert_eq!((list.moves, list.why), (vec![4], why));
    }

    #[test]
    fn two_attacks_are_inevitable_whoever_is_to_move() {
        let both = rack("7/7/7/7/o1x4/o1xxx1o o");
        assert_eq!(both.inevitable(), Some(Side::First));
        let one = rack("7/7/7/7/o6/ooxxx2 x");
        assert_eq!(one.inevitable(), Some(Side::First), "it can win with one move");
        let own_move_first = rack("7/7/7/o6/o1x4/o1xxx2 o");
        assert_eq!(own_move_first.inevitable(), Some(Side::Second));
        assert_eq!(rack("7/7/7/7/2o4/oxxx2o x").inevitable(), Some(Side::First));
        assert_eq!(rack("7/7/7/7/o1x4/oxxx2o o").inevitable(), None);
    }
}
