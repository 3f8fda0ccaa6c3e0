//! The home page with the games.

use hexarium_kernel::GameSpec;
use hexarium_pictures::{Step, Style, animate, draw};
use leptos::prelude::*;

use crate::board::{Picture, style};
use crate::game_ui::GameUi;
use crate::games;
use crate::messages::{fill, text};
use crate::online::{Online, ServerState};
use crate::settings::{InBrowser as _, Settings, settings};

/// The animated sample of a game.
fn little_game(spec: &GameSpec, settings: &Settings) -> Option<String> {
    let (game, actions) = spec.sample;
    let game = games().open(game).ok()?;
    let style = Style { coordinates: false, ..style(&*game, settings) };
    let mut state = game.start();
    let start = state.view();
    let mut steps = Vec::new();
    for action in actions.split_whitespace() {
        let animation = state.animation(action).ok()?;
        state.play(action).ok()?;
        steps.push(Step { animation, view: state.view() });
    }
    if !settings.moves() {
        return Some(draw(&game.board(), &state.view(), None, &style));
    }
    Some(animate(&game.board(), &start, &steps, &style))
}

/// The page.
#[component]
pub(crate) fn Home() -> impl IntoView {
    let ui: GameUi = expect_context();
    let online: Online = expect_context();
    let settings = settings();
    let cards = games().specs().iter().map(|spec| {
        let picture = move || {
            let label = fill(text().board, &[("game", spec.title)]);
            little_game(spec, &settings.get()).map(|svg| view! { <Picture svg=svg label=label/> })
        };
        view! {
            <article class="card" data-game=spec.id>
                <a class="card-board" href=format!("#/new/{}", spec.id) tabindex="-1" aria-hidden="true">{picture}</a>
                <h2>{spec.title}</h2>
                <p>{spec.tagline}</p>
                <p class="row">
                    <a class="button primary" href=format!("#/new/{}", spec.id) aria-label=format!("{} {}", text().play, spec.title)>{text().play}</a>
                    <a class="button" href=format!("#/learn/{}", spec.id) aria-label=format!("{} {}", text().learn, spec.title)>{text().learn}</a>
                </p>
            </article>
        }
    });
    let under_way = move || {
        ui.session(|session| session.action_count() > 0 && !session.is_over()).then(|| {
            view! {
                <p><a class="button" href="#/play">{text().resume}</a></p>
            }
        })
    };
    let each_other = move || {
        (online.server.get() == ServerState::Available)
            .then(|| view! { <p><a class="button" id="play-online" href="#/online">{text().play_online}</a></p> })
    };
    view! {
        <main class="page home">
            <div class="home-line"><h1>{text().home_title}</h1><p>{text().home_line}</p>{under_way}{each_other}</div>
            <div class="cards">{cards.collect_view()}</div>
        </main>
    }
}
