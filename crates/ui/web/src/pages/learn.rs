//! A lesson: short steps with interactive boards.

use std::time::Duration;

use hexarium_kernel::lesson::{Feedback, Step, Unit};
use hexarium_kernel::{GameSpec, Input, Player, Spot};
use hexarium_pictures::{Advice, Canvas};
use hexarium_session::{Choice, GameController, GameSession, words};
use leptos::prelude::*;

use super::play::{Chooser, translated_names};
use super::units::{Units, title};
use crate::board::{Board, above_pieces, below_pieces};
use crate::browser;
use crate::game_ui::GameUi;
use crate::games;
use crate::language::tr;
use crate::lessons;
use crate::messages::{fill, text};
use crate::online::Online;
use crate::settings::settings;

pub(super) fn broken(reason: &str) -> AnyView {
    let reason = fill(text().lesson_broken, &[("reason", &tr(reason))]);
    view! { <super::NotFound title=text().not_found_title reason=reason/> }.into_any()
}

/// All steps of a unit, one at a time.
#[component]
pub(super) fn Course(spec: &'static GameSpec, unit: Unit<'static>, units: Units) -> impl IntoView {
    let (id, title, all) = (unit.id, title(&unit), unit.steps.len());
    let announced = expect_context::<GameUi>().announced;
    let place = RwSignal::new(lessons::progress().next_step(spec.id, id, all));
    let finished = RwSignal::new(false);
    let steps = StoredValue::new(unit.steps);
    let go_to = move |step: usize| {
        finished.set(step == all);
        place.set(step.min(all - 1));
        // The next element in the tab order is the board.
        request_animation_frame(|| {
            browser::focus(".learn .lesson, .learn .ask");
            window().scroll_to_with_x_and_y(0.0, 0.0);
        });
    };
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
                let ui = GameUi::lesson(session, announced);
                let next = move || {
                    let done = place.get_untracked();
                    lessons::finish_step(spec.id, id, done, all);
                    go_to(done + 1);
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
                    <button id="previous" disabled=move || place.get() == 0 on:click=move |_| go_to(place.get_untracked() - 1)>{text().previous}</button>
                    <span class="quiet">{move || fill(text().step, &[("n", &(place.get() + 1).to_string()), ("all", &all.to_string())])}</span>
                    <a id="all-lessons" href=format!("#/learn/{}", spec.id)>{text().all_lessons}</a>
                </p>
            </div>
            {body}
        }
    };
    let words = match id {
        Unit::RULES => fill(text().lesson_done, &[("game", spec.title)]),
        _ => fill(text().unit_done, &[("unit", &title)]),
    };
    let next_unit = move || {
        let units = units.get().flatten()?;
        let place = units.iter().position(|unit| unit.id == id).map_or(0, |place| place + 1);
        units.get(place).map(|next| {
            let words = fill(text().next_unit, &[("unit", &super::units::title(next))]);
            view! { <a class="button primary big" id="next-unit" href=format!("#/learn/{}/{}", spec.id, next.id)>{words}</a> }
        })
    };
    let end = move || {
        view! {
            <div class="stack">
                <p class="ask" tabindex="-1">{words.clone()}</p>
                <p class="row">
                    {next_unit}
                    <a class="button" href=format!("#/new/{}", spec.id)>{text().play}</a>
                    <a class="button" id="all-lessons" href=format!("#/learn/{}", spec.id)>{text().all_lessons}</a>
                    <button on:click=move |_| go_to(0)>{text().repeat_unit}</button>
                </p>
            </div>
        }
    };
    let heading = match id {
        Unit::RULES => fill(text().lesson, &[("game", spec.title)]),
        _ => fill(text().unit_of, &[("game", spec.title), ("unit", &title)]),
    };
    // After the title of the route.
    let page_title = expect_context::<Online>().page_title;
    let full_title = crate::app::page_title(&heading);
    Effect::new(move |_| page_title.set(full_title.clone()));
    view! {
        <main class="page learn">
            <h1>{heading}</h1>
            <ol class="progress" aria-hidden="true">{dots}</ol>
            {move || if finished.get() { end().into_any() } else { course().into_any() }}
        </main>
    }
}

