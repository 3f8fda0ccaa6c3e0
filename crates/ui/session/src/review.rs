//! Game review: every action of a line is graded by an engine's evaluations of the positions before
//! and after it.

use hexarium_formats::{Event, NodeId};
use hexarium_kernel::{PerPlayer, Player, View};
use hexarium_search::{Analysis, AnalysisLine, Proof};

use crate::GameSession;
use crate::words::percent;

/// An engine's evaluation of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation {
    /// The first player's win probability.
    pub first_wins: f32,
    /// The proven result for the side to move.
    pub proof: Option<Proof>,
    /// The principal variation; empty if the game is over.
    pub line: Vec<String>,
    /// Whether every action but the best is far worse; in a proven win, proven not to win.
    pub has_only_move: bool,
}

impl Evaluation {
    /// The evaluation of a position in which `player` is to move.
    pub fn of(analysis: &Analysis, player: Player) -> Option<Self> {
        let (best, others) = analysis.lines.split_first()?;
        let first_wins = if player == Player::First { best.win } else { 1.0 - best.win };
        let is_far_worse = |line: &AnalysisLine| match (best.proof, line.proof) {
            (Some(Proof::Win), proof) => matches!(proof, Some(Proof::Loss | Proof::Draw)),
            (_, Some(Proof::Loss)) => true,
            // An action with few visits is not known to be worse.
            _ => line.win < best.win - BLUNDER && line.visits * 50 >= analysis.nodes,
        };
        let has_only_move = best.proof != Some(Proof::Loss) && !others.is_empty() && others.iter().all(is_far_worse);
        Some(Self { first_wins, proof: best.proof, line: best.pv.clone(), has_only_move })
    }

    /// The evaluation of a finished game.
    fn of_ending(winner: Option<Player>) -> Self {
        let first_wins = match winner {
            Some(Player::First) => 1.0,
            Some(Player::Second) => 0.0,
            None => 0.5,
        };
        Self { first_wins, proof: None, line: Vec::new(), has_only_move: false }
    }

    /// The win probability of a player.
    pub fn win(&self, player: Player) -> f32 {
        if player == Player::First { self.first_wins } else { 1.0 - self.first_wins }
    }
}

/// The win probability that an inaccuracy, a mistake and a blunder lose at least: the thresholds of
/// lichess.
const INACCURACY: f32 = 0.05;
const MISTAKE: f32 = 0.10;
const BLUNDER: f32 = 0.15;

/// The quality of an action, from the win probability that it loses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    /// The engine's choice, or as good.
    Best,
    /// Nearly as good.
    Good,
    /// At least 5 percentage points worse.
    Inaccuracy,
    /// At least 10 percentage points worse.
    Mistake,
    /// At least 15 percentage points worse.
    Blunder,
}

impl Grade {
    /// All grades, best first.
    pub const ALL: [Self; 5] = [Self::Best, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    fn of_loss(loss: f32) -> Self {
        match loss {
            _ if loss >= BLUNDER => Self::Blunder,
            _ if loss >= MISTAKE => Self::Mistake,
            _ if loss >= INACCURACY => Self::Inaccuracy,
            _ if loss > 0.02 => Self::Good,
            _ => Self::Best,
        }
    }

    /// The word in JSON and on the page.
    pub fn word(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// The plural, after a number.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracies",
            Self::Mistake => "mistakes",
            Self::Blunder => "blunders",
        }
    }

    /// The annotation symbol of the field: `?!`, `?`, `??`, or nothing.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Best | Self::Good => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

/// A graded action.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewedAction {
    /// The node that the action leads to.
    pub node: NodeId,
    /// The number of its turn.
    pub turn: u32,
    /// The player who made it.
    pub player: Player,
    /// Its text.
    pub action: String,
    /// The player's win probability before it.
    pub before: f32,
    /// The player's win probability after it.
    pub after: f32,
    /// Its grade.
    pub grade: Grade,
    /// The engine's line from the position before it, its choice first.
    pub best_line: Vec<String>,
    /// The engine's line after it; after a mistake, the refutation.
    pub reply_line: Vec<String>,
    /// Whether the player had a proven win and no longer has.
    pub missed_win: bool,
    /// Whether the opponent has a proven win after it and had none before.
    pub allowed_win: bool,
    /// Whether it was the only action that is not far worse.
    pub only_move: bool,
}

