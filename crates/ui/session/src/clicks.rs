//! From clicks to actions.
//!
//! A player clicks cells and buttons one after the other. The inputs so far are the beginning of
//! the inputs of at least one legal action. The next click continues them, completes an action,
//! starts anew, or is rejected with the reason.

use hexarium_kernel::{ActionId, AnimationStep, Input, LegalAction, Spot, View};

use crate::{Animation, GameSession, words};

/// A legal action with its inputs.
type Candidate<'a> = (&'a LegalAction, &'a [Input]);

/// The result of a click.
///
/// ```
/// use hexarium_games::registry::Games;
/// use hexarium_session::{ClickOutcome, GameSession};
///
/// // A move of a stone takes two clicks: its cell and the next one.
/// let mut session = GameSession::new(&Games, "coalesce")?;
/// let inputs = session.state().inputs("a1-b1").map_err(|e| e.to_string())?;
/// assert_eq!(session.click(inputs[0]), ClickOutcome::Selected);
/// let ClickOutcome::Act(action) = session.click(inputs[1]) else { panic!("two clicks are all") };
/// session.play_action(action)?;
/// assert_eq!(session.actions(), ["a1-b1"]);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClickOutcome {
    /// The click is part of the inputs now; more are needed.
    Selected,
    /// The inputs were cleared.
    Cleared,
    /// The inputs make this action, which is not played yet.
    Act(ActionId),
    /// The inputs may mean any of these actions.
    Choose(Vec<Choice>),
    /// The click is illegal, for this reason; nothing has changed.
    Rejected(String),
}

/// One of several actions that the same inputs may mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The handle of the action.
    pub action: ActionId,
    /// The text of the action.
    pub text: String,
    /// A sentence about it, different from those of the other choices.
    pub words: String,
    /// Whether the inputs so far are all inputs of the action.
    pub is_complete: bool,
}

/// An input that can follow, and its effect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The input.
    pub input: Input,
    /// The effect.
    pub kind: TargetKind,
    /// The cells of the pieces that would be captured or hit.
    pub takes: Vec<Spot>,
}

/// The effect of an input.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TargetKind {
    /// More inputs are needed.
    Select,
    /// It completes one action, which takes nothing from the last cell.
    Move,
    /// It completes one action, which captures the piece on the last cell.
    Capture,
    /// It completes one action, which hits the stack on the last cell.
    Hit,
    /// It may mean several actions.
    Ambiguous,
}

/// The effect of an action before it is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preview {
    /// The text of the action.
    pub action: String,
    /// A sentence about it.
    pub words: String,
    /// The changes on the board.
    pub animation: Animation,
    /// The board afterwards.
    pub after: View,
}

impl GameSession {
    /// The inputs so far.
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// The last cell among the inputs so far.
    pub fn selected_cell(&self) -> Option<Spot> {
        self.inputs.iter().rev().find_map(|input| input_cell(*input))
    }

    /// The inputs that can follow, each once: cells in the order of the board, then buttons.
    pub fn legal_inputs(&self) -> Vec<Input> {
        self.by_next_input().iter().map(|(input, _)| *input).collect()
    }

