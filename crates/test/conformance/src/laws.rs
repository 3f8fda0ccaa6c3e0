//! Invariants that every game satisfies.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use hexarium_games::registry::Visitor;
use hexarium_kernel::{
    AnyMatch, Cause, Flow, Game, Input, Mark, Match, NoHistory, Rng, Spot, View, legal_actions, mix, play_random,
    possible_causes,
};

use crate::animations;

/// Checks about `positions` positions of a game: random games from the start and from the given
/// positions.
pub struct Laws<'a> {
    /// The number of positions to check.
    pub positions: usize,
    /// Additional starting positions.
    pub starts: &'a [String],
    /// The random seed.
    pub seed: u64,
}

impl Visitor for Laws<'_> {
    type Output = Result<(), String>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let id = game.canonical_id();
        let mut check = Check {
            spots: game.board().cells.len(),
            kinds: game.kinds(),
            causes: possible_causes(&game),
            game: Arc::new(game),
            rng: Rng::new(mix(self.seed)),
            looked_at: 0,
            states_by_key: HashMap::new(),
            keys_by_state: HashMap::new(),
            texts: BTreeSet::new(),
        };
        check.kinds_and_endings_have_distinct_names().map_err(|problem| format!("{id}: {problem}"))?;
        let mut round = 0;
        while check.looked_at < self.positions {
            let start = match self.starts.get(round % (self.starts.len() + 1)) {
                Some(text) => match check.game.parse_position(text) {
                    Ok(state) => Match::from_state(check.game.clone(), state),
                    Err(error) => return Err(format!("{id}: {text}: {error}")),
                },
                None => Match::new(check.game.clone()),
            };
            check.play_out(start).map_err(|problem| format!("{id}: {problem}"))?;
            round += 1;
        }
        Ok(())
    }
}

struct Check<G: Game> {
    game: Arc<G>,
    spots: usize,
    kinds: Vec<&'static str>,
    causes: Vec<Cause>,
    rng: Rng,
    looked_at: usize,
    states_by_key: HashMap<u64, G::State>,
    keys_by_state: HashMap<G::State, u64>,
    /// Action texts seen so far: most of them are illegal in most other positions.
    texts: BTreeSet<String>,
}

/// Returns an error unless a condition holds.
macro_rules! law {
    ($holds:expr, $($problem:tt)+) => {
        if !$holds {
            return Err(format!($($problem)+));
        }
    };
}

impl<G: Game> Check<G> {
    /// Checks that kinds and causes have distinct names, since reports count by name.
    fn kinds_and_endings_have_distinct_names(&self) -> Result<(), String> {
        let phrases: Vec<&str> = self.causes.iter().map(|cause| cause.phrase()).collect();
        for words in [&self.kinds, &phrases] {
            let different: HashSet<&str> = words.iter().copied().filter(|word| !word.is_empty()).collect();
            law!(different.len() == words.len() && !words.is_empty(), "{words:?} are not all different words");
        }
        Ok(())
    }

    /// Plays a random game to its end and undoes it completely.
    fn play_out(&mut self, mut game: Match<G>) -> Result<(), String> {
        let mut trail = vec![Snapshot::of(&game)];
        loop {
            self.look_at(&game)?;
            let actions = game.legal_actions();
            law!(
                actions.is_empty() == game.outcome().is_some(),
                "{}: {} legal actions, outcome {:?}",
                AnyMatch::position(&game),
                actions.len(),
                game.outcome()
            );
            if actions.is_empty() {
                break;
            }
            let action = actions[self.rng.below(actions.len())];
            self.flow_agrees_with_the_state(&game, action)?;
            self.animation_leads_to_the_next_state(&game, action, &self.game.view(game.state()))?;
            game.play_legal(action);
            trail.push(Snapshot::of(&game));
            law!(
                trail.len() <= self.game.length_bound() + 1,
                "a random game did not end within {} actions",
                self.game.length_bound()
            );
        }
        let last = game.legal_actions();
        law!(last.is_empty(), "{}: actions after the end", AnyMatch::position(&game));
        for text in self.texts.iter().take(20) {
            law!(game.find(text).is_err(), "{}: {text} accepted after the end", AnyMatch::position(&game));
        }
        while let Some(expected) = trail.pop() {
            law!(Snapshot::of(&game) == expected, "undo does not restore {}", expected.position);
            if trail.is_empty() {
                law!(AnyMatch::undo(&mut game).is_none(), "more was undone than played");
            } else {
                law!(AnyMatch::undo(&mut game).is_some(), "less was undone than played");
            }
        }
        Ok(())
    }

