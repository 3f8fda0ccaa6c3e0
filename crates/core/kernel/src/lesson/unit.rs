//! Units: short lessons on one idea each, several in one text.

use super::parse::{Draft, key_and_value, lines, once};
use super::{LessonError, Step};
use crate::shortened;

/// A short lesson on one idea.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit<'a> {
    /// The id in addresses: lower-case words joined by hyphens.
    pub id: &'a str,
    /// The name.
    pub title: &'a str,
    /// The subject, in one sentence.
    pub about: &'a str,
    /// Its steps; there is at least one.
    pub steps: Vec<Step<'a>>,
}

impl<'a> Unit<'a> {
    /// The id that stands for the lesson on the rules; no unit has it.
    pub const RULES: &'static str = "rules";

    /// Reads the units of a text; none if it says nothing.
    pub fn parse_all(text: &'a str) -> Result<Vec<Self>, LessonError> {
        let mut units = Vec::new();
        let mut game = "";
        let mut open: Option<UnitDraft> = None;
        for (line, content) in lines(text) {
            let error = |reason| LessonError { line, reason };
            let (key, value) = key_and_value(content).map_err(error)?;
            match (&mut open, key) {
                (_, "unit") => {
                    if let Some(unit) = open.take() {
                        units.push(unit.finish(line)?);
                    }
                    check_id(value, &units).map_err(error)?;
                    open = Some(UnitDraft::new(line, value, game));
                }
                (None, "game") => once(&mut game, key, value).map_err(error)?,
                (None, _) => return Err(error(format!("'{}' stands before the first unit", shortened(key)))),
                (Some(unit), _) => unit.read(line, key, value, content).map_err(error)?,
            }
        }
        if let Some(unit) = open {
            units.push(unit.finish(text.lines().count())?);
        }
        Ok(units)
    }

    /// Returns all texts that the learner reads.
    pub fn words(&self) -> impl Iterator<Item = &'a str> {
        [self.title, self.about].into_iter().chain(self.steps.iter().flat_map(Step::words).collect::<Vec<_>>())
    }
}

fn check_id(id: &str, units: &[Unit]) -> Result<(), String> {
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase());
    if !id.split('-').all(is_word) {
        return Err(format!("'{}' is no id: expected lower-case words joined by hyphens", shortened(id)));
    }
    if id == Unit::RULES {
        return Err(format!("'{id}' is the lesson on the rules: choose another id"));
    }
    if units.iter().any(|unit| unit.id == id) {
        return Err(format!("a second unit '{}'", shortened(id)));
    }
    Ok(())
}

/// A unit half read.
struct UnitDraft<'a> {
    /// The line it began in.
    line: usize,
    id: &'a str,
    title: &'a str,
    about: &'a str,
    /// The game of all units.
    usual_game: &'a str,
    steps: Draft<'a>,
}

impl<'a> UnitDraft<'a> {
    fn new(line: usize, id: &'a str, usual_game: &'a str) -> Self {
        Self { line, id, title: "", about: "", usual_game, steps: Draft::default() }
    }

    fn read(&mut self, n: usize, key: &'a str, value: &'a str, line: &'a str) -> Result<(), String> {
        if self.steps.is_empty() {
            match key {
                "title" => return once(&mut self.title, key, value),
                "about" => return once(&mut self.about, key, value),
                "step" | "test" if self.steps.game.is_empty() => self.steps.game = self.usual_game,
                _ => {}
            }
        }
        self.steps.read(n, line)
    }

    fn finish(self, line: usize) -> Result<Unit<'a>, LessonError> {
        let complaint = |reason: &str| Err(LessonError { line: self.line, reason: reason.to_string() });
        if self.title.is_empty() {
            return complaint("the unit has no title");
        }
        if self.about.is_empty() {
            return complaint("the unit has no 'about', the sentence on what is learned");
        }
        Ok(Unit { id: self.id, title: self.title, about: self.about, steps: self.steps.finish(line)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "\
# Two units.
game: nim

unit: threes
title: Threes
about: What to leave.
step: One
text: Three are lost.
test: Two
text: Four are won.
ask: Win.
accept: win
wrong: No.
done: Yes.

unit: many-stones
title: Many
about: Large heaps.
game: nim(stones=9)
step: Three
text: Nine are lost.
";

    #[test]
    fn units_have_their_steps_and_games() {
        let units = Unit::parse_all(TWO).unwrap();
        let [threes, many] = &units[..] else { panic!("two units") };
        assert_eq!((threes.id, threes.title, threes.about), ("threes", "Threes", "What to leave."));
        let steps: Vec<(&str, &str, bool)> =
            units.iter().flat_map(|unit| &unit.steps).map(|step| (step.title, step.game, step.is_test)).collect();
        assert_eq!(steps, [("One", "nim", false), ("Two", "nim", true), ("Three", "nim(stones=9)", false)]);
        assert_eq!(many.words().collect::<Vec<_>>(), ["Many", "Large heaps.", "Three", "Nine are lost."]);
    }

    #[test]
    fn a_text_that_says_nothing_has_no_units() {
        assert_eq!(Unit::parse_all(""), Ok(Vec::new()));
        assert_eq!(Unit::parse_all("# Later.\n\n"), Ok(Vec::new()));
    }

    #[test]
    fn an_error_names_the_line_and_the_reason() {
        let unit = "unit: a\ntitle: A\nabout: b\n";
        for (text, message) in [
            ("step: A", "line 1: 'step' stands before the first unit"),
            ("unit: Bad", "line 1: 'Bad' is no id: expected lower-case words joined by hyphens"),
            ("unit: a--b", "line 1: 'a--b' is no id: expected lower-case words joined by hyphens"),
            ("unit: rules", "line 1: 'rules' is the lesson on the rules: choose another id"),
            ("game: x\ngame: y", "line 2: a second 'game' for the same thing"),
            ("unit: a\nabout: b\ngame: x\nstep: A\ntext: b", "line 1: the unit has no title"),
            (
                "unit: a\ntitle: b\ngame: x\nstep: A\ntext: b",
                "line 1: the unit has no 'about', the sentence on what is learned",
            ),
            ("unit: a\ntitle: b\ntitle: c", "line 3: a second 'title' for the same thing"),
            (&format!("{unit}text: x"), "line 4: 'text' stands before the first step"),
            (unit, "line 3: there is no step"),
            (&format!("{unit}step: A\ntext: b"), "line 4: no game is named for the step"),
            (&format!("game: x\n{unit}step: A\ntext: b\nunit: a\ntitle: c"), "line 7: a second unit 'a'"),
            (
                &format!("game: x\n{unit}step: A\ntext: b\ntitle: c"),
                "line 7: unknown key 'title': expected step, test, text, game, position, play, mark, show, winner, \
                 ask, accept, hint, wrong, reply, proof, done",
            ),
        ] {
            assert_eq!(Unit::parse_all(text).unwrap_err().to_string(), message, "{text}");
        }
    }
}
