//! The page of a local game.

use hexarium_kernel::{Input, Mark, Player, SEED_OPTION, Spot};
use hexarium_pictures::{Advice, Canvas, Orientation};
use hexarium_session::{GameController, GameSession, Notice, Phase, PlayerKind, input_cell, words};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement};

use super::NotFound;
use super::analysis::{Analysis, WinBar};
use super::explanation::{ActionReview, LineSteps, ShownLine};
use super::files::Files;
use super::moves::Moves;
use super::new_game::level_label;
use crate::board::{Board, above_pieces, below_pieces, is_narrow, removable_pieces};
use crate::browser;
use crate::game_ui::{GameUi, Loading, play_path};
use crate::games;
use crate::language::tr;
use crate::library::Library;
use crate::messages::{fill, text};
use crate::settings::settings;

/// The number of engine lines that are drawn on the board.
const DRAWN_LINES: usize = 3;

/// The largest width and height of a box of choices, as in the style sheet.
fn chooser_size(choices: usize) -> (f64, f64) {
    (304.0, (60.0 + 64.0 * (choices + 1) as f64).min(320.0))
}

/// The page of a game of the library; without an id, the way to the game to continue.
#[component]
pub(crate) fn LocalGame(id: String) -> impl IntoView {
    let (ui, library): (GameUi, Library) = (expect_context(), expect_context());
    if id.is_empty() {
        Effect::new(move |_| {
            if library.games().is_some() {
                let latest = library.latest().map(|game| play_path(&game.id));
                browser::redirect(&latest.unwrap_or_else(|| format!("/new/{}", games().specs()[0].id)));
            }
        });
        return view! { <main class="page"></main> }.into_any();
    }
    untrack(|| ui.load(&id));
    let page = move || {
        match ui.loading.get() {
        Loading::Done => view! { <Play/> }.into_any(),
        Loading::Waiting(id) => view! {
            <main class="page narrow" id="waiting">
                <h1>{text().open_in_other_tab_title}</h1>
                <p>{text().open_in_other_tab}</p>
                <p class="row">
                    <button class="primary" id="open-copy" on:click=move |_| ui.open_copy(&id)>{text().open_copy}</button>
                    <a class="button" href="#/games">{text().games}</a>
                </p>
            </main>
        }
        .into_any(),
        Loading::Missing => view! { <NotFound title=text().no_game_title reason=text().no_game.to_string()/> }.into_any(),
    }
    };
    page.into_any()
}

/// The page.
#[component]
pub(crate) fn Play() -> impl IntoView {
    let (ui, library): (GameUi, Library) = (expect_context(), expect_context());
    Effect::new(move |_| {
        if library.has_failed.get() {
            ui.update(|controller| controller.save_failed(text().cannot_save));
        }
    });
    // The engine may have been stopped in the middle of its turn.
    ui.update(GameController::start);
    ui.prepare();
    let setup = move || ui.session(random_setup);
    // A line belongs to the action at the cursor.
    let shown = RwSignal::new(None);
    let cursor = Memo::new(move |_| ui.session(GameSession::cursor));
    Effect::new(move |_| {
        cursor.track();
        // Without a line on the board there is nothing to draw again.
        if shown.get_untracked().is_some() {
            shown.set(None);
        }
    });
    let middle = move || match shown.get().and_then(|kind| ShownLine::open(ui, kind)) {
        Some(line) => view! {
            <div class="board-room"><WinBar ui=ui/><LiveBoard ui=line.ui is_locked=true/></div>
            <div class="talk"><LineSteps line=line shown=shown/></div>
        }
        .into_any(),
        None => {
            navigate_by_keys(ui);
            view! {
                <div class="board-room">
                    <WinBar ui=ui/>
                    <LiveBoard ui=ui/>
                    <Chooser ui=ui/>
                </div>
                <div class="talk">
                    <Prompt ui=ui/>
                    {move || setup().map(|words| view! { <p class="quiet draw">{words}</p> })}
                    <NoticeLine ui=ui/>
                    <ActionReview ui=ui shown=shown/>
                </div>
            }
            .into_any()
        }
    };
    view! {
        <main class="play" class:drawing=move || setup().is_some()>
            <SkipToBoard/>
            <PlayerStrip ui=ui top=true/>
            {middle}
            <PlayerStrip ui=ui top=false/>
            <Bar ui=ui/>
            <aside class="panel">
                <Moves ui=ui/>
                <Analysis ui=ui/>
                <TypeMove ui=ui/>
                <Files ui=ui/>
            </aside>
        </main>
    }
}

