//! Saying that it is the player's turn: in the title, by the icon, by a sound.

use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use super::Online;
use crate::messages::text;
use crate::settings::settings;

#[wasm_bindgen]
extern "C" {
    /// Makes a short sound, if the player has touched the page before; in `boot.js`.
    #[wasm_bindgen(js_name = hexariumChime)]
    fn hexarium_chime();
}

impl Online {
    /// Whether it is the turn of whoever is in front of this browser, in the game that is visited.
    pub(crate) fn is_my_turn(self) -> bool {
        let side = self.side.get();
        let pending = self.pending.with(Option::is_some);
        let to_move = self.room.with(|room| room.as_ref().and_then(|room| room.to_move()));
        side.is_some() && side == to_move && !pending
    }

    /// From now on, title, icon and sound say whose turn it is.
    pub(super) fn call_attention(self) {
        let turn = Memo::new(move |_| {
            let turns = self.room.with(|room| room.as_ref().map(|room| room.turns().len()));
            (self.visited.get(), turns, self.is_my_turn())
        });
        Effect::new(move |before: Option<(Option<String>, Option<usize>, bool)>| {
            let now = turn.get();
            let (game, turns, mine) = &now;
            document().set_title(if *mine { text().title_turn } else { text().app });
            if let Ok(Some(icon)) = document().query_selector("link[rel=icon]") {
                let _ = icon.set_attribute("href", if *mine { "icon-turn.svg" } else { "icon.svg" });
            }
            // A game that one has only just come to makes no noise.
            let was_there = before.is_some_and(|(other, before, was_mine)| {
                other == *game && before.is_some() && (!was_mine || before != *turns)
            });
            if *mine && was_there && settings().get_untracked().sound {
                hexarium_chime();
            }
            now
        });
    }
}
