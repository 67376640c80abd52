//! Checks for forced moves: a win in one move, a move that gives one away, a double attack.
//!
//! `connect4-plan.txt`, "Solving Algorithm" I and II, and the two checks of each move after them.

use crate::base::Side;
use crate::game::Position;
use crate::games::connect4::Rack;

impl Rack {
    /// The cells where one ball more completes four of these balls at once.
    #[inline]
    pub const fn attacks(&self, balls: u64) -> u64 {
        self.winning_cells(balls) & self.playable()
    }

    /// The playable cells with a winning cell of these balls just above.
    ///
    /// If the opponent of these balls fills such a cell, their owner can win in the cell above.
    #[inline]
    pub const fn giveaways(&self, balls: u64) -> u64 {
        (self.winning_cells(balls) >> 1) & self.playable()
    }

    /// The side that has an "inevitable win" by the plan.
    ///
    /// It is the side to move if it has an attack, or else the other side if it has attacks on two
    /// cells, of which only one can be blocked.
    #[inline]
    pub fn inevitable_winner(&self) -> Option<Side> {
        if self.attacks(self.own()) != 0 {
            Some(self.side())
        } else if self.attacks(self.opposing()).count_ones() >= 2 {
            Some(self.side().other())
        } else {
            None
        }
    }

    /// The cells of these channels that can be filled now.
    pub(in crate::games::connect4::players) fn cells_of(&self, allowed: &[u8]) -> u64 {
        let channels = allowed.iter().map(|c| self.size().channel(usize::from(*c)));
        self.playable() & channels.fold(0, |cells, channel| cells | channel)
    }

    /// Whether a ball in this channel attacks two cells at once while the opponent attacks none.
    fn is_double_attack(&self, channel: u8) -> bool {
        let mut after = *self;
        after.play(channel);
        after.inevitable_winner() == Some(self.side())
    }
}

/// The moves left after the checks, and the check that left just these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortlist {
    /// Channels, the middle first; at least one.
    pub moves: Vec<u8>,
    /// Why the check chose them, in words; `None` if the search is to decide.
    pub reason: Option<&'static str>,
}

/// The preliminary checks: a win in one move is made, one of the opponent blocked.
///
/// `allowed` are the channels to choose from, at least one.
pub fn preliminary_checks(rack: &Rack, allowed: &[u8]) -> Shortlist {
    let cells = rack.cells_of(allowed);
    let wins = cells & rack.attacks(rack.own());
    let blocks = cells & rack.attacks(rack.opposing());
    if wins != 0 {
        middlemost(rack, wins, "a win is possible with one move")
    } else if blocks != 0 {
        middlemost(rack, blocks, "the opponent can win with one move: blocked")
    } else {
        Shortlist { moves: rack.size().channels_of(cells).collect(), reason: None }
    }
}

/// The preliminary checks, and those of each move.
///
/// A move that lets the opponent win on the next turn is ruled out, unless every move does; a
/// double attack is made at once.
pub fn all_checks(rack: &Rack, allowed: &[u8]) -> Shortlist {
    let list = preliminary_checks(rack, allowed);
    let cells = rack.cells_of(&list.moves);
    let safe = cells & !rack.giveaways(rack.opposing());
    if list.reason.is_some() || safe == 0 {
        return list;
    }
    let moves: Vec<u8> = rack.size().channels_of(safe).collect();
    match moves.iter().find(|channel| rack.is_double_attack(**channel)) {
        Some(double) => Shortlist {
            moves: vec![*double],
            reason: Some("two places to win at once cannot be countered"),
        },
        None => Shortlist { moves, reason: None },
    }
}

/// The middlemost of these cells, at least one, and why it is played.
fn middlemost(rack: &Rack, cells: u64, reason: &'static str) -> Shortlist {
    let moves = rack.size().channels_of(cells).take(1).collect();
    Shortlist { moves, reason: Some(reason) }
}

#[cfg(test)]
mod tests {
    use super::{all_checks, preliminary_checks};
    use crate::base::Side;
    use crate::game::Notation;
    use crate::games::connect4::Rack;

    const ALL: [u8; 7] = [0, 1, 2, 3, 4, 5, 6];

    fn rack(fen: &str) -> Rack {
        Rack::EMPTY.read_position(fen).expect("a position")
    }

    #[test]
    fn win_with_one_move_is_made_before_one_is_blocked() {
        let list = preliminary_checks(&rack("7/7/7/o5x/o5x/o5x x"), &ALL);
        assert_eq!((list.moves, list.reason), (vec![6], Some("a win is possible with one move")));
    }

    #[test]
    fn win_of_the_opponent_is_blocked() {
        let list = preliminary_checks(&rack("7/7/7/7/5o1/xxx2o1 o"), &ALL);
        assert_eq!(list.moves, [3]);
        assert!(list.reason.is_some_and(|reason| reason.contains("blocked")));
    }

    #[test]
    fn forced_move_that_is_not_allowed_is_not_made() {
        let list = preliminary_checks(&rack("7/7/7/7/5o1/xxx2o1 o"), &[0, 6]);
        assert_eq!((list.moves, list.reason), (vec![0, 6], None));
    }

    #[test]
    fn move_that_lets_the_opponent_win_is_ruled_out() {
        // A ball in channel 4 lets x complete row E.
        let suicide = rack("7/7/7/7/xxx4/oox1o2 o");
        assert!(!all_checks(&suicide, &ALL).moves.contains(&3));
        assert!(preliminary_checks(&suicide, &ALL).moves.contains(&3));
        assert_eq!(all_checks(&suicide, &[3]).moves, [3], "there is nothing else");
    }

    #[test]
    fn double_attack_is_made_at_once() {
        let list = all_checks(&rack("7/7/7/7/7/1oxx2o x"), &ALL);
        assert_eq!(list.reason, None, "one end is blocked");
        let list = all_checks(&rack("7/7/7/7/o6/o1xx3 x"), &ALL);
        let reason = Some("two places to win at once cannot be countered");
        assert_eq!((list.moves, list.reason), (vec![4], reason));
    }

    #[test]
    fn two_attacks_win_whichever_side_is_to_move() {
        let both = rack("7/7/7/7/o1x4/o1xxx1o o");
        assert_eq!(both.inevitable_winner(), Some(Side::First));
        let one = rack("7/7/7/7/o6/ooxxx2 x");
        assert_eq!(one.inevitable_winner(), Some(Side::First), "it can win with one move");
        let own_move_first = rack("7/7/7/o6/o1x4/o1xxx2 o");
        assert_eq!(own_move_first.inevitable_winner(), Some(Side::Second));
        assert_eq!(rack("7/7/7/7/2o4/oxxx2o x").inevitable_winner(), Some(Side::First));
        assert_eq!(rack("7/7/7/7/o1x4/oxxx2o o").inevitable_winner(), None);
    }
}
