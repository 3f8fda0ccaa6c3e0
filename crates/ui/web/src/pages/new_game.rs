//! Choosing how to play a game.

use hexarium_games::registry;
use hexarium_kernel::{GameSpec, OptionSpec, Options, Player, Values};
use hexarium_pictures::{Style, draw};
use hexarium_session::GameSession;
use leptos::prelude::*;

use crate::board::{Picture, style};
use crate::browser;
use crate::messages::{Messages, fill, text};
use crate::settings::settings;
use crate::sitting::{Contest, SEED, Seat, Sitting, open};

/// Against whom.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Against {
    Computer,
    Friend,
    Nobody,
}

/// The levels in words.
pub(crate) fn level_words(level: u8) -> &'static str {
    let m: &Messages = text();
    let words = [
        m.level_words_1,
        m.level_words_2,
        m.level_words_3,
        m.level_words_4,
        m.level_words_5,
        m.level_words_6,
        m.level_words_7,
        m.level_words_8,
    ];
    words[usize::from(level.clamp(1, 8)) - 1]
}

#[component]
pub(super) fn LevelPicker(label: &'static str, level: RwSignal<u8>) -> impl IntoView {
    view! {
        <label class="field">
            <span>{label}</span>
            <select
                class="level"
                on:change=move |event| level.set(event_target_value(&event).parse().unwrap_or(2))
                prop:value=move || level.get().to_string()
            >
                {(1..=8).map(|n| view! { <option value=n.to_string() selected=move || level.get() == n>{level_words(n)}</option> }).collect_view()}
            </select>
        </label>
    }
}

/// One option as a part of the form.
fn option_field(spec: &'static GameSpec, option: &'static OptionSpec, options: RwSignal<Options>) -> AnyView {
    let value = move || options.with(|options| options.text(option.name).to_string());
    // What cannot be is never offered, except numbers typed by hand: they stay as they were.
    let set = move |text: String| options.update(|options| _ = options.set(spec.options, option.name, &text));
    let title = option.name.replace('_', " ");
    let input = match option.values {
        Values::Flag => view! {
            <input
                type="checkbox"
                prop:checked=move || value() == "true"
                on:change=move |event| set(event_target_checked(&event).to_string())
            />
        }
        .into_any(),
        Values::Number { min, max, step } if (max - min) / step >= 20 => view! {
            <input
                type="number"
                min=min.to_string()
                step=step.to_string()
                prop:value=value
                on:change=move |event| set(event_target_value(&event))
            />
        }
        .into_any(),
        values => view! {
            <select on:change=move |event| set(event_target_value(&event))>
                {values.samples().into_iter().map(|sample| {
                    let chosen = { let sample = sample.clone(); move || value() == sample };
                    view! { <option value=sample.clone() selected=chosen>{sample.clone()}</option> }
                }).collect_view()}
            </select>
        }
        .into_any(),
    };
    view! {
        <label class="option" data-option=option.name>
            <span class="option-name">{title}</span>
            {input}
            <small>{option.doc}</small>
        </label>
    }
    .into_any()
}

/// The page.
#[component]
pub(crate) fn NewGame(spec: &'static GameSpec, options: Options) -> impl IntoView {
    let sitting: Sitting = expect_context();
    let has_seed = spec.options.iter().any(|option| option.name == SEED);
    let options = RwSignal::new(options);
    if has_seed && options.with_untracked(|o| o.canonical_id(spec.id)) == spec.id {
        redraw(spec, options);
    }
    let against = RwSignal::new(Against::Computer);
    let (level, other_level) = (RwSignal::new(2), RwSignal::new(2));
    // By lot is `None`.
    let side = RwSignal::new(Some(Player::First));
    let problem = RwSignal::new(None);

    let game_text = move || options.with(|options| options.canonical_id(spec.id));
    let start = move |_| {
        let seats = match against.get_untracked() {
            Against::Computer => [Seat::Person, Seat::Level(level.get_untracked())],
            Against::Friend => [Seat::Person; 2],
            Against::Nobody => [Seat::Level(level.get_untracked()), Seat::Level(other_level.get_untracked())],
        };
        let lot = if browser::dice().is_multiple_of(2) { Player::First } else { Player::Second };
        let host = match against.get_untracked() {
            Against::Computer => side.get_untracked().unwrap_or(lot),
            Against::Friend | Against::Nobody => Player::First,
        };
        match GameSession::new(&untrack(game_text)) {
            Ok(table) => {
                browser::go("/play");
                sitting.begin(table, Contest::new(seats, host));
            }
            Err(reason) => problem.set(Some(reason)),
        }
    };
    let kinds =
        [(Against::Computer, text().computer), (Against::Friend, text().friend), (Against::Nobody, text().watch)];
    let opponents = kinds.map(|(kind, name)| {
        view! {
            <label class="choice">
                <input type="radio" name="against" prop:checked=move || against.get() == kind on:change=move |_| against.set(kind)/>
                <span>{name}</span>
            </label>
        }
    });
    let seed = has_seed.then(|| {
        let option = spec.options.iter().find(|option| option.name == SEED)?;
        Some(view! {
            <div class="row seed">
                {option_field(spec, option, options)}
                <small>{text().seed_help}</small>
                <button on:click=move |_| redraw(spec, options)>{text().draw_seed}</button>
            </div>
        })
    });
    view! {
        <main class="page new">
            <div class="new-board"><StartPicture spec=spec options=options problem=problem/></div>
            <div class="new-form">
                <h1>{fill(text().new_title, &[("game", spec.title)])}</h1>
                <p class="quiet">{spec.tagline}</p>
                <fieldset class="choices"><legend>{text().opponent}</legend>{opponents}</fieldset>
                {move || match against.get() {
                    Against::Computer => view! {
                        <LevelPicker label=text().level level=level/>
                        <SidePicker spec=spec options=options side=side/>
                    }.into_any(),
                    Against::Friend => ().into_any(),
                    Against::Nobody => view! {
                        <LevelPicker label=text().level_first level=level/>
                        <LevelPicker label=text().level_second level=other_level/>
                    }.into_any(),
                }}
                <Variant spec=spec options=options lot=seed.into_any()/>
                <p class="problem" role="alert">{move || problem.get()}</p>
                <p class="row">
                    <button class="primary big" id="start" disabled=move || problem.get().is_some() on:click=start>{text().start}</button>
                    <a class="button" href=format!("#/learn/{}", spec.id)>{text().learn}</a>
                    <a class="button" href=format!("#/rules/{}", spec.id)>{text().rules}</a>
                </p>
            </div>
        </main>
    }
}

