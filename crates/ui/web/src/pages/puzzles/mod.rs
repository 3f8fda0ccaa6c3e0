//! The puzzles: games and themes to choose from, and the progress of the player.

mod daily;
mod solve;

use std::collections::BTreeMap;
use std::sync::Arc;

use hexarium_kernel::GameSpec;
use hexarium_puzzles::{Progress, Puzzle, PuzzleList, PuzzleResult, Theme};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::delete_button::DeleteButton;
use super::games::picture;
use crate::browser;
use crate::language::tr;
use crate::messages::{fill, text};
use crate::online::{Online, ServerState};
use crate::puzzles::{Puzzles, puzzle_games};

pub(crate) use daily::DailyPuzzle;
pub(crate) use solve::PuzzlePage;

/// The address of the next puzzle of a game, with a theme if one is chosen.
fn next_address(game: &str, theme: Option<Theme>) -> String {
    match theme {
        Some(theme) => format!("#/puzzles/{game}/{theme}"),
        None => format!("#/puzzles/{game}"),
    }
}

/// The player's rating in the puzzles of a game, in words.
fn rating(progress: &Progress, game: &str) -> String {
    let rating = progress.rating(game);
    let number = |value: f64| format!("{value:.0}");
    fill(text().your_puzzle_rating, &[("rating", &number(rating.rating)), ("deviation", &number(rating.deviation))])
}

/// The puzzles solved in a row, in words.
fn streak(progress: &Progress) -> String {
    let streak = progress.streak();
    fill(text().puzzle_streak, &[("n", &streak.current.to_string()), ("best", &streak.best.to_string())])
}

fn is_solved(progress: &Progress, puzzle: &Puzzle) -> bool {
    matches!(progress.result(puzzle.id), Some(PuzzleResult::Solved | PuzzleResult::Retried))
}

/// The page.
#[component]
pub(crate) fn PuzzlesPage() -> impl IntoView {
    let puzzles: Puzzles = expect_context();
    puzzles.refresh();
    puzzles.synchronise();
    let games = puzzle_games().into_iter().map(|spec| view! { <GamePuzzles spec=spec/> });
    view! {
        <main class="page puzzles">
            <h1>{text().puzzles}</h1>
            <p class="quiet">{text().puzzles_subtitle}" "{move || puzzles.progress(streak)}" "<ResultsPlace/></p>
            <ProgressProblem/>
            <ul class="saved-games">
                <li class="saved-game daily"><DailyPuzzle/></li>
                {games.collect_view()}
            </ul>
        </main>
    }
}

/// The storage of the results, on a site with accounts.
#[component]
fn ResultsPlace() -> impl IntoView {
    let (puzzles, online): (Puzzles, Online) = (expect_context(), expect_context());
    move || match (puzzles.is_in_account(), online.server.get()) {
        (true, _) => Some(view! { <span id="results-place">{text().puzzles_in_account}</span> }.into_any()),
        (false, ServerState::Available) => Some(
            view! {
                <span id="results-place">{text().puzzles_in_browser}" "<a href="#/account">{text().sign_in}</a></span>
            }
            .into_any(),
        ),
        _ => None,
    }
}

/// The puzzles of a game.
#[component]
fn GamePuzzles(spec: &'static GameSpec) -> impl IntoView {
    let puzzles: Puzzles = expect_context();
    // None until the list is loaded, or if it cannot be.
    let list = RwSignal::new(None::<Arc<PuzzleList>>);
    let is_missing = RwSignal::new(false);
    spawn_local(async move {
        let loaded = puzzles.list(spec.id).await;
        is_missing.try_set(loaded.is_none());
        list.try_set(loaded);
    });
    let thumbnail = move || {
        let list = list.get()?;
        let next = puzzles.progress(|progress| {
            list.next(progress, progress.rating(spec.id).rating, None).or_else(|| list.puzzles().first()).cloned()
        })?;
        picture(&next.game, &next.position)
    };
    let solved = move || {
        let list = list.get()?;
        let count = puzzles.progress(|progress| list.puzzles().iter().filter(|p| is_solved(progress, p)).count());
        Some(fill(text().puzzles_solved, &[("n", &count.to_string()), ("all", &list.puzzles().len().to_string())]))
    };
    let themes = move || {
        let list = list.get()?;
        let mut themes: BTreeMap<Theme, usize> = BTreeMap::new();
        list.puzzles().iter().for_each(|puzzle| *themes.entry(puzzle.theme).or_default() += 1);
        let chip = |(theme, count): (Theme, usize)| {
            let label = format!("{} ({count})", tr(&theme.title()));
            let name = format!("{}: {label}", spec.title);
            view! { <li><a class="button chip" href=next_address(spec.id, Some(theme)) aria-label=name>{label}</a></li> }
        };
        Some(themes.into_iter().map(chip).collect_view())
    };
    view! {
        <li class="saved-game" data-game=spec.id>
            <a class="saved-board" href=next_address(spec.id, None) tabindex="-1" aria-hidden="true">{thumbnail}</a>
            <div class="saved-words">
                <h2>{spec.title}</h2>
                <p class="rating">{move || puzzles.progress(|progress| rating(progress, spec.id))}</p>
                <p class="quiet solved">{solved}</p>
                {move || is_missing.get().then(|| view! { <p class="problem" role="alert">{text().puzzles_missing}</p> })}
            </div>
            <p class="row">
                <a class="button primary" href=next_address(spec.id, None) aria-label=fill(text().solve_game, &[("game", spec.title)])>{text().solve}</a>
            </p>
            <ul class="themes" aria-label=text().themes>{themes}</ul>
        </li>
    }
}

/// The problem with the stored progress, and what to do about it.
#[component]
fn ProgressProblem() -> impl IntoView {
    let puzzles: Puzzles = expect_context();
    let download = move |_| browser::save("puzzles.txt", "text/plain", &puzzles.stored_text());
    move || {
        puzzles.problem().map(|(words, is_there)| {
            let way_out = is_there.then(|| {
                view! {
                    <p class="row">
                        <button id="save-progress" on:click=download>{text().save_progress}</button>
                        <DeleteButton
                            label=text().start_over
                            question=text().start_over_question
                            confirm=text().start_over
                            act=move |()| puzzles.start_over()
                        />
                    </p>
                }
            });
            view! { <div class="stack progress-problem"><p class="problem" role="alert">{words}</p>{way_out}</div> }
        })
    }
}
