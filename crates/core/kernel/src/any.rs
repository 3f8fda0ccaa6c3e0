//! Games behind one object-safe interface, for code that does not know their types.

use std::any::Any;
use std::sync::Arc;

use crate::{
    ActionError, ActionId, AnimationStep, BoardView, Cause, Flow, Game, GameSpec, Input, LegalAction, Mark, Match,
    Options, Outcome, PieceView, Player, PositionError, Spot, View, can_act, divide, perft, possible_causes,
};

/// A configured game of any kind.
///
/// ```
/// use hexarium_games::registry::Games;
/// use hexarium_kernel::{GameCatalog, Player};
///
/// let game = Games.open("hex(size=3)").unwrap();
/// assert_eq!(game.player_name(Player::Second), "Red");
/// let state = game.at_position("B../.../... r").unwrap();
/// assert_eq!(state.legal().join(" "), "a2 a3 b1 b2 b3 c1 c2 c3");
/// ```
pub trait AnyGame: Send + Sync {
    /// Id, title, options table.
    fn spec(&self) -> &'static GameSpec;
    /// The options it was configured with.
    fn options(&self) -> &Options;
    /// The id with the options that differ from their defaults.
    fn canonical_id(&self) -> String;
    /// A game at its start.
    fn start(&self) -> Box<dyn AnyMatch>;
    /// A game from a position, with a fresh history.
    fn at_position(&self, text: &str) -> Result<Box<dyn AnyMatch>, PositionError>;
    /// The empty board.
    fn board(&self) -> BoardView;
    /// The pieces that can be put on the board when a position is set up by hand.
    fn setup_pieces(&self) -> Vec<PieceView>;
    /// The kinds of actions that the game has with its options, in the order of the rules page.
    fn kinds(&self) -> Vec<&'static str>;
    /// Everything that can end the game with its options, in a few words each.
    fn endings(&self) -> Vec<&'static str>;
    /// The player's name.
    fn player_name(&self, player: Player) -> &'static str;
    /// Other lower-case words for the player.
    fn player_aliases(&self, player: Player) -> &'static [&'static str];
}

/// A game of any kind in progress.
///
/// ```
/// use hexarium_games::registry::Games;
/// use hexarium_kernel::GameCatalog;
///
/// let mut state = Games.open("hex(size=3)").unwrap().start();
/// let action = state.parse("b2").unwrap();
/// state.play_action(action).unwrap();
/// // A handle belongs to its position, so it cannot be played twice.
/// assert!(state.play_action(action).is_err());
/// assert_eq!(state.position(), ".../.B./... r");
/// assert_eq!(state.undo().as_deref(), Some("b2"));
/// assert_eq!(state.position(), ".../.../... b");
/// ```
pub trait AnyMatch: Send {
    /// The position as text.
    fn position(&self) -> String;
    /// The side to move.
    fn to_move(&self) -> Player;
    /// Number of the turn under way, from 1.
    fn turn(&self) -> u32;
    /// The result, once there is one.
    fn verdict(&self) -> Option<Verdict>;
    /// The hash of the state.
    fn key(&self) -> u64;
    /// The legal actions in byte order of their texts, listed once per position; none when the game
    /// is over.
    fn legal_actions(&self) -> &[LegalAction];
    /// The inputs of all legal actions, in the same order and made once per position.
    fn input_sequences(&self) -> &[Vec<Input>];
    /// The handle of a typed or stored action, or the reason why it is not legal. Lists nothing.
    fn parse(&self, text: &str) -> Result<ActionId, ActionError>;
    /// The usual text of an action.
    fn action_text(&self, action: ActionId) -> Result<String, ActionError>;
    /// The inputs that make an action.
    fn inputs_of(&self, action: ActionId) -> Result<Vec<Input>, ActionError>;
    /// The changes on the board when an action is made.
    fn animation_of(&self, action: ActionId) -> Result<Vec<Vec<AnimationStep>>, ActionError>;
    /// The view after an action, without playing it.
    fn view_after(&self, action: ActionId) -> Result<View, ActionError>;
    /// The kind of an action, one of the game's kinds.
    fn kind_of(&self, action: ActionId) -> Result<&'static str, ActionError>;
    /// Plays an action. A handle of another position is refused and changes nothing.
    fn play_action(&mut self, action: ActionId) -> Result<Flow, ActionError>;
    /// Takes the last action back and returns its text.
    fn undo(&mut self) -> Option<String>;
    /// The texts of the actions played so far.
    fn line(&self) -> Vec<String>;
    /// The players who made them.
    fn actors(&self) -> Vec<Player>;
    /// The animation of the last action and the view before it.
    fn last_animation(&self) -> Option<(Vec<Vec<AnimationStep>>, View)>;
    /// The view to draw.
    fn view(&self) -> View;
    /// Returns a sentence about what may follow the inputs of an action, where that is not
    /// obvious.
    fn input_prompt(&self, inputs: &[Input]) -> Option<&'static str>;
    /// The reason why the last of these inputs is not legal after those before it.
    fn explain_illegal_input(&self, inputs: &[Input]) -> String;
    /// The position with another piece on a cell, or none; it may be one that cannot be played.
    fn with_piece(&self, at: Spot, piece: Option<&PieceView>) -> Option<Box<dyn AnyMatch>>;
    /// The position at the start of a turn of that player; it may be one that cannot be played.
    fn with_side_to_move(&self, player: Player) -> Option<Box<dyn AnyMatch>>;
    /// Number of legal lines of `depth` actions.
    fn perft(&mut self, depth: u32) -> u64;
    /// The same, apart for each legal action, in byte order.
    fn divide(&mut self, depth: u32) -> Vec<(String, u64)>;
    /// A copy.
    fn copy(&self) -> Box<dyn AnyMatch>;
    /// The match itself, for callers that know the game's type.
    fn as_any(&self) -> &dyn Any;

