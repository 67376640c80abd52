//! One search on several threads, which help each other through a shared table only.
//!
//! Each deepens by itself; what one has found the others find in the table. The first thread
//! reports and answers, and when it is done the others end.

use std::panic::resume_unwind;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::thread;

use super::watch::{Silent, Watcher};

/// Nodes between two looks at the others, a power of two.
const INTERVAL: u64 = 256;

/// What the threads tell each other besides the table.
#[derive(Default)]
struct News {
    is_over: AtomicBool,
    /// Nodes of all threads but the first.
    nodes: AtomicU64,
}

/// The place of one thread in its team.
#[derive(Clone, Copy)]
pub struct Post<'a> {
    news: &'a News,
    number: usize,
}

/// Ends the other threads when it is dropped, by a fault of the first thread too.
struct Whistle<'a>(&'a News);

impl Drop for Whistle<'_> {
    fn drop(&mut self) {
        self.0.is_over.store(true, Relaxed);
    }
}

impl Post<'_> {
    /// Whether to go on after so many nodes; now and then tells of them.
    #[inline]
    pub fn goes_on(self, nodes: u64) -> bool {
        if self.number == 0 || !nodes.is_multiple_of(INTERVAL) {
            return true;
        }
        self.news.nodes.fetch_add(INTERVAL, Relaxed);
        !self.news.is_over.load(Relaxed)
    }

    /// The same after several nodes at once.
    #[inline]
    pub fn went_on(self, before: u64, nodes: u64) -> bool {
        before / INTERVAL == nodes / INTERVAL || self.goes_on(nodes / INTERVAL * INTERVAL)
    }

    /// Whether it is the thread that answers.
    pub const fn is_first(self) -> bool {
        self.number == 0
    }

    /// Which of the threads it is, from 0.
    pub const fn number(self) -> usize {
        self.number
    }

    /// Nodes of the threads besides the first, as far as told.
    pub fn others(self) -> u64 {
        self.news.nodes.load(Relaxed)
    }
}

/// Lets the first thread lead and the others help, one for each of `helpers`.
///
/// # Panics
/// When a thread did.
pub fn together<M: Send, T>(
    helpers: &mut [M],
    lead: impl FnOnce(Post<'_>) -> T,
    help: impl Fn(&mut M, Post<'_>) + Sync,
) -> T {
    let (news, help) = (&News::default(), &help);
    thread::scope(|scope| {
        let start = |(number, memory)| scope.spawn(move || help(memory, Post { news, number }));
        let helpers: Vec<_> = (1..).zip(helpers).map(start).collect();
        let whistle = Whistle(news);
        let answer = lead(Post { news, number: 0 });
        drop(whistle);
        for helper in helpers {
            helper.join().unwrap_or_else(|fault| resume_unwind(fault));
        }
        answer
    })
}

/// The same where all do alike and the first alone is listened to.
///
/// # Panics
/// When a thread did.
pub fn alike<M: Send, P, T>(
    (lead, helpers): (&mut M, &mut [M]),
    watcher: &mut dyn Watcher<P>,
    search: impl Fn(&mut M, Post<'_>, &mut dyn Watcher<P>) -> T + Sync,
) -> T {
    together(
        helpers,
        |post| search(lead, post, watcher),
        |memory, post| {
            search(memory, post, &mut Silent);
        },
    )
}

#[cfg(test)]
mod tests {
    use super::together;

    #[test]
    fn helpers_work_until_the_first_has_answered() {
        let mut counts = [0_u64; 3];
        let answer = together(
            &mut counts,
            |post| {
                let mut nodes = 0;
                while post.others() < 5_000 {
                    assert!(post.goes_on(nodes));
                    nodes += 1;
                }
                post.number()
            },
            |count, post| {
                assert!(!post.is_first());
                while post.went_on(*count, *count + 300) {
                    *count += 300;
                }
            },
        );
        assert_eq!(answer, 0);
        assert!(counts.iter().any(|count| *count > 0));
    }
}
