//! GTP programs as players.
//!
//! A program with the command `hexarium-game` can play every game. Any other can still play Hex in
//! the protocol of Hex programs: `boardsize`, `clear_board`, `play` and `genmove`, with black for
//! the side that joins top and bottom.

use std::borrow::Cow;
use std::time::Duration;

use hexarium_kernel::{AnyGame, AnyMatch, Interop, Player, shortened};

use super::program::{Program, Trouble};
use super::{Contestant, Failure};

/// A program in one game.
pub(crate) struct Outside {
    program: Program,
    dialect: Dialect,
    /// The colour words of the two players.
    colours: [String; 2],
    /// The game in the state known to the program.
    shadow: Box<dyn AnyMatch>,
    patience: Duration,
}

/// The protocol of the program.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dialect {
    Hexarium,
    Hex,
}

impl Outside {
    /// Starts the program and the game; an error here ends the whole match.
    pub(crate) fn start(command: &str, game: &dyn AnyGame, patience: Duration) -> Result<Self, String> {
        let named = |problem: String| format!("gtp:{}: {problem}", shortened(command));
        let mut program = Program::start(command).map_err(named)?;
        let dialect = open(&mut program, game, patience).map_err(named)?;
        let colours = Player::BOTH.map(|player| colour(game, player, dialect));
        Ok(Self { program, dialect, colours, shadow: game.start(), patience })
    }

    fn ask(&mut self, line: &str) -> Result<String, Failure> {
        self.program.ask(line, self.patience).map_err(|trouble| {
            let reason = if matches!(trouble, Trouble::Silent(_)) { "time" } else { "forfeit" };
            Failure { reason, what: trouble.to_string() }
        })
    }
}

impl Contestant for Outside {
    fn choose(&mut self, game: &dyn AnyMatch) -> Result<String, Failure> {
        let line = game.line();
        for action in &line[self.shadow.line().len()..] {
            let colour = self.colours[self.shadow.to_move().index()].clone();
            self.ask(&format!("play {colour} {}", told(action, self.dialect)))?;
            self.shadow.play(action).expect("the action was legal in the match");
        }
        let colour = self.colours[game.to_move().index()].clone();
        let answer = self.ask(&format!("genmove {colour}"))?;
        let action = heard(answer.trim(), self.dialect).into_owned();
        if action.eq_ignore_ascii_case("resign") {
            return Err(Failure { reason: "resignation", what: "resigned".to_string() });
        }
        // The program has played it; the match checks its legality.
        let _ = self.shadow.play(&action);
        Ok(action)
    }
}

/// Opens the game in the protocol that the program supports.
fn open(program: &mut Program, game: &dyn AnyGame, patience: Duration) -> Result<Dialect, String> {
    let name = game.canonical_id();
    let mut ask = |line: &str| program.ask(line, patience);
    let knows = |program: &mut dyn FnMut(&str) -> Result<String, Trouble>, command: &str| {
        program(&format!("known_command {command}")).map(|answer| answer.trim() == "true")
    };
    let refused = |line: String| move |trouble: Trouble| format!("{line}: {trouble}");
    if knows(&mut ask, "hexarium-game").map_err(|trouble| match trouble {
        Trouble::Refused(_) => "it does not answer known_command, as programs that speak GTP do".to_string(),
        other => other.to_string(),
    })? {
        let line = format!("hexarium-game {name}");
        ask(&line).map_err(refused(line))?;
        return Ok(Dialect::Hexarium);
    }
    if game.spec().interop != Some(Interop::Hex) {
        let title = game.spec().title;
        return Err(format!("the program does not know hexarium-game, and without it there is no way to play {title}"));
    }
    let size = game.options().text("size").to_string();
    let line = format!("boardsize {size}");
    // Some programs expect width and height.
    ask(&line).or_else(|_| ask(&format!("boardsize {size} {size}"))).map_err(refused(line))?;
    ask("clear_board").map_err(refused("clear_board".to_string()))?;
    let swap = game.options().flag("swap");
    if knows(&mut ask, "param_game").unwrap_or(false) {
        let line = format!("param_game allow_swap {}", u8::from(swap));
        ask(&line).map_err(refused(line))?;
    } else if swap {
        return Err("the program cannot be told about the swap rule: it does not know param_game".to_string());
    }
    Ok(Dialect::Hex)
}

/// Returns the colour word of a player.
fn colour(game: &dyn AnyGame, player: Player, dialect: Dialect) -> String {
    match dialect {
        Dialect::Hexarium => game.player_name(player).to_lowercase(),
        Dialect::Hex if game.player_aliases(player).contains(&"black") => "black".to_string(),
        Dialect::Hex => "white".to_string(),
    }
}

/// Converts an action to the notation of the program.
fn told(action: &str, dialect: Dialect) -> &str {
    match (dialect, action) {
        (Dialect::Hex, "swap") => "swap-pieces",
        _ => action,
    }
}

/// Converts an action from the notation of the program.
fn heard(answer: &str, dialect: Dialect) -> Cow<'_, str> {
    match dialect {
        Dialect::Hexarium => Cow::Borrowed(answer),
        Dialect::Hex if answer.eq_ignore_ascii_case("swap-pieces") => Cow::Borrowed("swap"),
        Dialect::Hex => Cow::Owned(answer.to_ascii_lowercase()),
    }
}
