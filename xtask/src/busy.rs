//! The tests that wait for other processes, on a machine with no time to spare.

use std::sync::atomic::{AtomicBool, Ordering};

/// The number of busy threads beside the tests.
const THREADS: usize = 4;

/// Runs tests so many times, each time to the end, while other threads keep the processor busy.
pub(crate) fn run_tests(passes: &str, test: impl Fn() -> Result<(), String>) -> Result<(), String> {
    let passes: u32 = passes
        .parse()
        .ok()
        .filter(|passes| (1..=100).contains(passes))
        .ok_or_else(|| format!("Invalid --passes {passes}: expected 1 to 100"))?;
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let outcome = (1..=passes).try_for_each(|pass| {
            println!("pass {pass} of {passes} beside {THREADS} busy threads");
            test().map_err(|problem| format!("pass {pass} of {passes}: {problem}"))
        });
        is_over.store(true, Ordering::Relaxed);
        outcome
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn the_first_failure_ends_the_passes() {
        let count = Cell::new(0);
        let fails_at = |last| {
            count.set(0);
            run_tests("3", || {
                count.set(count.get() + 1);
                if count.get() == last { Err("it failed".to_string()) } else { Ok(()) }
            })
        };
        assert_eq!(fails_at(2), Err("pass 2 of 3: it failed".to_string()));
        assert_eq!(count.get(), 2);
        assert_eq!((fails_at(4), count.get()), (Ok(()), 3));
        assert!(run_tests("0", || Ok(())).is_err_and(|problem| problem.contains("expected 1 to 100")));
    }
}
