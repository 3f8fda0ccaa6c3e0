//! Hex: connect your two edges of a rhombus with a chain of stones.
//!
//! The rules are here; [`placement`] adds what all placement games share. The
//! other files are about good play.

mod board;
mod chain;
mod connections;
mod inferior;
mod knowledge;
mod playout;
mod proof;
mod resistance;
mod rollout;

use hexarium_geometry::{Bits, Board, Cell, Place, Shape};
use hexarium_kernel::{
    BoardView, GameSpec, Interop, OptionError, OptionSpec, Options, PerPlayer, Player, Rng, Turn, Values, play_out,
};

use crate::placement::{self, Colour, FIRST, PASS, Placement, PlacementGame, SWAP};
use crate::registry::{IS_COMPACT, Visitor, configure};

pub use crate::placement::Action;
pub use connections::HSearchLimits;
use inferior::Rim;
pub use proof::Outlook;

/// The description of Hex: options, presets and lesson.
pub const SPEC: GameSpec = GameSpec {
    id: "hex",
    title: "Hex",
    tagline: "Join your two edges with a chain of stones before your opponent joins theirs.",
    presets: &[
        ("Standard", "hex"),
        ("Small", "hex(size=7)"),
        ("Tournament", "hex(swap=true)"),
        ("Large", "hex(size=14,swap=true)"),
    ],
    sample: ("hex(size=7)", "f5 b6 e4 e3 f2 f3 d4 d3 c4 c2 c3 d2 b3 b1 c6 b2 a1 a2 a6 g2"),
    options: &[
        OptionSpec {
            name: "size",
            doc: "cells along each side of the board",
            values: Values::range(2, 19),
            default: "11",
        },
        FIRST,
        OptionSpec {
            doc: "instead of the first reply, the second player may take over the first stone, mirrored",
            ..SWAP
        },
        PASS,
    ],
    featured_option: Some("swap"),
    has_draws: false,
    lesson: crate::lesson_text!("lesson.txt"),
    strategy: Some(crate::strategy_text!("strategy.txt")),
    interop: Some(Interop::Hex),
};

/// Hex with its options applied, for boards of up to `64 * W` cells.
pub type Hex<const W: usize> = PlacementGame<HexRules<W>, W>;

/// The stones on the board and their connections to the edges.
pub type State<const W: usize> = placement::State<Links<W>, W>;

/// The stones of each player connected to each of the player's two edges.
pub type Links<const W: usize> = PerPlayer<[Bits<W>; 2]>;

/// The tag of the only way to win.
const CONNECTED: &str = "two edges joined";

/// The rules of Hex, with tables for its search knowledge.
#[derive(Debug)]
pub struct HexRules<const W: usize> {
    board: Board<W>,
    size: usize,
    blue: Player,
    /// The two edges of each player.
    edges: PerPlayer<[Bits<W>; 2]>,
    /// The board edges adjacent to each cell.
    rims: Vec<Rim>,
    rimmed: playout::Rimmed,
}

/// Calls the visitor with Hex of the width that fits the board size.
pub(crate) fn visit<V: Visitor>(options: &Options, visitor: V) -> Result<V::Output, OptionError> {
    match options.number("size") {
        2..=8 if !IS_COMPACT => configure::<Hex<1>, V>(options, visitor),
        9..=11 if !IS_COMPACT => configure::<Hex<2>, V>(options, visitor),
        _ => configure::<Hex<6>, V>(options, visitor),
    }
}

impl<const W: usize> Placement<W> for HexRules<W> {
    type Links = Links<W>;

    const SPEC: &'static GameSpec = &SPEC;

    /// Hex protocols call the side that connects top and bottom black.
    const COLOURS: [Colour; 2] = [
        Colour { name: "Blue", letter: 'B', aliases: &["b", "black"] },
        Colour { name: "Red", letter: 'R', aliases: &["r", "w", "white"] },
    ];

    fn configure(options: &Options) -> Result<Self, OptionError> {
        let size = options.number("size") as usize;
        let mut board = Board::new(Shape::Rhombus { size: size as u16 });
        board.name_cells(|row, i| format!("{}{}", hexarium_geometry::column_letter(i), row + 1));
        let [top, right, bottom, left] = board.borders()[..] else { unreachable!("a rhombus has four borders") };
        let blue = if options.text(FIRST.name) == "blue" { Player::First } else { Player::Second };
        let mut edges = PerPlayer([[left, right]; 2]);
        edges[blue] = [top, bottom];
        let rims = inferior::rims(&board, blue);
        Ok(Self { size, blue, edges, rims, rimmed: playout::Rimmed::new(size), board })
    }

    fn board(&self) -> &Board<W> {
        &self.board
    }

    fn win_at(&self, stones: Bits<W>, player: Player, cell: Cell) -> Option<&'static str> {
        let chain = self.board.group(cell, stones);
        self.edges[player].iter().all(|edge| edge.meets(chain)).then_some(CONNECTED)
    }

    fn win_tags(&self) -> Vec<&'static str> {
        vec![CONNECTED]
    }

    fn reason(&self, _: &str, winner: Player, name: &str) -> String {
        let edges = if winner == self.blue { "top to bottom" } else { "left to right" };
        format!("{name} connected {edges}")
    }

    /// A full board has exactly one winner.
    fn draws_when_full(&self) -> bool {
        false
    }

    /// The edges of the players are mirror images, so a stone that changes sides is reflected in
    /// the long diagonal: (x, y) → (y, x).
    fn swapped(&self, cell: Cell) -> Cell {
        let place = self.board.place(cell);
        self.board.at(Place::new(place.r, place.q)).expect("the rhombus is its own mirror image")
    }

    fn board_view(&self) -> BoardView {
        board::view(&self.board, self.blue)
    }

    fn deciding(&self, stones: Bits<W>, winner: Player, _: &str) -> Bits<W> {
        self.chain(stones, winner)
    }

    fn goal(&self, player: Player) -> Option<Bits<W>> {
        Some(self.edges[player][0] | self.edges[player][1])
    }

    /// Rotation by 180° maps every edge to an edge of the same player. Reflections exchange the
    /// players.
    fn keeps_goals(&self, turn: &Turn) -> bool {
        let edges = self.edges[self.blue];
        edges.contains(&edges[0].iter().map(|cell| turn.cell(cell)).collect())
    }

    fn links(&self, stones: &PerPlayer<Bits<W>>) -> Links<W> {
        PerPlayer(Player::BOTH.map(|player| {
            let own = stones[player];
            self.edges[player].map(|edge| self.board.flood(edge & own, own))
        }))
    }

    #[inline]
    fn placed(&self, state: &mut State<W>, player: Player, cell: Cell) -> bool {
        let (stones, around) = (state.stones[player], self.board.around(cell));
        let mut links = 0;
        for (linked, edge) in state.links[player].iter_mut().zip(self.edges[player]) {
            if edge.has(cell) || linked.meets(around) {
                *linked |= self.board.flood(Bits::single(cell), stones & !*linked);
                links += 1;
            }
        }
        links == 2
    }

    #[inline]
    fn win(&self, state: &State<W>, player: Player) -> Option<&'static str> {
        let [one, other] = state.links[player];
        one.meets(other).then_some(CONNECTED)
    }

    fn rollout(game: &Hex<W>, state: &State<W>, rng: &mut Rng, limit: u32) -> Option<Player> {
        if game.pass {
            // Passes change the number of stones of each side, so filling the board at random would
            // sample a different distribution.
            return play_out(game, state, &(), rng, limit);
        }
        game.random_winner(state, rng)
    }
}
