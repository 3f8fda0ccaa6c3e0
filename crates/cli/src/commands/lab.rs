//! `hexarium lab`: experiments on games.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use hexarium_games::registry::Games;
use hexarium_kernel::{AnyGame, GameCatalog, Player, mix, shortened};
use hexarium_lab::report::{self, Findings};
use hexarium_lab::{ArchiveHeader, EngineProvider, Experiment, GameArchive, PlayedGame, Series, builtin, file, play};
use hexarium_search::Engine;

use super::read_text;
use crate::args::{Lab, LabGames, LabMerge, LabPlan, LabReport, LabRun, LabSource};
use crate::output::Outcome;
use crate::pool::{do_all, usual_jobs};
use crate::progress::{Progress, bar, format_duration};

/// The archive in the output directory.
const GAMES: &str = "games.jsonl.gz";
/// The log in the output directory.
const LOG: &str = "log.txt";

pub(crate) fn run(command: &Lab) -> Outcome {
    match command {
        Lab::List => Ok(builtin::ALL.iter().map(|(name, text)| listed(name, text)).collect()),
        Lab::Show { name } => Ok(builtin_text(name)?.to_string()),
        Lab::Plan(arguments) => plan(arguments),
        Lab::Run(arguments) => run_experiment(arguments),
        Lab::Merge(arguments) => merge(arguments),
        Lab::Report(arguments) => report_again(arguments),
        Lab::Games(arguments) => games(arguments),
    }
}

fn listed(name: &str, text: &str) -> String {
    let title = Plan::parse(text).map(|plan| plan.experiment.title).unwrap_or_default();
    format!("{name}\t{title}\n")
}

fn builtin_text(name: &str) -> Result<&'static str, String> {
    builtin::find(name).ok_or_else(|| {
        let known: Vec<&str> = builtin::ALL.iter().map(|(name, _)| *name).collect();
        format!("unknown experiment '{}': expected one of {}", shortened(name), known.join(", "))
    })
}

/// An experiment with its series.
struct Plan {
    text: String,
    experiment: Experiment,
    series: Vec<Series>,
}

impl Plan {
    fn parse(text: &str) -> Result<Self, String> {
        let experiment = file::parse(text, &Games)?;
        let series = experiment.series(|variant| Registry.game(&variant.game).start().legal());
        Ok(Self { text: text.to_string(), experiment, series })
    }

    fn header(&self) -> ArchiveHeader {
        let signatures = self.experiment.variants.iter().map(|v| hexarium_engines::signature(&*Registry.game(&v.game)));
        let signature = signatures.fold(0, |folded, signature| mix(folded ^ signature)) >> 32;
        ArchiveHeader {
            version: env!("CARGO_PKG_VERSION").to_string(),
            signature: signature.to_string(),
            experiment: self.text.clone(),
        }
    }

    fn findings(self, archive: &GameArchive) -> Result<Findings, String> {
        Findings::of(self.experiment, &self.series, archive, &Games)
    }
}

/// All games, with their engines.
struct Registry;

impl EngineProvider for Registry {
    fn game(&self, text: &str) -> Box<dyn AnyGame> {
        Games.open(text).expect("a parsed experiment has valid games")
    }
    fn engine(&self, game: &dyn AnyGame, seed: u64) -> Box<dyn Engine> {
        hexarium_engines::engine_factory(game)(seed)
    }
}

/// One of several parts of the games, for runs on several machines.
#[derive(Clone, Copy)]
struct Shard {
    number: u32,
    of: u32,
}

impl Shard {
    const ALL: Self = Self { number: 1, of: 1 };

    fn parse(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=10_000).contains(&of) && (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err(format!("invalid --shard '{}': expected K/N, such as 1/4", shortened(text))),
        }
    }

    fn contains(self, number: u32) -> bool {
        number % self.of == self.number - 1
    }

    fn file(self) -> String {
        if self.of == 1 { GAMES.to_string() } else { format!("games-{}-of-{}.jsonl.gz", self.number, self.of) }
    }
}

/// Reads an experiment, and returns its name too.
fn read_plan(source: &LabSource) -> Result<(String, Plan), String> {
    match (&source.file, &source.builtin) {
        (Some(path), None) => {
            let stem = Path::new(path).file_stem().map_or("experiment".into(), |s| s.to_string_lossy().into_owned());
            let plan = read_text(path).and_then(|text| Plan::parse(&text)).map_err(|e| format!("{path}: {e}"))?;
            Ok((stem, plan))
        }
        (None, Some(name)) => Ok((name.clone(), Plan::parse(builtin_text(name)?)?)),
        _ => Err("missing experiment: expected a file or --builtin NAME (see 'hexarium lab list')".to_string()),
    }
}

