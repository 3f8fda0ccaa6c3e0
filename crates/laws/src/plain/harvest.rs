//! The plain model of Harvest.

use super::grid::{Cell, CellSet, DIRECTIONS, board_text, groups, hexagon, hexagon_name, read_board, shuffle};
use super::{Dice, Options, PlainGame, PlainModel, PlainResult};
use std::collections::BTreeSet;

/// Harvest, from its rules page.
pub const MODEL: PlainModel = PlainModel {
    id: "harvest",
    start: |options| Box::new(Harvest::start(options)),
    from_position: |options, text| Box::new(Harvest::from_position(options, text)),
    scatter,
    playout: None,
};

/// A step that is not passed.
#[derive(Clone, Copy, Debug)]
enum Step {
    Remove(Cell),
    /// `keep` is the first cell of the group that stays, where several are biggest.
    Move {
        from: Cell,
        to: Cell,
        keep: Option<Cell>,
    },
}

/// The board, and what the options say about a step on it.
#[derive(Clone)]
struct Board {
    side: i32,
    /// All spaces.
    spaces: CellSet,
    /// `surround=six`: only six occupied neighbours surround a piece.
    six: bool,
}

impl Board {
    fn name(&self, cell: Cell) -> String {
        hexagon_name(self.side, cell)
    }

    /// Whether a piece is completely surrounded.
    fn may_be_removed(&self, pieces: &CellSet, piece: Cell) -> bool {
        piece.neighbours().into_iter().all(|neighbour| {
            if self.spaces.contains(neighbour) {
                pieces.contains(neighbour)
            } else {
                // Harvest ruling 1: the edge is not an empty space, unless the option asks for six neighbours.
                !self.six
            }
        })
    }

    /// The spaces to which a piece may move.
    fn destinations(&self, pieces: &CellSet, piece: Cell) -> Vec<Cell> {
        let mut others = *pieces;
        others.remove(piece);
        let mut destinations = Vec::new();
        for direction in DIRECTIONS {
            let mut passed_a_piece = false;
            let mut space = piece.ahead(direction);
            while self.spaces.contains(space) {
                if others.contains(space) {
                    passed_a_piece = true;
                } else if passed_a_piece {
                    // Harvest ruling 2: empty spaces on the way do not stop the piece.
                    if space.neighbours().into_iter().any(|neighbour| others.contains(neighbour)) {
                        destinations.push(space);
                    }
                }
                space = space.ahead(direction);
            }
        }
        destinations
    }

    /// The steps of one piece, each with the pieces after it.
    fn steps_of(&self, pieces: &CellSet, piece: Cell) -> Vec<(Step, CellSet)> {
        let mut steps = Vec::new();
        let mut others = *pieces;
        others.remove(piece);
        if self.may_be_removed(pieces, piece) {
            steps.push((Step::Remove(piece), others));
        }
        for to in self.destinations(pieces, piece) {
            let mut moved = others;
            moved.insert(to);
            let groups = groups(&moved);
            let size = groups.iter().map(CellSet::len).max().expect("a group");
            let biggest: Vec<CellSet> = groups.into_iter().filter(|group| group.len() == size).collect();
            let tie = biggest.len() > 1;
            for group in biggest {
                let keep = if tie { group.first() } else { None };
                steps.push((Step::Move { from: piece, to, keep }, group));
            }
        }
        steps
    }

    /// Whether some step removes a piece, directly or by splitting.
    fn can_remove(&self, pieces: &CellSet) -> bool {
        // Destinations touch another piece. So if the others are one group, the piece joins it wherever it goes.
        let may_split = |piece: Cell| {
            let mut others = *pieces;
            others.remove(piece);
            groups(&others).len() > 1
        };
        let splits = |piece: Cell| self.steps_of(pieces, piece).iter().any(|(_, after)| after.len() < pieces.len());
        pieces.iter().any(|piece| self.may_be_removed(pieces, piece))
            || pieces.iter().any(|piece| may_split(piece) && splits(piece))
    }

    fn text(&self, step: Step) -> String {
        match step {
            Step::Remove(piece) => format!("x{}", self.name(piece)),
            Step::Move { from, to, keep: None } => format!("{}-{}", self.name(from), self.name(to)),
            Step::Move { from, to, keep: Some(first) } => {
                format!("{}-{}={}", self.name(from), self.name(to), self.name(first))
            }
        }
    }
}

