//! A game that waits for an opponent.

use hexarium_wire::{EngineLocation, EngineSeat, GameCommand};
use leptos::prelude::*;

use super::{NameForm, ToCopy};
use crate::browser;
use crate::messages::{fill, text};
use crate::online::Online;
use crate::pages::new_game::LevelPicker;

/// For the host the link to send, for others the button to join.
#[component]
pub(super) fn Waiting(online: Online) -> impl IntoView {
    let host = Memo::new(move |_| online.room(|room| room.as_ref().map(|room| room.header().host.clone())));
    let hosts = Memo::new(move |_| online.me.with(|me| me.as_ref().map(|me| me.id.clone())) == host.get());
    let known = Memo::new(move |_| online.me.with(Option::is_some));
    move || {
        if hosts.get() && known.get() {
            return view! { <Host online=online/> }.into_any();
        }
        let name = online.user_name(&host.get().unwrap_or_default());
        let seat = if known.get() {
            view! { <p class="row"><button class="primary big" id="join" on:click=move |_| online.send_command(GameCommand::Join)>{text().join}</button></p> }.into_any()
        } else {
            view! { <NameForm/> }.into_any()
        };
        view! {
            <div class="waiting stack">
                <p class="prompt">{fill(text().seat_free, &[("name", &name)])}</p>
                {seat}
            </div>
        }
        .into_any()
    }
}

#[component]
fn Host(online: Online) -> impl IntoView {
    let link = online.entered.get_untracked().map(|id| format!("{}#/game/{id}", browser::address()));
    let level = RwSignal::new(2);
    let invite = move |_| {
        online.send_command(GameCommand::InviteEngine(EngineSeat {
            level: level.get_untracked(),
            location: EngineLocation::Browser,
        }))
    };
    let rated = online.room(|room| room.as_ref().is_some_and(|room| room.header().rated));
    view! {
        <div class="waiting stack">
            <p class="prompt" role="status">{text().waiting}</p>
            <p>{text().send_link}</p>
            <ToCopy id="invitation" label=text().copy_link words=link.unwrap_or_default()/>
            <details hidden=rated>
                <summary>{text().engine_instead}</summary>
                <p class="row"><LevelPicker label=text().level level=level/> <button id="invite" on:click=invite>{text().start}</button></p>
            </details>
        </div>
    }
}
