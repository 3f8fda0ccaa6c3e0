//! Batches of simultaneous games.

use std::sync::Arc;

use hexarium_kernel::{Cursor, Game, Match, Outcome, Player, Rng, mix};

use crate::position::invalid_id;

/// A batch of games with the same options. Each step plays one action in each game and writes the
/// resulting observations.
pub trait Batch: Send + Sync {
    /// Plays an action in every game. If any action is illegal, the error has the game's reason and
    /// nothing is played anywhere. In a finished game without auto-reset the action is ignored. The
    /// work is shared by `threads`.
    fn step(&mut self, actions: &[i64], threads: usize, arrays: Arrays) -> Result<(), String>;
    /// Writes the current observations without playing; rewards are 0.
    fn observe(&self, arrays: Arrays);
    /// Restarts every game.
    fn reset(&mut self);
    /// Draws a random legal action for each game, uniformly; 0 where the game is over.
    fn random_actions(&mut self, out: &mut [i64]);
    /// Draws and plays a random action in each game and writes the resulting observations:
    /// [`Batch::random_actions`] and [`Batch::step`] in one call.
    fn random_step(&mut self, threads: usize, arrays: Arrays);
}

/// The output arrays of a batch, game after game. Omitted ones are not computed.
#[derive(Default)]
pub struct Arrays<'a> {
    /// The planes of each game, from the view of the side to move.
    pub observations: Option<&'a mut [f32]>,
    /// Whether each action id is legal, for each game.
    pub masks: Option<&'a mut [bool]>,
    /// The rewards of the last action for both players of each game: 1 for a win, -1 for a loss, 0
    /// for a draw or an unfinished game.
    pub rewards: Option<&'a mut [f32]>,
    /// Whether the last action ended each game.
    pub ends: Option<&'a mut [bool]>,
    /// The side to move in each game, 0 or 1.
    pub players: Option<&'a mut [i8]>,
}

impl<'a> Arrays<'a> {
    /// Returns the parts for the first `games` games, and the rest.
    fn split(self, games: usize, sizes: &Sizes) -> (Self, Self) {
        fn cut<T>(array: Option<&mut [T]>, at: usize) -> (Option<&mut [T]>, Option<&mut [T]>) {
            array.map(|array| array.split_at_mut(at)).unzip()
        }
        let (observations, observations_rest) = cut(self.observations, games * sizes.places);
        let (masks, masks_rest) = cut(self.masks, games * sizes.actions);
        let (rewards, rewards_rest) = cut(self.rewards, games * 2);
        let (ends, ends_rest) = cut(self.ends, games);
        let (players, players_rest) = cut(self.players, games);
        (
            Self { observations, masks, rewards, ends, players },
            Self {
                observations: observations_rest,
                masks: masks_rest,
                rewards: rewards_rest,
                ends: ends_rest,
                players: players_rest,
            },
        )
    }
}

struct Sizes {
    places: usize,
    actions: usize,
}

/// One game of a batch.
struct BatchSlot<G: Game> {
    cursor: Cursor<G>,
    over: bool,
    rng: Rng,
    /// The action chosen for the current step.
    chosen: Option<G::Action>,
}

/// A batch of games of one type.
pub(crate) struct GameBatch<G: Game> {
    slots: Vec<BatchSlot<G>>,
    common: Common<G>,
}

/// The data shared by all games of a batch.
struct Common<G: Game> {
    game: Arc<G>,
    /// The start of every game.
    start: Cursor<G>,
    is_over: bool,
    auto_reset: bool,
    sizes: Sizes,
}

impl<G: Game> GameBatch<G> {
    pub(crate) fn new(game: Arc<G>, size: usize, seed: u64, auto_reset: bool) -> Self {
        let first = Match::new(game.clone());
        let sizes = Sizes { places: game.planes().iter().product(), actions: game.action_count() };
        let (start, is_over) = (first.cursor().clone(), first.outcome().is_some());
        // Every game has its own random generator, so that results do not depend on the number of
        // threads.
        let mut seeds = Rng::new(mix(seed));
        let slot = |_| BatchSlot { cursor: start.clone(), over: is_over, rng: Rng::new(seeds.bits()), chosen: None };
        Self { slots: (0..size).map(slot).collect(), common: Common { game, start, is_over, auto_reset, sizes } }
    }

    /// Decodes the action ids, before anything is played.
    fn choose(&mut self, actions: &[i64]) -> Result<(), String> {
        if actions.len() != self.slots.len() {
            return Err(format!("{} actions for {} games: expected one per game", actions.len(), self.slots.len()));
        }
        let game = &*self.common.game;
        for (n, (slot, &number)) in self.slots.iter_mut().zip(actions).enumerate() {
            slot.chosen = None;
            if slot.over {
                continue;
            }
            let id = usize::try_from(number).unwrap_or(usize::MAX);
            let meant = game.action_of(&slot.cursor.state, id);
            slot.chosen = meant.filter(|&action| slot.cursor.is_legal(game, action));
            if slot.chosen.is_none() {
                return Err(format!("game {n}: {}", self.explain_illegal_id(n, number)));
            }
        }
        Ok(())
    }

