//! Compares the optimised games with their reference models for a given number of minutes.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use hexarium_conformance::{crosscheck, in_parallel, reference, variants};

fn main() -> ExitCode {
    let minutes: Option<f64> = std::env::args().nth(1).and_then(|m| m.parse().ok());
    let Some(minutes) = minutes.filter(|m| (0.0..=100_000.0).contains(m)) else {
        eprintln!("missing or invalid argument: expected a number of minutes, 0 to 100000");
        return ExitCode::from(2);
    };
    let end = Instant::now() + Duration::from_secs_f64(60.0 * minutes);
    let variants = variants();
    let compared: Mutex<BTreeMap<&str, usize>> = Mutex::default();
    // Every run uses new seeds. A difference is reported with the line of play that leads to it, so
    // the seed is not needed to reproduce it.
    let mut seed = std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(1, |t| t.as_secs());
    loop {
        seed += 1;
        in_parallel(&variants, |variant| {
            if Instant::now() < end {
                let count = crosscheck::compare(variant, reference::model(variant.spec.id), 500, seed)?;
                *compared.lock().expect("no panic while held").entry(variant.spec.id).or_default() += count;
            }
            Ok(())
        });
        let compared = compared.lock().expect("no panic while held");
        if Instant::now() >= end {
            for (game, count) in &*compared {
                println!("{game}: {count} positions compared, all the same");
            }
            println!("{} positions compared", compared.values().sum::<usize>());
            return ExitCode::SUCCESS;
        }
    }
}
