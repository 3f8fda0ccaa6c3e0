//! The form of a new game.

use hexarium_kernel::{GameSpec, OptionSpec, Options, Player, SEED_OPTION, Values};
use hexarium_pictures::draw;
use hexarium_session::forms::{Against, NewGameForm};
use hexarium_session::{Contest, GameSession, PlayerKind};
use leptos::prelude::*;

use crate::board::{Picture, thumbnail_style};
use crate::browser;
use crate::game_ui::GameUi;
use crate::games;
use crate::language::tr;
use crate::messages::{Messages, fill, text};
use crate::settings::settings;

/// The key of the form as it was when the last game was started.
fn key(spec: &GameSpec) -> String {
    format!("new.{}", spec.id)
}

/// The levels in words.
pub(crate) fn level_label(level: u8) -> &'static str {
    let m: &Messages = text();
    let words = [
        m.level_label_1,
        m.level_label_2,
        m.level_label_3,
        m.level_label_4,
        m.level_label_5,
        m.level_label_6,
        m.level_label_7,
        m.level_label_8,
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
                {(1..=8).map(|n| view! { <option value=n.to_string() selected=move || level.get() == n>{level_label(n)}</option> }).collect_view()}
            </select>
        </label>
    }
}

/// One option as a part of the form.
fn option_field(spec: &'static GameSpec, option: &'static OptionSpec, options: RwSignal<Options>) -> AnyView {
    let value = move || options.with(|options| options.text(option.name).to_string());
    // Invalid numbers leave the option as it was; other invalid values are not offered.
    let set = move |text: String| options.update(|options| _ = options.set(spec.options, option.name, &text));
    let title = tr(&option.name.replace('_', " "));
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
                    view! { <option value=sample.clone() selected=chosen>{tr(&sample)}</option> }
                }).collect_view()}
            </select>
        }
        .into_any(),
    };
    view! {
        <label class="option" data-option=option.name>
            <span class="option-name">{title}</span>
            {input}
            <small>{tr(option.doc)}</small>
        </label>
    }
    .into_any()
}

/// The page.
#[component]
pub(crate) fn NewGame(spec: &'static GameSpec, options: Options) -> impl IntoView {
    let ui: GameUi = expect_context();
    let options = RwSignal::new(options);
    let last = NewGameForm::from_text(games(), spec, &browser::load(&key(spec)).unwrap_or_default());
    if options.with_untracked(|o| o.game_text(spec.id)) == spec.id {
        options.set(last.options);
        new_seed(spec, options);
    }
    let against = RwSignal::new(last.against);
    let (level, other_level) = (RwSignal::new(last.levels[0]), RwSignal::new(last.levels[1]));
    // `None` is random.
    let side = RwSignal::new(last.side);
    let problem = RwSignal::new(None);

    let game_text = move || options.with(|options| options.game_text(spec.id));
    let start = move |_| {
        let players = match against.get_untracked() {
            Against::Computer => [PlayerKind::Human, PlayerKind::Engine(level.get_untracked())],
            Against::Friend => [PlayerKind::Human; 2],
            Against::Watch => {
                [PlayerKind::Engine(level.get_untracked()), PlayerKind::Engine(other_level.get_untracked())]
            }
        };
        let random = if browser::random().is_multiple_of(2) { Player::First } else { Player::Second };
        let host = match against.get_untracked() {
            Against::Computer => side.get_untracked().unwrap_or(random),
            Against::Friend | Against::Watch => Player::First,
        };
        match GameSession::new(games(), &untrack(game_text)) {
            Ok(session) => {
                let form = NewGameForm {
                    options: options.get_untracked(),
                    against: against.get_untracked(),
                    levels: [level.get_untracked(), other_level.get_untracked()],
                    side: side.get_untracked(),
                };
                browser::store(&key(spec), &form.to_text(spec));
                ui.open(session, Contest::new(players, host));
            }
            Err(reason) => problem.set(Some(reason)),
        }
    };
    let kinds = [
        (Against::Computer, text().computer),
        (Against::Friend, text().friend),
        (Against::Watch, text().watch_engines),
    ];
    let opponents = kinds.map(|(kind, name)| {
        view! {
            <label class="choice">
                <input type="radio" name="against" prop:checked=move || against.get() == kind on:change=move |_| against.set(kind)/>
                <span>{name}</span>
            </label>
        }
    });
    let seed = spec.options.iter().find(|option| option.name == SEED_OPTION).map(|option| {
        view! {
            <div class="row seed">
                {option_field(spec, option, options)}
                <small>{text().seed_help}</small>
                <button on:click=move |_| new_seed(spec, options)>{text().new_seed}</button>
            </div>
        }
    });
    view! {
        <main class="page new">
            <div class="new-board"><StartPicture spec=spec options=options problem=problem/></div>
            <div class="new-form">
                <h1>{fill(text().new_title, &[("game", spec.title)])}</h1>
                <p class="quiet">{tr(spec.tagline)}</p>
                <fieldset class="choices"><legend>{text().opponent}</legend>{opponents}</fieldset>
                {move || match against.get() {
                    Against::Computer => view! {
                        <LevelPicker label=text().level level=level/>
                        <SidePicker spec=spec options=options side=side/>
                    }.into_any(),
                    Against::Friend => ().into_any(),
                    Against::Watch => view! {
                        <LevelPicker label=text().level_first level=level/>
                        <LevelPicker label=text().level_second level=other_level/>
                    }.into_any(),
                }}
                <Variant spec=spec options=options seed=seed.into_any()/>
                <p class="problem" role="alert">{move || problem.get().map(|problem| tr(&problem))}</p>
                <p class="row start-bar">
                    <button class="primary big" id="start" disabled=move || problem.get().is_some() on:click=start>{text().start}</button>
                    <a class="button" href=format!("#/learn/{}", spec.id)>{text().learn}</a>
                    <a class="button" href=format!("#/rules/{}", spec.id)>{text().rules}</a>
                </p>
            </div>
        </main>
    }
}

