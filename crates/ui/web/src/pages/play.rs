//! The page of a local game.

use hexarium_kernel::{Input, Mark, Player, SEED_OPTION};
use hexarium_pictures::{Advice, Canvas};
use hexarium_session::{GameController, GameSession, Notice, Phase, PlayerKind, words};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement};

use super::analysis::{Analysis, WinBar};
use super::files::Files;
use super::moves::Moves;
use super::new_game::level_words;
use crate::board::{Board, above_pieces, below_pieces, canvas, is_narrow};
use crate::game_ui::GameUi;
use crate::messages::{fill, text};
use crate::settings::settings;

/// The number of engine lines that are drawn on the board.
const DRAWN_LINES: usize = 3;

/// The page.
#[component]
pub(crate) fn Play() -> impl IntoView {
    let ui: GameUi = expect_context();
    listen_to_keys(ui);
    // After a reload the engine may be in the middle of its turn.
    ui.update(GameController::start);
    let setup = move || ui.session(random_setup);
    view! {
        <main class="play">
            <a class="skip" href="#board" on:click=|event| { event.prevent_default(); crate::browser::focus("#board [tabindex='0']"); }>{text().skip_to_board}</a>
            <section class="table" class:drawing=move || setup().is_some()>
                <PlayerStrip ui=ui top=true/>
                <div class="board-room">
                    <WinBar ui=ui/>
                    <LiveBoard ui=ui/>
                </div>
                <PlayerStrip ui=ui top=false/>
                <div class="talk">
                    <Prompt ui=ui/>
                    {move || setup().map(|words| view! { <p class="quiet draw">{words}</p> })}
                    <NoticeLine ui=ui/>
                    {move || ui.review.get().map(|review| view! { <p class="notice verdict">{review}</p> })}
                    <Chooser ui=ui/>
                    <Buttons ui=ui/>
                </div>
            </section>
            <aside class="side">
                <Controls ui=ui/>
                <Moves ui=ui/>
                <Analysis ui=ui/>
                <TypeMove ui=ui/>
                <Files ui=ui/>
            </aside>
        </main>
    }
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
            words += &fill(text().setup_targets, &[("name", game.player_name(player)), ("cells", &cells.join(", "))]);
        }
    }
    Some(words)
}

/// The board of the game, drawn anew when the game or its look changes.
#[component]
pub(super) fn LiveBoard(ui: GameUi) -> impl IntoView {
    let narrow = RwSignal::new(is_narrow());
    let handle = window_event_listener(leptos::ev::resize, move |_| narrow.set(is_narrow()));
    on_cleanup(move || handle.remove());
    let look =
        Memo::new(move |_| (ui.session(|session| session.game().canonical_id()), settings().get(), narrow.get()));
    move || {
        let (_, settings, _) = look.get();
        let (canvas, board, label) = ui.session_untracked(|session| {
            let label = fill(text().board, &[("game", session.game().spec().title)]);
            (canvas(session.game(), session.board(), &settings), session.board().clone(), label)
        });
        let names = Memo::new(move |_| ui.session(GameSession::cell_names));
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
                above=Memo::new(move |_| above_with_lines(ui, &above))
                names=names
                click=move |spot| _ = ui.update(|controller| controller.click(Input::Cell(spot)))
                hover=move |spot| ui.hover.set(spot)
                escape=move |()| _ = ui.update(GameController::clear)
            />
        }
    }
}