    // The same with texts, for files, messages and typed input.

    /// The texts of the legal actions in byte order.
    fn legal(&self) -> Vec<String> {
        self.legal_actions().iter().map(|action| action.text.clone()).collect()
    }
    /// The legal actions in byte order, each with its inputs.
    fn legal_inputs(&self) -> Vec<(String, Vec<Input>)> {
        let texts = self.legal_actions().iter().map(|action| action.text.clone());
        texts.zip(self.input_sequences().iter().cloned()).collect()
    }
    /// Plays an action, or returns the reason why it is illegal and changes nothing.
    fn play(&mut self, text: &str) -> Result<Flow, ActionError> {
        let action = self.parse(text)?;
        self.play_action(action)
    }
    /// The inputs that make a legal action.
    fn inputs(&self, text: &str) -> Result<Vec<Input>, ActionError> {
        self.inputs_of(self.parse(text)?)
    }
    /// The changes on the board when a legal action is made.
    fn animation(&self, text: &str) -> Result<Vec<Vec<AnimationStep>>, ActionError> {
        self.animation_of(self.parse(text)?)
    }
    /// The kind of a legal action, one of the game's kinds.
    fn kind(&self, text: &str) -> Result<&'static str, ActionError> {
        self.kind_of(self.parse(text)?)
    }
}

/// A result in words.
///
/// ```
/// use hexarium_games::registry::Games;
/// use hexarium_kernel::{GameCatalog, Player};
///
/// let mut state = Games.open("hex(size=2)").unwrap().start();
/// for action in ["a1", "b1", "a2"] {
///     assert_eq!(state.verdict(), None);
///     state.play(action).unwrap();
/// }
/// let verdict = state.verdict().unwrap();
/// assert_eq!(verdict.outcome.winner, Some(Player::First));
/// assert_eq!(verdict.reason, "Blue connected top to bottom");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Winner and cause.
    pub outcome: Outcome,
    /// The sentence shown to a player.
    pub reason: String,
}

impl Verdict {
    /// The cause of the end, in the words of [`AnyGame::endings`].
    pub const fn cause_phrase(&self) -> &'static str {
        self.outcome.cause.phrase()
    }
}

/// Boxes a game behind the type-erased interface.
pub fn erase<G: Game>(game: G) -> Box<dyn AnyGame> {
    Box::new(Erased(Arc::new(game)))
}

