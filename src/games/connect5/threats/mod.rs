//! Threat-space search: proofs of wins by fours and threes (VCF and VCT), and defences to them.
//!
//! After Allis, van den Herik and Huntjens 1994, Go-Moku and Threat-Space Search: the attacker
//! makes threats only, and the defender may answer with any of the cells on which a threat depends,
//! each in its own branch, or with fours of his own. [`ThreatProver`] looks for a proof in such trees
//! by depth-first proof-number search (`proof_number_search.rs`). Which answers are needed follows
//! from the threat itself (`vcf.rs`): a VCF of the attacker, found as if the defender passed,
//! depends on few cells, and every move that does not touch them loses to that very VCF. So a win
//! that is returned is a win against every defence. If none is found there may still be one: quiet
//! moves are never tried.
//!
//! ```
//! use parlour::base::Side;
//! use parlour::game::Notation;
//! use parlour::games::connect5::Board;
//! use parlour::games::connect5::threat_map::ThreatMap;
//! use parlour::games::connect5::threats::{AttackKind, ProofLimits, ThreatProver};
//!
//! let board = Board::default().read_position(
//!     "15/15/15/15/7x7/7x7/15/4xx9/15/15/15/15/15/15/o6ooo5 x").expect("a position");
//! let mut map = ThreatMap::new(&board);
//! let mut stop = || false;
//! let limits =
//!     &mut ProofLimits { attack: AttackKind::WideVct, nodes: 10_000, plies: 99, stop: &mut stop };
//! let mut prover = ThreatProver::new(1);
//! let win = prover.prove(&mut map, Side::First, limits);
//! assert!(win.is_none(), "Second makes an open four");
//! let win = prover.prove(&mut map, Side::Second, limits).expect("an open four");
//! assert_eq!((win.plies, win.is_shortest), (3, true));
//! ```

mod attack_kinds_and_limits;
mod attacks_and_answers;
mod defences;
mod proof_number_search;
mod proof_table;
mod prover;
mod threat_search_and_buffers;
mod vcf;

pub use attack_kinds_and_limits::{AttackKind, FourKinds, ProofLimits};
pub use defences::Defences;
pub use prover::{OpponentVcf, ThreatProver, VcfWin, Win};
pub use threat_search_and_buffers::may_run_out_of_moves;
