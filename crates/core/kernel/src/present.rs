//! What a game looks like, for any front end.
//!
//! A front end draws a [`BoardView`] and the [`View`] of a state on it, offers the [gestures](Present::inputs) of the legal
//! actions, and tells the [animation](Present::animation) of each action played. It never needs to know which game it shows.

use hexarium_geometry::{Board, Cell, Direction, Place};

use crate::{Cause, Outcome, Player, Repetition, Rules};

/// How a game shows itself.
pub trait Present: Rules {
    /// The empty board: the same for the whole game.
    fn board(&self) -> BoardView;

    /// What stands on the board in this state, and what is to be said about it.
    fn view(&self, state: &Self::State) -> View;

    /// What a person touches, in order, to make this legal action.
    fn inputs(&self, state: &Self::State, action: Self::Action) -> Vec<Input>;

    /// What happens on the board when the action is made: beats one after the other, the movements of one beat together.
    ///
    /// Carried out on the pieces before the action, a story gives the pieces after it:
    /// - In a beat, first some are hit or taken off, then all that move leave their cells, then all arrive and new ones appear.
    /// - A piece may come to a cell whose piece moves on only in a later beat. Who came first leaves first.
    /// - Pieces that share a cell at the end are one stack: their heights add, and a king among them is its top.
    fn animation(&self, state: &Self::State, action: Self::Action) -> Vec<Vec<AnimationStep>>;

    /// The kinds of actions that the game has with its options, whatever the position, in the order of the rules page: short words of
    /// a player's, as in `place a stone`. Reports count them, so a rule that deserves a number of its own is a kind of its own.
    fn kinds(&self) -> Vec<&'static str> {
        vec!["move"]
    }

    /// Which of the [kinds](Present::kinds) a legal action is.
    fn kind(&self, _state: &Self::State, _action: Self::Action) -> &'static str {
        "move"
    }

    /// Why a touch leads nowhere while the game goes on: one sentence that names the rule. The last of `touched` is that touch; those
    /// before it were taken.
    fn explain_illegal_input(&self, _state: &Self::State, _touched: &[Input]) -> String {
        "Nothing can be done there now.".to_string()
    }

    /// The pieces that a person can put on the board when a position is set up by hand.
    fn setup_pieces(&self) -> Vec<PieceView> {
        Vec::new()
    }

    /// The state with another piece on a cell, or none. Whether the result can be played is not asked here: while a position is being
    /// set up it seldom can.
    fn with_piece(&self, _state: &Self::State, _at: Spot, _piece: Option<&PieceView>) -> Option<Self::State> {
        None
    }

    /// The state at the start of a turn of that player, with everything else as it is.
    fn with_side_to_move(&self, _state: &Self::State, _player: Player) -> Option<Self::State> {
        None
    }

    /// The cells that show why the game is over, in reading order: a winning chain, the place of a captured queen. `last` is the action
    /// that ended it, with the state it was made in; a position that is over from the start has none.
    fn deciding(
        &self,
        _state: &Self::State,
        _outcome: &Outcome,
        _last: Option<(&Self::State, Self::Action)>,
    ) -> Vec<Spot> {
        Vec::new()
    }

    /// Every tag of [`Cause::Rule`] that the game can end with under its options, in the order of the rules page. What else can end
    /// it follows from what [`Rules`] declares: see [`possible_causes`].
    fn endings(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// The player's name: `Blue`.
    fn player_name(&self, player: Player) -> &'static str;

    /// Other lower-case words for the player that protocols use.
    fn player_aliases(&self, _player: Player) -> &'static [&'static str] {
        &[]
    }

    /// The sentence about a result that the rules of this game brought about; `tag` is the one of [`Cause::Rule`].
    fn rule_reason(&self, state: &Self::State, winner: Option<Player>, tag: &str) -> String;

    /// The sentence about a loss for want of a legal turn.
    fn no_legal_action_reason(&self, loser: Player) -> String {
        format!("{} has no legal turn", self.player_name(loser))
    }

    /// The sentence that tells a player why the game ended.
    fn reason(&self, state: &Self::State, outcome: &Outcome) -> String {
        match (outcome.cause, outcome.winner) {
            (Cause::Rule(tag), winner) => self.rule_reason(state, winner, tag),
            (Cause::NoLegalTurn, winner) => {
                self.no_legal_action_reason(winner.map_or(self.to_move(state), Player::other))
            }
            (Cause::Repetition, _) => "the same position for the third time".to_string(),
            (Cause::TurnLimit, _) => {
                format!("the limit of {} turns is reached", self.turn_limit().unwrap_or_default())
            }
        }
    }
}

/// Everything that can end this game with its options: its own rules first.
pub fn possible_causes<G: Present>(game: &G) -> Vec<Cause> {
    let mut causes: Vec<Cause> = game.endings().into_iter().map(Cause::Rule).collect();
    if game.can_lack_legal_action() {
        causes.push(Cause::NoLegalTurn);
    }
    if matches!(game.repetition(), Repetition::DrawnAt(_)) {
        causes.push(Cause::Repetition);
    }
    if game.turn_limit().is_some() {
        causes.push(Cause::TurnLimit);
    }
    causes
}

/// Number of a cell in [`BoardView::cells`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Spot(pub u16);

/// An empty board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardView {
    /// The cells; those that can be played on come first, in reading order.
    pub cells: Vec<CellView>,
    /// Coordinates around the board.
    pub rim: Vec<RimLabel>,
}

