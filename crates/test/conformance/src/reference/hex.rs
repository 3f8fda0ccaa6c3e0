//! The reference model of Hex.

use super::colour::Colour::{self, Blue, Red};
use super::colour::{Pieces as Stones, count, read_pieces, write_pieces};
use super::dice::shuffle;
use super::grid::{Cell, CellSet, Grid, groups};
use super::options::{one_of, parsed};
use super::{Dice, Options, ReferenceGame, ReferenceModel, ReferenceResult};
use std::collections::BTreeSet;

/// Hex, as described on its rules page.
pub const MODEL: ReferenceModel = ReferenceModel {
    id: "hex",
    start: |options| Box::new(Hex::start(options)),
    from_position: |options, text| Box::new(Hex::from_position(options, text)),
    scatter,
    playout: Some(playout),
};

#[derive(Clone)]
struct Hex {
    size: i32,
    grid: Grid,
    first: Colour,
    swap: bool,
    pass: bool,
    stones: Stones,
    to_move: Colour,
    /// Whether the last turn was a pass.
    passed: bool,
    turn: u32,
    result: Option<ReferenceResult>,
}

/// Returns the two end zones of a colour: the cells just outside its edges.
fn end_zones(size: i32, colour: Colour) -> (Vec<Cell>, Vec<Cell>) {
    match colour {
        Blue => ((0..size).map(|x| Cell::new(x, -1)).collect(), (0..size).map(|x| Cell::new(x, size)).collect()),
        Red => ((0..size).map(|y| Cell::new(-1, y)).collect(), (0..size).map(|y| Cell::new(size, y)).collect()),
    }
}

/// Whether a chain of adjacent stones connects the two end zones of a colour.
fn connected(size: i32, stones: &Stones, colour: Colour) -> bool {
    let (one, other) = end_zones(size, colour);
    let own = stones.iter().filter(|(_, stone)| **stone == colour).map(|(cell, _)| *cell);
    let claimed: CellSet = own.chain(one.iter().copied()).chain(other.iter().copied()).collect();
    groups(&claimed).iter().any(|group| group.contains(one[0]) && group.contains(other[0]))
}

impl Hex {
    fn start(options: &Options) -> Hex {
        let size = parsed(options, "size");
        assert!((2..=19).contains(&size), "a size from 2 to 19");
        let first = one_of(options, "first", &[("blue", Blue), ("red", Red)]);
        Hex {
            size,
            grid: Grid::rhombus(size),
            first,
            swap: parsed(options, "swap"),
            pass: parsed(options, "pass"),
            stones: Stones::new(),
            to_move: first,
            passed: false,
            turn: 1,
            result: None,
        }
    }

    fn from_position(options: &Options, text: &str) -> Hex {
        let mut game = Hex::start(options);
        let (board, rest) = text.split_once(' ').expect("board and side");
        let (side, passed) = rest.split_once(' ').map_or((rest, false), |(side, last)| (side, last == "passed"));
        game.stones = read_pieces(&game.grid, board);
        game.to_move = Colour::read(side);
        game.passed = passed;
        assert!(game.pass || !passed, "a pass only where there are passes: {text}");
        assert!(game.counts_are_right(), "stone counts as alternate play makes them: {text}");
        assert!(!connected(game.size, &game.stones, game.to_move), "the winner is not to move: {text}");
        game.result = game.outcome();
        assert!(!game.passed || game.result.is_none(), "no pass after the end of the game: {text}");
        game
    }

    fn counts_are_right(&self) -> bool {
        if self.pass {
            return true;
        }
        let first = count(&self.stones, self.first);
        let second = count(&self.stones, self.first.other());
        let placed = if self.to_move == self.first { first == second } else { first == second + 1 };
        // After a swap, the second player owns the first player's only stone.
        let swapped = if self.to_move == self.first { first + 1 == second } else { first == second && first > 0 };
        placed || (self.swap && swapped)
    }

    fn outcome(&self) -> Option<ReferenceResult> {
        let winner = [Blue, Red].into_iter().find(|colour| connected(self.size, &self.stones, *colour))?;
        let result = if winner == self.first { "first" } else { "second" };
        let reason = match winner {
            Blue => "Blue connected top to bottom",
            Red => "Red connected left to right",
        };
        Some(ReferenceResult::new(result, reason))
    }

