//! What can be typed.

use clap::{Args, Parser, Subcommand, ValueEnum};

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
    /// Draw a position, or a whole game, as SVG or PNG
    Render(Render),
    /// Count the legal lines of a number of actions, apart for each first action
    Perft {
        #[command(flatten)]
        position: Position,
        /// How many actions deep
        #[arg(long)]
        depth: u32,
    },
    /// Find out who wins with best play
    Solve {
        #[command(flatten)]
        position: Position,
        /// Give up after this many positions
        #[arg(long, value_name = "N")]
        nodes: Option<u64>,
        /// Megabytes for the table
        #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
        memory: u32,
        /// Give up after this time, such as 500ms or 60s
        #[arg(long, value_name = "T")]
        time: Option<String>,
    },
    /// Let two players play against each other and say how much stronger one is
    Match(Match),
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
    /// Find out by experiment what a rule does to a game
    #[command(subcommand)]
    Lab(Lab),
    /// Play in the terminal, against the engine, somebody beside you, or people at a server
    Play(Play),
    /// Serve the browser app, and games between people
    Serve(Serve),
    /// Play at a server as a bot
    Bot(Bot),
    /// Speak the engine protocol (GTP 2) on standard input and output
    Engine {
        /// The game to start with
        #[arg(default_value = "hex")]
        game: String,
        #[command(flatten)]
        set: Set,
        /// Threads for thinking
        #[arg(long, value_name = "N", default_value_t = 1)]
        threads: usize,
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

/// A game in the terminal.
#[derive(Args)]
pub(crate) struct Play {
    /// A game, such as hex or harvest(base=3); the one you played last unless told
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) set: Set,
    /// No screen control: line in, line out, for screen readers and pipes
    #[arg(long)]
    pub(crate) plain: bool,
    /// Begin anew although a game was kept
    #[arg(long)]
    pub(crate) new: bool,
    /// Who plays first: person, or a level from 1 to 8
    #[arg(long, value_name = "WHO")]
    pub(crate) first: Option<String>,
    /// Who plays second
    #[arg(long, value_name = "WHO")]
    pub(crate) second: Option<String>,
    /// Play people at a server, such as `https://hexarium.example`
    #[arg(long, value_name = "URL", conflicts_with_all = ["game", "changes", "new", "first", "second"])]
    pub(crate) server: Option<String>,
    /// The token of your account there; a guest comes without one
    #[arg(long, value_name = "TOKEN", env = "HEXARIUM_TOKEN", hide_env_values = true)]
    pub(crate) token: Option<String>,
    /// What a guest is called; your name on this machine unless told
    #[arg(long, value_name = "NAME", requires = "server")]
    pub(crate) name: Option<String>,
}

/// A server.
#[derive(Args)]
pub(crate) struct Serve {
    /// Where to listen; port 0 is any that is free
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8080")]
    pub(crate) listen: String,
    /// Where games are kept: a file, or postgres://…; a file in your data folder unless told
    #[arg(long, value_name = "URL")]
    pub(crate) db: Option<String>,
    /// A proxy stands in front: believe what it says about whom it speaks for
    #[arg(long)]
    pub(crate) behind_proxy: bool,
    /// How many engines may think here at once; 0 leaves that to the players' browsers
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) engines: usize,
    /// No limits per person and address: only to measure the server
    #[arg(long)]
    pub(crate) unlimited: bool,
    /// Write logs as one JSON object a line
    #[arg(long)]
    pub(crate) log_json: bool,
}

/// A bot.
#[derive(Args)]
pub(crate) struct Bot {
    /// The server, such as `https://hexarium.example`
    #[arg(long, value_name = "URL")]
    pub(crate) server: String,
    /// The token of the bot's account
    #[arg(long, value_name = "TOKEN", env = "HEXARIUM_TOKEN", hide_env_values = true)]
    pub(crate) token: String,
    /// How well it plays, 1 to 8
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) level: u8,
    /// A program that speaks GTP, to play instead
    #[arg(long, value_name = "COMMAND", conflicts_with = "level")]
    pub(crate) engine: Option<String>,
    /// A game to offer in the lobby, repeatable; all of them unless told
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Vec<String>,
    /// End after so many games
    #[arg(long, value_name = "N")]
    pub(crate) games: Option<usize>,
}

/// What the lab does.
#[derive(Subcommand)]
pub(crate) enum Lab {
    /// List the experiments that come with the program
    List,
    /// Print the file of one of them, to start from
    Show {
        /// The experiment
        name: String,
    },
    /// Run an experiment, or go on with it, and report
    Run(LabRun),
    /// Put the parts of an experiment that ran on several machines together, and report
    Merge(LabMerge),
    /// Report again on games that were played
    Report(LabReport),
    /// Print the games as records, with what the players thought of them
    Games(LabGames),
}

