//! Analysis: the win bar, the engine lines and the graph of the game.

use std::fmt::Write;

use hexarium_kernel::Player;
use hexarium_search::Proof;
use hexarium_session::review::{Grade, ReviewedAction};
use hexarium_session::words::percent;
use hexarium_session::{EngineLine, GameController};
use leptos::prelude::*;

use super::mistakes::MistakesLink;
use crate::game_ui::GameUi;
use crate::language::tr;
use crate::messages::{fill, text};

/// The number of lines.
const LINES: usize = 4;

/// A line with fewer visits than the first by this factor is a rough estimate.
const ROUGH: u64 = 10;

/// The first player's win probability at the cursor, if it is known.
fn chance(ui: GameUi) -> Option<f32> {
    ui.evaluated.track();
    ui.lines.track();
    ui.session(|session| Some(session.evaluation(session.cursor())?.first_wins))
}

/// A bar beside the board, while the analysis is on.
#[component]
pub(crate) fn WinBar(ui: GameUi) -> impl IntoView {
    move || {
        let share = chance(ui).filter(|_| ui.analysis_on.get())?;
        let name = ui.session(|session| session.game().player_name(Player::First));
        let label = fill(text().win_bar, &[("name", &tr(name)), ("percent", &percent(share))]);
        Some(view! {
            <div class="win-bar" data-colours=name role="img" aria-label=label.clone() title=label style=("--share", share.to_string())><span></span></div>
        })
    }
}

/// The analysis panel.
#[component]
pub(crate) fn Analysis(ui: GameUi) -> impl IntoView {
    let switch = move |_| _ = ui.update(GameController::toggle_analysis);
    let state = move || if ui.analysis_on.get() { text().engine_on } else { text().engine_off };
    let lines = move || {
        let lines = ui.lines.get();
        let visits: u64 = lines.iter().map(|line| line.visits).sum();
        let most = lines.first().map_or(0, |line| line.visits);
        let line = |(i, line): (usize, EngineLine)| {
            let share = line.visits as f64 / visits.max(1) as f64;
            let is_rough = line.proof.is_none() && line.visits < most / ROUGH;
            line_view(ui, i + 1, &line, share, is_rough)
        };
        lines.into_iter().take(LINES).enumerate().map(line).collect_view()
    };
    let help = move || (!ui.lines.get().is_empty()).then(|| view! { <p class="quiet">{text().lines_help}</p> });
    view! {
        <section class="study" aria-label=text().engine>
            <div class="row">
                <button id="engine" role="switch" aria-checked=move || ui.analysis_on.get().to_string() on:click=switch>{state}</button>
                {move || if ui.reviewing.get() {
                    view! { <button id="stop-review" on:click=move |_| _ = ui.update(GameController::stop_review)>{text().stop_review}</button> }.into_any()
                } else {
                    view! { <button id="review-game" on:click=move |_| _ = ui.update(GameController::review_game)>{text().review_whole_game}</button> }.into_any()
                }}
            </div>
            <ol class="lines" aria-label=text().lines>{lines}</ol>
            {help}
            <Graph ui=ui/>
            <Review ui=ui/>
        </section>
    }
}

/// A line with its rank, actions and evaluation. `share` is its part of the search effort.
fn line_view(ui: GameUi, rank: usize, line: &EngineLine, share: f64, is_rough: bool) -> impl IntoView + use<> {
    let proof = line.proof.map(|proof| match proof {
        Proof::Win => text().proven_win,
        Proof::Loss => text().proven_loss,
        Proof::Draw => text().proven_draw,
    });
    let (action, first) = (line.action, line.text().to_string());
    let chance = if is_rough { format!("~{}", percent(line.win)) } else { percent(line.win) };
    let visits = fill(text().visits, &[("visits", &line.visits.to_string())]);
    let rest = line.pv.iter().skip(1).take(8).cloned().collect::<Vec<_>>().join(" ");
    view! {
        <li>
            <button class="line" title=visits style=("--share", format!("{share:.3}")) on:click=move |_| _ = ui.update(|controller| controller.choose(action))>
                <span class="rank">{rank}</span>
                <span class="line-move">{first}</span>
                <span class="quiet">{rest}</span>
                {proof.map(|words| view! { <span class="proof">{words}</span> })}
                <b class:quiet=is_rough>{chance}</b>
            </button>
        </li>
    }
}

