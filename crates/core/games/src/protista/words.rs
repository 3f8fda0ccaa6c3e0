//! The words of Protista.

use hexarium_kernel::{Input, Player, Words};

use super::rules::{KING, NO_PIECES, TARGETS};
use super::{Action, Protista, State, WHITE, Win};

impl<const W: usize, const N: usize> Words for Protista<W, N> {
    fn kinds(&self) -> Vec<&'static str> {
        self.possible_kinds()
    }

    fn kind(&self, state: &State<W, N>, action: Action) -> &'static str {
        self.kind_of(state, action)
    }

    fn explain_illegal_input(&self, state: &State<W, N>, inputs: &[Input]) -> String {
        self.explain_input(state, inputs)
    }

    /// Returns the endings. A player without pieces has also lost the king, so with kings there is
    /// only one ending.
    fn endings(&self) -> Vec<&'static str> {
        match self.win {
            Win::Targets => vec![TARGETS, NO_PIECES],
            Win::King => vec![KING],
        }
    }

    fn player_name(&self, player: Player) -> &'static str {
        if player == WHITE { "White" } else { "Black" }
    }

    fn player_aliases(&self, player: Player) -> &'static [&'static str] {
        if player == WHITE { &["w"] } else { &["b"] }
    }

    fn rule_reason(&self, state: &State<W, N>, winner: Option<Player>, tag: &str) -> String {
        let winner = winner.unwrap_or(state.to_move.other());
        let (winner, loser) = (self.player_name(winner), self.player_name(winner.other()));
        match tag {
            TARGETS => format!("{winner} stands on two of {loser}'s targets"),
            KING => format!("{winner} captured {loser}'s king"),
            _ => format!("{loser} has no pieces left"),
        }
    }
}
