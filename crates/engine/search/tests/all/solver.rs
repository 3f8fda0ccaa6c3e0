//! The solver on real games.

use std::collections::HashMap;
use std::sync::Arc;

use hexarium_games::registry::{self, GAMES, Visitor};
use hexarium_kernel::{Cursor, Game, Knowledge, Match, Player, SearchParams};
use hexarium_search::{Limits, Proof, Solution, Stop, Tree, Value, solve};

/// Runs a visitor on the typed game of a text.
fn with<V: Visitor>(text: &str, visitor: V) -> V::Output {
    let (spec, options) = registry::parse(text, &[]).unwrap();
    registry::visit(spec.id, &options, visitor).unwrap()
}

/// Minimax over states, for games in which history does not matter: 1 if the first player wins, -1
/// if the second does.
fn minimax<G: Knowledge>(rules: &G, cursor: &mut Cursor<G>, seen: &mut HashMap<G::State, i8>) -> i8 {
    if let Some(&value) = seen.get(&cursor.state) {
        return value;
    }
    let sign = if rules.to_move(&cursor.state) == Player::First { 1 } else { -1 };
    let mut actions = Vec::new();
    cursor.legal_actions(rules, &mut actions);
    let here = cursor.undo_point();
    let mut best = -2;
    for action in actions {
        let (_, outcome) = cursor.play(rules, action);
        let value = match outcome {
            Some(outcome) => as_number(outcome.winner),
            None => minimax(rules, cursor, seen),
        };
        cursor.undo_to(&here);
        best = best.max(sign * value);
        if best == 1 {
            break;
        }
    }
    seen.insert(cursor.state, sign * best);
    sign * best
}

fn as_number(winner: Option<Player>) -> i8 {
    match winner {
        Some(Player::First) => 1,
        Some(Player::Second) => -1,
        None => 0,
    }
}

fn value_of(number: i8) -> Value {
    match number {
        1 => Value::Won(Player::First),
        -1 => Value::Won(Player::Second),
        _ => Value::Drawn,
    }
}

fn solved<G: Knowledge>(game: &Match<G>) -> Solution<G::Action> {
    solve(game, &Limits::UNTIL_STOPPED, &mut |_| true)
}

/// Solves every first action and compares it with brute force; the action of the solution preserves
/// its value.
struct EveryOpening;

impl Visitor for EveryOpening {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let rules = Arc::new(game);
        let start = Match::new(rules.clone());
        let mut seen = HashMap::new();
        for action in start.legal_actions() {
            let mut game = start.clone();
            game.play_legal(action);
            let expected = value_of(minimax(&*rules, &mut game.cursor().clone(), &mut seen));
            let solution = solved(&game);
            assert_eq!(solution.value, expected, "after {}", rules.action_text(start.state(), action));
            assert_eq!(solution.stop, Stop::Proven);
            game.play(solution.action.unwrap()).unwrap();
            if game.outcome().is_none() {
                let after = value_of(minimax(&*rules, &mut game.cursor().clone(), &mut seen));
                assert_eq!(after, expected, "the action keeps the value");
            }
        }
    }
}

#[test]
fn every_opening_of_small_hex_agrees_with_brute_force() {
    for text in [
        "hex(size=2)",
        "hex(size=3)",
        "hex(size=3,first=red)",
        "hex(size=3,swap=true)",
        "hex(size=3,swap=true,pass=true)",
        "hex(size=4)",
    ] {
        with(text, EveryOpening);
    }
}

#[test]
fn a_limit_of_nodes_or_a_stop_leaves_the_value_unknown() {
    struct Limited;
    impl Visitor for Limited {
        type Output = ();
        fn visit<G: Game>(self, game: G) {
            let game = Match::new(Arc::new(game));
            let solution = solve(&game, &Limits::nodes(5), &mut |_| true);
            assert_eq!((solution.value, solution.action, solution.stop), (Value::Unknown, None, Stop::Nodes));
            assert_eq!(solution.nodes, 5);
            let solution = solve(&game, &Limits::UNTIL_STOPPED, &mut |nodes| nodes < 100);
            assert_eq!((solution.value, solution.action, solution.stop), (Value::Unknown, None, Stop::Condition));
            assert!((100..200).contains(&solution.nodes), "{}", solution.nodes);
        }
    }
    for spec in GAMES {
        with(spec.id, Limited);
    }
}

#[test]
fn a_finished_game_has_its_value_and_no_action() {
    struct Finished;
    impl Visitor for Finished {
        type Output = ();
        fn visit<G: Game>(self, game: G) {
            let mut game = Match::new(Arc::new(game));
            for text in ["a1", "b1", "a2"] {
                let action = game.find(text).unwrap();
                game.play_legal(action);
            }
            let solution = solved(&game);
            assert_eq!(solution.value, Value::Won(Player::First));
            assert_eq!((solution.action, solution.stop, solution.nodes), (None, Stop::GameOver, 0));
        }
    }
    with("hex(size=2)", Finished);
}

