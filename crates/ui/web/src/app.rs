//! The frame around every page.

use std::time::Duration;

use hexarium_formats::link;
use hexarium_session::GameSession;
use leptos::ev;
use leptos::prelude::*;

use crate::browser;
use crate::game_ui::GameUi;
use crate::games;
use crate::language::tr;
use crate::library::Library;
use crate::messages::{fill, text};
use crate::online::{Online, ServerState};
use crate::pages::{
    Account, ConnectionBanner, CreateGame, GamePage, Games, Home, Insights, LabPage, Learn, LobbyPage, LocalGame,
    Mistakes, NewGame, NotFound, Play, PlayerPage, Preferences, PuzzlePage, PuzzlesPage, RulesPage, SetUp,
};
use crate::puzzles::{PuzzleAddress, Puzzles};
use crate::route::{self, Route};
use crate::settings;

/// The whole app.
#[component]
pub(crate) fn App() -> impl IntoView {
    let settings = settings::provide();
    // The first sound would delay the animation that it belongs to.
    window_event_listener(ev::pointerdown, move |_| {
        if settings.with_untracked(|settings| settings.sound) {
            set_timeout(browser::prepare_sound, Duration::ZERO);
        }
    });
    let library = Library::open();
    provide_context(library);
    let ui = GameUi::local(library);
    provide_context(ui);
    let puzzles = Puzzles::open();
    provide_context(puzzles);
    let online = Online::provide(ui.announced);
    provide_context(online);
    Effect::new(move |_| puzzles.set_account(online.account()));
    window_event_listener(ev::online, move |_| puzzles.synchronise());
    let route = route::follow(move |route| {
        if !matches!(route, Route::Play(_) | Route::Link(_) | Route::SetUp) {
            ui.close();
        }
    });
    Effect::new(move |_| online.page_title.set(title(&route.get())));
    let page = move || match route.get() {
        Route::Home => view! { <Home/> }.into_any(),
        Route::New(game) => match games().parse(&game, &[]) {
            Ok((spec, options)) => view! { <NewGame spec=spec options=options/> }.into_any(),
            Err(problem) => not_found(problem.to_string()),
        },
        Route::Play(id) => view! { <LocalGame id=id/> }.into_any(),
        Route::Games => view! { <Games/> }.into_any(),
        Route::SetUp => view! { <SetUp/> }.into_any(),
        Route::Learn(game, unit) => match games().spec(&game) {
            Ok(spec) => view! { <Learn spec=spec unit=unit/> }.into_any(),
            Err(problem) => not_found(problem.to_string()),
        },
        Route::Rules(game) => match games().spec(&game) {
            Ok(spec) => view! { <RulesPage spec=spec/> }.into_any(),
            Err(problem) => not_found(problem.to_string()),
        },
        Route::Lab(game) => match games().spec(if game.is_empty() { games().specs()[0].id } else { &game }) {
            Ok(spec) => view! { <LabPage spec=spec/> }.into_any(),
            Err(problem) => not_found(problem.to_string()),
        },
        Route::Settings => view! { <Preferences/> }.into_any(),
        Route::Lobby => view! { <LobbyPage/> }.into_any(),
        Route::Open(game) => view! { <CreateGame game=game/> }.into_any(),
        Route::Game(id) => view! { <GamePage id=id/> }.into_any(),
        Route::Player(id) => view! { <PlayerPage id=id/> }.into_any(),
        Route::Account => view! { <Account/> }.into_any(),
        Route::Mistakes => view! { <Mistakes/> }.into_any(),
        Route::Insights => view! { <Insights/> }.into_any(),
        Route::Puzzles => view! { <PuzzlesPage/> }.into_any(),
        Route::Puzzle(address) => view! { <PuzzlePage address=address/> }.into_any(),
        Route::Link(fragment) => open_link(ui, &fragment),
        Route::NotFound(address) => not_found(fill(text().not_found, &[("address", &address)])),
    };
    view! {
        <header class="top">
            <a class="brand" href="#/">
                <svg viewBox="-12 -12 24 24" width="28" height="28" aria-hidden="true"><path d="M0-10 8.7-5V5L0 10-8.7 5V-5z"/></svg>
                <span>{text().app}</span>
            </a>
            <nav aria-label=text().app>
                <a href="#/play" class:here=move || matches!(route.get(), Route::Play(_))>{text().play}</a>
                <a href="#/puzzles" id="puzzles" class:here=move || matches!(route.get(), Route::Puzzles | Route::Puzzle(_))>{text().puzzles}</a>
                <a href="#/games" class:here=move || route.get() == Route::Games>{text().games}</a>
                {move || matches!(online.server.get(), ServerState::Available | ServerState::Unreachable).then(|| view! {
                    <a href="#/online" id="online" class:here=move || route.get().is_online()>{text().online}</a>
                })}
                <a href="#/lab" id="lab" class:here=move || matches!(route.get(), Route::Lab(_))>{text().lab}</a>
                <a href="#/settings" class="gear" class:here=move || route.get() == Route::Settings>
                    <svg viewBox="-12 -12 24 24" width="20" height="20" aria-hidden="true"><circle r="5.5"/><circle class="teeth" r="8.5"/></svg>
                    <span>{text().settings}</span>
                </a>
            </nav>
        </header>
        // The page of a game has a place for it that leaves the board where it is.
        {move || route.with(|route| route.is_online() && !matches!(route, Route::Game(_))).then(|| view! { <ConnectionBanner/> })}
        {page}
        <div class="unseen" role="status" aria-live="polite">{move || tr(&ui.announced.get())}</div>
    }
}

