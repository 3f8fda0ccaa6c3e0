//! The lesson of a game: short steps with interactive boards.

use std::time::Duration;

use hexarium_kernel::lesson::{Feedback, Lesson, Step};
use hexarium_kernel::{GameSpec, Input, Player, Spot};
use hexarium_pictures::{Advice, Canvas};
use hexarium_session::{Choice, GameController, GameSession, words};
use leptos::prelude::*;

use super::play::{Chooser, translated_names};
use crate::board::{Board, above_pieces, below_pieces, plain_canvas};
use crate::game_ui::GameUi;
use crate::games;
use crate::language::tr;
use crate::messages::{fill, text};
use crate::settings::settings;

/// The page.
#[component]
pub(crate) fn Learn(spec: &'static GameSpec) -> impl IntoView {
    match Lesson::parse(spec.lesson()) {
        Ok(lesson) => view! { <Course spec=spec lesson=lesson/> }.into_any(),
        Err(problem) => broken(&problem.to_string()),
    }
}

fn broken(reason: &str) -> AnyView {
    let reason = fill(text().lesson_broken, &[("reason", &tr(reason))]);
    view! { <super::NotFound title=text().not_found_title reason=reason/> }.into_any()
}

/// All steps, one at a time.
#[component]
fn Course(spec: &'static GameSpec, lesson: Lesson<'static>) -> impl IntoView {
    let all = lesson.steps.len();
    let announced = expect_context::<GameUi>().announced;
    let place = RwSignal::new(0_usize);
    let finished = RwSignal::new(false);
    let steps = StoredValue::new(lesson.steps);
    let dots = (0..all).map(|i| view! { <li class:done=move || i <= place.get()></li> }).collect_view();
    let body = move || {
        let step = steps.with_value(|steps| steps[place.get()].clone());
        let session = match step.position {
            Some(position) => GameSession::at_position(games(), step.game, position),
            None => GameSession::new(games(), step.game),
        };
        let opened = session.and_then(|mut session| {
            for action in &step.play {
                session.play(action)?;
            }
            Ok(session)
        });
        match opened {
            Ok(session) => {
                let ui = GameUi::unsaved(session, announced);
                let next = move || {
                    if place.get_untracked() + 1 < all {
                        place.update(|place| *place += 1);
                    } else {
                        finished.set(true);
                    }
                };
                view! { <Scene step=step ui=ui next=next/> }.into_any()
            }
            Err(reason) => broken(&reason),
        }
    };
    let course = move || {
        view! {
            <div class="lesson-head">
                <p class="row">
                    <button id="previous" disabled=move || place.get() == 0 on:click=move |_| place.update(|p| *p -= 1)>{text().previous}</button>
                    <span class="quiet">{move || fill(text().step, &[("n", &(place.get() + 1).to_string()), ("all", &all.to_string())])}</span>
                    <a href=format!("#/rules/{}", spec.id)>{text().full_rules}</a>
                </p>
            </div>
            {body}
        }
    };
    let end = move || {
        view! {
            <div class="stack">
                <p class="ask">{fill(text().lesson_done, &[("game", spec.title)])}</p>
                <p class="row">
                    <a class="button primary big" href=format!("#/new/{}", spec.id)>{text().play}</a>
                    <a class="button" href=format!("#/rules/{}", spec.id)>{text().full_rules}</a>
                    <button on:click=move |_| { place.set(0); finished.set(false); }>{text().play_again}</button>
                </p>
            </div>
        }
    };
    view! {
        <main class="page learn">
            <h1>{fill(text().lesson, &[("game", spec.title)])}</h1>
            <ol class="progress" aria-hidden="true">{dots}</ol>
            {move || if finished.get() { end().into_any() } else { course().into_any() }}
        </main>
    }
}

/// The progress in a step.
#[derive(Clone, Copy)]
struct Progress {
    ui: GameUi,
    /// The current task; the number of tasks when all are done.
    task: RwSignal<usize>,
    /// The learner's actions for it.
    made: RwSignal<Vec<String>>,
    /// The response to the last action.
    answer: RwSignal<Option<String>>,
    /// Counts actions, so that a late timer is recognised.
    actions: StoredValue<u32>,
    learner: Player,
    step: StoredValue<Step<'static>>,
}

