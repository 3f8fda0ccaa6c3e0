//! A game on a page: the controller, signals of its state, and its effects.

use std::collections::VecDeque;
use std::time::Duration;

use hexarium_kernel::{ActionId, SEED_OPTION, Spot, View};
use hexarium_pictures::{Canvas, Orientation, Step};
use hexarium_session::autosave::SaveOp;
use hexarium_session::review::{GameReview, ReviewedAction};
use hexarium_session::{
    Choice, Confirm, Contest, Effect, EngineLine, EngineRole, GameController, GameSession, Notice, PendingTurn, Phase,
    Played, PlayerKind, Preferences, Sound,
};
use hexarium_wire::{ClientMessage, Millis};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::board::{above_pieces, are_cells_small, below_pieces, canvas, plain_canvas, shown_turn};
use crate::browser;
use crate::engine::EngineWorker;
use crate::games;
use crate::library::{Library, OpenGame, origin_key};
use crate::settings::{Confirmation, InBrowser as _, orientation, set_orientation, settings};

/// The pause before each action of a line that is shown.
const LINE_PAUSE: Duration = Duration::from_millis(500);

/// The time after which the page of a game is shown and prepares for the first action.
const PREPARE_AFTER: Duration = Duration::from_millis(150);

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
    /// The button under the pointer or the focus.
    pub(crate) hovered_button: RwSignal<Option<&'static str>>,
    /// The offered action that is shown on the board.
    pub(crate) preview: RwSignal<Option<ActionId>>,
    pub(crate) analysis_on: RwSignal<bool>,
    pub(crate) lines: RwSignal<Vec<EngineLine>>,
    /// The review of the action at the cursor.
    pub(crate) review: RwSignal<Option<ReviewedAction>>,
    /// The loading state of the local game.
    pub(crate) loading: RwSignal<Loading>,
    /// The id of the game of which this is a copy for analysis.
    pub(crate) origin: RwSignal<Option<String>>,
    /// The least time of an action in a game between engines, in milliseconds.
    pub(crate) pace: RwSignal<u32>,
    /// Notifies when the board is turned.
    pub(crate) turned: Trigger,
    /// Changes with the evaluations of positions.
    pub(crate) evaluated: RwSignal<u64>,
    /// Whether positions are being evaluated for a review.
    pub(crate) reviewing: RwSignal<bool>,
    /// Counts animations, so that the end of an earlier one is recognised.
    animations: StoredValue<u64>,
    /// Runs when the animation under way ends.
    after_animation: StoredValue<Option<Box<dyn FnOnce()>>, LocalStorage>,
    opponent: StoredValue<EngineWorker, LocalStorage>,
    analyst: StoredValue<EngineWorker, LocalStorage>,
    /// The library of local games.
    library: Option<Library>,
    /// The saving target; none for a game that is not saved.
    saving: StoredValue<Option<Saving>, LocalStorage>,
    link: StoredValue<Option<Box<dyn RemoteLink>>, LocalStorage>,
    /// Whether it is a step of a lesson: the board is as its text describes it, and no turn waits
    /// for confirmation.
    is_lesson: bool,
}

/// The saving target of a game.
enum Saving {
    /// In the library.
    Stored(OpenGame),
    /// Nowhere until it is changed, such as a game that was opened by a link. The snapshot is kept.
    UntilChanged(Option<SaveOp>),
}

/// The loading state of the local game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Loading {
    /// It is on the board.
    Done,
    /// It is being read, or another tab has it: the id.
    Waiting(String),
    /// There is no such game.
    Missing,
}

/// The preferences of the player.
pub(crate) fn preferences() -> Preferences {
    let settings = settings().get_untracked();
    let confirm = match settings.confirm {
        Confirmation::Never => Confirm::Never,
        Confirmation::WhenUseful if !are_cells_small() => Confirm::SeveralActions,
        Confirmation::WhenUseful | Confirmation::Always => Confirm::Always,
    };
    Preferences { animate: settings.moves(), confirm }
}

impl GameUi {
    /// The local game, before one is opened.
    pub(crate) fn local(library: Library) -> Self {
        let controller = GameController::new(first_game(), Contest::two_humans(), preferences());
        let ui = Self { library: Some(library), ..Self::of(controller, RwSignal::new(String::new())) };
        ui.publish(0);
        ui
    }

    /// A step of a lesson.
    pub(crate) fn lesson(session: GameSession, announced: RwSignal<String>) -> Self {
        Self { is_lesson: true, ..Self::unsaved(session, announced) }
    }

