//! The form of a new game: the game, its options and its players.

use hexarium_kernel::{GameSpec, Options, PerPlayer, Player, Values};
use hexarium_session::{Games, PlayerKind};

/// The form of a new game.
pub(crate) struct Form {
    games: Games,
    spec: &'static GameSpec,
    options: Options,
    players: PerPlayer<PlayerKind>,
    /// The line in focus.
    pub(crate) selected: usize,
    /// A number that is being typed for the option in focus.
    typed: String,
}

/// A line of the form.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) value: String,
    pub(crate) doc: String,
}

impl Form {
    /// Creates the form, filled in with the last game.
    pub(crate) fn new(games: Games, game: &str, players: PerPlayer<PlayerKind>) -> Self {
        let (spec, options) = games.parse(game, &[]).unwrap_or_else(|_| usual(games.specs()[0]));
        let local = |kind| if kind == PlayerKind::Remote { PlayerKind::Human } else { kind };
        Self { games, spec, options, players: PerPlayer(players.0.map(local)), selected: 0, typed: String::new() }
    }

    /// The game text, or the reason why the options are incompatible.
    pub(crate) fn game(&self) -> Result<String, String> {
        let text = self.options.game_text(self.spec.id);
        self.games.open(&text).map(|game| game.canonical_id()).map_err(|e| e.to_string())
    }

    pub(crate) fn players(&self) -> PerPlayer<PlayerKind> {
        self.players
    }

    /// All lines: the game, its options, the players.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let mut rows = vec![Row { name: "game".into(), value: self.spec.title.into(), doc: self.spec.tagline.into() }];
        rows.extend(self.spec.options.iter().map(|option| Row {
            name: option.name.replace('_', " "),
            value: self.options.text(option.name).to_string(),
            doc: format!("{}: {}", option.doc, option.values),
        }));
        let game = self.games.open(&self.options.game_text(self.spec.id));
        let names = Player::BOTH.map(|player| match &game {
            Ok(game) => game.player_name(player),
            Err(_) => player.word(),
        });
        for (name, kind) in names.into_iter().zip(self.players.0) {
            let value = match kind {
                PlayerKind::Engine(level) => format!("level {level}"),
                PlayerKind::Human | PlayerKind::Remote => "human".to_string(),
            };
            rows.push(Row { name: name.to_string(), value, doc: "human, or the engine at a level from 1 to 8".into() });
        }
        rows
    }

    /// Moves the focus to another line.
    pub(crate) fn go(&mut self, by: isize) {
        let count = self.spec.options.len() + 3;
        self.selected = (self.selected as isize + by).rem_euclid(count as isize) as usize;
        self.typed.clear();
    }

    /// Selects the next or the previous value of the line in focus.
    pub(crate) fn turn(&mut self, by: isize) {
        self.typed.clear();
        let options = self.spec.options.len();
        match self.selected {
            0 => {
                let games = self.games.specs();
                let at = games.iter().position(|spec| spec.id == self.spec.id).unwrap_or(0);
                (self.spec, self.options) = usual(games[turned(at, by, games.len())]);
            }
            n if n <= options => self.turn_option(n - 1, by),
            n => {
                let player = Player::BOTH[(n - options - 1).min(1)];
                let all = PlayerKind::all();
                let at = all.iter().position(|kind| *kind == self.players[player]).unwrap_or(0);
                self.players[player] = all[turned(at, by, all.len())];
            }
        }
    }

    fn turn_option(&mut self, n: usize, by: isize) {
        let option = &self.spec.options[n];
        let now = self.options.text(option.name);
        let next = match option.values {
            Values::Flag => if now == "true" { "false" } else { "true" }.to_string(),
            Values::Choice(words) => {
                let at = words.iter().position(|word| *word == now).unwrap_or(0);
                words[turned(at, by, words.len())].to_string()
            }
            Values::Number { min, max, step } => {
                let number = self.options.number(option.name);
                let next = if by > 0 { number.saturating_add(step) } else { number.saturating_sub(step).max(min) };
                next.min(max).to_string()
            }
        };
        // A value out of range is ignored.
        let _ = self.options.set(self.spec.options, option.name, &next);
    }

    /// Types a digit of the number in focus. The old number stays until the typed one is valid.
    pub(crate) fn digit(&mut self, digit: char) {
        let Some(option) = self.selected.checked_sub(1).and_then(|n| self.spec.options.get(n)) else { return };
        if matches!(option.values, Values::Number { .. }) && self.typed.len() < 19 {
            self.typed.push(digit);
            let _ = self.options.set(self.spec.options, option.name, &self.typed);
        }
    }
}

fn usual(spec: &'static GameSpec) -> (&'static GameSpec, Options) {
    (spec, Options::defaults(spec.options))
}

fn turned(at: usize, by: isize, count: usize) -> usize {
    (at as isize + by).rem_euclid(count as isize) as usize
}

#[cfg(test)]
mod tests {
    use hexarium_games::registry::{self, Games as AllGames};

    use super::*;

    #[test]
    fn every_value_of_every_option_can_be_selected() {
        let mut form = Form::new(&AllGames, "nonsense", PlayerKind::DEFAULT);
        for spec in registry::GAMES {
            assert_eq!(form.spec.id, spec.id);
            for (n, option) in spec.options.iter().enumerate() {
                form.selected = n + 1;
                for _ in 0..3 {
                    form.turn(1);
                }
                assert_ne!(form.options.text(option.name), "", "{}", option.name);
                form.turn(-1);
            }
            assert_eq!(form.rows().len(), spec.options.len() + 3);
            form.selected = 0;
            form.turn(1);
        }
    }

    #[test]
    fn a_number_can_be_typed_and_invalid_input_is_ignored() {
        let mut form = Form::new(&AllGames, "hex", PlayerKind::DEFAULT);
        form.selected = 1;
        "13".chars().for_each(|c| form.digit(c));
        assert_eq!(form.game().unwrap(), "hex(size=13)");
        "99999999999999999999".chars().for_each(|c| form.digit(c));
        assert_eq!(form.game().unwrap(), "hex(size=13)");
    }

    #[test]
    fn all_kinds_of_players_can_be_selected() {
        let mut form = Form::new(&AllGames, "hex", PlayerKind::DEFAULT);
        form.go(-1);
        for _ in 0..PlayerKind::all().len() {
            form.turn(1);
        }
        assert_eq!(form.players(), PlayerKind::DEFAULT);
    }
}