    /// The buttons that can be pressed.
    pub fn buttons(&self) -> Vec<&'static str> {
        let word = |input: Input| if let Input::Button(word) = input { Some(word) } else { None };
        self.legal_inputs().into_iter().filter_map(word).collect()
    }

    /// The inputs that can follow with their effects, in the same order.
    pub fn targets(&self) -> Vec<Target> {
        self.by_next_input().into_iter().map(|(input, actions)| self.target(input, &actions)).collect()
    }

    /// The cells whose pieces are removed by a second click on them.
    pub fn removable(&self) -> Vec<Spot> {
        let twice = |(_, inputs): Candidate| match inputs {
            [first, second] if first == second => input_cell(*first),
            _ => None,
        };
        self.options().filter_map(twice).collect()
    }

    /// Adds an input. A complete action stays among the inputs until it is
    /// [played](GameSession::play_action) or [cleared](GameSession::clear); if several actions are
    /// possible, further inputs may still decide between them.
    pub fn click(&mut self, input: Input) -> ClickOutcome {
        if let Some(reason) = self.closed() {
            return ClickOutcome::Rejected(reason);
        }
        let Some(inputs) = self.with_input(input) else {
            if self.inputs.last() == Some(&input) {
                self.clear();
                return ClickOutcome::Cleared;
            }
            let all = [&self.inputs[..], &[input]].concat();
            return ClickOutcome::Rejected(self.state.explain_illegal_input(&all));
        };
        let outcome = self.meaning(&inputs);
        self.inputs = inputs;
        outcome
    }

    /// Clears the inputs.
    pub fn clear(&mut self) {
        self.inputs.clear();
    }

    /// The effect of an input that would complete exactly one action.
    pub fn preview(&self, input: Input) -> Option<Preview> {
        let inputs = self.with_input(input)?;
        let mut matching = self.matching(&inputs);
        let (action, all) = matching.next()?;
        if all.len() > inputs.len() || matching.next().is_some() {
            return None;
        }
        self.preview_of(action.id)
    }

    /// The effect of a legal action.
    pub fn preview_of(&self, action: ActionId) -> Option<Preview> {
        let text = self.state.action_text(action).ok()?;
        let animation = self.state.animation_of(action).ok()?;
        let after = self.state.view_after(action).ok()?;
        let actor = self.state.to_move();
        let words = words::action(self.game(), self.board(), actor, &text, &animation, self.view(), &after);
        Some(Preview { action: text, words, animation, after })
    }

    /// The common beginning of the actions that the inputs so far may mean: the changes, and the
    /// pieces after them. `None` if they differ from the start.
    pub fn preview_so_far(&self) -> Option<(Animation, View)> {
        let mut common: Option<Animation> = None;
        for (action, _) in self.matching(&self.inputs).filter(|_| !self.inputs.is_empty()) {
            let animation = self.state.animation_of(action.id).ok()?;
            common = Some(match common {
                None => animation,
                Some(common) => common.into_iter().zip(animation).take_while(|(a, b)| a == b).map(|(a, _)| a).collect(),
            });
            if common.as_ref().is_some_and(Vec::is_empty) {
                return None;
            }
        }
        let common = common?;
        let mut after = self.view().clone();
        for step in common.iter().flatten() {
            match step {
                AnimationStep::Slide { from, to }
                | AnimationStep::Jump { from, to }
                | AnimationStep::Push { from, to }
                | AnimationStep::Wrap { from, to } => {
                    let moved = after.pieces.iter_mut().find(|(at, _)| at == from);
                    moved.into_iter().for_each(|(at, _)| *at = *to);
                }
                AnimationStep::Capture { at } => after.pieces.retain(|(piece, _)| piece != at),
                AnimationStep::Place { at, piece } => after.pieces.push((*at, piece.clone())),
                _ => {}
            }
        }
        Some((common, after))
    }

    /// The effect of a legal action by its text.
    pub fn preview_text(&self, action: &str) -> Option<Preview> {
        self.preview_of(self.state.parse(action).ok()?)
    }

    /// The legal actions with their inputs; none where the game is over for reasons other than the
    /// rules.
    fn options(&self) -> impl Iterator<Item = Candidate<'_>> {
        let open = self.closed().is_none();
        let legal: &[LegalAction] = if open { self.state.legal_actions() } else { &[] };
        let inputs: &[Vec<Input>] = if open { self.state.input_sequences() } else { &[] };
        legal.iter().zip(inputs.iter().map(Vec::as_slice))
    }

    /// The actions whose inputs begin with these.
    fn matching(&self, inputs: &[Input]) -> impl Iterator<Item = Candidate<'_>> {
        self.options().filter(move |(_, all)| all.starts_with(inputs))
    }

    /// The inputs after one more: it continues them, by any piece where it selects a group, or
    /// starts anew. `None` if it is illegal, or the last one again.
    fn with_input(&self, input: Input) -> Option<Vec<Input>> {
        let is_legal = |inputs: &Vec<Input>| self.matching(inputs).next().is_some();
        let longer = Some([&self.inputs[..], &[input]].concat()).filter(is_legal);
        let anew = || Some(vec![input]).filter(|new| self.inputs.last() != Some(&input) && is_legal(new));
        let group = || Some([&self.inputs[..], &[self.group_input(input)?]].concat());
        longer.or_else(group).or_else(anew)
    }

    /// The input that selects the group of a cell, where the possible actions differ in nothing but
    /// the group that stays. The last cell deselects itself.
    fn group_input(&self, input: Input) -> Option<Input> {
        let (cell, length) = (input_cell(input)?, self.inputs.len() + 1);
        if self.inputs.last() == Some(&input) {
            return None;
        }
        // The actions have the same beginning.
        self.preview_so_far()?;
        if self.matching(&self.inputs).count() < 2 {
            return None;
        }
        let mut selecting = None;
        for (action, inputs) in self.matching(&self.inputs) {
            let [.., last] = inputs else { return None };
            let animation = self.state.animation_of(action.id).ok().filter(|_| inputs.len() == length)?;
            let is_taken =
                |step: &AnimationStep| matches!(step, AnimationStep::Split { cells } if cells.contains(&cell));
            let stays = !animation.iter().flatten().any(is_taken);
            if stays && selecting.replace(*last).is_some() {
                return None;
            }
        }
        selecting
    }

    fn meaning(&self, inputs: &[Input]) -> ClickOutcome {
        let mut actions: Vec<Candidate> = self.matching(inputs).collect();
        if actions.iter().all(|(_, all)| all.len() > inputs.len()) {
            return ClickOutcome::Selected;
        }
        if let [(action, _)] = actions[..] {
            return ClickOutcome::Act(action.id);
        }
        // Complete actions are more likely.
        actions.sort_by_key(|(_, all)| all.len());
        let choice = |(action, all): &Candidate| {
            let words = self.preview_of(action.id).map_or_else(|| action.text.clone(), |preview| preview.words);
            Choice { action: action.id, text: action.text.clone(), words, is_complete: all.len() == inputs.len() }
        };
        let mut choices: Vec<Choice> = actions.iter().map(choice).collect();
        words::tell_apart(&mut choices);
        ClickOutcome::Choose(choices)
    }

    /// The actions that are still possible, by the next input.
    fn by_next_input(&self) -> Vec<(Input, Vec<Candidate<'_>>)> {
        let length = self.inputs.len();
        let next = |option: &Candidate| option.1.get(length).copied();
        let mut options: Vec<Candidate> = self.matching(&self.inputs).filter(|option| next(option).is_some()).collect();
        options.sort_by_key(|option| next(option).map(order));
        let groups = options.chunk_by(|a, b| next(a) == next(b));
        groups.filter_map(|group| Some((next(&group[0])?, group.to_vec()))).collect()
    }

    /// The effect of an input that continues these actions.
    fn target(&self, input: Input, actions: &[Candidate]) -> Target {
        let length = self.inputs.len() + 1;
        let kind = match actions {
            [(action, inputs)] if inputs.len() == length => return self.completing(input, action.id, inputs),
            _ if actions.iter().any(|(_, inputs)| inputs.len() == length) => TargetKind::Ambiguous,
            _ => TargetKind::Select,
        };
        Target { input, kind, takes: Vec::new() }
    }

    /// The effect of an input that completes this action and no other.
    fn completing(&self, input: Input, action: ActionId, inputs: &[Input]) -> Target {
        let animation = self.state.animation_of(action).unwrap_or_default();
        let last = inputs.iter().rev().find_map(|input| input_cell(*input));
        let mut target = Target { input, kind: TargetKind::Move, takes: Vec::new() };
        for step in animation.iter().flatten() {
            let (taken, kind) = match step {
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
}

/// The cell of an input; `None` for a button.
pub fn input_cell(input: Input) -> Option<Spot> {
    if let Input::Cell(spot) = input { Some(spot) } else { None }
}

/// Cells in the order of the board, then buttons by their words.
fn order(input: Input) -> (bool, u16, &'static str) {
    match input {
        Input::Cell(spot) => (false, spot.0, ""),
        Input::Button(word) => (true, 0, word),
    }
}