/// The link that takes the keyboard to the board.
#[component]
pub(super) fn SkipToBoard() -> impl IntoView {
    let skip = |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        browser::focus("#board [tabindex='0']");
    };
    view! { <a class="skip" href="#board" on:click=skip>{text().skip_to_board}</a> }
}

/// The random setup in words, at the start of a game that has one.
fn random_setup(session: &GameSession) -> Option<String> {
    if session.action_count() > 0 || session.start_position().is_some() {
        return None;
    }
    let game = session.game();
    let (_, seed) = game.options().iter().find(|(name, _)| *name == SEED_OPTION)?;
    let mut words = fill(text().random_setup, &[("seed", seed)]);
    let marks = &session.view().marks;
    for player in Player::BOTH {
        let own = marks.iter().filter(|(_, mark)| *mark == Mark::Target(player));
        let cells: Vec<&str> = own.map(|(spot, _)| session.board().cells[usize::from(spot.0)].label.as_str()).collect();
        if !cells.is_empty() {
            words +=
                &fill(text().setup_targets, &[("name", &tr(game.player_name(player))), ("cells", &cells.join(", "))]);
        }
    }
    Some(words)
}

/// The least width and height of a cell, in pixels, below which a board can be zoomed.
const LEAST_CELL: f64 = 30.0;

/// The board of the game, drawn anew when the game or its look changes. Where cells are small, a
/// button zooms it.
#[component]
pub(super) fn LiveBoard(
    ui: GameUi,
    /// Whether clicks have no effect.
    #[prop(optional, into)]
    is_locked: Signal<bool>,
) -> impl IntoView {
    let (is_dense, is_zoomed) = (RwSignal::new(false), RwSignal::new(false));
    let measure = move || {
        let cell = browser::rectangle("#board > .hit");
        let is_small = cell.is_some_and(|cell| cell.width().min(cell.height()) < LEAST_CELL);
        is_dense.try_set(is_small || is_zoomed.try_get_untracked() == Some(true));
    };
    let narrow = RwSignal::new(is_narrow());
    let handle = window_event_listener(leptos::ev::resize, move |_| narrow.set(is_narrow()));
    on_cleanup(move || handle.remove());
    let game = Memo::new(move |_| {
        ui.with(|controller| (controller.session().game().canonical_id(), controller.near_player()))
    });
    let board = move || {
        game.track();
        settings().track();
        narrow.track();
        ui.turned.track();
        request_animation_frame(measure);
        let canvas = ui.canvas();
        let (board, label) = ui.session_untracked(|session| {
            (session.board().clone(), fill(text().board, &[("game", session.game().spec().title)]))
        });
        // The names of a hundred cells can wait until the animation has ended.
        let names = Memo::new(move |old: Option<&Vec<String>>| match old {
            Some(old) if ui.moving.with(Option::is_some) => old.clone(),
            _ => ui.session(translated_names),
        });
        let (below, pieces, above) = (canvas.clone(), canvas.clone(), canvas.clone());
        view! {
            <Board
                canvas=canvas
                board=board
                label=label
                below=Memo::new(move |_| ui.session(|session| below_pieces(session, &below)))
                pieces=Memo::new(move |_| {
                    ui.moving.get().unwrap_or_else(|| ui.session(|session| pieces.pieces(session.view())))
                })
                above=Memo::new(move |_| above_with_lines(ui, &above, is_locked.get()))
                names=names
                click=move |spot| {
                    if !is_locked.get_untracked() {
                        ui.hovered_button.set(None);
                        ui.update(|controller| controller.click(Input::Cell(spot)));
                    }
                }
                hover=move |spot| ui.hover.set(spot)
                escape=move |()| _ = ui.update(GameController::clear)
            />
        }
    };
    let zoom = move |_| {
        is_zoomed.update(|zoomed| *zoomed = !*zoomed);
        request_animation_frame(|| browser::scroll_to_middle(".lens"));
    };
    view! {
        <div class="lens" class:zoomed=move || is_zoomed.get()>{board}</div>
        {move || is_dense.get().then(|| view! { <button id="zoom" class="zoom" aria-pressed=move || is_zoomed.get().to_string() on:click=zoom>{text().zoom}</button> })}
    }
}

