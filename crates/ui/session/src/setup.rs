//! A position that is set up by hand.

use hexarium_formats::GameTree;
use hexarium_kernel::{AnyGame, AnyMatch, BoardView, PieceView, Player, Spot, View};

use crate::GameSession;
use crate::game_session::Games;

/// A position that is set up by hand, piece by piece or as text. [`Setup::problem`] returns the
/// reason why it cannot be played yet.
///
/// ```
/// use hexarium_games::registry::Games;
/// use hexarium_kernel::{Player, Spot};
/// use hexarium_session::{GameSession, Setup};
///
/// let mut setup = Setup::new(&GameSession::new(&Games, "hex(size=3)")?)?;
/// // The brushes are the stones of Blue and Red.
/// assert!(setup.paint(Spot(4), Some(0)));
/// assert!(setup.set_to_move(Player::Second));
/// assert_eq!(setup.position(), ".../.B./... r");
/// assert_eq!(setup.problem(), None);
/// let session = setup.into_session()?;
/// assert_eq!(session.state().legal().len(), 8);
/// # Ok::<(), String>(())
/// ```
pub struct Setup {
    games: Games,
    game: Box<dyn AnyGame>,
    board: BoardView,
    setup_pieces: Vec<PieceView>,
    state: Box<dyn AnyMatch>,
}

impl Setup {
    /// Begins with the position at the session's cursor.
    pub fn new(session: &GameSession) -> Result<Self, String> {
        let game = session.games.open_stored(&session.tree.game).map_err(|e| e.to_string())?;
        Ok(Self::of(session.games, game, session.state.copy()))
    }

    fn of(games: Games, game: Box<dyn AnyGame>, state: Box<dyn AnyMatch>) -> Self {
        Self { games, board: game.board(), setup_pieces: game.setup_pieces(), game, state }
    }

    /// The game.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// The empty board.
    pub fn board(&self) -> &BoardView {
        &self.board
    }

    /// The pieces that can be put on the board; none if positions can only be set up as text.
    pub fn setup_pieces(&self) -> &[PieceView] {
        &self.setup_pieces
    }

    /// Puts the piece of a brush on a cell, or empties the cell. Returns whether that is possible.
    pub fn paint(&mut self, at: Spot, brush: Option<usize>) -> bool {
        let piece = match brush.map(|index| self.setup_pieces.get(index)) {
            Some(None) => return false,
            Some(piece) => piece,
            None => None,
        };
        if usize::from(at.0) >= self.board.cells.len() {
            return false;
        }
        self.replace(self.state.with_piece(at, piece))
    }

    /// Empties all cells. Returns whether that is possible.
    pub fn clear(&mut self) -> bool {
        let mut state = self.state.copy();
        for (spot, _) in self.state.view().pieces {
            match state.with_piece(spot, None) {
                Some(emptied) => state = emptied,
                None => return false,
            }
        }
        self.replace(Some(state))
    }

    /// The side to move.
    pub fn to_move(&self) -> Player {
        self.state.to_move()
    }

    /// Sets the side to move, at the start of a turn. Returns whether that is possible.
    pub fn set_to_move(&mut self, player: Player) -> bool {
        self.replace(self.state.with_side_to_move(player))
    }

    /// The position as text.
    pub fn position(&self) -> String {
        self.state.position()
    }

    /// Sets the position from text. An error changes nothing.
    pub fn set_position(&mut self, text: &str) -> Result<(), String> {
        self.state = self.game.at_position(text.trim()).map_err(|e| e.to_string())?;
        Ok(())
    }

    /// The view of the position.
    pub fn view(&self) -> View {
        self.state.view()
    }

    /// The reason why the position cannot be played yet.
    pub fn problem(&self) -> Option<String> {
        self.game.at_position(&self.position()).err().map(|e| e.to_string())
    }

    /// Starts a game from the position. The game's own start is not stored as a setup.
    pub fn into_session(self) -> Result<GameSession, String> {
        let game = self.game.canonical_id();
        let position = self.position();
        if position == self.game.start().position() {
            return GameSession::from_tree(self.games, GameTree::new(game), GameTree::ROOT);
        }
        GameSession::at_position(self.games, &game, &position)
    }