    /// Checks that the flow returned by `apply` agrees with the resulting state.
    fn flow_agrees_with_the_state(&self, game: &Match<G>, action: G::Action) -> Result<(), String> {
        let (mut state, mut memory) = (*game.state(), game.memory().clone());
        let flow = self.game.apply(&mut state, &mut memory, action);
        let position = self.game.position_text(&state);
        let same_player = self.game.to_move(&state) == game.to_move();
        law!(same_player == (flow == Flow::SameTurn), "{position}: the wrong player is to move after {flow:?}");
        let over = self.game.outcome(&state).is_some();
        law!(over == (flow == Flow::GameOver), "{position}: reached by {flow:?}, but the game is over: {over}");
        law!(
            self.game.is_turn_start(&state) || flow == Flow::SameTurn,
            "{position}: a turn does not start after {flow:?}"
        );
        Ok(())
    }

    /// Checks all invariants of one position.
    fn look_at(&mut self, game: &Match<G>) -> Result<(), String> {
        self.looked_at += 1;
        let rules = self.game.clone();
        let state = game.state();
        let position = rules.position_text(state);

        let is_drawn = game.outcome().is_some_and(|outcome| outcome.winner.is_none());
        law!(!is_drawn || G::spec().has_draws, "{position}: is drawn, but the specification says that no game is");

        let read = rules.parse_position(&position).map_err(|e| format!("own position text rejected: {e}"))?;
        law!(read == *state, "{position}: is parsed as another state");
        law!(rules.position_text(&read) == position, "{position}: is written as {}", rules.position_text(&read));
        let key = rules.key(state);
        law!(rules.key(&read) == key, "{position}: the incremental key differs from the recomputed one");
        let known = *self.states_by_key.entry(key).or_insert(*state);
        law!(known == *state, "{position} and {} share a key", rules.position_text(&known));
        let known = *self.keys_by_state.entry(*state).or_insert(key);
        law!(known == key, "{position}: one state has two keys");

        let view = rules.view(state);
        law!(view.pieces.iter().all(|(s, _)| self.is_spot(*s)), "{position}: a piece off the board");
        law!(view.pieces.windows(2).all(|w| w[0].0 < w[1].0), "{position}: pieces out of order");
        law!(view.marks.iter().all(|(s, _)| self.is_spot(*s)), "{position}: a mark off the board");
        law!(deciding(&view).next().is_none(), "{position}: a state without its match has deciding cells");
        let seen = AnyMatch::view(game);
        law!(seen.marks.starts_with(&view.marks), "{position}: the marks of match and state differ");
        law!(
            game.outcome().is_some() || deciding(&seen).next().is_none(),
            "{position}: deciding cells in an unfinished game"
        );
        let cells: Vec<Spot> = deciding(&seen).collect();
        law!(cells.iter().all(|spot| self.is_spot(*spot)), "{position}: a deciding cell off the board");
        law!(cells.windows(2).all(|pair| pair[0] < pair[1]), "{position}: deciding cells out of order");
        law!(!view.prompt.is_empty() || game.outcome().is_some(), "{position}: no prompt");
        if let Some(outcome) = game.outcome() {
            law!(!rules.reason(state, &outcome).is_empty(), "{position}: no reason");
            law!(
                self.causes.contains(&outcome.cause),
                "{position}: ended by {:?}, which is not in {:?}",
                outcome.cause,
                self.causes
            );
            return Ok(());
        }

        let actions = game.legal_actions();
        // For every fourth position, check the animations of all legal actions; otherwise only that
        // of the action played.
        let with_animations = self.looked_at % 4 == 1;
        let mut texts = BTreeSet::new();
        let mut gestures = HashSet::new();
        for &action in &actions {
            let text = rules.action_text(state, action);
            law!(
                !text.contains([' ', ',', '\t', '\n']) && !text.is_empty(),
                "{position}: '{text}' contains a space or comma"
            );
            let read = game.find(&text).map_err(|e| format!("{position}: generated action rejected: {e}"))?;
            law!(read == action, "{position}: {text} is parsed as {read:?}, not {action:?}");
            let kind = rules.kind(state, action);
            law!(
                self.kinds.contains(&kind),
                "{position}: {text} is of kind {kind:?}, which is not in {:?}",
                self.kinds
            );
            let inputs = rules.inputs(state, action);
            law!(spots(&inputs).all(|s| self.is_spot(s)), "{position}: an input of {text} is off the board");
            law!(gestures.insert(inputs), "{position}: {text} and another action have the same inputs");
            if with_animations {
                self.animation_leads_to_the_next_state(game, action, &view)?;
            }
            law!(texts.insert(text.clone()), "{position}: two actions have the text {text}");
        }
        for text in &self.texts {
            let accepted = game.find(text).is_ok();
            law!(accepted == texts.contains(text), "{position}: {text} accepted: {accepted}");
        }
        let mut pool = texts.into_iter().collect::<Vec<_>>();
        while self.texts.len() < 60 && !pool.is_empty() {
            let text = pool.swap_remove(self.rng.below(pool.len()));
            self.texts.insert(text);
        }
        if self.looked_at % 50 == 1 {
            self.random_actions_are_uniform(game, &position)?;
        }
        self.random_action_is_legal(game, &actions, &position)
    }

