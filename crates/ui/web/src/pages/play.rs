//! The board, and everything around it.

use hexarium_kernel::{Input, Mark, Player};
use hexarium_pictures::{Advice, Canvas};
use hexarium_session::{GameSession, words};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement};

use super::files::Files;
use super::moves::Moves;
use super::new_game::level_words;
use super::study::{Study, WinBar};
use crate::board::{Board, above_pieces, below_pieces, canvas, cell_names, is_narrow};
use crate::messages::{fill, text};
use crate::settings::settings;
use crate::sitting::{Phase, SEED, Seat, Sitting};

/// How many of the engine's ideas are drawn on the board.
const IDEAS: usize = 3;

/// The page.
#[component]
pub(crate) fn Play() -> impl IntoView {
    let sitting: Sitting = expect_context();
    listen_to_keys(sitting);
    // After a reload the engine may have been in the middle of its turn.
    if sitting.phase.get_untracked() == Phase::Idle {
        untrack(move || sitting.go_on());
    }
    let is_drawn = move || sitting.table.with(drawn);
    view! {
        <main class="play">
            <a class="skip" href="#board" on:click=|event| { event.prevent_default(); crate::browser::focus("#board [tabindex='0']"); }>{text().skip_to_board}</a>
            <section class="table" class:drawing=move || is_drawn().is_some()>
                <PlayerStrip sitting=sitting top=true/>
                <div class="board-room">
                    <WinBar sitting=sitting/>
                    <LiveBoard sitting=sitting/>
                </div>
                <PlayerStrip sitting=sitting top=false/>
                <div class="talk">
                    <Prompt sitting=sitting/>
                    {move || is_drawn().map(|words| view! { <p class="quiet draw">{words}</p> })}
                    {move || sitting.notice.get().map(|notice| view! { <p class="notice" role="alert">{notice}</p> })}
                    {move || sitting.verdict.get().map(|verdict| view! { <p class="notice verdict">{verdict.words}</p> })}
                    <Chooser sitting=sitting/>
                    <Buttons sitting=sitting/>
                </div>
            </section>
            <aside class="side">
                <Controls sitting=sitting/>
                <Moves sitting=sitting/>
                <Study sitting=sitting/>
                <TypeMove sitting=sitting/>
                <Files sitting=sitting/>
            </aside>
        </main>
    }
}

/// What was drawn by lot, at the start of a game in which something is.
fn drawn(table: &GameSession) -> Option<String> {
    if !table.actions().is_empty() || table.start_position().is_some() {
        return None;
    }
    let game = table.game();
    let (_, seed) = game.options().iter().find(|(name, _)| *name == SEED)?;
    let mut words = fill(text().drawn_by_lot, &[("seed", seed)]);
    let marks = table.state().view().marks;
    for player in Player::BOTH {
        let own = marks.iter().filter(|(_, mark)| *mark == Mark::Target(player));
        let cells: Vec<&str> = own.map(|(spot, _)| table.board().cells[usize::from(spot.0)].label.as_str()).collect();
        if !cells.is_empty() {
            words += &fill(text().drawn_targets, &[("name", game.player_name(player)), ("cells", &cells.join(", "))]);
        }
    }
    Some(words)
}

/// The board of the game, drawn anew when the game or its look changes.
#[component]
pub(super) fn LiveBoard(sitting: Sitting) -> impl IntoView {
    let narrow = RwSignal::new(is_narrow());
    let handle = window_event_listener(leptos::ev::resize, move |_| narrow.set(is_narrow()));
    on_cleanup(move || handle.remove());
    let look =
        Memo::new(move |_| (sitting.table.with(|table| table.game().canonical_id()), settings().get(), narrow.get()));
    move || {
        let (_, settings, _) = look.get();
        let (canvas, board, label) = sitting.table.with_untracked(|table| {
            let label = fill(text().board, &[("game", table.game().spec().title)]);
            (canvas(table.game(), table.board(), &settings), table.board().clone(), label)
        });
        let names = Memo::new(move |_| sitting.table.with(cell_names));
        let (below, pieces, above) = (canvas.clone(), canvas.clone(), canvas.clone());
        view! {
            <Board
                canvas=canvas
                board=board
                label=label
                below=Signal::derive(move || sitting.table.with(|table| below_pieces(table, &below)))
                pieces=Signal::derive(move || {
                    sitting.moving.get().unwrap_or_else(|| sitting.table.with(|table| pieces.pieces(&table.state().view())))
                })
                above=Signal::derive(move || above_with_advice(sitting, &above))
                names=names
                touch=move |spot| sitting.touch(Input::Cell(spot))
                hover=move |spot| sitting.hover.set(spot)
                escape=move |()| sitting.let_go()
            />
        }
    }
}

