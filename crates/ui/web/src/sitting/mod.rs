//! Somebody sits at a table: a game, who plays it, and what is going on right now.

mod contest;
mod elsewhere;
mod keeping;
mod studying;
mod thinking;

use std::collections::HashMap;
use std::time::Duration;

use hexarium_formats::{GameTree, NodeId};
use hexarium_games::registry;
use hexarium_kernel::{Flow, Input, PerPlayer, Player, Spot};
use hexarium_session::{Choice, ClickOutcome, GameSession, Played};
use leptos::prelude::*;

use crate::board::canvas;
use crate::browser;
use crate::engine::{Engine, Idea};
use crate::messages::{fill, text};
use crate::settings::settings;

pub(crate) use contest::{Contest, Seat};
pub(crate) use elsewhere::Elsewhere;
pub(crate) use studying::{Verdict, percent};
pub(crate) use thinking::standing;

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// The player may act.
    Idle,
    /// Pieces are on their way.
    Moving,
    /// The engine chooses an action.
    Thinking,
    /// A turn of several actions waits for the player's last word.
    Confirming,
}

/// A game, its players and its state, shared by everything on the page.
#[derive(Clone, Copy)]
pub(crate) struct Sitting {
    pub(crate) table: RwSignal<GameSession, LocalStorage>,
    pub(crate) contest: RwSignal<Contest>,
    pub(crate) phase: RwSignal<Phase>,
    /// What is to be said to the player: an objection, or something that went wrong.
    pub(crate) notice: RwSignal<Option<String>>,
    /// What is read out.
    pub(crate) said: RwSignal<String>,
    /// The actions that the last touch can mean.
    pub(crate) choices: RwSignal<Vec<Choice>>,
    /// The pieces on their way, as SVG.
    pub(crate) moving: RwSignal<Option<String>>,
    /// The cell under the pointer or the focus.
    pub(crate) hover: RwSignal<Option<Spot>>,
    /// Whether the engine says what it thinks.
    pub(crate) studying: RwSignal<bool>,
    pub(crate) ideas: RwSignal<Vec<Idea>>,
    /// The first player's chance to win, where it was asked for.
    pub(crate) chances: RwSignal<HashMap<usize, f32>>,
    /// What is thought of the last action.
    pub(crate) verdict: RwSignal<Option<Verdict>>,
    /// A hint: an action that is shown on the board.
    pub(crate) hint: RwSignal<Option<String>>,
    /// The action whose pieces are on their way.
    arriving: StoredValue<Option<Played>>,
    /// Where the game is played, if not only at this table.
    elsewhere: StoredValue<Option<Box<dyn Elsewhere>>, LocalStorage>,
    opponent: StoredValue<Engine, LocalStorage>,
    analyst: StoredValue<Engine, LocalStorage>,
    /// Counts what was begun, so that what comes too late is recognised.
    round: StoredValue<u64>,
}

/// How a format opens a game.
pub(crate) fn open(text: &str) -> Result<Box<dyn hexarium_kernel::AnyGame>, String> {
    registry::open(text, &[]).map_err(|e| e.to_string())
}

impl Sitting {
    /// The game that was being played, or a first one.
    pub(crate) fn resume() -> Self {
        let (table, contest) = keeping::load().unwrap_or_else(|| {
            let game = registry::GAMES[0].id;
            (GameSession::new(game).expect("every game opens under its own id"), Contest::open())
        });
        let sitting = Self::at(table, contest, RwSignal::new(String::new()));
        sitting.follow_study();
        sitting
    }

