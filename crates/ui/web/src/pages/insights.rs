//! Insights into the player's own games: those against the computer, and results of online games.

use std::fmt::Write;

use hexarium_kernel::{GameSpec, Player};
use hexarium_puzzles::threat_theme;
use hexarium_session::LibraryEntry;
use hexarium_session::insights::{
    MistakeKind, PlayedGame, Practice, Tally, accuracies, mistake_costs, practice, tally_by,
};
use hexarium_session::words::percent;
use hexarium_wire::http::Profile;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::new_game::level_label;
use super::online::results_table;
use crate::games;
use crate::library::Library;
use crate::messages::{fill, text};
use crate::online::{Online, get};

/// The number of games that are read, the latest ones.
const GAMES: usize = 200;

/// The page.
#[component]
pub(crate) fn Insights() -> impl IntoView {
    let library: Library = expect_context();
    let played = RwSignal::new(None::<Vec<PlayedGame>>);
    Effect::new(move |_| {
        if let Some(entries) = library.games() {
            spawn_local(async move { _ = played.try_set(Some(read(library, entries).await)) });
        }
    });
    let chosen = RwSignal::new(None::<&'static GameSpec>);
    let body = move || {
        played.get().map(|played| {
            let is_chosen = |game: &PlayedGame| chosen.get().is_none_or(|spec| spec.id == game.game);
            let played: Vec<PlayedGame> = played.into_iter().filter(is_chosen).collect();
            if played.is_empty() {
                return view! { <p class="quiet">{text().insights_none}</p> }.into_any();
            }
            view! {
                <Advice played=played.clone() chosen=chosen.get()/>
                <div class="insights">
                    <Results played=played.clone() chosen=chosen.get()/>
                    <Accuracy played=played.clone()/>
                    <Costs played=played/>
                </div>
            }
            .into_any()
        })
    };
    let choices = games().specs().iter().map(|spec| {
        view! { <option value=spec.id>{spec.title}</option> }
    });
    let choose = move |event| {
        let id = event_target_value(&event);
        chosen.set(games().specs().iter().copied().find(|spec| spec.id == id));
    };
    view! {
        <main class="page">
            <h1>{text().insights}</h1>
            <p class="quiet">{text().insights_help}</p>
            <label class="field">
                <span>{text().result_game}</span>
                <select id="insights-game" on:change=choose><option value="">{text().all_games}</option>{choices.collect_view()}</select>
            </label>
            {body}
            <OnlineResults/>
        </main>
    }
}

/// The results of the user's online games, which the server knows.
#[component]
fn OnlineResults() -> impl IntoView {
    let online: Online = expect_context();
    let profile = RwSignal::new(None::<Profile>);
    Effect::new(move |_| {
        if let Some(me) = online.me.get() {
            spawn_local(async move { _ = profile.try_set(get(&format!("players/{}", me.id)).await.ok()) });
        }
    });
    move || {
        let profile = profile.get().filter(|profile| !profile.results.is_empty())?;
        let table = results_table("online-results", text().online, &profile.results);
        let way = format!("#/player/{}", profile.user.id);
        Some(view! { <div class="insights">{table}</div> <p><a class="button" href=way>{text().my_page}</a></p> })
    }
}

/// Reads the latest games against the engine.
async fn read(library: Library, entries: Vec<LibraryEntry>) -> Vec<PlayedGame> {
    let mut played = Vec::new();
    for entry in entries.iter().take(GAMES) {
        if let Some(saved) = library.load(&entry.id).await {
            played.extend(PlayedGame::of(entry, &saved));
        }
    }
    played
}

/// The next practice suggestion, with a link.
#[component]
fn Advice(played: Vec<PlayedGame>, chosen: Option<&'static GameSpec>) -> impl IntoView {
    // Without a choice, the game that was played last.
    let game = chosen.map_or(played[0].game, |spec| spec.id);
    let own: Vec<PlayedGame> = played.into_iter().filter(|played| played.game == game).collect();
    let title = games().spec(game).map_or(game, |spec| spec.title);
    let practice = practice(&own);
    let (words, label) = match practice {
        Practice::Wins => (text().practise_wins, text().puzzles),
        Practice::Defence => (text().practise_defence, text().puzzles),
        Practice::Strategy => (text().practise_strategy, text().learn),
        Practice::Review => (text().practise_review, text().games),
        Practice::NextLevel => (text().practise_level, text().new_game),
    };
    let way = format!("#{}", practice.path(game, &threat_theme(game).to_string()));
    view! {
        <section class="advice-box" id="practice">
            <p><b>{fill(text().practise_next, &[("game", title)])}</b> " " {words}</p>
            <p><a class="button primary" href=way>{label}</a></p>
        </section>
    }
}

/// The results by game, side and level.
#[component]
fn Results(played: Vec<PlayedGame>, chosen: Option<&'static GameSpec>) -> impl IntoView {
    let mut rows: Vec<(String, Tally)> = Vec::new();
    if chosen.is_none() {
        let title = |id: &str| games().spec(id).map_or_else(|_| id.to_string(), |spec| spec.title.to_string());
        rows.extend(tally_by(&played, |game| game.game).into_iter().map(|(id, tally)| (title(id), tally)));
    }
    let side = |is_first: bool| if is_first { text().moving_first } else { text().moving_second }.to_string();
    let by_side = tally_by(&played, |game| game.side != Player::First);
    rows.extend(by_side.into_iter().map(|(is_second, tally)| (side(!is_second), tally)));
    let level = |level| fill(text().level_name, &[("level", level_label(level))]);
    rows.extend(tally_by(&played, |game| game.level).into_iter().map(|(number, tally)| (level(number), tally)));
    let rows = rows.into_iter().map(|(name, tally)| {
        view! {
            <tr>
                <th scope="row">{name}</th>
                <td>{tally.wins}</td><td>{tally.draws}</td><td>{tally.losses}</td>
                <td><b>{percent(tally.share())}</b></td>
            </tr>
        }
    });
    view! {
        <section class="panel-box" id="results">
            <h2>{text().results}</h2>
            <table>
                <thead><tr>
                    <th></th>
                    <th scope="col">{text().result_won}</th>
                    <th scope="col">{text().result_drawn}</th>
                    <th scope="col">{text().result_lost}</th>
                    <th scope="col">{text().points}</th>
                </tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </section>
    }
}

/// The accuracy of the reviewed games over time.
#[component]
fn Accuracy(played: Vec<PlayedGame>) -> impl IntoView {
    let values = accuracies(&played);
    let counts = [("n", values.len().to_string()), ("all", played.len().to_string())];
    let words = fill(text().reviewed_games, &counts.each_ref().map(|(name, value)| (*name, value.as_str())));
    let mean = values.iter().sum::<f32>() / values.len().max(1) as f32;
    let graph = (values.len() > 1).then(|| {
        let mut path = String::new();
        for (x, value) in values.iter().enumerate() {
            let _ = write!(path, "{}{x} {:.1}", if x == 0 { 'M' } else { 'L' }, 100.0 - value);
        }
        let label = fill(text().accuracy_graph, &[("percent", &format!("{mean:.0} %"))]);
        view! {
            <svg class="graph" viewBox=format!("0 0 {} 100", values.len() - 1) preserveAspectRatio="none" role="img" aria-label=label>
                <path class="middle" d=format!("M0 50H{}", values.len() - 1)/>
                <path class="curve" d=path/>
            </svg>
        }
    });
    let mean = (!values.is_empty()).then(|| view! { <p class="figure">{format!("{mean:.0} %")}</p> });
    view! {
        <section class="panel-box" id="accuracy">
            <h2>{text().accuracy}</h2>
            {mean}
            {graph}
            <p class="quiet">{words}</p>
        </section>
    }
}

/// The kinds of mistakes by their cost.
#[component]
fn Costs(played: Vec<PlayedGame>) -> impl IntoView {
    let costs = mistake_costs(&played);
    let most = costs.first().map_or(1.0, |cost| cost.lost);
    let rows = costs.iter().map(|cost| {
        let share = format!("{:.3}", cost.lost / most);
        view! {
            <tr data-kind=format!("{:?}", cost.kind)>
                <th scope="row" class="cost" style=("--share", share)>{kind_name(cost.kind)}</th>
                <td>{cost.count}</td>
                <td><b>{format!("{:.1}", cost.lost)}</b></td>
            </tr>
        }
    });
    let rows = rows.collect_view();
    view! {
        <section class="panel-box" id="costs">
            <h2>{text().costly_mistakes}</h2>
            {if costs.is_empty() {
                view! { <p class="quiet">{text().no_costly_mistakes}</p> }.into_any()
            } else {
                view! {
                    <table>
                        <thead><tr><th></th><th scope="col">{text().mistakes}</th><th scope="col">{text().cost_in_games}</th></tr></thead>
                        <tbody>{rows}</tbody>
                    </table>
                }
                .into_any()
            }}
        </section>
    }
}

fn kind_name(kind: MistakeKind) -> &'static str {
    match kind {
        MistakeKind::MissedWin => text().kind_missed_win,
        MistakeKind::AllowedWin => text().kind_allowed_win,
        MistakeKind::Opening => text().kind_opening,
        MistakeKind::Middlegame => text().kind_middlegame,
        MistakeKind::Endgame => text().kind_endgame,
    }
}
