//! `hexarium lab`: experiments on games.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use hexarium_games::registry;
use hexarium_kernel::{AnyGame, Player, mix, shortened};
use hexarium_lab::report::{self, Findings};
use hexarium_lab::{Arm, Experiment, Header, Makers, Played, Shelf, builtin, file, play};
use hexarium_search::Thinker;

use super::read_text;
use crate::args::{Lab, LabGames, LabMerge, LabReport, LabRun};
use crate::output::Outcome;
use crate::pool::{do_all, usual_jobs};
use crate::progress::{Progress, bar, spoken};

const GAMES: &str = "games.jsonl.gz";
const LOG: &str = "log.txt";

pub(crate) fn run(command: &Lab) -> Outcome {
    match command {
        Lab::List => Ok(builtin::ALL.iter().map(|(name, text)| listed(name, text)).collect()),
        Lab::Show { name } => Ok(builtin_text(name)?.to_string()),
        Lab::Run(arguments) => run_experiment(arguments),
        Lab::Merge(arguments) => merge(arguments),
        Lab::Report(arguments) => report_again(arguments),
        Lab::Games(arguments) => games(arguments),
    }
}

fn listed(name: &str, text: &str) -> String {
    let title = Plan::read(text).map(|plan| plan.experiment.title).unwrap_or_default();
    format!("{name}\t{title}\n")
}

fn builtin_text(name: &str) -> Result<&'static str, String> {
    builtin::find(name).ok_or_else(|| {
        let known: Vec<&str> = builtin::ALL.iter().map(|(name, _)| *name).collect();
        format!("unknown experiment '{}'; there are {}", shortened(name), known.join(", "))
    })
}

/// Everything that follows from the text of an experiment.
struct Plan {
    text: String,
    experiment: Experiment,
    arms: Vec<Arm>,
}

impl Plan {
    fn read(text: &str) -> Result<Self, String> {
        let experiment = file::read(text, &open)?;
        let arms = experiment.arms(|variant| Registry.game(&variant.game).start().legal());
        Ok(Self { text: text.to_string(), experiment, arms })
    }

    fn header(&self) -> Header {
        let signatures = self.experiment.variants.iter().map(|v| hexarium_minds::signature(&*Registry.game(&v.game)));
        let signature = signatures.fold(0, |folded, signature| mix(folded ^ signature)) >> 32;
        Header::new(env!("CARGO_PKG_VERSION"), signature.to_string(), &self.text)
    }

    fn findings(self, shelf: &Shelf) -> Result<Findings, String> {
        Findings::of(self.experiment, &self.arms, shelf, &open)
    }
}

fn open(text: &str) -> Result<Box<dyn AnyGame>, hexarium_kernel::OptionError> {
    registry::open(text, &[])
}

/// The games and thinkers of the house.
struct Registry;

impl Makers for Registry {
    fn game(&self, text: &str) -> Box<dyn AnyGame> {
        open(text).expect("the experiment was read with this game")
    }
    fn thinker(&self, game: &dyn AnyGame, seed: u64) -> Box<dyn Thinker> {
        hexarium_minds::maker(game)(seed)
    }
}

/// One of several machines that share the games.
#[derive(Clone, Copy)]
struct Shard {
    number: u32,
    of: u32,
}

impl Shard {
    const ALONE: Self = Self { number: 1, of: 1 };

    fn parse(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=10_000).contains(&of) && (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err(format!(
                "--shard is '{}'; the number of the part and how many there are, such as 1/4, would do",
                shortened(text)
            )),
        }
    }

    fn has(self, number: u32) -> bool {
        number % self.of == self.number - 1
    }

    fn file(self) -> String {
        if self.of == 1 { GAMES.to_string() } else { format!("games-{}-of-{}.jsonl.gz", self.number, self.of) }
    }
}

