//! Many games of one kind that go on at the same time.

use std::sync::Arc;

use hexarium_kernel::{Cursor, Game, Match, Outcome, Player, Rng, mix};

use crate::position::meaningless;

/// Many games of one kind. Each step plays one action in each and writes what can be seen then.
pub trait Batch: Send + Sync {
    /// Plays an action in every game; a negative number and whatever else is not legal is refused with the game's reason, and then
    /// nothing has been played anywhere. In a game that is over and stays so, the number means nothing. `threads` share the work.
    fn step(&mut self, actions: &[i64], threads: usize, arrays: Arrays) -> Result<(), String>;
    /// Writes what can be seen now, with nothing played and no rewards.
    fn observe(&self, arrays: Arrays);
    /// Begins every game anew.
    fn reset(&mut self);
    /// A random legal action for each game, each equally likely; 0 where the game is over.
    fn draw(&mut self, out: &mut [i64]);
}

/// Where a batch writes, game after game. What is left out is not worked out.
#[derive(Default)]
pub struct Arrays<'a> {
    /// The planes of each game, seen by the player to move.
    pub observations: Option<&'a mut [f32]>,
    /// For each game and each id whether it is legal.
    pub masks: Option<&'a mut [bool]>,
    /// For each game what the last action brought to both players: 1 for a win, -1 for a loss, 0 for a draw or a game that goes on.
    pub rewards: Option<&'a mut [f32]>,
    /// Whether the last action ended each game.
    pub ends: Option<&'a mut [bool]>,
    /// Who is to move in each game, 0 or 1.
    pub players: Option<&'a mut [i8]>,
}

impl<'a> Arrays<'a> {
    /// The parts for the first `games` games, and the rest.
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

/// Where one of the games stands.
struct Lane<G: Game> {
    cursor: Cursor<G>,
    legal: Vec<G::Action>,
    over: bool,
    /// What was just chosen.
    chosen: Option<G::Action>,
}

/// Many games of one type.
pub(crate) struct Many<G: Game> {
    game: Arc<G>,
    lanes: Vec<Lane<G>>,
    /// What every game begins with.
    start: Cursor<G>,
    start_legal: Vec<G::Action>,
    auto_reset: bool,
    sizes: Sizes,
    rng: Rng,
}

impl<G: Game> Many<G> {
    pub(crate) fn new(game: Arc<G>, size: usize, seed: u64, auto_reset: bool) -> Self {
        let first = Match::new(game.clone());
        let (start, start_legal) = (first.cursor().clone(), first.legal_actions());
        let lane =
            || Lane { cursor: start.clone(), legal: start_legal.clone(), over: start_legal.is_empty(), chosen: None };
        let sizes = Sizes { places: game.planes().iter().product(), actions: game.action_count() };
        Self {
            lanes: (0..size).map(|_| lane()).collect(),
            start,
            start_legal,
            auto_reset,
            sizes,
            rng: Rng::new(mix(seed)),
            game,
        }
    }

    /// Finds out what the numbers mean, before anything is played.
    fn choose(&mut self, actions: &[i64]) -> Result<(), String> {
        if actions.len() != self.lanes.len() {
            return Err(format!("{} actions for {} games", actions.len(), self.lanes.len()));
        }
        for (n, (lane, &number)) in self.lanes.iter_mut().zip(actions).enumerate() {
            lane.chosen = None;
            if lane.over {
                continue;
            }
            let id = usize::try_from(number).unwrap_or(usize::MAX);
            let meant = self.game.action_of(&lane.cursor.state, id).filter(|action| lane.legal.contains(action));
            if meant.is_none() {
                return Err(format!("game {n}: {}", self.why_not(n, number)));
            }
            lane.chosen = meant;
        }
        Ok(())
    }