/// The layer above the pieces, with the hint and the engine lines.
fn above_with_lines(ui: GameUi, canvas: &Canvas) -> String {
    let moving = ui.moving.with(Option::is_some);
    let free = !moving && ui.phase.get() == Phase::Idle && ui.with(GameController::is_my_turn);
    let hover = ui.hover.get().filter(|_| free);
    ui.session(|session| {
        let mut out = above_pieces(session, canvas, hover);
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

/// A player: sign, name, kind and counters.
#[component]
fn PlayerStrip(ui: GameUi, top: bool) -> impl IntoView {
    // The host is below.
    let player = move || {
        let host = ui.with(|controller| controller.contest().host);
        if top { host.other() } else { host }
    };
    let name = move || ui.session(|session| session.game().player_name(player()));
    let who = move || {
        let contest = ui.with(|controller| *controller.contest());
        match contest.kind(player()) {
            PlayerKind::Engine(level) => fill(text().level_name, &[("level", level_words(level))]),
            PlayerKind::Human if contest.players[1] == PlayerKind::Human => text().person.to_string(),
            PlayerKind::Remote => text().person.to_string(),
            PlayerKind::Human => text().you.to_string(),
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
            <b>{name}</b>
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
    own.map(|counter| view! { <span class="counter">{counter.label} " " <b>{counter.value}</b></span> }).collect_view()
}

/// The prompt, or the result.
#[component]
fn Prompt(ui: GameUi) -> impl IntoView {
    let ending = Memo::new(move |_| {
        ui.session(|session| {
            let sign = |player| (player, session.game().player_name(player));
            session.ending().map(|ending| ending.winner.map(sign))
        })
    });
    let sign = move || ending.get().flatten().map(|(player, name)| view! { <Sign player=player name=name/> });
    let prompt = move || {
        ui.phase.track();
        ui.with(GameController::prompt)
    };
    view! {
        <p class="prompt" class:result=move || ending.get().is_some() id="prompt">{sign}<span>{prompt}</span></p>
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
        Notice::EngineFailed(reason) => fill(text().engine_failed, &[("reason", reason.trim_end_matches('.'))]),
        other => other.to_string(),
    };
    move || ui.notice.get().map(|notice| view! { <p class="notice" role="alert">{words(notice)}</p> })
}

/// The choice between actions that the same inputs may mean.
#[component]
pub(super) fn Chooser(ui: GameUi) -> impl IntoView {
    move || {
        let choices = ui.choices.get();
        (!choices.is_empty()).then(|| {
            let buttons = choices.into_iter().map(|choice| {
                let choose = move |_| _ = ui.update(|controller| controller.choose(choice.action));
                view! { <button class="choose" data-action=choice.text on:click=choose>{choice.words}</button> }
            });
            view! {
                <div class="chooser" role="group" aria-label=text().which>
                    <p>{text().which}</p>
                    {buttons.collect_view()}
                    <button on:click=move |_| _ = ui.update(GameController::clear)>{text().cancel}</button>
                </div>
            }
        })
    }
}

/// The buttons of the game and of the confirmation.
#[component]
pub(super) fn Buttons(ui: GameUi) -> impl IntoView {
    let buttons = move || {
        if ui.phase.get() == Phase::Confirming {
            return view! {
                <button class="primary" id="confirm" on:click=move |_| _ = ui.update(GameController::confirm)>{text().confirm}</button>
                <button id="take-back" on:click=move |_| _ = ui.update(GameController::take_turn_back)>{text().take_back}</button>
            }
            .into_any();
        }
        if !ui.with(GameController::is_my_turn) || ui.phase.get() == Phase::Thinking {
            return ().into_any();
        }
        let words = ui.session(GameSession::buttons);
        let under_way = ui.session(|session| session.turn_in_progress() && !session.is_over());
        view! {
            {words.into_iter().map(|word| view! {
                <button data-button=word on:click=move |_| _ = ui.update(|controller| controller.click(Input::Button(word)))>{words::capital(word)}</button>
            }).collect_view()}
            {under_way.then(|| view! { <button id="take-back" on:click=move |_| _ = ui.update(GameController::take_turn_back)>{text().take_back}</button> })}
        }
        .into_any()
    };
    view! { <div class="row buttons">{buttons}</div> }
}

/// Undo, hints, endings.
#[component]
fn Controls(ui: GameUi) -> impl IntoView {
    let over = Memo::new(move |_| ui.with(GameController::is_over));
    let can_back = Memo::new(move |_| ui.session(GameSession::can_back));
    let can_forward = Memo::new(move |_| ui.session(GameSession::can_forward));
    let engines_turn = Memo::new(move |_| ui.phase.get() == Phase::Idle && ui.with(GameController::engine_waits));
    let against_engine =
        Memo::new(move |_| ui.with(|controller| controller.contest().players != [PlayerKind::Human; 2]));
    let game = move || ui.session(|session| session.game().canonical_id());
    view! {
        <div class="controls" role="toolbar" aria-label=text().play>
            <button id="undo" disabled=move || !can_back.get() on:click=move |_| _ = ui.update(|controller| controller.undo(false))>{text().undo}</button>
            <button id="redo" disabled=move || !can_forward.get() on:click=move |_| ui.navigate(|session| _ = session.forward_turn())>{text().redo}</button>
            <button id="hint" disabled=move || over.get() on:click=move |_| _ = ui.update(GameController::request_hint)>{text().hint_button}</button>
            <button id="why" disabled=move || !can_back.get() on:click=move |_| _ = ui.update(GameController::review_action)>{text().why}</button>
            {move || engines_turn.get().then(|| view! { <button id="engine-move" class="primary" on:click=move |_| _ = ui.update(GameController::resume_engine)>{text().engine_move}</button> })}
            {move || if over.get() {
                view! { <button id="again" class="primary" on:click=move |_| ui.rematch()>{text().again}</button> }.into_any()
            } else {
                view! { <button id="resign" on:click=move |_| _ = ui.update(GameController::resign)>{text().resign}</button> }.into_any()
            }}
            {move || against_engine.get().then(|| view! { <button id="study" on:click=move |_| _ = ui.update(GameController::analyse_by_hand)>{text().study}</button> })}
            <a class="button" href=move || format!("#/new/{}", game())>{text().new_game}</a>
            <a class="button" href="#/setup">{text().setup_button}</a>
        </div>
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

/// Arrow keys step through the game, unless they are needed where the focus is.
pub(super) fn listen_to_keys(ui: GameUi) {
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
        match event.key().as_str() {
            "ArrowLeft" => ui.navigate(|session| _ = session.back()),
            "ArrowRight" => ui.navigate(|session| _ = session.forward()),
            "ArrowUp" => ui.navigate(|session| _ = session.back_turn()),
            "ArrowDown" => ui.navigate(|session| _ = session.forward_turn()),
            "Home" => ui.navigate(GameSession::to_start),
            "End" => ui.navigate(GameSession::to_end),
            "Escape" => _ = ui.update(GameController::clear),
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || handle.remove());
}
