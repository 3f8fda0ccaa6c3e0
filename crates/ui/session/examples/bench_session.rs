//! Measures the cost of an action in a long game, as the app and the terminal make it: clicks,
//! everything the views read, and the autosave. A session must not get slower with its length.
//!
//! `cargo xtask bench-session` runs it. The first and the last window of actions are compared by
//! their medians. Positions differ in the number of legal actions, whose listing is measured
//! beside.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use hexarium_games::registry::Games;
use hexarium_kernel::{Flow, GameCatalog, Input, Rng, Spot};
use hexarium_session::autosave::SaveOp;
use hexarium_session::storage::{MemoryStorage, SaveSlot};
use hexarium_session::{Confirm, Contest, Effect, GameController, GameSession, Preferences, RemoteGame};
use hexarium_wire::{
    ClientMessage, Clock, Entry, Event, GameCommand, GameHeader, GameSnapshot, Participant, ServerMessage, Side, Sides,
    User, UserKind,
};

/// The number of actions of the game and of a window.
const ACTIONS: usize = 600;
const WINDOW: usize = 50;

/// The limit of the last window's median, relative to the first.
const LIMIT: f64 = 1.5;

/// The storage of a front end.
enum Saves {
    /// Parts in a key-value store, as in the app.
    Parts(SaveSlot<MemoryStorage>),
    /// A file, as in the terminal.
    File(std::path::PathBuf, Option<File>),
}

impl Saves {
    fn apply(&mut self, op: &SaveOp) {
        match (self, op) {
            (Self::Parts(slot), op) => assert!(slot.apply(op)),
            (Self::File(path, file), SaveOp::Rewrite(text)) => {
                std::fs::write(&*path, text).expect("the temporary folder can be written");
                *file = OpenOptions::new().append(true).open(&*path).ok();
            }
            (Self::File(_, file), SaveOp::Append(line)) => {
                let file = file.as_mut().expect("a snapshot comes first");
                file.write_all(line.as_bytes()).expect("the temporary folder can be written");
            }
        }
    }
}

/// A game of enough actions: the texts, and the effect of each on the turn.
fn long_game(id: &str) -> Vec<(String, Flow)> {
    let game = Games.open(id).expect("the game exists");
    for seed in 1..500 {
        let mut rng = Rng::new(seed);
        let mut state = game.start();
        let mut actions = Vec::new();
        while state.verdict().is_none() && actions.len() < ACTIONS + 1 {
            let legal = state.legal();
            let action = legal[rng.below(legal.len())].clone();
            let flow = state.play(&action).expect("it is legal");
            actions.push((action, flow));
        }
        if actions.len() > ACTIONS {
            actions.truncate(ACTIONS);
            return actions;
        }
    }
    panic!("no random game is long enough");
}

/// Reads everything that a front end shows.
fn read(controller: &GameController) {
    let session = controller.session();
    std::hint::black_box((
        session.targets(),
        session.cell_names(),
        session.buttons(),
        session.preview(Input::Cell(Spot(session.board().cells.len() as u16 / 2))),
        session.last_animation().is_some(),
        controller.prompt(),
        session.rows().to_vec(),
    ));
}

fn run_effects(controller: &mut GameController, saves: &mut Saves) -> Option<(String, GameCommand)> {
    let mut sent = None;
    for effect in controller.take_effects() {
        match effect {
            Effect::Save(op) => saves.apply(&op),
            Effect::Send(ClientMessage::Command { key, command, .. }) => sent = Some((key, command)),
            _ => {}
        }
    }
    sent
}

/// Makes an action by clicks and reads the views after each.
fn click(controller: &mut GameController, action: &str) {
    let inputs = controller.session().state().inputs(action).expect("it is legal");
    let count = controller.session().action_count();
    for input in inputs {
        controller.click(input);
        read(controller);
    }
    if controller.session().action_count() == count {
        let choice = controller.choices().iter().find(|choice| choice.text == action);
        let choice = choice.expect("the inputs mean the action").action;
        controller.choose(choice);
    }
    controller.finish_animation();
    controller.confirm();
    read(controller);
}

fn preferences(clicks: bool) -> Preferences {
    Preferences { animate: clicks, confirm: if clicks { Confirm::SeveralActions } else { Confirm::Never } }
}

fn local(id: &str, game: &[(String, Flow)], mut saves: Saves, clicks: bool) -> Vec<Duration> {
    let session = GameSession::new(&Games, id).expect("the game exists");
    let preferences = preferences(clicks);
    let mut controller = GameController::new(session, Contest::two_humans(), preferences);
    run_effects(&mut controller, &mut saves);
    let cost = |(action, _): &(String, Flow)| {
        let start = Instant::now();
        if clicks {
            click(&mut controller, action);
        } else {
            assert!(controller.type_action(action));
            read(&controller);
        }
        run_effects(&mut controller, &mut saves);
        start.elapsed()
    };
    game.iter().map(cost).collect()
}

fn new_key() -> String {
    use std::sync::atomic::{AtomicU32, Ordering};
    static KEYS: AtomicU32 = AtomicU32::new(0);
    KEYS.fetch_add(1, Ordering::Relaxed).to_string()
}

