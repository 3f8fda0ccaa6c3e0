//! Illegal input in every game, and the explanations shown to players.

use hexarium_games::registry;
use hexarium_kernel::{AnyGame, AnyMatch, Input, Spot};

/// A game in progress.
struct Table {
    game: Box<dyn AnyGame>,
    state: Box<dyn AnyMatch>,
}

impl Table {
    fn new(game: &str) -> Self {
        let game = registry::open(game, &[]).unwrap();
        Self { state: game.start(), game }
    }

    fn at(game: &str, position: &str) -> Self {
        let game = registry::open(game, &[]).unwrap();
        Self { state: game.at_position(position).unwrap_or_else(|e| panic!("{e}")), game }
    }

    fn after(mut self, actions: &str) -> Self {
        for action in actions.split(' ') {
            self.state.play(action).unwrap_or_else(|e| panic!("{e}"));
        }
        self
    }

    /// Returns the game with pieces put on it, such as `w b1 b2*3 W c3 . d4`: a letter is the piece
    /// on the next cells, a height may follow a cell after `*`.
    fn with(mut self, pieces: &str) -> Self {
        let mut piece = None;
        for word in pieces.split(' ') {
            if word.len() == 1 {
                piece = self.game.setup_pieces().into_iter().find(|piece| piece.glyph == word);
                assert!(piece.is_some() || word == ".", "no set-up piece {word}");
                continue;
            }
            let (cell, height) = word.split_once('*').unwrap_or((word, "1"));
            if let Some(piece) = &mut piece {
                piece.height = height.parse().unwrap();
            }
            self.state = self.state.with_piece(self.spot(cell), piece.as_ref()).expect("the cell can hold it");
        }
        self.state = self.game.at_position(&self.state.position()).unwrap_or_else(|e| panic!("{e}"));
        self
    }

    fn emptied(mut self) -> Self {
        for i in 0..self.game.board().cells.len() {
            self.state = self.state.with_piece(Spot(i as u16), None).unwrap();
        }
        self
    }

    fn spot(&self, cell: &str) -> Spot {
        if let Some(number) = cell.strip_prefix('#') {
            return Spot(number.parse().unwrap());
        }
        let cells = self.game.board().cells;
        Spot(cells.iter().position(|c| c.label == cell).unwrap_or_else(|| panic!("no cell {cell}")) as u16)
    }

    /// Checks the explanation for a sequence of cells and buttons (in brackets), and that the
    /// sequence is illegal.
    #[track_caller]
    fn says(&self, text: &str, expected: &str) {
        let buttons = ["pass", "swap", "remove", "done", "generate", "unstack", "sharp V"];
        let inputs: Vec<Input> = text
            .split(", ")
            .map(|word| match word.strip_prefix('[').and_then(|word| word.strip_suffix(']')) {
                Some(word) => Input::Button(buttons.into_iter().find(|&b| b == word).expect("a button")),
                None => Input::Cell(self.spot(word)),
            })
            .collect();
        for action in self.state.legal() {
            let action_inputs = self.state.inputs(&action).unwrap();
            assert!(!action_inputs.starts_with(&inputs), "{text} is how {action} begins");
        }
        assert_eq!(self.state.explain_illegal_input(&inputs), expected, "{text}");
    }
}

#[test]
fn hex_says_what_is_wrong() {
    let start = Table::new("hex(size=5)");
    start.says("#25", "No stone is placed on an end zone: this one is Blue's from the start.");
    start.says("#27", "No stone is placed on an end zone: this one is Red's from the start.");
    start.says("#999", "This is not a cell of the board.");
    start.says("[swap]", "This game is played without the swap rule.");
    start.says("[pass]", "This game is played without passes.");
    start.says("[remove]", "There is no action called remove in this game.");
    let later = Table::new("hex(size=5)").after("c3 a1");
    later.says("c3", "c3 is taken by Blue's own stone, and stones never move.");
    later.says("a1", "a1 is taken by Red, and stones never move or change colour.");
    let swap = Table::new("hex(size=5,swap=true)").after("c3");
    swap.says("c3", "c3 is taken: to take over Blue's first stone, choose swap.");
    swap.after("a1").says("[swap]", "Swap is only the second player's reply to the first stone.");
    let passed = Table::new("hex(size=5,pass=true)").after("pass");
    passed.says("[pass]", "The turn before was a pass, and two in a row are not allowed.");
    let over = Table::new("hex(size=2)").after("b1 a1 a2");
    over.says("b2", "The game is over: Blue connected top to bottom.");
}

