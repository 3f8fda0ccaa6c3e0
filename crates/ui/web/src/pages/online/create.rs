//! The form of a new online game.

use hexarium_kernel::{GameSpec, Options, Player, SEED_OPTION};
use hexarium_session::forms::without_seed;
use hexarium_wire::http::NewGame;
use hexarium_wire::{ApiError, Clock, EngineLocation, EngineSeat, Fischer, GameCommand, GameHeader};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{NameForm, Problem};
use crate::browser;
use crate::games;
use crate::language::tr;
use crate::messages::{fill, text};
use crate::online::{Online, command_game, post};
use crate::pages::new_game::{LevelPicker, SidePicker, StartPicture, Variant};

/// Creates a clock from minutes and an increment in seconds.
const fn fischer(minutes: u32, increment: u32) -> Clock {
    Clock::Fischer(Fischer { initial: minutes * 60, increment })
}
/// The selectable clocks.
const CLOCKS: [Clock; 8] = [
    Clock::Unlimited,
    fischer(3, 2),
    fischer(5, 5),
    fischer(10, 10),
    fischer(30, 15),
    Clock::Correspondence(1),
    Clock::Correspondence(3),
    Clock::Correspondence(7),
];

/// The opponent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opponent {
    Human,
    Engine(EngineLocation),
}

/// The page: first the choice of the game, then its settings.
#[component]
pub(crate) fn CreateGame(game: String) -> impl IntoView {
    let chosen = games().parse(if game.is_empty() { games().specs()[0].id } else { &game }, &[]);
    let online: Online = expect_context();
    let (spec, options) = match chosen {
        Ok(chosen) => chosen,
        Err(problem) => {
            return view! { <super::super::NotFound title=text().not_found_title reason=tr(&problem.to_string())/> }
                .into_any();
        }
    };
    let chips = games().specs().iter().map(|other| {
        view! {
            <a class="button chip" href=format!("#/online/new/{}", other.id) aria-current=(other.id == spec.id).then_some("page")>{other.title}</a>
        }
    });
    let form = move || match online.me.with(Option::is_some) {
        true => view! { <CreateForm spec=spec options=options.clone()/> }.into_any(),
        false => view! { <main class="page narrow"><h1>{text().create_game}</h1><NameForm/></main> }.into_any(),
    };
    view! {
        <nav class="page game-chips" aria-label=text().which_game><p class="row">{chips.collect_view()}</p></nav>
        {form}
    }
    .into_any()
}

#[component]
fn CreateForm(spec: &'static GameSpec, options: Options) -> impl IntoView {
    let online: Online = expect_context();
    let options = RwSignal::new(options);
    let other = RwSignal::new(Opponent::Human);
    let level = RwSignal::new(2);
    let side = RwSignal::new(None);
    let clock = RwSignal::new(0);
    let listed = RwSignal::new(true);
    let rated = RwSignal::new(false);
    let unfit = RwSignal::new(None);
    let problem = RwSignal::new(None::<ApiError>);
    let busy = RwSignal::new(false);
    let is_preset = move || options.with(|options| games().is_preset(&options.game_text(spec.id)).unwrap_or(false));
    let can_be_rated = move || online.has_account() && other.get() == Opponent::Human && is_preset();

    let open = move |_| {
        let other = other.get_untracked();
        let opening = NewGame {
            game: options.with_untracked(|options| without_seed(spec, options)),
            start: None,
            random_setup: spec.options.iter().any(|option| option.name == SEED_OPTION),
            clock: CLOCKS[clock.get_untracked()],
            host_side: side.get_untracked().map(Player::into),
            rated: rated.get_untracked() && untrack(can_be_rated),
            listed: listed.get_untracked() && other == Opponent::Human,
        };
        busy.set(true);
        spawn_local(async move {
            match open_it(&opening, other, level.get_untracked()).await {
                Ok(id) => browser::go(&format!("/game/{id}")),
                Err(error) => {
                    problem.try_set(Some(error));
                    busy.try_set(false);
                }
            }
        });
    };
    let others = move || {
        let there =
            (online.levels.get() > 0).then_some((Opponent::Engine(EngineLocation::Server), text().engine_on_server));
        let here = [
            (Opponent::Human, text().human_opponent),
            (Opponent::Engine(EngineLocation::Browser), text().engine_in_browser),
        ];
        here.into_iter()
            .chain(there)
            .map(|(kind, name)| {
                let word = match kind {
                    Opponent::Human => "human",
                    Opponent::Engine(EngineLocation::Browser) => "browser",
                    Opponent::Engine(EngineLocation::Server) => "server",
                };
                choice("other", word, name.to_string(), move || other.get() == kind, move || other.set(kind))
            })
            .collect_view()
    };
    let clocks = CLOCKS
        .iter()
        .enumerate()
        .map(|(n, which)| choice("clock", "", tr(&which.to_string()), move || clock.get() == n, move || clock.set(n)));
    let finders = [(true, "listed", text().public), (false, "link", text().private)].map(|(which, word, name)| {
        choice("finders", word, name.to_string(), move || listed.get() == which, move || listed.set(which))
    });
    view! {
        <main class="page new">
            <div class="new-board"><StartPicture spec=spec options=options problem=unfit/></div>
            <div class="new-form">
                <h1>{fill(text().new_title, &[("game", spec.title)])}</h1>
                <fieldset class="choices"><legend>{text().opponent}</legend>{others}</fieldset>
                <div hidden=move || other.get() == Opponent::Human><LevelPicker label=text().level level=level/></div>
                <SidePicker spec=spec options=options side=side/>
                <fieldset class="choices"><legend>{text().clock}</legend>{clocks.collect_view()}<small>{text().clock_help}</small></fieldset>
                <div class="stack" hidden=move || other.get() != Opponent::Human>
                    <fieldset class="choices"><legend>{text().visibility}</legend>{finders}</fieldset>
                    <label class="check">
                        <input
                            type="checkbox"
                            id="rated"
                            disabled=move || !can_be_rated()
                            prop:checked=move || rated.get() && can_be_rated()
                            on:change=move |event| rated.set(event_target_checked(&event))
                        />
                        <span>{text().rated}</span>
                    </label>
                    <small hidden=move || online.has_account()>{text().rated_needs_account}</small>
                    <small hidden=is_preset>{text().rated_needs_preset}</small>
                </div>
                <Variant spec=spec options=options seed=().into_any()/>
                <p class="problem" role="alert">{move || unfit.get().map(|problem: String| tr(&problem))}</p>
                <Problem problem=problem/>
                <p class="row">
                    <button class="primary big" id="open-it" disabled=move || unfit.get().is_some() || busy.get() on:click=open>{text().create_game}</button>
                    <a class="button" href="#/online">{text().cancel}</a>
                </p>
            </div>
        </main>
    }
}

/// A radio button.
fn choice(
    name: &'static str,
    word: &'static str,
    label: String,
    is: impl Fn() -> bool + Send + Sync + 'static,
    choose: impl Fn() + 'static,
) -> impl IntoView {
    view! {
        <label class="choice">
            <input type="radio" name=name value=word prop:checked=is on:change=move |_| choose()/>
            <span>{label}</span>
        </label>
    }
}

/// Creates the game, and invites an engine if one was chosen.
async fn open_it(opening: &NewGame, other: Opponent, level: u8) -> Result<String, ApiError> {
    let header: GameHeader = post("games", opening).await?;
    if let Opponent::Engine(location) = other {
        command_game(&header.id, GameCommand::InviteEngine(EngineSeat { level, location })).await?;
    }
    Ok(header.id)
}