    fn may_swap(&self) -> bool {
        // Only instead of the first reply.
        self.swap
            && self.to_move == self.first.other()
            && !self.passed
            && self.stones.len() == 1
            && count(&self.stones, self.first) == 1
    }

    fn empty_cells(&self) -> Vec<Cell> {
        self.grid.cells().filter(|cell| !self.stones.contains_key(cell)).collect()
    }
}

impl ReferenceGame for Hex {
    fn copy(&self) -> Box<dyn ReferenceGame> {
        Box::new(self.clone())
    }

    fn position(&self) -> String {
        let passed = if self.passed { " passed" } else { "" };
        format!("{} {}{passed}", write_pieces(&self.grid, &self.stones), self.to_move.written())
    }

    fn turn(&self) -> u32 {
        self.turn
    }

    fn legal(&self) -> BTreeSet<String> {
        let mut legal = BTreeSet::new();
        if self.result.is_some() {
            return legal;
        }
        for cell in self.empty_cells() {
            legal.insert(self.grid.name(cell));
        }
        if self.may_swap() {
            legal.insert("swap".to_string());
        }
        // Never two passes in a row.
        if self.pass && !self.passed {
            legal.insert("pass".to_string());
        }
        legal
    }

    fn play(&mut self, action: &str) {
        assert!(self.legal().contains(action), "{action} is not legal in {}", self.position());
        if action == "swap" {
            let (stone, _) = self.stones.pop_first().expect("the first stone");
            let mirrored = Cell::new(stone.r, stone.q);
            self.stones.insert(mirrored, self.to_move);
        } else if action != "pass" {
            self.stones.insert(self.grid.cell(action), self.to_move);
        }
        self.passed = action == "pass";
        self.to_move = self.to_move.other();
        self.result = self.outcome();
        if self.result.is_none() {
            self.turn += 1;
        }
    }

    fn result(&self) -> Option<ReferenceResult> {
        self.result.clone()
    }
}

/// Returns a random valid position. Both sides follow their own plan in alternating turns, so the
/// stone counts are valid. With passes, where any counts are valid, a side may get several stones
/// in a row, and the last turn may be a pass.
fn scatter(options: &Options, dice: &mut dyn Dice) -> String {
    loop {
        let mut game = Hex::start(options);
        let size = game.size;
        let cells = (size * size) as usize;
        let plans = [plan(size, Blue, dice), plan(size, Red, dice)];
        let stones = match dice.below(6) {
            0 => dice.below(4.min(cells)),
            1 => cells - dice.below(3.min(cells)),
            2 => cells / 2 + dice.below(cells - cells / 2 + 1),
            _ => dice.below(cells + 1),
        };
        // No side completes a chain, or the first chain ends the game, or both sides continue after
        // it.
        let kind = dice.below(5);
        let after_swap = game.swap && dice.below(3) == 0;
        if after_swap && stones > 0 {
            game.to_move = game.first.other();
        }
        while game.stones.len() < stones {
            let mover = game.to_move;
            let free = plans[mover as usize].iter().filter(|cell| !game.stones.contains_key(cell));
            let chosen = free.copied().find(|cell| {
                let mut after = game.stones.clone();
                after.insert(*cell, mover);
                kind > 2 || !connected(size, &after, mover)
            });
            let Some(chosen) = chosen else { break };
            game.stones.insert(chosen, mover);
            let again = game.pass && dice.below(4) == 0;
            game.to_move = if again { mover } else { mover.other() };
            if kind == 3 && connected(size, &game.stones, mover) {
                break;
            }
        }
        game.passed = game.pass && game.outcome().is_none() && dice.below(4) == 0;
        if game.counts_are_right() && !connected(size, &game.stones, game.to_move) {
            return game.position();
        }
    }
}

