//! The players beside the board: name, clock, whether they are there.

use hexarium_wire::{Millis, Participant, Side};
use leptos::prelude::*;

use crate::messages::{fill, text};
use crate::online::{Online, clock_words, game_title, time_left};
use crate::pages::play::{Sign, counters};
use crate::sitting::Phase;

/// One player.
#[component]
pub(super) fn Strip(
    online: Online,
    #[prop(into)] side: Signal<Side>,
    now: RwSignal<Millis>,
    top: bool,
) -> impl IntoView {
    let sitting = online.sitting;
    let colour = move || sitting.table.with(|table| table.game().player_name(side.get().into()));
    let name = move || {
        let name = online.name_of(side.get());
        if online.side.get() == Some(side.get()) { format!("{name} ({})", text().you.to_lowercase()) } else { name }
    };
    let person = move || {
        online.room.with(|room| match room.as_ref()?.participants()?.of(side.get()) {
            Participant::User(id) => Some(id.clone()),
            Participant::Engine(_) => None,
        })
    };
    let who = move || match person() {
        Some(id) => view! { <a class="name" href=format!("#/player/{id}")>{name}</a> }.into_any(),
        None => view! { <span class="name">{name}</span> }.into_any(),
    };
    let away = move || {
        let playing = online.room.with(|room| room.as_ref().is_some_and(|room| room.to_move().is_some()));
        let gone = online.away.get().of(side.get()).is_some() && person().is_some();
        (playing && gone && online.side.get() != Some(side.get()))
            .then(|| view! { <span class="away">{text().away}</span> })
    };
    let to_move = move || online.room.with(|room| room.as_ref().and_then(|room| room.to_move())) == Some(side.get());
    let clock = move || {
        let left = online.room.with(|room| room.as_ref().and_then(|room| room.time_left(side.get(), now.get())))?;
        let short = left < 20_000 && to_move();
        let label = fill(text().time_of, &[("name", colour())]);
        Some(
            view! { <span class="clock" class:short=short class:running=to_move() role="timer" aria-label=label>{time_left(left)}</span> },
        )
    };
    // This game counts as soon as it is over.
    let wins = move || {
        let (score, _) = online.score.get();
        let won = online.room.with(|room| room.as_ref().and_then(|room| room.ending())?.winner);
        let wins = |side: Side| score.of(side) + u32::from(won == Some(side));
        let any = wins(Side::First) + wins(Side::Second) > 0;
        any.then(|| view! { <span class="wins" title=text().score>{wins(side.get())}</span> })
    };
    view! {
        <div class="strip" class:to-move=to_move data-player=colour data-confirming=move || (sitting.phase.get() == Phase::Confirming).then_some("")>
            <Sign player=Signal::derive(move || side.get().into()) name=Signal::derive(colour)/>
            {who}
            <span class="quiet">{colour}</span>
            {away}
            <span class="counters">{move || counters(sitting, side.get().into(), !top)}</span>
            {wins}
            {clock}
        </div>
    }
}

/// What is settled about the game, and who looks on.
#[component]
pub(super) fn Facts(online: Online) -> impl IntoView {
    let facts = move || {
        let mut facts = online.room.with(|room| {
            let header = room.as_ref().map(|room| room.header())?;
            let mut facts = vec![game_title(&header.game), clock_words(header.clock)];
            facts.extend(header.rated.then(|| text().rated_word.to_string()));
            Some(facts)
        })?;
        let (_, draws) = online.score.get();
        facts.extend((draws > 0).then(|| fill(text().drawn_games, &[("n", &draws.to_string())])));
        Some(facts.join(" · "))
    };
    // Whoever waits for somebody does not watch.
    let open = move || online.room.with(|room| room.as_ref().is_none_or(|room| room.participants().is_none()));
    let spectators = move || match online.spectators.get() {
        0 => text().watchers_none.to_string(),
        1 => text().watchers_one.to_string(),
        n => fill(text().watchers_some, &[("n", &n.to_string())]),
    };
    view! {
        <section class="facts quiet" aria-label=text().game_facts>
            <span>{facts}</span>
            <span id="spectators" hidden=open>{spectators}</span>
        </section>
    }
}
