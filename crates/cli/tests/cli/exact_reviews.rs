//! Reviews beside the solver: what it proves is never graded wrongly.

use std::collections::HashMap;

use hexarium_engines::{REVIEW_LIMITS, engine, evaluate, opening_generator, solve};
use hexarium_formats::NodeId;
use hexarium_games::registry::{self, Games};
use hexarium_kernel::{AnyGame, GameCatalog, Player};
use hexarium_search::{Limits, Opponent, Value};
use hexarium_session::GameSession;
use hexarium_session::review::{Evaluation, GameReview, Grade, ReviewedAction};

/// The variable with the number of games of each kind (default: 1), set by
/// `cargo xtask review-check`.
const GAMES: &str = "HEXARIUM_REVIEWED_GAMES";

/// The variable with the games to review, separated by spaces (default: all).
const KINDS: &str = "HEXARIUM_REVIEWED_KINDS";

/// The variable with the nodes of the solver that judges (default: as many as in a review).
const NODES: &str = "HEXARIUM_JUDGE_NODES";

/// The variable with the search of the reviews.
const STRENGTH: &str = "HEXARIUM_REVIEW_STRENGTH";

/// Boards on which the solver reaches every position. All games are tested with their defaults,
/// too.
const SMALL: [&str; 2] = ["hex(size=5)", "harvest(base=3)"];

/// The number in a variable.
fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).map_or(default, |text| text.parse().expect("a number"))
}

/// A game of two engines from a random opening, reviewed.
fn reviewed_game(game: &dyn AnyGame, seed: u64) -> GameSession {
    let mut session = GameSession::new(&Games, &game.canonical_id()).unwrap();
    for action in opening_generator(game)(&*game.start(), 2, seed) {
        session.play(&action).unwrap();
    }
    let mut engine = engine(game);
    while !session.is_over() && session.action_count() < 200 {
        // Weak players, who make mistakes.
        let level = if session.state().to_move() == Player::First { 2 } else { 3 };
        let analysis = engine.think(session.state(), &Opponent::level(level), &mut |_| true);
        session.play(analysis.best().unwrap()).unwrap();
    }
    let strength = std::env::var(STRENGTH).unwrap_or_else(|_| "nodes:2000".to_string());
    let strength = Opponent::parse(&strength).unwrap();
    for node in session.tree().path_to(session.cursor()) {
        let state = session.tree().at(node, &Games).unwrap();
        let analysis = evaluate(&mut *engine, game, &*state, &strength, &mut |_| true, &mut |_| true);
        if let Some(evaluation) = Evaluation::of(&analysis, state.to_move()) {
            session.set_evaluation(node, evaluation);
        }
    }
    session
}

/// The result of a position for a player.
#[derive(Clone, Copy, PartialEq)]
enum Judged {
    Wins,
    DoesNotWin,
    Unknown,
}

/// The results of the positions of a line by the solver: each position is solved once.
struct Judge(HashMap<NodeId, Value>);

impl Judge {
    fn of(session: &GameSession) -> Self {
        let limits = Limits { nodes: number(NODES, REVIEW_LIMITS.nodes), ..REVIEW_LIMITS };
        let value = |node| {
            let state = session.tree().at(node, &Games).unwrap();
            solve(session.game(), &*state, &limits, &mut |_| true).value
        };
        Self(session.tree().path_to(session.cursor()).into_iter().map(|node| (node, value(node))).collect())
    }

    fn result(&self, node: NodeId, player: Player) -> Judged {
        match self.0[&node] {
            Value::Won(winner) if winner == player => Judged::Wins,
            Value::Won(_) | Value::Drawn => Judged::DoesNotWin,
            Value::Unknown => Judged::Unknown,
        }
    }
}

/// The error in the grade of an action, if the solver finds one.
fn wrong_grade(session: &GameSession, judge: &Judge, action: &ReviewedAction) -> Result<(), String> {
    let before = session.tree().parent(action.node).unwrap();
    let described = || {
        let (game, position) = (session.game().canonical_id(), session.tree().at(before, &Games).unwrap().position());
        format!("{game} at {position}: {}", action.in_words())
    };
    match (judge.result(before, action.player), judge.result(action.node, action.player)) {
        (_, Judged::Wins) if action.grade >= Grade::Mistake => Err(format!("keeps the win, {}", described())),
        (Judged::Wins, Judged::DoesNotWin) if action.grade <= Grade::Good => {
            Err(format!("throws the win away, {}", described()))
        }
        _ => Ok(()),
    }
}

#[test]
fn no_grade_contradicts_the_solver() {
    let games = number(GAMES, 1);
    let mut errors = Vec::new();
    let chosen = std::env::var(KINDS).unwrap_or_default();
    let all = SMALL.into_iter().chain(registry::GAMES.iter().map(|spec| spec.id));
    let kinds: Vec<&str> = if chosen.is_empty() { all.collect() } else { chosen.split(' ').collect() };
    for kind in kinds {
        let game = Games.open(kind).unwrap();
        let (mut actions, mut decided) = (0, 0);
        for seed in 1..=games {
            let session = reviewed_game(&*game, seed);
            let judge = Judge::of(&session);
            for action in &GameReview::of(&session).actions {
                actions += 1;
                decided += usize::from(judge.result(action.node, action.player) != Judged::Unknown);
                errors.extend(wrong_grade(&session, &judge, action).err());
            }
        }
        println!("{kind}: {games} games, {actions} actions, {decided} positions solved");
        assert!(decided > 0, "{kind}: the solver reaches no position");
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}