#[derive(Clone)]
struct Harvest {
    board: Board,
    pieces: CellSet,
    /// 0 for First, 1 for Second.
    to_move: usize,
    steps_left: u32,
    /// Pieces removed so far in this turn.
    removed: usize,
    scores: [usize; 2],
    turn: u32,
    result: Option<PlainResult>,
}

impl Harvest {
    fn start(options: &Options) -> Harvest {
        let side = options["base"].parse().expect("a base");
        assert!((3..=6).contains(&side), "a base from 3 to 6");
        let six = match options["surround"].as_str() {
            "spaces" => false,
            "six" => true,
            other => panic!("surround is spaces or six, not {other}"),
        };
        let spaces: CellSet = hexagon(side).into_iter().collect();
        Harvest {
            board: Board { side, spaces, six },
            pieces: spaces,
            to_move: 0,
            steps_left: options["opening_steps"].parse().expect("1 or 2"),
            removed: 0,
            scores: [0, 0],
            turn: 1,
            result: None,
        }
    }

    fn from_position(options: &Options, text: &str) -> Harvest {
        let mut game = Harvest::start(options);
        let [board, side, steps, removed, scores] =
            text.split(' ').collect::<Vec<_>>().try_into().expect("board, side, steps, removed, scores");
        game.pieces = CellSet::new();
        for (cell, character) in read_board(&hexagon(game.board.side), board) {
            match character {
                'o' => _ = game.pieces.insert(cell),
                '.' => {}
                other => panic!("no piece is written {other}"),
            }
        }
        game.to_move = match side {
            "1" => 0,
            "2" => 1,
            other => panic!("no side is written {other}"),
        };
        game.steps_left = steps.parse().expect("steps left");
        game.removed = removed.parse().expect("pieces removed in this turn");
        let (first, second) = scores.split_once('-').expect("two scores");
        game.scores = [first.parse().expect("a score"), second.parse().expect("a score")];
        game.check();
        game.result = game.outcome();
        game
    }

    fn check(&self) {
        let text = self.position();
        let removed_in_all = self.scores[0] + self.scores[1];
        assert!(self.steps_left == 1 || self.steps_left == 2, "1 or 2 steps left: {text}");
        assert!(self.steps_left == 1 || self.removed == 0, "nothing is removed before the first step: {text}");
        assert!(self.removed <= self.scores[self.to_move], "what is removed is scored: {text}");
        assert_eq!(removed_in_all + self.pieces.len(), self.board.spaces.len(), "no piece is lost: {text}");
        assert!(self.pieces.len() >= 2, "two pieces are always left: {text}");
        assert_eq!(groups(&self.pieces).len(), 1, "one group: {text}");
    }

    /// The legal steps with the pieces after them, whether the game is over or not.
    fn legal_steps(&self) -> Vec<(String, CellSet)> {
        let mut steps = vec![("pass".to_string(), self.pieces)];
        for piece in self.pieces.iter() {
            for (step, after) in self.board.steps_of(&self.pieces, piece) {
                steps.push((self.board.text(step), after));
            }
        }
        // Every turn must remove at least one piece.
        steps.retain(|(_, after)| {
            let removed = self.removed + self.pieces.len() - after.len();
            removed > 0 || (self.steps_left == 2 && self.board.can_remove(after))
        });
        steps
    }

    fn outcome(&self) -> Option<PlainResult> {
        let [first, second] = self.scores;
        if self.pieces.len() == 2 {
            return Some(PlainResult {
                result: if first > second { "first" } else { "second" },
                reason: format!("First removed {first} pieces, Second {second}"),
            });
        }
        if self.legal_steps().is_empty() {
            let (loser, winner) = [("First", "second"), ("Second", "first")][self.to_move];
            return Some(PlainResult { result: winner, reason: format!("{loser} cannot remove a piece") });
        }
        None
    }
}

impl PlainGame for Harvest {
    fn copy(&self) -> Box<dyn PlainGame> {
        Box::new(self.clone())
    }

    fn position(&self) -> String {
        let board = board_text(&hexagon(self.board.side), |cell| if self.pieces.contains(cell) { 'o' } else { '.' });
        let [first, second] = self.scores;
        format!("{board} {} {} {} {first}-{second}", self.to_move + 1, self.steps_left, self.removed)
    }

