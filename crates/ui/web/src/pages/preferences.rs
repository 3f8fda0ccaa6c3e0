//! The settings page.

use hexarium_kernel::GameSpec;
use hexarium_pictures::{BoardTheme, PieceSet};
use leptos::prelude::*;

use super::delete_button::DeleteButton;
use super::home::sample;
use crate::board::Picture;
use crate::browser;
use crate::games;
use crate::library::Library;
use crate::messages::{fill, text};
use crate::settings::{self, Confirmation, Language, Look, Motion, Settings, settings};

/// The settings.
#[component]
pub(crate) fn Preferences() -> impl IntoView {
    let settings = settings();
    let looks =
        [(Look::System, text().theme_system), (Look::Light, text().theme_light), (Look::Dark, text().theme_dark)];
    let look = looks.map(|(look, name)| {
        view! {
            <label class="choice">
                <input
                    type="radio"
                    name="look"
                    prop:checked=move || settings.get().look == look
                    on:change=move |_| settings.update(|s| s.look = look)
                />
                <span>{name}</span>
            </label>
        }
    });
    let flag = move |name: &'static str, get: fn(&Settings) -> bool, set: fn(&mut Settings, bool)| {
        view! {
            <label class="check">
                <input
                    type="checkbox"
                    prop:checked=move || settings.with(get)
                    on:change=move |event| settings.update(|s| set(s, event_target_checked(&event)))
                />
                <span>{name}</span>
            </label>
        }
    };
    let boards = BoardTheme::ALL.map(|board| (board, board_name(board)));
    let pieces = PieceSet::ALL.map(|pieces| (pieces, pieces_name(pieces)));
    let motions = Motion::ALL.map(|motion| (motion, motion_name(motion)));
    let confirmations = Confirmation::ALL.map(|confirm| (confirm, confirmation_name(confirm)));
    let samples = move || {
        let settings = settings.get();
        let picture = |spec: &GameSpec| {
            let label = fill(text().board, &[("game", spec.title)]);
            sample(spec, &settings, false).map(|svg| view! { <Picture svg=svg label=label/> })
        };
        games().specs().iter().map(|spec| picture(spec)).collect_view()
    };
    let library: Library = expect_context();
    let forgotten = RwSignal::new(false);
    let reset = move || {
        library.clear();
        browser::clear();
        settings.set(Settings::default());
        forgotten.set(true);
    };
    view! {
        <main class="page narrow">
            <h1>{text().settings}</h1>
            <section class="stack">
                <h2>{text().appearance_section}</h2>
                <ChooseLanguage/>
                <fieldset class="choices"><legend>{text().theme}</legend>{look}</fieldset>
                {flag(text().contrast, |s| s.contrast, |s, on| s.contrast = on)}
            </section>
            <section class="stack">
                <h2>{text().board_section}</h2>
                <div class="samples">{samples}</div>
                <Choose id="board-theme" label=text().board_setting options=boards.to_vec() get=|s| s.board set=|s, board| s.board = board/>
                <Choose id="piece-set" label=text().pieces_setting options=pieces.to_vec() get=|s| s.pieces set=|s, pieces| s.pieces = pieces/>
                {flag(text().coordinates, |s| s.coordinates, |s, on| s.coordinates = on)}
                {flag(text().cell_names_setting, |s| s.cell_names, |s, on| s.cell_names = on)}
            </section>
            <section class="stack">
                <h2>{text().play_section}</h2>
                <Choose id="motion" label=text().animations options=motions.to_vec() get=|s| s.motion set=|s, motion| s.motion = motion/>
                <Choose id="confirm-turns" label=text().confirm_setting options=confirmations.to_vec() get=|s| s.confirm set=|s, confirm| s.confirm = confirm/>
                {flag(text().sound_setting, |s| s.sound, |s, on| s.sound = on)}
            </section>
            <p class="row">
                <DeleteButton label=text().delete_local_data question=text().delete_local_data_question confirm=text().delete act=reset/>
                <span role="status">{move || forgotten.get().then_some(text().local_data_deleted)}</span>
            </p>
        </main>
    }
}

/// The language.
#[component]
fn ChooseLanguage() -> impl IntoView {
    // The languages in themselves, for players who do not read the current one.
    let names = Language::ALL.map(|language| match language {
        Language::System => (language, "", text().language_system),
        Language::English => (language, "en", "English"),
        Language::German => (language, "de", "Deutsch"),
    });
    let chosen = settings().get_untracked().language;
    let change = move |event: leptos::ev::Event| {
        let name = event_target_value(&event);
        names.iter().filter(|(_, code, _)| *code == name).for_each(|(language, ..)| settings::set_language(*language));
    };
    let options = names.map(|(language, code, name)| {
        view! { <option value=code lang=(!code.is_empty()).then_some(code) selected=language == chosen>{name}</option> }
    });
    view! {
        <label class="field">
            <span>{text().language}</span>
            <select id="language" on:change=change>{options.to_vec().collect_view()}</select>
        </label>
    }
}

/// A setting with several values.
#[component]
fn Choose<T: Copy + PartialEq + Send + Sync + 'static>(
    id: &'static str,
    label: &'static str,
    options: Vec<(T, &'static str)>,
    get: fn(&Settings) -> T,
    set: fn(&mut Settings, T),
) -> impl IntoView {
    let settings = settings();
    let values: Vec<T> = options.iter().map(|(value, _)| *value).collect();
    let change = move |event: leptos::ev::Event| {
        let chosen = event_target_value(&event).parse().ok().and_then(|i: usize| values.get(i).copied());
        settings.update(|settings| chosen.into_iter().for_each(|value| set(settings, value)));
    };
    let options = options.into_iter().enumerate().map(|(i, (value, name))| {
        view! { <option value=i.to_string() selected=move || settings.with(get) == value>{name}</option> }
    });
    view! {
        <label class="field">
            <span>{label}</span>
            <select id=id on:change=change>{options.collect_view()}</select>
        </label>
    }
}

fn board_name(board: BoardTheme) -> &'static str {
    match board {
        BoardTheme::Material => text().board_material,
        BoardTheme::Wood => text().board_wood,
        BoardTheme::Flat => text().board_flat,
        BoardTheme::Contrast => text().board_contrast,
    }
}

fn pieces_name(pieces: PieceSet) -> &'static str {
    match pieces {
        PieceSet::Figures => text().pieces_figures,
        PieceSet::Discs => text().pieces_discs,
        PieceSet::Hexagons => text().pieces_hexagons,
        PieceSet::Letters => text().pieces_letters,
    }
}

fn motion_name(motion: Motion) -> &'static str {
    match motion {
        Motion::Off => text().animations_off,
        Motion::Slow => text().slow,
        Motion::Normal => text().normal_speed,
        Motion::Fast => text().fast,
    }
}

fn confirmation_name(confirm: Confirmation) -> &'static str {
    match confirm {
        Confirmation::Never => text().confirm_never,
        Confirmation::WhenUseful => text().confirm_when_useful,
        Confirmation::Always => text().confirm_always,
    }
}