#[test]
fn coalesce_says_what_is_wrong() {
    let start = Table::new("coalesce");
    start.says("b3", "b3 is empty: choose one of Blue's pieces to move.");
    start.says(
        "a2",
        "The piece on a2 is Red's, and it is Blue's turn: Blue can only push it with a piece of their own.",
    );
    start.says("d3, d3", "The piece stands on d3 already: a step goes to a neighbouring space.");
    start.says("d3, d6", "A step goes to a neighbouring space, and d6 is 3 spaces from d3: that way it leads to d4.");
    start.says("d3, b2", "A step goes to a neighbouring space, and b2 is 2 spaces from d3.");
    start.says(
        "d7, d1",
        "Only pushed pieces go over the edge: the piece on d7 steps to a neighbouring space, and d1 is at the other end of its line.",
    );
    start.says("d3, [pass]", "To pass, deselect d3 first.");
    start.says("d3, [remove]", "There is no action called remove in this game.");
    start.says("d3, #400", "This is not a cell of the board.");
    // By ruling 2, the starting position counts as made by Red.
    let red = Table::new("coalesce").after("pass pass");
    red.says("[pass]", "A pass would repeat a position that Red has made before, which is not allowed.");
    let red = Table::new("coalesce").after("pass a2-b3");
    red.says(
        "b3, a2",
        "The step from b3 to a2 would repeat a position that Red has made before, which is not allowed.",
    );
    let over = Table::at("coalesce", "BBBB/BBBBB/BBBBBB/......./RRRRRR/RRRRR/RRRR r 2");
    over.says("e1", "The game is over: Blue's pieces form one group.");
}

#[test]
fn harvest_says_what_is_wrong() {
    let start = Table::new("harvest");
    start
        .says("[pass]", "Every turn must remove at least one piece, and the opening turn of First has only this step.");
    start.says("[remove]", "There is no action called remove in this game.");
    start.says("d4, d5", "d5 is taken: a jump ends on an empty space.");
    start.says("d4, [swap]", "There is no action called swap in this game.");
    let jumps = Table::at("harvest", "..../.o.../.oo.o./..ooo../..o.../...../.... 1 2 0 15-14");
    jumps.says("c1", "c1 is empty: choose a piece to remove or to move.");
    jumps.says("c2, c1", "A jump goes over at least one piece, and c1 is right beside c2.");
    jumps.says("c2, g3", "A jump ends beside another piece, and every space around g3 is empty.");
    jumps.says("c2, b5", "A piece jumps in a straight line, and b5 is not in line with c2.");
    jumps.says("c2, c2", "Only a surrounded piece can be removed, and b1 next to c2 is empty.");
    jumps.says("d5, d7", "A jump goes over at least one piece, and there is none between d5 and d7.");
    let last = Table::at("harvest", "..../.o.../.oo.o./..ooo../..o.../...../.... 1 1 0 15-14");
    last.says("[pass]", "Every turn must remove at least one piece, and this is First's last step to do it.");
    last.says("c2, c4", "Every turn must remove at least one piece, but c2 to c4 takes none in this last step.");
    last.says(
        "b2",
        "The piece on b2 cannot be removed, for a1 beside it is empty, and it cannot move: no jump of it splits the group, and this \
         last step must take something.",
    );
    let six = Table::new("harvest(surround=six)");
    six.says(
        "a1",
        "The piece on a1 cannot be removed, for at the edge it has only 3 neighbours, and it cannot move: no jump over another \
         piece ends on an empty space beside a piece.",
    );
    let tie = Table::at("harvest", "..../...../.o..../.ooooo./....../...../.... 1 2 0 16-15");
    tie.says("d4, d7, d3", "To keep the group of d3, select its first piece, c2.");
    tie.says("d4, d7, a1", "a1 is in no group: choose the one that stays by its first piece, c2 or d5.");
    let over = Table::at("harvest", "oo../...../....../......./....../...../.... 2 2 0 18-17");
    over.says("a1", "The game is over: First removed 18 pieces, Second 17.");
}

#[test]
fn fire_ants_say_what_is_wrong() {
    let start = Table::new("fire-ants").with("w d6 a2 b a3");
    start.says("e5", "e5 is empty, and stones come in over the buffer: place one there, or choose a piece of White's.");
    start.says("g3", "The queen on g3 is Black's; it is White's turn.");
    start.says("a3", "The stone on a3 is Black's; it is White's turn.");
    start.says("d6, d4", "A stone slides as far as it can: it would stop on d2.");
    start.says("d6, d6", "The stone stands on d6 already: choose where it is to go.");
    start.says("d6, d8", "A stone on the regular spaces never goes back to the buffer, and d8 is a buffer space.");
    start.says("c3, c1", "Queens never enter the buffer, and c1 is a buffer space.");
    start.says("c3, e4", "Pieces slide in a straight line, and e4 is not in line with c3.");
    start.says(
        "c3, g5",
        "g5 is taken by Black's queen: she is caught between two enemy pieces or without a way out, never by landing on her.",
    );
    start.says("c3, c6", "White's queen on c5 stands in the way to c6.");
    start.says("c3, c5", "c5 is taken by White's own queen.");
    start.says("a2, a3", "a3 is taken by Black's stone.");
    start.says("[pass]", "Only a player who can do nothing else passes.");
    let blocked = Table::new("fire-ants(buffer_shift=false)").with("w a2 b b2 b3");
    blocked.says("a2", "The stone on a2 cannot come in: b2 and b3 before it are taken.");
    blocked.says(
        "a2, a4",
        "In this game stones do not change from one buffer space to another: from a2 it can only slide in.",
    );
    let bare = Table::new("fire-ants").with("w b2 b3 b4 b5 d2 d3 d4 d5 d6 d7");
    bare.says("a3", "White's reserve is empty, so there is no stone to place on a3.");
    bare.says("e5", "e5 is empty: choose one of White's pieces to move.");
    bare.says("b2, d2", "d2 is taken by White's own stone.");
    let fenced = Table::new("fire-ants").with("w e5 b d4 d5 e4 e6 f4 f5");
    fenced.says("e5", "The stone on e5 cannot move: every space beside it is taken.");
    fenced.says("e5, e6", "e6 is taken by Black's stone, and stones are never captured.");
    let over = Table::new("fire-ants").with(". g3 g5");
    over.says("c3", "The game is over: Black has lost both queens.");
}

