//! The saved games.

use hexarium_kernel::Player;
use hexarium_pictures::draw;
use hexarium_session::{Form, LibraryEntry, PlayerKind};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::delete_button::DeleteButton;
use super::files::Import;
use super::new_game::level_label;
use crate::board::{Picture, thumbnail_style};
use crate::browser;
use crate::game_ui::{GameUi, play_path};
use crate::games;
use crate::language::tr;
use crate::library::Library;
use crate::messages::{fill, text};
use crate::settings::settings;
use crate::words::{date, game_title};

/// The page.
#[component]
pub(crate) fn Games() -> impl IntoView {
    let (ui, library): (GameUi, Library) = (expect_context(), expect_context());
    let list = move || {
        let saved = library.games()?;
        Some(if saved.is_empty() {
            view! {
                <p class="quiet">{text().no_games}</p>
                <p><a class="button primary" href=format!("#/new/{}", games().specs()[0].id)>{text().new_game}</a></p>
            }
            .into_any()
        } else {
            view! { <ul class="saved-games">{saved.into_iter().map(|game| item(library, game)).collect_view()}</ul> }
                .into_any()
        })
    };
    view! {
        <main class="page">
            <h1>{text().games}</h1>
            <p><a class="button" id="insights" href="#/insights">{text().insights}</a></p>
            {move || library.has_failed.get().then(|| view! { <p class="problem" role="alert">{text().games_failed}</p> })}
            {list}
            <section class="stack import"><h2>{text().import}</h2><Import ui=ui/></section>
        </main>
    }
}

/// The position of a game, as a link to it.
pub(super) fn thumbnail(summary: &LibraryEntry) -> impl IntoView + use<> {
    let address = format!("#{}", play_path(&summary.id));
    view! {
        <a class="saved-board" href=address tabindex="-1" aria-hidden="true">{picture(&summary.game, &summary.position)}</a>
    }
}

/// A small picture of a position.
pub(super) fn picture(game: &str, position: &str) -> Option<impl IntoView + use<>> {
    let game = games().open_stored(game).ok()?;
    let view = game.at_position(position).ok()?.view();
    let style = thumbnail_style(&*game, &settings().get());
    let label = fill(text().board, &[("game", game.spec().title)]);
    Some(view! { <Picture svg=draw(&game.board(), &view, None, &style) label=label/> })
}

/// A game of the list.
fn item(library: Library, summary: LibraryEntry) -> impl IntoView {
    let Ok(game) = games().open_stored(&summary.game) else { return ().into_any() };
    let state = match summary.result {
        Some(Some(winner)) => fill(text().won_by, &[("name", &tr(game.player_name(winner)))]),
        Some(None) => text().drawn.to_string(),
        None => text().in_progress.to_string(),
    };
    let actions = fill(text().moves_played, &[("n", &summary.actions.to_string())]);
    let open = if summary.result.is_some() { text().review_game } else { text().continue_game };
    let id = summary.id.clone();
    let export = move |_| export(library, id.clone());
    let id = summary.id.clone();
    let delete = move || library.delete(vec![id.clone()]);
    view! {
        <li class="saved-game" data-game=summary.id.clone()>
            {thumbnail(&summary)}
            <div class="saved-words">
                <h2>{game_title(&summary.game)}</h2>
                <p>{opponents(&summary, |side| game.player_name(side))}</p>
                <p class="quiet">{state}" · "{actions}" · "{date(summary.changed as i64)}</p>
            </div>
            <p class="row">
                <a class="button primary" href=format!("#{}", play_path(&summary.id))>{open}</a>
                <button on:click=export>{text().export}</button>
                <DeleteButton label=text().delete question=text().delete_question confirm=text().delete act=delete/>
            </p>
        </li>
    }
    .into_any()
}

/// The players in words.
pub(super) fn opponents(summary: &LibraryEntry, name: impl Fn(Player) -> &'static str) -> String {
    let kind = |kind| match kind {
        PlayerKind::Engine(level) => fill(text().level_name, &[("level", level_label(level))]),
        PlayerKind::Human | PlayerKind::Remote => text().you.to_string(),
    };
    match summary.players {
        [PlayerKind::Human, PlayerKind::Human] => text().human_player.to_string(),
        [host, guest] => {
            let [host, guest] = [kind(host), kind(guest)];
            let (first, second) = if summary.host == Player::First { (host, guest) } else { (guest, host) };
            format!("{first} ({}) – {second} ({})", tr(name(Player::First)), tr(name(Player::Second)))
        }
    }
}

/// Downloads the record of a game.
fn export(library: Library, id: String) {
    spawn_local(async move {
        let record = library
            .load(&id)
            .await
            .and_then(|saved| Some((saved.session.game().spec().id, saved.session.export(Form::Record).ok()?)));
        if let Some((game, record)) = record {
            browser::save(&format!("{game}-{}-{id}.txt", browser::iso_date()), "text/plain", &record);
        }
    });
}
