//! The lab page: two variants, compared by engine games.

use hexarium_kernel::GameSpec;
use hexarium_lab::stats::Estimate;
use hexarium_session::forms::{LabForm, without_seed};
use hexarium_worker::{Job, JobResult};
use leptos::prelude::*;

use super::new_game::{LevelPicker, Variant};
use crate::browser;
use crate::engine::EngineWorker;
use crate::games;
use crate::lab::Tally;
use crate::language::tr;
use crate::messages::{fill, text};

/// The maximum number of workers.
const MAX_WORKERS: usize = 4;

/// A running experiment. Copies share their state.
#[derive(Clone, Copy)]
struct Run {
    tallies: RwSignal<[Tally; 2]>,
    /// Increases with every start and stop, so that late results of an earlier run are ignored.
    round: RwSignal<u32>,
    running: RwSignal<bool>,
    /// The next game, counting both variants.
    next: StoredValue<u32>,
    engines: StoredValue<Vec<EngineWorker>, LocalStorage>,
    problem: RwSignal<Option<String>>,
}

impl Run {
    fn new() -> Self {
        Self {
            tallies: RwSignal::default(),
            round: RwSignal::new(0),
            running: RwSignal::new(false),
            next: StoredValue::new(0),
            engines: StoredValue::new_local(Vec::new()),
            problem: RwSignal::new(None),
        }
    }

    fn begin(self, games: [String; 2], level: u8, of_each: u32) {
        self.stop();
        self.tallies.set(Default::default());
        self.next.set_value(0);
        self.problem.set(None);
        self.running.set(true);
        let workers = browser::cores().saturating_sub(1).clamp(1, MAX_WORKERS);
        self.engines.update_value(|engines| engines.resize_with(workers, EngineWorker::default));
        let round = self.round.get_untracked();
        for worker in 0..workers {
            self.go_on(worker, round, games.clone(), level, of_each);
        }
    }

    /// Requests the next game from a worker.
    fn go_on(self, worker: usize, round: u32, games: [String; 2], level: u8, of_each: u32) {
        let number = self.next.get_value();
        if number >= 2 * of_each {
            let done = self.tallies.with_untracked(|tallies| tallies.iter().map(|t| t.score.games()).sum::<u64>());
            self.running.set(done < u64::from(2 * of_each));
            return;
        }
        self.next.set_value(number + 1);
        // The variants alternate, so that their intervals shrink together.
        let variant = number as usize % 2;
        let Some(engine) = self.engines.with_value(|engines| engines.get(worker).cloned()) else { return };
        let job = Job::LabGame { game: games[variant].clone(), level, number: number / 2 };
        let then = move |result: Result<JobResult, String>| {
            if self.round.get_untracked() != round {
                return;
            }
            match result {
                Ok(JobResult::LabGame(result)) => self.tallies.update(|tallies| tallies[variant].add(result)),
                Ok(_) => {}
                Err(problem) => {
                    self.problem.set(Some(problem));
                    return self.stop();
                }
            }
            self.go_on(worker, round, games, level, of_each);
        };
        engine.start(job, Box::new(then));
    }

    fn stop(self) {
        self.round.update(|round| *round += 1);
        self.running.set(false);
        self.engines.update_value(|engines| engines.drain(..).for_each(|engine| engine.stop()));
    }
}

