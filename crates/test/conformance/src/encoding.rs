//! Invariants of the action ids, planes and symmetries of every game.

use std::collections::HashMap;
use std::sync::Arc;

use hexarium_games::registry::Visitor;
use hexarium_kernel::{ActionFeature, Game, MAX_FEATURES, Mapping, Match, NoHistory, Player, Rng, legal_actions, mix};

/// Checks about `positions` positions of a game: random games from the start and from the given
/// positions.
pub struct EncodingLaws<'a> {
    /// The number of positions to check.
    pub positions: usize,
    /// Additional starting positions.
    pub starts: &'a [String],
    /// The random seed.
    pub seed: u64,
}

impl Visitor for EncodingLaws<'_> {
    type Output = Result<(), String>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let id = game.canonical_id();
        let mut check = Check {
            symmetries: game.symmetries(),
            places: game.planes().iter().product(),
            game: Arc::new(game),
            rng: Rng::new(mix(self.seed)),
            keys_by_look: HashMap::new(),
        };
        let told = |problem| format!("{id}: {problem}");
        check.symmetries_are_permutations().map_err(told)?;
        check.orientations_map_cells_and_commute_with_symmetries().map_err(told)?;
        let (mut looked_at, mut round) = (0, 0);
        while looked_at < self.positions {
            let mut game = match self.starts.get(round % (self.starts.len() + 1)) {
                Some(text) => {
                    let state = check.game.parse_position(text).map_err(|e| format!("{id}: {text}: {e}"))?;
                    Match::from_state(check.game.clone(), state)
                }
                None => Match::new(check.game.clone()),
            };
            loop {
                let position = check.game.position_text(game.state());
                let told = |problem| format!("{id}: {position}: {problem}");
                check.planes_distinguish_states(game.state()).map_err(told)?;
                check.ids_name_the_legal_actions(&game).map_err(told)?;
                check.features_distinguish_legal_actions(&game).map_err(told)?;
                looked_at += 1;
                let actions = game.legal_actions();
                let Some(&action) = actions.get(check.rng.below(actions.len().max(1))) else { break };
                let pick = check.rng.below(check.symmetries.len());
                check.symmetry_commutes_with_the_rules(&game, &check.symmetries[pick], action).map_err(told)?;
                game.play_legal(action);
            }
            round += 1;
        }
        Ok(())
    }
}

struct Check<G: Game> {
    game: Arc<G>,
    symmetries: Vec<Mapping>,
    places: usize,
    rng: Rng,
    /// The key of the state with these planes, by viewing player and plane bits.
    keys_by_look: HashMap<(Player, Vec<u32>), u64>,
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
    fn symmetries_are_permutations(&self) -> Result<(), String> {
        let [_, rows, columns] = self.game.planes();
        let action_planes = self.game.action_planes().planes;
        let identity = Mapping::identity(rows * columns, self.game.action_count(), action_planes);
        law!(self.symmetries.first() == Some(&identity), "the first symmetry is not the identity");
        for (i, mapping) in self.symmetries.iter().enumerate() {
            law!(!self.symmetries[..i].contains(mapping), "symmetry {i} is a duplicate");
            for (moved, same) in [(&mapping.places, &identity.places), (&mapping.actions, &identity.actions)] {
                let mut sorted = moved.clone();
                sorted.sort_unstable();
                law!(sorted == *same, "symmetry {i} is not a permutation");
            }
            let mut sorted = mapping.action_planes.clone();
            sorted.sort_unstable();
            law!(sorted == identity.action_planes, "symmetry {i} is not a permutation of the action planes");
        }
        Ok(())
    }

    /// Checks that the orientations are permutations that map cells to cells, and that an
    /// orientation and a symmetry give the same result in either order.
    fn orientations_map_cells_and_commute_with_symmetries(&self) -> Result<(), String> {
        let cells = self.game.cells();
        for eye in Player::BOTH {
            let images = self.game.orientation(eye);
            let mut sorted = images.clone();
            sorted.sort_unstable();
            law!(sorted == self.symmetries[0].places, "an orientation is not a permutation");
            for (place, &image) in images.iter().enumerate() {
                law!(cells[place] == cells[image as usize], "an orientation maps place {place} off the board");
                for mapping in &self.symmetries {
                    let one = images[mapping.places[place] as usize];
                    let other = mapping.places[image as usize];
                    law!(one == other, "an orientation and a symmetry do not commute at place {place}");
                }
            }
        }
        Ok(())
    }

    fn features(&self, state: &G::State, action: G::Action) -> Vec<ActionFeature> {
        let mut features = Vec::new();
        self.game.action_features(state, action, &mut features);
        features.sort_unstable();
        features
    }

    /// Checks that the features of legal actions are distinct, declared and on cells of the board.
    fn features_distinguish_legal_actions(&self, game: &Match<G>) -> Result<(), String> {
        let (rules, state) = (&*self.game, game.state());
        let (sizes, cells) = (rules.action_planes(), rules.cells());
        let mut known = HashMap::new();
        for action in game.legal_actions() {
            let (features, text) = (self.features(state, action), rules.action_text(state, action));
            let count = features.len();
            law!((1..=MAX_FEATURES).contains(&count), "{text} has {count} features");
            for feature in &features {
                let declared = match *feature {
                    ActionFeature::At { plane, place } => {
                        usize::from(plane) < sizes.planes && cells.get(usize::from(place)) == Some(&true)
                    }
                    ActionFeature::Global(n) => usize::from(n) < sizes.globals,
                };
                law!(declared, "{text} has the feature {feature:?}, which is not declared");
            }
            if let Some(other) = known.insert(features, text.clone()) {
                return Err(format!("{text} and {other} have the same features"));
            }
        }
        Ok(())
    }

