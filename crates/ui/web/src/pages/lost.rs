//! When an address or a link leads nowhere.

use leptos::prelude::*;

use crate::messages::text;

/// Says what is wrong, and offers a way on.
#[component]
pub(crate) fn Lost(
    /// What it is about.
    title: &'static str,
    /// What is wrong.
    reason: String,
) -> impl IntoView {
    view! {
        <main class="page narrow">
            <h1>{title}</h1>
            <p class="problem" role="alert">{reason}</p>
            <p class="row">
                <a class="button primary" href="#/">{text().home}</a>
                <a class="button" href="#/play">{text().resume}</a>
            </p>
        </main>
    }
}