/// The time for which a wrong action or a solution stays on the board.
const LOOK: Duration = Duration::from_millis(1200);

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
    /// Whether the last action was wrong and is still on the board.
    is_wrong: StoredValue<bool>,
    /// Whether an action of this task was wrong.
    has_failed: RwSignal<bool>,
    /// Whether the hint of this task was read.
    has_hint: RwSignal<bool>,
    /// Whether a solution is being shown on the board.
    is_showing: RwSignal<bool>,
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
        is_wrong: StoredValue::new(false),
        has_failed: RwSignal::new(false),
        has_hint: RwSignal::new(false),
        is_showing: RwSignal::new(false),
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
        settings().track();
        let canvas = ui.canvas();
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
    // In a test, help is offered after the first wrong answer.
    let offers_help = move || !over() && (!step.is_test || progress.has_failed.get());
    let hint = move || {
        let task = progress.task.get();
        let hint = progress.step.with_value(|step| step.tasks.get(task).map_or("", |task| task.hint));
        (offers_help() && !hint.is_empty() && !progress.has_hint.get()).then_some(hint)
    };
    let offers_demonstration = move || offers_help() && hint().is_none();
    let read_hint = move |hint: &'static str| {
        progress.answer.set(Some(tr(hint)));
        progress.has_hint.set(true);
        request_animation_frame(|| browser::focus("#show-me"));
    };
    let notice = move || {
        progress.answer.get().or_else(|| ui.notice.get().map(|notice| notice.to_string()).map(|words| tr(&words)))
    };
    view! {
        <div class="lesson" tabindex="-1" role="group" aria-labelledby="step-title">
            <div>{live}</div>
            <div class="lesson-text">
                {step.is_test.then(|| view! { <p class="test-badge">{text().test_step}</p> })}
                <h2 id="step-title">{tr(step.title)}</h2>
                {step.text.iter().map(|words| view! { <p>{tr(words)}</p> }).collect_view()}
                <div class="lesson-bar">
                    {move || ask().map(|ask| view! { <p class="ask">{ask}</p> })}
                    <Chooser ui=ui/>
                    <div class="row buttons">{buttons}</div>
                    {move || notice().map(|words| view! { <p class="notice" role="alert">{words}</p> })}
                    {move || (over() && tasks > 0).then(|| view! { <p class="notice done" role="status">{tr(done)}</p> })}
                    <p class="row">
                        {move || hint().map(|hint| view! { <button id="lesson-hint" on:click=move |_| read_hint(hint)>{text().show_hint}</button> })}
                        {move || offers_demonstration().then(|| view! { <button id="show-me" aria-disabled=move || progress.is_showing.get().to_string() on:click=move |_| progress.show()>{text().show_me}</button> })}
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
        if self.is_over() || self.is_showing.get_untracked() {
            return;
        }
        self.take_wrong_action_back();
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
        if count <= before || self.is_over() || self.is_showing.get_untracked() {
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
                self.has_failed.set(false);
                self.has_hint.set(false);
                self.task.update(|task| *task += 1);
                self.ui.when_still(move || {
                    set_timeout(move || self.reply(reply), Duration::from_millis(300));
                });
            }
            Feedback::Wrong(words) => {
                self.ui.announce(words);
                self.answer.set(Some(tr(words)));
                self.has_failed.set(true);
                self.is_wrong.set_value(true);
                let number = self.actions.get_value();
                let take_back = move || {
                    if self.actions.try_get_value() == Some(number) {
                        self.take_wrong_action_back();
                    }
                };
                set_timeout(take_back, LOOK);
            }
        }
    }

    fn take_wrong_action_back(self) {
        if self.is_wrong.get_value() {
            self.is_wrong.set_value(false);
            self.made.update(|made| _ = made.pop());
            self.actions.update_value(|actions| *actions -= 1);
            self.ui.update(GameController::take_action_back);
        }
    }

    /// Plays a solution on the board and takes it back, for the learner to repeat it.
    fn show(self) {
        if self.is_over() || self.is_showing.get_untracked() {
            return;
        }
        self.take_wrong_action_back();
        self.answer.set(None);
        self.ui.update(GameController::clear);
        let made = self.made.get_untracked();
        let line = self.step.with_value(|step| {
            let task = &step.tasks[self.task.get_untracked()];
            self.ui.session_untracked(|session| task.completion(&made, session.state(), self.learner))
        });
        self.is_showing.set(true);
        self.show_next(line, 0);
    }

    /// Shows the rest of a line, of which some actions have been shown.
    fn show_next(self, mut line: Vec<String>, shown: usize) {
        // The step may have been left.
        if self.is_showing.try_get_untracked() != Some(true) {
            return;
        }
        if line.is_empty() {
            return set_timeout(move || self.end_showing(shown), LOOK);
        }
        let action = line.remove(0);
        if self.ui.update(|controller| controller.type_action(&action)) == Some(true) {
            self.ui.when_still(move || {
                set_timeout(move || self.show_next(line, shown + 1), Duration::from_millis(300));
            });
        } else {
            self.end_showing(shown);
        }
    }

    fn end_showing(self, shown: usize) {
        if self.is_showing.try_get_untracked() != Some(true) {
            return;
        }
        for _ in 0..shown {
            self.ui.update(GameController::take_action_back);
        }
        self.is_showing.set(false);
        self.answer.set(Some(text().your_try.to_string()));
        self.ui.announce(text().your_try);
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
        let is_free = ui.moving.with(Option::is_none) && self.task.get() < tasks && !self.is_showing.get();
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
