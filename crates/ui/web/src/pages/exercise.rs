//! An exercise: a position with a task that is solved on the board.

use leptos::prelude::*;

use super::play::{Buttons, Chooser, LiveBoard, NoticeLine, PlayerStrip, Prompt, SkipToBoard, TurnBoard, TypeMove};
use crate::game_ui::GameUi;
use crate::messages::text;

/// The response to an attempt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Response {
    pub(super) words: String,
    /// Whether the exercise is solved.
    pub(super) is_solved: bool,
}

/// The page of an exercise: the board, the task, the response, and a bar that is always in sight.
#[component]
pub(super) fn Exercise(
    ui: GameUi,
    /// The task as a sentence.
    task: String,
    /// The response to the last attempt.
    #[prop(into)]
    response: Signal<Option<Response>>,
    /// Whether the player may not act now.
    #[prop(into)]
    is_locked: Signal<bool>,
    /// The buttons of the exercise, beside those of the game.
    controls: AnyView,
    /// The facts about the exercise.
    children: Children,
) -> impl IntoView {
    Effect::new(move |_| {
        if let Some(response) = response.get() {
            ui.announce(&response.words);
        }
    });
    view! {
        <main class="play exercise">
            <SkipToBoard/>
            <PlayerStrip ui=ui top=true/>
            <div class="board-room"><LiveBoard ui=ui is_locked=is_locked/><Chooser ui=ui/></div>
            <PlayerStrip ui=ui top=false/>
            <div class="talk">
                <p class="ask">{task}</p>
                {move || response.get().map(|response| view! { <p class="notice response" class:done=response.is_solved>{response.words}</p> })}
                {move || (!is_locked.get()).then(|| view! { <Prompt ui=ui/> })}
                <NoticeLine ui=ui/>
            </div>
            <div class="bar" role="toolbar" aria-label=text().task>
                {move || if is_locked.get() { view! { <div class="buttons"></div> }.into_any() } else { view! { <Buttons ui=ui/> }.into_any() }}
                {controls}
            </div>
            <aside class="panel">
                {children()}
                {move || (!is_locked.get()).then(|| view! { <TypeMove ui=ui/> })}
                <p class="row"><TurnBoard ui=ui/></p>
            </aside>
        </main>
    }
}