/// Returns the order in which one side of `scatter` takes cells.
fn plan(size: i32, colour: Colour, dice: &mut dyn Dice) -> Vec<Cell> {
    let mut rest: Vec<Cell> = Grid::rhombus(size).cells().collect();
    shuffle(&mut rest, dice);
    match dice.below(4) {
        0 => {}
        // Line by line: walls along the own edges, or across the board.
        1 => {
            let lines_down = dice.below(2) == 0;
            rest.sort_by_key(|cell| if lines_down { cell.q } else { cell.r });
        }
        // From both own end zones inward, so that the chains meet late.
        2 => rest.sort_by_key(|cell| {
            let depth = if colour == Blue { cell.r } else { cell.q };
            depth.min(size - 1 - depth)
        }),
        // A wandering chain between the own end zones, possibly with a gap; then anywhere.
        _ => {
            let along = dice.below(size as usize) as i32;
            let mut here = if colour == Blue { Cell::new(along, 0) } else { Cell::new(0, along) };
            let mut chain = vec![here];
            let mut at_end = false;
            while !at_end {
                let inside: Vec<Cell> = here.around().filter(|cell| rest.contains(cell)).collect();
                here = inside[dice.below(inside.len())];
                if !chain.contains(&here) {
                    chain.push(here);
                }
                at_end = size - 1 == if colour == Blue { here.r } else { here.q };
            }
            if dice.below(2) == 0 {
                chain.remove(dice.below(chain.len()));
            }
            rest.retain(|cell| !chain.contains(cell));
            chain.extend(rest);
            rest = chain;
        }
    }
    rest
}

/// Returns the winner of one random game, by a simple loop of reasonable speed: the cells are
/// shuffled once, stones placed alternately, chains tracked in a union-find, and the game stops at
/// the win.
fn playout(options: &Options, dice: &mut dyn Dice) -> &'static str {
    let size: usize = parsed(options, "size");
    let cells = size * size;
    let mut order: Vec<usize> = (0..cells).collect();
    shuffle(&mut order, dice);
    // The four end zones follow the cells: top, bottom, left, right.
    let mut parent: Vec<usize> = (0..cells + 4).collect();
    let mut colours: Vec<Option<bool>> = vec![None; cells];
    let first_is_blue = options["first"] == "blue";
    let pass: bool = parsed(options, "pass");
    let mut blue = first_is_blue;
    for (played, &cell) in order.iter().enumerate() {
        // A stone may be preceded by one pass, as likely as any of the cells.
        if pass && dice.below(cells - played + 1) == 0 {
            blue = !blue;
        }
        colours[cell] = Some(blue);
        let (x, y) = (cell % size, cell / size);
        let mut join = |other: usize| {
            let (a, b) = (root(&mut parent, cell), root(&mut parent, other));
            parent[a] = b;
        };
        for (dx, dy) in [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)] {
            let (x, y) = (x as isize + dx, y as isize + dy);
            if (0..size as isize).contains(&x) && (0..size as isize).contains(&y) {
                let next = y as usize * size + x as usize;
                if colours[next] == Some(blue) {
                    join(next);
                }
            }
        }
        let (at, one) = if blue { (y, cells) } else { (x, cells + 2) };
        if at == 0 {
            join(one);
        }
        if at == size - 1 {
            join(one + 1);
        }
        if root(&mut parent, one) == root(&mut parent, one + 1) {
            return if blue == first_is_blue { "first" } else { "second" };
        }
        blue = !blue;
    }
    unreachable!("a full board has a winner")
}

fn root(parent: &mut [usize], mut of: usize) -> usize {
    while parent[of] != of {
        parent[of] = parent[parent[of]];
        of = parent[of];
    }
    of
}

#[cfg(test)]
mod tests {
    use super::super::dice::SplitMix64;
    use super::super::testing::{self, play_out, scattered};
    use super::*;
    use std::collections::BTreeMap;

    /// Returns options from `name=value` pairs (default: `pass=false`).
    fn options(pairs: &str) -> Options {
        let mut all = testing::options(pairs);
        all.entry("pass".to_string()).or_insert("false".to_string());
        all
    }

    fn played(pairs: &str, actions: &str) -> Hex {
        let mut game = Hex::start(&options(pairs));
        for action in actions.split_whitespace() {
            game.play(action);
        }
        game
    }

    fn at(pairs: &str, text: &str) -> Hex {
        Hex::from_position(&options(pairs), text)
    }

    #[test]
    fn the_board_starts_empty_and_blue_moves_first() {
        let game = played("size=11 first=blue swap=false", "");
        assert_eq!(game.position(), format!("{} b", ["..........."; 11].join("/")));
        assert_eq!(game.turn(), 1);
        assert_eq!(game.legal().len(), 121);
        assert!(game.legal().contains("a1") && game.legal().contains("k11"));
    }

    #[test]
    fn letters_are_columns_and_numbers_rows() {
        assert_eq!(played("size=3 first=blue swap=false", "b1 a3").position(), ".B./.../R.. b");
    }

