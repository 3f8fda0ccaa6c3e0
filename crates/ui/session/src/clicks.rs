//! From touches to actions.
//!
//! A person touches cells and buttons one after the other. What has been touched so far is the beginning of the gesture of at least
//! one legal action; the next touch goes on with it, completes an action, starts anew, or leads nowhere and is answered with the reason.

use hexarium_kernel::{AnimationStep, Input, Spot, View};

use crate::{GameSession, Story, words};

/// A legal action with its gesture.
pub(crate) type Offer = (String, Vec<Input>);

/// The legal actions in byte order.
pub(crate) type Offers = Vec<Offer>;

/// What a touch led to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClickOutcome {
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
    pub touch: Input,
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
    pub animation: Story,
    /// The board afterwards.
    pub after: View,
}

impl GameSession {
    /// What has been touched so far.
    pub fn touched(&self) -> &[Input] {
        &self.touched
    }

    /// What can be touched next, each thing once: cells in the order of the board, then buttons.
    pub fn legal_inputs(&self) -> Vec<Input> {
        self.by_next_touch().iter().map(|(touch, _)| *touch).collect()
    }

    /// What can be touched next, with what it would do, in the same order.
    pub fn targets(&self) -> Vec<Target> {
        self.by_next_touch().into_iter().map(|(touch, actions)| self.target(touch, &actions)).collect()
    }

    /// Touches something. Unless it is refused, [`GameSession::touched`] says afterwards what counts as touched; an action that is complete
    /// stays touched until it is [played](GameSession::play) or [cleared](GameSession::clear) away, and where several can be meant, further touches
    /// may still tell which.
    pub fn touch(&mut self, touch: Input) -> ClickOutcome {
        if let Some(reason) = self.closed() {
            return ClickOutcome::Refused(reason);
        }
        let Some(touched) = self.with_touch(touch) else {
            if self.touched.last() == Some(&touch) {
                self.clear();
                return ClickOutcome::Cleared;
            }
            let all = [&self.touched[..], &[touch]].concat();
            return ClickOutcome::Refused(self.state.explain_illegal_input(&all));
        };
        let outcome = self.meaning(&touched);
        self.touched = touched;
        outcome
    }

    /// Forgets what has been touched.
    pub fn clear(&mut self) {
        self.touched.clear();
    }

    /// What a touch would do, if it would complete exactly one action. Nothing changes.
    pub fn preview(&self, touch: Input) -> Option<Preview> {
        let touched = self.with_touch(touch)?;
        let mut candidates = self.candidates(&touched);
        let (action, inputs) = candidates.next()?;
        if inputs.len() > touched.len() || candidates.next().is_some() {
            return None;
        }
        self.preview_action(action)
    }

    /// What an action would do, if it is legal. Nothing changes.
    pub fn preview_action(&self, action: &str) -> Option<Preview> {
        let animation = self.state.animation(action).ok()?;
        let mut copy = self.state.copy();
        copy.play(action).ok()?;
        let after = copy.view();
        let words = self.sentence(action, &animation, &self.state.view(), &after);
        Some(Preview { action: action.to_string(), words, animation, after })
    }

    /// The legal actions with their gestures; none where the game is over for other reasons than the rules.
    pub(crate) fn all_offers(&self) -> &Offers {
        self.legal_inputs.get_or_init(|| if self.closed().is_some() { Vec::new() } else { self.state.legal_inputs() })
    }

    /// The offers whose gesture begins with these touches.
    fn candidates(&self, touched: &[Input]) -> impl Iterator<Item = &Offer> {
        self.all_offers().iter().filter(move |(_, inputs)| inputs.starts_with(touched))
    }

    /// What counts as touched after one more touch: it goes on with what was touched before, or starts anew. Nothing if it leads nowhere,
    /// or is the last one again.
    fn with_touch(&self, touch: Input) -> Option<Vec<Input>> {
        let leads_on = |touched: &Vec<Input>| self.candidates(touched).next().is_some();
        let longer = Some([&self.touched[..], &[touch]].concat()).filter(leads_on);
        let anew = || Some(vec![touch]).filter(|new| self.touched.last() != Some(&touch) && leads_on(new));
        longer.or_else(anew)
    }

