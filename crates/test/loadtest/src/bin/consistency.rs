//! A consistency test of the server with random faults. `cargo xtask consistency` builds the server
//! and starts this program.

use std::process::ExitCode;

use hexarium_loadtest::consistency::{DatabaseKind, Plan, run};

const HELP: &str = "consistency PROGRAM sqlite|postgres FAULTS SEED LOGS: tests the server in PROGRAM with so many \
                    faults and writes the logs of its nodes to the folder LOGS";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some(plan) = plan(&words) else {
        eprintln!("{HELP}");
        return ExitCode::from(2);
    };
    let (seed, logs) = (plan.seed, plan.logs.clone());
    let runtime = tokio::runtime::Runtime::new().expect("a runtime starts");
    let outcome = match runtime.block_on(run(plan)) {
        Ok(outcome) => outcome,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::FAILURE;
        }
    };
    let verdict = outcome.verdict;
    let kinds: Vec<_> = outcome.faults.iter().map(|(kind, number)| format!("{number} {kind}")).collect();
    println!("seed {seed}, {} games; faults: {}", outcome.games, kinds.join(", "));
    println!(
        "{} faults; acts: {} confirmed, {} rejected, {} unknown; {} timeouts examined; \
         longest recovery {} ms; {} violations",
        outcome.faults.values().sum::<usize>(),
        verdict.confirmed,
        verdict.rejected,
        verdict.unknown,
        verdict.timeouts,
        outcome.longest_recovery,
        verdict.problems.len()
    );
    for problem in &verdict.problems {
        println!("  {problem}");
    }
    if verdict.problems.is_empty() {
        return ExitCode::SUCCESS;
    }
    println!("logs: {}", logs.display());
    ExitCode::FAILURE
}

fn plan(words: &[String]) -> Option<Plan> {
    let [program, database, faults, seed, logs] = words else { return None };
    Some(Plan {
        program: program.into(),
        database: match &**database {
            "sqlite" => DatabaseKind::Sqlite,
            "postgres" => DatabaseKind::Postgres,
            _ => return None,
        },
        faults: faults.parse().ok()?,
        seed: seed.parse().ok()?,
        logs: logs.into(),
    })
}
