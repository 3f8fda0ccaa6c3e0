//! The lobby: open games, games under way and the user's own games.

use hexarium_wire::http::{GameStatus, GameSummary, Lobby};
use hexarium_wire::{ApiError, Participant, Side, User};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{NameForm, Problem};
use crate::language::tr;
use crate::messages::{fill, text};
use crate::online::{Online, get};
use crate::words::{game_title, player_label};

/// The lobby, fetched again when it changes, for as long as the page is open, and the reason why
/// it cannot be fetched.
fn live_lobby(online: Online) -> (RwSignal<Option<Lobby>>, RwSignal<Option<ApiError>>) {
    online.watch_lobby(true);
    on_cleanup(move || online.watch_lobby(false));
    let lobby = RwSignal::new(None);
    let problem = RwSignal::new(None);
    Effect::new(move |_| {
        online.lobby.track();
        online.me.track();
        spawn_local(async move {
            match get::<Lobby>("lobby").await {
                Ok(fetched) => {
                    problem.try_set(None);
                    lobby.try_set(Some(fetched));
                }
                Err(error) => _ = problem.try_set(Some(error)),
            }
        });
    });
    (lobby, problem)
}

/// The number of games in the preview.
const PREVIEW_GAMES: usize = 3;

/// A preview of the lobby: the user's own games, then games to join and to watch.
#[component]
pub(crate) fn LobbyPreview() -> impl IntoView {
    let online: Online = expect_context();
    let (lobby, _) = live_lobby(online);
    move || {
        let me = online.me.get();
        let games = lobby.with(|lobby| {
            let lobby = lobby.as_ref()?;
            Some([lobby.yours.clone(), others(&lobby.open, lobby), others(&lobby.playing, lobby)].concat())
        });
        let games = games.filter(|games| !games.is_empty())?;
        let rows = games.iter().take(PREVIEW_GAMES).map(|game| row(game, me.as_ref())).collect_view();
        Some(
            view! { <section id="lobby-glance" class="stack"><h2>{text().online_now}</h2><ul class="games">{rows}</ul></section> },
        )
    }
}

/// The page.
#[component]
pub(crate) fn LobbyPage() -> impl IntoView {
    let online: Online = expect_context();
    let (lobby, problem) = live_lobby(online);
    let who = move || match online.me.get() {
        Some(me) => view! { <p>{text().you_are} " " <a href="#/account" id="me">{me.name}</a></p> }.into_any(),
        None => view! { <NameForm/> }.into_any(),
    };
    let part = move |id: &'static str, title: &'static str, empty: &'static str, of: fn(&Lobby) -> Vec<GameSummary>| {
        let rows = move || {
            let me = online.me.get();
            lobby.with(|lobby| {
                let games = of(lobby.as_ref()?);
                if games.is_empty() {
                    return Some(view! { <p class="quiet">{empty}</p> }.into_any());
                }
                let rows = games.into_iter().map(|game| row(&game, me.as_ref())).collect_view();
                Some(view! { <ul class="games">{rows}</ul> }.into_any())
            })
        };
        view! { <section id=id><h2>{title}</h2>{rows}</section> }
    };
    view! {
        <main class="page narrow lobby">
            <h1>{text().lobby_title}</h1>
            {who}
            <p class="row">
                <a class="button primary big" id="open-game" href="#/online/new">{text().create_game}</a>
                <a class="button" href="#/account">{text().account}</a>
            </p>
            <Problem problem=problem/>
            {part("my-games", text().my_games, text().no_my_games, |lobby| lobby.yours.clone())}
            {part("open-games", text().open_games, text().no_open_games, |lobby| others(&lobby.open, lobby))}
            {part("playing-games", text().games_to_watch, text().no_games_to_watch, |lobby| others(&lobby.playing, lobby))}
        </main>
    }
}

/// The games of a list without the user's own, which have a separate list.
fn others(games: &[GameSummary], lobby: &Lobby) -> Vec<GameSummary> {
    games.iter().filter(|game| lobby.yours.iter().all(|own| own.id != game.id)).cloned().collect()
}

/// A game in a list.
pub(super) fn row(game: &GameSummary, me: Option<&User>) -> impl IntoView + use<> {
    let title = game_title(&game.game);
    let my_side = game.players.as_ref().and_then(|players| {
        let is_me =
            |side: &Side| matches!(&players.of(*side).participant, Participant::User(id) if me.is_some_and(|me| me.id == *id));
        Side::BOTH.into_iter().find(is_me)
    });
    let hosts = me.is_some_and(|me| me.id == game.host.id);
    let words = match (&game.players, my_side) {
        (Some(players), Some(side)) => {
            fill(text().game_vs, &[("game", &title), ("name", &player_label(&players.of(side.other()).name))])
        }
        (Some(players), None) => fill(
            text().game_players,
            &[
                ("game", &title),
                ("first", &player_label(&players.first.name)),
                ("second", &player_label(&players.second.name)),
            ],
        ),
        (None, _) if hosts => title,
        (None, _) => fill(text().game_with_host, &[("game", &title), ("name", &game.host.name)]),
    };
    let mine = matches!(game.status, GameStatus::Playing { to_move } if Some(to_move) == my_side);
    let (state, button) = match &game.status {
        GameStatus::Open if hosts => (text().waiting_for_opponent.to_string(), text().continue_online_game),
        GameStatus::Open => (String::new(), text().join),
        GameStatus::Playing { .. } if mine => (text().your_turn.to_string(), text().continue_online_game),
        GameStatus::Playing { .. } if my_side.is_some() => (String::new(), text().continue_online_game),
        GameStatus::Playing { .. } => (String::new(), text().watch_game),
        GameStatus::Finished { winner: Some(winner), .. } => {
            let name = game.players.as_ref().map(|players| player_label(&players.of(*winner).name)).unwrap_or_default();
            (fill(text().won_by, &[("name", &name)]), text().view_game)
        }
        GameStatus::Finished { winner: None, counts, .. } => {
            (if *counts { text().result_draw } else { text().result_aborted }.to_string(), text().view_game)
        }
    };
    let facts = [Some(tr(&game.clock.to_string())), game.rated.then(|| text().rated_word.to_string())];
    let facts = facts.into_iter().flatten().collect::<Vec<_>>().join(", ");
    view! {
        <li class="game" class:mine=mine data-game=game.id.clone()>
            <span class="game-words">
                <b>{words}</b>
                <small>{facts}</small>
            </span>
            <span class="game-state" class:quiet=!mine>{state}</span>
            <a class="button" class:primary=mine href=format!("#/game/{}", game.id)>{button}</a>
        </li>
    }
}
