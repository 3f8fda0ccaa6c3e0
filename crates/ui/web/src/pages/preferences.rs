//! The settings page.

use leptos::prelude::*;

use crate::browser;
use crate::messages::text;
use crate::settings::{Look, Settings, settings};

/// The settings.
#[component]
pub(crate) fn Preferences() -> impl IntoView {
    let settings = settings();
    let looks = [(Look::System, text().look_system), (Look::Light, text().look_light), (Look::Dark, text().look_dark)];
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
    let forgotten = RwSignal::new(false);
    let reset = move |_| {
        browser::clear();
        settings.set(Settings::default());
        forgotten.set(true);
    };
    view! {
        <main class="page narrow">
            <h1>{text().settings}</h1>
            <fieldset class="choices"><legend>{text().look}</legend>{look}</fieldset>
            <div class="stack">
                {flag(text().contrast, |s| s.contrast, |s, on| s.contrast = on)}
                {flag(text().motion, |s| s.motion, |s, on| s.motion = on)}
                {flag(text().coordinates, |s| s.coordinates, |s, on| s.coordinates = on)}
                {flag(text().confirm_setting, |s| s.confirm, |s, on| s.confirm = on)}
                {flag(text().sound_setting, |s| s.sound, |s, on| s.sound = on)}
            </div>
            <p class="row">
                <button on:click=reset>{text().reset}</button>
                <span role="status">{move || forgotten.get().then_some(text().reset_done)}</span>
            </p>
        </main>
    }
}