    fn replace(&mut self, state: Option<Box<dyn AnyMatch>>) -> bool {
        match state {
            Some(state) => {
                self.state = state;
                true
            }
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexarium_geometry::Place;
    use hexarium_kernel::{
        ActionError, ActionFeature, ActionPlanes, AnimationStep, CellView, Encode, Flow, Game, GameSpec, Input,
        Knowledge, Look, Notation, OptionError, Options, Outcome, PieceKind, PositionError, Region, Rules, Words,
        erase, mix,
    };

    /// Three cells in a row. The players fill one cell in turn; filling the last one wins.
    struct Row(Options);

    static SPEC: GameSpec = GameSpec {
        id: "row",
        title: "Row",
        tagline: "Fill the row.",
        featured_option: None,
        has_draws: false,
        lesson: || "",
        strategy: None,
        presets: &[],
        sample: ("row", ""),
        options: &[],
        interop: None,
    };

    type State = ([Option<Player>; 3], Player);

    fn stone(player: Player) -> PieceView {
        let glyph = letter(player).to_string();
        PieceView { owner: Some(player), kind: PieceKind::Stone, height: 1, glyph }
    }

    fn letter(player: Player) -> char {
        if player == Player::First { 'x' } else { 'o' }
    }

    impl Rules for Row {
        type State = State;
        type Action = usize;
        type Memory = ();
        fn start(&self) -> State {
            ([None; 3], Player::First)
        }
        fn pseudo_legal_actions(&self, state: &State, out: &mut Vec<usize>) {
            out.extend((0..3).filter(|&at| state.0[at].is_none()));
        }
        fn apply(&self, state: &mut State, _: &mut (), at: usize) -> Flow {
            state.0[at] = Some(state.1);
            state.1 = state.1.other();
            if self.outcome(state).is_some() { Flow::GameOver } else { Flow::TurnOver }
        }
        fn to_move(&self, state: &State) -> Player {
            state.1
        }
        fn outcome(&self, state: &State) -> Option<Outcome> {
            state.0.iter().all(Option::is_some).then(|| Outcome::win(state.1.other(), "full"))
        }
        fn key(&self, state: &State) -> u64 {
            mix(self.position_text(state).bytes().fold(0, |key, b| key * 256 + u64::from(b)))
        }
    }

    impl Notation for Row {
        fn action_text(&self, _: &State, at: usize) -> String {
            at.to_string()
        }
        fn parse_action(&self, _: &State, text: &str) -> Result<usize, ActionError> {
            text.parse().ok().filter(|at| *at < 3).ok_or_else(|| ActionError::syntax(text, "0, 1 or 2"))
        }
        fn explain_illegal_action(&self, _: &State, _: usize) -> String {
            "the cell is full".to_string()
        }
        fn position_text(&self, (cells, to_move): &State) -> String {
            let cells = cells.iter().map(|cell| cell.map_or('.', letter));
            cells.chain([' ', letter(*to_move)]).collect()
        }
        /// In a reachable position the second player has as many stones as the first, or one less.
        fn parse_position(&self, text: &str) -> Result<State, PositionError> {
            let player = |c| Player::BOTH.into_iter().find(|&p| letter(p) == c);
            let letters: Vec<char> = text.chars().collect();
            let refused =
                Err(PositionError::Fields { found: letters.len(), expected: "a row in balance and a player".into() });
            let &[a, b, c, ' ', to_move] = &letters[..] else { return refused };
            let (cells, Some(to_move)) = ([a, b, c].map(player), player(to_move)) else { return refused };
            let count = |who| cells.iter().filter(|cell| **cell == Some(who)).count();
            let ahead = count(Player::First) as i32 - count(Player::Second) as i32;
            if ahead == to_move.index() as i32 { Ok((cells, to_move)) } else { refused }
        }
    }

    impl Look for Row {
        fn board(&self) -> BoardView {
            let cell =
                |q: i16| CellView { place: Place::new(q, 0), label: q.to_string(), region: Region::Plain, blank: '.' };
            BoardView { cells: (0..3).map(cell).collect(), ..BoardView::default() }
        }
        fn view(&self, state: &State) -> View {
            let piece = |(at, cell): (usize, &Option<Player>)| Some((Spot(at as u16), stone((*cell)?)));
            let pieces = state.0.iter().enumerate().filter_map(piece).collect();
            View { pieces, marks: Vec::new(), counters: Vec::new(), prompt: String::new() }
        }
        fn inputs(&self, _: &State, at: usize) -> Vec<Input> {
            vec![Input::Cell(Spot(at as u16))]
        }
        fn animation(&self, state: &State, at: usize) -> Vec<Vec<AnimationStep>> {
            vec![vec![AnimationStep::Place { at: Spot(at as u16), piece: stone(state.1) }]]
        }
    }

    impl Words for Row {
        fn player_name(&self, player: Player) -> &'static str {
            if player == Player::First { "Cross" } else { "Circle" }
        }
        fn rule_reason(&self, _: &State, _: Option<Player>, _: &str) -> String {
            "the row is full".to_string()
        }
    }

    impl hexarium_kernel::Setup for Row {
        fn setup_pieces(&self) -> Vec<PieceView> {
            Player::BOTH.map(stone).to_vec()
        }
        /// The last cell is a hole, on which no piece can be set up.
        fn with_piece(&self, state: &State, at: Spot, piece: Option<&PieceView>) -> Option<State> {
            let mut state = *state;
            if at == Spot(2) && piece.is_some() {
                return None;
            }
            *state.0.get_mut(usize::from(at.0))? = piece.and_then(|piece| piece.owner);
            Some(state)
        }
        fn with_side_to_move(&self, state: &State, player: Player) -> Option<State> {
            Some((state.0, player))
        }
    }

    impl Knowledge for Row {}

    impl Encode for Row {
        fn action_count(&self) -> usize {
            3
        }
        fn action_id(&self, _: &State, at: usize) -> usize {
            at
        }
        fn action_of(&self, _: &State, id: usize) -> Option<usize> {
            (id < 3).then_some(id)
        }
        fn planes(&self) -> [usize; 3] {
            [1, 1, 4]
        }
        fn write_planes(&self, (cells, to_move): &State, eye: Player, out: &mut [f32]) {
            for (out, stone) in out.iter_mut().zip(cells.iter().copied().chain([Some(*to_move)])) {
                *out = stone.map_or(0.0, |player| if player == eye { 1.0 } else { -1.0 });
            }
        }
        fn action_planes(&self) -> ActionPlanes {
            ActionPlanes { planes: 1, globals: 0 }
        }
        fn action_features(&self, _: &State, at: usize, out: &mut Vec<ActionFeature>) {
            out.push(ActionFeature::At { plane: 0, place: at as u16 });
        }
    }

    impl Game for Row {
        fn spec() -> &'static GameSpec {
            &SPEC
        }
        fn configure(options: &Options) -> Result<Self, OptionError> {
            Ok(Self(options.clone()))
        }
        fn options(&self) -> &Options {
            &self.0
        }
    }

