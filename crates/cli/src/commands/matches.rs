//! `hexarium match`: a match between two players.

use std::fmt::Write;
use std::time::Duration;

use hexarium_search::arena::{Score, Sprt, Verdict};
use serde_json::json;

use super::{open, within};
use crate::arena::{Duel, Played, Spec, Spent, records};
use crate::args::Match;
use crate::output::Outcome;
use crate::pool::{do_all, usual_jobs};
use crate::progress::Progress;
use crate::threads::MAX_THREADS;

/// Maximum number of games.
const MAX_GAMES: usize = 1_000_000;

pub(crate) fn run(arguments: &Match) -> Outcome {
    let game = open(&arguments.game, &arguments.set)?;
    let spec = |flag: &str, text: &str| Spec::parse(text).map_err(|e| format!("{flag}: {e}"));
    let specs = [spec("--first", &arguments.first)?, spec("--second", &arguments.second)?];
    let sprt = arguments.sprt.as_deref().map(Sprt::parse).transpose().map_err(|e| format!("--sprt: {e}"))?;
    within("--games", arguments.games, MAX_GAMES)?;
    let jobs = usual_jobs(arguments.jobs)?;
    within("--threads", arguments.threads, MAX_THREADS)?;
    if !(0.01..=86_400.0).contains(&arguments.timeout) {
        return Err(format!("invalid --timeout {}: expected 0.01 to 86400 seconds", arguments.timeout));
    }
    let duel = Duel {
        game: &*game,
        specs: &specs,
        engine: hexarium_engines::engine_factory(&*game),
        opening: hexarium_engines::opening_generator(&*game),
        turns: arguments.opening,
        seed: arguments.seed,
        threads: arguments.threads,
        timeout: Duration::from_secs_f64(arguments.timeout),
        adjudicate: arguments.adjudicate,
    };
    arguments.save.as_deref().map_or(Ok(()), records::create_folder)?;
    let mut tally = Tally::new(sprt);
    let mut trouble = None;
    let mut progress = Progress::new();
    let mut done = 0;
    let outcome = do_all(
        arguments.games,
        jobs,
        |number| duel.play(number),
        |played| {
            tally.add(&played);
            done += 1;
            progress.show(&format!("{done} of {} games: {}", arguments.games, tally.score));
            trouble = arguments.save.as_deref().and_then(|folder| records::save(folder, &*game, &specs, &played).err());
            tally.verdict.is_none() && trouble.is_none()
        },
    );
    progress.end();
    outcome?;
    if let Some(trouble) = trouble {
        return Err(trouble);
    }
    tally.finish();
    let name = game.canonical_id();
    Ok(if arguments.json.json { tally.json(&name, &specs) } else { tally.text(&name, &specs) })
}

/// The results so far.
struct Tally {
    score: Score,
    /// The scores of the games in which `--first` made the first move, and of the others.
    by_side: [Score; 2],
    /// The half points of a game whose pair is not complete yet.
    half_pair: Option<usize>,
    spent: [Spent; 2],
    actions: usize,
    failures: Vec<String>,
    sprt: Option<Sprt>,
    verdict: Option<Verdict>,
}

impl Tally {
    fn new(sprt: Option<Sprt>) -> Self {
        Self {
            score: Score::default(),
            by_side: [Score::default(); 2],
            half_pair: None,
            spent: [Spent::default(); 2],
            actions: 0,
            failures: Vec::new(),
            sprt,
            verdict: None,
        }
    }

    fn add(&mut self, played: &Played) {
        let points = played.half_points();
        self.by_side[played.beginner].add_game(points);
        for who in 0..2 {
            self.spent[who] = self.spent[who].plus(&played.spent[who]);
        }
        self.actions += played.line.len();
        if let Some((loser, failure)) = &played.failure {
            let who = ["--first", "--second"][played.beginner ^ loser.index()];
            self.failures.push(format!(
                "game {}: {who} lost by {}: {}",
                played.number + 1,
                failure.reason,
                failure.what
            ));
        }
        match self.half_pair.take() {
            None => self.half_pair = Some(points),
            Some(first) => {
                self.score.add_pair(first, points);
                self.verdict = self.sprt.and_then(|sprt| sprt.verdict(&self.score));
            }
        }
    }