fn run_experiment(arguments: &LabRun) -> Outcome {
    let (name, text) = match (&arguments.file, &arguments.builtin) {
        (Some(path), None) => {
            let stem = Path::new(path).file_stem().map_or("experiment".into(), |s| s.to_string_lossy().into_owned());
            (stem, read_text(path).map_err(|e| format!("{path}: {e}"))?)
        }
        (None, Some(name)) => (name.clone(), builtin_text(name)?.to_string()),
        _ => return Err("give a file, or --builtin NAME; hexarium lab list tells the names".to_string()),
    };
    let plan =
        Plan::read(&text).map_err(|e| arguments.file.as_ref().map_or(e.clone(), |path| format!("{path}: {e}")))?;
    let jobs = usual_jobs(arguments.jobs)?;
    let shard = arguments.shard.as_deref().map_or(Ok(Shard::ALONE), Shard::parse)?;
    let folder = arguments.out.clone().map_or_else(|| Path::new("lab").join(name), PathBuf::from);
    std::fs::create_dir_all(&folder).map_err(|e| format!("--out: cannot make '{}': {e}", folder.display()))?;
    let path = folder.join(shard.file());
    let mut shelf = Shelf::open(&path, plan.header()).map_err(|e| e.to_string())?;

    let begun = Instant::now();
    let there = shelf.len();
    play_missing(&plan, &mut shelf, shard, jobs)?;
    log(
        &folder,
        &format!(
            "{} games in {} on {jobs} threads{}",
            shelf.len() - there,
            spoken(begun.elapsed()),
            match shard.of {
                1 => String::new(),
                of => format!(", part {} of {of}", shard.number),
            }
        ),
    )?;
    if shard.of > 1 {
        shelf.finish().map_err(|e| e.to_string())?;
        return Ok(format!(
            "{} games in {}; hexarium lab merge puts the parts together\n",
            shelf.len(),
            path.display()
        ));
    }
    close(plan, shelf, &folder, &arguments.app.url, arguments.json.json)
}

/// Plays the games that are not there yet, look by look, so that a series ends as soon as its games are enough.
fn play_missing(plan: &Plan, shelf: &mut Shelf, shard: Shard, jobs: usize) -> Result<(), String> {
    let experiment = &plan.experiment;
    let looks: Vec<Vec<u32>> = plan.arms.iter().map(|arm| experiment.looks(arm).at()).collect();
    let rounds = looks.iter().map(Vec::len).max().unwrap_or(0);
    let mut progress = Progress::new();
    let begun = Instant::now();
    let mut played = 0;
    // A part of the games cannot know whether all of them are enough: it plays to the end, and merging drops what was not needed.
    let together = shard.of == 1;
    for round in 0..rounds {
        let mut missing = Vec::new();
        for (number, arm) in plan.arms.iter().enumerate() {
            if together && arm.enough(experiment, &shelf.of(number)).is_some() {
                continue;
            }
            let until = looks[number][round.min(looks[number].len() - 1)];
            let wanted = (0..until).filter(|&n| shard.has(n) && !shelf.has(number, n));
            missing.extend(wanted.map(|n| (number, n)));
        }
        // Short and long series side by side, so that the estimate of the time left is good.
        missing.sort_by_key(|&(arm, game)| (game, arm));
        let kept = Mutex::new(&mut *shelf);
        let work = |i: usize| {
            let (arm, number) = missing[i];
            let game = play(experiment, &plan.arms[arm], number, &Registry);
            kept.lock().expect("nobody panics while keeping").keep(arm, game).map_err(|e| e.to_string())
        };
        let mut done = 0;
        do_all(missing.len(), jobs, work, |()| {
            done += 1;
            played += 1;
            let share = done as f64 / missing.len() as f64;
            let left = begun.elapsed().mul_f64((missing.len() - done) as f64 / f64::from(played));
            let round = if rounds > 1 { format!(", look {} of at most {rounds}", round + 1) } else { String::new() };
            progress.show(&format!("{} {done} of {} games{round}, {} left", bar(share), missing.len(), spoken(left)));
            true
        })?;
    }
    progress.end();
    Ok(())
}

