//! The lessons of a game: the list, and the one that is chosen.

use hexarium_kernel::GameSpec;
use hexarium_kernel::lesson::{Lesson, Unit};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::NotFound;
use super::learn::{Course, broken};
use crate::language::tr;
use crate::lessons;
use crate::messages::{fill, text};

/// The units on strategy: none while they are being loaded, then those of the game, or none of them
/// if they cannot be loaded.
pub(super) type Units = RwSignal<Option<Option<&'static [Unit<'static>]>>>;

/// The lessons of a game, or the one with an id.
#[component]
pub(crate) fn Learn(spec: &'static GameSpec, unit: String) -> impl IntoView {
    let units: Units = RwSignal::new(None);
    spawn_local(async move {
        let loaded = lessons::units(spec).await;
        units.try_set(Some(loaded));
    });
    if unit.is_empty() {
        return view! { <UnitList spec=spec units=units/> }.into_any();
    }
    if unit == Unit::RULES {
        return match Lesson::parse(spec.lesson()) {
            Ok(lesson) => view! { <Course spec=spec unit=rules_unit(lesson) units=units/> }.into_any(),
            Err(problem) => broken(&problem.to_string()),
        };
    }
    let body = move || match units.get() {
        None => view! { <main class="page learn"><p class="quiet">"…"</p></main> }.into_any(),
        Some(None) => not_found(text().units_missing.to_string()),
        Some(Some(all)) => match all.iter().find(|candidate| candidate.id == unit) {
            Some(unit) => view! { <Course spec=spec unit=unit.clone() units=units/> }.into_any(),
            None => not_found(fill(text().no_unit, &[("game", spec.title)])),
        },
    };
    body.into_any()
}

fn not_found(reason: String) -> AnyView {
    view! { <NotFound title=text().not_found_title reason=reason/> }.into_any()
}

/// The lesson on the rules as a unit. Title and summary are texts of the app.
fn rules_unit(lesson: Lesson<'static>) -> Unit<'static> {
    Unit { id: Unit::RULES, title: text().unit_rules, about: text().unit_rules_about, steps: lesson.steps }
}

/// The title of a unit in the language of the app.
pub(super) fn title(unit: &Unit) -> String {
    if unit.id == Unit::RULES { unit.title.to_string() } else { tr(unit.title) }
}

/// The list of all lessons of a game, with the progress in each.
#[component]
fn UnitList(spec: &'static GameSpec, units: Units) -> impl IntoView {
    let rules = Lesson::parse(spec.lesson()).ok().map(rules_unit);
    let list = move || {
        let progress = lessons::progress();
        let strategy = units.get().flatten().unwrap_or_default();
        let all = rules.iter().chain(strategy).enumerate().map(|(i, unit)| {
            let steps = unit.steps.len();
            let done = progress.steps_done(spec.id, unit.id, steps);
            let state = match done {
                0 => String::new(),
                done if done == steps => text().unit_finished.to_string(),
                _ => fill(text().unit_steps, &[("n", &done.to_string()), ("all", &steps.to_string())]),
            };
            let about = if unit.id == Unit::RULES { unit.about.to_string() } else { tr(unit.about) };
            let dots = (0..steps).map(|i| view! { <span class:done=i < done></span> }).collect_view();
            view! {
                <li class:done=done == steps data-unit=unit.id>
                    <a class="unit" href=format!("#/learn/{}/{}", spec.id, unit.id)>
                        <span class="rank" aria-hidden="true">{i + 1}</span>
                        <span class="unit-title">{title(unit)}</span>
                        <span class="unit-state">{state}</span>
                        <span class="unit-about">{about}</span>
                        <span class="unit-dots" aria-hidden="true">{dots}</span>
                    </a>
                </li>
            }
        });
        view! { <ol class="units">{all.collect_view()}</ol> }
    };
    let missing = move || {
        (units.get() == Some(None)).then(|| view! { <p class="problem" role="alert">{text().units_missing}</p> })
    };
    view! {
        <main class="page narrow">
            <h1>{fill(text().lesson, &[("game", spec.title)])}</h1>
            {list}
            {missing}
            <p class="row">
                <a class="button primary" href=format!("#/new/{}", spec.id)>{text().play}</a>
                <a class="button" href=format!("#/rules/{}", spec.id)>{text().full_rules}</a>
            </p>
        </main>
    }
}
