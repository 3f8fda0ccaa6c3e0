//! The home page with the games.

use hexarium_kernel::GameSpec;
use hexarium_pictures::{Step, animate, draw};
use hexarium_session::LibraryEntry;
use leptos::prelude::*;

use super::games::{opponents, thumbnail};
use super::online::LobbyPreview;
use super::puzzles::DailyPuzzle;
use crate::board::{Picture, thumbnail_style};
use crate::game_ui::play_path;
use crate::games;
use crate::language::tr;
use crate::library::Library;
use crate::messages::{fill, text};
use crate::online::{Online, ServerState};
use crate::settings::{InBrowser as _, Settings, settings};
use crate::words::game_title;

/// The sample of a game: animated, or its last position.
pub(super) fn sample(spec: &GameSpec, settings: &Settings, is_animated: bool) -> Option<String> {
    let (game, actions) = spec.sample;
    let game = games().open(game).ok()?;
    let style = thumbnail_style(&*game, settings);
    let mut state = game.start();
    let start = state.view();
    let mut steps = Vec::new();
    for action in actions.split_whitespace() {
        let animation = state.animation(action).ok()?;
        state.play(action).ok()?;
        steps.push(Step { animation, view: state.view() });
    }
    if !is_animated {
        return Some(draw(&game.board(), &state.view(), None, &style));
    }
    Some(animate(&game.board(), &start, &steps, &style))
}

/// The number of games under way that are shown.
const UNDER_WAY: usize = 3;

fn games_name(summary: &LibraryEntry) -> Option<String> {
    let game = games().open_stored(&summary.game).ok()?;
    Some(opponents(summary, |side| game.player_name(side)))
}

/// The page.
#[component]
pub(crate) fn Home() -> impl IntoView {
    let library: Library = expect_context();
    let online: Online = expect_context();
    let settings = settings();
    let cards = games().specs().iter().map(|spec| {
        let picture = move || {
            let label = fill(text().board, &[("game", spec.title)]);
            let settings = settings.get();
            sample(spec, &settings, settings.moves()).map(|svg| view! { <Picture svg=svg label=label/> })
        };
        view! {
            <article class="card" data-game=spec.id>
                <a class="card-board" href=format!("#/new/{}", spec.id) tabindex="-1" aria-hidden="true">{picture}</a>
                <h2>{spec.title}</h2>
                <p>{tr(spec.tagline)}</p>
                <p class="row">
                    <a class="button primary" href=format!("#/new/{}", spec.id) aria-label=fill(text().play_game, &[("game", spec.title)])>{text().play}</a>
                    <a class="button" href=format!("#/learn/{}", spec.id) aria-label=fill(text().lesson, &[("game", spec.title)])>{text().learn}</a>
                </p>
            </article>
        }
    });
    let under_way = move || {
        let games: Vec<_> = library.games()?.into_iter().filter(LibraryEntry::is_under_way).take(UNDER_WAY).collect();
        let list = games.iter().enumerate().map(|(i, game)| {
            let name = games_name(game);
            view! {
                <li class="saved-game">
                    {thumbnail(game)}
                    <div class="saved-words"><h2>{game_title(&game.game)}</h2><p class="quiet">{name}</p></div>
                    <p class="row"><a class="button primary" id=(i == 0).then_some("resume") href=format!("#{}", play_path(&game.id))>{text().continue_game}</a></p>
                </li>
            }
        });
        (!games.is_empty()).then(|| view! { <ul class="saved-games under-way">{list.collect_view()}</ul> })
    };
    let each_other = move || {
        (online.server.get() == ServerState::Available)
            .then(|| view! { <a class="button big" id="play-online" href="#/online">{text().play_online}</a> })
    };
    view! {
        <main class="page home">
            <div class="home-top">
                <div class="home-line">
                    <h1>{text().home_title}</h1>
                    <p>{text().home_subtitle}</p>
                    <p class="row">
                        <a class="button primary big" id="play" href="#/play">{text().play}</a>
                        {each_other}
                        <a class="button big" id="compare" href="#/lab">{text().lab_title}</a>
                    </p>
                </div>
                <section class="saved-game daily"><DailyPuzzle/></section>
            </div>
            {under_way}
            {move || (online.server.get() == ServerState::Available).then(|| view! { <LobbyPreview/> })}
            <div class="cards">{cards.collect_view()}</div>
        </main>
    }
}
