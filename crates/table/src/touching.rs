//! From touches to actions.
//!
//! A person touches cells and buttons one after the other. What has been touched so far is the beginning of the gesture of at least
//! one legal action; the next touch goes on with it, completes an action, starts anew, or leads nowhere and is answered with the reason.

use hexarium_kernel::{Movement, Spot, Touch, View};

use crate::{Story, Table, words};

/// The legal actions in byte order, each with its gesture.
pub(crate) type Offers = Vec<(String, Vec<Touch>)>;

/// What a touch led to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Touched {
    /// It is part of what has been touched now; more touches are needed.
    Selected,
    /// Nothing is touched any more.
    Cleared,
    /// It completes this action, which is not played yet.
    Act(String),
    /// It may mean any of these actions.
    Choose(Vec<Choice>),
    /// It leads nowhere, for this reason; nothing has changed.
    Refused(String),
}

/// One of several actions that the same touches may mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The text of the action.
    pub action: String,
    /// What it does, in a sentence that no other choice has.
    pub words: String,
}

/// Something that can be touched next, and what that would do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// What to touch.
    pub touch: Touch,
    /// What that would do.
    pub kind: TargetKind,
    /// The cells of the pieces that would be taken off or hit, wherever they stand.
    pub takes: Vec<Spot>,
}

/// What a touch would do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TargetKind {
    /// It goes on with a gesture; more touches are needed.
    Select,
    /// It completes one action, which takes nothing from the cell touched last.
    Move,
    /// It completes one action, which takes the piece on the cell touched last off the board.
    Capture,
    /// It completes one action, which hits the stack on the cell touched last.
    Hit,
    /// It may mean several actions.
    Ambiguous,
}

/// What an action would do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preview {
    /// The text of the action.
    pub action: String,
    /// A sentence about it.
    pub words: String,
    /// What would happen.
    pub story: Story,
    /// The board afterwards.
    pub after: View,
}

impl Table {
    /// What has been touched so far.
    pub fn touched(&self) -> &[Touch] {
        &self.touched
    }

    /// What can be touched next, each thing once: buttons last, cells in the order of the board.
    pub fn offers(&self) -> Vec<Touch> {
        let length = self.touched.len();
        let next = |(_, gesture): &(String, Vec<Touch>)| gesture.get(length).copied();
        let mut touches: Vec<Touch> = self.candidates(&self.touched).filter_map(next).collect();
        touches.sort_unstable_by_key(order);
        touches.dedup();
        touches
    }

    /// What can be touched next, with what it would do, in the same order.
    pub fn targets(&self) -> Vec<Target> {
        self.offers().into_iter().map(|touch| self.target(touch)).collect()
    }

    /// Touches something.
    pub fn touch(&mut self, touch: Touch) -> Touched {
        if let Some(reason) = self.closed() {
            return Touched::Refused(reason);
        }
        let mut touched = self.touched.clone();
        touched.push(touch);
        if self.candidates(&touched).next().is_none() {
            if self.touched.last() == Some(&touch) {
                self.clear();
                return Touched::Cleared;
            }
            if self.candidates(&[touch]).next().is_none() {
                return Touched::Refused(self.state.objection(&touched));
            }
            touched = vec![touch];
        }
        let outcome = self.meaning(&touched);
        self.touched = touched;
        outcome
    }

    /// Forgets what has been touched.
    pub fn clear(&mut self) {
        self.touched.clear();
    }

    /// What a touch would do, if it would complete exactly one action. Nothing changes.
    pub fn preview(&self, touch: Touch) -> Option<Preview> {
        let mut touched = self.touched.clone();
        touched.push(touch);
        if self.candidates(&touched).next().is_none() {
            touched = vec![touch];
        }
        let mut candidates = self.candidates(&touched);
        let (action, gesture) = candidates.next()?;
        if gesture.len() > touched.len() || candidates.next().is_some() {
            return None;
        }
        self.preview_action(action)
    }

    /// What an action would do, if it is legal. Nothing changes.
    pub fn preview_action(&self, action: &str) -> Option<Preview> {
        let story = self.state.story(action).ok()?;
        let mut copy = self.state.copy();
        copy.play(action).ok()?;
        let after = copy.view();
        let words = self.sentence(action, &story, &self.state.view(), &after);
        Some(Preview { action: action.to_string(), words, story, after })
    }

    /// The legal actions with their gestures; none where the game is over for other reasons than the rules.
    pub(crate) fn all_offers(&self) -> &Offers {
        self.offers.get_or_init(|| if self.closed().is_some() { Vec::new() } else { self.state.offers() })
    }

    /// The offers whose gesture begins with these touches.
    fn candidates(&self, touched: &[Touch]) -> impl Iterator<Item = &(String, Vec<Touch>)> {
        self.all_offers().iter().filter(move |(_, gesture)| gesture.starts_with(touched))
    }

    fn meaning(&self, touched: &[Touch]) -> Touched {
        let is_complete = |gesture: &[Touch]| gesture.len() == touched.len();
        if !self.candidates(touched).any(|(_, gesture)| is_complete(gesture)) {
            return Touched::Selected;
        }
        let mut actions: Vec<&(String, Vec<Touch>)> = self.candidates(touched).collect();
        if let [(action, _)] = actions[..] {
            return Touched::Act(action.clone());
        }
        // What is complete already is likely meant.
        actions.sort_by_key(|(_, gesture)| gesture.len());
        let choice = |(action, _): &&(String, Vec<Touch>)| {
            let preview = self.preview_action(action);
            let words = preview.map_or_else(|| action.clone(), |preview| preview.words);
            Choice { action: action.clone(), words }
        };
        let mut choices: Vec<Choice> = actions.iter().map(choice).collect();
        words::tell_apart(&mut choices);
        Touched::Choose(choices)
    }

    fn target(&self, touch: Touch) -> Target {
        let mut touched = self.touched.clone();
        touched.push(touch);
        let target = |kind, takes| Target { touch, kind, takes };
        let mut candidates = self.candidates(&touched);
        let complete = self.candidates(&touched).any(|(_, gesture)| gesture.len() == touched.len());
        match (candidates.next(), candidates.next()) {
            (Some((action, _)), None) if complete => {
                let story = self.state.story(action).unwrap_or_default();
                let cell = |touch: &Touch| if let Touch::Cell(spot) = touch { Some(*spot) } else { None };
                let last = touched.iter().rev().find_map(cell);
                let (mut kind, mut takes) = (TargetKind::Move, Vec::new());
                for movement in story.iter().flatten() {
                    match movement {
                        Movement::Capture { at } => {
                            takes.push(*at);
                            if Some(*at) == last && kind == TargetKind::Move {
                                kind = TargetKind::Capture;
                            }
                        }
                        Movement::Hit { at, .. } => {
                            takes.push(*at);
                            if Some(*at) == last {
                                kind = TargetKind::Hit;
                            }
                        }
                        Movement::Split { cells } => takes.extend(cells),
                        _ => {}
                    }
                }
                target(kind, takes)
            }
            _ if complete => target(TargetKind::Ambiguous, Vec::new()),
            _ => target(TargetKind::Select, Vec::new()),
        }
    }

    /// A sentence about an action of the player to move.
    fn sentence(&self, action: &str, story: &Story, before: &View, after: &View) -> String {
        words::action(self.game(), self.board(), self.state.to_move(), action, story, before, after)
    }
}

fn order(touch: &Touch) -> (bool, u16, &'static str) {
    match touch {
        Touch::Cell(spot) => (false, spot.0, ""),
        Touch::Button(word) => (true, 0, word),
    }
}
