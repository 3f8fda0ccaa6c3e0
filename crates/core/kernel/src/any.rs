//! Games behind one object-safe interface, for everything that does not need to know which game it is.

use std::any::Any;
use std::sync::Arc;

use crate::{
    ActionError, AnimationStep, BoardView, Cause, Flow, Game, GameSpec, Input, Mark, Match, Options, Outcome,
    PieceView, Player, PositionError, Spot, View, can_act, divide, perft, possible_causes,
};

/// A configured game of any kind.
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
pub trait AnyMatch: Send {
    /// The position as text.
    fn position(&self) -> String;
    /// Whose action it is.
    fn to_move(&self) -> Player;
    /// Number of the turn under way, from 1.
    fn turn(&self) -> u32;
    /// The result, once there is one.
    fn verdict(&self) -> Option<Verdict>;
    /// The hash of the state.
    fn key(&self) -> u64;
    /// The texts of the legal actions in byte order.
    fn legal(&self) -> Vec<String>;
    /// Plays an action, or says why not and changes nothing.
    fn play(&mut self, text: &str) -> Result<Flow, ActionError>;
    /// Takes the last action back and returns its text.
    fn undo(&mut self) -> Option<String>;
    /// The texts of the actions played so far.
    fn line(&self) -> Vec<String>;
    /// Who made each of them.
    fn actors(&self) -> Vec<Player>;
    /// What is to be drawn.
    fn view(&self) -> View;
    /// What a person touches to make a legal action.
    fn inputs(&self, text: &str) -> Result<Vec<Input>, ActionError>;
    /// The legal actions in byte order, each with what a person touches to make it: one pass for all of them, where asking for one
    /// gesture lists the legal actions each time.
    fn legal_inputs(&self) -> Vec<(String, Vec<Input>)>;
    /// What happens when a legal action is made.
    fn animation(&self, text: &str) -> Result<Vec<Vec<AnimationStep>>, ActionError>;
    /// Which of the game's kinds a legal action is.
    fn kind(&self, text: &str) -> Result<&'static str, ActionError>;
    /// Why the last of these touches leads nowhere; those before it were taken.
    fn explain_illegal_input(&self, touched: &[Input]) -> String;
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
    /// The match as it is, for those who know the game's type.
    fn as_any(&self) -> &dyn Any;
}

/// A result in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Winner and cause.
    pub outcome: Outcome,
    /// The sentence shown to a player.
    pub reason: String,
}

impl Verdict {
    /// What ended the game, in the words of [`AnyGame::endings`].
    pub const fn cause_phrase(&self) -> &'static str {
        self.outcome.cause.phrase()
    }
}

/// Any game behind the common interface.
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
        if self.cursor().is_legal(self.rules(), action) {
            return Ok(action);
        }
        Err(ActionError::illegal(text, self.why_not(action)))
    }

    fn why_not(&self, action: G::Action) -> String {
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
    fn legal(&self) -> Vec<String> {
        let text = |action| self.rules().action_text(self.state(), action);
        let mut texts: Vec<String> = self.legal_actions().into_iter().map(text).collect();
        texts.sort_unstable();
        texts
    }
    fn play(&mut self, text: &str) -> Result<Flow, ActionError> {
        let action = self.find(text)?;
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
        let mut view = self.rules().view(self.state());
        if let Some(outcome) = self.outcome() {
            view.prompt = self.rules().reason(self.state(), &outcome);
            let deciding = self.rules().deciding(self.state(), &outcome, self.line_with_states().last());
            view.marks.extend(deciding.into_iter().map(|spot| (spot, Mark::Deciding)));
        }
        view
    }
    fn inputs(&self, text: &str) -> Result<Vec<Input>, ActionError> {
        Ok(self.rules().inputs(self.state(), self.find(text)?))
    }
    fn legal_inputs(&self) -> Vec<(String, Vec<Input>)> {
        let rules = self.rules();
        let offer = |action| (rules.action_text(self.state(), action), rules.inputs(self.state(), action));
        let mut legal_inputs: Vec<_> = self.legal_actions().into_iter().map(offer).collect();
        // No two legal actions share a text, so the gestures never decide.
        legal_inputs.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        legal_inputs
    }
    fn animation(&self, text: &str) -> Result<Vec<Vec<AnimationStep>>, ActionError> {
        Ok(self.rules().animation(self.state(), self.find(text)?))
    }
    fn kind(&self, text: &str) -> Result<&'static str, ActionError> {
        Ok(self.rules().kind(self.state(), self.find(text)?))
    }
    fn explain_illegal_input(&self, touched: &[Input]) -> String {
        match AnyMatch::verdict(self) {
            Some(verdict) => format!("The game is over: {}.", verdict.reason),
            None => self.rules().explain_illegal_input(self.state(), touched),
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
