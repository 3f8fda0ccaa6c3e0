//! The command table, and one module per group of commands.

mod core;
mod gogui;
pub(crate) mod hex;
mod think;
mod time;

use crate::Session;

/// A command and its implementation, which returns a response or an error.
pub(crate) struct Command {
    name: &'static str,
    pub(crate) run: fn(&mut Session, &[&str]) -> Result<String, String>,
}

const COMMANDS: &[Command] = &[
    Command { name: "all_legal_moves", run: core::legal },
    Command { name: "boardsize", run: hex::boardsize },
    Command { name: "clear_board", run: core::clear_board },
    Command { name: "echo", run: |_, words| Ok(words.join(" ")) },
    Command { name: "final_score", run: core::final_score },
    Command { name: "genmove", run: think::genmove },
    Command { name: "gogui-analyze_commands", run: gogui::analyze_commands },
    Command { name: "gogui-rules_board", run: gogui::board },
    Command { name: "gogui-rules_board_size", run: gogui::board_size },
    Command { name: "gogui-rules_final_result", run: gogui::final_result },
    Command { name: "gogui-rules_game_id", run: gogui::game_id },
    Command { name: "gogui-rules_legal_moves", run: core::legal },
    Command { name: "gogui-rules_side_to_move", run: gogui::side_to_move },
    Command { name: "hexarium-analyze", run: think::analyze },
    Command { name: "hexarium-game", run: core::game },
    Command { name: "hexarium-legal", run: core::legal },
    Command { name: "hexarium-level", run: think::level },
    Command { name: "hexarium-position", run: core::position },
    Command { name: "hexarium-result", run: core::result },
    Command { name: "hexgui-analyze_commands", run: gogui::analyze_commands },
    Command { name: "known_command", run: core::known_command },
    Command { name: "list_commands", run: |_, _| Ok(names().join("\n")) },
    Command { name: "loadsgf", run: hex::loadsgf },
    Command { name: "name", run: |_, _| Ok("Hexarium".to_string()) },
    Command { name: "param_game", run: hex::param_game },
    Command { name: "play", run: core::play },
    Command { name: "protocol_version", run: |_, _| Ok("2".to_string()) },
    Command { name: "quit", run: |_, _| Ok(String::new()) },
    Command { name: "reg_genmove", run: think::reg_genmove },
    Command { name: "showboard", run: core::showboard },
    Command { name: "time_left", run: time::left },
    Command { name: "time_settings", run: time::settings },
    Command { name: "undo", run: core::undo },
    Command { name: "version", run: |_, _| Ok(env!("CARGO_PKG_VERSION").to_string()) },
];

/// Returns the command with a name.
pub(crate) fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|c| c.name == name)
}

fn names() -> Vec<&'static str> {
    COMMANDS.iter().map(|c| c.name).collect()
}
