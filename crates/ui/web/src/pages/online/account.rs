//! The account page: the user and their data.

use hexarium_wire::http::{Credentials, Me, NewPassword, NewToken, Token};
use hexarium_wire::{ApiError, User, UserKind};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{ConfirmButton, NameForm, Problem, ToCopy};
use crate::browser;
use crate::messages::{fill, text};
use crate::online::{Online, delete, get, get_text, post};
use crate::words::date;

/// The page.
#[component]
pub(crate) fn Account() -> impl IntoView {
    let online: Online = expect_context();
    let (deleted, changed) = (RwSignal::new(false), RwSignal::new(false));
    let parts = move || match online.me.get() {
        None => view! {
            {deleted.get().then(|| view! { <p class="notice" role="status">{text().deleted}</p> })}
            <p>{text().not_signed_in}</p>
            <NameForm/>
            <SignIn/>
            <CreateAccount name=String::new()/>
        }
        .into_any(),
        Some(me) if me.kind == UserKind::Guest => view! {
            <AccountSummary me=me.clone()/>
            <CreateAccount name=me.name/>
            <SignIn/>
            <MyData deleted=deleted/>
        }
        .into_any(),
        Some(me) => view! {
            <AccountSummary me=me/>
            <ChangePassword changed=changed/>
            <Tokens/>
            <MyData deleted=deleted/>
        }
        .into_any(),
    };
    view! {
        <main class="page narrow account">
            <h1>{text().account}</h1>
            {parts}
            <p class="row"><a class="button" href="#/online">{text().to_lobby}</a></p>
        </main>
    }
}

/// Sends a request that changes the user.
fn submit_credentials(online: Online, path: &'static str, body: Credentials, problem: RwSignal<Option<ApiError>>) {
    spawn_local(async move {
        match post::<Me>(path, &body).await {
            Ok(me) => online.change_user(me),
            Err(error) => _ = problem.try_set(Some(error)),
        }
    });
}

#[component]
fn AccountSummary(me: User) -> impl IntoView {
    let online: Online = expect_context();
    let problem = RwSignal::new(None);
    let guest = me.kind == UserKind::Guest;
    let leave = move |path: &'static str| {
        spawn_local(async move {
            match post::<Me>(path, &()).await {
                Ok(me) => online.change_user(me),
                Err(error) => _ = problem.try_set(Some(error)),
            }
        });
    };
    let words = if guest { text().guest_text } else { text().member_text };
    view! {
        <section class="stack">
            <p id="myself">{fill(words, &[("name", &me.name)])}</p>
            <p class="row">
                <a class="button" href=format!("#/player/{}", me.id)>{text().my_page}</a>
                {(!guest).then(|| view! {
                    <button id="sign-out" on:click=move |_| leave("sign-out")>{text().sign_out}</button>
                    <button id="sign-out-everywhere" on:click=move |_| leave("sign-out-everywhere")>{text().sign_out_everywhere}</button>
                })}
            </p>
            <Problem problem=problem/>
        </section>
    }
}

/// The form of a name and a password.
#[component]
fn CredentialsForm(
    id: &'static str,
    path: &'static str,
    title: &'static str,
    help: &'static str,
    name: String,
    /// The kind of password for the browser's autocompletion.
    fills: &'static str,
) -> impl IntoView {
    let online: Online = expect_context();
    let (name, password) = (RwSignal::new(name), RwSignal::new(String::new()));
    let problem = RwSignal::new(None);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let body = Credentials { name: name.get_untracked(), password: password.get_untracked() };
        submit_credentials(online, path, body, problem);
    };
    view! {
        <form class="stack" id=id on:submit=submit>
            <h2>{title}</h2>
            <p class="quiet">{help}</p>
            <label class="field">
                <span>{text().your_name}</span>
                <input name="name" autocomplete="username" prop:value=move || name.get() on:input=move |event| name.set(event_target_value(&event))/>
            </label>
            <label class="field">
                <span>{text().password}</span>
                <input name="password" type="password" autocomplete=fills prop:value=move || password.get() on:input=move |event| password.set(event_target_value(&event))/>
            </label>
            <p class="row"><button class="primary">{title}</button></p>
            <Problem problem=problem/>
        </form>
    }
}

#[component]
fn CreateAccount(name: String) -> impl IntoView {
    let (title, help) = (text().create_account, text().create_account_help);
    view! { <CredentialsForm id="make-account" path="account" title=title help=help name=name fills="new-password"/> }
}

#[component]
fn SignIn() -> impl IntoView {
    let (title, help) = (text().sign_in, text().sign_in_help);
    view! { <CredentialsForm id="sign-in" path="sign-in" title=title help=help name=String::new() fills="current-password"/> }
}

