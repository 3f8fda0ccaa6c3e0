//! A game on a page: the controller, signals of its state, and its effects.

use std::time::Duration;

use hexarium_kernel::{ActionId, SEED_OPTION, Spot};
use hexarium_session::autosave;
use hexarium_session::storage::SaveSlot;
use hexarium_session::{
    Choice, Contest, Effect, EngineLine, EngineRole, GameController, GameSession, Notice, PendingTurn, Phase, Played,
    Preferences,
};
use hexarium_wire::{ClientMessage, Millis};
use leptos::prelude::*;

use crate::board::canvas;
use crate::browser::{self, LocalStore};
use crate::engine::EngineWorker;
use crate::games;
use crate::messages::text;
use crate::settings::{InBrowser as _, settings};

/// The connection of a remote game.
pub(crate) trait RemoteLink {
    /// Sends a message, if there is a connection.
    fn send(&self, message: &ClientMessage);
    /// Sets the server's time.
    fn set_clock(&self, now: Millis);
}

/// A game on a page. Copies are the same game.
#[derive(Clone, Copy)]
pub(crate) struct GameUi {
    controller: RwSignal<GameController, LocalStorage>,
    pub(crate) phase: RwSignal<Phase>,
    pub(crate) notice: RwSignal<Option<Notice>>,
    /// Text for screen readers.
    pub(crate) announced: RwSignal<String>,
    pub(crate) choices: RwSignal<Vec<Choice>>,
    pub(crate) hint: RwSignal<Option<ActionId>>,
    /// The animated pieces, as SVG.
    pub(crate) moving: RwSignal<Option<String>>,
    /// The cell under the pointer or the focus.
    pub(crate) hover: RwSignal<Option<Spot>>,
    pub(crate) analysis_on: RwSignal<bool>,
    pub(crate) lines: RwSignal<Vec<EngineLine>>,
    pub(crate) review: RwSignal<Option<String>>,
    /// The number of evaluated positions of the graph.
    pub(crate) evaluated: RwSignal<usize>,
    /// Counts animations, so that the end of an earlier one is recognised.
    animations: StoredValue<u64>,
    /// Runs when the animation under way ends.
    after_animation: StoredValue<Option<Box<dyn FnOnce()>>, LocalStorage>,
    opponent: StoredValue<EngineWorker, LocalStorage>,
    analyst: StoredValue<EngineWorker, LocalStorage>,
    saves: StoredValue<Option<SaveSlot<LocalStore>>, LocalStorage>,
    link: StoredValue<Option<Box<dyn RemoteLink>>, LocalStorage>,
}

/// The preferences of the player.
fn preferences() -> Preferences {
    let settings = settings().get_untracked();
    Preferences { animate: settings.moves(), confirm_turns: settings.confirm }
}

impl GameUi {
    /// The saved game, or a new one.
    pub(crate) fn resume() -> Self {
        let slot = SaveSlot::new(LocalStore);
        let saved = slot.load().and_then(|saved| autosave::load(games(), &saved).ok());
        let (session, contest) = match saved {
            Some(saved) => (saved.session, saved.contest),
            None => (first_game(), Contest::two_humans()),
        };
        let controller = GameController::new(session, contest, preferences());
        let ui = Self::of(controller, RwSignal::new(String::new()));
        ui.saves.set_value(Some(slot));
        ui.publish(0);
        ui
    }

    /// A game that is not saved, such as a step of a lesson.
    pub(crate) fn unsaved(session: GameSession, announced: RwSignal<String>) -> Self {
        Self::of(GameController::unsaved(session, Contest::two_humans(), preferences()), announced)
    }

    /// A game that will be played on a server.
    pub(crate) fn remote(announced: RwSignal<String>) -> Self {
        Self::unsaved(first_game(), announced)
    }

