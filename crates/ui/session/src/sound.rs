//! The sounds of a game, which front ends may play.

use std::fmt;

use hexarium_kernel::{AnimationStep, Flow, Player, View};

use crate::{Animation, Played};

/// A sound, displayed as its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sound {
    /// A piece is moved.
    Slide,
    /// A piece is placed.
    Place,
    /// Pieces are pushed.
    Push,
    /// Pieces are captured.
    Capture,
    /// An action earns its player further actions.
    Bonus,
    /// The game is won, by the only human here or between others.
    Win,
    /// The only human here has lost.
    Lose,
    /// The game is drawn.
    Draw,
}

impl Sound {
    /// The sound of an animation: that of its most striking change.
    pub fn of_animation(animation: &Animation) -> Self {
        let rank = |step: &AnimationStep| match step {
            AnimationStep::Capture { .. } | AnimationStep::Hit { .. } | AnimationStep::Split { .. } => {
                (2, Self::Capture)
            }
            AnimationStep::Push { .. } | AnimationStep::Wrap { .. } => (1, Self::Push),
            AnimationStep::Place { .. } | AnimationStep::Generate { .. } => (0, Self::Place),
            _ => (0, Self::Slide),
        };
        animation.iter().flatten().map(rank).max_by_key(|(rank, _)| *rank).map_or(Self::Slide, |(_, sound)| sound)
    }
}

impl fmt::Display for Sound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Slide => "slide",
            Self::Place => "place",
            Self::Push => "push",
            Self::Capture => "capture",
            Self::Bonus => "bonus",
            Self::Win => "win",
            Self::Lose => "lose",
            Self::Draw => "draw",
        })
    }
}

impl Played {
    /// Its sound.
    pub fn sound(&self) -> Sound {
        if self.earns_more() { Sound::Bonus } else { Sound::of_animation(&self.animation) }
    }

    /// Whether it earns its player more actions: then they are counted.
    fn earns_more(&self) -> bool {
        let own = |view: &View, actor: Player| -> Vec<&'static str> {
            let own = view.counters.iter().filter(|counter| counter.owner == Some(actor));
            own.map(|counter| counter.label).collect()
        };
        let before = own(&self.before, self.actor);
        self.flow == Flow::SameTurn && own(&self.after, self.actor).iter().any(|label| !before.contains(label))
    }
}