    fn look(&self, state: &G::State, eye: Player) -> Vec<f32> {
        // `write_planes` must overwrite every value.
        let mut planes = vec![f32::NAN; self.places];
        self.game.write_planes(state, eye, &mut planes);
        planes
    }

    /// Checks that two states with equal planes for a player have the same key, so are the same
    /// state.
    fn planes_distinguish_states(&mut self, state: &G::State) -> Result<(), String> {
        let key = self.game.key(state);
        for eye in Player::BOTH {
            let look = self.look(state, eye);
            law!(look.iter().all(|x| x.is_finite()), "a value of the planes is not written");
            let bits = look.iter().map(|x| x.to_bits()).collect();
            let known = *self.keys_by_look.entry((eye, bits)).or_insert(key);
            law!(known == key, "another state has the same planes for the {} player", eye.word());
        }
        Ok(())
    }

    /// Checks that the ids of legal actions are distinct, below the count, and map back to the
    /// actions.
    fn ids_name_the_legal_actions(&mut self, game: &Match<G>) -> Result<(), String> {
        let (rules, state) = (&*self.game, game.state());
        let count = rules.action_count();
        let mut named = HashMap::new();
        for action in game.legal_actions() {
            let (id, text) = (rules.action_id(state, action), rules.action_text(state, action));
            law!(id < count, "{text} has the id {id} of {count}");
            law!(rules.action_of(state, id) == Some(action), "{text} has the id {id}, which denotes another action");
            law!(game.cursor().is_legal(rules, action), "{text} is not legal according to the cursor");
            if let Some(other) = named.insert(id, text.clone()) {
                return Err(format!("{text} and {other} share the id {id}"));
            }
        }
        for id in [count, count + 1, usize::MAX] {
            law!(rules.action_of(state, id).is_none(), "id {id} denotes an action, although there are {count} ids");
        }
        for _ in 0..20 {
            // An id that is not legal here may denote any action, as long as decoding it does not
            // fail and the action is not legal.
            let id = self.rng.below(count);
            let Some(action) = rules.action_of(state, id) else { continue };
            let legal = game.legal_actions().contains(&action);
            let known = game.outcome().is_none() && game.cursor().is_legal(rules, action);
            law!(legal == known, "{action:?} is legal: {legal}, according to the cursor: {known}");
            law!(legal == named.contains_key(&id), "id {id} denotes {action:?}, legal: {legal}");
        }
        Ok(())
    }

    /// Checks that a symmetry commutes with the rules: legal actions, planes and the effect of an
    /// action are mapped accordingly.
    fn symmetry_commutes_with_the_rules(
        &self,
        game: &Match<G>,
        mapping: &Mapping,
        action: G::Action,
    ) -> Result<(), String> {
        let (rules, state) = (&*self.game, game.state());
        let moved = rules.transformed(state, mapping);
        let place = rules.position_text(&moved);
        self.looks_moved(state, &moved, mapping).map_err(|problem| format!("{problem} as {place}"))?;
        let mut ids = self.legal_ids(state);
        ids.iter_mut().for_each(|id| *id = mapping.actions[*id] as usize);
        ids.sort_unstable();
        law!(ids == self.legal_ids(&moved), "other actions are legal in {place}");

        let id = mapping.actions[rules.action_id(state, action)] as usize;
        let Some(other) = rules.action_of(&moved, id) else {
            return Err(format!("id {id} denotes no action in {place}"));
        };
        let mut features = self.features(state, action);
        features.iter_mut().for_each(|feature| *feature = mapping.feature(*feature));
        features.sort_unstable();
        law!(features == self.features(&moved, other), "{action:?} has other features in {place}");
        let (mut after, mut moved_after) = (*state, moved);
        let flow = rules.apply(&mut after, &mut rules.fresh_memory(state), action);
        let moved_flow = rules.apply(&mut moved_after, &mut rules.fresh_memory(&moved), other);
        law!(flow == moved_flow, "{action:?} ends in {flow:?}, and in {place} in {moved_flow:?}");
        law!(rules.transformed(&after, mapping) == moved_after, "{action:?} has another effect in {place}");
        law!(rules.outcome(&after) == rules.outcome(&moved_after), "{action:?} has another outcome in {place}");
        Ok(())
    }

    fn looks_moved(&self, state: &G::State, moved: &G::State, mapping: &Mapping) -> Result<(), String> {
        let size = mapping.places.len();
        for eye in Player::BOTH {
            let (before, after) = (self.look(state, eye), self.look(moved, eye));
            for (n, (before, after)) in before.chunks(size).zip(after.chunks(size)).enumerate() {
                let all = mapping.places.iter().zip(before);
                law!(all.clone().all(|(&to, number)| after[to as usize] == *number), "plane {n} is not moved");
            }
        }
        Ok(())
    }

    /// Returns the sorted ids of the actions that are legal according to the state alone.
    fn legal_ids(&self, state: &G::State) -> Vec<usize> {
        if self.game.outcome(state).is_some() {
            return Vec::new();
        }
        let mut actions = Vec::new();
        legal_actions(&*self.game, &NoHistory, state, &self.game.fresh_memory(state), &mut actions);
        let mut ids: Vec<usize> = actions.into_iter().map(|action| self.game.action_id(state, action)).collect();
        ids.sort_unstable();
        ids
    }
}