/// Drops games that were not needed, writes everything, and tells what came out.
fn close(plan: Plan, mut shelf: Shelf, folder: &Path, app: &str, as_json: bool) -> Outcome {
    for (number, arm) in plan.arms.iter().enumerate() {
        if let Some(enough) = arm.enough(&plan.experiment, &shelf.of(number)).map(<[Played]>::len) {
            shelf.drop_from(number, enough as u32);
        }
    }
    shelf.finish().map_err(|e| e.to_string())?;
    let findings = plan.findings(&shelf)?;
    write_reports(&findings, folder, app)?;
    if as_json {
        return Ok(report::json(&findings));
    }
    Ok(format!("{}report: {}\n", report::text(&findings), folder.join("report.html").display()))
}

fn write_reports(findings: &Findings, folder: &Path, app: &str) -> Result<(), String> {
    for (name, text) in [
        ("report.html", report::html(findings, app)),
        ("report.json", report::json(findings)),
        ("report.csv", report::csv(findings)),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|e| format!("cannot write '{}': {e}", path.display()))?;
    }
    Ok(())
}

/// Adds a line to the log: what differs from run to run, and so is not in the report.
fn log(folder: &Path, line: &str) -> Result<(), String> {
    let path = folder.join(LOG);
    let problem = |e: std::io::Error| format!("cannot write '{}': {e}", path.display());
    let mut file = std::fs::OpenOptions::new().create(true).append(true).open(&path).map_err(problem)?;
    writeln!(file, "{line}").map_err(problem)
}

fn merge(arguments: &LabMerge) -> Outcome {
    let read = |path: &String| Shelf::read(Path::new(path)).map_err(|e| e.to_string());
    let (first, others) = arguments.files.split_first().ok_or("give the files of the parts")?;
    let first = read(first)?;
    let folder = Path::new(&arguments.out);
    std::fs::create_dir_all(folder).map_err(|e| format!("--out: cannot make '{}': {e}", folder.display()))?;
    let mut shelf = Shelf::new(&folder.join(GAMES), first.header.clone());
    shelf.add_all(first).map_err(|e| e.to_string())?;
    for path in others {
        shelf.add_all(read(path)?).map_err(|e| e.to_string())?;
    }
    let plan = Plan::read(&shelf.header.experiment.clone())?;
    close(plan, shelf, folder, &arguments.app.url, arguments.json.json)
}

fn report_again(arguments: &LabReport) -> Outcome {
    let path = Path::new(&arguments.games);
    let path = if path.is_dir() { path.join(GAMES) } else { path.to_path_buf() };
    let shelf = Shelf::read(&path).map_err(|e| e.to_string())?;
    let findings = Plan::read(&shelf.header.experiment)?.findings(&shelf)?;
    let folder = match &arguments.out {
        Some(out) => PathBuf::from(out),
        None => path.parent().map_or(PathBuf::from("."), Path::to_path_buf),
    };
    std::fs::create_dir_all(&folder).map_err(|e| format!("--out: cannot make '{}': {e}", folder.display()))?;
    write_reports(&findings, &folder, &arguments.app.url)?;
    if arguments.json.json {
        return Ok(report::json(&findings));
    }
    Ok(format!("{}report: {}\n", report::text(&findings), folder.join("report.html").display()))
}

fn games(arguments: &LabGames) -> Outcome {
    let path = Path::new(&arguments.games);
    let path = if path.is_dir() { path.join(GAMES) } else { path.to_path_buf() };
    let shelf = Shelf::read(&path).map_err(|e| e.to_string())?;
    let plan = Plan::read(&shelf.header.experiment)?;
    let mut out = String::new();
    for (number, arm) in plan.arms.iter().enumerate() {
        let variant = &plan.experiment.variants[arm.variant];
        if arguments.variant.as_ref().is_some_and(|wanted| *wanted != variant.name) {
            continue;
        }
        let game = Registry.game(&variant.game);
        for played in shelf.of(number) {
            let seat = |player: Player| arm.seats[arm.beginner(played.number) ^ player.index()].to_string();
            out += &report::record(&*game, &played, Player::BOTH.map(seat), &open)?;
            out.push('\n');
        }
    }
    if out.is_empty() {
        let known: Vec<&str> = plan.experiment.variants.iter().map(|v| &*v.name).collect();
        return Err(format!("no games of such a variant; there are {}", known.join(", ")));
    }
    Ok(out)
}
