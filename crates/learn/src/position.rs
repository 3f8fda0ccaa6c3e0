//! A game in progress with numbered actions.

use std::sync::Arc;

use hexarium_kernel::{ActionError, AnyMatch, Game, Match, Outcome, Player};
use hexarium_net::{Network, NetworkError, ONE, Rater, probability};

use crate::tree::{Search, Settings, Tree};

/// A game of any type in progress.
pub trait Position: Send + Sync {
    /// Returns the match, as used by front ends.
    fn as_match(&self) -> &dyn AnyMatch;
    /// Returns the result of a finished game.
    fn outcome(&self) -> Option<Outcome>;
    /// Returns the ids of the legal actions in ascending order; none when the game is over.
    fn legal_ids(&self) -> Vec<usize>;
    /// Plays the action of an id. On error nothing changes.
    fn play_id(&mut self, id: usize) -> Result<(), String>;
    /// Takes back the last action and returns its id.
    fn undo(&mut self) -> Option<usize>;
    /// Returns the ids of the actions played so far.
    fn history(&self) -> Vec<usize>;
    /// Returns the text of the action with an id.
    fn text_of(&self, id: usize) -> Result<String, String>;
    /// Returns the id of a legal action's text.
    fn id_of(&self, text: &str) -> Result<usize, ActionError>;
    /// Writes the planes from a player's view, see [`hexarium_kernel::Encode::write_planes`].
    fn write_planes(&self, eye: Player, out: &mut [f32]);
    /// Rates the legal actions and the position by a network.
    fn rate(&self, network: &Arc<Network>) -> Result<Rating, NetworkError>;
    /// Returns a copy.
    fn copy(&self) -> Box<dyn Position>;
    /// Creates a search from this state; an error when the game is over.
    fn tree(&self, settings: Settings, seed: u64) -> Result<Box<dyn Tree>, String>;
}

/// The rating of a position by a network.
#[derive(Clone, PartialEq, Debug)]
pub struct Rating {
    /// The ids of the legal actions; none when the game is over.
    pub ids: Vec<usize>,
    /// The logit of each of them.
    pub logits: Vec<f32>,
    /// The probability that the side to move wins.
    pub value: f32,
}

impl<G: Game> Position for Match<G> {
    fn as_match(&self) -> &dyn AnyMatch {
        self
    }

    fn outcome(&self) -> Option<Outcome> {
        Match::outcome(self)
    }

    fn legal_ids(&self) -> Vec<usize> {
        let (rules, state) = (self.rules(), self.state());
        let mut ids: Vec<usize> = self.legal_actions().into_iter().map(|a| rules.action_id(state, a)).collect();
        ids.sort_unstable();
        ids
    }

    fn play_id(&mut self, id: usize) -> Result<(), String> {
        let meant = self.rules().action_of(self.state(), id);
        if let Some(action) = meant
            && self.play(action).is_some()
        {
            return Ok(());
        }
        Err(explain_illegal_id(self, id))
    }

    fn undo(&mut self) -> Option<usize> {
        let action = Match::undo(self)?;
        Some(self.rules().action_id(self.state(), action))
    }

    fn history(&self) -> Vec<usize> {
        self.line_with_states().map(|(state, action)| self.rules().action_id(state, action)).collect()
    }

    fn text_of(&self, id: usize) -> Result<String, String> {
        let action = self.rules().action_of(self.state(), id).ok_or_else(|| invalid_id(&**self.rules(), id))?;
        Ok(self.rules().action_text(self.state(), action))
    }

    fn id_of(&self, text: &str) -> Result<usize, ActionError> {
        Ok(self.rules().action_id(self.state(), self.find(text)?))
    }

    fn write_planes(&self, eye: Player, out: &mut [f32]) {
        self.rules().write_planes(self.state(), eye, out);
    }

    fn rate(&self, network: &Arc<Network>) -> Result<Rating, NetworkError> {
        let (rules, state, actions) = (&**self.rules(), self.state(), self.legal_actions());
        let mut logits = Vec::new();
        let value = Rater::new(network.clone(), rules)?.rate(rules, state, &actions, &mut logits);
        Ok(Rating {
            ids: actions.iter().map(|&action| rules.action_id(state, action)).collect(),
            logits: logits.into_iter().map(|logit| logit as f32 / f32::from(ONE)).collect(),
            value: probability(value),
        })
    }

    fn copy(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn tree(&self, settings: Settings, seed: u64) -> Result<Box<dyn Tree>, String> {
        match self.verdict() {
            Some(verdict) => Err(format!("the game is over: {}", verdict.reason)),
            None => Ok(Box::new(Search::new(self, settings, seed))),
        }
    }
}

/// Explains why an id cannot be played.
fn explain_illegal_id<G: Game>(game: &Match<G>, id: usize) -> String {
    let rules = &**game.rules();
    if let Some(verdict) = game.verdict() {
        return format!("illegal action {id}: the game is over: {}", verdict.reason);
    }
    let Some(action) = rules.action_of(game.state(), id) else { return invalid_id(rules, id) };
    match game.find(&rules.action_text(game.state(), action)) {
        Err(error) => format!("{error} (action {id})"),
        Ok(_) => invalid_id(rules, id),
    }
}

/// Returns the error for an invalid id.
pub(crate) fn invalid_id<G: Game>(rules: &G, id: usize) -> String {
    let count = rules.action_count();
    match id < count {
        true => format!("illegal action {id}: expected the id of a legal action"),
        false => format!("action {id} is out of range; {} has 0 to {}", rules.canonical_id(), count - 1),
    }
}