/// The layer above the pieces, with what the engine thinks.
fn above_with_advice(sitting: Sitting, canvas: &Canvas) -> String {
    let moving = sitting.moving.with(Option::is_some);
    let free = !moving && sitting.phase.get() == Phase::Idle && sitting.is_my_turn();
    let hover = sitting.hover.get().filter(|_| free);
    sitting.table.with(|table| {
        let mut out = above_pieces(table, canvas, hover);
        let mut actions: Vec<_> = sitting.hint.get().into_iter().map(|action| (action, None)).collect();
        let ideas = sitting.ideas.get().into_iter().take(IDEAS).enumerate();
        actions.extend(ideas.map(|(i, idea)| (idea.action, Some((i + 1, (idea.win * 100.0).round() as u8)))));
        if !moving && table.touched().is_empty() {
            let advice = |(action, place): (String, _)| {
                Some(Advice { animation: table.preview_action(&action)?.animation, place })
            };
            let advice: Vec<_> = actions.into_iter().filter_map(advice).collect();
            out += &canvas.advice(&table.state().view(), &advice);
        }
        out
    })
}

/// One player: name, sign, who it is, what they have.
#[component]
fn PlayerStrip(sitting: Sitting, top: bool) -> impl IntoView {
    // Whoever set the game up sits below.
    let player = move || {
        let host = sitting.contest.get().host;
        if top { host.other() } else { host }
    };
    let name = move || sitting.table.with(|table| table.game().player_name(player()));
    let who = move || {
        let contest = sitting.contest.get();
        match contest.seat(player()) {
            Seat::Level(level) => fill(text().level_name, &[("level", level_words(level))]),
            Seat::Person if contest.seats[1] == Seat::Person => text().person.to_string(),
            Seat::Away => text().person.to_string(),
            Seat::Person => text().you.to_string(),
        }
    };
    let counters = move || counters(sitting, player(), !top);
    let wins = move || {
        let contest = sitting.contest.get();
        contest
            .has_score()
            .then(|| view! { <span class="wins" title=text().score>{contest.wins[contest.who(player())]}</span> })
    };
    // A turn that is not confirmed yet is still its player's.
    let to_move = move || {
        let confirming = sitting.phase.get() == Phase::Confirming;
        sitting.table.with(|table| {
            let actor = table.state().actors().pop().filter(|_| confirming);
            table.ending().is_none() && actor.unwrap_or_else(|| table.state().to_move()) == player()
        })
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

/// What a player has in numbers; where that is asked for, also what both have together.
pub(super) fn counters(sitting: Sitting, player: Player, both: bool) -> impl IntoView {
    let view = sitting.table.with(|table| table.state().view());
    let own = move |owner: Option<Player>| owner == Some(player) || (both && owner.is_none());
    let own = view.counters.into_iter().filter(|counter| own(counter.owner));
    own.map(|counter| view! { <span class="counter">{counter.label} " " <b>{counter.value}</b></span> }).collect_view()
}

/// Whose turn it is and what may be done; at the end, who has won and why.
#[component]
fn Prompt(sitting: Sitting) -> impl IntoView {
    let ending = Memo::new(move |_| {
        sitting.table.with(|table| {
            let sign = |player| (player, table.game().player_name(player));
            table.ending().map(|ending| ending.winner.map(sign))
        })
    });
    let sign = move || ending.get().flatten().map(|(player, name)| view! { <Sign player=player name=name/> });
    view! {
        <p class="prompt" class:result=move || ending.get().is_some() id="prompt">{sign}<span>{move || sitting.prompt()}</span></p>
    }
}

/// The sign of a player, as on the pieces.
#[component]
pub(super) fn Sign(#[prop(into)] player: Signal<Player>, #[prop(into)] name: Signal<&'static str>) -> impl IntoView {
    view! {
        <span class="sign" class:first=move || player.get() == Player::First data-colour=move || name.get() aria-hidden="true"></span>
    }
}

/// When the same touches can mean several actions: each in words.
#[component]
pub(super) fn Chooser(sitting: Sitting) -> impl IntoView {
    move || {
        let choices = sitting.choices.get();
        (!choices.is_empty()).then(|| {
            let buttons = choices.into_iter().map(|choice| {
                let action = choice.action.clone();
                view! { <button class="choose" data-action=choice.action on:click=move |_| sitting.act(&action)>{choice.words}</button> }
            });
            view! {
                <div class="chooser" role="group" aria-label=text().which>
                    <p>{text().which}</p>
                    {buttons.collect_view()}
                    <button on:click=move |_| sitting.let_go()>{text().cancel}</button>
                </div>
            }
        })
    }
}

/// What can be touched beside the board, and the last word on a turn.
#[component]
pub(super) fn Buttons(sitting: Sitting) -> impl IntoView {
    let buttons = move || {
        if sitting.phase.get() == Phase::Confirming {
            return view! {
                <button class="primary" id="confirm" on:click=move |_| sitting.confirm()>{text().confirm}</button>
                <button id="take-back" on:click=move |_| sitting.take_turn_back()>{text().take_back}</button>
            }
            .into_any();
        }
        if !sitting.is_my_turn() || sitting.phase.get() == Phase::Thinking {
            return ().into_any();
        }
        let words = sitting.table.with(|table| {
            let button = |touch: &Input| if let Input::Button(word) = touch { Some(*word) } else { None };
            table.legal_inputs().iter().filter_map(button).collect::<Vec<_>>()
        });
        let under_way = sitting.table.with(|table| table.turn_in_progress() && table.ending().is_none());
        view! {
            {words.into_iter().map(|word| view! {
                <button data-button=word on:click=move |_| sitting.touch(Input::Button(word))>{words::capital(word)}</button>
            }).collect_view()}
            {under_way.then(|| view! { <button id="take-back" on:click=move |_| sitting.take_turn_back()>{text().take_back}</button> })}
        }
        .into_any()
    };
    view! { <div class="row buttons">{buttons}</div> }
}

/// Undo, hints, endings.
#[component]
fn Controls(sitting: Sitting) -> impl IntoView {
    let over = Memo::new(move |_| sitting.is_over());
    let can_back = Memo::new(move |_| sitting.table.with(GameSession::can_back));
    let can_forward = Memo::new(move |_| sitting.table.with(GameSession::can_forward));
    let engines_turn =
        Memo::new(move |_| !sitting.is_my_turn() && !sitting.is_over() && sitting.phase.get() == Phase::Idle);
    let against_engine = Memo::new(move |_| sitting.contest.get().seats != [Seat::Person; 2]);
    let game = move || sitting.table.with(|table| table.game().canonical_id());
    view! {
        <div class="controls" role="toolbar" aria-label=text().play>
            <button id="undo" disabled=move || !can_back.get() on:click=move |_| sitting.undo()>{text().undo}</button>
            <button id="redo" disabled=move || !can_forward.get() on:click=move |_| sitting.travel(|table| _ = table.forward_turn())>{text().redo}</button>
            <button id="hint" disabled=move || over.get() on:click=move |_| sitting.ask_hint()>{text().hint_button}</button>
            <button id="why" disabled=move || !can_back.get() on:click=move |_| sitting.ask_why()>{text().why}</button>
            {move || engines_turn.get().then(|| view! { <button id="engine-move" class="primary" on:click=move |_| sitting.let_engine_act()>{text().engine_move}</button> })}
            {move || if over.get() {
                view! { <button id="again" class="primary" on:click=move |_| sitting.play_again()>{text().again}</button> }.into_any()
            } else {
                view! { <button id="resign" on:click=move |_| sitting.resign()>{text().resign}</button> }.into_any()
            }}
            {move || against_engine.get().then(|| view! { <button id="study" on:click=move |_| sitting.study()>{text().study}</button> })}
            <a class="button" href=move || format!("#/new/{}", game())>{text().new_game}</a>
            <a class="button" href="#/setup">{text().setup_button}</a>
        </div>
    }
}

/// An action in writing.
#[component]
pub(super) fn TypeMove(sitting: Sitting) -> impl IntoView {
    let typed = RwSignal::new(String::new());
    let example = move || {
        let example = sitting.table.with(|table| table.state().legal().into_iter().next());
        example.filter(|_| !sitting.is_over()).map(|action| fill(text().type_move_help, &[("example", &action)]))
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if sitting.type_action(&typed.get_untracked()) {
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
pub(super) fn listen_to_keys(sitting: Sitting) {
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
            "ArrowLeft" => sitting.travel(|table| _ = table.back()),
            "ArrowRight" => sitting.travel(|table| _ = table.forward()),
            "ArrowUp" => sitting.travel(|table| _ = table.back_turn()),
            "ArrowDown" => sitting.travel(|table| _ = table.forward_turn()),
            "Home" => sitting.travel(GameSession::to_start),
            "End" => sitting.travel(GameSession::to_end),
            "Escape" => sitting.let_go(),
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || handle.remove());
}
