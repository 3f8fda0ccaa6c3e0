//! One puzzle on the board.

use hexarium_kernel::Player;
use hexarium_puzzles::{Judgement, OpenPuzzle, Puzzle, PuzzleResult, Theme};
use hexarium_session::{Contest, Form, GameController, GameSession, Phase, PlayerKind};
use hexarium_worker::{Job, JobResult};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{ProgressProblem, next_address, rating, streak};
use crate::browser;
use crate::game_ui::{GameUi, preferences};
use crate::games;
use crate::language::tr;
use crate::messages::{fill, text};
use crate::pages::NotFound;
use crate::pages::exercise::{Exercise, Response};
use crate::puzzles::{Found, PuzzleAddress, Puzzles, today};
use crate::words::game_title;

/// The page of the puzzle at an address, which becomes the address of that very puzzle.
#[component]
pub(crate) fn PuzzlePage(address: PuzzleAddress) -> impl IntoView {
    let puzzles: Puzzles = expect_context();
    puzzles.refresh();
    puzzles.synchronise();
    let day = today();
    let found = RwSignal::new(None);
    spawn_local(async move {
        let puzzle = puzzles.find(address).await;
        let daily = match &puzzle {
            Ok(Found::Puzzle(puzzle, _)) => puzzles.daily(day).await.filter(|daily| daily.id == puzzle.id),
            _ => None,
        };
        found.try_set(Some((puzzle, daily.map(|_| day))));
    });
    move || match found.get() {
        None => view! { <main class="page narrow"><p class="quiet" role="status">"…"</p></main> }.into_any(),
        Some((Ok(Found::Puzzle(puzzle, theme)), day)) => {
            // The theme of the puzzles that follow survives a reload.
            let theme_part = theme.map(|theme| format!("/{theme}")).unwrap_or_default();
            browser::replace(&format!("/puzzle/{}{theme_part}", puzzle.id));
            match OpenPuzzle::open(&puzzle, games()) {
                Ok(open) => view! { <Solve puzzle=*puzzle open=open theme=theme day=day/> }.into_any(),
                Err(error) => not_found(error.to_string()),
            }
        }
        Some((Ok(Found::NoneLeft), _)) => view! {
            <main class="page narrow">
                <h1>{text().puzzles}</h1>
                <p>{text().no_puzzles_left}</p>
                <p class="row"><a class="button primary" href="#/puzzles">{text().all_puzzles}</a></p>
            </main>
        }
        .into_any(),
        Some((Err(reason), _)) => not_found(reason),
    }
}

fn not_found(reason: String) -> AnyView {
    view! { <NotFound title=text().puzzles reason=reason/> }.into_any()
}

/// The activity on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Stage {
    /// The player enters a turn.
    Trying,
    /// The turn was wrong; the refutation is shown.
    Wrong(String),
    /// The turn was right.
    Solved(String),
    /// The solution is shown.
    Shown(String),
}

/// The tries at a puzzle.
#[derive(Clone, Copy)]
struct Tries {
    ui: GameUi,
    puzzles: Puzzles,
    puzzle: StoredValue<Puzzle>,
    open: StoredValue<OpenPuzzle, LocalStorage>,
    /// The day, if this is its puzzle.
    day: Option<u64>,
    stage: RwSignal<Stage>,
    /// Counts tries and solutions shown, so that a late reply is recognised.
    count: StoredValue<u32>,
}

