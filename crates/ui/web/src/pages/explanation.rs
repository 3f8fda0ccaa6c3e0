//! The review of an action, and engine lines played out on the board: what follows it, and what was
//! better.

use hexarium_session::review::{Grade, ReviewedAction};
use hexarium_session::{Contest, GameController, GameSession, PlayerKind};
use leptos::prelude::*;

use super::play::listen_to_keys;
use crate::game_ui::{GameUi, preferences};
use crate::language::tr;
use crate::messages::{fill, text};

/// The number of actions of a line that are shown. Later ones are rarely well searched.
const SHOWN: usize = 8;

/// A line of the engine about the action at the cursor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EngineLineKind {
    /// The line after the action.
    Reply,
    /// The better line.
    Better,
}

impl EngineLineKind {
    /// The actions of the line, as far as they are shown.
    fn actions(self, review: &ReviewedAction) -> &[String] {
        let line = match self {
            Self::Reply => &review.reply_line,
            Self::Better => &review.best_line,
        };
        &line[..line.len().min(SHOWN)]
    }
}

/// The review of the action at the cursor, with buttons that show the engine's lines.
#[component]
pub(super) fn ActionReview(ui: GameUi, shown: RwSignal<Option<EngineLineKind>>) -> impl IntoView {
    let show = move |kind| move |_| shown.set(Some(kind));
    move || {
        ui.review.get().map(|review| {
            let has_better = review.grade > Grade::Best && !review.best_line.is_empty();
            view! {
                <p class="notice verdict">
                    <span>{tr(&review.in_words())}</span>
                    {(!review.reply_line.is_empty()).then(|| view! {
                        <button id="show-reply" on:click=show(EngineLineKind::Reply)>{text().show_reply}</button>
                    })}
                    {has_better.then(|| view! {
                        <button id="show-better" on:click=show(EngineLineKind::Better)>{text().show_better}</button>
                    })}
                </p>
            }
        })
    }
}

/// A line that is played out on a board of its own.
#[derive(Clone)]
pub(super) struct ShownLine {
    /// The copy of the game with the line.
    pub(super) ui: GameUi,
    actions: Vec<String>,
    /// The number of actions before the line.
    start: usize,
    /// The action, if the line follows it.
    answered: Option<ReviewedAction>,
}

impl ShownLine {
    /// Opens a line about the action at the cursor, at its start.
    pub(super) fn open(ui: GameUi, kind: EngineLineKind) -> Option<Self> {
        let review = ui.review.get_untracked()?;
        let host = ui.with_untracked(GameController::near_player);
        let copy = ui.session_untracked(|session| {
            let before = match kind {
                EngineLineKind::Reply => review.node,
                EngineLineKind::Better => session.tree().parent(review.node)?,
            };
            session.at_node(before).ok()
        })?;
        let start = copy.action_count();
        // The actions of remote players need no confirmation.
        let players = Contest::new([PlayerKind::Remote; 2], host);
        let controller = GameController::unsaved(copy, players, preferences());
        let actions = kind.actions(&review).to_vec();
        let answered = (kind == EngineLineKind::Reply).then_some(review);
        Some(Self { ui: GameUi::of(controller, ui.announced), actions, start, answered })
    }

    /// The number of actions of the line that are on the board.
    fn place(&self) -> usize {
        self.ui.session(GameSession::action_count) - self.start
    }

    /// Whether the first action of the line was just played and is a threat.
    fn is_threat(&self) -> bool {
        let answered = self.answered.as_ref().filter(|_| self.place() == 1);
        answered.is_some_and(|review| self.ui.session(|session| review.allowed_threat(session)))
    }

    /// Plays the next action.
    fn forward(&self) {
        let place = untrack(|| self.place());
        let Some(action) = self.actions.get(place) else { return };
        self.ui.update(|controller| controller.type_action(action));
    }

    /// Takes the last action back.
    fn back(&self) {
        if untrack(|| self.place()) > 0 {
            self.ui.navigate(|session| _ = session.back());
        }
    }
}

/// The steps of a line in words, with buttons to go through it.
#[component]
pub(super) fn LineSteps(line: ShownLine, shown: RwSignal<Option<EngineLineKind>>) -> impl IntoView {
    let all = line.actions.len();
    let line = StoredValue::new(line);
    let place = Memo::new(move |_| line.with_value(ShownLine::place));
    let (back, forward) = (move || line.with_value(ShownLine::back), move || line.with_value(ShownLine::forward));
    listen_to_keys(move |key| {
        match key {
            "ArrowLeft" => back(),
            "ArrowRight" => forward(),
            "Escape" => shown.set(None),
            _ => return false,
        }
        true
    });
    // The first action is the point of the line.
    Effect::new(move |_| forward());
    let counted = move || fill(text().step, &[("n", &place.get().to_string()), ("all", &all.to_string())]);
    let ui = line.with_value(|line| line.ui);
    let words = move || ui.session(GameSession::last_words).map(|words| tr(&words));
    let threat = move || line.with_value(ShownLine::is_threat).then(|| view! { <b>{text().threat}</b> " " });
    view! {
        <p class="prompt" id="prompt">{threat}{words}</p>
        <p class="row">
            <button id="line-back" disabled=move || place.get() == 0 on:click=move |_| back()>{text().previous}</button>
            <span class="quiet">{counted}</span>
            <button id="line-forward" class="primary" disabled=move || place.get() == all on:click=move |_| forward()>{text().next}</button>
            <button id="line-close" on:click=move |_| shown.set(None)>{text().close}</button>
        </p>
    }
}
