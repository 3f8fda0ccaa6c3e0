//! The lesson of a game: short steps with boards one can touch.

use std::time::Duration;

use hexarium_kernel::lesson::{Answer, Lesson, Step};
use hexarium_kernel::{GameSpec, Input, Player, Spot};
use hexarium_pictures::{Advice, Canvas};
use hexarium_session::{Choice, ClickOutcome, GameSession};
use leptos::prelude::*;

use crate::board::{Board, above_pieces, below_pieces, canvas, cell_names};
use crate::messages::{fill, text};
use crate::settings::settings;
use crate::sitting::Sitting;

/// The page.
#[component]
pub(crate) fn Learn(spec: &'static GameSpec) -> impl IntoView {
    match Lesson::parse(spec.lesson()) {
        Ok(lesson) => view! { <Course spec=spec lesson=lesson/> }.into_any(),
        Err(problem) => broken(&problem.to_string()),
    }
}

fn broken(reason: &str) -> AnyView {
    let reason = fill(text().lesson_broken, &[("reason", reason)]);
    view! { <super::Lost title=text().lost_title reason=reason/> }.into_any()
}

/// All steps, one at a time.
#[component]
fn Course(spec: &'static GameSpec, lesson: Lesson<'static>) -> impl IntoView {
    let all = lesson.steps.len();
    let place = RwSignal::new(0_usize);
    let finished = RwSignal::new(false);
    let steps = StoredValue::new(lesson.steps);
    let dots = (0..all).map(|i| view! { <li class:done=move || i <= place.get()></li> }).collect_view();
    let body = move || {
        let step = steps.with_value(|steps| steps[place.get()].clone());
        let table = match step.position {
            Some(position) => GameSession::at_position(step.game, position),
            None => GameSession::new(step.game),
        };
        let opened = table.and_then(|mut table| {
            for action in &step.play {
                table.play(action)?;
            }
            Ok(table)
        });
        match opened {
            Ok(table) => {
                let next = move || {
                    if place.get_untracked() + 1 < all {
                        place.update(|place| *place += 1);
                    } else {
                        finished.set(true);
                    }
                };
                view! { <Scene step=step table=RwSignal::new_local(table) next=next/> }.into_any()
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
                    <button on:click=move |_| { place.set(0); finished.set(false); }>{text().again}</button>
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

/// What is known while a step is worked on.
#[derive(Clone, Copy)]
struct Work {
    table: RwSignal<GameSession, LocalStorage>,
    /// The task under way; as many as there are when all is done.
    task: RwSignal<usize>,
    /// What the learner has done for it.
    made: RwSignal<Vec<String>>,
    /// What was said to the last action.
    answer: RwSignal<Option<String>>,
    /// The actions that the last touch can mean, where the lesson wants none of them by name.
    choices: RwSignal<Vec<Choice>>,
    moving: RwSignal<Option<String>>,
    hover: RwSignal<Option<Spot>>,
    round: StoredValue<u32>,
}

/// One step.
#[component]
fn Scene(
    step: Step<'static>,
    table: RwSignal<GameSession, LocalStorage>,
    next: impl Fn() + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let sitting: Sitting = expect_context();
    let work = Work {
        table,
        task: RwSignal::new(0),
        made: RwSignal::new(Vec::new()),
        answer: RwSignal::new(None),
        choices: RwSignal::new(Vec::new()),
        moving: RwSignal::new(None),
        hover: RwSignal::new(None),
        round: StoredValue::new(0),
    };
    let (tasks, done) = (step.tasks.len(), step.done);
    let learner = table.with_untracked(|table| table.state().to_move());
    let shows = step.shows.clone();
    let marks: Vec<Spot> = table.with_untracked(|table| {
        let spot = |name: &&str| table.board().cells.iter().position(|cell| cell.label == **name);
        step.marks.iter().filter_map(spot).map(|i| Spot(i as u16)).collect()
    });
    let stored = StoredValue::new(step.clone());
    let over = move || work.task.get() >= tasks;
    let touch = move |touch: Input| {
        if work.task.get_untracked() >= tasks {
            return;
        }
        work.choices.set(Vec::new());
        match work.table.try_update(|table| table.touch(touch)) {
            Some(ClickOutcome::Act(action)) => stored.with_value(|step| act(work, sitting, step, learner, &action)),
            Some(ClickOutcome::Choose(choices)) => {
                // Where a lesson asks for one of them, the others can be tried in a game.
                let wanted = stored.with_value(|step| wanted(work, step));
                let is_wanted = |choice: &&Choice| wanted.contains(&choice.action);
                let is_complete = |choice: &&Choice| {
                    work.table.with_untracked(|table| {
                        table.state().inputs(&choice.action).is_ok_and(|inputs| inputs.len() == table.touched().len())
                    })
                };
                match choices.iter().filter(is_wanted).find(is_complete) {
                    Some(choice) => stored.with_value(|step| act(work, sitting, step, learner, &choice.action)),
                    // On the way to what is asked for.
                    None if choices.iter().any(|choice| is_wanted(&choice)) => work.answer.set(None),
                    None => work.choices.set(choices),
                }
            }
            Some(ClickOutcome::Refused(why)) => {
                sitting.say(&why);
                work.answer.set(Some(why));
            }
            Some(ClickOutcome::Selected | ClickOutcome::Cleared) | None => work.answer.set(None),
        }
    };
    let live = move || {
        let canvas = table.with_untracked(|table| canvas(table.game(), table.board(), &settings().get()));
        let (board, label) = table.with_untracked(|table| {
            (table.board().clone(), fill(text().board, &[("game", table.game().spec().title)]))
        });
        let names = Memo::new(move |_| table.with(cell_names));
        let (below, pieces, above) = (canvas.clone(), canvas.clone(), canvas.clone());
        let (shows, marks) = (shows.clone(), marks.clone());
        view! {
            <Board
                canvas=canvas
                board=board
                label=label
                below=Signal::derive(move || {
                    let first = work.made.with(Vec::is_empty) && work.task.get() == 0;
                    table.with(|table| below_pieces(table, &below)) + &if first { below.halos(&marks) } else { String::new() }
                })
                pieces=Signal::derive(move || work.moving.get().unwrap_or_else(|| table.with(|table| pieces.pieces(&table.state().view()))))
                above=Signal::derive(move || above_in_lesson(work, &above, &shows, tasks))
                names=names
                touch=move |spot| touch(Input::Cell(spot))
                hover=move |spot| work.hover.set(spot)
                escape=move |()| {
                    work.choices.set(Vec::new());
                    table.update(GameSession::clear);
                }
            />
        }
    };
    let buttons = move || {
        let words = table.with(|table| {
            let button = |touch: &Input| if let Input::Button(word) = touch { Some(*word) } else { None };
            table.legal_inputs().iter().filter_map(button).collect::<Vec<_>>()
        });
        (!over()).then(|| words.into_iter().map(|word| view! {
            <button data-button=word on:click=move |_| touch(Input::Button(word))>{hexarium_session::words::capital(word)}</button>
        }).collect_view())
    };
    let choose = move |choice: Choice| {
        let action = choice.action.clone();
        let chosen = move |_| stored.with_value(|step| act(work, sitting, step, learner, &action));
        view! { <button class="choose" data-action=choice.action on:click=chosen>{choice.words}</button> }
    };
    let chooser = move || {
        let choices = work.choices.get();
        (!choices.is_empty()).then(|| {
            view! {
                <div class="chooser" role="group" aria-label=text().which>
                    <p>{text().which}</p>
                    {choices.into_iter().map(choose).collect_view()}
                </div>
            }
        })
    };
    let ask = move || stored.with_value(|step| step.tasks.get(work.task.get()).map(|task| task.ask));
    let hint = move || {
        stored.with_value(|step| step.tasks.get(work.task.get()).map(|task| task.hint).filter(|hint| !hint.is_empty()))
    };
    view! {
        <div class="lesson">
            <div>{live}</div>
            <div class="lesson-text">
                <h2>{step.title}</h2>
                {step.text.iter().map(|words| view! { <p>{*words}</p> }).collect_view()}
                <div class="lesson-bar">
                    {move || ask().map(|ask| view! { <p class="ask">{ask}</p> })}
                    {chooser}
                    <div class="row buttons">{buttons}</div>
                    {move || work.answer.get().map(|words| view! { <p class="notice" role="alert">{words}</p> })}
                    {move || (over() && tasks > 0).then(|| view! { <p class="notice done" role="status">{done}</p> })}
                    <p class="row">
                        {move || hint().map(|hint| view! { <button id="lesson-hint" on:click=move |_| work.answer.set(Some(hint.to_string()))>{text().show_hint}</button> })}
                        {move || over().then(|| view! { <button id="next" class="primary" on:click=move |_| next()>{text().next}</button> })}
                    </p>
                </div>
            </div>
        </div>
    }
}

/// The actions that would go on with the task.
fn wanted(work: Work, step: &Step<'static>) -> Vec<String> {
    let Some(task) = step.tasks.get(work.task.get_untracked()) else { return Vec::new() };
    task.next(&work.made.get_untracked()).into_iter().map(str::to_string).collect()
}

fn above_in_lesson(work: Work, canvas: &Canvas, shows: &[&str], tasks: usize) -> String {
    let hover = work.hover.get().filter(|_| work.moving.with(Option::is_none) && work.task.get() < tasks);
    work.table.with(|table| {
        let mut out = above_pieces(table, canvas, hover);
        if work.made.with(Vec::is_empty) && work.task.get() == 0 {
            let advice =
                |action: &&str| Some(Advice { animation: table.preview_action(action)?.animation, place: None });
            out += &canvas.advice(&table.state().view(), &shows.iter().filter_map(advice).collect::<Vec<_>>());
        }
        out
    })
}

/// Makes an action of the learner, and answers it.
fn act(work: Work, sitting: Sitting, step: &Step<'static>, learner: Player, action: &str) {
    let Some(task) = step.tasks.get(work.task.get_untracked()) else { return };
    work.choices.set(Vec::new());
    let Some(Ok(played)) = work.table.try_update(|table| table.play(action)) else { return };
    work.made.update(|made| made.push(action.to_string()));
    let answer = work.table.with_untracked(|table| task.judge(&work.made.get_untracked(), table.state(), learner));
    sitting.say(&played.words);
    show(work, &played, || ());
    match answer {
        Answer::Going => work.answer.set(None),
        Answer::Done => {
            work.answer.set(None);
            work.made.set(Vec::new());
            let reply: Vec<String> = task.reply.iter().map(|action| action.to_string()).collect();
            work.task.update(|task| *task += 1);
            set_timeout(move || replies(work, reply), Duration::from_millis(500));
        }
        Answer::Wrong(words) => {
            sitting.say(words);
            work.answer.set(Some(words.to_string()));
            // Seen, and taken back.
            let round = work.round.get_value();
            let back = move || {
                if work.round.get_value() == round {
                    work.made.update(|made| _ = made.pop());
                    work.table.update(|table| _ = table.back());
                }
            };
            set_timeout(back, Duration::from_millis(1200));
        }
    }
}

/// The opponent's answer, one action after the other.
fn replies(work: Work, mut actions: Vec<String>) {
    if actions.is_empty() {
        return;
    }
    let action = actions.remove(0);
    if let Some(Ok(played)) = work.table.try_update(|table| table.play(&action)) {
        show(work, &played, move || replies(work, actions));
    }
}

/// Lets the pieces move.
fn show(work: Work, played: &hexarium_session::Played, then: impl FnOnce() + 'static) {
    let round = work.round.get_value() + 1;
    work.round.set_value(round);
    if !settings().get_untracked().moves() {
        return then();
    }
    let canvas = work.table.with_untracked(|table| canvas(table.game(), table.board(), &settings().get_untracked()));
    let (pieces, seconds) = canvas.moving(&played.before, &played.animation, &played.after, &format!("ls{round}x"));
    let pieces = crate::browser::set_in_motion(pieces);
    work.moving.set(Some(pieces));
    let settled = move || {
        if work.round.get_value() == round {
            work.moving.set(None);
            then();
        }
    };
    set_timeout(settled, Duration::from_secs_f64(seconds));
}
