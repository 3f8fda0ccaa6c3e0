//! Learning from mistakes: the position before each of them, to find something better.

use hexarium_session::review::{Grade, ReviewedAction};
use hexarium_session::words::percent;
use hexarium_session::{Contest, GameController, GameSession, PlayerKind};
use leptos::prelude::*;

use super::NotFound;
use super::exercise::{Exercise, Response};
use crate::game_ui::GameUi;
use crate::language::tr;
use crate::messages::{fill, text};

/// The number of actions of the reply to an attempt that are played out.
const REPLY: usize = 4;

/// The mistakes of the people in the local game, as far as it is reviewed.
pub(super) fn mistakes(ui: GameUi) -> Vec<ReviewedAction> {
    let players = ui.with(|controller| *controller.contest());
    let is_person = |player| players.kind(player) == PlayerKind::Human;
    ui.game_review().mistakes(is_person).cloned().collect()
}

/// The mistakes of the local game, one at a time.
#[component]
pub(crate) fn Mistakes() -> impl IntoView {
    let ui: GameUi = expect_context();
    let mistakes = untrack(|| mistakes(ui));
    let all = mistakes.len();
    if all == 0 {
        return view! { <NotFound title=text().mistakes_title reason=text().no_mistakes.to_string()/> }.into_any();
    }
    let place = RwSignal::new(0_usize);
    let mistakes = StoredValue::new(mistakes);
    let counted = move || fill(text().mistake_of, &[("n", &(place.get() + 1).to_string()), ("all", &all.to_string())]);
    let step = move |by: isize| move |_| place.update(|place| *place = place.saturating_add_signed(by).min(all - 1));
    let head = move || {
        view! {
            <h1>{text().mistakes_title}</h1>
            <p class="row">
                <button id="previous" disabled=move || place.get() == 0 on:click=step(-1)>{text().previous}</button>
                <span class="quiet">{counted}</span>
                <button id="next" disabled=move || place.get() + 1 == all on:click=step(1)>{text().next}</button>
                <a href="#/play">{text().back_to_game}</a>
            </p>
        }
    };
    let attempt = move || {
        let mistake = mistakes.with_value(|mistakes| mistakes[place.get()].clone());
        let before = ui.session_untracked(|session| session.at_node(session.tree().parent(mistake.node)?).ok());
        before.map(
            |session| view! { <Attempt mistake=mistake ui=GameUi::unsaved(session, ui.announced)>{head()}</Attempt> },
        )
    };
    attempt.into_any()
}

/// Attempts at something better than a mistake.
#[component]
fn Attempt(mistake: ReviewedAction, ui: GameUi, children: Children) -> impl IntoView {
    let start = ui.session_untracked(GameSession::cursor);
    let name = ui.session_untracked(|session| session.game().player_name(mistake.player));
    let ask = fill(text().find_better, &[("name", &tr(name)), ("action", &mistake.action)]);
    // The action at the start that was tried, judged as soon as its position is evaluated.
    let tried = Memo::new(move |_| {
        let line = ui.session(|session| session.tree().path_to(session.cursor()));
        let tried = *line.get(line.iter().position(|node| *node == start)? + 1)?;
        Some(ui.game_review().action(tried).cloned())
    });
    // Counts tries and solutions shown, so that a reply of an earlier one ends.
    let count = StoredValue::new(0_u32);
    Effect::new(move |_| {
        if tried.get() == Some(None) && !ui.reviewing.get_untracked() {
            untrack(|| _ = ui.update(GameController::review_game));
        }
    });
    let is_solved = move || tried.get().flatten().is_some_and(|action| action.grade <= Grade::Good);
    let is_refuted = move || tried.get().flatten().is_some_and(|action| action.grade > Grade::Good);
    Effect::new(move |_| {
        if let Some(Some(action)) = tried.get().filter(|_| is_refuted()) {
            let number = count.get_value();
            let mut reply = action.reply_line;
            reply.truncate(REPLY);
            untrack(|| {
                ui.update(|controller| controller.set_players(Contest::new([PlayerKind::Remote; 2], mistake.player)));
                ui.play_line(reply, move || count.try_get_value() == Some(number));
            });
        }
    });
    let response = move || {
        tried
            .get()
            .flatten()
            .map(|action| Response { words: judgement(&action), is_solved: action.grade <= Grade::Good })
    };
    let again = move || {
        count.update_value(|count| *count += 1);
        ui.update(|controller| {
            controller.set_players(Contest::two_humans());
            controller.navigate(|session| _ = session.go(start));
        });
    };
    let solve = move |_| {
        again();
        ui.update(GameController::show_best);
    };
    let controls = view! {
        <button id="try-again" hidden=move || !is_refuted() on:click=move |_| again()>{text().try_again}</button>
        <button id="solution" hidden=is_solved on:click=solve>{text().show_solution}</button>
    };
    view! {
        <Exercise
            ui=ui
            task=ask
            response=Signal::derive(response)
            is_locked=Signal::derive(move || tried.get().is_some())
            controls=controls.into_any()
        >
            {children()}
        </Exercise>
    }
}

/// Returns the feedback to an attempt.
fn judgement(action: &ReviewedAction) -> String {
    let (before, after) = (percent(action.before), percent(action.after));
    let reply = action.reply_line.first().cloned().unwrap_or_default();
    let values = [("action", &*action.action), ("before", &before), ("after", &after), ("reply", &reply)];
    match action.grade {
        Grade::Best => fill(text().is_best, &values),
        Grade::Good => fill(text().is_good, &values),
        _ => fill(text().is_refuted, &values),
    }
}

/// The way to the mistakes of the game, when it has been reviewed and has some.
#[component]
pub(super) fn MistakesLink(ui: GameUi) -> impl IntoView {
    let count = Memo::new(move |_| if ui.reviewing.get() { 0 } else { mistakes(ui).len() });
    let is_local = move || ui.with(|controller| controller.remote().is_none());
    move || {
        (count.get() > 0 && is_local()).then(|| {
            let words = fill(text().learn_from_mistakes, &[("n", &count.get().to_string())]);
            view! { <a class="button primary" id="mistakes" href="#/mistakes">{words}</a> }
        })
    }
}
