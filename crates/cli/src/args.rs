//! Command-line arguments.

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Play, analyse and design hexagonal strategy games.
#[derive(Parser)]
#[command(name = "hexarium", version, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The explanation of the output of `review`.
const REVIEW_SYMBOLS: &str = "\
Each line shows a move, its symbol and the win probability of its player before and after it:

   7. Blue     d4?!          57 % → 43 %  inaccuracy, best was c5, reply e4

  ?!  inaccuracy: loses 5 percentage points or more
  ?   mistake: 10 or more
  ??  blunder: 15 or more
  ×   after these: a proven win was missed
  □   only move: every other one is far worse

Lines alternate between the players: the best line begins with the player of the move, the reply,
which follows the move, with the opponent.";

#[derive(Subcommand)]
pub(crate) enum Command {
    /// List games, or the options of a game
    Games {
        /// Game, such as hex or harvest(base=3)
        game: Option<String>,
        #[command(flatten)]
        json: Json,
    },
    /// List legal actions
    Moves(Position),
    /// Show a position
    State(Position),
    /// Draw a position or a whole game as SVG or PNG
    Render(Render),
    /// Count legal lines of play by first action
    Perft {
        #[command(flatten)]
        position: Position,
        /// Depth in actions
        #[arg(long)]
        depth: u32,
    },
    /// Solve a position: find the winner with best play
    Solve {
        #[command(flatten)]
        position: Position,
        /// Maximum number of positions
        #[arg(long, value_name = "N")]
        nodes: Option<u64>,
        /// Memory limit of the table in megabytes
        #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
        memory: u32,
        /// Time limit, such as 500ms or 60s
        #[arg(long, value_name = "T")]
        time: Option<String>,
    },
    /// Play a match and report the Elo difference
    Match(Match),
    /// Measure single-threaded speed, compared with plain playouts and plain UCT
    Bench {
        /// Games to measure (default: all)
        games: Vec<String>,
        /// Seconds per measurement
        #[arg(long, default_value_t = 1.0)]
        seconds: f64,
        #[command(flatten)]
        json: Json,
    },
    /// Convert a game to another format
    Convert {
        /// File, - for standard input, or link
        source: String,
        /// Output format
        #[arg(long)]
        to: Form,
        /// Input format (default: detected)
        #[arg(long)]
        from: Option<Form>,
        /// Keep the legal part of an invalid game and list what was dropped
        #[arg(long)]
        lenient: bool,
        #[command(flatten)]
        json: Json,
    },
    /// Review a game: grade every move and show the best ones
    #[command(after_help = REVIEW_SYMBOLS)]
    Review {
        /// File, - for standard input, or link
        source: String,
        /// Search of each position: level:N, nodes:N or time:T
        #[arg(long, value_name = "S", default_value = "nodes:5000")]
        strength: String,
        #[command(flatten)]
        json: Json,
    },
    /// Solve puzzles, find new ones and verify them
    #[command(subcommand)]
    Puzzles(Puzzles),
    /// Run experiments on rule variants
    #[command(subcommand)]
    Lab(Lab),
    /// Play in the terminal: against the computer, at one keyboard, or on a server
    Play(Play),
    /// Run the server: browser app and online games
    Serve(Serve),
    /// Copy the database of a server, also while it runs
    Backup {
        /// New file for the copy
        target: std::path::PathBuf,
        /// Database: a file (default: the file in your data folder)
        #[arg(long, value_name = "FILE")]
        db: Option<String>,
    },
    /// Play on a server as a bot
    Bot(Bot),
    /// Run as a GTP 2 engine on standard input and output
    Engine {
        /// Initial game (default: the one that other GTP programs play)
        game: Option<String>,
        #[command(flatten)]
        set: Set,
        /// Number of search threads
        #[arg(long, value_name = "N", default_value_t = 1)]
        threads: usize,
    },
    /// Print the completions of a shell
    Completions {
        /// Shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write the pages of all commands
    Man {
        /// Folder for the pages, created if missing (default: print the main page)
        folder: Option<std::path::PathBuf>,
    },
}

/// A game with a position.
#[derive(Args)]
pub(crate) struct Position {
    /// Game, such as hex or harvest(base=3)
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) set: Set,
    /// Initial position, as printed by `state`
    #[arg(long, value_name = "POS")]
    pub(crate) position: Option<String>,
    /// Actions to play first, separated by spaces
    #[arg(long, value_name = "ACTIONS", default_value = "", allow_hyphen_values = true)]
    pub(crate) play: String,
    #[command(flatten)]
    pub(crate) json: Json,
}

