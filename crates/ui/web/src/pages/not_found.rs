//! The page of an invalid address or link.

use leptos::prelude::*;

use crate::messages::text;

/// Shows the error, and links to the home page.
#[component]
pub(crate) fn NotFound(
    /// The title.
    title: &'static str,
    /// The reason.
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