    fn why_not(&self, n: usize, number: i64) -> String {
        let (rules, state) = (&*self.game, &self.lanes[n].cursor.state);
        let Ok(id) = usize::try_from(number) else {
            return format!(
                "action {number} is out of range; {} has 0 to {}",
                rules.canonical_id(),
                self.sizes.actions - 1
            );
        };
        match rules.action_of(state, id) {
            None => meaningless(rules, id),
            Some(action) => {
                // The history is that of the lane, of which a match knows nothing: a position that came back is told of by the state.
                let text = rules.action_text(state, action);
                let reason = match Match::from_state(self.game.clone(), *state).find(&text) {
                    Err(error) => error.to_string(),
                    Ok(_) => format!("illegal action '{text}': the same player has made this position before"),
                };
                format!("{reason} (action {id})")
            }
        }
    }
}

/// Plays what was chosen in some of the games.
fn play<G: Game>(many: &Common<G>, lanes: &mut [Lane<G>], mut arrays: Arrays) {
    for (n, lane) in lanes.iter_mut().enumerate() {
        let mut outcome = None;
        if let Some(action) = lane.chosen.take() {
            outcome = lane.cursor.play(many.game, action).1;
            match outcome {
                None => lane.cursor.legal_actions(many.game, &mut lane.legal),
                Some(_) if many.auto_reset => lane.begin(many.start, many.start_legal),
                Some(_) => {
                    lane.legal.clear();
                    lane.over = true;
                }
            }
        }
        show(many, lane, n, outcome, &mut arrays);
    }
}

/// What the games of a batch have in common, so that several threads can look at it.
struct Common<'a, G: Game> {
    game: &'a G,
    start: &'a Cursor<G>,
    start_legal: &'a [G::Action],
    auto_reset: bool,
    sizes: &'a Sizes,
}

impl<G: Game> Lane<G> {
    fn begin(&mut self, start: &Cursor<G>, legal: &[G::Action]) {
        self.cursor.clone_from(start);
        self.legal.clear();
        self.legal.extend_from_slice(legal);
        self.over = legal.is_empty();
    }
}

/// Writes what can be seen of the game with this place in the arrays.
fn show<G: Game>(many: &Common<G>, lane: &Lane<G>, n: usize, outcome: Option<Outcome>, arrays: &mut Arrays) {
    let (game, state) = (many.game, &lane.cursor.state);
    let player = game.to_move(state);
    if let Some(observations) = &mut arrays.observations {
        game.write_planes(state, player, &mut observations[n * many.sizes.places..][..many.sizes.places]);
    }
    if let Some(masks) = &mut arrays.masks {
        let mask = &mut masks[n * many.sizes.actions..][..many.sizes.actions];
        mask.fill(false);
        for &action in &lane.legal {
            mask[game.action_id(state, action)] = true;
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

/// What an outcome is worth to both players.
fn returns(outcome: Option<Outcome>) -> [f32; 2] {
    match outcome.and_then(|outcome| outcome.winner) {
        Some(Player::First) => [1.0, -1.0],
        Some(Player::Second) => [-1.0, 1.0],
        None => [0.0, 0.0],
    }
}

impl<G: Game> Batch for Many<G> {
    fn step(&mut self, actions: &[i64], threads: usize, arrays: Arrays) -> Result<(), String> {
        self.choose(actions)?;
        let Self { game, lanes, start, start_legal, auto_reset, sizes, .. } = self;
        let common = Common { game: &**game, start, start_legal, auto_reset: *auto_reset, sizes };
        let share = lanes.len().div_ceil(threads.max(1)).max(1);
        if lanes.len() <= share {
            play(&common, lanes, arrays);
            return Ok(());
        }
        std::thread::scope(|scope| {
            let mut rest = arrays;
            for lanes in lanes.chunks_mut(share) {
                let (part, others) = rest.split(lanes.len(), common.sizes);
                rest = others;
                let common = &common;
                scope.spawn(move || play(common, lanes, part));
            }
        });
        Ok(())
    }

    fn observe(&self, mut arrays: Arrays) {
        let common = Common {
            game: &*self.game,
            start: &self.start,
            start_legal: &self.start_legal,
            auto_reset: self.auto_reset,
            sizes: &self.sizes,
        };
        for (n, lane) in self.lanes.iter().enumerate() {
            show(&common, lane, n, None, &mut arrays);
        }
    }

    fn reset(&mut self) {
        for lane in &mut self.lanes {
            lane.begin(&self.start, &self.start_legal);
        }
    }

    fn draw(&mut self, out: &mut [i64]) {
        for (lane, out) in self.lanes.iter().zip(out) {
            *out = match lane.legal.len() {
                0 => 0,
                count => {
                    let action = lane.legal[self.rng.below(count)];
                    self.game.action_id(&lane.cursor.state, action) as i64
                }
            };
        }
    }
}