    fn of(controller: GameController, announced: RwSignal<String>) -> Self {
        let phase = controller.phase();
        Self {
            controller: RwSignal::new_local(controller),
            phase: RwSignal::new(phase),
            notice: RwSignal::new(None),
            announced,
            choices: RwSignal::new(Vec::new()),
            hint: RwSignal::new(None),
            moving: RwSignal::new(None),
            hover: RwSignal::new(None),
            analysis_on: RwSignal::new(false),
            lines: RwSignal::new(Vec::new()),
            review: RwSignal::new(None),
            evaluated: RwSignal::new(0),
            animations: StoredValue::new(0),
            after_animation: StoredValue::new_local(None),
            opponent: StoredValue::new_local(EngineWorker::default()),
            analyst: StoredValue::new_local(EngineWorker::default()),
            saves: StoredValue::new_local(None),
            link: StoredValue::new_local(None),
        }
    }

    /// Sets the connection of remote games.
    pub(crate) fn set_link(self, link: impl RemoteLink + 'static) {
        self.link.set_value(Some(Box::new(link)));
    }

    /// Replaces the controller, for another remote game.
    pub(crate) fn replace(self, controller: GameController) {
        // A late result must not reach the new controller.
        self.opponent.get_value().stop();
        self.analyst.get_value().stop();
        self.update(|old| *old = controller);
        self.controller.notify();
    }

    /// Reads the controller and follows its changes.
    pub(crate) fn with<T>(self, read: impl FnOnce(&GameController) -> T) -> T {
        self.controller.with(read)
    }

    /// Reads the controller.
    pub(crate) fn with_untracked<T>(self, read: impl FnOnce(&GameController) -> T) -> T {
        self.controller.with_untracked(read)
    }

    /// Reads the session and follows its changes.
    pub(crate) fn session<T>(self, read: impl FnOnce(&GameSession) -> T) -> T {
        self.controller.with(|controller| read(controller.session()))
    }

    /// Reads the session.
    pub(crate) fn session_untracked<T>(self, read: impl FnOnce(&GameSession) -> T) -> T {
        self.controller.with_untracked(|controller| read(controller.session()))
    }

    /// Calls the controller, publishes its state and carries out its effects.
    pub(crate) fn update<T>(self, call: impl FnOnce(&mut GameController) -> T) -> Option<T> {
        let mut before = 0;
        let result = self.controller.try_update_untracked(|controller| {
            before = controller.revision();
            controller.set_preferences(preferences());
            call(controller)
        });
        self.publish(before);
        result
    }

    fn publish(self, before: u64) {
        let effects = self.controller.try_update_untracked(GameController::take_effects).unwrap_or_default();
        let Some(is_changed) = self.controller.try_with_untracked(|controller| {
            set(self.phase, controller.phase());
            self.publish_notice(controller.notice());
            set(self.choices, controller.choices().to_vec());
            set(self.hint, controller.hint());
            let analysis = controller.analysis();
            set(self.analysis_on, analysis.is_on());
            set(self.lines, analysis.lines().to_vec());
            set(self.review, analysis.review().map(str::to_string));
            set(self.evaluated, analysis.chances().len());
            controller.revision() != before
        }) else {
            return;
        };
        if self.phase.get_untracked() != Phase::Animating && self.moving.with_untracked(Option::is_some) {
            self.moving.set(None);
        }
        if is_changed {
            self.controller.notify();
        }
        effects.into_iter().for_each(|effect| self.run(effect));
        if self.phase.get_untracked() != Phase::Animating
            && let Some(then) = self.after_animation.try_update_value(Option::take).flatten()
        {
            then();
        }
    }

    /// Shows a message and announces it to screen readers.
    fn publish_notice(self, notice: Option<&Notice>) {
        if self.notice.try_with_untracked(|old| old.as_ref() != notice) != Some(true) {
            return;
        }
        if let Some(notice @ (Notice::Text(_) | Notice::Hint { .. } | Notice::TurnRejected(_))) = notice {
            self.announced.set(notice.to_string());
        }
        self.notice.set(notice.cloned());
    }