impl BoardView {
    /// The view of a board whose rows are named by letters: the letter to the left of each row, the number of its last cell to the right.
    pub fn of<const W: usize>(board: &Board<W>, look: impl Fn(Cell) -> (Region, char)) -> Self {
        let cells = board.cells().iter().map(|&cell| {
            let (region, blank) = look(cell);
            CellView { place: board.place(cell), label: board.name(cell).to_string(), region, blank }
        });
        let rim = board.rows().iter().flat_map(|row| {
            let (first, last) = (row[0], row[row.len() - 1]);
            let (letter, _) = board.name(first).split_at(1);
            let (_, number) = board.name(last).split_at(1);
            let label = |place, text: &str| RimLabel { place, text: text.to_string() };
            [
                label(board.place(first) + Direction::W.step() * 2, letter),
                label(board.place(last) + Direction::E.step() * 2, number),
            ]
        });
        Self { cells: cells.collect(), rim: rim.collect() }
    }
}

/// A cell of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellView {
    /// Where it is.
    pub place: Place,
    /// Its name; empty for cells that are only drawn.
    pub label: String,
    /// What part of the board it belongs to.
    pub region: Region,
    /// The character for it in text art while it is empty.
    pub blank: char,
}

/// A part of the board with a meaning of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Region {
    /// The ordinary board.
    Plain,
    /// Spaces where pieces wait.
    Buffer,
    /// The edge that a player wants to reach, claimed from the start.
    EndZone(Player),
}

/// A coordinate at the rim, at the place of a cell that is not there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RimLabel {
    /// Where it is.
    pub place: Place,
    /// What it says.
    pub text: String,
}

/// A state to be drawn on the empty board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The pieces, in the order of their spots.
    pub pieces: Vec<(Spot, PieceView)>,
    /// Things to be seen beside pieces.
    pub marks: Vec<(Spot, Mark)>,
    /// Numbers always in sight.
    pub counters: Vec<Counter>,
    /// Who is to move, what they may do, and how much of the turn is left; in the view of a match that is over, why it is.
    pub prompt: String,
}

impl View {
    /// The counters in one line: `Blue groups: 12, Red groups: 12`.
    pub fn counters_text<'a>(&self, name: impl Fn(Player) -> &'a str) -> String {
        let counter = |c: &Counter| match c.owner {
            Some(player) => format!("{} {}: {}", name(player), c.label, c.value),
            None => format!("{}: {}", c.label, c.value),
        };
        self.counters.iter().map(counter).collect::<Vec<_>>().join(", ")
    }
}

/// A piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceView {
    /// Whose it is; `None` for pieces that belong to nobody.
    pub owner: Option<Player>,
    /// What it is.
    pub kind: PieceKind,
    /// How many are stacked.
    pub height: u16,
    /// How text art shows it.
    pub glyph: String,
}

/// What a piece is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceKind {
    /// An ordinary piece.
    Stone,
    /// A queen: drawn with a crown.
    Queen,
    /// A king: drawn with a star.
    King,
}

/// Something to be seen on a cell beside a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A cell that the player's opponent wants to reach.
    Target(Player),
    /// A part of what decided the game; only in the view of a match that is over.
    Deciding,
}

/// A number always in sight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    /// Whose it is, if anybody's.
    pub owner: Option<Player>,
    /// What is counted.
    pub label: &'static str,
    /// The number.
    pub value: i64,
}

/// One thing a person touches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Input {
    /// A cell.
    Cell(Spot),
    /// A button beside the board, by its word.
    Button(&'static str),
}

/// One small movement of a story.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnimationStep {
    /// A piece appears.
    Place {
        /// Where.
        at: Spot,
        /// What.
        piece: PieceView,
    },
    /// A piece appears that others bring forth.
    Generate {
        /// Where those stand that bring it forth.
        by: Vec<Spot>,
        /// Where.
        at: Spot,
        /// What.
        piece: PieceView,
    },
    /// A stack lays out one of its pieces, and is one level lower.
    Unstack {
        /// Where the stack stands.
        from: Spot,
        /// Where the piece goes.
        to: Spot,
        /// The piece.
        piece: PieceView,
    },
    /// A piece goes to a neighbouring cell, or along a line through empty cells.
    Slide {
        /// From where.
        from: Spot,
        /// To where.
        to: Spot,
    },
    /// A piece goes through the air, over whatever stands between.
    Jump {
        /// From where.
        from: Spot,
        /// To where.
        to: Spot,
    },
    /// A piece is pushed one cell on by the one behind it.
    Push {
        /// From where.
        from: Spot,
        /// To where.
        to: Spot,
    },
    /// A piece leaves the board at one end of a line and comes in at the other.
    Wrap {
        /// From where.
        from: Spot,
        /// To where.
        to: Spot,
    },
    /// A piece is taken off the board.
    Capture {
        /// Where.
        at: Spot,
    },
    /// A stack loses levels; with its last level it is gone.
    Hit {
        /// Where those stand that hit it.
        by: Vec<Spot>,
        /// Where.
        at: Spot,
        /// How many levels.
        levels: u16,
    },
    /// A group is cut off and taken off the board.
    Split {
        /// Its cells.
        cells: Vec<Spot>,
    },
    /// A piece changes sides.
    Recolour {
        /// Where it stood.
        from: Spot,
        /// Where it stands now.
        to: Spot,
        /// What it is now.
        piece: PieceView,
    },
}