/// The first player's win probability along the line through the cursor.
#[component]
fn Graph(ui: GameUi) -> impl IntoView {
    const HEIGHT: f32 = 60.0;
    move || {
        let (line, cursor, name) = ui.session(|session| {
            let cursor = session.cursor();
            (session.tree().line_through(cursor), cursor, session.game().player_name(Player::First))
        });
        ui.evaluated.track();
        let chances: Vec<Option<f32>> = ui
            .session_untracked(|session| line.iter().map(|node| Some(session.evaluation(*node)?.first_wins)).collect());
        if chances.iter().flatten().count() < 2 {
            return None;
        }
        let width = (line.len().max(2) - 1) as f32;
        let mut path = String::new();
        for (x, share) in chances.iter().enumerate() {
            if let Some(share) = share {
                let pen = if path.is_empty() { 'M' } else { 'L' };
                let _ = write!(path, "{pen}{x} {:.1}", HEIGHT * (1.0 - share));
            }
        }
        // The graph is stretched, so a mark is a line with round ends.
        let marks = ui.game_review().actions.into_iter().filter(|action| !action.symbol().is_empty());
        let marks: Vec<_> = marks
            .filter_map(|action| {
                let x = line.iter().position(|node| *node == action.node)?;
                let y = HEIGHT * (1.0 - chances[x]?);
                let (grade, symbol) = (action.grade.word(), action.symbol());
                Some(view! { <path class="mark" data-grade=grade data-symbol=symbol d=format!("M{x} {y:.1}v.01")/> })
            })
            .collect();
        let at = line.iter().position(|node| *node == cursor).unwrap_or(0);
        let go = move |event: leptos::ev::MouseEvent| {
            let target: web_sys::Element = event_target(&event);
            let bounds = target.get_bounding_client_rect();
            let share = (f64::from(event.client_x()) - bounds.left()) / bounds.width().max(1.0);
            let place = (share.clamp(0.0, 1.0) * f64::from(width)).round() as usize;
            if let Some(&node) = line.get(place) {
                ui.navigate(|session| _ = session.go(node));
            }
        };
        let label = fill(text().graph, &[("name", &tr(name))]);
        Some(view! {
            <svg class="graph" viewBox=format!("0 0 {width} {HEIGHT}") preserveAspectRatio="none" role="img" aria-label=label on:click=go>
                <path class="middle" d=format!("M0 {}H{width}", HEIGHT / 2.0)/>
                <path class="curve" d=path/>
                <path class="here" d=format!("M{at} 0V{HEIGHT}")/>
                {marks}
            </svg>
        })
    }
}

/// The review of the game: accuracy and mistakes of both players, each a link to its position.
#[component]
fn Review(ui: GameUi) -> impl IntoView {
    let review = Memo::new(move |_| ui.game_review());
    let name = move |player| ui.session_untracked(|session| session.game().player_name(player));
    let summary = move |player: Player| {
        let review = review.get();
        let accuracy = review.accuracy()[player].map_or_else(String::new, |accuracy| format!("{accuracy:.0} %"));
        let counts = [Grade::Inaccuracy, Grade::Mistake, Grade::Blunder]
            .map(|grade| view! { <td data-grade=grade.word()>{review.count(player, grade)}</td> });
        view! { <tr><th scope="row">{tr(name(player))}</th><td><b>{accuracy}</b></td>{counts}</tr> }
    };
    let moments = move || {
        let moments = review.get().actions.into_iter().filter(|action| !action.grade.symbol().is_empty());
        moments.map(|action| moment(ui, &action, name(action.player))).collect_view()
    };
    move || {
        (!review.with(|review| review.actions.is_empty())).then(|| {
            view! {
                <section class="review" aria-label=text().review_title>
                    <table>
                        <thead><tr>
                            <th></th>
                            <th scope="col">{text().accuracy}</th>
                            <th scope="col"><abbr title=text().inaccuracies>"?!"</abbr></th>
                            <th scope="col"><abbr title=text().mistakes>"?"</abbr></th>
                            <th scope="col"><abbr title=text().blunders>"??"</abbr></th>
                        </tr></thead>
                        <tbody>{move || Player::BOTH.map(summary)}</tbody>
                    </table>
                    <MistakesLink ui=ui/>
                    <ol class="moments">{moments}</ol>
                </section>
            }
        })
    }
}

/// An action that lost something, with what was better.
fn moment(ui: GameUi, action: &ReviewedAction, name: &'static str) -> impl IntoView + use<> {
    let node = action.node;
    let best = action.best_line.first().cloned().unwrap_or_default();
    let words = if action.missed_win {
        text().missed_win
    } else if action.is_turning_point() {
        text().turning_point
    } else {
        ""
    };
    let change = format!("{} → {}", percent(action.before), percent(action.after));
    let head = format!("{}. {} {}{}", action.turn, tr(name), action.action, action.symbol());
    view! {
        <li>
            <button class="moment" data-grade=action.grade.word() on:click=move |_| ui.navigate(|session| _ = session.go(node))>
                <span class="line-move">{head}</span>
                <span class="quiet">{fill(text().best_was, &[("action", &best)])} " " {words}</span>
                <b>{change}</b>
            </button>
        </li>
    }
}