/// A run of an experiment.
#[derive(Args)]
pub(crate) struct LabRun {
    /// The file of an experiment
    #[arg(conflicts_with = "builtin")]
    pub(crate) file: Option<String>,
    /// An experiment that comes with the program
    #[arg(long, value_name = "NAME")]
    pub(crate) builtin: Option<String>,
    /// A folder for games and reports; lab/NAME unless told
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<String>,
    /// Games at the same time; as many as there are cores unless told
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<usize>,
    /// Play only a part of the games, such as 1/4
    #[arg(long, value_name = "K/N")]
    pub(crate) shard: Option<String>,
    #[command(flatten)]
    pub(crate) app: App,
    #[command(flatten)]
    pub(crate) json: Json,
}

/// Parts to be put together.
#[derive(Args)]
pub(crate) struct LabMerge {
    /// The files of games
    #[arg(required = true)]
    pub(crate) files: Vec<String>,
    /// A folder for games and reports
    #[arg(long, value_name = "DIR")]
    pub(crate) out: String,
    #[command(flatten)]
    pub(crate) app: App,
    #[command(flatten)]
    pub(crate) json: Json,
}

/// A report on games.
#[derive(Args)]
pub(crate) struct LabReport {
    /// A file of games, or the folder it is in
    pub(crate) games: String,
    /// A folder for the reports; where the games are unless told
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<String>,
    #[command(flatten)]
    pub(crate) app: App,
    #[command(flatten)]
    pub(crate) json: Json,
}

/// Games as records.
#[derive(Args)]
pub(crate) struct LabGames {
    /// A file of games, or the folder it is in
    pub(crate) games: String,
    /// Only those of a variant
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
}

/// Where links lead.
#[derive(Args)]
pub(crate) struct App {
    /// The address of the app that links to games open in
    #[arg(long = "app", value_name = "URL", default_value = "http://127.0.0.1:8080/")]
    pub(crate) url: String,
}

/// A match between two players.
#[derive(Args)]
pub(crate) struct Match {
    /// A game, such as hex or harvest(base=3)
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) set: Set,
    /// A player: level:5, time:200ms, nodes:10000, random, uct:time:1s, gtp:COMMAND, …
    #[arg(long, value_name = "SPEC")]
    pub(crate) first: String,
    /// The player to compare with
    #[arg(long, value_name = "SPEC")]
    pub(crate) second: String,
    /// How many games, in pairs from the same opening with sides swapped
    #[arg(long, value_name = "N")]
    pub(crate) games: usize,
    /// Random turns before the players begin
    #[arg(long, value_name = "TURNS", default_value_t = 2)]
    pub(crate) opening: u32,
    /// Decides openings and the players' own dice
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Games at the same time; as many as there are cores unless told
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<usize>,
    /// Threads of each player that has a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) threads: usize,
    /// Seconds that a program behind gtp: may be silent before it loses
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    pub(crate) patience: f64,
    /// A folder that gets the record of every game
    #[arg(long, value_name = "DIR")]
    pub(crate) save: Option<String>,
    /// Stop as soon as it is clear which of two differences in Elo fits better
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<String>,
    #[command(flatten)]
    pub(crate) json: Json,
}

/// A picture of a position.
#[derive(Args)]
pub(crate) struct Render {
    #[command(flatten)]
    pub(crate) position: Position,
    /// The file, SVG or PNG by its ending; - is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<String>,
    /// What goes to standard output: SVG unless told
    #[arg(long, value_enum)]
    pub(crate) format: Option<PictureFormat>,
    /// Colours
    #[arg(long, value_enum, default_value = "light")]
    pub(crate) theme: PictureTheme,
    /// Show where the legal actions lead, all of them or those of one piece, instead of the last action
    #[arg(long, value_name = "CELL", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub(crate) legal: Option<String>,
    /// Leave the coordinates out
    #[arg(long)]
    pub(crate) no_coordinates: bool,
    /// Write counters and prompt below the board
    #[arg(long)]
    pub(crate) caption: bool,
    /// Width of a PNG in pixels
    #[arg(long, value_name = "PX")]
    pub(crate) width: Option<u32>,
    /// Draw the whole game of --play as an animated SVG
    #[arg(long)]
    pub(crate) animate: bool,
}

/// The kinds of picture.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureFormat {
    Svg,
    Png,
}

impl PictureFormat {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
        }
    }
}

/// The colours of pictures.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum PictureTheme {
    Light,
    Dark,
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
    /// SGF, for Hex
    Sgf,
    /// A HexWorld link, for Hex
    Hexworld,
    /// A Hexarium link
    Link,
}

impl From<Form> for hexarium_table::Form {
    fn from(form: Form) -> Self {
        match form {
            Form::Record => Self::Record,
            Form::Json => Self::Json,
            Form::Sgf => Self::Sgf,
            Form::Hexworld => Self::HexWorld,
            Form::Link => Self::Link,
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
