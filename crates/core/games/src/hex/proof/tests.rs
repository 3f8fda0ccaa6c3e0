//! Checks of all Hex proofs against brute force on random positions.

use std::collections::HashMap;

use super::*;
use crate::hex::SPEC;
use crate::hex::connections::Links;
use hexarium_geometry::Cell;
use hexarium_kernel::{Game, Options, Rng, Rules};

fn hex<const W: usize>(size: usize, first: &str) -> Hex<W> {
    let size = size.to_string();
    Hex::configure(&Options::new(SPEC.options, [("size", &*size), ("first", first)]).unwrap()).unwrap()
}

/// Brute-force solver with a cache.
struct BruteForce<'a, const W: usize> {
    hex: &'a Hex<W>,
    seen: HashMap<(Bits<W>, Bits<W>, Player), bool>,
}

impl<'a, const W: usize> BruteForce<'a, W> {
    fn new(hex: &'a Hex<W>) -> Self {
        Self { hex, seen: HashMap::new() }
    }

    fn winner(&mut self, stones: &PerPlayer<Bits<W>>, to_move: Player) -> Player {
        if let Some(winner) = Player::BOTH.into_iter().find(|&p| self.hex.joins(stones[p], p)) {
            return winner;
        }
        if self.mover_wins(stones, to_move) { to_move } else { to_move.other() }
    }

    /// Whether the side to move wins; the game must not be over.
    fn mover_wins(&mut self, stones: &PerPlayer<Bits<W>>, to_move: Player) -> bool {
        let key = (stones.0[0], stones.0[1], to_move);
        if let Some(&wins) = self.seen.get(&key) {
            return wins;
        }
        let wins = self.empty(stones).iter().any(|cell| self.wins_with(stones, to_move, cell));
        self.seen.insert(key, wins);
        wins
    }

    fn wins_with(&mut self, stones: &PerPlayer<Bits<W>>, to_move: Player, cell: Cell) -> bool {
        let mut after = *stones;
        after[to_move].insert(cell);
        self.hex.joins(after[to_move], to_move) || !self.mover_wins(&after, to_move.other())
    }

    fn empty(&self, stones: &PerPlayer<Bits<W>>) -> Bits<W> {
        self.hex.game.board.all() & !(stones.0[0] | stones.0[1])
    }
}

/// Returns a position without a winner, with at most `most_empty` empty cells and arbitrary stone
/// counts.
fn random_position<const W: usize>(hex: &Hex<W>, rng: &mut Rng, most_empty: usize) -> PerPlayer<Bits<W>> {
    loop {
        let mut stones = PerPlayer([Bits::EMPTY; 2]);
        let mut cells = hex.game.board.cells().to_vec();
        let count = cells.len();
        let empty = 1 + rng.below(most_empty.min(count));
        for &cell in rng.draw(&mut cells, count - empty).iter() {
            stones[if rng.below(2) == 0 { Player::First } else { Player::Second }].insert(cell);
        }
        if !Player::BOTH.into_iter().any(|p| hex.joins(stones[p], p)) {
            return stones;
        }
    }
}

fn state<const W: usize>(hex: &Hex<W>, stones: PerPlayer<Bits<W>>, to_move: Player) -> State<W> {
    let mut state = State { to_move, ..hex.start() };
    for player in Player::BOTH {
        for cell in stones[player] {
            hex.place(&mut state, player, cell);
        }
    }
    state
}

fn shown<const W: usize>(hex: &Hex<W>, stones: &PerPlayer<Bits<W>>) -> String {
    use hexarium_kernel::Notation;
    hex.position_text(&state(hex, *stones, Player::First))
}

/// Runs a check on random positions of several sizes, widths and colours. The number of empty cells
/// depends on the size, to keep brute force feasible.
macro_rules! on_random_positions {
    ($check:ident, $positions:expr) => {
        let mut rng = Rng::new(21);
        for first in ["blue", "red"] {
            $check(&hex::<1>(3, first), &mut rng, 9, $positions);
            $check(&hex::<1>(4, first), &mut rng, 10, $positions);
            $check(&hex::<1>(5, first), &mut rng, 10, $positions);
            $check(&hex::<2>(4, first), &mut rng, 9, $positions / 4);
            $check(&hex::<6>(4, first), &mut rng, 9, $positions / 4);
        }
    };
}

fn filling_in<const W: usize>(hex: &Hex<W>, rng: &mut Rng, empty: usize, positions: usize) {
    let mut brute_force = BruteForce::new(hex);
    let mut filled = 0;
    for _ in 0..positions {
        let stones = random_position(hex, rng, empty);
        let after =
            hex.fill_in(stones, hex.game.board.all(), if rng.below(2) == 0 { Player::First } else { Player::Second });
        assert!(stones.0[0].within(after.0[0]) && stones.0[1].within(after.0[1]) && !after.0[0].meets(after.0[1]));
        filled += usize::from(after != stones);
        for player in Player::BOTH {
            let (was, is) = (brute_force.winner(&stones, player), brute_force.winner(&after, player));
            assert_eq!(was, is, "{} becomes {}", shown(hex, &stones), shown(hex, &after));
        }
    }
    assert!(filled > positions / 2, "{filled} of {positions}");
}

