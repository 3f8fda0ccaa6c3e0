//! The pages of online play, and their shared components.

mod account;
mod commands;
mod create;
mod game;
mod lobby;
mod player;
mod strip;
mod waiting;

use hexarium_wire::ApiError;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser;
use crate::language::tr;
use crate::messages::{fill, text};
use crate::online::{ConnectionState, Online, ServerState};

pub(crate) use account::Account;
pub(crate) use create::CreateGame;
pub(crate) use game::GamePage;
pub(crate) use lobby::{LobbyPage, LobbyPreview};
pub(crate) use player::PlayerPage;
pub(super) use player::results_table;

pub(crate) use hexarium_session::words::sentence;

/// Shows the connection status while there is no connection.
#[component]
pub(crate) fn ConnectionBanner() -> impl IntoView {
    let online: Online = expect_context();
    move || {
        let waits = online.is_sending();
        let words = match (online.server.get(), online.connection_state.get()) {
            (ServerState::Unreachable, _) => text().online_unavailable.to_string(),
            (_, ConnectionState::Lost(None)) => text().connection_lost.to_string(),
            (_, ConnectionState::Lost(Some(reason))) => {
                fill(text().connection_lost_because, &[("reason", &sentence(&tr(&reason)))])
            }
            (_, ConnectionState::Outdated) => text().update_available.to_string(),
            (_, ConnectionState::Off | ConnectionState::Connecting | ConnectionState::Connected) => return None,
        };
        let lost = matches!(online.connection_state.get(), ConnectionState::Lost(_));
        let button = match (online.server.get(), online.connection_state.get()) {
            (ServerState::Unreachable, _) => {
                Some(view! { <button on:click=move |_| online.find_server()>{text().retry}</button> }.into_any())
            }
            (_, ConnectionState::Outdated) => Some(
                view! { <button on:click=|_| _ = window().location().reload()>{text().reload_page}</button> }
                    .into_any(),
            ),
            _ => None,
        };
        Some(view! {
            <div class="banner" id="banner" role="alert">
                <span>{words}{(lost && waits).then(|| format!(" {}", text().turn_queued))}</span>
                {button}
            </div>
        })
    }
}

/// The form of a guest name.
#[component]
pub(super) fn NameForm() -> impl IntoView {
    let online: Online = expect_context();
    let name = RwSignal::new(String::new());
    let problem = RwSignal::new(None);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        spawn_local(async move {
            if let Err(error) = online.create_guest(name.get_untracked()).await {
                problem.set(Some(error));
            }
        });
    };
    view! {
        <form class="name-form stack" on:submit=submit>
            <label class="field">
                <span>{text().choose_name}</span>
                <input
                    id="name"
                    autocomplete="nickname"
                    maxlength="24"
                    placeholder=text().your_name
                    prop:value=move || name.get()
                    on:input=move |event| name.set(event_target_value(&event))
                />
            </label>
            <p class="row"><button class="primary" id="be-guest">{text().continue_as_guest}</button></p>
            <p class="quiet">{text().name_help}</p>
            <Problem problem=problem/>
        </form>
    }
}

/// The error of a rejected request.
#[component]
pub(super) fn Problem(problem: RwSignal<Option<ApiError>>) -> impl IntoView {
    view! { <p class="problem" role="alert">{move || problem.get().map(|error| sentence(&tr(&error.message)))}</p> }
}

/// A button that asks “Are you sure?” before it acts.
#[component]
pub(super) fn ConfirmButton(id: &'static str, label: &'static str, #[prop(into)] then: Callback<()>) -> impl IntoView {
    let asked = RwSignal::new(false);
    move || {
        if !asked.get() {
            return view! { <button id=id on:click=move |_| asked.set(true)>{label}</button> }.into_any();
        }
        let yes = move |_| {
            asked.set(false);
            then.run(());
        };
        view! {
            <span class="row twice" role="group" aria-label=label>
                <b>{format!("{label}: {}", text().are_you_sure)}</b>
                <button class="primary" data-yes=id on:click=yes>{text().yes}</button>
                <button on:click=move |_| asked.set(false)>{text().no}</button>
            </span>
        }
        .into_any()
    }
}

/// A text with a button to copy it.
#[component]
pub(super) fn ToCopy(id: &'static str, label: &'static str, words: String) -> impl IntoView {
    let copied = RwSignal::new(false);
    let copy = {
        let words = words.clone();
        move |_| {
            browser::copy(&words);
            copied.set(true);
        }
    };
    view! {
        <p class="row">
            <input class="link" id=id readonly aria-label=label prop:value=words/>
            <button on:click=copy>{text().copy}</button>
            <span role="status">{move || copied.get().then_some(text().copied)}</span>
        </p>
    }
}