    fn run(self, effect: Effect) {
        match effect {
            Effect::Announce(words) => self.announced.set(words),
            Effect::Animate(played) => self.animate(&played),
            Effect::Search(request) => {
                let then = move |id, result| {
                    self.update(|controller| controller.finish_search(id, result));
                };
                self.engine(request.role).get_value().search(request, then);
            }
            Effect::StopSearch(role) => self.engine(role).get_value().stop(),
            Effect::Save(op) => {
                let stored = self.saves.try_update_value(|slot| slot.as_mut().is_none_or(|slot| slot.apply(&op)));
                if stored == Some(false) {
                    self.update(|controller| controller.save_failed(text().storage_full));
                }
            }
            Effect::Send(message) => {
                self.link.with_value(|link| link.as_ref().map(|link| link.send(&message)));
            }
            Effect::StorePending { game, turn } => {
                let key = PendingTurn::storage_key(&game);
                match turn {
                    // Without room it is still sent.
                    Some(turn) => _ = browser::store(&key, &turn.to_text()),
                    None => browser::remove(&key),
                }
            }
            Effect::SetClock(now) => {
                self.link.with_value(|link| link.as_ref().map(|link| link.set_clock(now)));
            }
            Effect::OpenGame(id) => browser::go(&format!("/game/{id}")),
        }
    }

    fn engine(self, role: EngineRole) -> StoredValue<EngineWorker, LocalStorage> {
        match role {
            EngineRole::Opponent => self.opponent,
            EngineRole::Analyst => self.analyst,
        }
    }

    fn animate(self, played: &Played) {
        // Another call may have ended it already.
        if self.phase.get_untracked() != Phase::Animating {
            return;
        }
        let number = self.animations.get_value() + 1;
        self.animations.set_value(number);
        let canvas =
            self.session_untracked(|session| canvas(session.game(), session.board(), &settings().get_untracked()));
        let (pieces, seconds) =
            canvas.moving(&played.before, &played.animation, &played.after, &format!("mv{number}x"));
        self.moving.set(Some(browser::set_in_motion(pieces)));
        let finish = move || {
            if self.animations.try_get_value() == Some(number) {
                self.update(GameController::finish_animation);
            }
        };
        set_timeout(finish, Duration::from_secs_f64(seconds));
    }

    /// Runs something when the animation under way has ended, or at once.
    pub(crate) fn when_still(self, then: impl FnOnce() + 'static) {
        if self.phase.get_untracked() == Phase::Animating {
            self.after_animation.set_value(Some(Box::new(then)));
        } else {
            then();
        }
    }

    /// Announces a text to screen readers.
    pub(crate) fn announce(self, words: &str) {
        self.announced.set(words.to_string());
    }

    /// Moves the cursor.
    pub(crate) fn navigate(self, how: impl FnOnce(&mut GameSession)) {
        self.update(|controller| controller.navigate(how));
    }

    /// Opens another game.
    pub(crate) fn open(self, session: GameSession, contest: Contest) {
        self.update(|controller| controller.open(session, contest));
    }

    /// Opens a game for analysis.
    pub(crate) fn open_analysis(self, session: GameSession) {
        self.open(session, Contest::two_humans());
    }

    /// Starts the next game of the players, with another random setup where there is one.
    pub(crate) fn rematch(self) {
        let game = self.session_untracked(|session| with_new_seed(&session.game().canonical_id()));
        self.update(|controller| controller.rematch(Some(&game)));
    }
}

/// Sets a signal if its value differs.
fn set<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if signal.try_with_untracked(|old| *old != value) == Some(true) {
        signal.set(value);
    }
}

fn first_game() -> GameSession {
    GameSession::new(games(), games().specs()[0].id).expect("every game opens under its own id")
}

/// The game with another seed, if it has one.
pub(crate) fn with_new_seed(game: &str) -> String {
    let Ok((spec, mut options)) = games().parse(game, &[]) else { return game.to_string() };
    if options.iter().any(|(name, _)| name == SEED_OPTION)
        && options.set(spec.options, SEED_OPTION, &browser::random().to_string()).is_ok()
    {
        return options.game_text(spec.id);
    }
    game.to_string()
}
