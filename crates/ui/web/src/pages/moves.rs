//! The list of moves, with its variations.

use std::collections::BTreeMap;

use hexarium_formats::NodeId;
use hexarium_kernel::Player;
use hexarium_session::review::ReviewedAction;
use hexarium_session::{GameSession, Row};
use leptos::prelude::*;

use crate::browser;
use crate::game_ui::GameUi;
use crate::language::tr;
use crate::messages::text;

/// The move list with its navigation buttons.
#[component]
pub(crate) fn Moves(
    ui: GameUi,
    /// Without comments and edits.
    #[prop(optional)]
    plain: bool,
) -> impl IntoView {
    let step = move |id: &'static str, label: &'static str, sign: &'static str, how: fn(&mut GameSession)| {
        view! {
            <button id=id class="step" aria-label=label title=label on:click=move |_| ui.navigate(how)>
                <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d=sign/></svg>
            </button>
        }
    };
    let rows = move || ui.session(|session| session.rows().to_vec());
    let marked = Memo::new(move |_| {
        let marked = ui.game_review().actions.into_iter().filter(|action| !action.symbol().is_empty());
        marked.map(|action| (action.node, action)).collect::<BTreeMap<_, _>>()
    });
    // The list follows the game.
    Effect::new(move |_| {
        ui.session(GameSession::cursor);
        request_animation_frame(|| browser::scroll_to(".rows", ".move[aria-current]"));
    });
    let comment = move || ui.session(|session| session.comment(session.cursor()).to_string());
    let write = move |comment: String| _ = ui.update(|controller| controller.set_comment(&comment));
    let branch = Memo::new(move |_| ui.session(|session| session.can_back()));
    let remove = move |_| {
        ui.update(|controller| {
            controller.edit(|session| {
                let cursor = session.cursor();
                session.back();
                let _ = session.remove(cursor);
            });
        });
    };
    let promote = move |_| {
        ui.update(|controller| controller.edit(|session| _ = session.promote(session.cursor())));
    };
    view! {
        <section class="moves" aria-label=text().moves>
            <div class="row steps" role="toolbar" aria-label=text().moves>
                {step("to-start", text().to_start, "M5 4v12M15 4 8 10l7 6z", |session| session.to_start())}
                {step("back-turn", text().back_turn, "M10 4 4 10l6 6zM17 4l-6 6 6 6z", |session| _ = session.back_turn())}
                {step("back", text().back_action, "M13 4 6 10l7 6z", |session| _ = session.back())}
                {step("forward", text().forward_action, "M7 4l7 6-7 6z", |session| _ = session.forward())}
                {step("forward-turn", text().forward_turn, "M10 4l6 6-6 6zM3 4l6 6-6 6z", |session| _ = session.forward_turn())}
                {step("to-end", text().to_end, "M15 4v12M5 4l7 6-7 6z", |session| session.to_end())}
                <button id="replay" class="step" aria-label=text().replay_turn title=text().replay_turn disabled=move || !branch.get() on:click=move |_| ui.replay_turn()>
                    <svg class="turning" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d="M14.5 6.5a6 6 0 1 0 1.4 5M15 2.5v4.5h-4.5"/></svg>
                </button>
            </div>
            <ol class="rows">
                <For each=rows key=|row| row.revision children=move |row| row_view(ui, marked, &row)/>
            </ol>
            <details class="annotate" hidden=plain>
                <summary>{text().comment}</summary>
                <textarea
                    aria-label=text().comment
                    prop:value=comment
                    on:change=move |event| write(event_target_value(&event))
                ></textarea>
                <p class="row">
                    <button disabled=move || !branch.get() on:click=promote>{text().promote_line}</button>
                    <button disabled=move || !branch.get() on:click=remove>{text().remove_line}</button>
                </p>
            </details>
        </section>
    }
}

fn row_view(ui: GameUi, marked: Memo<BTreeMap<NodeId, ReviewedAction>>, row: &Row) -> impl IntoView + use<> {
    let number = row.number();
    let parts = row.parts.iter().map(|part| {
        let node = part.node;
        let go = move |_| {
            ui.navigate(|session| {
                // A row that is shown is in the tree.
                let _ = session.go(node);
            });
        };
        let mark = move |read: fn(&ReviewedAction) -> String| marked.with(|marked| marked.get(&node).map(read));
        view! {
            <button
                class="move"
                class:aside=!part.on_line
                class:noted=part.has_comment
                data-node=node.0
                data-grade=move || mark(|action| action.grade.word().to_string())
                aria-label=move || mark(|action| format!("{}, {}", action.action, tr(action.symbol_words())))
                aria-current=part.is_cursor.then_some("step")
                on:click=go
            >{part.text.clone()}{move || mark(|action| action.symbol().to_string())}</button>
        }
    });
    view! {
        <li style=("--depth", row.depth.to_string()) class:variation=row.depth != 0 class:second=row.actor == Player::Second>
            <span class="number">{number}</span>
            {parts.collect_view()}
        </li>
    }
}
