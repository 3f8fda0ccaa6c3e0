//! Hints: the destinations of legal actions.

use hexarium_kernel::{ActionError, AnimationStep, AnyMatch, Input, Spot};

/// The destination of a legal action and its effect there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The cell.
    pub at: Spot,
    /// The effect.
    pub kind: HintKind,
}

/// The effect of a legal action on its destination. Of several, the last in this list is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum HintKind {
    /// A piece arrives: a dot.
    Go,
    /// A piece is captured: a ring.
    Capture,
    /// A stack is hit: a dashed ring.
    Hit,
}

/// Returns the destinations of the legal actions in the order of their spots; only of actions that
/// begin on `from`, if given.
pub fn hints(state: &dyn AnyMatch, from: Option<Spot>) -> Result<Vec<Hint>, ActionError> {
    let mut hints: Vec<Hint> = Vec::new();
    for action in state.legal() {
        let inputs = state.inputs(&action)?;
        let cells = |input: &Input| if let Input::Cell(spot) = input { Some(*spot) } else { None };
        if from.is_some() && inputs.iter().find_map(cells) != from {
            continue;
        }
        let Some(at) = inputs.iter().rev().find_map(cells) else { continue };
        let animation = state.animation(&action)?;
        let kind = animation.iter().flatten().filter_map(|step| match step {
            AnimationStep::Hit { at: spot, .. } if *spot == at => Some(HintKind::Hit),
            AnimationStep::Capture { at: spot } if *spot == at => Some(HintKind::Capture),
            _ => None,
        });
        hints.push(Hint { at, kind: kind.max().unwrap_or(HintKind::Go) });
    }
    hints.sort_by_key(|hint| (hint.at, std::cmp::Reverse(hint.kind)));
    hints.dedup_by_key(|hint| hint.at);
    Ok(hints)
}
