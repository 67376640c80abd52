//! Wins that are claimed in Sticks 'n' Barrels, checked by the rules and nothing else.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use parlour::base::{Outcome, SplitMix64};
use parlour::game::{Evaluate, Position, Record, Turn};
use parlour::games::sticks::players::SearchPlayer;
use parlour::games::sticks::prover::{ProofBudget, Prover};
use parlour::games::sticks::search_board::SearchBoard;
use parlour::games::sticks::{Move, Sticks};
use parlour::search::player::options::COMMON;
use parlour::search::{Bound, Limits, Options, Player};

use crate::ask_player::{ask, legal_moves};
use crate::on_all_cores::for_each_on_all_cores;
use crate::quick_or_all::quick_or_all;
use crate::reference_goal_counts::{after, wins_at_once};

/// Entries of the prover's table.
const ENTRIES: usize = 1 << 18;

/// Whether the side that moved last has won.
fn last_mover_has_won(game: &Sticks) -> bool {
    matches!(game.turn(), Turn::Over(Outcome::Win { .. }))
}

/// Whether the side to move wins within this many moves of its own: every move, every reply.
fn wins_within(game: &Sticks, moves: u32) -> bool {
    if wins_at_once(game) {
        return true;
    }
    // A reply that meets one move often meets the next.
    let mut first_reply = None;
    moves > 1
        && legal_moves(game).into_iter().any(|m| {
            let after_move = after(game, m);
            let mut replies = legal_moves(&after_move);
            replies.sort_by_key(|reply| Some(*reply) != first_reply);
            let meets = |reply: &Move| {
                let next = after(&after_move, *reply);
                last_mover_has_won(&next) || !wins_within(&next, moves - 1)
            };
            let met_by = replies.iter().copied().find(meets);
            first_reply = met_by.or(first_reply);
            !replies.is_empty() && met_by.is_none()
        })
}

/// Positions of seeded games in which each side plays one of the three moves that look best.
///
/// Every third one from ply 6 on.
fn positions(seed: u64, count: usize) -> impl Iterator<Item = Sticks> {
    let mut random = SplitMix64::new(seed);
    let games = std::iter::repeat_with(move || {
        let mut found = Vec::new();
        let mut game = Sticks::new();
        for ply in 0..70 {
            let mut moves = legal_moves(&game);
            if moves.is_empty() {
                break;
            }
            if ply < 6 {
                game.play(moves[random.below(moves.len() as u64) as usize]);
                continue;
            }
            if ply % 3 == 0 {
                found.push(game);
            }
            let worth = |m: &Move| {
                let after = after(&game, *m);
                if last_mover_has_won(&after) { -20_000 } else { after.evaluate() }
            };
            moves.sort_by_cached_key(worth);
            game.play(moves[random.below(3.min(moves.len() as u64)) as usize]);
        }
        found
    });
    games.flatten().take(count)
}

/// The least number of own moves up to `most` in which the prover says that the side to move wins.
fn proved(prover: &mut Prover, game: &Sticks, most: u32) -> Option<(u32, Move)> {
    proved_in(prover, game, (most, 300_000))
}

/// The same with a limit of nodes.
fn proved_in(prover: &mut Prover, game: &Sticks, (most, nodes): (u32, u64)) -> Option<(u32, Move)> {
    let field = SearchBoard::new(game);
    let mut stop = || false;
    let mut effort = ProofBudget { nodes, stop: &mut stop };
    let answer =
        |moves| prover.find_win(&field, moves, &mut effort).ok().flatten().map(|m| (moves, m));
    (1..=most).find_map(answer)
}

/// Whether this move wins within this many own moves against every reply there is.
fn holds(prover: &mut Prover, game: &Sticks, (moves, m): (u32, Move)) -> bool {
    let after_move = after(game, m);
    if last_mover_has_won(&after_move) {
        return true;
    }
    let replies = legal_moves(&after_move);
    moves > 1
        && !replies.is_empty()
        && replies.into_iter().all(|reply| {
            let next = after(&after_move, reply);
            let claim =
                if last_mover_has_won(&next) { None } else { proved(prover, &next, moves - 1) };
            claim.is_some_and(|claim| holds(prover, &next, claim))
        })
}

/// The player's move within some nodes, the plies to the end if it reports one, and whether no
/// shorter end is possible.
fn move_and_claim(
    player: &mut SearchPlayer,
    game: &Sticks,
    nodes: u64,
) -> (Move, Option<i32>, bool) {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let (moves, stop) = (legal_moves(game), AtomicBool::new(false));
    player.clear_tables();
    let (choice, recorder) = ask(player, &Record::new(*game), &moves, &limits, &stop);
    let lines = recorder.lines();
    let plies = lines.first().and_then(|line| line.score().plies_to_end());
    (choice.best, plies, lines.first().is_some_and(|line| line.bound == Bound::Exact))
}

