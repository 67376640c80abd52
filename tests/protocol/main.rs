//! The real binary through its pipes: the line protocol, the dialects, and the other modes.
#![cfg(test)]

#[path = "../support/engine.rs"]
mod engine;
#[path = "../support/on_all_cores.rs"]
mod on_all_cores;

mod bench_signature;
mod dice_and_seeds;
mod gnubg_external;
mod golden_sessions_and_pipes;
mod inline_session;
mod interruption;
mod logging;
mod piskvork;
mod play;
mod protocol_md;
mod reported_scores;
mod reproducibility;
mod robustness;
mod subcommands;
mod system_faults;
mod transcript;
