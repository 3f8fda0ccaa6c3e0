//! The words of a game: names, kinds, endings and explanations.

use crate::{Cause, Input, Outcome, Player, Repetition, Rules};

/// The names and sentences of a game that players read.
pub trait Words: Rules {
    /// Returns the player's name: `Blue`.
    fn player_name(&self, player: Player) -> &'static str;

    /// Returns other lower-case names of the player that protocols use.
    fn player_aliases(&self, _player: Player) -> &'static [&'static str] {
        &[]
    }

    /// Returns the kinds of actions that the game has with its options, whatever the position, in
    /// the order of the rules page: short phrases such as `place a stone`. Reports count them, so a
    /// rule that deserves a number of its own is a kind of its own.
    fn kinds(&self) -> Vec<&'static str> {
        vec!["move"]
    }

    /// Returns the [kind](Words::kinds) of a legal action.
    fn kind(&self, _state: &Self::State, _action: Self::Action) -> &'static str {
        "move"
    }

    /// Returns every tag of [`Cause::Rule`] that the game can end with under its options, in the
    /// order of the rules page. The other causes follow from [`Rules`]: see [`possible_causes`].
    fn endings(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Returns the sentence, without its full stop, about a result by a rule of this game; `tag` is
    /// that of [`Cause::Rule`].
    fn rule_reason(&self, state: &Self::State, winner: Option<Player>, tag: &str) -> String;

    /// Returns the sentence about a loss for lack of a legal turn.
    fn no_legal_action_reason(&self, loser: Player) -> String {
        format!("{} has no legal turn", self.player_name(loser))
    }

    /// Returns the sentence about any result.
    fn reason(&self, state: &Self::State, outcome: &Outcome) -> String {
        match (outcome.cause, outcome.winner) {
            (Cause::Rule(tag), winner) => self.rule_reason(state, winner, tag),
            (Cause::NoLegalTurn, winner) => {
                self.no_legal_action_reason(winner.map_or(self.to_move(state), Player::other))
            }
            (Cause::Repetition, _) => "the same position for the third time".to_string(),
            (Cause::TurnLimit, _) => {
                format!("the limit of {} turns is reached", self.turn_limit().unwrap_or_default())
            }
        }
    }

    /// Returns a sentence about what may follow the inputs of an action, where that is not
    /// obvious.
    fn input_prompt(&self, _state: &Self::State, _inputs: &[Input]) -> Option<&'static str> {
        None
    }

    /// Returns one sentence that names the rule by which an input does not continue an action,
    /// while the game is in progress. The last of `inputs` is that input; those before it were
    /// accepted.
    fn explain_illegal_input(&self, _state: &Self::State, _inputs: &[Input]) -> String {
        "This is not part of a legal action now.".to_string()
    }
}

/// Returns every cause that can end this game with its options: its own rules first.
pub fn possible_causes<G: Words>(game: &G) -> Vec<Cause> {
    let mut causes: Vec<Cause> = game.endings().into_iter().map(Cause::Rule).collect();
    if game.can_lack_legal_action() {
        causes.push(Cause::NoLegalTurn);
    }
    if matches!(game.repetition(), Repetition::DrawnAt(_)) {
        causes.push(Cause::Repetition);
    }
    if game.turn_limit().is_some() {
        causes.push(Cause::TurnLimit);
    }
    causes
}
