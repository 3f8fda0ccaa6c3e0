//! GTP programs as players.
//!
//! A program with the command `hexarium-game` can play every game. Any other can still play Hex in
//! the protocol of Hex programs: `boardsize`, `clear_board`, `play` and `genmove`, with black for
//! the side that joins top and bottom.

use std::borrow::Cow;
use std::time::Duration;

use hexarium_kernel::{AnyGame, AnyMatch, Interop, Player, shortened};

use super::program::{Program, ProgramError};
use super::{Contestant, Failure};

/// A program in one game.
pub(crate) struct ExternalEngine {
    program: Program,
    dialect: Dialect,
    /// The colour words of the two players.
    colours: [String; 2],
    /// The game in the state known to the program.
    shadow: Box<dyn AnyMatch>,
    timeout: Duration,
}

/// The protocol of the program.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dialect {
    Hexarium,
    Hex,
}

impl ExternalEngine {
    /// Starts the program and the game; an error here ends the whole match.
    pub(crate) fn start(command: &str, game: &dyn AnyGame, timeout: Duration) -> Result<Self, String> {
        let named = |problem: String| format!("gtp:{}: {problem}", shortened(command));
        let mut program = Program::start(command).map_err(named)?;
        let dialect = open(&mut program, game, timeout).map_err(named)?;
        let colours = Player::BOTH.map(|player| colour(game, player, dialect));
        Ok(Self { program, dialect, colours, shadow: game.start(), timeout })
    }

    fn ask(&mut self, line: &str) -> Result<String, Failure> {
        self.program.ask(line, self.timeout).map_err(|error| {
            let reason = if matches!(error, ProgramError::Timeout(_)) { "time" } else { "forfeit" };
            Failure { reason, what: error.to_string() }
        })
    }
}

impl Contestant for ExternalEngine {
    fn choose(&mut self, game: &dyn AnyMatch) -> Result<String, Failure> {
        let line = game.line();
        for action in &line[self.shadow.line().len()..] {
            let colour = self.colours[self.shadow.to_move().index()].clone();
            self.ask(&format!("play {colour} {}", to_program(action, self.dialect)))?;
            self.shadow.play(action).expect("the action was legal in the match");
        }
        let colour = self.colours[game.to_move().index()].clone();
        let answer = self.ask(&format!("genmove {colour}"))?;
        let action = from_program(answer.trim(), self.dialect).into_owned();
        if action.eq_ignore_ascii_case("resign") {
            return Err(Failure { reason: "resignation", what: "resigned".to_string() });
        }
        // The program has played it; the match checks its legality.
        let _ = self.shadow.play(&action);
        Ok(action)
    }

    fn processor_time(&self) -> Option<Duration> {
        self.program.processor_time()
    }
}

/// Opens the game in the protocol that the program supports.
fn open(program: &mut Program, game: &dyn AnyGame, timeout: Duration) -> Result<Dialect, String> {
    let name = game.canonical_id();
    let mut ask = |line: &str| program.ask(line, timeout);
    let knows = |program: &mut dyn FnMut(&str) -> Result<String, ProgramError>, command: &str| {
        program(&format!("known_command {command}")).map(|answer| answer.trim() == "true")
    };
    let failed = |line: String| move |error: ProgramError| format!("{line}: {error}");
    if knows(&mut ask, "hexarium-game").map_err(|error| match error {
        ProgramError::Response(_) => "known_command failed: expected a GTP engine".to_string(),
        other => other.to_string(),
    })? {
        let line = format!("hexarium-game {name}");
        ask(&line).map_err(failed(line))?;
        return Ok(Dialect::Hexarium);
    }
    if game.spec().interop != Some(Interop::Hex) {
        let title = game.spec().title;
        return Err(format!("the engine does not support hexarium-game, required for {title}"));
    }
    let size = game.options().text("size").to_string();
    let line = format!("boardsize {size}");
    // Some programs expect width and height.
    ask(&line).or_else(|_| ask(&format!("boardsize {size} {size}"))).map_err(failed(line))?;
    ask("clear_board").map_err(failed("clear_board".to_string()))?;
    let swap = game.options().flag("swap");
    if knows(&mut ask, "param_game").unwrap_or(false) {
        let line = format!("param_game allow_swap {}", u8::from(swap));
        ask(&line).map_err(failed(line))?;
    } else if swap {
        return Err("the engine does not support param_game, required for the option swap".to_string());
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
fn to_program(action: &str, dialect: Dialect) -> &str {
    match (dialect, action) {
        (Dialect::Hex, "swap") => "swap-pieces",
        _ => action,
    }
}

/// Converts an action from the notation of the program.
fn from_program(answer: &str, dialect: Dialect) -> Cow<'_, str> {
    match dialect {
        Dialect::Hexarium => Cow::Borrowed(answer),
        Dialect::Hex if answer.eq_ignore_ascii_case("swap-pieces") => Cow::Borrowed("swap"),
        Dialect::Hex => Cow::Owned(answer.to_ascii_lowercase()),
    }
}