    /// A game that is not saved, such as the position before a mistake.
    pub(crate) fn unsaved(session: GameSession, announced: RwSignal<String>) -> Self {
        Self::of(GameController::unsaved(session, Contest::two_humans(), preferences()), announced)
    }

    /// A game that will be played on a server.
    pub(crate) fn remote(announced: RwSignal<String>) -> Self {
        Self::unsaved(first_game(), announced)
    }

    /// A game of a controller that saves nothing.
    pub(crate) fn of(controller: GameController, announced: RwSignal<String>) -> Self {
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
            hovered_button: RwSignal::new(None),
            preview: RwSignal::new(None),
            analysis_on: RwSignal::new(false),
            lines: RwSignal::new(Vec::new()),
            review: RwSignal::new(None),
            pace: RwSignal::new(800),
            turned: Trigger::new(),
            evaluated: RwSignal::new(0),
            reviewing: RwSignal::new(false),
            animations: StoredValue::new(0),
            after_animation: StoredValue::new_local(None),
            opponent: StoredValue::new_local(EngineWorker::default()),
            analyst: StoredValue::new_local(EngineWorker::default()),
            library: None,
            saving: StoredValue::new_local(None),
            loading: RwSignal::new(Loading::Missing),
            origin: RwSignal::new(None),
            link: StoredValue::new_local(None),
            is_lesson: false,
        }
    }

    /// The canvas of the board, with the near player's side at the bottom.
    pub(crate) fn canvas(self) -> Canvas {
        self.with_untracked(|controller| {
            let (game, board) = (controller.session().game(), controller.session().board());
            if self.is_lesson {
                return plain_canvas(game, board, &settings().get_untracked());
            }
            let facing = Orientation::facing(board, &game.start().view(), controller.near_player());
            canvas(game, board, &settings().get_untracked(), facing, orientation(game.spec().id))
        })
    }

    /// Turns the board, now and in later games of its kind.
    pub(crate) fn turn_board(self, by: Orientation) {
        let game = self.session_untracked(|session| session.game().spec().id);
        set_orientation(game, orientation(game).then(by));
        self.turned.notify();
    }

    /// Lets other tabs open the game. A game that is still being read is given up as well.
    pub(crate) fn close(self) {
        if self.saving.with_value(Option::is_some) {
            self.opponent.get_value().stop();
            self.analyst.get_value().stop();
            self.saving.set_value(None);
        }
        set(self.loading, Loading::Missing);
    }

    /// Sets the connection of remote games.
    pub(crate) fn set_link(self, link: impl RemoteLink + 'static) {
        self.link.set_value(Some(Box::new(link)));
    }

    /// Replaces the controller, for another game.
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

    /// The review of the line on the page, as far as its positions are evaluated.
    pub(crate) fn game_review(self) -> GameReview {
        if self.evaluated.get() == 0 { GameReview::default() } else { self.session(GameReview::of) }
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
            let preferences = preferences();
            let confirm = if self.is_lesson { Confirm::Never } else { preferences.confirm };
            controller.set_preferences(Preferences { confirm, ..preferences });
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
            set(self.review, controller.reviewed_action());
            set(self.evaluated, controller.evaluation_revision());
            set(self.reviewing, controller.is_reviewing());
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
            Effect::Sound(sound) => self.sound(sound),
            Effect::Search(request) => {
                // A game between engines goes at the pace of its spectators.
                let is_watched = request.role == EngineRole::Opponent
                    && self.with_untracked(|controller| !controller.contest().players.contains(&PlayerKind::Human));
                let pace = if is_watched { f64::from(self.pace.get_untracked()) } else { 0.0 };
                let start = browser::now();
                let then = move |id, result, warning: Option<String>| {
                    let finish = move || {
                        self.update(|controller| {
                            controller.finish_search(id, result);
                            if let (Some(reason), None) = (warning, controller.notice()) {
                                controller.set_notice(Notice::EngineWithoutNetwork(reason));
                            }
                        });
                    };
                    let rest = pace - (browser::now() - start);
                    if rest > 0.0 { set_timeout(finish, Duration::from_secs_f64(rest / 1000.0)) } else { finish() }
                };
                self.engine(request.role).get_value().search(request, then);
            }
            Effect::StopSearch(role) => self.engine(role).get_value().stop(),
            Effect::Save(op) => self.save(op),
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

    fn save(self, op: SaveOp) {
        self.saving.update_value(|saving| {
            let stored = match saving {
                None => return,
                Some(Saving::Stored(game)) => game,
                Some(Saving::UntilChanged(snapshot @ None)) => return *snapshot = Some(op),
                Some(Saving::UntilChanged(snapshot)) => {
                    let (Some(library), Some(snapshot)) = (self.library, snapshot.take()) else { return };
                    let mut game = OpenGame::new(library);
                    self.with_untracked(|controller| game.save(&snapshot, controller));
                    browser::replace(&play_path(&game.id));
                    *saving = Some(Saving::Stored(game));
                    let Some(Saving::Stored(game)) = saving else { return };
                    game
                }
            };
            self.with_untracked(|controller| stored.save(&op, controller));
        });
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
        let beat = settings().get_untracked().beat();
        let name = format!("mv{number}x");
        let (pieces, seconds) = self.canvas().moving(&played.before, &played.animation, &played.after, beat, &name);
        self.moving.set(Some(browser::set_in_motion(pieces)));
        let finish = move || {
            if self.animations.try_get_value() == Some(number) {
                self.update(GameController::finish_animation);
            }
        };
        set_timeout(finish, Duration::from_secs_f64(seconds));
    }

    /// Prepares for the first action, when the page is shown: starts the engine of a game against
    /// it, and makes an action of another game of the kind, so that the browser has compiled the
    /// code when the player acts.
    pub(crate) fn prepare(self) {
        let prepare = move || {
            if self.phase.try_get_untracked() != Some(Phase::Idle) {
                return;
            }
            let is_engine = |kind: &PlayerKind| matches!(kind, PlayerKind::Engine(_));
            if self.with_untracked(|controller| controller.contest().players.iter().any(is_engine)) {
                self.opponent.get_value().prepare();
            }
            let game = self.session_untracked(|session| session.game().canonical_id());
            if let Ok(session) = GameSession::new(games(), &game) {
                rehearse(session, &self.canvas());
            }
        };
        set_timeout(prepare, PREPARE_AFTER);
    }

    /// Shows the turn that led to the position once more, action by action. The game stays as it
    /// is, and any change of it ends the replay.
    pub(crate) fn replay_turn(self) {
        let turn = self.session_untracked(shown_turn);
        if let Some((before, steps)) = turn.filter(|_| self.phase.get_untracked() != Phase::Animating) {
            let number = self.animations.get_value() + 1;
            self.animations.set_value(number);
            self.replay(before, steps.into(), number);
        }
    }

    fn replay(self, before: View, mut steps: VecDeque<Step>, number: u64) {
        let Some(step) = steps.pop_front() else { return self.moving.set(None) };
        let (canvas, settings) = (self.canvas(), settings().get_untracked());
        let (pieces, seconds) = if settings.moves() {
            let name = format!("mv{number}x{}y", steps.len());
            canvas.moving(&before, &step.animation, &step.view, settings.beat(), &name)
        } else {
            (canvas.pieces(&before), 0.0)
        };
        self.sound(Sound::of_animation(&step.animation));
        self.moving.set(Some(browser::set_in_motion(pieces)));
        let next = move || {
            let is_current = self.animations.try_get_value() == Some(number);
            if is_current && self.moving.try_with_untracked(Option::is_some) == Some(true) {
                self.replay(step.view, steps, number);
            }
        };
        set_timeout(next, Duration::from_secs_f64(seconds) + LINE_PAUSE);
    }

    fn sound(self, sound: Sound) {
        if settings().get_untracked().sound {
            browser::play_sound(&sound.to_string());
        }
    }

    /// Runs something when the animation under way has ended, or at once.
    pub(crate) fn when_still(self, then: impl FnOnce() + 'static) {
        if self.phase.get_untracked() == Phase::Animating {
            self.after_animation.set_value(Some(Box::new(then)));
        } else {
            then();
        }
    }

    /// Makes actions one after the other, each after a pause, as long as a condition holds.
    pub(crate) fn play_line(self, mut actions: Vec<String>, holds: impl Fn() -> bool + 'static) {
        if actions.is_empty() {
            return;
        }
        let step = move || {
            // Without the condition the page may be gone.
            if holds() {
                let action = actions.remove(0);
                if self.update(|controller| controller.type_action(&action)) == Some(true) {
                    self.play_line(actions, holds);
                }
            }
        };
        self.when_still(move || set_timeout(step, LINE_PAUSE));
    }

    /// Announces a text to screen readers.
    pub(crate) fn announce(self, words: &str) {
        self.announced.set(words.to_string());
    }

    /// Moves the cursor.
    pub(crate) fn navigate(self, how: impl FnOnce(&mut GameSession)) {
        self.update(|controller| controller.navigate(how));
    }

    /// Starts another game, which is added to the library.
    pub(crate) fn open(self, session: GameSession, contest: Contest) {
        self.start(|controller| controller.open(session, contest));
    }

    /// Opens a game for analysis. It is added to the library when it is changed.
    pub(crate) fn open_analysis(self, session: GameSession) {
        self.saving.set_value(Some(Saving::UntilChanged(None)));
        self.loading.set(Loading::Done);
        self.update(|controller| controller.open(session, Contest::two_humans()));
    }

    /// Opens a copy of the game for analysis; the game stays as it is.
    pub(crate) fn open_analysis_copy(self) {
        let copy =
            self.session_untracked(|session| GameSession::from_tree(games(), session.tree().clone(), session.cursor()));
        if let Ok(copy) = copy {
            let origin = self.saved_id();
            self.open(copy, Contest::two_humans());
            if let (Some(origin), Some(id)) = (&origin, self.saved_id()) {
                browser::store(&origin_key(&id), origin);
            }
            self.origin.set(origin);
        }
    }

    /// The id of the game in the library.
    fn saved_id(self) -> Option<String> {
        self.saving.with_value(|saving| match saving {
            Some(Saving::Stored(game)) => Some(game.id.clone()),
            _ => None,
        })
    }

    /// Starts the next game of the players, with another random setup where there is one.
    pub(crate) fn rematch(self) {
        let game = self.session_untracked(|session| with_new_seed(&session.game().canonical_id()));
        self.start(|controller| controller.rematch(Some(&game)));
    }

    /// Starts another game of the controller as a new game of the library, and shows it.
    fn start(self, call: impl FnOnce(&mut GameController)) {
        let Some(library) = self.library else { return };
        let game = OpenGame::new(library);
        let path = play_path(&game.id);
        self.origin.set(None);
        self.saving.set_value(Some(Saving::Stored(game)));
        self.loading.set(Loading::Done);
        self.update(call);
        browser::go(&path);
    }

    /// Opens a copy of a game of the library.
    pub(crate) fn open_copy(self, id: &str) {
        let Some(library) = self.library else { return };
        let id = id.to_string();
        spawn_local(async move {
            match library.load(&id).await {
                Some(saved) => self.start(|controller| controller.open(saved.session, saved.contest)),
                None => self.loading.set(Loading::Missing),
            }
        });
    }

    /// Puts a game of the library on the board, when no other tab has it.
    pub(crate) fn load(self, id: &str) {
        let Some(library) = self.library else { return };
        if self.saved_id().as_deref() == Some(id) {
            return self.loading.set(Loading::Done);
        }
        self.saving.set_value(None);
        self.origin.set(browser::load(&origin_key(id)));
        self.loading.set(Loading::Waiting(id.to_string()));
        let held = StoredValue::new_local(None);
        let (own, id) = (id.to_string(), id.to_string());
        let granted = move || {
            let id = own.clone();
            spawn_local(async move {
                let Some(lock) = held.try_update_value(Option::take).flatten() else { return };
                let read = OpenGame::read(library, id.clone(), lock).await;
                if self.loading.get_untracked() != Loading::Waiting(id) {
                    return;
                }
                let Some((game, saved)) = read else { return self.loading.set(Loading::Missing) };
                self.saving.set_value(Some(Saving::Stored(game)));
                self.replace(GameController::new(saved.session, saved.contest, preferences()));
                self.loading.set(Loading::Done);
                self.update(GameController::start);
            });
        };
        let lock = OpenGame::lock(&id, granted.clone());
        let is_granted = lock.is_granted();
        held.set_value(Some(lock));
        if is_granted {
            granted();
        }
    }
}

/// Makes the first action of a game and draws it, for nothing but the effect on the browser, which
/// compiles functions when they are called first.
fn rehearse(session: GameSession, canvas: &Canvas) {
    let preferences = Preferences { animate: true, confirm: Confirm::Never };
    let mut controller = GameController::unsaved(session, Contest::two_humans(), preferences);
    let inputs = controller.session().state().legal_inputs().into_iter().next().map(|(_, inputs)| inputs);
    let mut drawn = 0;
    for input in inputs.unwrap_or_default() {
        controller.click(input);
        let session = controller.session();
        drawn += below_pieces(session, canvas).len() + above_pieces(session, canvas, None).len();
    }
    for effect in controller.take_effects() {
        if let Effect::Animate(played) = effect {
            drawn += canvas.moving(&played.before, &played.animation, &played.after, 1.0, "none").0.len();
        }
    }
    controller.finish_animation();
    let session = controller.session();
    drawn += below_pieces(session, canvas).len() + above_pieces(session, canvas, None).len();
    drawn += session.cell_names().len() + session.rows().len() + canvas.pieces(session.view()).len();
    std::hint::black_box(drawn);
}

/// The path of the page of a local game.
pub(crate) fn play_path(id: &str) -> String {
    format!("/play/{id}")
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
