//! Search on several threads: the worker of a thread, Lazy SMP, independent jobs, perft.

pub mod lazy_smp;
pub mod parallel_jobs;
pub mod perft;
pub mod spawn;
pub mod worker;

pub use lazy_smp::{WorkerId, lazy_smp};
pub use parallel_jobs::run_in_parallel;
pub use spawn::{spawn_at_low_priority, with_helper_threads};
pub use worker::{Depths, NodeResult, Worker};