#[test]
fn filling_in_dead_and_captured_cells_never_changes_the_winner() {
    on_random_positions!(filling_in, 800);
}

fn linking<const W: usize>(hex: &Hex<W>, rng: &mut Rng, empty: usize, positions: usize) {
    let mut brute_force = BruteForce::new(hex);
    let (mut fulls, mut semis) = (0, 0);
    for i in 0..positions {
        let stones = random_position(hex, rng, empty);
        let limits = match i % 4 {
            0 => HSearchLimits { empty_carrier: 0, ..HSearchLimits::PROOF },
            1 => HSearchLimits { carrier: 5, ..HSearchLimits::PROOF },
            _ => HSearchLimits { empty_carrier: 10, ..HSearchLimits::PROOF },
        };
        for player in Player::BOTH {
            let other = player.other();
            let Links { full, semi, needed, carrier } = hex.links(&stones, player, limits, Until::Full);
            assert!(semi || !full);
            if full {
                fulls += 1;
                assert_eq!(brute_force.winner(&stones, other), player, "full: {}", shown(hex, &stones));
            }
            if semi {
                semis += 1;
                assert_eq!(brute_force.winner(&stones, player), player, "semi: {}", shown(hex, &stones));
                assert!(needed.within(carrier) && carrier.within(brute_force.empty(&stones)));
                for cell in brute_force.empty(&stones) & !needed {
                    let loses = !brute_force.wins_with(&stones, other, cell);
                    assert!(loses, "{} is outside: {}", hex.game.board.name(cell), shown(hex, &stones));
                }
            }
            assert_eq!(hex.links(&stones, player, limits, Until::Semi).semi, semi);
        }
    }
    assert!(fulls > positions / 20 && semis > fulls, "{fulls} and {semis} of {positions}");
}

#[test]
fn connections_of_the_edges_win_and_moves_outside_their_carriers_lose() {
    on_random_positions!(linking, 600);
}

fn examining<const W: usize>(hex: &Hex<W>, rng: &mut Rng, empty: usize, positions: usize) {
    let mut brute_force = BruteForce::new(hex);
    let mut won = 0;
    for i in 0..positions {
        let stones = random_position(hex, rng, empty);
        // The limits of a search leave few of these positions open.
        let limits = match i % 2 {
            0 => HSearchLimits::SEARCH,
            _ => HSearchLimits { carrier: 1 + i % 5, ..HSearchLimits::SEARCH },
        };
        for player in Player::BOTH {
            let state = state(hex, stones, player);
            let winner = brute_force.winner(&stones, player);
            let mut actions = Vec::new();
            hex.pseudo_legal_actions(&state, &mut actions);
            hex.prune(&state, &mut actions);
            let found = hex.examine_state(&state, limits, &mut actions);
            assert!(found.is_none_or(|found| found == winner), "{player:?} to move: {}", shown(hex, &stones));
            won += usize::from(found.is_some());
            let kept = actions.iter().any(|action| match action {
                Action::Place(cell) => brute_force.wins_with(&stones, player, *cell),
                Action::Swap | Action::Pass => false,
            });
            assert_eq!(kept, winner == player, "{player:?} to move: {}", shown(hex, &stones));
        }
    }
    assert!(won > positions, "{won} of {}", 2 * positions);
}

#[test]
fn an_examination_is_true_and_keeps_a_winning_cell() {
    on_random_positions!(examining, 800);
}

fn narrowing<const W: usize>(hex: &Hex<W>, rng: &mut Rng, empty: usize, positions: usize) {
    let mut brute_force = BruteForce::new(hex);
    for _ in 0..positions {
        let stones = random_position(hex, rng, empty);
        for player in Player::BOTH {
            let state = state(hex, stones, player);
            let winner = brute_force.winner(&stones, player);
            let mut actions = Vec::new();
            hex.pseudo_legal_actions(&state, &mut actions);
            hex.prune(&state, &mut actions);
            let kept = actions.iter().any(|action| match action {
                Action::Place(cell) => brute_force.wins_with(&stones, player, *cell),
                Action::Swap | Action::Pass => false,
            });
            assert_eq!(kept, winner == player, "{player:?} to move: {}", shown(hex, &stones));
        }
    }
}

#[test]
fn narrowing_keeps_a_winning_cell() {
    on_random_positions!(narrowing, 800);
}

