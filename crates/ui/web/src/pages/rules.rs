//! The full rules of a game.

use hexarium_kernel::GameSpec;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser;
use crate::messages::text;

/// The page, loaded on demand.
#[component]
pub(crate) fn RulesPage(spec: &'static GameSpec) -> impl IntoView {
    let page = RwSignal::new(None);
    spawn_local(async move {
        page.set(Some(browser::fetch_text(&format!("./rules/{}.html", spec.id)).await));
    });
    let body = move || match page.get() {
        None => view! { <p class="quiet">"…"</p> }.into_any(),
        Some(Some(html)) => view! { <article class="prose" lang="en" inner_html=html></article> }.into_any(),
        Some(None) => view! { <p class="problem" role="alert">{text().rules_missing}</p> }.into_any(),
    };
    view! {
        <main class="page narrow">
            <p class="row">
                <a class="button primary" href=format!("#/new/{}", spec.id)>{text().play}</a>
                <a class="button" href=format!("#/learn/{}", spec.id)>{text().learn}</a>
            </p>
            {body}
        </main>
    }
}
