//! Links, files and pictures.

use hexarium_pictures::{Scene, draw_scene};
use hexarium_session::words::sentence;
use hexarium_session::{Contest, Form, Notice, import};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use crate::board::{shown_turn, style};
use crate::browser;
use crate::game_ui::GameUi;
use crate::games;
use crate::language::tr;
use crate::messages::{fill, text};
use crate::settings::settings;

/// Sharing, saving and opening of games.
#[component]
pub(crate) fn Files(ui: GameUi) -> impl IntoView {
    let link = move || {
        let fragment = ui.session(|session| session.export(Form::Link)).unwrap_or_default();
        let fragment = fragment.split_once('#').map_or(fragment.as_str(), |(_, fragment)| fragment);
        format!("{}#{fragment}", browser::address())
    };
    let copied = RwSignal::new(false);
    let forms = move || {
        let forms = ui.session(|session| session.forms());
        let forms = forms.into_iter().filter(|form| *form != Form::Link);
        forms.map(|form| view! { <button data-form=form.word() on:click=move |_| save(ui, form)>{tr(label(form).0)}</button> }).collect_view()
    };
    view! {
        <details class="files" id="share">
            <summary>{text().share}</summary>
            <p class="quiet">{text().link_help}</p>
            <p class="row">
                <input class="link" id="link" readonly aria-label=text().copy_link prop:value=link/>
                <button on:click=move |_| { browser::copy(&untrack(link)); copied.set(true); }>{text().copy_link}</button>
                <span role="status">{move || copied.get().then_some(text().copied)}</span>
            </p>
            <p>{text().export_as}</p>
            <p class="row">
                {forms}
                <button data-form="svg" on:click=move |_| browser::save(&file_name(ui, "svg"), "image/svg+xml", &picture(ui))>"SVG"</button>
                <button data-form="png" on:click=move |_| save_png(ui)>"PNG"</button>
            </p>
            <p>{text().import}</p>
            <Import ui=ui/>
        </details>
    }
}

/// Opening of games from text or files.
#[component]
pub(super) fn Import(ui: GameUi) -> impl IntoView {
    let pasted = RwSignal::new(String::new());
    let problem = RwSignal::new(None);
    let open = move |words: &str| match import(games(), words).and_then(|imported| imported.into_session(games())) {
        Ok(session) => {
            problem.set(None);
            pasted.set(String::new());
            ui.open(session, Contest::two_humans());
        }
        Err(reason) => problem.set(Some(fill(text().import_failed, &[("reason", &tr(&reason))]))),
    };
    let chosen = move |event: leptos::ev::Event| {
        let input: HtmlInputElement = event_target(&event);
        let Some(file) = input.files().and_then(|files| files.get(0)) else { return };
        spawn_local(async move {
            match browser::read_file(&file).await {
                Some(words) => open(&words),
                None => problem.set(Some(fill(text().import_failed, &[("reason", &file.name())]))),
            }
            input.set_value("");
        });
    };
    view! {
        <textarea
            id="import"
            aria-label=text().import_help
            placeholder=text().import_help
            prop:value=move || pasted.get()
            on:input=move |event| pasted.set(event_target_value(&event))
        ></textarea>
        <p class="row">
            <button id="import-open" on:click=move |_| open(&pasted.get_untracked())>{text().import_open}</button>
            <label class="button">
                {text().choose_file}
                <input class="unseen" id="import-file" type="file" on:change=chosen/>
            </label>
        </p>
        <p class="problem" role="alert">{move || problem.get()}</p>
    }
}

/// The name and the file extension of a format.
fn label(form: Form) -> (&'static str, &'static str) {
    match form {
        Form::Record => ("Record", "txt"),
        Form::Json => ("JSON", "json"),
        Form::Sgf => ("SGF", "sgf"),
        Form::HexWorld => ("HexWorld", "url"),
        Form::Link => ("Hexarium", "url"),
    }
}

/// The name of a file with this game: `hex-2026-11-17.sgf`.
fn file_name(ui: GameUi, extension: &str) -> String {
    let game = ui.session_untracked(|session| session.game().spec().id);
    format!("{game}-{}.{extension}", browser::iso_date())
}

fn save(ui: GameUi, form: Form) {
    match ui.session_untracked(|session| session.export(form)) {
        Ok(words) => browser::save(&file_name(ui, label(form).1), "text/plain", &words),
        Err(problem) => show_problem(ui, &problem),
    }
}

/// The board as an SVG document.
fn picture(ui: GameUi) -> String {
    ui.session_untracked(|session| {
        let style = style(session.game(), &settings().get_untracked());
        let mut scene = Scene::new(session.board(), session.view());
        let turn = shown_turn(session);
        if let Some((before, turn)) = &turn {
            (scene.turn, scene.before) = (turn, Some(before));
        }
        draw_scene(&scene, &style)
    })
}

fn save_png(ui: GameUi) {
    let svg = picture(ui);
    spawn_local(async move {
        match browser::rasterise(&svg, 2.0).await {
            Some(blob) => browser::save_blob(&file_name(ui, "png"), blob.unchecked_ref()),
            None => show_problem(ui, text().picture_failed),
        }
    });
}

fn show_problem(ui: GameUi, problem: &str) {
    ui.update(|controller| controller.set_notice(Notice::Text(sentence(problem))));
}