/// The title of a page.
fn title(route: &Route) -> String {
    let of_game = |words: &'static str, game: &str| match games().parse(game, &[]) {
        Ok((spec, _)) => format!("{words}: {}", spec.title),
        Err(_) => words.to_string(),
    };
    let name = match route {
        Route::Home => return text().app.to_string(),
        Route::New(game) => of_game(text().new_game, game),
        Route::Play(_) | Route::Link(_) | Route::Game(_) => text().play.to_string(),
        Route::Games => text().games.to_string(),
        Route::Mistakes => text().mistakes_title.to_string(),
        Route::Insights => text().insights.to_string(),
        Route::Puzzles => text().puzzles.to_string(),
        Route::Puzzle(PuzzleAddress::Daily) => text().daily_puzzle.to_string(),
        Route::Puzzle(PuzzleAddress::Id { id, .. }) => fill(text().puzzle, &[("id", id)]),
        Route::Puzzle(PuzzleAddress::Next { game, .. }) => of_game(text().puzzles, game),
        Route::SetUp => text().setup.to_string(),
        // A lesson adds its own title when it is loaded.
        Route::Learn(game, _) => of_game(text().learn, game),
        Route::Rules(game) => of_game(text().rules, game),
        Route::Lab(game) => of_game(text().lab, game),
        Route::Settings => text().settings.to_string(),
        Route::Lobby => text().lobby_title.to_string(),
        // The page adds the name when it is loaded.
        Route::Player(_) => text().human_player.to_string(),
        Route::Open(game) => of_game(text().create_game, game),
        Route::Account => text().account.to_string(),
        Route::NotFound(_) => text().not_found_title.to_string(),
    };
    page_title(&name)
}

/// The title of a page with this name.
pub(crate) fn page_title(name: &str) -> String {
    format!("{name} – {}", text().app)
}

fn not_found(reason: String) -> AnyView {
    view! { <NotFound title=text().not_found_title reason=tr(&reason)/> }.into_any()
}

/// Opens the game of a link, or shows the error.
fn open_link(ui: GameUi, fragment: &str) -> AnyView {
    let opened = link::read(fragment, games()).map_err(|fault| fault.to_string());
    match opened.and_then(|(tree, cursor)| GameSession::from_tree(games(), tree, cursor)) {
        Ok(session) => {
            untrack(move || ui.open_analysis(session));
            view! { <Play/> }.into_any()
        }
        Err(reason) => {
            let reason = fill(text().bad_link, &[("reason", &tr(&reason))]);
            view! { <NotFound title=text().bad_link_title reason=reason/> }.into_any()
        }
    }
}