/// Positions late in random games, where brute force reaches the end.
struct Endgames {
    positions: usize,
    budget: u32,
}

impl Visitor for Endgames {
    type Output = (usize, usize);
    fn visit<G: Game>(self, game: G) -> Self::Output {
        let rules = Arc::new(game);
        let mut rng = hexarium_kernel::Rng::new(3);
        let (mut compared, mut settled) = (0, 0);
        for _ in 0..self.positions {
            let mut game = Match::new(rules.clone());
            while game.outcome().is_none() {
                let actions = game.legal_actions();
                game.play_legal(actions[rng.below(actions.len())]);
            }
            for _ in 0..6 {
                game.undo();
                let mut budget = self.budget;
                let Some(expected) = every_line(&*rules, &mut game.cursor().clone(), &mut budget, 8) else { break };
                let solution = solve(&game, &Limits::nodes(100_000), &mut |_| true);
                compared += 1;
                if solution.value != Value::Unknown {
                    assert_eq!(solution.value, value_of(expected), "{}", rules.position_text(game.state()));
                    settled += 1;
                }
            }
        }
        (compared, settled)
    }
}

/// Minimax over every line with its history; `None` if the budget is exhausted or the line too
/// deep.
fn every_line<G: Knowledge>(rules: &G, cursor: &mut Cursor<G>, budget: &mut u32, depth: u32) -> Option<i8> {
    let depth = depth.checked_sub(1)?;
    let sign = if rules.to_move(&cursor.state) == Player::First { 1 } else { -1 };
    let mut actions = Vec::new();
    cursor.legal_actions(rules, &mut actions);
    let here = cursor.undo_point();
    let (mut best, mut all) = (-2, true);
    for action in actions {
        *budget = budget.checked_sub(1)?;
        let (_, outcome) = cursor.play(rules, action);
        let value = match outcome {
            Some(outcome) => Some(as_number(outcome.winner)),
            None => every_line(rules, cursor, budget, depth),
        };
        cursor.undo_to(&here);
        match value {
            Some(value) => best = best.max(sign * value),
            None => all = false,
        }
        if best == 1 {
            return Some(sign);
        }
    }
    all.then_some(sign * best)
}

#[test]
fn endgames_of_every_game_agree_with_brute_force() {
    for text in [
        "hex(size=5)",
        "coalesce",
        "harvest(base=3)",
        "fire-ants(max_turns=20)",
        "protista(rows=7,cols=5,pieces=3,max_turns=20)",
    ] {
        let (compared, settled) = with(text, Endgames { positions: 60, budget: 20_000 });
        println!("{text}: {settled} of {compared}");
        assert!(settled >= 8 && settled * 10 >= compared * 9, "{text}: {settled} of {compared}");
    }
}

/// Compares tree search and solver.
struct Both;

impl Visitor for Both {
    type Output = usize;
    fn visit<G: Game>(self, game: G) -> usize {
        let rules = Arc::new(game);
        let mut rng = hexarium_kernel::Rng::new(8);
        let mut proven = 0;
        for _ in 0..100 {
            let mut game = Match::new(rules.clone());
            for _ in 0..5 + rng.below(10) {
                let actions = game.legal_actions();
                if !actions.is_empty() {
                    game.play_legal(actions[rng.below(actions.len())]);
                }
            }
            let mut tree = Tree::new(SearchParams::default(), 1);
            let report = tree.search(&game, &Limits::nodes(2000), &mut |_| true);
            let Some(line) = report.lines.first().filter(|_| report.stop == Stop::Proven) else { continue };
            let me = game.to_move();
            let value = match line.proof {
                Some(Proof::Win) => Value::Won(me),
                Some(Proof::Loss) => Value::Won(me.other()),
                Some(Proof::Draw) => Value::Drawn,
                None => continue,
            };
            assert_eq!(solved(&game).value, value, "{}", rules.position_text(game.state()));
            proven += 1;
        }
        proven
    }
}

#[test]
fn the_solver_agrees_with_the_tree_search_where_both_prove() {
    for text in ["hex(size=4)", "hex(size=4,first=red,swap=true)", "harvest(base=3)"] {
        let proven = with(text, Both);
        assert!(proven > 10, "{text}: {proven}");
    }
}

#[test]
fn the_memory_of_a_proof_stays_under_its_cap() {
    struct Capped;
    impl Visitor for Capped {
        type Output = ();
        fn visit<G: Game>(self, game: G) {
            let game = Match::new(Arc::new(game));
            let limits = Limits { memory: 100_000, ..Limits::nodes(20_000) };
            let solution = solve(&game, &limits, &mut |_| true);
            assert!((50_000..=100_000).contains(&solution.memory), "{}", solution.memory);
        }
    }
    with("coalesce", Capped);
}
