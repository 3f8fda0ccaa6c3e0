//! The page of a player.

use hexarium_wire::UserKind;
use hexarium_wire::http::{Profile, Results};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{Problem, lobby};
use crate::app::page_title;
use crate::messages::{fill, text};
use crate::online::{Online, display_name, get};
use crate::words::date;

/// The page.
#[component]
pub(crate) fn PlayerPage(id: String) -> impl IntoView {
    let online: Online = expect_context();
    let profile = RwSignal::new(None::<Profile>);
    let problem = RwSignal::new(None);
    spawn_local(async move {
        match get::<Profile>(&format!("players/{id}")).await {
            Ok(fetched) => {
                let title = page_title(&display_name(&fetched.user));
                if profile.try_set(Some(fetched)).is_none() {
                    online.page_title.set(title);
                }
            }
            Err(error) => _ = problem.try_set(Some(error)),
        }
    });
    let page = move || {
        let me = online.me.get();
        profile.get().map(|profile| {
            let kind = match profile.user.kind {
                UserKind::Guest => Some(text().kind_guest),
                UserKind::Bot => Some(text().kind_bot),
                UserKind::Registered | UserKind::Deleted => None,
            };
            let games = profile.games.iter().map(|game| lobby::row(game, me.as_ref())).collect_view();
            view! {
                <h1>{display_name(&profile.user)} " " {kind.map(|kind| view! { <small>{kind}</small> })}</h1>
                <p class="quiet">{fill(text().player_since, &[("day", &date(profile.created))])}</p>
                {(!profile.results.is_empty()).then(|| results_table("results", text().results, &profile.results))}
                <section id="finished-games">
                    <h2>{text().finished_games}</h2>
                    {profile.games.is_empty().then(|| view! { <p class="quiet">{text().no_finished_games}</p> })}
                    <ul class="games">{games}</ul>
                </section>
            }
        })
    };
    view! {
        <main class="page narrow">
            <Problem problem=problem/>
            {page}
            <p class="row"><a class="button" href="#/online">{text().to_lobby}</a></p>
        </main>
    }
}

/// Results and ratings by game.
pub(in crate::pages) fn results_table(
    id: &'static str,
    title: &'static str,
    results: &[Results],
) -> impl IntoView + use<> {
    let rows = results.iter().map(|result| {
        let title = crate::games().spec(&result.game).map_or(result.game.clone(), |spec| spec.title.to_string());
        let rating = result.rating.map(|rating| {
            let (value, deviation) = (format!("{:.0}", rating.rating), format!("{:.0}", 2.0 * rating.deviation));
            fill(text().rating_text, &[("rating", &value), ("deviation", &deviation)])
        });
        view! {
            <tr><th scope="row">{title}</th><td>{result.won}</td><td>{result.drawn}</td><td>{result.lost}</td><td>{rating}</td></tr>
        }
    });
    let heads = [text().result_game, text().result_won, text().result_drawn, text().result_lost, text().result_rating];
    view! {
        <section id=id class="panel-box">
            <h2>{title}</h2>
            <div class="wide"><table>
                <thead><tr>{heads.map(|head| view! { <th scope="col">{head}</th> })}</tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table></div>
        </section>
    }
}
