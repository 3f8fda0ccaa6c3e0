//! What can be typed.

use clap::{Args, Parser, Subcommand};

/// Hexagonal strategy games: play them, study them, design them.
#[derive(Parser)]
#[command(name = "hexarium", version, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// List the games, or the options of one game
    Games {
        /// A game, such as hex or harvest(base=3)
        game: Option<String>,
        #[command(flatten)]
        json: Json,
    },
    /// List the legal actions
    Moves(Position),
    /// Show a position
    State(Position),
    /// Count the legal lines of a number of actions, apart for each first action
    Perft {
        #[command(flatten)]
        position: Position,
        /// How many actions deep
        #[arg(long)]
        depth: u32,
    },
    /// Measure speed, beside the plain models, on one thread
    Bench {
        /// Games to measure; all of them unless told
        games: Vec<String>,
        /// Seconds for each figure
        #[arg(long, default_value_t = 1.0)]
        seconds: f64,
        #[command(flatten)]
        json: Json,
    },
    /// Write a game record in another form
    Convert {
        /// A file, - for standard input, or a link
        source: String,
        /// The form to write
        #[arg(long)]
        to: Form,
        /// The form to read; found out unless told
        #[arg(long)]
        from: Option<Form>,
        /// Keep the legal part of a broken record and say what was dropped
        #[arg(long)]
        lenient: bool,
        #[command(flatten)]
        json: Json,
    },
    /// Speak the engine protocol (GTP 2) on standard input and output
    Engine {
        /// The game to start with
        #[arg(default_value = "hex")]
        game: String,
        #[command(flatten)]
        set: Set,
    },
}

/// A game in some position.
#[derive(Args)]
pub(crate) struct Position {
    /// A game, such as hex or harvest(base=3)
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) set: Set,
    /// A position to start from, as `state` prints it
    #[arg(long, value_name = "POS")]
    pub(crate) position: Option<String>,
    /// Actions to play first, separated by spaces
    #[arg(long, value_name = "ACTIONS", default_value = "", allow_hyphen_values = true)]
    pub(crate) play: String,
    #[command(flatten)]
    pub(crate) json: Json,
}

/// Option changes.
#[derive(Args)]
pub(crate) struct Set {
    /// Change an option of the game; repeatable
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) changes: Vec<String>,
}

/// A form that a game can be written in.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Form {
    /// Hexarium's game record
    Record,
    /// The same as JSON
    Json,
    /// SGF FF[4], for Hex
    Sgf,
    /// A HexWorld link, for Hex
    Hexworld,
    /// A Hexarium link
    Link,
}

impl Form {
    /// The word for it on the command line.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Record => "record",
            Self::Json => "json",
            Self::Sgf => "sgf",
            Self::Hexworld => "hexworld",
            Self::Link => "link",
        }
    }
}

/// Output form.
#[derive(Args, Clone, Copy)]
pub(crate) struct Json {
    /// Print one JSON document instead
    #[arg(long)]
    pub(crate) json: bool,
}