    /// A table at which nothing is going on. What is read out is said through the signal.
    fn at(table: GameSession, contest: Contest, said: RwSignal<String>) -> Self {
        Self {
            table: RwSignal::new_local(table),
            contest: RwSignal::new(contest),
            phase: RwSignal::new(Phase::Idle),
            notice: RwSignal::new(None),
            said,
            choices: RwSignal::new(Vec::new()),
            moving: RwSignal::new(None),
            hover: RwSignal::new(None),
            studying: RwSignal::new(false),
            ideas: RwSignal::new(Vec::new()),
            chances: RwSignal::new(HashMap::new()),
            verdict: RwSignal::new(None),
            hint: RwSignal::new(None),
            arriving: StoredValue::new(None),
            elsewhere: StoredValue::new_local(None),
            opponent: StoredValue::new_local(Engine::default()),
            analyst: StoredValue::new_local(Engine::default()),
            round: StoredValue::new(0),
        }
    }

    /// Begins another game, or opens one.
    pub(crate) fn begin(self, table: GameSession, contest: Contest) {
        self.halt();
        self.chances.update(HashMap::clear);
        self.studying.set(false);
        self.contest.set(contest);
        self.table.set(table);
        self.save();
        self.go_on();
    }

    /// The same game again, with the sides changed and the score kept.
    pub(crate) fn play_again(self) {
        let fresh = self.table.with_untracked(|table| {
            let game = table.game().canonical_id();
            match table.start_position() {
                Some(position) => GameSession::at_position(&game, &position),
                None => GameSession::new(&redrawn(&game)),
            }
        });
        match fresh {
            Ok(table) => self.begin(table, self.contest.get_untracked().again()),
            Err(problem) => self.notice.set(Some(problem)),
        }
    }

    /// Both sides are played by hand from now on.
    pub(crate) fn study(self) {
        self.halt();
        self.contest.update(|contest| contest.seats = [Seat::Person; 2]);
        self.save();
    }

    /// Whether a person is to act.
    pub(crate) fn is_my_turn(self) -> bool {
        let player = self.table.with(|table| table.state().to_move());
        self.contest.with(|contest| contest.seat(player)) == Seat::Person && self.barred().is_none()
    }

    /// Whether the game is over at the point that is shown.
    pub(crate) fn is_over(self) -> bool {
        self.table.with(|table| table.ending().is_some())
    }

    /// Whether nothing has been played after the point that is shown.
    pub(crate) fn is_at_end(self) -> bool {
        self.table.with(|table| !table.can_forward())
    }

    /// The player touches a cell or a button.
    pub(crate) fn touch(self, touch: Input) {
        self.settle();
        match self.phase.get_untracked() {
            Phase::Confirming => return self.notice.set(Some(text().confirm_first.to_string())),
            Phase::Thinking => return self.notice.set(Some(text().wait_for_engine.to_string())),
            Phase::Moving | Phase::Idle => {}
        }
        if self.turn_away() {
            return;
        }
        if !untrack(move || self.is_my_turn()) && !untrack(move || self.is_over()) {
            return self.notice.set(Some(text().not_your_side.to_string()));
        }
        self.hint.set(None);
        let touched = self.table.try_update(|table| table.touch(touch));
        self.notice.set(None);
        self.choices.set(Vec::new());
        match touched {
            Some(ClickOutcome::Act(action)) => self.act(&action),
            Some(ClickOutcome::Choose(choices)) => self.choices.set(choices),
            Some(ClickOutcome::Refused(why)) => {
                self.say(&why);
                self.notice.set(Some(why));
            }
            Some(ClickOutcome::Selected | ClickOutcome::Cleared) | None => {}
        }
    }

    /// The player takes nothing in hand.
    pub(crate) fn let_go(self) {
        self.choices.set(Vec::new());
        self.notice.set(None);
        if self.table.with_untracked(|table| !table.touched().is_empty()) {
            self.table.update(GameSession::clear);
        }
    }

    /// The player writes an action.
    pub(crate) fn type_action(self, action: &str) -> bool {
        self.settle();
        if self.turn_away() {
            return false;
        }
        if self.phase.get_untracked() != Phase::Idle || !untrack(move || self.is_my_turn()) {
            self.notice.set(Some(text().wait_for_engine.to_string()));
            return false;
        }
        self.act(action.trim());
        self.notice.with_untracked(Option::is_none)
    }

