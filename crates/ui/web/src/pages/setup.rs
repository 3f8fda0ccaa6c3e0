//! A position set up by hand.

use hexarium_kernel::{PerPlayer, PieceKind, PieceView, Player, Spot};
use hexarium_pictures::Scene;
use hexarium_session::{Contest, GameSession, PlayerKind, Setup, words};
use leptos::prelude::*;

use super::new_game::LevelPicker;
use crate::board::{Board, plain_canvas};
use crate::browser;
use crate::game_ui::GameUi;
use crate::language::tr;
use crate::messages::{fill, text};
use crate::settings::settings;

/// The page.
#[component]
pub(crate) fn SetUp() -> impl IntoView {
    let ui: GameUi = expect_context();
    match ui.session_untracked(Setup::new) {
        Ok(setup) => view! { <Editor setup=RwSignal::new_local(setup)/> }.into_any(),
        Err(problem) => view! { <super::NotFound title=text().setup reason=tr(&problem)/> }.into_any(),
    }
}

#[component]
fn Editor(setup: RwSignal<Setup, LocalStorage>) -> impl IntoView {
    let ui: GameUi = expect_context();
    let problem = RwSignal::new(None::<String>);
    // `None` is the brush that empties a cell.
    let brush = RwSignal::new(Some(0));
    let names = ui.session_untracked(|session| PerPlayer(Player::BOTH.map(|side| session.game().player_name(side))));
    let (board, title) = setup.with_untracked(|setup| (setup.board().clone(), setup.game().spec().title));
    let live = move || {
        let canvas = setup.with_untracked(|setup| plain_canvas(setup.game(), setup.board(), &settings().get()));
        let board = board.clone();
        let names = Memo::new(move |_| {
            setup.with(|setup| {
                let view = setup.view();
                let spots = 0..setup.board().cells.len() as u16;
                let name = |i| tr(&words::describe_cell(setup.game(), setup.board(), &view, Spot(i)));
                spots.map(name).collect::<Vec<_>>()
            })
        });
        let (below, pieces) = (canvas.clone(), canvas.clone());
        let paint = move |spot| {
            problem.set(None);
            setup.update(|setup| _ = setup.paint(spot, brush.get_untracked()));
        };
        view! {
            <Board
                canvas=canvas
                board=board
                label=fill(text().board, &[("game", title)])
                below=Signal::derive(move || setup.with(|setup| below.below(&Scene::new(setup.board(), &setup.view()))))
                pieces=Signal::derive(move || setup.with(|setup| pieces.pieces(&setup.view())))
                above=Signal::derive(String::new)
                names=names
                click=paint
                hover=|_| ()
                escape=|()| ()
            />
        }
    };
    let setup_pieces = setup.with_untracked(|setup| setup.setup_pieces().to_vec());
    let brush_button = move |which: Option<usize>, name: String| {
        view! { <button class="chip brush" aria-pressed=move || (brush.get() == which).to_string() on:click=move |_| brush.set(which)>{name}</button> }
    };
    let palette = setup_pieces
        .iter()
        .enumerate()
        .map(|(i, piece)| brush_button(Some(i), brush_name(piece, names)))
        .collect_view();
    let players = Player::BOTH.map(|player| {
        view! {
            <label class="choice">
                <input type="radio" name="to-move" prop:checked=move || setup.with(Setup::to_move) == player on:change=move |_| setup.update(|setup| _ = setup.set_to_move(player))/>
                <span>{tr(names[player])}</span>
            </label>
        }
    });
    // The side of the engine; none for two people.
    let engine = RwSignal::new(None::<Player>);
    let level = RwSignal::new(2);
    let opponents = [None, Some(Player::Second), Some(Player::First)].map(|side| {
        let name = match side {
            Some(side) => fill(text().computer_as, &[("name", &tr(names[side]))]),
            None => text().friend.to_string(),
        };
        view! {
            <label class="choice">
                <input type="radio" name="engine" prop:checked=move || engine.get() == side on:change=move |_| engine.set(side)/>
                <span>{name}</span>
            </label>
        }
    });
    let write = move |position: String| {
        let done = setup.try_update(|setup| setup.set_position(&position));
        problem.set(done.and_then(Result::err));
    };
    let fault = move || problem.get().or_else(|| setup.with(Setup::problem));
    let play = move |_| {
        let made = setup.with_untracked(|setup| {
            GameSession::at_position(crate::games(), &setup.game().canonical_id(), &setup.position())
        });
        match made {
            Ok(session) => ui.open(
                session,
                match engine.get_untracked() {
                    Some(side) => {
                        let players = [PlayerKind::Human, PlayerKind::Engine(level.get_untracked())];
                        Contest::new(players, side.other())
                    }
                    None => Contest::two_humans(),
                },
            ),
            Err(reason) => problem.set(Some(reason)),
        }
    };
    view! {
        <main class="play set-up">
            <div class="board-room">{live}</div>
            <aside class="panel">
                <h1>{text().setup}</h1>
                <div class="presets" role="group" aria-label=text().setup>{palette}{brush_button(None, text().empty_cell.to_string())}</div>
                <p class="row"><button on:click=move |_| setup.update(|setup| _ = setup.clear())>{text().clear_board}</button></p>
                <fieldset class="choices"><legend>{text().to_move}</legend>{players}</fieldset>
                <fieldset class="choices"><legend>{text().opponent}</legend>{opponents}</fieldset>
                {move || engine.get().is_some().then(|| view! { <LevelPicker label=text().level level=level/> })}
                <label class="field">
                    <span>{text().position}</span>
                    <textarea id="position" spellcheck="false" prop:value=move || setup.with(Setup::position) on:change=move |event| write(event_target_value(&event))></textarea>
                </label>
                <p class="notice" role="status">{move || fault().map_or_else(|| text().setup_ready.to_string(), |fault| tr(&fault))}</p>
                <p class="row">
                    <button class="primary" id="setup-play" disabled=move || fault().is_some() on:click=play>{text().setup_play}</button>
                    <button on:click=|_| browser::back()>{text().cancel}</button>
                </p>
            </aside>
        </main>
    }
}

/// A piece in words: `Blue queen`.
fn brush_name(piece: &PieceView, names: hexarium_kernel::PerPlayer<&'static str>) -> String {
    let kind = match piece.kind {
        PieceKind::Stone => text().stone,
        PieceKind::Queen => text().queen,
        PieceKind::King => text().king,
    };
    let height = if piece.height > 1 {
        format!(", {}", fill(text().stack, &[("n", &piece.height.to_string())]))
    } else {
        String::new()
    };
    match piece.owner {
        Some(player) => fill(text().owned_piece, &[("name", &tr(names[player])), ("piece", kind)]) + &height,
        None => words::capital(&format!("{kind}{height}")),
    }
}