    /// Adds the last game of an odd number.
    fn finish(&mut self) {
        if let Some(points) = self.half_pair.take() {
            self.score.add_game(points);
        }
    }

    fn text(&self, game: &str, specs: &[Spec; 2]) -> String {
        let mut out = format!("game: {game}, {:.0} actions on average\n", self.actions_a_game());
        for (who, word) in ["first", "second"].into_iter().enumerate() {
            let spent = &self.spent[who];
            let (mean, longest) = (mean_ms(spent), ms(spent.longest));
            let processor = mean_processor_ms(spent).map(|ms| format!(", processor time {ms:.1} ms"));
            let processor = processor.unwrap_or_default();
            let _ =
                writeln!(out, "{word}: {}, {mean:.1} ms per action, at most {longest:.1} ms{processor}", specs[who]);
        }
        let [begun, answered] = self.by_side.map(|s| format!("{}-{}-{}", s.wins, s.draws, s.losses));
        let _ = writeln!(out, "sides: {begun} moving first, {answered} moving second");
        let pairs = self.score.pairs.map(|n| n.to_string()).join(" ");
        let _ = writeln!(out, "pairs: {pairs} with 0, ½, 1, 1½, 2 points");
        for failure in &self.failures {
            let _ = writeln!(out, "{failure}");
        }
        if let Some(sprt) = &self.sprt {
            let _ = writeln!(out, "sprt: {}, llr {:.2}", self.verdict_word(), sprt.llr(&self.score));
        }
        let _ = writeln!(out, "score: {}", self.score);
        out
    }

    fn json(&self, game: &str, specs: &[Spec; 2]) -> String {
        let elo = self.score.elo();
        // JSON has no infinity.
        let number = |x: f64| if x.is_finite() { json!(x) } else { json!(x.to_string()) };
        let wdl = |s: &Score| json!([s.wins, s.draws, s.losses]);
        let player = |who: usize| {
            let spent = &self.spent[who];
            json!({
                "spec": specs[who].to_string(), "ms_per_action": mean_ms(spent), "longest_ms": ms(spent.longest),
                "processor_ms_per_action": mean_processor_ms(spent),
            })
        };
        let sprt = self.sprt.map(|sprt| json!({"verdict": self.verdict_word(), "llr": sprt.llr(&self.score)}));
        let document = json!({
            "game": game, "first": player(0), "second": player(1), "games": self.score.games(),
            "wins": self.score.wins, "draws": self.score.draws, "losses": self.score.losses,
            "elo": number(elo.middle), "low": number(elo.low), "high": number(elo.high),
            "pairs": self.score.pairs, "with_first_move": wdl(&self.by_side[0]), "with_second_move": wdl(&self.by_side[1]),
            "actions_per_game": self.actions_a_game(), "failures": self.failures, "sprt": sprt,
        });
        format!("{document}\n")
    }

    fn verdict_word(&self) -> &'static str {
        match self.verdict {
            Some(Verdict::Lower) => "lower",
            Some(Verdict::Upper) => "upper",
            None => "open",
        }
    }

    fn actions_a_game(&self) -> f64 {
        let games: u64 = self.by_side.iter().map(Score::games).sum();
        self.actions as f64 / games.max(1) as f64
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// Returns the mean processor time of an action, where it is known.
fn mean_processor_ms(spent: &Spent) -> Option<f64> {
    Some(ms(spent.processor?) / f64::from(spent.actions.max(1)))
}

fn mean_ms(spent: &Spent) -> f64 {
    ms(spent.time) / f64::from(spent.actions.max(1))
}
