//! The tests that wait for other processes, on a machine with no time to spare.

use std::sync::atomic::{AtomicBool, Ordering};

/// The tests that wait for browsers, servers and programs.
const TESTS: [&str; 4] = ["app", "online", "server", "cli"];

/// The options of a run.
#[derive(PartialEq, Debug)]
pub(crate) struct Options<'a> {
    passes: u32,
    /// The number of busy threads beside the tests; 0 where other work keeps the processor busy.
    threads: u32,
    tests: Vec<&'a str>,
}

impl<'a> Options<'a> {
    /// Parses `[--passes N] [--threads N] [TEST...]`.
    pub(crate) fn parse(mut words: &[&'a str]) -> Result<Self, String> {
        let mut options = Self { passes: 5, threads: 4, tests: TESTS.to_vec() };
        while let [name @ ("--passes" | "--threads"), value, rest @ ..] = words {
            let range = if *name == "--passes" { 1..=100 } else { 0..=100 };
            let number = value.parse().ok().filter(|number| range.contains(number));
            let invalid = || format!("Invalid {name} {value}: expected {} to {}", range.start(), range.end());
            let number = number.ok_or_else(invalid)?;
            *(if *name == "--passes" { &mut options.passes } else { &mut options.threads }) = number;
            words = rest;
        }
        if let Some(unknown) = words.iter().find(|word| !TESTS.contains(word)) {
            let known = TESTS.join(", ");
            return Err(format!("Invalid '{unknown}': expected --passes N, --threads N or some of {known}"));
        }
        if !words.is_empty() {
            options.tests = words.to_vec();
        }
        Ok(options)
    }
}

/// Runs tests as often as the options say, each time to the end, while threads keep the processor
/// busy.
pub(crate) fn run_tests(options: &Options, test: impl Fn(&[&str]) -> Result<(), String>) -> Result<(), String> {
    let Options { passes, threads, ref tests } = *options;
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let outcome = (1..=passes).try_for_each(|pass| {
            println!("pass {pass} of {passes} beside {threads} busy threads");
            test(tests).map_err(|problem| format!("pass {pass} of {passes}: {problem}"))
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
            let options = Options::parse(&["--passes", "3", "server"]).unwrap();
            run_tests(&options, |tests| {
                assert_eq!(tests, ["server"]);
                count.set(count.get() + 1);
                if count.get() == last { Err("it failed".to_string()) } else { Ok(()) }
            })
        };
        assert_eq!(fails_at(2), Err("pass 2 of 3: it failed".to_string()));
        assert_eq!(count.get(), 2);
        assert_eq!((fails_at(4), count.get()), (Ok(()), 3));
    }

    #[test]
    fn options_are_checked() {
        assert_eq!(Options::parse(&[]), Ok(Options { passes: 5, threads: 4, tests: TESTS.to_vec() }));
        let options = Options::parse(&["--threads", "0", "--passes", "2", "app", "server"]);
        assert_eq!(options, Ok(Options { passes: 2, threads: 0, tests: vec!["app", "server"] }));
        for (words, part) in [
            (&["--passes", "0"][..], "expected 1 to 100"),
            (&["--threads", "many"], "expected 0 to 100"),
            (&["--passes"], "Invalid '--passes'"),
            (&["app", "games"], "Invalid 'games': expected --passes N"),
        ] {
            assert!(Options::parse(words).unwrap_err().contains(part), "{words:?}");
        }
    }
}