/// Arguments of a game in the terminal.
#[derive(Args)]
pub(crate) struct Play {
    /// Game, such as hex or harvest(base=3) (default: the last one played)
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) set: Set,
    /// Line mode for screen readers and pipes
    #[arg(long)]
    pub(crate) plain: bool,
    /// Start a new game instead of resuming the saved one
    #[arg(long)]
    pub(crate) new: bool,
    /// First player: human or a level from 1 to 8
    #[arg(long, value_name = "PLAYER")]
    pub(crate) first: Option<String>,
    /// Second player
    #[arg(long, value_name = "PLAYER")]
    pub(crate) second: Option<String>,
    /// Play online on a server, such as `https://hexarium.example`
    #[arg(long, value_name = "URL", conflicts_with_all = ["game", "changes", "new", "first", "second"])]
    pub(crate) server: Option<String>,
    /// Token of your account (default: play as a guest)
    #[arg(long, value_name = "TOKEN", env = "HEXARIUM_TOKEN", hide_env_values = true)]
    pub(crate) token: Option<String>,
    /// Guest name (default: your user name)
    #[arg(long, value_name = "NAME", requires = "server")]
    pub(crate) name: Option<String>,
}

/// Arguments of the server.
#[derive(Args)]
pub(crate) struct Serve {
    /// Address to listen on; port 0 selects a free port
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8080")]
    pub(crate) listen: String,
    /// Database: a file or postgres://… (default: a file in your data folder)
    #[arg(long, value_name = "URL", env = "HEXARIUM_DB", hide_env_values = true)]
    pub(crate) db: Option<String>,
    /// Trust X-Forwarded-For and X-Forwarded-Proto
    #[arg(long)]
    pub(crate) behind_proxy: bool,
    /// Maximum number of concurrent engines; 0 disables engines on the server
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) engines: usize,
    /// Disable rate limits, for load tests only
    #[arg(long)]
    pub(crate) unlimited: bool,
    /// Log one JSON object per line
    #[arg(long)]
    pub(crate) log_json: bool,
}

/// Arguments of a bot.
#[derive(Args)]
pub(crate) struct Bot {
    /// Server, such as `https://hexarium.example`
    #[arg(long, value_name = "URL")]
    pub(crate) server: String,
    /// Token of the bot account
    #[arg(long, value_name = "TOKEN", env = "HEXARIUM_TOKEN", hide_env_values = true)]
    pub(crate) token: String,
    /// Level, 1 to 8
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) level: u8,
    /// GTP program to play with instead
    #[arg(long, value_name = "COMMAND", conflicts_with = "level")]
    pub(crate) engine: Option<String>,
    /// Game to offer in the lobby; repeatable (default: all)
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Vec<String>,
    /// Exit after this many games
    #[arg(long, value_name = "N")]
    pub(crate) games: Option<usize>,
}

/// The commands of puzzles.
#[derive(Subcommand)]
pub(crate) enum Puzzles {
    /// Solve puzzles in the terminal (default: the puzzle of the day)
    Play(PuzzlesPlay),
    /// Find puzzles in games and prove their solutions
    Mine(PuzzlesMine),
    /// Verify puzzles: every proof is made again
    Check(PuzzlesCheck),
}

/// Arguments of solving puzzles.
#[derive(Args)]
pub(crate) struct PuzzlesPlay {
    /// Game, such as hex or harvest (default: the game of the puzzle of the day)
    pub(crate) game: Option<String>,
    /// Only puzzles of this theme: win-1, win-2, defence, …
    #[arg(long, value_name = "THEME")]
    pub(crate) theme: Option<String>,
    /// One puzzle, by its id
    #[arg(long, value_name = "ID")]
    pub(crate) id: Option<String>,
    /// No prompts, for screen readers and pipes
    #[arg(long)]
    pub(crate) plain: bool,
    /// Keep the results in your account on a server, such as `https://hexarium.example`
    #[arg(long, value_name = "URL", requires = "token")]
    pub(crate) server: Option<String>,
    /// Token of your account
    #[arg(long, value_name = "TOKEN", env = "HEXARIUM_TOKEN", hide_env_values = true)]
    pub(crate) token: Option<String>,
}

