//! A load test: many games at once, at a given pace or as fast as possible. `cargo xtask load`
//! starts a server and this program.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hexarium_client::Client;
use hexarium_games::registry::GAMES;
use hexarium_loadtest::{EventLog, Player, Spectator, create_test_game, kilobytes};
use tokio::sync::watch;

const HELP: &str = "load URL PID GAMES WATCHERS PACE_MS SECONDS: measures the server at URL, whose process is PID";

/// The number of guests that are created concurrently.
const AT_ONCE: usize = 32;

/// The parameters of a load test.
struct Plan {
    server: String,
    pid: u32,
    games: usize,
    spectators: usize,
    pace: Duration,
    time: Duration,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some(plan) = plan(&words) else {
        eprintln!("{HELP}");
        return ExitCode::from(2);
    };
    // Every connection is an open file.
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    let runtime = tokio::runtime::Runtime::new().expect("a runtime starts");
    match runtime.block_on(measure(plan)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn plan(words: &[String]) -> Option<Plan> {
    let [server, pid, games, spectators, pace, seconds] = words else { return None };
    Some(Plan {
        server: server.clone(),
        pid: pid.parse().ok()?,
        games: games.parse().ok()?,
        spectators: spectators.parse().ok()?,
        pace: Duration::from_millis(pace.parse().ok()?),
        time: Duration::from_secs(seconds.parse().ok()?),
    })
}

/// Runs the load test and prints the results. Returns whether there were no violations.
async fn measure(plan: Plan) -> Result<bool, String> {
    let log = Arc::new(EventLog::default());
    let (stop, stopped) = watch::channel(false);
    let tables = tables(&plan).await?;
    let empty = kilobytes(plan.pid, "VmRSS");
    let mut players = Vec::new();
    let mut spectators = Vec::new();
    for number in 0..plan.spectators {
        let client = Client::new(&plan.server)?;
        let spectator = Spectator::new(client, &tables[number % tables.len()].game, log.clone());
        spectators.push(tokio::spawn(spectator.watch(stopped.clone())));
    }
    for (number, table) in tables.into_iter().enumerate() {
        for (n, client) in table.players.into_iter().enumerate() {
            let seed = (2 * number + n) as u64;
            let nodes = vec![plan.server.clone()];
            let player = Player::new(client, &table.game, nodes, seed, plan.pace, log.clone());
            players.push(tokio::spawn(player.play(stopped.clone())));
        }
    }
    let connections = players.len() + spectators.len();
    // Measure only after all clients have connected.
    tokio::time::sleep(Duration::from_secs(5)).await;
    let full = kilobytes(plan.pid, "VmRSS");
    let (start, turns, events) = (Instant::now(), log.turns(), log.events());
    log.reset_delays();
    tokio::time::sleep(plan.time).await;
    let (turns, events) = (log.turns() - turns, log.events() - events);
    let seconds = start.elapsed().as_secs_f64();
    let delays = log.delays();
    stop.send_replace(true);
    for player in players {
        player.await.map_err(|e| e.to_string())?;
    }
    let server = Client::new(&plan.server)?;
    let mut wrong = log.check(&server).await;
    for spectator in spectators {
        let (game, seq) = spectator.await.map_err(|e| e.to_string())?;
        let kept = server.game(&game).await.map_err(|e| e.to_string())?.entries.len();
        // Spectators stop with the players, so the last turns may still be in transit.
        if (seq as usize) + 4 < kept {
            wrong.push(format!("a spectator of game {game} received {seq} of {kept} events"));
        }
    }
    let share = |part: f64| delays.get(((delays.len() as f64 * part) as usize).min(delays.len().saturating_sub(1)));
    let ms = |part: f64| share(part).map_or(0.0, |delay| delay.as_secs_f64() * 1000.0);
    println!("games                    {:>10}", plan.games);
    println!("connections              {connections:>10}");
    println!("turns per second         {:>10.0}", turns as f64 / seconds);
    println!("events sent per second   {:>10.0}", events as f64 / seconds);
    println!(
        "latency of a turn, ms    median {:.1}, 90 % {:.1}, 99 % {:.1}, max {:.1}",
        ms(0.5),
        ms(0.9),
        ms(0.99),
        ms(1.0)
    );
    if let (Some(empty), Some(full)) = (empty, full) {
        let each = full.saturating_sub(empty) as f64 / connections as f64;
        println!("memory of the server     {:>7} MB, {each:.1} KB per connection with its game", full / 1024);
    }
    println!("violations               {:>10}", wrong.len());
    for what in wrong.iter().take(10) {
        println!("  {what}");
    }
    Ok(wrong.is_empty())
}

/// Creates all games.
async fn tables(plan: &Plan) -> Result<Vec<hexarium_loadtest::TestGame>, String> {
    let mut tables = Vec::new();
    let mut coming: tokio::task::JoinSet<Result<hexarium_loadtest::TestGame, hexarium_client::ClientError>> =
        tokio::task::JoinSet::new();
    for number in 0..plan.games {
        if coming.len() >= AT_ONCE
            && let Some(table) = coming.join_next().await
        {
            tables.push(table.map_err(|e| e.to_string())?.map_err(|e| e.to_string())?);
        }
        let server = plan.server.clone();
        coming.spawn(async move { create_test_game(&server, GAMES[number % GAMES.len()].id, number).await });
    }
    while let Some(table) = coming.join_next().await {
        tables.push(table.map_err(|e| e.to_string())?.map_err(|e| e.to_string())?);
    }
    Ok(tables)
}