    fn explain_illegal_id(&self, n: usize, number: i64) -> String {
        let (rules, state) = (&*self.common.game, &self.slots[n].cursor.state);
        let Ok(id) = usize::try_from(number) else {
            let last = self.common.sizes.actions - 1;
            return format!("action {number} is out of range; {} has 0 to {last}", rules.canonical_id());
        };
        let Some(action) = rules.action_of(state, id) else { return invalid_id(rules, id) };
        // A match from here has no earlier turns, so actions that the history forbids are legal in
        // it.
        let text = rules.action_text(state, action);
        let reason = match Match::from_state(self.common.game.clone(), *state).find(&text) {
            Err(error) => error.to_string(),
            Ok(_) => format!("illegal action '{text}': the same player has made this position before"),
        };
        format!("{reason} (action {id})")
    }

    /// Plays in all games, each thread in a part of them.
    fn play(&mut self, threads: usize, arrays: Arrays, randomly: bool) {
        let Self { slots, common } = self;
        let share = slots.len().div_ceil(threads.max(1)).max(1);
        if slots.len() <= share {
            return play(common, slots, arrays, randomly);
        }
        std::thread::scope(|scope| {
            let mut rest = arrays;
            for slots in slots.chunks_mut(share) {
                let (part, others) = rest.split(slots.len(), &common.sizes);
                rest = others;
                let common = &*common;
                scope.spawn(move || play(common, slots, part, randomly));
            }
        });
    }
}

/// Plays the chosen or random actions in a part of the games.
fn play<G: Game>(common: &Common<G>, slots: &mut [BatchSlot<G>], mut arrays: Arrays, randomly: bool) {
    let game = &*common.game;
    let mut buffer = Vec::new();
    for (n, slot) in slots.iter_mut().enumerate() {
        let mut action = slot.chosen.take();
        if randomly && !slot.over {
            action = slot.cursor.random_action(game, &mut slot.rng, &mut buffer);
        }
        let outcome = action.and_then(|action| slot.cursor.play(game, action).1);
        if outcome.is_some() {
            slot.over = true;
            if common.auto_reset {
                slot.begin(common);
            }
        }
        show(common, slot, n, outcome, &mut arrays, &mut buffer);
    }
}

impl<G: Game> BatchSlot<G> {
    fn begin(&mut self, common: &Common<G>) {
        self.cursor.clone_from(&common.start);
        self.over = common.is_over;
    }
}

/// Writes the observation of the game at this index of the arrays.
fn show<G: Game>(
    common: &Common<G>,
    slot: &BatchSlot<G>,
    n: usize,
    outcome: Option<Outcome>,
    arrays: &mut Arrays,
    buffer: &mut Vec<G::Action>,
) {
    let Common { game, sizes, .. } = common;
    let state = &slot.cursor.state;
    let player = game.to_move(state);
    if let Some(observations) = &mut arrays.observations {
        game.write_planes(state, player, &mut observations[n * sizes.places..][..sizes.places]);
    }
    if let Some(masks) = &mut arrays.masks {
        let mask = &mut masks[n * sizes.actions..][..sizes.actions];
        mask.fill(false);
        if !slot.over {
            slot.cursor.legal_actions(game, buffer);
            for &action in buffer.iter() {
                mask[game.action_id(state, action)] = true;
            }
        }
    }
    if let Some(rewards) = &mut arrays.rewards {
        rewards[2 * n..2 * n + 2].copy_from_slice(&returns(outcome));
    }
    if let Some(ends) = &mut arrays.ends {
        ends[n] = outcome.is_some();
    }
    if let Some(players) = &mut arrays.players {
        players[n] = player.index() as i8;
    }
}

/// Returns the returns of an outcome for both players.
fn returns(outcome: Option<Outcome>) -> [f32; 2] {
    match outcome.and_then(|outcome| outcome.winner) {
        Some(Player::First) => [1.0, -1.0],
        Some(Player::Second) => [-1.0, 1.0],
        None => [0.0, 0.0],
    }
}

impl<G: Game> Batch for GameBatch<G> {
    fn step(&mut self, actions: &[i64], threads: usize, arrays: Arrays) -> Result<(), String> {
        self.choose(actions)?;
        self.play(threads, arrays, false);
        Ok(())
    }

    fn observe(&self, mut arrays: Arrays) {
        let mut buffer = Vec::new();
        for (n, slot) in self.slots.iter().enumerate() {
            show(&self.common, slot, n, None, &mut arrays, &mut buffer);
        }
    }

    fn reset(&mut self) {
        for slot in &mut self.slots {
            slot.begin(&self.common);
        }
    }

    fn random_actions(&mut self, out: &mut [i64]) {
        let game = &*self.common.game;
        let mut buffer = Vec::new();
        for (slot, out) in self.slots.iter_mut().zip(out) {
            let drawn = match slot.over {
                true => None,
                false => slot.cursor.random_action(game, &mut slot.rng, &mut buffer),
            };
            *out = drawn.map_or(0, |action| game.action_id(&slot.cursor.state, action) as i64);
        }
    }

    fn random_step(&mut self, threads: usize, arrays: Arrays) {
        for slot in &mut self.slots {
            slot.chosen = None;
        }
        self.play(threads, arrays, true);
    }
}