/// The board at the start of the game, or the error in the options.
#[component]
pub(super) fn StartPicture(
    spec: &'static GameSpec,
    options: RwSignal<Options>,
    problem: RwSignal<Option<String>>,
) -> impl IntoView {
    move || match games().open(&options.with(|options| options.game_text(spec.id))) {
        Ok(game) => {
            problem.set(None);
            let style = thumbnail_style(&*game, &settings().get());
            let svg = draw(&game.board(), &game.start().view(), None, &style);
            view! { <Picture svg=svg label=fill(text().board, &[("game", spec.title)])/> }.into_any()
        }
        Err(reason) => {
            problem.set(Some(reason.to_string()));
            ().into_any()
        }
    }
}

/// The side of the player; `None` is random.
#[component]
pub(super) fn SidePicker(
    spec: &'static GameSpec,
    options: RwSignal<Options>,
    side: RwSignal<Option<Player>>,
) -> impl IntoView {
    let sides = move || {
        let game = games().open(&options.with(|options| options.game_text(spec.id)));
        let [first, second] = game.map_or(["", ""], |game| Player::BOTH.map(|player| game.player_name(player)));
        let sides = [
            (Some(Player::First), fill(text().side_first, &[("name", &tr(first))])),
            (Some(Player::Second), fill(text().side_second, &[("name", &tr(second))])),
            (None, text().side_random.to_string()),
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

/// Presets and options; the seed may follow.
#[component]
pub(super) fn Variant(
    spec: &'static GameSpec,
    options: RwSignal<Options>,
    /// The field of the seed.
    seed: AnyView,
) -> impl IntoView {
    // A preset says nothing about these, so presets that differ only in them are one.
    let apart = [Some(SEED_OPTION), spec.featured_option];
    let preset_with = move |id: &str, own: &Options| {
        let (_, mut chosen) = games().parse(id, &[]).ok()?;
        for option in spec.options.iter().filter(|option| apart.contains(&Some(option.name))) {
            chosen.set(spec.options, option.name, own.text(option.name)).ok()?;
        }
        Some(chosen)
    };
    let mut shown = Vec::new();
    let defaults = Options::defaults(spec.options);
    let is_new = |(_, id): &&(&str, &str)| {
        let preset = preset_with(id, &defaults);
        let is_new = !shown.contains(&preset);
        shown.push(preset);
        is_new
    };
    let presets: Vec<_> = spec.presets.iter().filter(is_new).collect();
    let presets = presets.into_iter().map(|(name, id)| {
        let with_own = move |options: &Options| preset_with(id, options);
        let is = move || options.with(|options| with_own(options).as_ref() == Some(options));
        let choose = move |_| {
            if let Some(chosen) = options.with_untracked(with_own) {
                options.set(chosen);
                new_seed(spec, options);
            }
        };
        view! { <button class="chip" aria-pressed=move || is().to_string() on:click=choose>{tr(name)}</button> }
    });
    let (featured, fields): (Vec<_>, Vec<_>) = spec
        .options
        .iter()
        .filter(|option| option.name != SEED_OPTION)
        .partition(|option| spec.featured_option == Some(option.name));
    let field = |option: &'static OptionSpec| option_field(spec, option, options);
    let (featured, fields) = (featured.into_iter().map(field), fields.into_iter().map(field));
    view! {
        <fieldset class="choices"><legend>{text().variant}</legend>{presets.collect_view()}</fieldset>
        <div class="featured">{featured.collect_view()}</div>
        <details>
            <summary>{text().options}</summary>
            <div class="options">{fields.collect_view()}{seed}</div>
        </details>
    }
}

/// Sets a random seed, if the game has one.
fn new_seed(spec: &'static GameSpec, options: RwSignal<Options>) {
    options.update(|options| _ = options.set(spec.options, SEED_OPTION, &(browser::random() % 1_000_000).to_string()));
}