struct Erased<G>(Arc<G>);

impl<G: Game> AnyGame for Erased<G> {
    fn spec(&self) -> &'static GameSpec {
        G::spec()
    }
    fn options(&self) -> &Options {
        self.0.options()
    }
    fn canonical_id(&self) -> String {
        self.0.canonical_id()
    }
    fn start(&self) -> Box<dyn AnyMatch> {
        Box::new(Match::new(self.0.clone()))
    }
    fn at_position(&self, text: &str) -> Result<Box<dyn AnyMatch>, PositionError> {
        let state = self.0.parse_position(text)?;
        Ok(Box::new(Match::from_state(self.0.clone(), state)))
    }
    fn board(&self) -> BoardView {
        self.0.board()
    }
    fn setup_pieces(&self) -> Vec<PieceView> {
        self.0.setup_pieces()
    }
    fn kinds(&self) -> Vec<&'static str> {
        self.0.kinds()
    }
    fn endings(&self) -> Vec<&'static str> {
        possible_causes(&*self.0).into_iter().map(Cause::phrase).collect()
    }
    fn player_name(&self, player: Player) -> &'static str {
        self.0.player_name(player)
    }
    fn player_aliases(&self, player: Player) -> &'static [&'static str] {
        self.0.player_aliases(player)
    }
}

impl<G: Game> Match<G> {
    /// The legal action of a text, or why there is none.
    pub fn find(&self, text: &str) -> Result<G::Action, ActionError> {
        if let Some(outcome) = self.outcome() {
            let reason = self.rules().reason(self.state(), &outcome);
            return Err(ActionError::illegal(text, format!("the game is over: {reason}")));
        }
        let action = self.rules().parse_action(self.state(), text)?;
        let is_legal = || self.cursor().is_legal(self.rules(), action);
        if self.handles().is_listed(action).unwrap_or_else(is_legal) {
            return Ok(action);
        }
        Err(ActionError::illegal(text, self.explain_illegal(action)))
    }

    /// The action of a handle.
    fn resolve(&self, action: ActionId) -> Result<G::Action, ActionError> {
        let stale = || ActionError::illegal("…", "the position has changed since it was chosen");
        self.handles().action(action).ok_or_else(stale)
    }

    /// The view of a state with the spaces that decided the game.
    fn view_of(&self, state: &G::State, outcome: Option<Outcome>, last: Option<(&G::State, G::Action)>) -> View {
        let mut view = self.rules().view(state);
        if let Some(outcome) = outcome {
            view.prompt = self.rules().reason(state, &outcome);
            let deciding = self.rules().deciding(state, &outcome, last);
            view.marks.extend(deciding.into_iter().map(|spot| (spot, Mark::Deciding)));
        }
        view
    }

    fn listed(&self) -> Vec<(String, G::Action)> {
        let text = |action| (self.rules().action_text(self.state(), action), action);
        Match::legal_actions(self).into_iter().map(text).collect()
    }

    fn explain_illegal(&self, action: G::Action) -> String {
        let rules = self.rules();
        let mut pseudo_legal_actions = Vec::new();
        rules.pseudo_legal_actions(self.state(), &mut pseudo_legal_actions);
        if !pseudo_legal_actions.contains(&action) {
            return rules.explain_illegal_action(self.state(), action);
        }
        let (mut state, mut memory) = (*self.state(), self.memory().clone());
        match rules.apply(&mut state, &mut memory, action) {
            Flow::SameTurn if !can_act(&**rules, &crate::NoHistory, &state, &memory) => {
                "the turn could not be completed after it".to_string()
            }
            Flow::SameTurn => {
                "every way to complete the turn would bring back a position that the same player made before"
                    .to_string()
            }
            _ => format!("{} has made this position before", rules.player_name(self.to_move())),
        }
    }
}

