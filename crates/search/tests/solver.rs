//! The solver on real games.

use std::collections::HashMap;
use std::sync::Arc;

use hexarium_games::registry::{self, Visitor};
use hexarium_kernel::{Cursor, Game, Knowledge, Match, Player};
use hexarium_search::{Limits, Solution, Stop, Value, solve};

/// Runs something on the typed game of a text.
fn with<V: Visitor>(text: &str, visitor: V) -> V::Output {
    let (spec, options) = registry::parse(text, &[]).unwrap();
    registry::visit(spec.id, &options, visitor).unwrap()
}

/// Plain minimax over states, for games in which history does not matter: 1 if the first player wins, -1 if the second does.
fn minimax<G: Knowledge>(rules: &G, cursor: &mut Cursor<G>, seen: &mut HashMap<G::State, i8>) -> i8 {
    if let Some(&value) = seen.get(&cursor.state) {
        return value;
    }
    let sign = if rules.to_move(&cursor.state) == Player::First { 1 } else { -1 };
    let mut actions = Vec::new();
    cursor.legal_actions(rules, &mut actions);
    let here = cursor.mark();
    let mut best = -2;
    for action in actions {
        let (_, outcome) = cursor.play(rules, action);
        let value = match outcome {
            Some(outcome) => as_number(outcome.winner),
            None => minimax(rules, cursor, seen),
        };
        cursor.back(&here);
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

/// Every first action, solved and played through by brute force; and the action of the solution keeps its value.
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
            let truth = value_of(minimax(&*rules, &mut game.cursor().clone(), &mut seen));
            let solution = solved(&game);
            assert_eq!(solution.value, truth, "after {}", rules.action_text(start.state(), action));
            assert_eq!(solution.stop, Stop::Proven);
            game.play(solution.action.unwrap()).unwrap();
            if game.outcome().is_none() {
                let after = value_of(minimax(&*rules, &mut game.cursor().clone(), &mut seen));
                assert_eq!(after, truth, "the action keeps the value");
            }
        }
    }
}

#[test]
fn every_opening_of_small_hex_agrees_with_brute_force() {
    for text in ["hex(size=2)", "hex(size=3)", "hex(size=3,first=red)", "hex(size=3,swap=true)", "hex(size=4)"] {
        with(text, EveryOpening);
    }
}
