//! The lesson of a game.

use hexarium_kernel::GameSpec;
use leptos::prelude::*;

/// The page.
#[component]
pub(crate) fn Learn(spec: &'static GameSpec) -> impl IntoView {
    view! { <main class="page"><h1>{spec.title}</h1></main> }
}