impl<G: Game> AnyMatch for Match<G> {
    fn position(&self) -> String {
        self.rules().position_text(self.state())
    }
    fn to_move(&self) -> Player {
        Match::to_move(self)
    }
    fn turn(&self) -> u32 {
        Match::turn(self)
    }
    fn verdict(&self) -> Option<Verdict> {
        let outcome = self.outcome()?;
        Some(Verdict { outcome, reason: self.rules().reason(self.state(), &outcome) })
    }
    fn key(&self) -> u64 {
        self.rules().key(self.state())
    }
    fn legal_actions(&self) -> &[LegalAction] {
        self.handles().list(|| self.listed())
    }
    fn input_sequences(&self) -> &[Vec<Input>] {
        self.handles().inputs(|| self.listed(), |action| self.rules().inputs(self.state(), action))
    }
    fn parse(&self, text: &str) -> Result<ActionId, ActionError> {
        Ok(self.handles().id(self.find(text)?))
    }
    fn action_text(&self, action: ActionId) -> Result<String, ActionError> {
        Ok(self.rules().action_text(self.state(), self.resolve(action)?))
    }
    fn inputs_of(&self, action: ActionId) -> Result<Vec<Input>, ActionError> {
        Ok(self.rules().inputs(self.state(), self.resolve(action)?))
    }
    fn animation_of(&self, action: ActionId) -> Result<Vec<Vec<AnimationStep>>, ActionError> {
        Ok(self.rules().animation(self.state(), self.resolve(action)?))
    }
    fn kind_of(&self, action: ActionId) -> Result<&'static str, ActionError> {
        Ok(self.rules().kind(self.state(), self.resolve(action)?))
    }
    fn play_action(&mut self, action: ActionId) -> Result<Flow, ActionError> {
        let action = self.resolve(action)?;
        Ok(self.play_legal(action))
    }
    fn undo(&mut self) -> Option<String> {
        let action = Match::undo(self)?;
        Some(self.rules().action_text(self.state(), action))
    }
    fn line(&self) -> Vec<String> {
        self.line_with_states().map(|(state, action)| self.rules().action_text(state, action)).collect()
    }
    fn actors(&self) -> Vec<Player> {
        self.line_with_states().map(|(state, _)| self.rules().to_move(state)).collect()
    }
    fn view(&self) -> View {
        self.view_of(self.state(), self.outcome(), self.last())
    }
    fn view_after(&self, action: ActionId) -> Result<View, ActionError> {
        let action = self.resolve(action)?;
        let mut cursor = self.cursor().clone();
        let (_, outcome) = cursor.play(self.rules(), action);
        Ok(self.view_of(&cursor.state, outcome, Some((self.state(), action))))
    }
    fn last_animation(&self) -> Option<(Vec<Vec<AnimationStep>>, View)> {
        let (before, action) = self.last()?;
        Some((self.rules().animation(before, action), self.rules().view(before)))
    }
    fn input_prompt(&self, inputs: &[Input]) -> Option<&'static str> {
        self.rules().input_prompt(self.state(), inputs)
    }
    fn explain_illegal_input(&self, inputs: &[Input]) -> String {
        match AnyMatch::verdict(self) {
            Some(verdict) => format!("The game is over: {}.", verdict.reason),
            None => self.rules().explain_illegal_input(self.state(), inputs),
        }
    }
    fn with_piece(&self, at: Spot, piece: Option<&PieceView>) -> Option<Box<dyn AnyMatch>> {
        let state = self.rules().with_piece(self.state(), at, piece)?;
        Some(Box::new(Self::from_state(self.rules().clone(), state)))
    }
    fn with_side_to_move(&self, player: Player) -> Option<Box<dyn AnyMatch>> {
        let state = self.rules().with_side_to_move(self.state(), player)?;
        Some(Box::new(Self::from_state(self.rules().clone(), state)))
    }
    fn perft(&mut self, depth: u32) -> u64 {
        perft(self, depth)
    }
    fn divide(&mut self, depth: u32) -> Vec<(String, u64)> {
        let text = |game: &Self, action| game.rules().action_text(game.state(), action);
        let mut rows: Vec<(String, u64)> =
            divide(self, depth).into_iter().map(|(action, count)| (text(self, action), count)).collect();
        rows.sort_unstable();
        rows
    }
    fn copy(&self) -> Box<dyn AnyMatch> {
        Box::new(self.clone())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}
