//! Wins by threats that must be answered, one after the other.

use super::game::{SticksGame, holes};
use super::moves;
use crate::games::sticks::packed_move::Code;
use crate::games::sticks::pieces::{Hole, Source};
use crate::games::sticks::rules::DRAW_PLIES;
use crate::games::sticks::search_board::Field;
use crate::games::sticks::search_board::threats::Four;
use crate::search::pvs::Search;
use crate::search::tt::PackedMove;

/// The most threats in a row.
const THREATS: usize = 12;

/// A search of threats under way.
struct Attack {
    nodes: u64,
    most: u64,
}

impl<const ON: u32> Search<'_, SticksGame<ON>> {
    /// The first move and the plies of a win by threats of the side to move, which has no win at
    /// once; no move and 0 if none was found in `most` nodes. `None` if the search must end.
    pub(super) fn win_by_fours(&mut self, most: u64) -> Option<(Code, usize)> {
        let mut attack = Attack { nodes: 0, most };
        let field = self.game.field;
        let found = self.game.attack(&field, THREATS, &mut attack);
        self.worker.count_nodes(attack.nodes).then_some(found)
    }
}

impl<const ON: u32> SticksGame<ON> {
    /// The attacker moves, and does not win at once.
    fn attack(&mut self, field: &Field, left: usize, attack: &mut Attack) -> (Code, usize) {
        let nothing = (Code::NONE, 0);
        let danger = field.wins(field.mover().other());
        if left == 0 || holes(danger).count_ones() > 1 || self.is_out_of_reach(field) {
            return nothing;
        }
        let mut fours = self.fours.pop().unwrap_or_default();
        field.fours(&mut fours);
        fours.sort_by_key(|four| !four.is_double());
        let mut found = nothing;
        for four in &fours {
            if holes(danger) != 0
                && (holes(danger) != four.to || !field.stops(danger)[four.piece.index()])
            {
                continue;
            }
            found = self.carry_out(field, *four, left, attack);
            if found.1 > 0 || attack.nodes >= attack.most {
                break;
            }
        }
        self.fours.push(fours);
        found
    }

    /// Makes one threat, with each piece that may be taken for it.
    fn carry_out(
        &mut self,
        field: &Field,
        four: Four,
        left: usize,
        attack: &mut Attack,
    ) -> (Code, usize) {
        let Some(to) = Hole::all_in(four.to).next() else { return (Code::NONE, 0) };
        let codes: [Code; 3] = match field.source(field.mover(), four.piece) {
            Source::Nothing => return (Code::NONE, 0),
            Source::Tray => [Code::drop(four.piece, to), Code::NONE, Code::NONE],
            Source::Board(pieces) => moves::lifts(field, four.piece, pieces)
                .map(|lift| lift.map_or(Code::NONE, |(_, from)| Code::shift(from, to))),
        };
        for code in codes.into_iter().filter(|code| *code != Code::NONE) {
            let mut after = *field;
            after.play(code.unpacked());
            attack.nodes += 1;
            let plies = self.defence(&after, left, attack);
            if plies > 0 {
                return (code, plies + 1);
            }
        }
        (Code::NONE, 0)
    }

    /// The defender moves: plies to the end if every move loses, else 0.
    fn defence(&mut self, field: &Field, left: usize, attack: &mut Attack) -> usize {
        let wins = field.wins(field.mover().other());
        if holes(wins) == 0 || field.has_win() || self.is_out_of_reach(field) {
            return 0;
        }
        if holes(wins).count_ones() > 1 {
            return 2;
        }
        let start = self.replies.len();
        field.list_stops(wins, &mut self.replies);
        let mut most = 2;
        for at in start..self.replies.len() {
            if attack.nodes >= attack.most {
                most = 0;
                break;
            }
            let mut after = *field;
            after.play(self.replies[at].1.unpacked());
            attack.nodes += 1;
            let plies = if after.has_win() { 1 } else { self.attack(&after, left - 1, attack).1 };
            if plies == 0 {
                most = 0;
                break;
            }
            most = most.max(plies + 1);
        }
        self.replies.truncate(start);
        most
    }

    /// Whether a win may come too late for the rules of draws.
    fn is_out_of_reach(&self, field: &Field) -> bool {
        usize::from(field.since_drop()) + 2 * THREATS >= usize::from(DRAW_PLIES)
            || self.twice.contains(&field.key())
    }
}