/// The board at the start of the game, or what is wrong with the options.
#[component]
pub(super) fn StartPicture(
    spec: &'static GameSpec,
    options: RwSignal<Options>,
    problem: RwSignal<Option<String>>,
) -> impl IntoView {
    move || match open(&options.with(|options| options.canonical_id(spec.id))) {
        Ok(game) => {
            problem.set(None);
            let style = Style { coordinates: false, ..style(&*game, &settings().get()) };
            let svg = draw(&game.board(), &game.start().view(), None, &style);
            view! { <Picture svg=svg label=fill(text().board, &[("game", spec.title)])/> }.into_any()
        }
        Err(reason) => {
            problem.set(Some(reason));
            ().into_any()
        }
    }
}

/// Which side is played; by lot is `None`.
#[component]
pub(super) fn SidePicker(
    spec: &'static GameSpec,
    options: RwSignal<Options>,
    side: RwSignal<Option<Player>>,
) -> impl IntoView {
    let sides = move || {
        let game = open(&options.with(|options| options.canonical_id(spec.id)));
        let [first, second] = game.map_or(["", ""], |game| Player::BOTH.map(|player| game.player_name(player)));
        let sides = [
            (Some(Player::First), fill(text().side_first, &[("name", first)])),
            (Some(Player::Second), fill(text().side_second, &[("name", second)])),
            (None, text().side_lot.to_string()),
        ];
        sides.map(|(which, name)| {
            view! {
                <label class="choice">
                    <input type="radio" name="side" prop:checked=move || side.get() == which on:change=move |_| side.set(which)/>
                    <span>{name}</span>
                </label>
            }
        })
    };
    view! { <fieldset class="choices"><legend>{text().side}</legend>{sides}</fieldset> }
}

/// Presets, and every option but what is drawn by lot, which may follow.
#[component]
pub(super) fn Variant(
    spec: &'static GameSpec,
    options: RwSignal<Options>,
    /// What is drawn by lot.
    lot: AnyView,
) -> impl IntoView {
    let has_seed = spec.options.iter().any(|option| option.name == SEED);
    let presets = spec.presets.iter().map(|(name, id)| {
        let is = move || options.with(|options| without_seed(spec, options)) == *id;
        let choose = move |_| {
            if let Ok((_, chosen)) = registry::parse(id, &[]) {
                options.set(chosen);
                if has_seed {
                    redraw(spec, options);
                }
            }
        };
        view! { <button class="chip" aria-pressed=move || is().to_string() on:click=choose>{*name}</button> }
    });
    let fields =
        spec.options.iter().filter(|option| option.name != SEED).map(|option| option_field(spec, option, options));
    view! {
        <fieldset class="choices"><legend>{text().variant}</legend>{presets.collect_view()}</fieldset>
        <details>
            <summary>{text().options}</summary>
            <div class="options">{fields.collect_view()}{lot}</div>
        </details>
    }
}

/// Draws another seed.
fn redraw(spec: &'static GameSpec, options: RwSignal<Options>) {
    options.update(|options| _ = options.set(spec.options, SEED, &(browser::dice() % 1_000_000).to_string()));
}

/// The game text as if nothing were drawn: presets say nothing about the seed.
pub(crate) fn without_seed(spec: &'static GameSpec, options: &Options) -> String {
    let mut options = options.clone();
    if let Some(seed) = spec.options.iter().find(|option| option.name == SEED) {
        let _ = options.set(spec.options, SEED, seed.default);
    }
    options.canonical_id(spec.id)
}