#[test]
fn protista_says_what_is_wrong() {
    let board = |pieces: &str| Table::new("protista").emptied().with(pieces);
    let lone = board("w d4 b m5 d9");
    lone.says("e7", "e7 is empty: choose one of White's pieces.");
    lone.says("m5", "The piece on m5 is Black's; it is White's turn.");
    lone.says("d4, d4", "The piece stands on d4 already: choose where it is to go.");
    lone.says("d4, d7", "d4 stands alone and goes one step, and d7 is 3 cells away.");
    lone.says("d4, d9", "d4 kills a piece beside it, and Black's on d9 is 5 cells away; no flight leads there.");
    lone.says("[done]", "White must make the first move of the turn: only extra moves may be declined.");
    lone.says("d4, [unstack]", "d4 is no stack: there is nothing to lay out.");
    lone.says(
        "d4, [generate]",
        "Choose the two pieces that generate first: they stand in one line with exactly 3 cells between.",
    );

    let row = board("w b1 b2 b3 b m5");
    row.says("b3, b8", "A cannon of 3 pieces flies at most 3 steps, and from b3 to b8 it is 5.");
    row.says("b2, b8", "b8 touches none of White's pieces that are connected with b2, and no flight leads there.");
    board("w b1 b2 b3 b b5*2 m5")
        .says("b3, b6", "The flight from b3 ends with a hit on the stack on b5: it does not get to b6.");
    board("w b1 b2 b3 b5 b m5").says("b3, b6", "White's own piece on b5 stops the flight from b3 to b6.");
    board("w d4 d5 b e5*2 m5").says("d5, e5", "All hits on the stack on e5 are the same move: select d4, then e5.");

    let stack = board("w g3*3 b m5");
    stack.says("g3, g8", "A stack of 3 lays out at most 2 steps, and from g3 to g8 it is 5.");
    stack.says(
        "g3, i7",
        "The stack on g3 goes one step or lays out its pieces in a straight line, and i7 is neither beside it nor in line.",
    );

    let pair = board("w g1 g5 b1 b m5");
    pair.says("g5, g1", "A pair is chosen in reading order: select g1, then g5, then generate.");
    pair.says(
        "g1, b1",
        "b1 is not connected with g1, so g1 cannot be stacked on it; and they are no pair, which has exactly 3 cells between.",
    );
    pair.says("g1, g5, b1", "g1 and g5 are selected: choose a button, because b1 does not continue the selection.");
    board("w g1 g5 c3 k3 b m5")
        .says("g1, g5", "g1 and g5 generate nothing: their far corners are White's already or off the board.");

    let wave = board("w a4 a5 b5 b6 b m5");
    wave.says(
        "a4, a5, b5, a5",
        "The wave cannot go from a4 to a5: b6 is own and not part of the wave, so it blocks the piece on b5.",
    );
    wave.says("a4, a5, b5, g7", "A wave moves one step: choose a cell beside a4, where it begins, and not g7.");
    wave.says(
        "a4, a5, c9",
        "A wave is a zigzag of three or more of White's pieces, and none leads from a4 over a5 to c9.",
    );
    wave.says(
        "b5, a5, a4",
        "A wave is chosen from its other end: select a4, then a5, then b5, then where a4 is to go.",
    );

    let point = board("w j5 k5 k6 b m9");
    point.says("j5, f5", "A V with 1 in its shorter leg flies at most 1 step, and from j5 to f5 it is 2.");

    let forced = Table::new("protista(stop=forced)").emptied().with("w b1 b2 b3 b m5");
    forced.says("b3, b5", "In this game a flight goes as far as it can: from b3 it would end on b6.");
    let cup = Table::new("protista(generation=cup)").emptied().with("w a4 a5 b m5");
    cup.says(
        "b4",
        "b4 is empty, and no piece can be generated there: no three of White's pieces side by side are next to it.",
    );
    let none = Table::new("protista(generation=none)").emptied().with("w g1 g5 b m5");
    none.says("g1, [generate]", "This game is played without generation.");
    let over = Table::new("protista").emptied().with("w d4 e5 b m5");
    over.says("d4", "The game is over: White stands on two of Black's targets.");
}

#[test]
fn a_game_drawn_by_history_says_so_where_the_board_alone_would_go_on() {
    let mut table = Table::new("fire-ants");
    for _ in 0..2 {
        table = table.after("c3-c4 g3-g4 c4-c3 g4-g3");
    }
    table.says("c3", "The game is over: the same position for the third time.");
}