    #[test]
    fn the_option_first_gives_red_the_first_turn() {
        let game = played("size=3 first=red swap=false", "");
        assert_eq!(game.position(), ".../.../... r");
        let game = played("size=2 first=red swap=false", "a1 a2 b1");
        assert_eq!(game.result().unwrap().result, "first");
        assert_eq!(game.result().unwrap().reason, "Red connected left to right");
    }

    #[test]
    fn a_stone_goes_on_an_empty_cell_only() {
        let game = played("size=3 first=blue swap=false", "b2");
        assert!(!game.legal().contains("b2"));
        assert_eq!(game.legal().len(), 8);
    }

    #[test]
    #[should_panic(expected = "is not legal")]
    fn a_taken_cell_cannot_be_played() {
        played("size=3 first=blue swap=false", "b2 b2");
    }

    #[test]
    fn blue_joins_top_and_bottom() {
        let game = played("size=3 first=blue swap=false", "b1 a1 b2 a2 b3");
        assert_eq!(game.position(), "RB./RB./.B. r");
        assert_eq!(game.turn(), 5);
        assert!(game.legal().is_empty());
        let result = game.result().unwrap();
        assert_eq!((result.result, result.reason.as_str()), ("first", "Blue connected top to bottom"));
    }

    #[test]
    fn red_joins_left_and_right() {
        let game = played("size=3 first=blue swap=false", "a1 a2 b1 b2 c1 c2");
        let result = game.result().unwrap();
        assert_eq!((result.result, result.reason.as_str()), ("second", "Red connected left to right"));
        assert_eq!(game.turn(), 6);
    }

    #[test]
    fn joining_the_other_players_edges_wins_nothing() {
        assert_eq!(played("size=3 first=blue swap=false", "a1 a2 b1 b3 c1").result(), None);
    }

    #[test]
    fn cells_touch_along_the_short_diagonal_only() {
        // b1 and a2 are adjacent; a1 and b2 are not.
        assert!(at("size=2 first=blue swap=false", ".B/BR r").result().is_some());
        assert!(at("size=2 first=blue swap=false", "B./RB r").result().is_none());
    }

    #[test]
    fn the_end_zones_do_not_join_the_corners() {
        assert_eq!(at("size=3 first=blue swap=false", "BBB/RR./... r").result(), None);
    }

    #[test]
    fn a_full_board_has_one_winner() {
        let mut dice = SplitMix64::new(7);
        for size in 2..=11 {
            for _ in 0..100 {
                let mut cells: Vec<Cell> = Grid::rhombus(size).cells().collect();
                shuffle(&mut cells, &mut dice);
                let stones: Stones = cells
                    .into_iter()
                    .enumerate()
                    .map(|(index, cell)| (cell, if index % 2 == 0 { Blue } else { Red }))
                    .collect();
                assert_ne!(connected(size, &stones, Blue), connected(size, &stones, Red));
            }
        }
    }

    #[test]
    fn a_decided_position_is_a_finished_game() {
        let game = at("size=2 first=blue swap=true", "BR/B. r");
        assert!(game.legal().is_empty());
        assert_eq!(game.result().unwrap().result, "first");
        assert_eq!(game.turn(), 1);
        assert_eq!(game.position(), "BR/B. r");
    }

    #[test]
    fn swap_takes_the_first_stone_recoloured_and_mirrored() {
        let game = played("size=3 first=blue swap=true", "c1 swap");
        assert_eq!(game.position(), ".../.../R.. b");
        assert_eq!(game.turn(), 3);
        let game = played("size=3 first=red swap=true", "b2 swap");
        assert_eq!(game.position(), ".../.B./... r");
    }

    #[test]
    fn swap_is_the_first_reply_or_never() {
        let may = |pairs: &str, actions: &str| played(pairs, actions).legal().contains("swap");
        assert!(may("size=3 first=blue swap=true", "c1"));
        assert!(may("size=3 first=red swap=true", "c1"));
        assert!(!may("size=3 first=blue swap=false", "c1"));
        assert!(!may("size=3 first=blue swap=true", ""));
        assert!(!may("size=3 first=blue swap=true", "c1 swap"));
        assert!(!may("size=3 first=blue swap=true", "c1 swap b2"));
        assert!(!may("size=3 first=blue swap=true", "c1 a1"));
        assert!(!may("size=3 first=blue swap=true", "c1 a1 b2"));
    }