/// The cells in words.
pub(super) fn translated_names(session: &GameSession) -> Vec<String> {
    session.cell_names().iter().map(|name| tr(name)).collect()
}

/// The layer above the pieces, with the hint and the engine lines.
fn above_with_lines(ui: GameUi, canvas: &Canvas, is_locked: bool) -> String {
    let moving = ui.moving.with(Option::is_some);
    let free = !moving && !is_locked && ui.phase.get() == Phase::Idle && ui.with(GameController::is_my_turn);
    let hover = ui.hover.get().filter(|_| free);
    let chosen = ui.preview.get();
    let button = ui.hovered_button.get().map(Input::Button).filter(|_| free);
    ui.session(|session| {
        let preview = match chosen {
            Some(action) => session.preview_of(action),
            None => hover.map(Input::Cell).or(button).and_then(|input| session.preview(input)),
        };
        let mut out = String::new();
        if free && session.inputs().is_empty() {
            out += &removable_pieces(session, canvas);
        }
        out += &above_pieces(session, canvas, preview.as_ref());
        let symbol = annotation(ui);
        if let (false, false, Some((animation, _))) = (moving, symbol.is_empty(), session.last_animation()) {
            out += &canvas.annotation(animation, symbol);
        }
        let mut actions: Vec<_> = ui.hint.get().into_iter().map(|action| (action, None)).collect();
        let lines = ui.lines.get().into_iter().take(DRAWN_LINES).enumerate();
        actions.extend(lines.map(|(i, line)| (line.action, Some((i + 1, (line.win * 100.0).round() as u8)))));
        if !moving && session.inputs().is_empty() {
            let advice =
                |(action, place)| Some(Advice { animation: session.state().animation_of(action).ok()?, place });
            let advice: Vec<_> = actions.into_iter().filter_map(advice).collect();
            out += &canvas.advice(session.view(), &advice);
        }
        out
    })
}

/// The annotation symbol of the last action, if the review has one.
fn annotation(ui: GameUi) -> &'static str {
    let cursor = ui.session(GameSession::cursor);
    ui.game_review().action(cursor).map_or("", |action| action.symbol())
}

/// A player: sign, name, kind and counters.
#[component]
pub(super) fn PlayerStrip(ui: GameUi, top: bool) -> impl IntoView {
    // The host is below.
    let player = move || {
        let host = ui.with(|controller| controller.contest().host);
        if top { host.other() } else { host }
    };
    let name = move || ui.session(|session| session.game().player_name(player()));
    // An imported game names its players.
    let named = move || {
        let tag = |session: &GameSession| {
            session.tree().tags.iter().find(|(tag, _)| tag == name()).map(|(_, value)| value.clone())
        };
        ui.session(tag).filter(|name| !name.is_empty())
    };
    let who = move || {
        if let Some(name) = named() {
            return name;
        }
        let contest = ui.with(|controller| *controller.contest());
        match contest.kind(player()) {
            PlayerKind::Engine(level) => fill(text().level_name, &[("level", level_label(level))]),
            PlayerKind::Human if contest.players[1] == PlayerKind::Human => text().human_player.to_string(),
            PlayerKind::Remote if top => text().opponent.to_string(),
            PlayerKind::Human | PlayerKind::Remote => text().you.to_string(),
        }
    };
    let counters = move || counters(ui, player(), !top);
    let wins = move || {
        let contest = ui.with(|controller| *controller.contest());
        contest
            .has_score()
            .then(|| view! { <span class="wins" title=text().score>{contest.wins[contest.index(player())]}</span> })
    };
    // The side to move changes only when the turn is confirmed.
    let to_move = move || {
        ui.phase.track();
        ui.with(|controller| !controller.is_over() && controller.active_player() == player())
    };
    view! {
        <div class="strip" class:to-move=to_move data-player=name>
            <Sign player=Signal::derive(player) name=Signal::derive(name)/>
            <b>{move || tr(name())}</b>
            <span class="quiet">{who}</span>
            <span class="counters">{counters}</span>
            {wins}
        </div>
    }
}

