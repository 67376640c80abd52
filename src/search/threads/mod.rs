//! Search on several threads: the worker of a thread, Lazy SMP, independent jobs, perft.

pub mod lazy_smp;
pub mod perft;
pub mod share_out;
pub mod worker;

pub use lazy_smp::{WorkerId, lazy_smp};
pub use share_out::share_out;
pub use worker::{Depths, NodeResult, Worker};