/// Arguments of finding puzzles.
#[derive(Args)]
pub(crate) struct PuzzlesMine {
    /// Games to play in turn, such as 'hex(size=5)' 'hex(size=7)'
    #[arg(required = true)]
    pub(crate) games: Vec<String>,
    /// Number of puzzles, those in the output file included
    #[arg(long, value_name = "N")]
    pub(crate) count: usize,
    /// Seed of openings, players and choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Games of the lab (games.jsonl.gz) or a record, instead of new games; repeatable
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Vec<String>,
    /// Output file; an existing one is continued (default: standard output)
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<String>,
    /// Maximum number of games to play
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(crate) most_games: usize,
    /// Number of parallel games (default: number of cores)
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<usize>,
}

/// Arguments of verifying puzzles.
#[derive(Args)]
pub(crate) struct PuzzlesCheck {
    /// Files of puzzles (default: the puzzles of this version)
    pub(crate) files: Vec<String>,
    /// Verify only N puzzles of each file, evenly spread
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<usize>,
    /// Number of parallel proofs (default: number of cores)
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<usize>,
}

/// The commands of the lab.
#[derive(Subcommand)]
pub(crate) enum Lab {
    /// List built-in experiments
    List,
    /// Print the file of a built-in experiment
    Show {
        /// Name of the experiment
        name: String,
    },
    /// Print the number of games of an experiment and what they can show
    Plan(LabPlan),
    /// Run or resume an experiment and write its report
    Run(LabRun),
    /// Merge the shards of an experiment and write its report
    Merge(LabMerge),
    /// Write the report of played games again
    Report(LabReport),
    /// Print games as records, with the players' evaluations
    Games(LabGames),
}

/// An experiment.
#[derive(Args)]
pub(crate) struct LabSource {
    /// Experiment file
    #[arg(conflicts_with = "builtin")]
    pub(crate) file: Option<String>,
    /// Built-in experiment
    #[arg(long, value_name = "NAME")]
    pub(crate) builtin: Option<String>,
}

/// Arguments of a plan.
#[derive(Args)]
pub(crate) struct LabPlan {
    #[command(flatten)]
    pub(crate) source: LabSource,
    #[command(flatten)]
    pub(crate) json: Json,
}

/// Arguments of a run of an experiment.
#[derive(Args)]
pub(crate) struct LabRun {
    #[command(flatten)]
    pub(crate) source: LabSource,
    /// Folder for games and reports (default: lab/NAME)
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<String>,
    /// Number of parallel games (default: number of cores)
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<usize>,
    /// Play only one shard of the games, such as 1/4
    #[arg(long, value_name = "K/N")]
    pub(crate) shard: Option<String>,
    #[command(flatten)]
    pub(crate) app: App,
    #[command(flatten)]
    pub(crate) json: Json,
}

/// Arguments of a merge.
#[derive(Args)]
pub(crate) struct LabMerge {
    /// Files of games
    #[arg(required = true)]
    pub(crate) files: Vec<String>,
    /// Folder for games and reports
    #[arg(long, value_name = "DIR")]
    pub(crate) out: String,
    #[command(flatten)]
    pub(crate) app: App,
    #[command(flatten)]
    pub(crate) json: Json,
}

/// Arguments of a report.
#[derive(Args)]
pub(crate) struct LabReport {
    /// File of games, or its folder
    pub(crate) games: String,
    /// Folder for the reports (default: the folder of the games)
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<String>,
    #[command(flatten)]
    pub(crate) app: App,
    #[command(flatten)]
    pub(crate) json: Json,
}

/// Arguments of an export of games.
#[derive(Args)]
pub(crate) struct LabGames {
    /// File of games, or its folder
    pub(crate) games: String,
    /// Only games of this variant
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
}

/// The target of links.
#[derive(Args)]
pub(crate) struct App {
    /// URL of the app for links to games
    #[arg(long = "app", value_name = "URL", default_value = "http://127.0.0.1:8080/")]
    pub(crate) url: String,
}