    fn turn(&self) -> u32 {
        self.turn
    }

    fn legal(&self) -> BTreeSet<String> {
        if self.result.is_some() {
            return BTreeSet::new();
        }
        self.legal_steps().into_iter().map(|(text, _)| text).collect()
    }

    fn play(&mut self, action: &str) {
        assert!(self.legal().contains(action), "{action} is not legal in {}", self.position());
        let step = self.legal_steps().into_iter().find(|(text, _)| text == action);
        let (_, after) = step.expect("a legal step");
        let removed = self.pieces.len() - after.len();
        self.pieces = after;
        self.removed += removed;
        self.scores[self.to_move] += removed;
        self.steps_left -= 1;
        // Two pieces end the game, in the middle of a turn too.
        let turn_is_over = self.steps_left == 0 || self.pieces.len() == 2;
        if turn_is_over {
            self.to_move = 1 - self.to_move;
            self.steps_left = 2;
            self.removed = 0;
        }
        self.result = self.outcome();
        if turn_is_over && self.result.is_none() {
            self.turn += 1;
        }
    }

    fn result(&self) -> Option<PlainResult> {
        self.result.clone()
    }
}

fn scatter(options: &Options, dice: &mut dyn Dice) -> String {
    let mut game = Harvest::start(options);
    game.pieces = scattered_pieces(game.board.side, dice);
    let gone = game.board.spaces.len() - game.pieces.len();
    let first = match dice.below(3) {
        // Close scores, or any.
        0 => (gone / 2 + dice.below(3)).min(gone),
        _ => dice.below(gone + 1),
    };
    game.scores = [first, gone - first];
    game.to_move = dice.below(2);
    game.steps_left = 2;
    // With two pieces the game is over, and so is the turn.
    if game.pieces.len() > 2 && dice.below(2) == 0 {
        game.steps_left = 1;
        let most = game.scores[game.to_move];
        game.removed = match dice.below(3) {
            0 => dice.below(most + 1),
            1 => most.min(1),
            _ => 0,
        };
    }
    game.position()
}

