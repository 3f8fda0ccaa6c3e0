//! A consistency test in the style of Jepsen: a server in processes of its own, players and
//! spectators, random faults, and a check of everything that the clients have seen.

mod client;
mod cluster;
mod fault;
mod history;
mod recorder;
mod table;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use hexarium_client::{Client, ClientError};
use hexarium_kernel::Rng;
use hexarium_wire::Millis;
use tokio::sync::watch;
use tokio::task::block_in_place;
use tokio::time::timeout;

use cluster::Cluster;
pub use cluster::DatabaseKind;
use fault::{Fault, Kind, draw};
use history::StoredGame;
pub use history::Verdict;
use recorder::Recorder;
use table::Table;

/// The number of tables at which games are played.
const TABLES: u64 = 8;

/// The time after a fault within which the server must serve again.
const RECOVERY: Millis = 10_000;

/// The time after which the test gives up on a node.
const GIVE_UP: Millis = 90_000;

/// The time without faults at the end.
const CALM: Duration = Duration::from_secs(5);

/// The parameters of a test.
pub struct Plan {
    /// The program `hexarium`.
    pub program: PathBuf,
    /// The database.
    pub database: DatabaseKind,
    /// The number of faults.
    pub faults: usize,
    /// The seed of faults and players.
    pub seed: u64,
    /// The folder for the logs of the nodes.
    pub logs: PathBuf,
}

/// The result of a test.
pub struct Outcome {
    /// The result of the check.
    pub verdict: Verdict,
    /// The number of faults by name.
    pub faults: BTreeMap<String, usize>,
    /// The number of games.
    pub games: usize,
    /// The longest time from the end of a fault until all nodes stored again, in milliseconds.
    pub longest_recovery: Millis,
}

/// Runs a test.
pub async fn run(plan: Plan) -> Result<Outcome, String> {
    let mut cluster = block_in_place(|| Cluster::start(&plan.program, plan.database, &plan.logs))?;
    let nodes = Arc::new(cluster.urls());
    let recorder = Arc::new(Recorder::new());
    recovered(&mut cluster, &nodes, &recorder).await?;
    let (stop, stopped) = watch::channel(false);
    let mut tables = tokio::task::JoinSet::new();
    for number in 0..TABLES {
        let table = Table { nodes: nodes.clone(), recorder: recorder.clone(), stop: stopped.clone() };
        tables.spawn(table.play(plan.seed.wrapping_mul(TABLES).wrapping_add(number)));
    }
    let kinds = match plan.database {
        DatabaseKind::Sqlite => Kind::SQLITE,
        DatabaseKind::Postgres => Kind::POSTGRES,
    };
    let mut faults = BTreeMap::new();
    let mut longest_recovery = 0;
    for (number, fault) in draw(plan.faults, kinds, nodes.len(), &mut Rng::new(plan.seed)).into_iter().enumerate() {
        let recovery = inject(fault, &mut cluster, &nodes, &recorder).await?;
        let Fault { kind, node, time, .. } = fault;
        println!("fault {number}: {kind} at node {node} for {time:?}, serving again after {recovery} ms");
        *faults.entry(kind.to_string()).or_default() += 1;
        longest_recovery = longest_recovery.max(recovery);
    }
    tokio::time::sleep(CALM).await;
    stop.send_replace(true);
    while let Some(ended) = tables.join_next().await {
        ended.map_err(|e| format!("a player failed: {e}"))?;
    }
    // The games are read by new processes, from the database alone.
    for node in 0..nodes.len() {
        block_in_place(|| cluster.begin(Kind::Kill, node).and_then(|()| cluster.end(Kind::Kill, node)))?;
    }
    recovered(&mut cluster, &nodes, &recorder).await?;
    let games = recorder.history(|history| history.games());
    let stored = read(&games, &nodes, &recorder).await?;
    let verdict = recorder.history(|history| history.check(&stored));
    Ok(Outcome { verdict, faults, games: games.len(), longest_recovery })
}

/// Injects a fault and waits until the server serves again. Returns the time that this took after
/// the fault.
async fn inject(
    fault: Fault,
    cluster: &mut Cluster,
    nodes: &[String],
    recorder: &Arc<Recorder>,
) -> Result<Millis, String> {
    tokio::time::sleep(fault.pause).await;
    let began = recorder.now();
    block_in_place(|| cluster.begin(fault.kind, fault.node))?;
    tokio::time::sleep(fault.time).await;
    block_in_place(|| cluster.end(fault.kind, fault.node))?;
    let ended = recorder.now();
    recovered(cluster, nodes, recorder).await?;
    let recovery = recorder.now() - ended;
    recorder.history(|history| history.fault(began, recorder.now()));
    if recovery > RECOVERY {
        recorder.problem(format!("serving again took {recovery} ms after {fault:?}"));
    }
    Ok(recovery)
}

/// Waits until every node stores something.
async fn recovered(cluster: &mut Cluster, nodes: &[String], recorder: &Recorder) -> Result<(), String> {
    let start = recorder.now();
    for node in nodes {
        loop {
            let probe = async {
                let mut client = Client::new(node).map_err(ClientError::Disconnected)?;
                client.create_guest("Probe").await
            };
            let last = match timeout(Duration::from_secs(1), probe).await {
                Ok(Ok(_)) => break,
                Ok(Err(error)) => error.to_string(),
                Err(_) => "no response".to_string(),
            };
            cluster.running()?;
            if recorder.now() - start > GIVE_UP {
                return Err(format!("{node} does not serve again: {last}"));
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    Ok(())
}

/// Reads games from every node. All nodes must return the same.
async fn read(games: &[String], nodes: &[String], recorder: &Recorder) -> Result<BTreeMap<String, StoredGame>, String> {
    let mut stored = BTreeMap::new();
    for game in games {
        let mut versions = Vec::new();
        for node in nodes {
            let visit = Client::new(node)?.game(game).await;
            versions.push(visit.map_err(|e| format!("game {game} cannot be read: {e}"))?);
        }
        // A game in progress can end between two reads.
        versions.sort_by_key(|visit| visit.entries.len());
        if !versions.windows(2).all(|pair| pair[1].entries.starts_with(&pair[0].entries)) {
            recorder.problem(format!("game {game} differs between nodes"));
        }
        if let Some(visit) = versions.pop() {
            stored.insert(game.clone(), StoredGame { header: visit.header, entries: visit.entries });
        }
    }
    Ok(stored)
}
