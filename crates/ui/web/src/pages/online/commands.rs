//! Commands of the players other than turns.

use hexarium_room::{Offer, Room};
use hexarium_session::clock::time_left;
use hexarium_session::{Contest, GameController};
use hexarium_wire::{GameCommand, Millis, Participant, Side};
use leptos::prelude::*;

use super::ConfirmButton;
use crate::game_ui::GameUi;
use crate::messages::{fill, text};
use crate::online::Online;

/// The commands that are available to the player.
#[derive(Clone, PartialEq, Eq, Default)]
struct Can {
    plays: bool,
    resign: bool,
    draw: bool,
    takeback: bool,
    abort: bool,
    analyse: bool,
    rematch: bool,
    /// Whether the opponent offers a rematch.
    wanted: bool,
    asked: bool,
    next: Option<String>,
}

impl Can {
    fn of(room: &Room, side: Option<Side>, hosts: bool) -> Self {
        let over = room.ending().is_some();
        let playing = room.to_move().is_some();
        let person =
            |side| matches!(room.participants().map(|participants| participants.of(side)), Some(Participant::User(_)));
        let mut can = Self { analyse: over, next: room.next_game().map(str::to_string), ..Self::default() };
        can.abort = hosts && !playing && !over;
        let Some(side) = side else { return can };
        let quiet = room.offer().is_none();
        can.plays = true;
        can.resign = playing;
        can.abort |= playing && room.turns().len() < 2;
        can.draw = playing && quiet && person(side.other()) && room.game().spec().has_draws;
        can.takeback = playing && quiet && !room.header().rated && room.turns().iter().any(|turn| turn.side == side);
        can.rematch = over && can.next.is_none();
        can.wanted = *room.rematch_offered().of(side.other());
        can.asked = *room.rematch_offered().of(side);
        can
    }
}

/// The buttons.
#[component]
pub(super) fn Commands(online: Online, now: RwSignal<Millis>) -> impl IntoView {
    let main: GameUi = expect_context();
    let can = Memo::new(move |_| {
        let me = online.me.with(|me| me.as_ref().map(|me| me.id.clone()));
        online.room(|room| {
            room.as_ref().map(|room| Can::of(room, online.side(), me.as_ref() == Some(&room.header().host)))
        })
    });
    let open_analysis = move || online.copy().map(|session| main.open(session, Contest::two_humans()));
    let review = move |_| {
        if open_analysis().is_some() {
            main.update(GameController::review_game);
        }
    };
    let game = move || online.room(|room| room.as_ref().map(|room| format!("#/online/new/{}", room.header().game)));
    let act = move |id: &'static str, label: &'static str, what: fn() -> GameCommand| {
        view! { <button id=id on:click=move |_| online.send_command(what())>{label}</button> }
    };
    move || {
        let can = can.get().unwrap_or_default();
        let rematch = can.rematch.then(|| match (can.wanted, can.asked) {
            (true, _) => view! {
                <button id="rematch" class="primary" on:click=move |_| online.send_command(GameCommand::Rematch)>{text().rematch_accept}</button>
            }
            .into_any(),
            (false, true) => view! { <p class="quiet" role="status">{text().rematch_asked}</p> }.into_any(),
            (false, false) => view! {
                <button id="rematch" class="primary" on:click=move |_| online.send_command(GameCommand::Rematch)>{text().rematch}</button>
            }
            .into_any(),
        });
        view! {
            <div class="controls" role="toolbar" aria-label=text().play>
                {rematch}
                {can.next.map(|id| view! { <a class="button primary" id="next-game" href=format!("#/game/{id}")>{text().next_game}</a> })}
                {can.draw.then(|| act("offer-draw", text().offer_draw, || GameCommand::OfferDraw))}
                {can.takeback.then(|| act("ask-take-back", text().takeback, || GameCommand::RequestTakeback))}
                {can.resign.then(|| view! { <ConfirmButton id="resign" label=text().resign then=move |()| online.send_command(GameCommand::Resign)/> })}
                {can.abort.then(|| view! { <ConfirmButton id="call-off" label=text().abort_game then=move |()| online.send_command(GameCommand::Abort)/> })}
                {can.analyse.then(|| view! {
                    <button id="review" on:click=review>{text().review_whole_game}</button>
                    <a class="button" id="new-game" href=game>{text().new_game}</a>
                    <button id="study" on:click=move |_| _ = open_analysis()>{text().analysis_board}</button>
                })}
                <a class="button" href="#/online">{text().to_lobby}</a>
            </div>
            {can.resign.then(|| view! { <Claim online=online now=now/> })}
        }
    }
}