/// The counters of a player, with the shared ones if `both`.
pub(super) fn counters(ui: GameUi, player: Player, both: bool) -> impl IntoView {
    let counters = ui.session(|session| session.view().counters.clone());
    let own = move |owner: Option<Player>| owner == Some(player) || (both && owner.is_none());
    let own = counters.into_iter().filter(|counter| own(counter.owner));
    own.map(|counter| view! { <span class="counter">{tr(counter.label)} " " <b>{counter.value}</b></span> })
        .collect_view()
}

/// The prompt, or the result.
#[component]
pub(super) fn Prompt(ui: GameUi) -> impl IntoView {
    let prompt = move || {
        ui.phase.track();
        tr(&ui.with(GameController::prompt))
    };
    let result = Memo::new(move |_| {
        ui.phase.track();
        ui.with(|controller| {
            let game = controller.session().game();
            let winner = controller.ending()?.winner.map(|player| (player, game.player_name(player)));
            Some((controller.headline()?, winner))
        })
    });
    let headline = move || {
        result.get().map(|(headline, winner)| {
            let sign = winner.map(|(player, name)| view! { <Sign player=player name=name/> });
            view! { {sign}<b class="headline">{tr(&headline)}</b> }
        })
    };
    view! {
        <p class="prompt" class:result=move || result.with(Option::is_some) id="prompt">{headline}<span>{prompt}</span></p>
    }
}

/// The sign of a player, as on the pieces.
#[component]
pub(super) fn Sign(#[prop(into)] player: Signal<Player>, #[prop(into)] name: Signal<&'static str>) -> impl IntoView {
    view! {
        <span class="sign" class:first=move || player.get() == Player::First data-colour=move || name.get() aria-hidden="true"></span>
    }
}

/// The message to the player.
#[component]
pub(super) fn NoticeLine(ui: GameUi) -> impl IntoView {
    let words = |notice: Notice| match notice {
        Notice::EngineSide(_) => text().engine_side.to_string(),
        Notice::EngineFailed(reason) => fill(text().engine_failed, &[("reason", tr(&reason).trim_end_matches('.'))]),
        other => tr(&other.to_string()),
    };
    move || ui.notice.get().map(|notice| view! { <p class="notice" role="alert">{words(notice)}</p> })
}

