//! Proofs that depend on history: small games on random graphs with cycles, compared with a minimax
//! over every line.

use std::sync::Arc;

use hexarium_kernel::{Cursor, Flow, Knowledge, Match, Outcome, Player, Repetition, Rng, Rules, mix};
use hexarium_search::{Limits, Stop, Value, solve};

/// Players move one pawn on a graph. Some steps end the turn and some do not; the target of a step
/// that ends it depends on the number of earlier steps in the turn, which only the memory holds.
struct Walk {
    /// The result of standing on a place, if it has one: a winner, or `None` for a draw.
    ends: Vec<Option<Option<Player>>>,
    steps: Vec<Vec<Step>>,
    repetition: Repetition,
    limit: Option<u32>,
}

#[derive(Clone, Copy)]
enum Step {
    /// The same player continues, and places only increase, so that every turn ends.
    On(u8),
    /// The turn is over; the place depends on the parity of the number of earlier steps.
    Over([u8; 2]),
}

impl Walk {
    fn random(rng: &mut Rng) -> Self {
        let places = 4 + rng.below(4);
        let ends = (0..places)
            .map(|i| match rng.below(6) {
                _ if i == 0 => None,
                0 => Some(Some(Player::First)),
                1 => Some(Some(Player::Second)),
                2 if rng.below(2) == 0 => Some(None),
                _ => None,
            })
            .collect();
        let any = |rng: &mut Rng| rng.below(places) as u8;
        let steps = (0..places)
            .map(|i| {
                let step = |rng: &mut Rng| match rng.below(4) {
                    0 if i + 1 < places => Step::On((i + 1 + rng.below(places - i - 1)) as u8),
                    _ => Step::Over([any(rng), any(rng)]),
                };
                (0..1 + rng.below(2)).map(|_| step(rng)).collect()
            })
            .collect();
        let repetition = match rng.below(4) {
            0 => Repetition::Forbidden,
            1 => Repetition::DrawnAt(2),
            _ => Repetition::DrawnAt(3),
        };
        let limit = (rng.below(2) == 0).then(|| 2 + rng.below(6) as u32);
        Self { ends, steps, repetition, limit }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Pawn {
    place: u8,
    mover: Player,
    within_turn: bool,
}

impl Rules for Walk {
    type State = Pawn;
    type Action = u8;
    type Memory = u8;

    fn start(&self) -> Pawn {
        Pawn { place: 0, mover: Player::First, within_turn: false }
    }
    fn pseudo_legal_actions(&self, state: &Pawn, out: &mut Vec<u8>) {
        out.extend(0..self.steps[usize::from(state.place)].len() as u8);
    }
    fn apply(&self, state: &mut Pawn, memory: &mut u8, action: u8) -> Flow {
        let flow = match self.steps[usize::from(state.place)][usize::from(action)] {
            Step::On(place) => {
                *memory += 1;
                *state = Pawn { place, within_turn: true, ..*state };
                Flow::SameTurn
            }
            Step::Over(places) => {
                let place = places[usize::from(*memory % 2)];
                *memory = 0;
                *state = Pawn { place, mover: state.mover.other(), within_turn: false };
                Flow::TurnOver
            }
        };
        if self.outcome(state).is_none() {
            return flow;
        }
        if flow == Flow::SameTurn {
            *memory = 0;
            *state = Pawn { mover: state.mover.other(), within_turn: false, ..*state };
        }
        Flow::GameOver
    }
    fn to_move(&self, state: &Pawn) -> Player {
        state.mover
    }
    fn outcome(&self, state: &Pawn) -> Option<Outcome> {
        self.ends[usize::from(state.place)].map(|winner| match winner {
            Some(player) => Outcome::win(player, "there"),
            None => Outcome::draw("there"),
        })
    }
    fn key(&self, state: &Pawn) -> u64 {
        mix(u64::from(state.place) * 4 + state.mover.index() as u64 * 2 + u64::from(state.within_turn))
    }
    fn repetition(&self) -> Repetition {
        self.repetition
    }
    fn is_turn_start(&self, state: &Pawn) -> bool {
        !state.within_turn
    }
    fn turn_limit(&self) -> Option<u32> {
        self.limit
    }
    fn turns_always_finish(&self) -> bool {
        false
    }
}

impl Knowledge for Walk {}

/// Returns the value for the first player by playing every line; `None` if the budget is exhausted.
fn minimax(rules: &Walk, cursor: &mut Cursor<Walk>, budget: &mut u32) -> Option<i8> {
    *budget = budget.checked_sub(1)?;
    let sign = if cursor.state.mover == Player::First { 1 } else { -1 };
    let mut actions = Vec::new();
    cursor.legal_actions(rules, &mut actions);
    let here = cursor.undo_point();
    let mut best = -2;
    for action in actions {
        let (_, outcome) = cursor.play(rules, action);
        let value = match outcome {
            Some(outcome) => Some(number(outcome.winner)),
            None => minimax(rules, cursor, budget),
        };
        cursor.undo_to(&here);
        best = best.max(sign * value?);
    }
    Some(sign * best)
}

fn number(winner: Option<Player>) -> i8 {
    winner.map_or(0, |player| if player == Player::First { 1 } else { -1 })
}

#[test]
fn results_that_depend_on_history_are_never_claimed_wrongly() {
    let mut rng = Rng::new(11);
    let mut counts = [0; 3];
    let mut unknown = 0;
    for round in 0..30_000 {
        let rules = Arc::new(Walk::random(&mut rng));
        let mut game = Match::new(rules.clone());
        // A few turns before the tested position, so that there is a history.
        for _ in 0..rng.below(4) {
            let actions = game.legal_actions();
            if game.outcome().is_none() {
                game.play_legal(actions[rng.below(actions.len())]);
            }
        }
        if game.outcome().is_some() {
            continue;
        }
        let Some(expected) = minimax(&rules, &mut game.cursor().clone(), &mut 200_000) else { continue };
        let solution = solve(&game, &Limits::nodes(1_000_000), &mut |_| true);
        let value = match solution.value {
            Value::Won(player) => number(Some(player)),
            Value::Drawn => 0,
            Value::Unknown => {
                unknown += 1;
                continue;
            }
        };
        assert_eq!(value, expected, "round {round}: {:?} {:?} {:?}", rules.repetition, rules.limit, rules.ends);
        assert_eq!(solution.stop, Stop::Proven);
        counts[(value + 1) as usize] += 1;
        // The action preserves the value.
        game.play(solution.action.unwrap()).unwrap();
        let after = match game.outcome() {
            Some(outcome) => number(outcome.winner),
            None => minimax(&rules, &mut game.cursor().clone(), &mut 1_000_000).unwrap(),
        };
        assert_eq!(after, expected, "round {round}: the action");
    }
    assert!(counts.iter().all(|&n| n > 1000), "{counts:?}");
    assert_eq!(unknown, 0);
}