/// Arguments of a match.
#[derive(Args)]
pub(crate) struct Match {
    /// Game, such as hex or harvest(base=3)
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) set: Set,
    /// Player: level:5, time:200ms, cpu:200ms, nodes:10000, random, uct:time:1s,
    /// net:FILE:cpu:1s, gtp:COMMAND, …
    #[arg(long, value_name = "SPEC")]
    pub(crate) first: String,
    /// Opponent of the first player, in the same form
    #[arg(long, value_name = "SPEC")]
    pub(crate) second: String,
    /// Number of games, in pairs with the same opening and sides swapped
    #[arg(long, value_name = "N")]
    pub(crate) games: usize,
    /// Number of random turns in an opening
    #[arg(long, value_name = "TURNS", default_value_t = 2)]
    pub(crate) opening: u32,
    /// Seed of openings and players
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Number of parallel games (default: number of cores)
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<usize>,
    /// Number of threads of each player with a time limit
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) threads: usize,
    /// Response timeout of GTP programs in seconds; a timeout loses the game
    #[arg(long, alias = "patience", value_name = "SECONDS", default_value_t = 60.0)]
    pub(crate) timeout: f64,
    /// Adjudicate games in which a GTP program fails, by the solver where possible
    #[arg(long)]
    pub(crate) adjudicate: bool,
    /// Folder for the records of all games
    #[arg(long, value_name = "DIR")]
    pub(crate) save: Option<String>,
    /// Stop when a sequential test decides between two Elo differences
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<String>,
    #[command(flatten)]
    pub(crate) json: Json,
}

/// Arguments of a picture.
#[derive(Args)]
pub(crate) struct Render {
    #[command(flatten)]
    pub(crate) position: Position,
    /// Output file, SVG or PNG by extension; - for standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<String>,
    /// Format for standard output (default: svg)
    #[arg(long, value_enum)]
    pub(crate) format: Option<PictureFormat>,
    /// Colour theme
    #[arg(long, value_enum, default_value = "light")]
    pub(crate) theme: PictureTheme,
    /// Board theme
    #[arg(long, value_enum, default_value = "material")]
    pub(crate) board: PictureBoard,
    /// Piece set
    #[arg(long, value_enum, default_value = "figures")]
    pub(crate) pieces: PicturePieces,
    /// Rotate the board clockwise, in steps of 30 degrees
    #[arg(long, value_name = "DEGREES", default_value_t = 0)]
    pub(crate) rotate: u16,
    /// Exchange left and right, before a rotation
    #[arg(long)]
    pub(crate) flip: bool,
    /// Show the name of each cell
    #[arg(long)]
    pub(crate) cell_names: bool,
    /// Show the legal actions, all or those of one piece, instead of the last turn
    #[arg(long, value_name = "CELL", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub(crate) legal: Option<String>,
    /// Highlight cells, separated by spaces, instead of the last turn
    #[arg(long, value_name = "CELLS")]
    pub(crate) mark: Option<String>,
    /// Omit the coordinates
    #[arg(long)]
    pub(crate) no_coordinates: bool,
    /// Show counters and prompt below the board
    #[arg(long)]
    pub(crate) caption: bool,
    /// Width of a PNG in pixels
    #[arg(long, value_name = "PX")]
    pub(crate) width: Option<u32>,
    /// Draw the game of --play as an animated SVG
    #[arg(long)]
    pub(crate) animate: bool,
}

/// The picture formats.
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

/// The colour themes of pictures.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum PictureTheme {
    Light,
    Dark,
}

/// The board themes of pictures.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum PictureBoard {
    Material,
    Wood,
    Flat,
    Contrast,
}

/// The piece sets of pictures.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum PicturePieces {
    Figures,
    Discs,
    Hexagons,
    Letters,
}

/// Changes of game options.
#[derive(Args)]
pub(crate) struct Set {
    /// Set an option of the game; repeatable
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) changes: Vec<String>,
}

/// A game format.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Form {
    /// Hexarium game record
    Record,
    /// Game record as JSON
    Json,
    /// SGF, for Hex
    Sgf,
    /// HexWorld link, for Hex
    Hexworld,
    /// Hexarium link
    Link,
}

impl From<Form> for hexarium_session::Form {
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

/// The output format of a command.
#[derive(Args, Clone, Copy)]
pub(crate) struct Json {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