/// The choice between actions that the same inputs may mean, beside the last cell that was clicked.
/// An option is shown on the board before it is chosen: under the pointer, with the focus, or by a
/// first tap.
#[component]
pub(super) fn Chooser(ui: GameUi) -> impl IntoView {
    let show = move |action| ui.preview.set(action);
    move || {
        let choices = ui.choices.get();
        ui.preview.set(None);
        (!choices.is_empty()).then(|| {
            let at = ui.session_untracked(|session| session.selected_cell());
            let cell = |spot: Spot| format!("#board [data-spot='{}']", spot.0);
            // Further clicks may decide, too, and the cells clicked before show what is meant.
            let avoided: Vec<_> = ui.session_untracked(|session| {
                let targets = session.targets().into_iter().map(|target| target.input);
                let clicked = session.inputs().iter().copied();
                let cells = targets.chain(clicked).filter_map(input_cell).filter(|spot| Some(*spot) != at);
                cells.map(cell).collect()
            });
            let size = chooser_size(choices.len());
            let place = at.and_then(|at| browser::place_beside(&cell(at), size, &avoided, ".board-room", ".panel"));
            let (x, y) = place.unwrap_or_default();
            let buttons = choices.into_iter().map(|choice| {
                let action = choice.action;
                let choose = move |event: leptos::ev::MouseEvent| {
                    if browser::is_touch(&event) && ui.preview.get_untracked() != Some(action) {
                        return show(Some(action));
                    }
                    show(None);
                    ui.update(|controller| controller.choose(action));
                };
                view! {
                    <button
                        class="choose"
                        class:shown=move || ui.preview.get() == Some(action)
                        data-action=choice.text
                        on:click=choose
                        on:pointerenter=move |event| if !browser::is_touch(&event) { show(Some(action)) }
                        on:pointerleave=move |event| if !browser::is_touch(&event) { show(None) }
                        on:focus=move |event| if browser::has_visible_focus(&event) { show(Some(action)) }
                        on:blur=move |_| show(None)
                    >{tr(&choice.words)}</button>
                }
            });
            view! {
                <div class="chooser" role="group" aria-label=text().choose_move style=("--x", format!("{x}px")) style=("--y", format!("{y}px"))>
                    <p>{text().choose_move}</p>
                    {buttons.collect_view()}
                    <button on:click=move |_| _ = ui.update(GameController::clear)>{text().cancel}</button>
                </div>
            }
        })
    }
}

/// The buttons of the game and of the confirmation. The effect of a button is shown on the board
/// under the pointer, with the focus, or by a first tap.
#[component]
pub(super) fn Buttons(ui: GameUi) -> impl IntoView {
    let buttons = move || {
        if ui.phase.get() == Phase::Confirming {
            return view! {
                <button class="primary" id="confirm" on:click=move |_| _ = ui.update(GameController::confirm)>{icon(CHECK)}{text().confirm}</button>
                <button id="take-back" on:click=move |_| _ = ui.update(GameController::take_turn_back)>{text().takeback}</button>
            }
            .into_any();
        }
        let is_theirs = |controller: &GameController| {
            controller.is_my_turn() && controller.active_player() == controller.session().state().to_move()
        };
        if !ui.with(is_theirs) || ui.phase.get() == Phase::Thinking {
            return ().into_any();
        }
        let words = ui.session(GameSession::buttons);
        let under_way = ui.session(|session| session.turn_in_progress() && !session.is_over());
        view! {
            {words.into_iter().map(|word| {
                let input = Input::Button(word);
                let show = move |on: bool| ui.hovered_button.set(on.then_some(word));
                let is_shown = move || ui.hovered_button.get() == Some(word);
                let click = move |event: leptos::ev::MouseEvent| {
                    let has_preview = ui.session_untracked(|session| session.preview(input).is_some());
                    if browser::is_touch(&event) && has_preview && !untrack(is_shown) {
                        return show(true);
                    }
                    show(false);
                    ui.update(|controller| controller.click(input));
                };
                view! {
                    <button
                        class:shown=is_shown
                        data-button=word
                        on:click=click
                        on:pointerenter=move |event| if !browser::is_touch(&event) { show(true) }
                        on:pointerleave=move |event| if !browser::is_touch(&event) { show(false) }
                        on:focus=move |event| if browser::has_visible_focus(&event) { show(true) }
                        on:blur=move |_| show(false)
                    >{words::capital(&tr(word))}</button>
                }
            }).collect_view()}
            {under_way.then(|| view! { <button id="take-back" on:click=move |_| _ = ui.update(GameController::take_turn_back)>{text().takeback}</button> })}
        }
        .into_any()
    };
    view! { <div class="buttons">{buttons}</div> }
}