/// One step.
#[component]
fn Scene(step: Step<'static>, ui: GameUi, next: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let progress = Progress {
        ui,
        task: RwSignal::new(0),
        made: RwSignal::new(Vec::new()),
        answer: RwSignal::new(None),
        actions: StoredValue::new(0),
        learner: ui.session_untracked(|session| session.state().to_move()),
        step: StoredValue::new(step.clone()),
    };
    let (tasks, done) = (step.tasks.len(), step.done);
    let shows = step.shows.clone();
    let marks: Vec<Spot> = ui.session_untracked(|session| {
        let spot = |name: &&str| session.board().cells.iter().position(|cell| cell.label == **name);
        step.marks.iter().filter_map(spot).map(|i| Spot(i as u16)).collect()
    });
    let over = move || progress.task.get() >= tasks;
    let live = move || {
        let canvas = ui.session_untracked(|session| plain_canvas(session.game(), session.board(), &settings().get()));
        let (board, label) = ui.session_untracked(|session| {
            (session.board().clone(), fill(text().board, &[("game", session.game().spec().title)]))
        });
        let names = Memo::new(move |_| ui.session(translated_names));
        let (below, pieces, above) = (canvas.clone(), canvas.clone(), canvas.clone());
        let (shows, marks) = (shows.clone(), marks.clone());
        view! {
            <Board
                canvas=canvas
                board=board
                label=label
                below=Memo::new(move |_| {
                    let layer = ui.session(|session| below_pieces(session, &below));
                    layer + &if progress.is_untouched() { below.halos(&marks) } else { String::new() }
                })
                pieces=Memo::new(move |_| ui.moving.get().unwrap_or_else(|| ui.session(|session| pieces.pieces(session.view()))))
                above=Memo::new(move |_| progress.above(&above, &shows))
                names=names
                click=move |spot| progress.click(Input::Cell(spot))
                hover=move |spot| ui.hover.set(spot)
                escape=move |()| _ = ui.update(GameController::clear)
            />
        }
    };
    let buttons = move || {
        let words = ui.session(GameSession::buttons);
        (!over()).then(|| words.into_iter().map(|word| view! {
            <button data-button=word on:click=move |_| progress.click(Input::Button(word))>{words::capital(&tr(word))}</button>
        }).collect_view())
    };
    // An action that is chosen from the list is judged like any other.
    Effect::new(move |_| {
        ui.session(GameSession::action_count);
        untrack(move || progress.check());
    });
    let ask = move || progress.step.with_value(|step| step.tasks.get(progress.task.get()).map(|task| tr(task.ask)));
    let hint = move || {
        let task = progress.task.get();
        progress.step.with_value(|step| step.tasks.get(task).map(|task| task.hint).filter(|hint| !hint.is_empty()))
    };
    let notice = move || {
        progress.answer.get().or_else(|| ui.notice.get().map(|notice| notice.to_string()).map(|words| tr(&words)))
    };
    view! {
        <div class="lesson">
            <div>{live}</div>
            <div class="lesson-text">
                <h2>{tr(step.title)}</h2>
                {step.text.iter().map(|words| view! { <p>{tr(words)}</p> }).collect_view()}
                <div class="lesson-bar">
                    {move || ask().map(|ask| view! { <p class="ask">{ask}</p> })}
                    <Chooser ui=ui/>
                    <div class="row buttons">{buttons}</div>
                    {move || notice().map(|words| view! { <p class="notice" role="alert">{words}</p> })}
                    {move || (over() && tasks > 0).then(|| view! { <p class="notice done" role="status">{tr(done)}</p> })}
                    <p class="row">
                        {move || hint().map(|hint| view! { <button id="lesson-hint" on:click=move |_| progress.answer.set(Some(tr(hint)))>{text().show_hint}</button> })}
                        {move || over().then(|| view! { <button id="next" class="primary" on:click=move |_| next()>{text().next}</button> })}
                    </p>
                </div>
            </div>
        </div>
    }
}

impl Progress {
    /// Whether nothing was done in the step yet.
    fn is_untouched(self) -> bool {
        self.made.with(Vec::is_empty) && self.task.get() == 0
    }

