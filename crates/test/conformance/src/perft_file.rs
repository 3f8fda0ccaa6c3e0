//! Perft files: the number of lines of play by first action, for variants that change the moves.
//!
//! First actions with the same number of lines share a line: `14280: a1 b1 c1`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use hexarium_games::registry;
use hexarium_kernel::GameSpec;

use crate::reference::{Options, ReferenceGame, ReferenceModel};

/// One perft count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The canonical id of the game.
    pub game: String,
    /// The position, or `start`.
    pub position: String,
    /// The depth in actions.
    pub depth: u32,
    /// The first actions with the number of lines after each.
    pub divide: Vec<(String, u64)>,
}

/// Returns the path of the perft file of a game.
pub fn file(spec: &GameSpec) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("perft").join(format!("{}.txt", spec.id))
}

impl Entry {
    /// Returns the total number of lines.
    pub fn total(&self) -> u64 {
        self.divide.iter().map(|(_, count)| count).sum()
    }

    /// Counts with the optimised game.
    pub fn count_fast(game: &str, position: &str, depth: u32) -> Result<Self, String> {
        let opened = registry::open(game, &[]).map_err(|e| e.to_string())?;
        let mut state = match position {
            "start" => opened.start(),
            text => opened.at_position(text).map_err(|e| e.to_string())?,
        };
        Ok(Self { game: game.to_string(), position: position.to_string(), depth, divide: state.divide(depth) })
    }

    /// Counts with the reference model.
    pub fn count_by_reference(model: &ReferenceModel, game: &str, position: &str, depth: u32) -> Result<Self, String> {
        let (_, options) = registry::parse(game, &[]).map_err(|e| e.to_string())?;
        let options: Options = options.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
        let state = match position {
            "start" => (model.start)(&options),
            text => (model.from_position)(&options, text),
        };
        let divide = state.legal().into_iter().map(|action| {
            let mut next = state.copy();
            next.play(&action);
            (action, reference_perft(&*next, depth - 1))
        });
        Ok(Self { game: game.to_string(), position: position.to_string(), depth, divide: divide.collect() })
    }
}

/// Returns the number of lines of play according to a reference model.
pub fn reference_perft(state: &dyn ReferenceGame, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => state.legal().len() as u64,
        _ => state
            .legal()
            .into_iter()
            .map(|action| {
                let mut next = state.copy();
                next.play(&action);
                reference_perft(&*next, depth - 1)
            })
            .sum(),
    }
}

/// Formats entries as text.
pub fn write(entries: &[Entry]) -> String {
    let mut out =
        String::from("# Lines of play by first action. Made and checked by both models: cargo xtask golden\n");
    for entry in entries {
        let _ = writeln!(
            out,
            "\ngame: {}\nposition: {}\ndepth: {}\ntotal: {}",
            entry.game,
            entry.position,
            entry.depth,
            entry.total()
        );
        let mut by_count: BTreeMap<u64, Vec<&str>> = BTreeMap::new();
        for (action, count) in &entry.divide {
            by_count.entry(*count).or_default().push(action);
        }
        for (count, actions) in by_count {
            let _ = writeln!(out, "{count}: {}", actions.join(" "));
        }
    }
    out
}

/// Parses the text written by [`write()`].
pub fn read(text: &str) -> Result<Vec<Entry>, String> {
    let mut entries = Vec::new();
    for block in text.split("\n\n").skip(1) {
        let mut lines = block.lines();
        let mut field = |name: &str| {
            let line = lines.next().unwrap_or_default();
            line.strip_prefix(name).map(str::to_string).ok_or(format!("expected {name} in '{line}'"))
        };
        let (game, position) = (field("game: ")?, field("position: ")?);
        let depth = field("depth: ")?.parse().map_err(|e| format!("depth: {e}"))?;
        let total: u64 = field("total: ")?.parse().map_err(|e| format!("total: {e}"))?;
        let mut divide = Vec::new();
        for line in lines {
            let (count, actions) = line.split_once(": ").ok_or(format!("expected a count in '{line}'"))?;
            let count: u64 = count.parse().map_err(|e| format!("{line}: {e}"))?;
            divide.extend(actions.split(' ').map(|action| (action.to_string(), count)));
        }
        divide.sort_unstable();
        let entry = Entry { game, position, depth, divide };
        if entry.total() != total {
            return Err(format!("{}: the lines add up to {}, not {total}", entry.game, entry.total()));
        }
        entries.push(entry);
    }
    Ok(entries)
}