/// The paths of the icons of buttons, 16 units wide and high.
const UNDO: &str = "M6 3 2.5 6.5 6 10M2.5 6.5H10a3.5 3.5 0 0 1 0 7H7";
const HINT: &str = "M5.5 11C4 10 3.5 9 3.5 7.5a4.5 4.5 0 0 1 9 0c0 1.5-.5 2.5-2 3.5v2h-5zM6.5 15h3";
const MENU: &str = "M2.5 4h11M2.5 8h11M2.5 12h11";
const REMATCH: &str = "M13 5a6 6 0 1 0 1 3.5M13 1.5V5H9.5";
const FLAG: &str = "M4 15V2.5h9l-2 3 2 3H4";
const CHECK: &str = "M2.5 8.5l4 4 7-8.5";

/// An icon beside the words of a button.
fn icon(path: &'static str) -> impl IntoView {
    view! { <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d=path/></svg> }
}

/// The bar that is always in sight: undo, hint, the buttons of the game, and a menu.
#[component]
fn Bar(ui: GameUi) -> impl IntoView {
    let over = Memo::new(move |_| ui.with(GameController::is_over));
    let can_back = Memo::new(move |_| ui.session(GameSession::can_back));
    let can_forward = Memo::new(move |_| ui.session(GameSession::can_forward));
    let may_hint = Memo::new(move |_| ui.phase.get() == Phase::Idle && !ui.with(GameController::is_over));
    let engines_turn = Memo::new(move |_| ui.phase.get() == Phase::Idle && ui.with(GameController::engine_waits));
    let contest = Memo::new(move |_| ui.with(|controller| controller.contest().players));
    let against_engine = move || contest.get() != [PlayerKind::Human; 2];
    let has_human = move || contest.get().contains(&PlayerKind::Human);
    let watches = move || !has_human() && !over.get();
    let game = move || ui.session(|session| session.game().canonical_id());
    let menu = RwSignal::new(false);
    let review = move |_| {
        ui.update(GameController::review_game);
        request_animation_frame(|| browser::scroll_into_view(".study"));
    };
    view! {
        <div class="bar" class:over=move || over.get() role="toolbar" aria-label=text().play>
            <button id="undo" disabled=move || !can_back.get() on:click=move |_| _ = ui.update(|controller| controller.undo(false))>{icon(UNDO)}{text().undo}</button>
            <button id="hint" disabled=move || !may_hint.get() on:click=move |_| _ = ui.update(GameController::request_hint)>{icon(HINT)}{text().hint_button}</button>
            {move || (engines_turn.get() && has_human()).then(|| view! { <button id="engine-move" class="primary" on:click=move |_| _ = ui.update(GameController::resume_engine)>{text().engine_move}</button> })}
            {move || over.get().then(|| view! {
                <button id="again" class="primary" on:click=move |_| ui.rematch()>{icon(REMATCH)}{text().rematch}</button>
                <button id="review" on:click=review>{text().review_whole_game}</button>
                <a id="new-game" class="button" href=move || format!("#/new/{}", game())>{text().new_game}</a>
            })}
            {move || watches().then(|| view! { <Watching ui=ui/> })}
            <Buttons ui=ui/>
            <button id="menu" class="menu-button" aria-expanded=move || menu.get().to_string() aria-controls="more" on:click=move |_| menu.update(|open| *open = !*open)>{icon(MENU)}{text().more}</button>
            <div id="more" class="more" class:open=move || menu.get() on:click=move |_| menu.set(false)>
                <button id="redo" disabled=move || !can_forward.get() on:click=move |_| ui.navigate(|session| _ = session.forward_turn())>{text().redo}</button>
                <button id="why" disabled=move || !can_back.get() on:click=move |_| _ = ui.update(GameController::review_action)>{text().review_move}</button>
                {move || (!over.get() && has_human()).then(|| view! { <button id="resign" on:click=move |_| _ = ui.update(GameController::resign)>{icon(FLAG)}{text().resign}</button> })}
                {move || against_engine().then(|| view! { <button id="study" on:click=move |_| ui.open_analysis_copy()>{text().analysis_board}</button> })}
                <TurnBoard ui=ui/>
                {move || (!over.get()).then(|| view! { <a class="button" href=move || format!("#/new/{}", game())>{text().new_game}</a> })}
                {move || ui.origin.get().map(|id| view! { <a id="back-to-game" class="button" href=format!("#{}", play_path(&id))>{text().back_to_game}</a> })}
                <a class="button" href="#/setup">{text().setup_button}</a>
            </div>
        </div>
    }
}

