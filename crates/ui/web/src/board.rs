//! The board: layers of a picture, and on top of them cells for pointer and keyboard.

use std::rc::Rc;

use hexarium_kernel::{AnyGame, BoardView, Spot, View};
use hexarium_pictures::{Canvas, Hint, HintKind, Orientation, Scene, Step, Style, last_turn};
use hexarium_session::settings::orientation_words;
use hexarium_session::{GameSession, Preview, Target, TargetKind, input_cell};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::browser;
use crate::settings::{InBrowser as _, Settings, settings};

/// Minimum ratio of width to height at which a board is rotated on a narrow screen.
const WIDE: f64 = 1.3;

/// The style of pictures of a game.
pub(crate) fn style(game: &dyn AnyGame, settings: &Settings) -> Style {
    let Settings { pieces, coordinates, cell_names, .. } = *settings;
    let (theme, board) = (settings.theme(), settings.board_theme());
    Style { theme, board, pieces, coordinates, cell_names, ..Style::of(game) }
}

/// The style of small pictures of a game, without text on the board.
pub(crate) fn thumbnail_style(game: &dyn AnyGame, settings: &Settings) -> Style {
    Style { coordinates: false, cell_names: false, ..style(game, settings) }
}

/// The canvas of a game: in the orientation that a player faces, then turned as the user likes it.
/// A wide board that was not turned is rotated on a narrow screen.
pub(crate) fn canvas(
    game: &dyn AnyGame,
    board: &BoardView,
    settings: &Settings,
    facing: Orientation,
    turned: Orientation,
) -> Canvas {
    let style = Style { orientation: facing.then(turned), ..style(game, settings) };
    let canvas = Canvas::new(board, &style);
    let (width, height) = canvas.size();
    if width / height > WIDE && is_narrow() && turned == Orientation::default() {
        return Canvas::new(board, &Style { orientation: facing.then(Orientation::rotated(2)), ..style });
    }
    canvas
}

/// The canvas of a game in the board's own orientation.
pub(crate) fn plain_canvas(game: &dyn AnyGame, board: &BoardView, settings: &Settings) -> Canvas {
    canvas(game, board, settings, Orientation::default(), Orientation::default())
}

/// Whether the screen is that of a phone in portrait orientation.
pub(crate) fn is_narrow() -> bool {
    browser::media("(max-width: 700px) and (orientation: portrait)")
}

/// Whether cells are too small to be sure which one a finger touches.
pub(crate) fn are_cells_small() -> bool {
    const FINGER: f64 = 36.0;
    browser::media("(pointer: coarse)") && browser::rectangle("#board > .hit").is_some_and(|cell| cell.width() < FINGER)
}

/// The layer below the pieces: marks, the cells of the last turn, the selected cell.
pub(crate) fn below_pieces(session: &GameSession, canvas: &Canvas) -> String {
    let mut scene = Scene::new(session.board(), session.view());
    scene.selected = session.selected_cell();
    let turn = shown_turn(session);
    if let Some((before, turn)) = &turn {
        (scene.turn, scene.before) = (turn, Some(before));
    }
    canvas.below(&scene)
}

/// The turn that led to the cursor, and the view before it.
pub(crate) fn shown_turn(session: &GameSession) -> Option<(View, Vec<Step>)> {
    session.last_animation()?;
    last_turn(session.state()).ok()
}