/// The page.
#[component]
pub(crate) fn LabPage(spec: &'static GameSpec) -> impl IntoView {
    // The form as it was left: the variants, the level and the number of games.
    let key = format!("lab.{}", spec.id);
    let last = LabForm::from_text(games(), spec, &browser::load(&key).unwrap_or_default());
    let variants = last.variants.map(RwSignal::new);
    let (level, of_each) = (RwSignal::new(last.level), RwSignal::new(last.of_each));
    let run = Run::new();
    on_cleanup(move || run.stop());
    let texts = move || variants.map(|options| options.with(|options| without_seed(spec, options)));
    Effect::new(move |_| {
        let form =
            LabForm { variants: variants.map(|options| options.get()), level: level.get(), of_each: of_each.get() };
        browser::store(&key, &form.to_text(spec));
    });
    let same = move || {
        let [a, b] = texts();
        a == b
    };
    // Results belong to the variants and the level that were measured.
    Effect::new(move |_| {
        texts();
        level.track();
        untrack(move || {
            run.stop();
            run.tallies.set(Default::default());
        });
    });
    let games = games().specs().iter().map(|game| {
        view! { <option value=game.id selected=game.id == spec.id>{game.title}</option> }
    });
    let counts = LabForm::GAMES_OF_EACH
        .map(|n| view! { <option value=n.to_string() selected=move || of_each.get() == n>{n}</option> });
    let titles = [text().lab_variant_a, text().lab_variant_b];
    let forms = variants.into_iter().zip(titles).map(|(options, title)| {
        let name = move || options.with(|options| without_seed(spec, options));
        view! {
            <section class="lab-variant">
                <h2>{title}</h2>
                <p><code>{name}</code></p>
                <Variant spec=spec options=options seed=().into_any()/>
            </section>
        }
    });
    let start = move |_| run.begin(untrack(texts), level.get_untracked(), of_each.get_untracked());
    let button = move || {
        if run.running.get() {
            view! { <button class="big" id="lab-stop" on:click=move |_| run.stop()>{text().lab_stop}</button> }
                .into_any()
        } else {
            view! { <button class="primary big" id="lab-run" disabled=same on:click=start>{text().lab_run}</button> }
                .into_any()
        }
    };
    view! {
        <main class="page lab">
            <div><h1>{text().lab_title}</h1><p class="quiet">{text().lab_subtitle}</p></div>
            <div class="row">
                <label class="field"><span>{text().lab_game}</span>
                    <select id="lab-game" on:change=move |event| browser::go(&format!("/lab/{}", event_target_value(&event)))>{games.collect_view()}</select>
                </label>
                <LevelPicker label=text().level level=level/>
                <label class="field"><span>{text().lab_games}</span>
                    <select id="lab-games" on:change=move |event| of_each.set(event_target_value(&event).parse().unwrap_or(last.of_each))>{counts.collect_view()}</select>
                </label>
            </div>
            <div class="lab-variants">{forms.collect_view()}</div>
            <p class="row">{button}<span class="quiet" role="status">{move || if same() { text().lab_same.to_string() } else { String::new() }}</span></p>
            <p class="problem" role="alert">{move || run.problem.get().map(|problem| tr(&problem))}</p>
            <Outcome run=run of_each=of_each/>
            <p class="quiet">{move || fill(text().lab_method, &[("level", &level.get().to_string())])}" "{text().lab_more}</p>
        </main>
    }
}

/// The results so far.
#[component]
fn Outcome(run: Run, of_each: RwSignal<u32>) -> impl IntoView {
    let row = move |variant: usize, title: &'static str| {
        let tally = move || run.tallies.with(|tallies| tallies[variant]);
        let share = move || tally().share(of_each.get());
        let count = move || {
            let done = tally().score.games().to_string();
            fill(text().lab_count, &[("done", &done), ("all", &of_each.get().to_string())])
        };
        let percent = |x: f64| format!("{:.2}%", 100.0 * x);
        view! {
            <section class="lab-outcome" data-variant=variant.to_string()>
                <h2>{title}</h2>
                <p class="quiet lab-count">{count}</p>
                <p><b>{text().lab_share}</b>" "<span class="lab-share">{move || words(&share())}</span></p>
                <div class="lab-scale" aria-hidden="true"><i class="lab-half"></i><i class="lab-interval" style=("left", move || percent(share().low)) style=("width", move || percent(2.0 * share().half_width()))></i><i class="lab-point" style=("left", move || percent(share().value))></i></div>
                <p><b>{text().lab_turns}</b>" "{move || {
                    let turns = tally().turns(of_each.get());
                    if turns.high.is_finite() { format!("{:.1} [{:.1}, {:.1}]", turns.value, turns.low, turns.high) } else { "–".to_string() }
                }}</p>
                <p><b>{text().lab_draws}</b>" "{move || tally().score.draws}</p>
            </section>
        }
    };
    let any = move || run.tallies.with(|tallies| tallies.iter().all(|tally| tally.score.games() > 0));
    let verdict = move || {
        let [a, b] = run.tallies.with(|tallies| tallies.map(|tally| tally.share(of_each.get())));
        let difference = b.minus(&a);
        let points = format!(
            "{:+.1} [{:+.1}, {:+.1}]",
            100.0 * difference.value,
            100.0 * difference.low,
            100.0 * difference.high
        );
        if !any() {
            text().lab_waiting.to_string()
        } else if difference.contains(0.0) {
            fill(text().lab_not_significant, &[("difference", &points)])
        } else {
            let better = if difference.value > 0.0 { text().lab_better } else { text().lab_worse };
            fill(text().lab_significant, &[("better", better), ("difference", &points)])
        }
    };
    let shown = move || run.running.get() || any();
    view! {
        <div class="lab-outcomes" hidden=move || !shown()>
            {row(0, text().lab_variant_a)}
            {row(1, text().lab_variant_b)}
            <p class="lab-verdict" role="status">{verdict}</p>
        </div>
    }
}

fn words(share: &Estimate) -> String {
    let percent = |x: f64| format!("{:.1}", 100.0 * x);
    let values = [("value", percent(share.value)), ("low", percent(share.low)), ("high", percent(share.high))];
    let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, &**value)).collect();
    fill(text().lab_share_text, &values)
}