/// The ways to turn the board.
#[component]
pub(super) fn TurnBoard(ui: GameUi) -> impl IntoView {
    view! {
        <button id="rotate-board" on:click=move |_| ui.turn_board(Orientation::rotated(1))>{text().rotate_board}</button>
        <button id="mirror-board" on:click=move |_| ui.turn_board(Orientation { steps: 0, flipped: true })>{text().mirror_board}</button>
    }
}

/// Pause, single turns and speed of a game between engines.
#[component]
fn Watching(ui: GameUi) -> impl IntoView {
    let paused = move || {
        ui.phase.track();
        ui.with(GameController::is_paused)
    };
    let label = move || if paused() { text().resume_watching } else { text().pause };
    let speeds = [(2000, text().slow), (800, text().normal_speed), (0, text().fast)];
    let choose = move |event: leptos::ev::Event| ui.pace.set(event_target_value(&event).parse().unwrap_or(0));
    view! {
        <button id="pause" class="primary" on:click=move |_| _ = ui.update(GameController::toggle_pause)>{label}</button>
        <button id="step" disabled=move || !paused() on:click=move |_| _ = ui.update(GameController::step)>{text().step_turn}</button>
        <select id="speed" aria-label=text().speed on:change=choose>
            {speeds.map(|(pace, name)| view! { <option value=pace.to_string() selected=move || ui.pace.get() == pace>{name}</option> })}
        </select>
    }
}

/// The field for a typed move.
#[component]
pub(super) fn TypeMove(ui: GameUi) -> impl IntoView {
    let typed = RwSignal::new(String::new());
    let example = move || {
        let example = ui.session(|session| session.state().legal_actions().first().map(|action| action.text.clone()));
        example
            .filter(|_| !ui.with(GameController::is_over))
            .map(|action| fill(text().type_move_help, &[("example", &action)]))
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if ui.update(|controller| controller.type_action(&typed.get_untracked())) == Some(true) {
            typed.set(String::new());
        }
    };
    view! {
        <form class="type row" on:submit=submit>
            <label class="field">
                <span>{text().type_move}</span>
                <input
                    id="type-move"
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    placeholder=example
                    prop:value=move || typed.get()
                    on:input=move |event| typed.set(event_target_value(&event))
                />
            </label>
            <button>{text().make_move}</button>
        </form>
    }
}

/// Arrow keys step through the game.
pub(super) fn navigate_by_keys(ui: GameUi) {
    listen_to_keys(move |key| {
        match key {
            "ArrowLeft" => ui.navigate(|session| _ = session.back()),
            "ArrowRight" => ui.navigate(|session| _ = session.forward()),
            "ArrowUp" => ui.navigate(|session| _ = session.back_turn()),
            "ArrowDown" => ui.navigate(|session| _ = session.forward_turn()),
            "Home" => ui.navigate(GameSession::to_start),
            "End" => ui.navigate(GameSession::to_end),
            "Escape" => _ = ui.update(GameController::clear),
            _ => return false,
        }
        true
    });
}

/// Listens to keys, unless they are needed where the focus is. `handle` returns whether it used the
/// key.
pub(super) fn listen_to_keys(handle: impl Fn(&str) -> bool + 'static) {
    let handle = window_event_listener(leptos::ev::keydown, move |event: KeyboardEvent| {
        let target = event.target();
        let typing = target.as_ref().is_some_and(|target| {
            let is =
                |tag: &str| target.dyn_ref::<HtmlElement>().is_some_and(|e| e.tag_name().eq_ignore_ascii_case(tag));
            target.dyn_ref::<HtmlInputElement>().is_some() || is("textarea") || is("select")
        });
        if typing || event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        if handle(&event.key()) {
            event.prevent_default();
        }
    });
    on_cleanup(move || handle.remove());
}