fn scattered_pieces(side: i32, dice: &mut dyn Dice) -> CellSet {
    let mut order = hexagon(side);
    shuffle(&mut order, dice);
    let spaces: CellSet = order.iter().copied().collect();
    let size = match dice.below(4) {
        0 => 2 + dice.below(6),
        _ => 3 + dice.below(order.len() - 2),
    };
    let touching = |pieces: &CellSet, cell: Cell| {
        cell.neighbours().into_iter().filter(|neighbour| pieces.contains(*neighbour)).count()
    };
    // A space outside that touches the pieces in a wanted number of places, at random.
    let next = |pieces: &CellSet, wanted: std::ops::RangeInclusive<usize>, dice: &mut dyn Dice| {
        let fits = |cell: &&Cell| !pieces.contains(**cell) && wanted.contains(&touching(pieces, **cell));
        let fitting: Vec<Cell> = order.iter().filter(fits).copied().collect();
        if fitting.is_empty() { None } else { Some(fitting[dice.below(fitting.len())]) }
    };
    let middle = Cell::new(0, 0);
    let kind = dice.below(6);
    let seed = if kind == 2 { middle } else { order[0] };
    let mut pieces = CellSet::from_iter([seed]);
    match kind {
        // A blob of any shape.
        0 => {}
        // Branches one piece thin: almost every move splits.
        1 => {
            while pieces.len() < size {
                let Some(cell) = next(&pieces, 1..=1, dice) else {
                    break;
                };
                pieces.insert(cell);
            }
        }
        // Branches, and their mirror image through the middle: a move of the middle piece leaves equal groups.
        2 => {
            while pieces.len() < size {
                let Some(cell) = next(&pieces, 1..=1, dice) else {
                    break;
                };
                pieces.insert(cell);
                pieces.insert(Cell::new(-cell.q, -cell.r));
            }
        }
        // A compact blob: many surrounded pieces.
        3 => {
            while pieces.len() < size {
                let close = next(&pieces, 3..=6, dice).or_else(|| next(&pieces, 2..=6, dice));
                let Some(cell) = close.or_else(|| next(&pieces, 1..=6, dice)) else {
                    break;
                };
                pieces.insert(cell);
            }
        }
        // The whole board with single holes.
        4 => {
            pieces = spaces;
            for cell in order.iter().take(1 + size / 3) {
                let mut fewer = pieces;
                fewer.remove(*cell);
                if touching(&pieces, *cell) > 2 && groups(&fewer).len() == 1 {
                    pieces = fewer;
                }
            }
        }
        // The pieces along the edge, some with a gap, some with a few more inside.
        _ => {
            let on_edge = |cell: &Cell| cell.neighbours().into_iter().any(|next| !spaces.contains(next));
            pieces = order.iter().copied().filter(on_edge).collect();
            let gap = order.iter().copied().find(on_edge).expect("an edge");
            if dice.below(2) == 0 {
                pieces.remove(gap);
            }
            for _ in 0..dice.below(4) {
                let cell = next(&pieces, 1..=6, dice).expect("room inside");
                pieces.insert(cell);
            }
        }
    }
    while pieces.len() < 2 || (kind == 0 && pieces.len() < size) {
        let cell = next(&pieces, 1..=6, dice).expect("room to grow");
        pieces.insert(cell);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::super::grid::testing::{Seeded, options, play_out};
    use super::*;
    use std::collections::BTreeMap;

    const PLAIN: &str = "base=4 opening_steps=1 surround=spaces";
    const SIX: &str = "base=4 opening_steps=1 surround=six";

    fn start(pairs: &str) -> Harvest {
        Harvest::start(&options(pairs))
    }

    fn at(pairs: &str, text: &str) -> Harvest {
        Harvest::from_position(&options(pairs), text)
    }

    /// A position on the board of side 4 with nothing scored by Second.
    fn on_side_4(board: &str, rest: &str) -> Harvest {
        let pieces = board.chars().filter(|character| *character == 'o').count();
        at(PLAIN, &format!("{board} {rest} {}-0", 37 - pieces))
    }

    fn texts(game: &Harvest) -> Vec<String> {
        game.legal().into_iter().collect()
    }

    fn moves_of<'a>(legal: &'a BTreeSet<String>, from: &str) -> Vec<&'a str> {
        let prefix = format!("{from}-");
        legal.iter().map(String::as_str).filter(|text| text.starts_with(&prefix)).collect()
    }

    #[test]
    fn a_piece_stands_on_every_space_and_the_opening_turn_has_one_step() {
        let game = start(PLAIN);
        assert_eq!(game.position(), "oooo/ooooo/oooooo/ooooooo/oooooo/ooooo/oooo 1 1 0 0-0");
        assert_eq!(game.turn(), 1);
        let game = start("base=3 opening_steps=2 surround=six");
        assert_eq!(game.position(), "ooo/oooo/ooooo/oooo/ooo 1 2 0 0-0");
    }

    #[test]
    fn on_the_full_board_every_piece_may_be_removed() {
        // Ruling 1. Nothing can move, and the only step cannot be passed.
        let legal = start(PLAIN).legal();
        assert_eq!(legal.len(), 37);
        assert!(legal.contains("xa1") && legal.contains("xd4") && legal.contains("xg4"));
    }

    #[test]
    fn with_surround_six_a_piece_needs_six_neighbours() {
        let legal = start(SIX).legal();
        assert_eq!(legal.len(), 19);
        assert!(legal.contains("xb2") && !legal.contains("xa1") && !legal.contains("xb1"));
    }

    #[test]
    fn with_two_opening_steps_the_first_may_be_passed_and_not_both() {
        let mut game = start("base=4 opening_steps=2 surround=spaces");
        assert_eq!(game.legal().len(), 38);
        game.play("pass");
        assert_eq!(game.position().split_once(' ').unwrap().1, "1 1 0 0-0");
        assert!(!game.legal().contains("pass"));
        assert_eq!(game.legal().len(), 37);
    }

    #[test]
    fn a_turn_is_two_steps_and_scores_count_at_once() {
        let mut game = start(PLAIN);
        game.play("xa1");
        assert_eq!(game.position(), ".ooo/ooooo/oooooo/ooooooo/oooooo/ooooo/oooo 2 2 0 1-0");
        assert_eq!(game.turn(), 2);
        game.play("xd4");
        assert_eq!(game.position(), ".ooo/ooooo/oooooo/ooo.ooo/oooooo/ooooo/oooo 2 1 1 1-1");
        assert_eq!(game.turn(), 2);
        game.play("xg4");
        assert_eq!(game.position(), ".ooo/ooooo/oooooo/ooo.ooo/oooooo/ooooo/ooo. 1 2 0 1-2");
        assert_eq!(game.turn(), 3);
    }

    #[test]
    fn a_piece_next_to_an_empty_space_may_not_be_removed() {
        let mut game = start(PLAIN);
        game.play("xd4");
        for neighbour in ["xd3", "xd5", "xc3", "xc4", "xe3", "xe4"] {
            assert!(!game.legal().contains(neighbour));
        }
        assert!(game.legal().contains("xd2") && game.legal().contains("xd7"));
    }

    #[test]
    fn a_move_passes_over_at_least_one_piece() {
        let mut game = start(PLAIN);
        game.play("xd4");
        let legal = game.legal();
        // d3 is next to the empty space, d2 and d1 fly over pieces, b2 comes down over c3, and b1 is on no line to d4.
        assert!(moves_of(&legal, "d3").is_empty());
        assert_eq!(moves_of(&legal, "d2"), ["d2-d4"]);
        assert_eq!(moves_of(&legal, "d1"), ["d1-d4"]);
        assert_eq!(moves_of(&legal, "b2"), ["b2-d4"]);
        assert!(moves_of(&legal, "b1").is_empty());
        assert_eq!(legal.iter().filter(|text| text.contains('-')).count(), 12);
    }

    #[test]
    fn a_move_flies_over_pieces_and_empty_spaces_alike() {
        // Ruling 2. d1 flies over d2, over the empty d3, over d5; at d7 it would stand alone.
        let game = on_side_4("..../...../.ooo../oo..o../....../...../....", "1 1 1");
        assert_eq!(moves_of(&game.legal(), "d1"), ["d1-d3", "d1-d4", "d1-d6"]);
    }

    #[test]
    fn the_destination_touches_another_piece() {
        // Beyond d3 and f1 the piece would stand alone.
        let game = on_side_4("..../...../....../oo...../oo..../...../....", "1 1 1");
        assert_eq!(moves_of(&game.legal(), "d1"), ["d1-d3", "d1-f1"]);
    }

    #[test]
    fn a_split_removes_all_but_the_biggest_group() {
        // The bridge d3 flies to d6: d1 and d2 are the smaller group.
        let mut game = on_side_4("..../...../....../ooooo../...oo./...../....", "1 2 0");
        game.play("d3-d6");
        assert_eq!(game.position(), "..../...../....../...ooo./...oo./...../.... 1 1 2 32-0");
    }

    #[test]
    fn the_moving_piece_may_belong_to_the_group_that_is_removed() {
        let mut game = on_side_4("..../...../....../.ooooo./....oo/...../....", "1 2 0");
        game.play("d3-d1");
        assert_eq!(game.position(), "..../...../....../...ooo./....oo/...../.... 1 1 2 32-0");
    }

    #[test]
    fn of_groups_that_are_equally_big_the_player_chooses_which_stays() {
        let board = "..../...../....../.oooo../....../...../....";
        let game = on_side_4(board, "1 2 0");
        assert_eq!(
            texts(&game),
            ["d2-d6", "d3-d1=d1", "d3-d1=d4", "d3-d6", "d4-d1", "d4-d6=d2", "d4-d6=d5", "d5-d1", "pass"]
        );
        let board = "..../...../....../oooooo./....../...../....";
        for (keep, left) in [("d1", "ooo...."), ("d5", "....ooo")] {
            let mut game = on_side_4(board, "2 1 0");
            game.play(&format!("d4-d7={keep}"));
            assert_eq!(game.position(), format!("..../...../....../{left}/....../...../.... 1 2 0 31-3"));
        }
    }

    #[test]
    fn three_groups_may_be_equally_big() {
        let game = on_side_4("..../.o.../..o.../...oo../..o.../.o.../....", "1 2 0");
        let legal = game.legal();
        let of_middle: Vec<&str> =
            moves_of(&legal, "d4").into_iter().filter(|text| text.starts_with("d4-d6")).collect();
        assert_eq!(of_middle, ["d4-d6=b2", "d4-d6=d5", "d4-d6=e3"]);
    }

    #[test]
    fn no_tie_between_smaller_groups_is_asked_about() {
        // d4 flies to d7 and leaves c3, e3 and the group of d5.
        let game = on_side_4("..../...../..o.../...ooo./..o.../...../....", "1 2 0");
        assert!(game.legal().contains("d4-d7"));
    }

    const TRIANGLE: &str = "..../...../..oo../...o.../....../...../....";

    #[test]
    fn a_first_step_that_removes_nothing_needs_a_second_that_can() {
        // No step removes anything from a triangle. The first step bends it, the second splits it.
        let game = on_side_4(TRIANGLE, "1 2 0");
        assert_eq!(texts(&game), ["c3-c5", "c3-e4", "c4-c2", "c4-e3", "d4-b2", "d4-b4"].map(str::to_string));
        for text in texts(&game) {
            let mut next = on_side_4(TRIANGLE, "1 2 0");
            next.play(&text);
            assert_eq!(next.position().split_once(' ').unwrap().1, "1 1 0 34-0");
            assert!(!next.legal().is_empty() && !next.legal().contains("pass"), "{text}");
        }
    }

    #[test]
    fn the_last_step_of_a_turn_removes_if_none_before_it_did() {
        // d1-d4 removes nothing.
        let line = "..../...../....../ooo..../....../...../....";
        assert_eq!(texts(&on_side_4(line, "1 1 0")), ["d2-d4"]);
        assert_eq!(texts(&on_side_4(line, "1 1 1")), ["d1-d4", "d2-d4", "pass"]);
        assert_eq!(texts(&on_side_4(line, "1 2 0")), ["d1-d4", "d2-d4", "pass"]);
    }

    #[test]
    fn the_game_ends_with_two_pieces_in_the_middle_of_a_turn_too() {
        let line = "..../...../....../ooo..../....../...../....";
        for steps in [1, 2] {
            let mut game = at(PLAIN, &format!("{line} 2 {steps} 0 17-17"));
            game.play("d2-d4");
            assert_eq!(game.position(), "..../...../....../..oo.../....../...../.... 1 2 0 17-18");
            assert!(game.legal().is_empty());
            assert_eq!(game.turn(), 1);
            let result = game.result().unwrap();
            assert_eq!(result.result, "second");
            assert_eq!(result.reason, "First removed 17 pieces, Second 18");
        }
    }

    #[test]
    fn two_pieces_given_as_text_are_a_finished_game() {
        let game = at(PLAIN, "..../...../....../..oo.../....../...../.... 1 2 0 35-0");
        assert!(game.legal().is_empty());
        assert_eq!(game.result().unwrap().result, "first");
        assert_eq!(game.result().unwrap().reason, "First removed 35 pieces, Second 0");
    }

    #[test]
    fn scores_are_never_equal() {
        for side in 3..=6 {
            assert_eq!((hexagon(side).len() - 2) % 2, 1);
        }
    }

    #[test]
    fn a_player_who_cannot_remove_in_the_middle_of_a_turn_loses() {
        for (side, result, reason) in
            [("1", "second", "First cannot remove a piece"), ("2", "first", "Second cannot remove a piece")]
        {
            let text = format!("{TRIANGLE} {side} 1 0 20-14");
            let game = at(PLAIN, &text);
            assert!(game.legal().is_empty());
            assert_eq!(game.position(), text);
            assert_eq!(game.result().unwrap(), PlainResult { result, reason: reason.to_string() });
        }
        // Having removed something, the player may pass.
        assert!(at(PLAIN, &format!("{TRIANGLE} 1 1 1 20-14")).legal().contains("pass"));
    }

    #[test]
    fn a_player_who_cannot_remove_at_the_start_of_a_turn_loses() {
        // A row from edge to edge: nothing on it is surrounded, and no piece has a space to fly to.
        let mut game = on_side_4("..../...o./...o../ooooooo/....../...../....", "1 1 0");
        game.play("c4-a4");
        assert_eq!(game.position(), "..../...../....../ooooooo/....../...../.... 2 2 0 30-0");
        assert!(game.legal().is_empty());
        assert_eq!(game.turn(), 1);
        let reason = "Second cannot remove a piece".to_string();
        assert_eq!(game.result(), Some(PlainResult { result: "first", reason }));
        // The score does not count then.
        let game = at(PLAIN, "..../...../....../ooooooo/....../...../.... 1 2 0 30-0");
        assert_eq!(game.result().unwrap().result, "second");
    }

    #[test]
    fn a_removal_leaves_one_group() {
        let mut dice = Seeded(47);
        let options = options(PLAIN);
        for _ in 0..500 {
            let game = at(PLAIN, &scatter(&options, &mut dice));
            for piece in game.pieces.iter().filter(|piece| game.board.may_be_removed(&game.pieces, *piece)) {
                let mut after = game.pieces;
                after.remove(piece);
                assert_eq!(groups(&after).len(), 1);
            }
        }
    }

    #[test]
    fn can_remove_says_whether_a_step_removes() {
        let mut dice = Seeded(53);
        for pairs in all_options() {
            let options = options(&pairs);
            for _ in 0..100 {
                let game = at(&pairs, &scatter(&options, &mut dice));
                let removes = |piece: Cell| {
                    let steps = game.board.steps_of(&game.pieces, piece);
                    steps.iter().any(|(_, after)| after.len() < game.pieces.len())
                };
                assert_eq!(game.board.can_remove(&game.pieces), game.pieces.iter().any(removes));
            }
        }
    }

    fn all_options() -> Vec<String> {
        let mut all = Vec::new();
        for base in 3..=6 {
            for steps in [1, 2] {
                for surround in ["spaces", "six"] {
                    all.push(format!("base={base} opening_steps={steps} surround={surround}"));
                }
            }
        }
        all
    }

    #[test]
    fn random_games_end_on_every_board() {
        let mut dice = Seeded(37);
        for pairs in all_options() {
            let options = options(&pairs);
            for _ in 0..3 {
                let mut game = (MODEL.start)(&options);
                // Every turn removes a piece.
                play_out(&MODEL, &options, &mut game, &mut dice, 200);
                assert!(game.result().is_some());
            }
        }
    }

    #[test]
    fn scattered_positions_are_valid_and_play_to_an_end() {
        let mut dice = Seeded(41);
        for pairs in all_options() {
            let options = options(&pairs);
            for _ in 0..8 {
                let text = scatter(&options, &mut dice);
                let mut game = (MODEL.from_position)(&options, &text);
                assert_eq!(game.position(), text);
                play_out(&MODEL, &options, &mut game, &mut dice, 200);
                assert!(game.result().is_some());
            }
        }
    }

    #[test]
    fn scattered_positions_show_every_feature() {
        let mut dice = Seeded(43);
        for pairs in [PLAIN, SIX] {
            let options = options(pairs);
            let mut seen = BTreeMap::new();
            for _ in 0..1000 {
                let game = at(pairs, &scatter(&options, &mut dice));
                let mut note =
                    |feature: &'static str, shown: bool| *seen.entry(feature).or_insert(0) += i32::from(shown);
                let legal = game.legal();
                let any = |wanted: &dyn Fn(&str) -> bool| legal.iter().any(|text| wanted(text));
                note("a removal", any(&|text| text.starts_with('x')));
                note("a tie", any(&|text| text.contains('=')));
                note("two pieces", game.pieces.len() == 2);
                note("cannot remove", game.pieces.len() > 2 && legal.is_empty());
                note("pass", any(&|text| text == "pass"));
                note("pass forbidden", !legal.is_empty() && !any(&|text| text == "pass"));
                note("a second step after a removal", game.removed > 0);
                note("a second step after none", game.steps_left == 1 && game.removed == 0);
                let steps = game.legal_steps();
                let splits =
                    |(text, after): &(String, CellSet)| !text.starts_with('x') && after.len() < game.pieces.len();
                note("a split", steps.iter().any(splits));
                note("a big split", steps.iter().any(|(_, after)| after.len() + 4 < game.pieces.len()));
                note(
                    "an end in the middle of a turn",
                    game.steps_left == 2 && steps.iter().any(|(_, after)| after.len() == 2),
                );
                note(
                    "a first step with no removal after it",
                    game.steps_left == 2
                        && game.pieces.iter().any(|piece| {
                            game.board
                                .steps_of(&game.pieces, piece)
                                .iter()
                                .any(|(_, after)| after.len() == game.pieces.len() && !game.board.can_remove(after))
                        }),
                );
            }
            println!("{pairs} {seen:?}");
            assert!(seen.values().all(|times| *times >= 10), "{seen:?}");
        }
    }
}