    /// Makes an action and shows it.
    pub(crate) fn act(self, action: &str) {
        self.notice.set(None);
        self.choices.set(Vec::new());
        self.hint.set(None);
        self.verdict.set(None);
        match self.table.try_update(|table| table.play(action)) {
            Some(Ok(played)) => {
                self.say(&played.words);
                self.save();
                self.show(played);
            }
            Some(Err(problem)) => {
                self.say(&problem);
                self.phase.set(Phase::Idle);
                self.notice.set(Some(problem));
            }
            None => {}
        }
    }

    /// Lets the pieces move, and goes on when they have arrived.
    fn show(self, played: Played) {
        let round = self.next_round();
        self.phase.set(Phase::Moving);
        let way = settings().get_untracked().moves().then(|| {
            let canvas =
                self.table.with_untracked(|table| canvas(table.game(), table.board(), &settings().get_untracked()));
            canvas.moving(&played.before, &played.animation, &played.after, &format!("mv{round}x"))
        });
        self.arriving.set_value(Some(played));
        match way {
            Some((pieces, seconds)) => {
                self.moving.set(Some(browser::set_in_motion(pieces)));
                let arrive = move || {
                    if self.round.get_value() == round {
                        self.settle();
                    }
                };
                set_timeout(arrive, Duration::from_secs_f64(seconds));
            }
            None => self.settle(),
        }
    }

    /// Ends a movement, if need be before its time, and goes on.
    pub(crate) fn settle(self) {
        if let Some(played) = self.arriving.try_update_value(Option::take).flatten() {
            self.next_round();
            self.moving.set(None);
            self.after(&played);
        }
    }

    fn after(self, played: &Played) {
        self.phase.set(Phase::Idle);
        if self.after_elsewhere(played) {
            return;
        }
        self.count_result();
        let several = self.table.with_untracked(|table| actions_of_turn(table) > 1);
        let person = self.contest.get_untracked().seat(played.actor) == Seat::Person;
        if person && several && played.flow == Flow::TurnOver && settings().get_untracked().confirm {
            self.phase.set(Phase::Confirming);
            return;
        }
        self.go_on();
    }

    /// The player's last word on a turn of several actions.
    pub(crate) fn confirm(self) {
        self.notice.set(None);
        self.phase.set(Phase::Idle);
        if !self.hand_over() {
            self.go_on();
        }
    }

    /// Takes the whole turn back, the one under way or the one that waits for a last word.
    pub(crate) fn take_turn_back(self) {
        self.halt();
        self.table.update(|table| {
            let end = table.cursor();
            table.back_turn();
            // A turn that was never final leaves no trace.
            let first = table.tree().path_to(end).into_iter().skip_while(|id| *id != table.cursor()).nth(1);
            if let Some(first) = first {
                let _ = table.remove(first);
            }
        });
        self.save();
    }

    /// Takes back as much as it takes for a person to decide anew.
    pub(crate) fn undo(self) {
        self.halt();
        let contest = self.contest.get_untracked();
        self.table.update(|table| while table.back_turn() && contest.seat(table.state().to_move()) != Seat::Person {});
        self.save();
    }

    /// Moves about in the game.
    pub(crate) fn travel(self, how: impl FnOnce(&mut GameSession)) {
        if !self.may_travel() {
            return;
        }
        self.halt();
        self.table.update(how);
        let words = self.table.with_untracked(|table| table.last_words());
        self.say(&words.unwrap_or_else(|| text().at_start.to_string()));
        self.save();
    }