/// The puzzle.
#[component]
fn Solve(puzzle: Puzzle, open: OpenPuzzle, theme: Option<Theme>, day: Option<u64>) -> impl IntoView {
    let puzzles: Puzzles = expect_context();
    let announced = expect_context::<GameUi>().announced;
    let Ok(controller) = controller(&puzzle, open.player(), PlayerKind::Human) else {
        return not_found(fill(text().no_puzzle, &[("id", &puzzle.id.to_string())]));
    };
    let (task, game) = (tr(&open.task()), puzzle.game_id().to_string());
    let tries = Tries {
        ui: GameUi::of(controller, announced),
        puzzles,
        puzzle: StoredValue::new(puzzle.clone()),
        open: StoredValue::new_local(open),
        day,
        stage: RwSignal::new(Stage::Trying),
        count: StoredValue::new(0),
    };
    let (ui, stage) = (tries.ui, tries.stage);
    on_cleanup(move || puzzles.stop());
    Effect::new(move |_| tries.judge());
    ui.announce(&task);
    let response = move || {
        let (words, is_solved) = match stage.get() {
            Stage::Trying => return None,
            Stage::Solved(words) => (words, true),
            Stage::Wrong(words) | Stage::Shown(words) => (words, false),
        };
        Some(Response { words, is_solved })
    };
    let is_trying = move || stage.get() == Stage::Trying;
    let is_solved = move || matches!(stage.get(), Stage::Solved(_));
    let is_over = move || matches!(stage.get(), Stage::Solved(_) | Stage::Shown(_));
    // A turn that begins a longer win is followed by the rest of it.
    let has_more = matches!(puzzle.theme, Theme::Win(2..));
    let next = next_address(&game, theme);
    let is_confirming = move || ui.phase.get() == Phase::Confirming;
    let has_solution = move || match stage.get() {
        Stage::Trying => !is_confirming(),
        Stage::Wrong(_) => true,
        Stage::Solved(_) => has_more,
        Stage::Shown(_) => false,
    };
    let controls = view! {
        <button id="try-again" class:primary=move || !is_over() hidden=move || is_trying() || is_solved() on:click=move |_| tries.again()>{text().try_again}</button>
        <button id="solution" hidden=move || !has_solution() on:click=move |_| tries.show_solution()>{text().show_solution}</button>
        <a id="next-puzzle" class="button primary" hidden=move || !is_over() href=next>{text().next_puzzle}</a>
    };
    let known = untrack(|| puzzles.progress(|progress| progress.result(puzzle.id)));
    let title = day.map_or_else(|| tr(&puzzle.theme.title()), |_| text().daily_puzzle.to_string());
    let facts =
        fill(text().puzzle_facts, &[("game", &game_title(&puzzle.game)), ("rating", &puzzle.rating().to_string())]);
    let analysis = analysis_link(&puzzle);
    view! {
        <Exercise
            ui=ui
            task=task
            response=Signal::derive(response)
            is_locked=Signal::derive(move || !is_trying())
            controls=controls.into_any()
        >
            <h1>{title}</h1>
            <p id="puzzle" data-puzzle=puzzle.id.to_string()>{facts}</p>
            {known.map(|_| view! { <p class="quiet">{text().not_rated}</p> })}
            <p class="rating">{move || puzzles.progress(|progress| rating(progress, &game))}</p>
            <p class="streak">{move || puzzles.progress(streak)}</p>
            <ProgressProblem/>
            <p class="row">
                <a class="button" href="#/puzzles">{text().all_puzzles}</a>
                <button id="copy-link" on:click=move |_| tries.copy_link()>{text().copy_link}</button>
                {move || is_over().then(|| analysis.clone().map(|link| view! { <a class="button" id="study" href=link>{text().analysis_board}</a> }))}
            </p>
        </Exercise>
    }
    .into_any()
}

/// The controller of a puzzle. The opponent is remote, so that the actions of a refutation need no
/// confirmation; so is the solver while a solution is shown.
fn controller(puzzle: &Puzzle, solver: Player, kind: PlayerKind) -> Result<GameController, String> {
    let session = GameSession::at_position(games(), &puzzle.game, &puzzle.position)?;
    let contest = Contest::new([kind, PlayerKind::Remote], solver);
    Ok(GameController::unsaved(session, contest, preferences()))
}

/// The link to the position on the analysis board.
fn analysis_link(puzzle: &Puzzle) -> Option<String> {
    let session = GameSession::at_position(games(), &puzzle.game, &puzzle.position).ok()?;
    session.export(Form::Link).ok()
}

impl Tries {
    /// Judges the turn when it is complete and confirmed.
    fn judge(self) {
        let is_still = self.ui.phase.get() == Phase::Idle;
        let judgement = self.ui.session(|session| self.open.with_value(|open| open.judge(session.state())));
        if is_still && self.stage.get_untracked() == Stage::Trying {
            match judgement {
                Judgement::Unfinished => {}
                Judgement::Solved => untrack(|| self.solve()),
                Judgement::Wrong => untrack(|| self.refute()),
            }
        }
    }