    fn setup() -> Setup {
        let game = erase(Row(Options::defaults(&[])));
        let state = game.start();
        Setup::of(&hexarium_games::registry::Games, game, state)
    }

    #[test]
    fn placing_and_removing_pieces_changes_the_position() {
        let mut setup = setup();
        assert_eq!(setup.setup_pieces().len(), 2);
        assert!(setup.paint(Spot(0), Some(0)));
        assert!(setup.paint(Spot(1), Some(1)));
        assert_eq!(setup.position(), "xo. x");
        assert!(setup.paint(Spot(1), None));
        assert_eq!((setup.position().as_str(), setup.view().pieces.len()), ("x.. x", 1));
    }

    #[test]
    fn an_invalid_placement_changes_nothing() {
        let mut setup = setup();
        assert!(!setup.paint(Spot(2), Some(0)), "rejected by the game");
        assert!(!setup.paint(Spot(3), Some(0)), "unknown cell");
        assert!(!setup.paint(Spot(0), Some(2)), "unknown brush");
        assert_eq!(setup.position(), "... x");
    }

    #[test]
    fn a_problem_is_reported_until_the_position_is_playable() {
        let mut setup = setup();
        setup.paint(Spot(0), Some(0));
        assert!(setup.problem().is_some_and(|problem| problem.contains("a row in balance and a player")));
        assert!(setup.set_to_move(Player::Second));
        assert_eq!((setup.to_move(), setup.problem()), (Player::Second, None));
    }

    #[test]
    fn clearing_empties_all_cells_and_keeps_the_side_to_move() {
        let mut setup = setup();
        setup.set_position("xo. x").unwrap();
        assert!(setup.clear());
        assert_eq!(setup.position(), "... x");
    }
}
