//! The players beside the board: name, clock and presence.

use hexarium_session::Phase;
use hexarium_session::clock::time_left;
use hexarium_wire::{Millis, Participant, Side};
use leptos::prelude::*;

use crate::language::tr;
use crate::messages::{fill, text};
use crate::online::Online;
use crate::pages::play::{Sign, counters};
use crate::words::game_title;

/// One player.
#[component]
pub(super) fn Strip(
    online: Online,
    #[prop(into)] side: Signal<Side>,
    now: RwSignal<Millis>,
    top: bool,
) -> impl IntoView {
    let ui = online.ui;
    let colour = move || ui.session(|session| session.game().player_name(side.get().into()));
    let name = move || {
        let name = online.name(side.get());
        if online.side() == Some(side.get()) { format!("{name} ({})", text().you.to_lowercase()) } else { name }
    };
    let person = move || {
        online.room(|room| match room.as_ref()?.participants()?.of(side.get()) {
            Participant::User(id) => Some(id.clone()),
            Participant::Engine(_) => None,
        })
    };
    let who = move || match person() {
        Some(id) => view! { <a class="name" href=format!("#/player/{id}")>{name}</a> }.into_any(),
        None => view! { <span class="name">{name}</span> }.into_any(),
    };
    let away = move || {
        let playing = online.room(|room| room.as_ref().is_some_and(|room| room.to_move().is_some()));
        let gone = online.away().of(side.get()).is_some() && person().is_some();
        (playing && gone && online.side() != Some(side.get()))
            .then(|| view! { <span class="away">{text().away}</span> })
    };
    let to_move = move || online.room(|room| room.as_ref().and_then(|room| room.to_move())) == Some(side.get());
    let clock = move || {
        let left = online.room(|room| room.as_ref().and_then(|room| room.time_left(side.get(), now.get())))?;
        let short = left < 20_000 && to_move();
        let label = fill(text().clock_label, &[("name", &tr(colour()))]);
        Some(
            view! { <span class="clock" class:short=short class:running=to_move() role="timer" aria-label=label>{time_left(left)}</span> },
        )
    };
    // The score includes this game once it is over.
    let wins = move || {
        let (score, _) = online.score();
        let won = online.room(|room| room.as_ref().and_then(|room| room.ending())?.winner);
        let wins = |side: Side| score.of(side) + u32::from(won == Some(side));
        let any = wins(Side::First) + wins(Side::Second) > 0;
        any.then(|| view! { <span class="wins" title=text().score>{wins(side.get())}</span> })
    };
    view! {
        <div class="strip" class:to-move=to_move data-player=colour data-confirming=move || (ui.phase.get() == Phase::Confirming).then_some("")>
            <Sign player=Signal::derive(move || side.get().into()) name=Signal::derive(colour)/>
            {who}
            <span class="quiet">{move || tr(colour())}</span>
            {away}
            <span class="counters">{move || counters(ui, side.get().into(), !top)}</span>
            {wins}
            {clock}
        </div>
    }
}

/// The settings of the game, and the number of spectators.
#[component]
pub(super) fn Facts(online: Online) -> impl IntoView {
    let facts = move || {
        let mut facts = online.room(|room| {
            let header = room.as_ref().map(|room| room.header())?;
            let mut facts = vec![game_title(&header.game), tr(&header.clock.to_string())];
            facts.extend(header.rated.then(|| text().rated_word.to_string()));
            Some(facts)
        })?;
        let (_, draws) = online.score();
        facts.extend((draws > 0).then(|| fill(text().drawn_games, &[("n", &draws.to_string())])));
        Some(facts.join(" · "))
    };
    // An open game has no spectators.
    let open = move || online.room(|room| room.as_ref().is_none_or(|room| room.participants().is_none()));
    let spectators = move || match online.game(|game| game.map_or(0, |game| game.spectators())) {
        0 => text().spectators_none.to_string(),
        1 => text().spectators_one.to_string(),
        n => fill(text().spectators_some, &[("n", &n.to_string())]),
    };
    view! {
        <section class="facts quiet" aria-label=text().about_game>
            <span>{facts}</span>
            <span id="spectators" hidden=open>{spectators}</span>
        </section>
    }
}