    /// What complete or incomplete gestures mean.
    fn meaning(&self, touched: &[Input]) -> ClickOutcome {
        let is_complete = |inputs: &[Input]| inputs.len() == touched.len();
        if !self.candidates(touched).any(|(_, inputs)| is_complete(inputs)) {
            return ClickOutcome::Selected;
        }
        let mut actions: Vec<&Offer> = self.candidates(touched).collect();
        if let [(action, _)] = actions[..] {
            return ClickOutcome::Act(action.clone());
        }
        // What is complete already is likely meant.
        actions.sort_by_key(|(_, inputs)| inputs.len());
        let choice = |(action, _): &&Offer| {
            let preview = self.preview_action(action);
            let words = preview.map_or_else(|| action.clone(), |preview| preview.words);
            Choice { action: action.clone(), words }
        };
        let mut choices: Vec<Choice> = actions.iter().map(choice).collect();
        words::tell_apart(&mut choices);
        ClickOutcome::Choose(choices)
    }

    /// The actions that can still be meant, by what is to be touched next.
    fn by_next_touch(&self) -> Vec<(Input, Vec<&Offer>)> {
        let length = self.touched.len();
        let next = |offer: &'_ Offer| offer.1.get(length).copied();
        let mut legal_inputs: Vec<&Offer> =
            self.candidates(&self.touched).filter(|offer| next(offer).is_some()).collect();
        legal_inputs.sort_by_key(|offer| next(offer).map(order));
        let groups = legal_inputs.chunk_by(|a, b| next(a) == next(b));
        groups.filter_map(|group| Some((next(group[0])?, group.to_vec()))).collect()
    }

    /// What a touch does that goes on with the gestures of these actions.
    fn target(&self, touch: Input, actions: &[&Offer]) -> Target {
        let length = self.touched.len() + 1;
        let kind = match actions {
            [(action, inputs)] if inputs.len() == length => return self.completing(touch, action, inputs),
            _ if actions.iter().any(|(_, inputs)| inputs.len() == length) => TargetKind::Ambiguous,
            _ => TargetKind::Select,
        };
        Target { touch, kind, takes: Vec::new() }
    }

    /// What a touch does that completes this action and no other.
    fn completing(&self, touch: Input, action: &str, inputs: &[Input]) -> Target {
        let animation = self.state.animation(action).unwrap_or_default();
        let cell = |touch: &Input| if let Input::Cell(spot) = touch { Some(*spot) } else { None };
        let last = inputs.iter().rev().find_map(cell);
        let mut target = Target { touch, kind: TargetKind::Move, takes: Vec::new() };
        for movement in animation.iter().flatten() {
            let (taken, kind) = match movement {
                AnimationStep::Capture { at } => (std::slice::from_ref(at), TargetKind::Capture),
                AnimationStep::Hit { at, .. } => (std::slice::from_ref(at), TargetKind::Hit),
                AnimationStep::Split { cells } => (&cells[..], TargetKind::Move),
                _ => continue,
            };
            target.takes.extend(taken);
            if kind != TargetKind::Move && last.is_some_and(|last| taken.contains(&last)) {
                target.kind = kind;
            }
        }
        target
    }

    /// A sentence about an action of the player to move.
    fn sentence(&self, action: &str, animation: &Story, before: &View, after: &View) -> String {
        words::action(self.game(), self.board(), self.state.to_move(), action, animation, before, after)
    }
}

/// Cells in the order of the board, then buttons by their words.
fn order(touch: Input) -> (bool, u16, &'static str) {
    match touch {
        Input::Cell(spot) => (false, spot.0, ""),
        Input::Button(word) => (true, 0, word),
    }
}
