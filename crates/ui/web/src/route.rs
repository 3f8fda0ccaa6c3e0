//! The route: the page in the fragment of the address.

use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use crate::browser;
use crate::puzzles::PuzzleAddress;

/// A page of the app.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Route {
    /// The home page.
    Home,
    /// The form of a new game.
    New(String),
    /// The page of a local game, by its id; without one, the game to continue.
    Play(String),
    /// The saved games.
    Games,
    /// The mistakes of the local game, to learn from.
    Mistakes,
    /// Insights into the player's own games.
    Insights,
    /// The puzzles.
    Puzzles,
    /// A puzzle.
    Puzzle(PuzzleAddress),
    /// A position set up by hand.
    SetUp,
    /// The lessons of a game, and the one that is chosen, if any.
    Learn(String, String),
    /// The rules page of a game.
    Rules(String),
    /// Experiments on variants of a game, if one is chosen.
    Lab(String),
    /// The settings.
    Settings,
    /// The lobby.
    Lobby,
    /// The form of a new online game of a game, if one is chosen.
    Open(String),
    /// A game on the server, by its id.
    Game(String),
    /// A player, by id.
    Player(String),
    /// The account.
    Account,
    /// A game in a link.
    Link(String),
    /// An unknown address.
    NotFound(String),
}

impl Route {
    /// Whether it is a page of online play.
    pub(crate) fn is_online(&self) -> bool {
        matches!(self, Self::Lobby | Self::Open(_) | Self::Game(_) | Self::Player(_) | Self::Account)
    }

    fn of(fragment: &str) -> Self {
        let Some(path) = fragment.strip_prefix('/') else {
            return if fragment.is_empty() { Self::Home } else { Self::Link(fragment.to_string()) };
        };
        let (page, rest) = path.split_once('/').unwrap_or((path, ""));
        match (page, rest) {
            ("", _) => Self::Home,
            ("play", id) => Self::Play(id.to_string()),
            ("games", _) => Self::Games,
            ("mistakes", _) => Self::Mistakes,
            ("insights", _) => Self::Insights,
            ("puzzles", "") => Self::Puzzles,
            ("puzzles", rest) => {
                let (game, theme) = rest.split_once('/').unwrap_or((rest, ""));
                Self::Puzzle(PuzzleAddress::Next { game: game.to_string(), theme: theme.to_string() })
            }
            ("puzzle", "today") => Self::Puzzle(PuzzleAddress::Daily),
            ("puzzle", rest) if !rest.is_empty() => {
                let (id, theme) = rest.split_once('/').unwrap_or((rest, ""));
                Self::Puzzle(PuzzleAddress::Id { id: id.to_string(), theme: theme.to_string() })
            }
            ("setup", _) => Self::SetUp,
            ("settings", _) => Self::Settings,
            ("lab", game) => Self::Lab(game.to_string()),
            ("online", "") => Self::Lobby,
            ("online", "new") => Self::Open(String::new()),
            ("online", rest) => match rest.strip_prefix("new/") {
                Some(game) => Self::Open(game.to_string()),
                None => Self::NotFound(fragment.to_string()),
            },
            ("game", id) if !id.is_empty() => Self::Game(id.to_string()),
            ("player", id) if !id.is_empty() => Self::Player(id.to_string()),
            ("account", _) => Self::Account,
            ("new", game) if !game.is_empty() => Self::New(game.to_string()),
            ("learn", rest) if !rest.is_empty() => {
                let (game, unit) = rest.split_once('/').unwrap_or((rest, ""));
                Self::Learn(game.to_string(), unit.to_string())
            }
            ("rules", game) if !game.is_empty() => Self::Rules(game.to_string()),
            _ => Self::NotFound(fragment.to_string()),
        }
    }
}

/// The route, which follows the address. The function is called at once when it has changed:
/// effects may run later.
pub(crate) fn follow(changed: impl Fn(&Route) + 'static) -> ReadSignal<Route> {
    let (route, set_route) = signal(Route::of(&browser::fragment()));
    let listen = Closure::<dyn FnMut()>::new(move || {
        let new = Route::of(&browser::fragment());
        set_route.set(new.clone());
        changed(&new);
        window().scroll_to_with_x_and_y(0.0, 0.0);
    });
    let _ = window().add_event_listener_with_callback("hashchange", listen.as_ref().unchecked_ref());
    listen.forget();
    route
}