/// The layer above the pieces: the arrows of the last turn, the cells clicked so far, the targets
/// of the selected piece, and the effect of an action.
pub(crate) fn above_pieces(session: &GameSession, canvas: &Canvas, preview: Option<&Preview>) -> String {
    let view = session.view();
    let mut out = String::new();
    if settings().get_untracked().cell_names {
        out += &canvas.names(session.board(), view);
    }
    for spot in session.inputs().iter().filter_map(|input| input_cell(*input)) {
        out += &format!(r#"<path class="touched" d="{}"/>"#, canvas.outline(spot));
    }
    if session.inputs().is_empty() {
        if let (Some((before, turn)), None) = (shown_turn(session), preview) {
            let scene = Scene { before: Some(&before), turn: &turn, ..Scene::new(session.board(), view) };
            out += r#"<g class="last">"#;
            out += &canvas.above(&scene);
            out += "</g>";
        }
    } else {
        out += &canvas.hints(&hints(session), view);
    }
    if let Some(preview) = preview {
        out += &canvas.preview(view, &preview.animation, &preview.after);
    } else if let Some((animation, after)) = session.preview_so_far() {
        out += &canvas.preview(view, &animation, &after);
    }
    out
}

/// The marks of the pieces that can be removed.
pub(crate) fn removable_pieces(session: &GameSession, canvas: &Canvas) -> String {
    let hint = |at| Hint { at, kind: HintKind::Capture };
    let hints: Vec<Hint> = session.removable().into_iter().map(hint).collect();
    format!(r#"<g class="removable">{}</g>"#, canvas.hints(&hints, session.view()))
}

fn hints(session: &GameSession) -> Vec<Hint> {
    let hint = |target: Target| {
        let kind = match target.kind {
            TargetKind::Capture => HintKind::Capture,
            TargetKind::Hit => HintKind::Hit,
            TargetKind::Select | TargetKind::Move | TargetKind::Ambiguous => HintKind::Go,
        };
        Some(Hint { at: input_cell(target.input)?, kind })
    };
    session.targets().into_iter().filter_map(hint).collect()
}

/// The places of the cells, for arrow keys.
#[derive(Clone)]
struct Map(Rc<Vec<(Spot, f64, f64)>>);

impl Map {
    /// The nearest cell in a direction; rows differ in height.
    fn step(&self, from: Spot, right: f64, down: f64) -> Option<Spot> {
        let (_, x, y) = *self.0.iter().find(|(spot, ..)| *spot == from)?;
        let ahead = self.0.iter().filter(|(_, cx, cy)| {
            if down == 0.0 { (cy - y).abs() < 1.0 && (cx - x) * right > 1.0 } else { (cy - y) * down > 1.0 }
        });
        let distance = |(_, cx, cy): &&(Spot, f64, f64)| (cx - x).abs() + 4.0 * (cy - y).abs();
        ahead.min_by(|a, b| distance(a).total_cmp(&distance(b))).map(|(spot, ..)| *spot)
    }
}

/// A board. The strings are layers of SVG, from the bottom to the top.
#[component]
pub(crate) fn Board(
    /// The size and the ground.
    canvas: Canvas,
    /// The empty board.
    board: BoardView,
    /// The label of the board.
    label: String,
    /// Below the pieces.
    #[prop(into)]
    below: Signal<String>,
    /// The pieces.
    #[prop(into)]
    pieces: Signal<String>,
    /// Above the pieces.
    #[prop(into)]
    above: Signal<String>,
    /// The cells in words.
    #[prop(into)]
    names: Signal<Vec<String>>,
    /// Called on a click.
    #[prop(into)]
    click: Callback<Spot>,
    /// Called when the pointer or the focus enters or leaves a cell.
    #[prop(into)]
    hover: Callback<Option<Spot>>,
    /// Called on the escape key.
    #[prop(into)]
    escape: Callback<()>,
) -> impl IntoView {
    let (width, height) = canvas.size();
    let spots: Vec<Spot> =
        (0..board.cells.len()).filter(|i| !board.cells[*i].label.is_empty()).map(|i| Spot(i as u16)).collect();
    let map = Map(Rc::new(spots.iter().map(|spot| (*spot, canvas.centre(*spot).0, canvas.centre(*spot).1)).collect()));
    // One cell is in the tab order: first the middle one, then the last focused one.
    let current = RwSignal::new(spots.get(spots.len() / 2).copied().unwrap_or(Spot(0)));
    let cells = spots
        .iter()
        .map(|&spot| {
            let map = map.clone();
            let cell = board.cells[usize::from(spot.0)].label.clone();
            let press = move |event: KeyboardEvent| {
                let target = match event.key().as_str() {
                    "ArrowLeft" => map.step(spot, -1.0, 0.0),
                    "ArrowRight" => map.step(spot, 1.0, 0.0),
                    "ArrowUp" => map.step(spot, 0.0, -1.0),
                    "ArrowDown" => map.step(spot, 0.0, 1.0),
                    "Enter" | " " => {
                        event.prevent_default();
                        click.run(spot);
                        return;
                    }
                    "Escape" => return escape.run(()),
                    _ => return,
                };
                event.prevent_default();
                event.stop_propagation();
                if let Some(target) = target {
                    current.set(target);
                    browser::focus(&format!("#board [data-spot='{}']", target.0));
                }
            };
            // A focused cell loses the focus when it is removed, after its owner.
            let leave = move || _ = hover.try_run(None);
            let name = move || names.with(|names| names.get(usize::from(spot.0)).cloned().unwrap_or_default());
            view! {
                <path
                    class="hit"
                    d=canvas.outline(spot)
                    role="button"
                    data-spot=spot.0
                    data-cell=cell
                    aria-label=name
                    tabindex=move || if current.get() == spot { "0" } else { "-1" }
                    on:click=move |_| {
                        current.set(spot);
                        click.run(spot);
                    }
                    on:pointerenter=move |_| hover.run(Some(spot))
                    on:pointerleave=move |_| leave()
                    on:focus=move |_| hover.run(Some(spot))
                    on:blur=move |_| leave()
                    on:keydown=press
                />
            }
        })
        .collect_view();
    view! {
        <svg
            id="board"
            class="board"
            viewBox=format!("0 0 {width} {height}")
            style=("--ratio", (width / height).to_string())
            style=("--mark", canvas.mark())
            role="group"
            aria-label=label
            data-orientation=orientation_words(canvas.orientation())
        >
            <g class="ground" inner_html=canvas.ground().to_string() aria-hidden="true"></g>
            <g class="below" inner_html=move || below.get() aria-hidden="true"></g>
            <g class="pieces" inner_html=move || pieces.get() aria-hidden="true"></g>
            <g class="above" inner_html=move || above.get() aria-hidden="true"></g>
            {cells}
        </svg>
    }
}

/// A still picture of a board.
#[component]
pub(crate) fn Picture(
    /// A whole SVG document.
    svg: String,
    /// The textual description.
    label: String,
) -> impl IntoView {
    let address = format!("data:image/svg+xml,{}", String::from(js_sys::encode_uri_component(&svg)));
    view! { <img class="picture" src=address alt=label/> }
}
