//! Attention for the player's turn: title, icon and sound.

use leptos::prelude::*;

use super::Online;
use crate::browser;
use crate::messages::text;
use crate::settings::settings;

impl Online {
    /// Shows the player's turn by title, icon and sound from now on.
    pub(super) fn call_attention(self) {
        let turn = Memo::new(move |_| {
            let turns = self.room(|room| room.map(|room| room.turns().len()));
            (self.entered.get(), turns, self.is_my_turn())
        });
        Effect::new(move |before: Option<(Option<String>, Option<usize>, bool)>| {
            let now = turn.get();
            let (game, turns, mine) = &now;
            let title = self.page_title.get();
            document().set_title(if *mine { text().title_turn } else { &title });
            if let Ok(Some(icon)) = document().query_selector("link[rel=icon]") {
                let _ = icon.set_attribute("href", if *mine { "icon-turn.svg" } else { "icon.svg" });
            }
            // No sound for a game that has just been entered.
            let was_there = before.is_some_and(|(other, before, was_mine)| {
                other == *game && before.is_some() && (!was_mine || before != *turns)
            });
            if *mine && was_there && settings().get_untracked().sound {
                browser::play_sound("turn");
            }
            now
        });
    }
}