/// Shows that the opponent is away, and offers to claim the game after some time.
#[component]
fn Claim(online: Online, now: RwSignal<Millis>) -> impl IntoView {
    // The opponent's side, and the time until the game can be claimed, if it can be.
    let gone = move || {
        let other = online.side()?.other();
        let since = (*online.away().of(other))?;
        let after = online.room(|room| {
            let room = room.as_ref()?;
            let person = matches!(room.participants()?.of(other), Participant::User(_));
            person.then(|| room.claim_delay())
        })?;
        Some((other, after.map(|after| (since + after - now.get()).max(0))))
    };
    let words = Memo::new(move |_| {
        let (other, wait) = gone()?;
        let name = online.name(other);
        Some(match wait {
            None => (fill(text().is_away, &[("name", &name)]), false),
            Some(0) => (fill(text().claim_now, &[("name", &name)]), true),
            // Whole seconds suffice here.
            Some(wait) => {
                let time = time_left((wait / 1000).max(10) * 1000);
                (fill(text().claim_soon, &[("name", &name), ("time", &time)]), false)
            }
        })
    });
    move || {
        words.get().map(|(words, claim)| {
            view! {
                <div class="offer" id="gone">
                    <span>{words}</span>
                    {claim.then(|| view! { <button id="claim" on:click=move |_| online.send_command(GameCommand::ClaimVictory)>{text().claim_victory}</button> })}
                </div>
            }
        })
    }
}

/// The pending offer, with buttons for the response.
#[component]
pub(super) fn Offers(online: Online) -> impl IntoView {
    let offer = Memo::new(move |_| {
        let offer = online.room(|room| room.as_ref().and_then(|room| room.offer()));
        let side = online.side()?;
        let (own, other) = match offer? {
            Offer::Draw(by) => (by == side, true),
            Offer::Takeback(by) => (by == side, false),
        };
        Some((own, other))
    });
    let wanted = Memo::new(move |_| {
        let side = online.side()?.other();
        let wants = online.room(|room| {
            room.as_ref().is_some_and(|room| room.next_game().is_none() && *room.rematch_offered().of(side))
        });
        wants.then(|| fill(text().wants_rematch, &[("name", &online.name(side))]))
    });
    let offered = move || {
        let (own, draw) = offer.get()?;
        let other = online.side()?.other();
        let name = online.name(other);
        let words = match (draw, own) {
            (true, true) => text().you_offered_draw.to_string(),
            (true, false) => fill(text().offers_draw, &[("name", &name)]),
            (false, true) => text().you_asked_takeback.to_string(),
            (false, false) => fill(text().asks_takeback, &[("name", &name)]),
        };
        let answer = move |yes: bool| {
            online.send_command(match (draw, yes) {
                (true, true) => GameCommand::OfferDraw,
                (true, false) => GameCommand::DeclineDraw,
                (false, true) => GameCommand::AcceptTakeback,
                (false, false) => GameCommand::DeclineTakeback,
            });
        };
        let buttons = (!own).then(|| {
            view! {
                <button class="primary" id="accept" on:click=move |_| answer(true)>{text().accept}</button>
                <button id="decline" on:click=move |_| answer(false)>{text().decline}</button>
            }
        });
        Some(view! { <div class="offer" id="offer" role="status"><span>{words}</span>{buttons}</div> })
    };
    view! {
        {offered}
        {move || wanted.get().map(|words| view! { <p class="notice" role="status">{words}</p> })}
    }
}