fn plan(arguments: &LabPlan) -> Outcome {
    let (_, Plan { experiment, series, .. }) = read_plan(&arguments.source)?;
    let plan = report::Plan::of(&experiment, &series);
    Ok(if arguments.json.json { plan.json(&experiment) } else { plan.text(&experiment) })
}

fn run_experiment(arguments: &LabRun) -> Outcome {
    let (name, plan) = read_plan(&arguments.source)?;
    let jobs = usual_jobs(arguments.jobs)?;
    let shard = arguments.shard.as_deref().map_or(Ok(Shard::ALL), Shard::parse)?;
    let directory = arguments.out.clone().map_or_else(|| Path::new("lab").join(name), PathBuf::from);
    create_directory(&directory)?;
    let path = directory.join(shard.file());
    let mut archive = GameArchive::open(&path, plan.header()).map_err(|e| e.to_string())?;

    let start = Instant::now();
    let before = archive.len();
    play_missing(&plan, &mut archive, shard, jobs)?;
    let note = if shard.of > 1 { format!(", shard {} of {}", shard.number, shard.of) } else { String::new() };
    let (played, time) = (archive.len() - before, format_duration(start.elapsed()));
    log(&directory, &format!("{played} games in {time} on {jobs} threads{note}"))?;
    if shard.of > 1 {
        archive.finish().map_err(|e| e.to_string())?;
        let count = archive.len();
        return Ok(format!("{count} games in {}; merge the shards with 'hexarium lab merge'\n", path.display()));
    }
    finish(plan, archive, &directory, &arguments.app.url, arguments.json.json)
}

/// Plays the missing games, checkpoint by checkpoint, so that a series ends as soon as its games
/// suffice.
fn play_missing(plan: &Plan, archive: &mut GameArchive, shard: Shard, jobs: usize) -> Result<(), String> {
    let experiment = &plan.experiment;
    let checkpoints: Vec<Vec<u32>> =
        plan.series.iter().map(|series| experiment.stopping_schedule(series).checkpoints()).collect();
    let rounds = checkpoints.iter().map(Vec::len).max().unwrap_or(0);
    let mut progress = Progress::new();
    let start = Instant::now();
    let mut played = 0;
    // A shard cannot know whether all games suffice: it plays to the end, and merging drops surplus
    // games.
    let complete = shard.of == 1;
    for round in 0..rounds {
        let mut missing = Vec::new();
        for (number, series) in plan.series.iter().enumerate() {
            if complete && series.sufficient_games(experiment, &archive.series_games(number)).is_some() {
                continue;
            }
            let until = checkpoints[number][round.min(checkpoints[number].len() - 1)];
            let wanted = (0..until).filter(|&n| shard.contains(n) && !archive.contains(number, n));
            missing.extend(wanted.map(|n| (number, n)));
        }
        // Series interleaved, so that the estimate of the remaining time is good.
        missing.sort_by_key(|&(series, game)| (game, series));
        let shared = Mutex::new(&mut *archive);
        let work = |i: usize| {
            let (series, number) = missing[i];
            let game = play(experiment, &plan.series[series], number, &Registry);
            let mut archive = shared.lock().unwrap_or_else(PoisonError::into_inner);
            archive.append(series, game).map_err(|e| e.to_string())
        };
        let mut done = 0;
        do_all(missing.len(), jobs, work, |()| {
            done += 1;
            played += 1;
            let share = done as f64 / missing.len() as f64;
            let left = start.elapsed().mul_f64((missing.len() - done) as f64 / f64::from(played));
            let round =
                if rounds > 1 { format!(", checkpoint {} of at most {rounds}", round + 1) } else { String::new() };
            progress.show(&format!(
                "{} {done} of {} games{round}, {} left",
                bar(share),
                missing.len(),
                format_duration(left)
            ));
            true
        })?;
    }
    progress.end();
    Ok(())
}

/// Drops surplus games, writes the archive and the reports, and returns the text report.
fn finish(plan: Plan, mut archive: GameArchive, directory: &Path, app: &str, as_json: bool) -> Outcome {
    for (number, series) in plan.series.iter().enumerate() {
        let games = archive.series_games(number);
        if let Some(sufficient) = series.sufficient_games(&plan.experiment, &games).map(<[PlayedGame]>::len) {
            archive.truncate_series(number, sufficient as u32);
        }
    }
    archive.finish().map_err(|e| e.to_string())?;
    write_reports(&plan.findings(&archive)?, directory, app, as_json)
}