impl ReviewedAction {
    /// Whether the favourite changed through a mistake.
    pub fn is_turning_point(&self) -> bool {
        self.grade >= Grade::Mistake && self.before > 0.5 && self.after < 0.5
    }

    /// The annotation symbol: that of the grade, with `×` if it missed a win; `□` for an only move.
    pub fn symbol(&self) -> &'static str {
        match (self.missed_win, self.grade) {
            (true, Grade::Inaccuracy) => "?!×",
            (true, Grade::Mistake) => "?×",
            (true, Grade::Blunder) => "??×",
            (false, Grade::Best | Grade::Good) if self.only_move => "□",
            (_, grade) => grade.symbol(),
        }
    }

    /// The symbol in words; empty if there is none.
    pub fn symbol_words(&self) -> &'static str {
        match self.symbol() {
            "?!×" => "inaccuracy, missed win",
            "?×" => "mistake, missed win",
            "??×" => "blunder, missed win",
            "□" => "only move",
            "" => "",
            _ => self.grade.word(),
        }
    }

    /// The review in words: the win probabilities, and what was better.
    pub fn in_words(&self) -> String {
        let change = format!("win probability {} → {}", percent(self.before), percent(self.after));
        let verdict = match self.best_line.first() {
            Some(best) if self.missed_win => format!("Missed win. Best was {best}."),
            Some(best) if self.grade > Grade::Best => format!("Best was {best}."),
            _ if self.only_move => "That was the only move.".to_string(),
            _ => "That was the best move.".to_string(),
        };
        format!("{}{}: {change}. {verdict}", self.action, self.symbol())
    }

    /// Whether the opponent's action that led to the cursor of `reply` carries out a threat that
    /// this action allowed: it is part of a win, or it captures pieces of the player.
    pub fn allowed_threat(&self, reply: &GameSession) -> bool {
        let material = |view: &View| -> u32 {
            let own = view.pieces.iter().filter(|(_, piece)| piece.owner == Some(self.player));
            own.map(|(_, piece)| u32::from(piece.height.max(1))).sum()
        };
        let captures = || reply.last_animation().is_some_and(|(_, before)| material(before) > material(reply.view()));
        let is_answer = reply.last_actor() == Some(self.player.other());
        is_answer && (self.allowed_win || (self.grade > Grade::Good && captures()))
    }

    /// The accuracy of the action, from 0 to 100: the formula of lichess.
    pub fn accuracy(&self) -> f32 {
        let loss = 100.0 * (self.before - self.after).max(0.0);
        let loss = if self.grade == Grade::Best { 0.0 } else { loss };
        (103.1668 * (-0.04354 * loss).exp() - 3.1668).clamp(0.0, 100.0)
    }
}

/// The graded actions of a line.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct GameReview {
    /// The actions whose positions are evaluated, in order.
    pub actions: Vec<ReviewedAction>,
}

impl GameReview {
    /// Grades the actions of the line through the cursor, as far as their positions are evaluated.
    ///
    /// ```
    /// use hexarium_formats::NodeId;
    /// use hexarium_games::registry::Games;
    /// use hexarium_session::review::{Evaluation, GameReview, Grade};
    /// use hexarium_session::GameSession;
    ///
    /// let mut session = GameSession::new(&Games, "hex(size=3)")?;
    /// session.play("a1")?;
    /// for (node, first_wins) in [(0, 0.9), (1, 0.3)] {
    ///     let line = vec!["b2".to_string()];
    ///     let evaluation = Evaluation { first_wins, proof: None, line, has_only_move: false };
    ///     session.set_evaluation(NodeId(node), evaluation);
    /// }
    /// let review = GameReview::of(&session);
    /// assert_eq!(review.actions[0].grade, Grade::Blunder);
    /// assert!(review.actions[0].is_turning_point());
    /// # Ok::<(), String>(())
    /// ```
    pub fn of(session: &GameSession) -> Self {
        let nodes = session.tree().line_through(session.cursor());
        Self { actions: nodes.into_iter().filter_map(|node| session.reviewed_action(node)).collect() }
    }