    /// A player gives up.
    pub(crate) fn resign(self) {
        self.halt();
        let player = self.table.with_untracked(|table| table.state().to_move());
        let contest = self.contest.get_untracked();
        let loser = if contest.seat(player) == Seat::Person { player } else { player.other() };
        let done = self.table.try_update(|table| table.resign(loser));
        if let Some(Err(problem)) = done {
            self.notice.set(Some(problem));
        }
        self.count_result();
        self.save();
    }

    /// Lets the engine act if it is its turn and nothing has been played after this.
    pub(crate) fn go_on(self) {
        if untrack(move || self.is_at_end()) {
            self.let_engine_act();
        }
    }

    /// Reads something out.
    pub(crate) fn say(self, words: &str) {
        self.said.set(words.to_string());
    }

    /// Stops whatever is under way and forgets what is in hand.
    pub(crate) fn halt(self) {
        self.next_round();
        self.arriving.set_value(None);
        self.opponent.with_value(Engine::stop);
        self.moving.set(None);
        self.phase.set(Phase::Idle);
        self.notice.set(None);
        self.choices.set(Vec::new());
        self.hint.set(None);
        self.verdict.set(None);
        self.let_go();
    }

    fn next_round(self) -> u64 {
        let round = self.round.get_value() + 1;
        self.round.set_value(round);
        round
    }

    fn count_result(self) {
        let ending = self.table.with_untracked(|table| table.ending());
        let Some(ending) = ending.filter(|_| !self.contest.get_untracked().counted) else { return };
        self.contest.update(|contest| contest.count(ending.winner));
        self.save();
    }

    /// Keeps the game for the next visit.
    pub(crate) fn save(self) {
        if self.is_elsewhere() {
            return;
        }
        let kept = self.table.with_untracked(|table| keeping::save(table, &self.contest.get_untracked()));
        if !kept {
            self.notice.set(Some(text().storage_full.to_string()));
        }
    }

    /// The line that always says who is to move, what they may do, and how much of the turn is left.
    pub(crate) fn prompt(self) -> String {
        let ending =
            self.table.with(|table| table.ending().map(|ending| (ending.winner, ending.reason, name_of(table))));
        if let Some((winner, reason, names)) = ending {
            let reason = hexarium_session::words::capital(&reason);
            return match winner {
                Some(winner) => fill(text().won, &[("name", names[winner]), ("reason", &reason)]),
                None => fill(text().drawn, &[("reason", &reason)]),
            };
        }
        match self.phase.get() {
            Phase::Thinking => self.table.with(|table| {
                let player = table.state().to_move();
                fill(text().thinking, &[("name", table.game().player_name(player))])
            }),
            Phase::Confirming => text().confirm_turn.to_string(),
            Phase::Idle | Phase::Moving => self.table.with(|table| table.state().view().prompt),
        }
    }
}

/// The names of the players.
pub(crate) fn name_of(table: &GameSession) -> PerPlayer<&'static str> {
    PerPlayer(Player::BOTH.map(|player| table.game().player_name(player)))
}

/// How many actions the last turn has, up to the cursor.
fn actions_of_turn(table: &GameSession) -> usize {
    let actors = table.state().actors();
    let last = actors.last();
    actors.iter().rev().take_while(|actor| Some(*actor) == last).count()
}

/// The game with another draw, where something is drawn.
pub(crate) fn redrawn(game: &str) -> String {
    let Ok((spec, mut options)) = registry::parse(game, &[]) else { return game.to_string() };
    if options.iter().any(|(name, _)| name == SEED)
        && options.set(spec.options, SEED, &browser::dice().to_string()).is_ok()
    {
        return options.canonical_id(spec.id);
    }
    game.to_string()
}

/// The option that decides what is drawn by lot.
pub(crate) const SEED: &str = "seed";

/// A point in the tree as the numbers of its branches.
fn branches(tree: &GameTree, id: NodeId) -> Vec<usize> {
    let path = tree.path_to(id);
    path.windows(2).map(|pair| tree.children(pair[0]).iter().position(|child| *child == pair[1]).unwrap_or(0)).collect()
}