    /// Checks that the animation of an action leads from the pieces before it to the pieces after
    /// it.
    fn animation_leads_to_the_next_state(
        &self,
        game: &Match<G>,
        action: G::Action,
        before: &View,
    ) -> Result<(), String> {
        let animation = self.game.animation(game.state(), action);
        let (mut state, mut memory) = (*game.state(), game.memory().clone());
        self.game.apply(&mut state, &mut memory, action);
        let seen = animations::shown(&self.game.view(&state).pieces);
        let told = animations::apply_animation(self.spots, &before.pieces, &animation);
        law!(
            told.as_ref() == Ok(&seen),
            "{}: the animation of {} is {animation:?}, which leads to {told:?} instead of {seen:?}",
            AnyMatch::position(game),
            self.game.action_text(game.state(), action)
        );
        Ok(())
    }

    /// Checks that the action played by [`play_random`] is legal, history included, and leads to
    /// the same state as playing it.
    fn random_action_is_legal(&mut self, game: &Match<G>, legal: &[G::Action], position: &str) -> Result<(), String> {
        let (mut state, mut memory) = (*game.state(), game.memory().clone());
        let played = play_random(&*self.game, game.history(), &mut state, &mut memory, &mut self.rng, &mut Vec::new());
        let Some((action, _)) = played.filter(|(action, _)| legal.contains(action)) else {
            return Err(format!("{position}: played {played:?}, which is not legal"));
        };
        let mut copy = game.clone();
        copy.play_legal(action);
        law!(*copy.state() == state, "{position}: {action:?} leads to two states");
        Ok(())
    }

    /// Checks that random actions are legal and uniformly distributed.
    fn random_actions_are_uniform(&mut self, game: &Match<G>, position: &str) -> Result<(), String> {
        let rules = &*self.game;
        let mut legal = Vec::new();
        legal_actions(rules, &NoHistory, game.state(), game.memory(), &mut legal);
        let mut counts: HashMap<G::Action, u32> = legal.iter().map(|&a| (a, 0)).collect();
        let each = 60.0;
        let mut buffer = Vec::new();
        for _ in 0..legal.len() * each as usize {
            let drawn = rules.random_action(game.state(), &mut self.rng, &mut buffer);
            let Some(count) = drawn.and_then(|a| counts.get_mut(&a)) else {
                return Err(format!("{position}: drew {drawn:?}, which is not legal"));
            };
            *count += 1;
        }
        // Seven standard deviations: the false positive rate is about 1 in 10¹¹ counts.
        let worst = counts.values().map(|&n| (f64::from(n) - each).abs()).fold(0.0, f64::max);
        law!(
            worst.total_cmp(&(7.0 * each.sqrt())).is_lt(),
            "{position}: an action was drawn {worst} times more or less often than the expected {each}"
        );
        Ok(())
    }

    fn is_spot(&self, spot: Spot) -> bool {
        (spot.0 as usize) < self.spots
    }
}

/// All properties that undo must restore.
#[derive(PartialEq)]
struct Snapshot {
    position: String,
    key: u64,
    turn: u32,
    verdict: Option<hexarium_kernel::Verdict>,
    legal: Vec<String>,
    memory: String,
}

impl Snapshot {
    fn of<G: Game>(game: &Match<G>) -> Self {
        Self {
            position: AnyMatch::position(game),
            key: AnyMatch::key(game),
            turn: AnyMatch::turn(game),
            verdict: game.verdict(),
            legal: game.legal(),
            memory: format!("{:?} {:?}", game.memory(), game.history()),
        }
    }
}

/// Returns the cells marked as deciding the game.
fn deciding(view: &View) -> impl Iterator<Item = Spot> + '_ {
    view.marks.iter().filter(|(_, mark)| *mark == Mark::Deciding).map(|(spot, _)| *spot)
}

fn spots(inputs: &[Input]) -> impl Iterator<Item = Spot> + '_ {
    inputs.iter().filter_map(|input| match input {
        Input::Cell(spot) => Some(*spot),
        Input::Button(_) => None,
    })
}