/// Writes the reports and returns one for the terminal.
fn write_reports(findings: &Findings, directory: &Path, app: &str, as_json: bool) -> Outcome {
    for (name, text) in [
        ("report.html", report::html(findings, app)),
        ("report.json", report::json(findings)),
        ("report.csv", report::csv(findings)),
    ] {
        let path = directory.join(name);
        std::fs::write(&path, text).map_err(|e| format!("cannot write '{}': {e}", path.display()))?;
    }
    if as_json {
        return Ok(report::json(findings));
    }
    Ok(format!("{}report: {}\n", report::text(findings), directory.join("report.html").display()))
}

fn create_directory(path: &Path) -> Result<(), String> {
    std::fs::create_dir_all(path).map_err(|e| format!("cannot create folder '{}': {e}", path.display()))
}

/// Reads an archive from its file or from the directory it is in, and returns its file too.
fn read_archive(path: &str) -> Result<(GameArchive, PathBuf), String> {
    let path = Path::new(path);
    let path = if path.is_dir() { path.join(GAMES) } else { path.to_path_buf() };
    Ok((GameArchive::read(&path).map_err(|e| e.to_string())?, path))
}

/// Adds a line to the log, which holds what differs from run to run and is not in the report.
fn log(directory: &Path, line: &str) -> Result<(), String> {
    let path = directory.join(LOG);
    let problem = |e: std::io::Error| format!("cannot write '{}': {e}", path.display());
    let mut file = std::fs::OpenOptions::new().create(true).append(true).open(&path).map_err(problem)?;
    writeln!(file, "{line}").map_err(problem)
}

fn merge(arguments: &LabMerge) -> Outcome {
    let read = |path: &String| GameArchive::read(Path::new(path)).map_err(|e| e.to_string());
    let (first, others) = arguments.files.split_first().ok_or("missing files: expected the archives of the shards")?;
    let first = read(first)?;
    let directory = Path::new(&arguments.out);
    create_directory(directory)?;
    let mut archive = GameArchive::new(&directory.join(GAMES), first.header.clone());
    archive.merge(first).map_err(|e| e.to_string())?;
    for path in others {
        archive.merge(read(path)?).map_err(|e| e.to_string())?;
    }
    let plan = Plan::parse(&archive.header.experiment)?;
    finish(plan, archive, directory, &arguments.app.url, arguments.json.json)
}

fn report_again(arguments: &LabReport) -> Outcome {
    let (archive, path) = read_archive(&arguments.games)?;
    let findings = Plan::parse(&archive.header.experiment)?.findings(&archive)?;
    let directory = match &arguments.out {
        Some(out) => PathBuf::from(out),
        None => path.parent().map_or(PathBuf::from("."), Path::to_path_buf),
    };
    create_directory(&directory)?;
    write_reports(&findings, &directory, &arguments.app.url, arguments.json.json)
}

/// A game of an archive and its actions.
pub(super) type ArchivedGame = (Box<dyn AnyGame>, Vec<String>);

/// Returns the games of an archive.
pub(super) fn archived_games(archive: &GameArchive) -> Result<Vec<ArchivedGame>, String> {
    let plan = Plan::parse(&archive.header.experiment)?;
    let games = plan.series.iter().enumerate().flat_map(|(number, series)| {
        let text = &plan.experiment.variants[series.variant].game;
        archive.series_games(number).into_iter().map(|played| (Registry.game(text), played.actions))
    });
    Ok(games.collect())
}

fn games(arguments: &LabGames) -> Outcome {
    let (archive, _) = read_archive(&arguments.games)?;
    let plan = Plan::parse(&archive.header.experiment)?;
    let mut out = String::new();
    for (number, series) in plan.series.iter().enumerate() {
        let variant = &plan.experiment.variants[series.variant];
        if arguments.variant.as_ref().is_some_and(|wanted| *wanted != variant.name) {
            continue;
        }
        let game = Registry.game(&variant.game);
        for played in archive.series_games(number) {
            let name = |player: Player| series.players[series.first_mover(played.number) ^ player.index()].to_string();
            out += &report::record(&*game, &played, Player::BOTH.map(name), &Games)?;
            out.push('\n');
        }
    }
    if out.is_empty() {
        let known: Vec<&str> = plan.experiment.variants.iter().map(|v| &*v.name).collect();
        return Err(format!("no games of that variant: expected one of {}", known.join(", ")));
    }
    Ok(out)
}