    fn is_over(self) -> bool {
        self.step.with_value(|step| self.task.get_untracked() >= step.tasks.len())
    }

    fn click(self, input: Input) {
        if self.is_over() {
            return;
        }
        self.answer.set(None);
        self.ui.update(|controller| controller.click(input));
        // If the lesson asks for one of several actions, the others can be tried in a game.
        let wanted = self.wanted();
        let choices = self.ui.choices.get_untracked();
        let is_wanted = |choice: &&Choice| wanted.contains(&choice.text);
        if let Some(choice) = choices.iter().filter(is_wanted).find(|choice| choice.is_complete) {
            self.ui.update(|controller| controller.choose(choice.action));
        } else if choices.iter().any(|choice| is_wanted(&choice)) {
            self.ui.update(GameController::dismiss_choices);
        }
    }

    /// The actions that continue the task.
    fn wanted(self) -> Vec<String> {
        let made = self.made.get_untracked();
        self.step.with_value(|step| {
            let task = step.tasks.get(self.task.get_untracked());
            task.map_or_else(Vec::new, |task| task.next(&made).into_iter().map(str::to_string).collect())
        })
    }

    /// Judges the learner's last action, if it was not judged yet.
    fn check(self) {
        let count = self.ui.session_untracked(GameSession::action_count);
        let before = self.step.with_value(|step| step.play.len()) + self.actions_played();
        if count <= before || self.is_over() {
            return;
        }
        let Some(action) = self.ui.session_untracked(|session| session.actions().pop()) else { return };
        self.actions.update_value(|actions| *actions += 1);
        self.made.update(|made| made.push(action));
        let made = self.made.get_untracked();
        let (answer, reply) = self.step.with_value(|step| {
            let task = &step.tasks[self.task.get_untracked()];
            let answer = self.ui.session_untracked(|session| task.check(&made, session.state(), self.learner));
            (answer, task.reply.iter().map(|action| action.to_string()).collect::<Vec<_>>())
        });
        match answer {
            Feedback::Partial => self.answer.set(None),
            Feedback::Done => {
                self.answer.set(None);
                self.made.set(Vec::new());
                self.task.update(|task| *task += 1);
                self.ui.when_still(move || {
                    set_timeout(move || self.reply(reply), Duration::from_millis(300));
                });
            }
            Feedback::Wrong(words) => {
                self.ui.announce(words);
                self.answer.set(Some(tr(words)));
                let number = self.actions.get_value();
                let take_back = move || {
                    if self.actions.try_get_value() == Some(number) {
                        self.made.update(|made| _ = made.pop());
                        self.actions.update_value(|actions| *actions -= 1);
                        self.ui.update(GameController::take_action_back);
                    }
                };
                set_timeout(take_back, Duration::from_millis(1200));
            }
        }
    }

    fn actions_played(self) -> usize {
        self.actions.get_value() as usize
    }

    /// The opponent's reply, one action after the other.
    fn reply(self, mut actions: Vec<String>) {
        if actions.is_empty() {
            return;
        }
        let action = actions.remove(0);
        self.actions.update_value(|actions| *actions += 1);
        if self.ui.update(|controller| controller.type_action(&action)) == Some(true) {
            self.ui.when_still(move || self.reply(actions));
        }
    }

    /// The layer above the pieces, with the actions that the step shows.
    fn above(self, canvas: &Canvas, shows: &[&str]) -> String {
        let ui = self.ui;
        let tasks = self.step.with_value(|step| step.tasks.len());
        let is_free = ui.moving.with(Option::is_none) && self.task.get() < tasks;
        let hover = ui.hover.get().filter(|_| is_free);
        let shows = if self.is_untouched() { shows } else { &[] };
        ui.session(|session| {
            let advice =
                |action: &&str| Some(Advice { animation: session.state().animation(action).ok()?, place: None });
            let advice: Vec<Advice> = shows.iter().filter_map(advice).collect();
            let preview = hover.and_then(|spot| session.preview(Input::Cell(spot)));
            above_pieces(session, canvas, preview.as_ref()) + &canvas.advice(session.view(), &advice)
        })
    }
}
