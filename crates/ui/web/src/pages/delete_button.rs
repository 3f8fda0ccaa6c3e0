//! A button that deletes after a question.

use leptos::prelude::*;

use crate::browser;
use crate::messages::text;

/// A button that asks a question before it deletes something.
#[component]
pub(crate) fn DeleteButton(
    /// The button.
    label: &'static str,
    /// The question.
    question: &'static str,
    /// The button that acts.
    confirm: &'static str,
    /// Called when the player confirms.
    #[prop(into)]
    act: Callback<()>,
) -> impl IntoView {
    let asked = RwSignal::new(false);
    let ask = move |_| {
        asked.set(true);
        request_animation_frame(|| browser::focus(".ask-first .cancel"));
    };
    move || {
        if !asked.get() {
            return view! { <button class="ask" on:click=ask>{label}</button> }.into_any();
        }
        let confirmed = move |_| {
            asked.set(false);
            act.run(());
        };
        view! {
            <span class="row ask-first" role="group" aria-label=question>
                <span>{question}</span>
                <button class="danger" on:click=confirmed>{confirm}</button>
                <button class="cancel" on:click=move |_| asked.set(false)>{text().cancel}</button>
            </span>
        }
        .into_any()
    }
}