    /// The graded action that leads to a node.
    pub fn action(&self, node: NodeId) -> Option<&ReviewedAction> {
        self.actions.iter().find(|action| action.node == node)
    }

    /// The actions of a player.
    pub fn of_player(&self, player: Player) -> impl Iterator<Item = &ReviewedAction> {
        self.actions.iter().filter(move |action| action.player == player)
    }

    /// Returns the mistakes and blunders of the players that `is_included` accepts.
    pub fn mistakes(&self, is_included: impl Fn(Player) -> bool) -> impl Iterator<Item = &ReviewedAction> {
        self.actions.iter().filter(move |action| action.grade >= Grade::Mistake && is_included(action.player))
    }

    /// The number of a player's actions of a grade.
    pub fn count(&self, player: Player, grade: Grade) -> usize {
        self.of_player(player).filter(|action| action.grade == grade).count()
    }

    /// The mean accuracy of each player's actions.
    pub fn accuracy(&self) -> PerPlayer<Option<f32>> {
        PerPlayer(Player::BOTH.map(|player| {
            let (sum, count) =
                self.of_player(player).fold((0.0, 0), |(sum, count), action| (sum + action.accuracy(), count + 1));
            (count > 0).then(|| sum / count as f32)
        }))
    }
}

/// The win probability below which the engine is believed that a proven win is lost, although it
/// has proven nothing: the opponent is a favourite of two to one.
const CLEARLY_BEHIND: f32 = 1.0 / 3.0;

impl GameSession {
    /// The evaluation of the position at a node: its result if the game is over there, or an
    /// engine's, if it is known.
    pub fn evaluation(&self, node: NodeId) -> Option<Evaluation> {
        let ending = self.notes.get(node.0)?.ended.as_ref();
        ending.map(|ending| Evaluation::of_ending(ending.winner)).or_else(|| self.evaluations.get(&node).cloned())
    }

    /// The number of evaluations by an engine.
    pub fn evaluation_count(&self) -> usize {
        self.evaluations.len()
    }

    /// Notes an engine's evaluation of the position at a node.
    pub fn set_evaluation(&mut self, node: NodeId, evaluation: Evaluation) {
        if node.0 < self.notes.len() {
            self.evaluations.insert(node, evaluation);
        }
    }

    /// The action that leads to a node with its grade, if the positions before and after it are
    /// evaluated.
    pub fn reviewed_action(&self, node: NodeId) -> Option<ReviewedAction> {
        let Some(Event::Action(action)) = &self.tree.node(node).event else { return None };
        let note = &self.notes[node.0];
        let (before, after) = (self.evaluation(self.tree.parent(node)?)?, self.evaluation(node)?);
        let is_choice = before.line.first() == Some(action);
        let (was, now) = (before.win(note.actor), after.win(note.actor));
        let is_lost = |evaluation: &Evaluation| {
            matches!(evaluation.proof, Some(Proof::Win | Proof::Loss)) && evaluation.win(note.actor) < 0.5
        };
        // A proven win that is not proven any more may still be there: the engine has doubts and no
        // refutation.
        let is_open = after.proof.is_none() && !after.line.is_empty();
        let is_doubted = before.proof == Some(Proof::Win) && is_open && now >= CLEARLY_BEHIND;
        let worst = if is_doubted { Grade::Inaccuracy } else { Grade::Blunder };
        let grade = if is_choice { Grade::Best } else { Grade::of_loss(was - now).min(worst) };
        Some(ReviewedAction {
            node,
            turn: note.turn,
            player: note.actor,
            action: action.clone(),
            before: was,
            after: now,
            grade,
            missed_win: before.proof == Some(Proof::Win) && grade >= Grade::Inaccuracy && !is_doubted,
            allowed_win: is_lost(&after) && !is_lost(&before),
            only_move: before.has_only_move && is_choice,
            best_line: before.line,
            reply_line: after.line,
        })
    }
}