    #[test]
    fn swap_is_open_in_a_position_given_as_text() {
        assert!(at("size=2 first=blue swap=true", "B./.. r").legal().contains("swap"));
        assert!(!at("size=2 first=blue swap=true", "R./.. b").legal().contains("swap"));
    }

    #[test]
    fn swap_leaves_every_empty_cell_open_too() {
        assert_eq!(played("size=3 first=blue swap=true", "c1").legal().len(), 9);
    }

    #[test]
    fn a_pass_leaves_the_board_alone_and_cannot_follow_a_pass() {
        let game = played("size=3 first=blue swap=false pass=true", "pass");
        assert_eq!(game.position(), ".../.../... r passed");
        assert!(!game.legal().contains("pass"));
        let game = played("size=3 first=blue swap=false pass=true", "pass b2");
        assert_eq!((game.position().as_str(), game.turn()), (".../.R./... b", 3));
        assert!(game.legal().contains("pass"));
        assert!(!played("size=3 first=blue swap=false", "").legal().contains("pass"));
    }

    #[test]
    fn a_pass_after_the_first_stone_forgoes_the_swap() {
        let pairs = "size=3 first=blue swap=true pass=true";
        assert!(played(pairs, "c1").legal().contains("swap"));
        assert!(!played(pairs, "c1 pass").legal().contains("swap"));
        assert!(!played(pairs, "c1 pass a1").legal().contains("swap"));
        assert!(!played(pairs, "pass c1").legal().contains("swap"));
        assert!(!at(pairs, "B../.../... r passed").legal().contains("swap"));
    }

    #[test]
    fn with_passes_any_counts_will_do() {
        assert_eq!(at("size=2 first=blue swap=false pass=true", "BB/.. b").legal().len(), 3);
        assert_eq!(at("size=2 first=blue swap=false pass=true", "../.. r").legal().len(), 5);
    }

    const VARIANTS: [&str; 5] = [
        "first=blue swap=false",
        "first=red swap=false",
        "first=blue swap=true",
        "first=red swap=true",
        "first=red swap=true pass=true",
    ];

    #[test]
    fn random_games_end_on_every_board() {
        let mut dice = SplitMix64::new(11);
        for size in 2..=19 {
            for variant in VARIANTS {
                let options = options(&format!("size={size} {variant}"));
                // A swap takes a turn but no cell, and each turn may be preceded by a pass.
                let most = 2 * (size * size + 2);
                play_out(&MODEL, &options, &mut Hex::start(&options), &mut dice, most);
            }
        }
    }

    #[test]
    fn scattered_positions_are_valid_and_play_to_an_end() {
        let mut dice = SplitMix64::new(13);
        for size in 2..=19 {
            for variant in VARIANTS {
                let options = options(&format!("size={size} {variant}"));
                for _ in 0..if size < 12 { 20 } else { 2 } {
                    let mut game = scattered(&MODEL, &options, &mut dice);
                    play_out(&MODEL, &options, &mut *game, &mut dice, 2 * (size * size + 2));
                }
            }
        }
    }

    #[test]
    fn scattered_positions_show_every_feature() {
        let mut dice = SplitMix64::new(17);
        let options = options("size=5 first=red swap=true");
        let mut seen = BTreeMap::new();
        for _ in 0..1000 {
            let game = at("size=5 first=red swap=true", &scatter(&options, &mut dice));
            let first = count(&game.stones, game.first);
            let second = count(&game.stones, game.first.other());
            let swapped = first + usize::from(game.to_move == game.first) == second;
            let nearly_full = game.stones.len() > 20;
            let mut note = |feature: &'static str, shown: bool| *seen.entry(feature).or_insert(0) += i32::from(shown);
            note("over", game.result().is_some());
            note("swap", game.may_swap());
            note("swapped", swapped && !game.stones.is_empty());
            note("nearly full and open", nearly_full && game.result().is_none());
            let wins = game.result().is_none()
                && game.empty_cells().iter().any(|cell| {
                    let mut after = game.stones.clone();
                    after.insert(*cell, game.to_move);
                    connected(5, &after, game.to_move)
                });
            note("a winning cell", wins);
        }
        println!("{seen:?}");
        assert!(seen.values().all(|times| *times >= 20), "{seen:?}");
    }
}
