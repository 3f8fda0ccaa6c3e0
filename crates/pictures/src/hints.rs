//! Where the legal actions lead.

use hexarium_kernel::{ActionError, AnyMatch, Movement, Spot, Touch};

/// A cell that a legal action ends on, and what happens there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The cell.
    pub at: Spot,
    /// What happens there.
    pub kind: HintKind,
}

/// What a legal action does on the cell it ends on. Of several, the last in this list is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum HintKind {
    /// A piece comes to stand there: a dot.
    Go,
    /// A piece is taken off there: a ring.
    Capture,
    /// A stack is hit there: a broken ring.
    Hit,
}

/// The cells that the legal actions end on, in the order of their spots; only actions that begin on `from`, if it is given.
pub fn hints(state: &dyn AnyMatch, from: Option<Spot>) -> Result<Vec<Hint>, ActionError> {
    let mut hints: Vec<Hint> = Vec::new();
    for action in state.legal() {
        let gesture = state.gesture(&action)?;
        let cells = |touch: &Touch| if let Touch::Cell(spot) = touch { Some(*spot) } else { None };
        if from.is_some() && gesture.iter().find_map(cells) != from {
            continue;
        }
        let Some(at) = gesture.iter().rev().find_map(cells) else { continue };
        let story = state.story(&action)?;
        let kind = story.iter().flatten().filter_map(|movement| match movement {
            Movement::Hit { at: spot, .. } if *spot == at => Some(HintKind::Hit),
            Movement::Capture { at: spot } if *spot == at => Some(HintKind::Capture),
            _ => None,
        });
        hints.push(Hint { at, kind: kind.max().unwrap_or(HintKind::Go) });
    }
    hints.sort_by_key(|hint| (hint.at, std::cmp::Reverse(hint.kind)));
    hints.dedup_by_key(|hint| hint.at);
    Ok(hints)
}
