//! The progress in lessons and its stored form.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The first line of the stored form, with the version of the format.
const HEADER: &str = "hexarium-lessons/1";

/// The word for a unit that is done.
const DONE: &str = "done";

/// The progress in the units of all games. The lesson on the rules is a unit too.
///
/// The stored form has a line for each unit: its game and id, and the number of its steps that are
/// done, or `done`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LessonProgress {
    units: BTreeMap<String, UnitProgress>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum UnitProgress {
    /// The number of steps done.
    Steps(usize),
    Done,
}

impl LessonProgress {
    /// Reads the stored form. Lines that cannot be read, and other versions, count as no progress.
    pub fn from_text(text: &str) -> Self {
        let mut lines = text.lines();
        if lines.next() != Some(HEADER) {
            return Self::default();
        }
        let unit = |line: &str| {
            let (unit, progress) = line.split_once(' ')?;
            let progress = match progress {
                DONE => UnitProgress::Done,
                steps => UnitProgress::Steps(steps.parse().ok()?),
            };
            Some((unit.to_string(), progress))
        };
        Self { units: lines.filter_map(unit).collect() }
    }

    /// Returns the stored form.
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEADER}\n");
        for (unit, progress) in &self.units {
            let _ = match progress {
                UnitProgress::Steps(steps) => writeln!(text, "{unit} {steps}"),
                UnitProgress::Done => writeln!(text, "{unit} {DONE}"),
            };
        }
        text
    }

    /// Notes that a step of a unit is done: its index, and the number of steps of the unit.
    pub fn finish_step(&mut self, game: &str, unit: &str, step: usize, all: usize) {
        let now = if step + 1 >= all { UnitProgress::Done } else { UnitProgress::Steps(step + 1) };
        let progress = self.units.entry(key(game, unit)).or_insert(now);
        *progress = now.max(*progress);
    }

    /// Returns how many of a unit's steps are done.
    pub fn steps_done(&self, game: &str, unit: &str, all: usize) -> usize {
        match self.units.get(&key(game, unit)) {
            None => 0,
            Some(UnitProgress::Steps(steps)) => (*steps).min(all.saturating_sub(1)),
            Some(UnitProgress::Done) => all,
        }
    }

    /// Returns the index of the step with which a unit is continued: the first one that is not
    /// done, or the first one of all if it is done.
    pub fn next_step(&self, game: &str, unit: &str, all: usize) -> usize {
        let done = self.steps_done(game, unit, all);
        if done == all { 0 } else { done }
    }
}

fn key(game: &str, unit: &str) -> String {
    format!("{game}/{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_grows_and_is_never_lost() {
        let mut progress = LessonProgress::default();
        assert_eq!((progress.steps_done("hex", "bridges", 3), progress.next_step("hex", "bridges", 3)), (0, 0));
        progress.finish_step("hex", "bridges", 1, 3);
        progress.finish_step("hex", "bridges", 0, 3);
        assert_eq!((progress.steps_done("hex", "bridges", 3), progress.next_step("hex", "bridges", 3)), (2, 2));
        progress.finish_step("hex", "bridges", 2, 3);
        progress.finish_step("hex", "bridges", 0, 3);
        assert_eq!((progress.steps_done("hex", "bridges", 3), progress.next_step("hex", "bridges", 3)), (3, 0));
        assert_eq!(progress.steps_done("hex", "rules", 3), 0);
    }

    #[test]
    fn the_stored_form_is_read_again() {
        let mut progress = LessonProgress::default();
        progress.finish_step("hex", "bridges", 0, 3);
        progress.finish_step("fire-ants", "rules", 9, 10);
        let text = progress.to_text();
        assert_eq!(text, "hexarium-lessons/1\nfire-ants/rules done\nhex/bridges 1\n");
        assert_eq!(LessonProgress::from_text(&text), progress);
    }

    #[test]
    fn what_cannot_be_read_is_no_progress() {
        for text in ["", "nonsense", "hexarium-lessons/2\nhex/rules done\n"] {
            assert_eq!(LessonProgress::from_text(text), LessonProgress::default(), "{text}");
        }
        let text = "hexarium-lessons/1\nhex/rules\nhex/ladders -1\nhex/bridges 2\nhex/x many\n";
        assert_eq!(LessonProgress::from_text(text).to_text(), "hexarium-lessons/1\nhex/bridges 2\n");
    }

    #[test]
    fn a_unit_that_became_shorter_is_not_done_by_itself() {
        let progress = LessonProgress::from_text("hexarium-lessons/1\nhex/bridges 7\n");
        assert_eq!((progress.steps_done("hex", "bridges", 4), progress.next_step("hex", "bridges", 4)), (3, 3));
    }
}