fn player() -> SearchPlayer {
    SearchPlayer::new(&Options::new(COMMON))
}

#[test]
fn prover_says_what_a_search_of_every_move_says() {
    let mut prover = Prover::new(ENTRIES);
    let mut counts = [0; 2];
    for game in positions(1, 500) {
        if legal_moves(&game).is_empty() {
            continue;
        }
        let has_winning_move =
            legal_moves(&game).into_iter().any(|m| last_mover_has_won(&after(&game, m)));
        assert_eq!(wins_at_once(&game), has_winning_move, "{game:?}");
        for moves in [1, 2] {
            let is_proved = proved(&mut prover, &game, moves).is_some();
            assert_eq!(is_proved, wins_within(&game, moves), "{moves} {game:?}");
            counts[moves as usize - 1] += usize::from(is_proved);
        }
    }
    assert!(counts[0] > 50 && counts[1] > counts[0] + 20, "{counts:?}");
}

#[test]
fn wins_in_three_moves_are_those_of_a_search_of_every_move() {
    let mut prover = Prover::new(ENTRIES);
    let (mut won, mut none) = (0, 0);
    for (number, game) in positions(4, quick_or_all(1_500, 6_000)).enumerate() {
        if legal_moves(&game).is_empty() || wins_within(&game, 2) {
            continue;
        }
        let is_proved = proved(&mut prover, &game, 3).is_some();
        // There are many positions without such a win.
        if is_proved || number % 20 == 0 {
            assert_eq!(is_proved, wins_within(&game, 3), "{game:?}");
            won += u32::from(is_proved);
            none += u32::from(!is_proved);
        }
    }
    assert!(won > 20 && none > 40, "{won} {none}");
}

#[test]
fn claims_of_the_player_hold_against_every_reply() {
    let (mut player, mut prover) = (player(), Prover::new(ENTRIES));
    let (mut wins, mut losses, mut exact) = (0, 0, 0);
    for game in positions(2, 2_000) {
        if legal_moves(&game).is_empty() {
            continue;
        }
        let (best, plies, is_exact) = move_and_claim(&mut player, &game, 400);
        match plies {
            Some(plies @ 1..) => {
                let moves = plies.unsigned_abs().div_ceil(2);
                assert!(holds(&mut prover, &game, (moves, best)), "{plies} {best:?} {game:?}");
                wins += 1;
                if is_exact && moves > 1 {
                    assert!(!wins_within(&game, (moves - 1).min(2)), "{plies} {game:?}");
                    exact += 1;
                }
            }
            Some(plies) => {
                let moves = plies.unsigned_abs() / 2;
                let is_lost = |m| {
                    let next = after(&game, m);
                    !last_mover_has_won(&next) && proved(&mut prover, &next, moves).is_some()
                };
                assert!(legal_moves(&game).into_iter().all(is_lost), "{plies} {game:?}");
                losses += 1;
            }
            None => {}
        }
    }
    assert!(wins > 300 && losses > 50 && exact > 50, "{wins} {losses} {exact}");
}

/// Positions in which the side to move wins in one to four moves of its own, as many of each.
fn won_positions(prover: &mut Prover) -> Vec<(u32, Sticks)> {
    let mut found = Vec::new();
    let mut left = [quick_or_all(15, 50); 4];
    for game in positions(3, 20_000) {
        if left == [0; 4] {
            break;
        }
        if legal_moves(&game).is_empty() {
            continue;
        }
        if let Some((moves, m)) = proved_in(prover, &game, (4, 4_000))
            && left[moves as usize - 1] > 0
            && holds(prover, &game, (moves, m))
        {
            left[moves as usize - 1] -= 1;
            found.push((moves, game));
        }
    }
    assert_eq!(left, [0; 4]);
    found
}

#[test]
fn forced_wins_are_found_with_their_length() {
    let positions = won_positions(&mut Prover::new(ENTRIES));
    let shortest = AtomicUsize::new(0);
    for_each_on_all_cores(positions.chunks(10).collect(), |positions| {
        let (mut player, mut prover) = (player(), Prover::new(ENTRIES));
        for (moves, game) in positions {
            let (quick, ..) = move_and_claim(&mut player, game, 60_000);
            assert!(holds(&mut prover, game, (6, quick)), "{quick:?} {game:?}");
            let (best, plies, is_exact) = move_and_claim(&mut player, game, 600_000);
            let plies = plies.unwrap();
            let claim = (plies.unsigned_abs().div_ceil(2), best);
            assert!(plies > 0 && holds(&mut prover, game, claim));
            let is_shortest = plies.unsigned_abs() == 2 * moves - 1;
            assert!(is_shortest || !is_exact, "{plies} {moves} {game:?}");
            shortest.fetch_add(usize::from(is_shortest), Ordering::Relaxed);
        }
    });
    let shortest = shortest.into_inner();
    assert!(shortest * 100 >= positions.len() * 95, "{shortest}");
}