/// The same as the first player of a remote game: own turns are made and confirmed, the opponent's
/// arrive. The cost is per action, own and received.
fn remote(id: &str, game: &[(String, Flow)], clicks: bool) -> Vec<Duration> {
    let opened = Games.open(id).expect("the game exists");
    let user = |name: &str| User { id: name.to_string(), name: name.to_string(), kind: UserKind::Guest };
    let participant = |name: &str| Participant::User(name.to_string());
    let started = Event::Started(Sides { first: participant("a"), second: participant("b") });
    let entry = |seq: u32, key: Option<String>, event| Entry { seq, at: 0, by: None, key, event };
    let snapshot = GameSnapshot {
        header: GameHeader {
            id: "g".to_string(),
            game: opened.canonical_id(),
            start: opened.start().position(),
            clock: Clock::Unlimited,
            rated: false,
            listed: false,
            host: "a".to_string(),
            host_side: None,
            created: 0,
            series: "g".to_string(),
        },
        users: vec![user("a"), user("b")],
        your_side: Some(Side::First),
        entries: vec![entry(1, None, started)],
        away: Sides::default(),
        spectators: 0,
        score: Sides::default(),
        draws: 0,
        outages: Vec::new(),
        now: 0,
    };
    let session = GameSession::new(&Games, id).expect("the game exists");
    let preferences = preferences(clicks);
    let remote = RemoteGame::new(&Games, "g", None);
    let mut controller = GameController::remote_game(session, remote, preferences, new_key);
    controller.receive(ServerMessage::Snapshot(Box::new(snapshot)), Some("a"));
    let mut saves = Saves::Parts(SaveSlot::new(MemoryStorage::default(), "save"));
    let mut costs = Vec::new();
    let mut turn: Vec<String> = Vec::new();
    let (mut seq, mut is_own) = (1, true);
    for (action, flow) in game {
        turn.push(action.clone());
        let start = Instant::now();
        let mut key = None;
        if is_own {
            if clicks {
                click(&mut controller, action);
            } else {
                assert!(controller.type_action(action), "{:?}", controller.notice());
                read(&controller);
            }
            key = run_effects(&mut controller, &mut saves).map(|(key, _)| key);
        }
        if *flow != Flow::SameTurn {
            seq += 1;
            let actions = std::mem::take(&mut turn);
            if let Some(key) = &key {
                controller.receive(ServerMessage::Confirmed { key: key.clone(), seq }, Some("a"));
            }
            let entry = entry(seq, key, Event::Turn { actions, time_left: None });
            controller.receive(ServerMessage::Event { game: "g".to_string(), entry }, Some("a"));
            while controller.phase() == hexarium_session::Phase::Animating {
                controller.finish_animation();
            }
            read(&controller);
            run_effects(&mut controller, &mut saves);
            is_own = !is_own;
        }
        costs.push(start.elapsed());
    }
    costs
}

/// The cost of listing the legal actions with their inputs, without any session.
fn listing(id: &str, game: &[(String, Flow)]) -> Vec<Duration> {
    let mut state = Games.open(id).expect("the game exists").start();
    let cost = |(action, _): &(String, Flow)| {
        let start = Instant::now();
        std::hint::black_box((state.legal_actions().len(), state.input_sequences().len()));
        let cost = start.elapsed();
        state.play(action).expect("it is legal");
        cost
    };
    game.iter().map(cost).collect()
}

fn median(costs: &[Duration]) -> f64 {
    let mut costs: Vec<f64> = costs.iter().map(|cost| cost.as_secs_f64() * 1e6).collect();
    costs.sort_by(f64::total_cmp);
    costs[costs.len() / 2]
}

/// The median of each action over several runs, so that a busy machine does not decide.
fn best_of(runs: usize, measure: impl Fn() -> Vec<Duration>) -> Vec<Duration> {
    let all: Vec<Vec<Duration>> = (0..runs).map(|_| measure()).collect();
    (0..all[0].len()).map(|n| all.iter().map(|run| run[n]).min().unwrap_or_default()).collect()
}

fn main() -> ExitCode {
    let Some(id) = std::env::args().nth(1) else {
        eprintln!("Usage: bench_session GAME");
        return ExitCode::from(2);
    };
    let (id, game) = (&*id, long_game(&id));
    let file = std::env::temp_dir().join(format!("hexarium-bench-session-{}", std::process::id()));
    let parts = || Saves::Parts(SaveSlot::new(MemoryStorage::default(), "save"));
    let measured = [
        ("app, local", best_of(3, || local(id, &game, parts(), true))),
        ("app, remote", best_of(3, || remote(id, &game, true))),
        ("terminal, local", best_of(3, || local(id, &game, Saves::File(file.clone(), None), false))),
        ("terminal, remote", best_of(3, || remote(id, &game, false))),
        ("listing alone", best_of(3, || listing(id, &game))),
    ];
    let _ = std::fs::remove_file(&file);
    println!("{ACTIONS} actions of {id}; medians of the first and last {WINDOW} actions in µs");
    let mut passed = true;
    for (name, costs) in &measured {
        let (first, last) = (median(&costs[..WINDOW]), median(&costs[costs.len() - WINDOW..]));
        let ratio = last / first;
        println!("{name:<18} first {first:>8.1}   last {last:>8.1}   ratio {ratio:.2}");
        passed &= ratio <= LIMIT || name.ends_with(" alone");
    }
    if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