/// The form of the current and the new password. The page is rendered again after a change, as the
/// tokens are gone; `changed` outlives it.
#[component]
fn ChangePassword(changed: RwSignal<bool>) -> impl IntoView {
    let online: Online = expect_context();
    let (current, new) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let problem = RwSignal::new(None);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let body = NewPassword { current: current.get_untracked(), new: new.get_untracked() };
        spawn_local(async move {
            match post::<Me>("me/password", &body).await {
                Ok(me) => {
                    changed.try_set(true);
                    online.change_user(me);
                }
                Err(error) => {
                    changed.try_set(false);
                    problem.try_set(Some(error));
                }
            }
        });
    };
    view! {
        <form class="stack" id="change-password" on:submit=submit>
            <h2>{text().change_password}</h2>
            <p class="quiet">{text().change_password_help}</p>
            <label class="field">
                <span>{text().current_password}</span>
                <input name="current" type="password" autocomplete="current-password" prop:value=move || current.get() on:input=move |event| current.set(event_target_value(&event))/>
            </label>
            <label class="field">
                <span>{text().new_password}</span>
                <input name="new" type="password" autocomplete="new-password" prop:value=move || new.get() on:input=move |event| new.set(event_target_value(&event))/>
            </label>
            <p class="row"><button>{text().change_password}</button></p>
            {move || changed.get().then(|| view! { <p class="notice" role="status">{text().password_changed}</p> })}
            <Problem problem=problem/>
        </form>
    }
}

#[component]
fn MyData(deleted: RwSignal<bool>) -> impl IntoView {
    let online: Online = expect_context();
    let problem = RwSignal::new(None);
    let download = move |_| {
        spawn_local(async move {
            match get_text("me/export").await {
                Ok(data) => browser::save("hexarium-data.json", "application/json", &data),
                Err(error) => _ = problem.try_set(Some(error)),
            }
        });
    };
    let forget = move |()| {
        spawn_local(async move {
            match delete("me").await {
                Ok(()) => {
                    deleted.try_set(true);
                    let (levels, version) = (online.levels.get_untracked(), hexarium_wire::VERSION);
                    online.change_user(Me { user: None, version, server_levels: levels });
                }
                Err(error) => _ = problem.try_set(Some(error)),
            }
        });
    };
    view! {
        <section class="stack">
            <h2>{text().my_data}</h2>
            <p class="quiet">{text().delete_help}</p>
            <p class="row">
                <button id="download" on:click=download>{text().download_data}</button>
                <ConfirmButton id="delete" label=text().delete_data then=forget/>
            </p>
            <Problem problem=problem/>
        </section>
    }
}

#[component]
fn Tokens() -> impl IntoView {
    let tokens = RwSignal::new(Vec::<Token>::new());
    let made = RwSignal::new(None::<String>);
    let label = RwSignal::new(String::new());
    let problem = RwSignal::new(None);
    let fetch = move || {
        spawn_local(async move {
            match get("me/tokens").await {
                Ok(list) => _ = tokens.try_set(list),
                Err(error) => _ = problem.try_set(Some(error)),
            }
        });
    };
    fetch();
    let make = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        spawn_local(async move {
            match post::<Token>("me/tokens", &NewToken { label: label.get_untracked() }).await {
                Ok(token) => {
                    made.try_set(token.secret);
                    label.try_set(String::new());
                    problem.try_set(None);
                    fetch();
                }
                Err(error) => _ = problem.try_set(Some(error)),
            }
        });
    };
    let take_back = move |id: String| {
        spawn_local(async move {
            match delete(&format!("me/tokens/{id}")).await {
                Ok(()) => fetch(),
                Err(error) => _ = problem.try_set(Some(error)),
            }
        });
    };
    let rows = move || {
        let row = |token: Token| {
            let id = token.id.clone();
            view! {
                <li class="game">
                    <span class="game-words"><b>{token.label}</b><small>{date(token.created)}</small></span>
                    <button on:click=move |_| take_back(id.clone())>{text().revoke_token}</button>
                </li>
            }
        };
        tokens.get().into_iter().map(row).collect_view()
    };
    view! {
        <section class="stack" id="tokens">
            <h2>{text().tokens}</h2>
            <p class="quiet">{text().tokens_help}</p>
            <ul class="games">{rows}</ul>
            {move || made.get().map(|secret| view! {
                <p class="notice" role="status">{text().token_once}</p>
                <ToCopy id="token" label=text().tokens words=secret/>
            })}
            <form class="row" on:submit=make>
                <label class="field">
                    <span>{text().token_label}</span>
                    <input name="label" autocomplete="off" prop:value=move || label.get() on:input=move |event| label.set(event_target_value(&event))/>
                </label>
                <button>{text().create_token}</button>
            </form>
            <Problem problem=problem/>
        </section>
    }
}