    fn solve(self) {
        let puzzle = self.puzzle.get_value();
        let game = puzzle.game_id();
        let rating = || self.puzzles.progress(|progress| format!("{:.0}", progress.rating(game).rating));
        let (before, is_first) = (rating(), self.puzzles.progress(|progress| progress.result(puzzle.id).is_none()));
        self.puzzles.record(&puzzle, true, Some(self.turn()), self.day);
        let (result, streak) =
            self.puzzles.progress(|progress| (progress.result(puzzle.id), progress.streak().current.to_string()));
        let mut words = vec![match result {
            Some(PuzzleResult::Retried) => text().puzzle_retried.to_string(),
            _ => text().puzzle_solved.to_string(),
        }];
        if is_first {
            words.push(fill(text().rating_change, &[("before", &before), ("after", &rating())]));
            words.push(fill(text().in_a_row, &[("n", &streak)]));
        }
        self.show(Stage::Solved(words.join(" ")), "#next-puzzle");
    }

    /// The turn on the board.
    fn turn(self) -> Vec<String> {
        self.ui.session_untracked(GameSession::actions)
    }

    /// Has the wrong turn refuted on the board.
    fn refute(self) {
        let puzzle = self.puzzle.get_value();
        let turn = self.turn();
        self.puzzles.record(&puzzle, false, Some(turn.clone()), None);
        self.show(Stage::Wrong(text().refuting.to_string()), "#try-again");
        let is_current = self.current();
        self.puzzles.start(Job::Refute { puzzle: puzzle.line(), turn }, move |result| {
            if !is_current() {
                return;
            }
            let (mut words, mut line, mut shows) = (text().wrong_turn.to_string(), Vec::new(), text().reply);
            if let Ok(JobResult::Refutation(refutation)) = result {
                words = format!("{words} {}", tr(&refutation.reason));
                line = refutation.line;
                if refutation.is_better {
                    shows = text().better;
                    self.reset(PlayerKind::Remote);
                }
            }
            if !line.is_empty() {
                words = format!("{words} {}", fill(shows, &[("line", &line.join(" "))]));
            }
            self.stage.set(Stage::Wrong(words));
            self.ui.play_line(line, self.current());
        });
    }

    /// Sets the position back, for another try.
    fn again(self) {
        self.reset(PlayerKind::Human);
        self.stage.set(Stage::Trying);
        self.ui.announce(&self.open.with_value(OpenPuzzle::task));
        browser::focus("#board [tabindex='0']");
    }

    /// Plays the solution on the board. A puzzle that is not solved counts as failed.
    fn show_solution(self) {
        let puzzle = self.puzzle.get_value();
        self.puzzles.record(&puzzle, false, None, None);
        self.reset(PlayerKind::Remote);
        self.show(Stage::Shown(text().solution_sought.to_string()), "#next-puzzle");
        let is_current = self.current();
        self.puzzles.start(Job::Solve { puzzle: puzzle.line() }, move |result| {
            if !is_current() {
                return;
            }
            let line = match result {
                Ok(JobResult::Solution(line)) => line,
                _ => puzzle.solutions.first().cloned().unwrap_or_default(),
            };
            self.stage.set(Stage::Shown(fill(text().solution, &[("line", &line.join(" "))])));
            self.ui.play_line(line, is_current);
        });
    }

    /// Puts the position of the puzzle on the board again.
    fn reset(self, kind: PlayerKind) {
        self.puzzles.stop();
        self.count.update_value(|count| *count += 1);
        let solver = self.open.with_value(OpenPuzzle::player);
        if let Ok(controller) = self.puzzle.with_value(|puzzle| controller(puzzle, solver, kind)) {
            self.ui.replace(controller);
        }
    }

    /// Shows a stage, and moves the focus to what comes next.
    fn show(self, stage: Stage, next: &'static str) {
        self.stage.set(stage);
        request_animation_frame(move || browser::focus(next));
    }

    /// A condition that holds until the next try.
    fn current(self) -> impl Fn() -> bool + Copy + 'static {
        let number = self.count.get_value();
        move || self.count.try_get_value() == Some(number)
    }

    fn copy_link(self) {
        let id = self.puzzle.with_value(|puzzle| puzzle.id);
        browser::copy(&format!("{}#/puzzle/{id}", browser::address()));
        self.ui.announce(text().copied);
    }
}
