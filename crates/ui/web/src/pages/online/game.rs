//! The page of an online game.

use hexarium_kernel::Player;
use hexarium_wire::Side;
use leptos::prelude::*;

use super::ConnectionBanner;
use super::commands::{Commands, Offers};
use super::strip::{Facts, Strip};
use super::waiting::Waiting;
use crate::language::tr;
use crate::messages::text;
use crate::online::Online;
use crate::pages::NotFound;
use crate::pages::moves::Moves;
use crate::pages::play::{
    Buttons, Chooser, LiveBoard, NoticeLine, Prompt, SkipToBoard, TurnBoard, TypeMove, navigate_by_keys,
};

/// The page.
#[component]
pub(crate) fn GamePage(id: String) -> impl IntoView {
    let online: Online = expect_context();
    online.enter(&id);
    on_cleanup(move || online.leave(&id));
    let known = Memo::new(move |_| online.room(|room| room.is_some()));
    let error = Memo::new(move |_| online.game(|game| game.and_then(|game| game.error().map(str::to_string))));
    move || match (error.get(), known.get()) {
        (Some(problem), _) => {
            let reason = super::sentence(&tr(&problem));
            view! { <ConnectionBanner/><NotFound title=text().cannot_show_game reason=reason/> }.into_any()
        }
        (None, false) => view! {
            <ConnectionBanner/>
            <main class="page narrow"><p class="quiet" role="status">{text().loading_game}</p></main>
        }
        .into_any(),
        (None, true) => view! { <Board online=online/> }.into_any(),
    }
}

#[component]
fn Board(online: Online) -> impl IntoView {
    let ui = online.ui;
    navigate_by_keys(ui);
    // The clocks run between events.
    let now = RwSignal::new(online.now());
    let ticking = set_interval_with_handle(move || now.set(online.now()), std::time::Duration::from_millis(200));
    on_cleanup(move || _ = ticking.map(|handle| handle.clear()));
    let open = Memo::new(move |_| {
        online.room(|room| room.as_ref().is_some_and(|room| room.participants().is_none() && room.ending().is_none()))
    });
    let plays = Memo::new(move |_| {
        let playing = online.room(|room| room.as_ref().is_some_and(|room| room.to_move().is_some()));
        online.side().is_some() && playing
    });
    // The player's own side is below.
    let below = Memo::new(move |_| online.side().or_else(|| online.requested_side()).unwrap_or(Side::First));
    view! {
        <main class="play game-page" data-side=move || online.side().map(|side| Player::from(side).word())>
            <SkipToBoard/>
            <Strip online=online side=Signal::derive(move || below.get().other()) now=now top=true/>
            <div class="board-room"><LiveBoard ui=ui/><Chooser ui=ui/></div>
            <Strip online=online side=below now=now top=false/>
            <div class="talk">
                <ConnectionBanner/>
                {move || if open.get() { view! { <Waiting online=online/> }.into_any() } else { view! { <Prompt ui=ui/> }.into_any() }}
                <Offers online=online/>
                <NoticeLine ui=ui/>
            </div>
            <div class="bar">
                <Buttons ui=ui/>
                <Commands online=online now=now/>
            </div>
            <aside class="panel">
                <Facts online=online/>
                <Moves ui=ui plain=true/>
                {move || plays.get().then(|| view! { <TypeMove ui=ui/> })}
                <p class="row"><TurnBoard ui=ui/></p>
            </aside>
        </main>
    }
}
