//! Links, files and pictures.

use hexarium_pictures::{Scene, draw_scene};
use hexarium_session::{Form, import};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use crate::board::style;
use crate::browser;
use crate::messages::{fill, text};
use crate::settings::settings;
use crate::sitting::{Contest, Sitting};

/// Sharing, saving and opening.
#[component]
pub(crate) fn Files(sitting: Sitting) -> impl IntoView {
    let link = move || {
        let fragment = sitting.table.with(|table| table.export(Form::Link)).unwrap_or_default();
        let fragment = fragment.split_once('#').map_or(fragment.as_str(), |(_, fragment)| fragment);
        format!("{}#{fragment}", browser::address())
    };
    let copied = RwSignal::new(false);
    let forms = move || {
        let forms = sitting.table.with(|table| table.forms());
        let forms = forms.into_iter().filter(|form| *form != Form::Link);
        forms.map(|form| view! { <button data-form=form.word() on:click=move |_| save(sitting, form)>{label(form).0}</button> }).collect_view()
    };
    let pasted = RwSignal::new(String::new());
    let problem = RwSignal::new(None);
    let open = move |words: &str| match import(words).and_then(|imported| imported.into_session()) {
        Ok(table) => {
            problem.set(None);
            pasted.set(String::new());
            sitting.begin(table, Contest::open());
        }
        Err(reason) => problem.set(Some(fill(text().import_failed, &[("reason", &reason)]))),
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
                <button data-form="svg" on:click=move |_| browser::save("hexarium.svg", "image/svg+xml", &picture(sitting))>"SVG"</button>
                <button data-form="png" on:click=move |_| save_png(sitting)>"PNG"</button>
            </p>
            <p>{text().import}</p>
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
        </details>
    }
}

/// What a form is called, and how its files end.
fn label(form: Form) -> (&'static str, &'static str) {
    match form {
        Form::Record => ("Record", "txt"),
        Form::Json => ("JSON", "json"),
        Form::Sgf => ("SGF", "sgf"),
        Form::HexWorld => ("HexWorld", "url"),
        Form::Link => ("Hexarium", "url"),
    }
}

fn save(sitting: Sitting, form: Form) {
    match sitting.table.with_untracked(|table| table.export(form)) {
        Ok(words) => browser::save(&format!("hexarium.{}", label(form).1), "text/plain", &words),
        Err(problem) => sitting.notice.set(Some(problem)),
    }
}

/// The board as a picture of its own.
fn picture(sitting: Sitting) -> String {
    sitting.table.with_untracked(|table| {
        let style = style(table.game(), &settings().get_untracked());
        let view = table.state().view();
        let last = table.last_animation();
        let mut scene = Scene::new(table.board(), &view);
        if let Some((animation, before)) = &last {
            (scene.animation, scene.before) = (animation, Some(before));
        }
        draw_scene(&scene, &style)
    })
}

fn save_png(sitting: Sitting) {
    let svg = picture(sitting);
    spawn_local(async move {
        match browser::rasterise(&svg, 2.0).await {
            Some(blob) => browser::save_blob("hexarium.png", blob.unchecked_ref()),
            None => sitting.notice.set(Some(text().picture_failed.to_string())),
        }
    });
}
