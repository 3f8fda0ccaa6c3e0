//! What the engine thinks: the win bar, the best lines, the graph of the game.

use std::fmt::Write;

use hexarium_kernel::Player;
use hexarium_search::Proof;
use leptos::prelude::*;

use crate::engine::Idea;
use crate::messages::{fill, text};
use crate::sitting::{Sitting, percent};

/// How many lines are shown.
const LINES: usize = 4;

/// A line that was looked at so many times less often than the first has a rough chance.
const ROUGH: u64 = 10;

/// The first player's chance at the point that is shown, if it is known.
fn chance(sitting: Sitting) -> Option<f32> {
    let node = sitting.table.with(|table| table.cursor().0);
    sitting.chances.with(|chances| chances.get(&node).copied())
}

/// A bar beside the board, while the engine is on.
#[component]
pub(crate) fn WinBar(sitting: Sitting) -> impl IntoView {
    move || {
        let share = chance(sitting).filter(|_| sitting.studying.get())?;
        let name = sitting.table.with(|table| table.game().player_name(Player::First));
        let label = fill(text().win_bar, &[("name", name), ("percent", &percent(share))]);
        Some(view! {
            <div class="win-bar" data-colours=name role="img" aria-label=label.clone() title=label style=("--share", share.to_string())><span></span></div>
        })
    }
}

/// The engine's part of the page.
#[component]
pub(crate) fn Study(sitting: Sitting) -> impl IntoView {
    let switch = move |_| sitting.studying.update(|on| *on = !*on);
    let state = move || if sitting.studying.get() { text().engine_on } else { text().engine_off };
    let lines = move || {
        let ideas = sitting.ideas.get();
        let looks: u64 = ideas.iter().map(|idea| idea.visits).sum();
        let most = ideas.first().map_or(0, |idea| idea.visits);
        let line = |(i, idea): (usize, Idea)| {
            let share = idea.visits as f64 / looks.max(1) as f64;
            let rough = idea.proof.is_none() && idea.visits < most / ROUGH;
            line(sitting, i + 1, &idea, share, rough)
        };
        ideas.into_iter().take(LINES).enumerate().map(line).collect_view()
    };
    let help = move || (!sitting.ideas.get().is_empty()).then(|| view! { <p class="quiet">{text().lines_help}</p> });
    view! {
        <section class="study" aria-label=text().engine>
            <div class="row">
                <button id="engine" role="switch" aria-checked=move || sitting.studying.get().to_string() on:click=switch>{state}</button>
                <button id="graph" on:click=move |_| sitting.analyse_game()>{text().analyse_game}</button>
            </div>
            <ol class="lines" aria-label=text().lines>{lines}</ol>
            {help}
            <Graph sitting=sitting/>
        </section>
    }
}

/// A line: its place, what it is, how it goes on, and the chance to win. `share` is the part of all looks that went into it.
fn line(sitting: Sitting, place: usize, idea: &Idea, share: f64, rough: bool) -> impl IntoView + use<> {
    let proof = idea.proof.map(|proof| match proof {
        Proof::Win => text().proven_win,
        Proof::Loss => text().proven_loss,
        Proof::Draw => text().proven_draw,
    });
    let action = idea.action.clone();
    let chance = if rough { format!("~{}", percent(idea.win)) } else { percent(idea.win) };
    let looked = fill(text().looked_at, &[("visits", &idea.visits.to_string())]);
    let rest = idea.pv.iter().skip(1).take(8).cloned().collect::<Vec<_>>().join(" ");
    view! {
        <li>
            <button class="line" title=looked style=("--share", format!("{share:.3}")) on:click=move |_| sitting.act(&action)>
                <span class="rank">{place}</span>
                <span class="line-move">{idea.action.clone()}</span>
                <span class="quiet">{rest}</span>
                {proof.map(|words| view! { <span class="proof">{words}</span> })}
                <b class:quiet=rough>{chance}</b>
            </button>
        </li>
    }
}

/// The chance of the first player along the line that is shown.
#[component]
fn Graph(sitting: Sitting) -> impl IntoView {
    const HEIGHT: f32 = 60.0;
    move || {
        let (line, cursor, name) = sitting.table.with(|table| {
            let cursor = table.cursor();
            (table.tree().line_through(cursor), cursor, table.game().player_name(Player::First))
        });
        let chances = sitting.chances.get();
        if chances.len() < 2 {
            return None;
        }
        let width = (line.len().max(2) - 1) as f32;
        let mut path = String::new();
        for (x, node) in line.iter().enumerate() {
            if let Some(share) = chances.get(&node.0) {
                let pen = if path.is_empty() { 'M' } else { 'L' };
                let _ = write!(path, "{pen}{x} {:.1}", HEIGHT * (1.0 - share));
            }
        }
        let at = line.iter().position(|node| *node == cursor).unwrap_or(0);
        let go = move |event: leptos::ev::MouseEvent| {
            let target: web_sys::Element = event_target(&event);
            let bounds = target.get_bounding_client_rect();
            let share = (f64::from(event.client_x()) - bounds.left()) / bounds.width().max(1.0);
            let place = (share.clamp(0.0, 1.0) * f64::from(width)).round() as usize;
            if let Some(&node) = line.get(place) {
                sitting.travel(|table| _ = table.go(node));
            }
        };
        let label = fill(text().graph, &[("name", name)]);
        Some(view! {
            <svg class="graph" viewBox=format!("0 0 {width} {HEIGHT}") preserveAspectRatio="none" role="img" aria-label=label on:click=go>
                <path class="middle" d=format!("M0 {}H{width}", HEIGHT / 2.0)/>
                <path class="curve" d=path/>
                <path class="here" d=format!("M{at} 0V{HEIGHT}")/>
            </svg>
        })
    }
}
