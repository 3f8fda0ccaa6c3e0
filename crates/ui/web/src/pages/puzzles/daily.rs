//! The puzzle of the day, for the home page and the list of puzzles.

use hexarium_puzzles::Puzzle;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::language::tr;
use crate::messages::{fill, text};
use crate::pages::games::picture;
use crate::puzzles::{Puzzles, today};
use crate::words::game_title;

/// The address of the puzzle of the day.
const ADDRESS: &str = "#/puzzle/today";

/// The content of a card: the position, the task, and the days in a row.
#[component]
pub(crate) fn DailyPuzzle() -> impl IntoView {
    let puzzles: Puzzles = expect_context();
    puzzles.refresh();
    let day = today();
    let puzzle = RwSignal::new(None::<Puzzle>);
    spawn_local(async move {
        let found = puzzles.daily(day).await;
        puzzle.try_set(found);
    });
    let thumbnail = move || puzzle.with(|puzzle| puzzle.as_ref().and_then(|p| picture(&p.game, &p.position)));
    let facts = move || {
        let facts = |puzzle: &Puzzle| format!("{} · {}", game_title(&puzzle.game), tr(&puzzle.theme.title()));
        puzzle.with(|puzzle| puzzle.as_ref().map(facts))
    };
    let is_solved = move || puzzles.progress(|progress| progress.is_daily_solved(day));
    let streak = move || {
        let streak = puzzles.progress(|progress| progress.daily_streak(day));
        fill(text().daily_streak, &[("n", &streak.current.to_string()), ("best", &streak.best.to_string())])
    };
    view! {
        <a class="saved-board" href=ADDRESS tabindex="-1" aria-hidden="true">{thumbnail}</a>
        <div class="saved-words">
            <h2>{text().daily_puzzle}</h2>
            <p class="facts-of-puzzle">{facts}</p>
            <p class="quiet">{streak}</p>
        </div>
        <p class="row">
            <a class="button" class:primary=move || !is_solved() id="daily-puzzle" href=ADDRESS aria-label=move || (!is_solved()).then_some(text().solve_daily)>
                {move || if is_solved() { text().daily_solved } else { text().solve }}
            </a>
        </p>
    }
}