/// Measures the time of the connection search in the middle of random games on 11×11, with a third
/// of the board filled.
#[test]
#[ignore = "measures time; run in release with --ignored --nocapture"]
fn the_cost_of_looking_for_connections() {
    let hex = hex::<2>(11, "blue");
    let mut rng = Rng::new(1);
    let positions: Vec<_> = std::iter::repeat_with(|| {
        let mut stones = PerPlayer([Bits::EMPTY; 2]);
        for (i, &cell) in rng.draw(&mut hex.game.board.cells().to_vec(), 40).iter().enumerate() {
            stones[Player::BOTH[i % 2]].insert(cell);
        }
        state(&hex, stones, Player::First)
    })
    .filter(|state| hex.outcome(state).is_none())
    .take(100)
    .collect();
    let time = |name: &str, ask: &dyn Fn(&State<2>) -> bool| {
        let start = std::time::Instant::now();
        let found = positions.iter().filter(|state| ask(state)).count();
        println!("{name}: {} µs, {found} of 100 decided", start.elapsed().as_micros() / 100);
    };
    time("filling in", &|state| {
        let stones = hex.fill_in(state.stones, hex.game.board.all(), hex.game.blue);
        Player::BOTH.into_iter().any(|p| hex.joins(stones[p], p))
    });
    time("outlook in a search", &|state| matches!(hex.outlook(state, HSearchLimits::SEARCH), Outlook::Won(_)));
    time("outlook in a proof", &|state| matches!(hex.outlook(state, HSearchLimits::PROOF), Outlook::Won(_)));
}

fn looking<const W: usize>(hex: &Hex<W>, rng: &mut Rng, empty: usize, positions: usize) {
    let mut brute_force = BruteForce::new(hex);
    let mut won = 0;
    for _ in 0..positions {
        let stones = random_position(hex, rng, empty);
        for player in Player::BOTH {
            let winner = brute_force.winner(&stones, player);
            let limits = if rng.below(2) == 0 { HSearchLimits::PROOF } else { HSearchLimits::SEARCH };
            match hex.outlook(&state(hex, stones, player), limits) {
                Outlook::Won(claimed) => {
                    won += 1;
                    assert_eq!(claimed, winner, "{player:?} to move: {}", shown(hex, &stones));
                }
                Outlook::Open(cells) => {
                    assert!(!cells.is_empty() && cells.within(brute_force.empty(&stones)));
                    let kept = cells.iter().any(|cell| brute_force.wins_with(&stones, player, cell));
                    assert_eq!(kept, winner == player, "{player:?} to move: {}", shown(hex, &stones));
                }
            }
        }
    }
    assert!(won > positions, "{won} of {}", 2 * positions);
}

#[test]
fn the_outlook_is_true_and_keeps_a_winning_cell() {
    on_random_positions!(looking, 800);
}

#[test]
fn before_a_possible_swap_nothing_is_claimed() {
    let options = Options::new(SPEC.options, [("size", "3"), ("swap", "true")]).unwrap();
    let hex = Hex::<1>::configure(&options).unwrap();
    let mut state = hex.start();
    for _ in 0..2 {
        let mut actions = Vec::new();
        hex.pseudo_legal_actions(&state, &mut actions);
        let all = actions.clone();
        assert_eq!(hex.analyse_state_for_proof(&state, &mut actions, &mut Vec::new()), None);
        assert_eq!(actions, all);
        hex.apply(&mut state, &mut (), actions[4]);
    }
    assert_eq!(hex.analyse_state_for_proof(&state, &mut Vec::new(), &mut Vec::new()), Some(Player::First));
}

#[test]
fn a_turned_state_has_the_same_key_and_no_other_has() {
    fn check<const W: usize>(size: usize) {
        let hex = hex::<W>(size, "blue");
        let mut rng = Rng::new(4);
        let mut keys = HashMap::new();
        let cells = hex.game.board.cells();
        let turned =
            |set: Bits<W>| set.iter().map(|c| cells[cells.len() - 1 - hex.game.board.order(c)]).collect::<Bits<W>>();
        for _ in 0..500 {
            let stones = random_position(&hex, &mut rng, size * size);
            let image = PerPlayer(stones.0.map(turned));
            let key = hex.turned_key(&state(&hex, stones, Player::First));
            assert_eq!(key, hex.turned_key(&state(&hex, image, Player::First)));
            assert_ne!(key, hex.turned_key(&state(&hex, stones, Player::Second)));
            // An added or removed stone makes a different state for either side to move.
            let mut other = stones;
            other.0[0] ^= Bits::single(cells[rng.below(cells.len())]);
            assert_ne!(key, hex.turned_key(&state(&hex, other, Player::Second)));
            let known = *keys.entry(key).or_insert(stones);
            assert!(known == stones || known == image);
        }
    }
    check::<1>(4);
    check::<1>(8);
    check::<2>(11);
    check::<6>(13);
}
