//! A game with somebody who is not here.

use hexarium_kernel::Player;
use hexarium_wire::Side;
use leptos::prelude::*;

use super::acts::{Acts, Offers};
use super::strip::{Facts, Strip};
use super::waiting::Waiting;
use crate::messages::{fill, text};
use crate::online::Online;
use crate::pages::Lost;
use crate::pages::moves::Moves;
use crate::pages::play::{Buttons, Chooser, LiveBoard, Sign, TypeMove, listen_to_keys};
use crate::sitting::Phase;

/// The page.
#[component]
pub(crate) fn GamePage(id: String) -> impl IntoView {
    let online: Online = expect_context();
    online.enter(&id);
    on_cleanup(move || online.leave(&id));
    let known = Memo::new(move |_| online.room.with(Option::is_some));
    move || match (online.problem.get(), known.get()) {
        (Some(problem), _) => view! { <Lost title=text().not_a_game reason=super::sentence(&problem)/> }.into_any(),
        (None, false) => {
            view! { <main class="page narrow"><p class="quiet" role="status">{text().fetching}</p></main> }.into_any()
        }
        (None, true) => view! { <Board online=online/> }.into_any(),
    }
}

#[component]
fn Board(online: Online) -> impl IntoView {
    let sitting = online.sitting;
    listen_to_keys(sitting);
    // The clocks go on by themselves.
    let now = RwSignal::new(online.now());
    let ticking = set_interval_with_handle(move || now.set(online.now()), std::time::Duration::from_millis(200));
    on_cleanup(move || _ = ticking.map(|handle| handle.clear()));
    let open = Memo::new(move |_| {
        online
            .room
            .with(|room| room.as_ref().is_some_and(|room| room.participants().is_none() && room.ending().is_none()))
    });
    let plays = Memo::new(move |_| {
        let playing = online.room.with(|room| room.as_ref().is_some_and(|room| room.to_move().is_some()));
        online.side.get().is_some() && playing
    });
    // Whoever plays, or waits for somebody, sits below.
    let below = Memo::new(move |_| online.side.get().or_else(|| online.waiting_side()).unwrap_or(Side::First));
    let is_result = move || online.room.with(|room| room.as_ref().is_some_and(|room| room.ending().is_some()));
    let winner = Memo::new(move |_| {
        online.room.with(|room| {
            let room = room.as_ref()?;
            let winner = Player::from(room.ending()?.winner?);
            Some((winner, room.game().player_name(winner)))
        })
    });
    let sign = move || winner.get().map(|(player, name)| view! { <Sign player=player name=name/> });
    view! {
        <main class="play game-page" data-side=move || online.side.get().map(|side| Player::from(side).word())>
            <a class="skip" href="#board" on:click=|event| { event.prevent_default(); crate::browser::focus("#board [tabindex='0']"); }>{text().skip_to_board}</a>
            <section class="table">
                <Strip online=online side=Signal::derive(move || below.get().other()) now=now top=true/>
                <div class="board-room"><LiveBoard sitting=sitting/></div>
                <Strip online=online side=below now=now top=false/>
                <div class="talk">
                    {move || open.get().then(|| view! { <Waiting online=online/> })}
                    <p class="prompt" class:result=is_result id="prompt" hidden=move || open.get()>{sign}<span>{move || prompt(online)}</span></p>
                    <Offers online=online/>
                    {move || sitting.notice.get().map(|notice| view! { <p class="notice" role="alert">{notice}</p> })}
                    <Chooser sitting=sitting/>
                    <Buttons sitting=sitting/>
                </div>
            </section>
            <aside class="side">
                <Acts online=online now=now/>
                <Facts online=online/>
                <Moves sitting=sitting plain=true/>
                {move || plays.get().then(|| view! { <TypeMove sitting=sitting/> })}
            </aside>
        </main>
    }
}

/// The line that always says how things stand.
fn prompt(online: Online) -> String {
    let sitting = online.sitting;
    let own = sitting.table.with(|table| table.state().view().prompt);
    if !sitting.is_at_end() {
        return fill(text().prompt_back, &[("prompt", &own)]);
    }
    if let Some(result) = online.result() {
        return result;
    }
    if sitting.phase.get() == Phase::Confirming {
        return text().confirm_turn.to_string();
    }
    if online.pending.with(Option::is_some) {
        return text().sending.to_string();
    }
    if online.is_my_turn() {
        return fill(text().prompt_mine, &[("prompt", &own)]);
    }
    let to_move = online.room.with(|room| room.as_ref().and_then(|room| room.to_move()));
    to_move.map_or_else(String::new, |side| fill(text().prompt_theirs, &[("name", &online.name_of(side))]))
}
