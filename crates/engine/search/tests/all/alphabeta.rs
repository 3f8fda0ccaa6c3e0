//! Alpha-beta on real games, compared with minimax.

use std::sync::Arc;

use hexarium_games::registry::{self, Visitor};
use hexarium_kernel::{
    Cursor, Flow, Game, Knowledge, Match, Outcome, Player, Repetition, Rng, Rules, mix, random_legal_action, win_chance,
};
use hexarium_search::{AlphaBeta, Limits, Proof, Report, Shortcuts, Stop};

/// A game with an arbitrary evaluation: numbers derived from the key of the state. Random scores
/// are the hardest test of a search.
struct Arbitrary<G>(G);

impl<G: Rules> Rules for Arbitrary<G> {
    type State = G::State;
    type Action = G::Action;
    type Memory = G::Memory;
    fn start(&self) -> G::State {
        self.0.start()
    }
    fn fresh_memory(&self, state: &G::State) -> G::Memory {
        self.0.fresh_memory(state)
    }
    fn pseudo_legal_actions(&self, state: &G::State, out: &mut Vec<G::Action>) {
        self.0.pseudo_legal_actions(state, out);
    }
    fn apply(&self, state: &mut G::State, memory: &mut G::Memory, action: G::Action) -> Flow {
        self.0.apply(state, memory, action)
    }
    fn to_move(&self, state: &G::State) -> Player {
        self.0.to_move(state)
    }
    fn outcome(&self, state: &G::State) -> Option<Outcome> {
        self.0.outcome(state)
    }
    fn key(&self, state: &G::State) -> u64 {
        self.0.key(state)
    }
    fn repetition(&self) -> Repetition {
        self.0.repetition()
    }
    fn repetition_key(&self, state: &G::State) -> u64 {
        self.0.repetition_key(state)
    }
    fn is_turn_start(&self, state: &G::State) -> bool {
        self.0.is_turn_start(state)
    }
    fn turn_limit(&self) -> Option<u32> {
        self.0.turn_limit()
    }
    fn turns_always_finish(&self) -> bool {
        self.0.turns_always_finish()
    }
    fn can_finish(&self, state: &G::State) -> Option<bool> {
        self.0.can_finish(state)
    }
    fn likely_legal_action(&self, state: &G::State) -> Option<G::Action> {
        self.0.likely_legal_action(state)
    }
    fn no_legal_action(&self, state: &G::State) -> Outcome {
        self.0.no_legal_action(state)
    }
}

impl<G: Rules> Knowledge for Arbitrary<G> {
    fn evaluate(&self, state: &G::State) -> i32 {
        (mix(self.0.key(state)) % 601) as i32 - 300
    }
    fn weigh(&self, state: &G::State, actions: &[G::Action], weights: &mut [f32]) {
        for (i, weight) in weights.iter_mut().enumerate().take(actions.len()) {
            *weight = (mix(self.0.key(state) ^ i as u64) % 100 + 1) as f32;
        }
    }
}

/// More than any evaluation.
const WIN: i32 = 1_000_000;

/// Returns the value for the side to move and the actions that have it, by exhaustive search.
fn minimax<G: Knowledge>(rules: &G, cursor: &mut Cursor<G>, depth: u32) -> (i32, Vec<G::Action>) {
    let me = rules.to_move(&cursor.state);
    let (mut best, mut choices) = (i32::MIN, Vec::new());
    let mut actions = Vec::new();
    cursor.legal_actions(rules, &mut actions);
    let before = cursor.undo_point();
    for action in actions {
        let (_, outcome) = cursor.play(rules, action);
        let score = match outcome {
            // A win scores higher the sooner it comes, so the more depth is left.
            Some(outcome) => {
                outcome.winner.map_or(0, |w| if w == me { WIN + depth as i32 } else { -WIN - depth as i32 })
            }
            None if depth == 1 => {
                let score = rules.evaluate(&cursor.state);
                if me == Player::First { score } else { -score }
            }
            None if rules.to_move(&cursor.state) == me => minimax(rules, cursor, depth - 1).0,
            None => -minimax(rules, cursor, depth - 1).0,
        };
        cursor.undo_to(&before);
        if score > best {
            (best, choices) = (score, Vec::new());
        }
        if score == best {
            choices.push(action);
        }
    }
    (best, choices)
}

/// Returns the game after some random actions, or before its end if that comes earlier.
fn scattered<G: Rules>(rules: &Arc<G>, actions: usize, rng: &mut Rng) -> Match<G> {
    let mut game = Match::new(rules.clone());
    for _ in 0..actions {
        let action =
            random_legal_action(&**rules, game.history(), game.state(), game.memory(), rng, &mut Vec::new()).unwrap();
        game.play_legal(action);
        if game.outcome().is_some() {
            game.undo();
            break;
        }
    }
    game
}

fn depth(depth: u32) -> Limits {
    Limits { depth, ..Limits::UNTIL_STOPPED }
}

fn with<V: Visitor>(text: &str, visitor: V) -> V::Output {
    let (spec, options) = registry::parse(text, &[]).unwrap();
    registry::visit(spec.id, &options, visitor).unwrap()
}

struct Exact {
    depth: u32,
    positions: u64,
    /// Maximum number of random actions before a tested position.
    spread: usize,
    shortcuts: Shortcuts,
}

impl Visitor for Exact {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let rules = Arc::new(Arbitrary(game));
        for seed in 0..self.positions {
            let rng = &mut Rng::new(seed);
            let actions = rng.below(self.spread);
            let game = scattered(&rules, actions, rng);
            let (score, choices) = minimax(&*rules, &mut game.cursor().clone(), self.depth);
            let mut search = AlphaBeta::with(self.shortcuts);
            let report = search.search(&game, &depth(self.depth), &mut |_| true);
            let best = &report.lines[0];
            let context = format!("seed {seed}, depth {}: {score} {choices:?}, {best:?}", self.depth);
            assert!(choices.contains(&best.action), "{context}");
            if score.abs() < WIN && report.stop == Stop::Depth {
                assert_eq!(best.win, win_chance(score), "{context}");
            } else if score.abs() >= WIN {
                assert_eq!(score > 0, best.win > 0.99, "{context}");
                assert_eq!(score < 0, best.win < 0.01, "{context}");
            }
        }
    }
}

/// Games, number of random actions, and the depth that minimax can reach in the time of a test.
const SMALL: [(&str, usize, u32); 7] = [
    ("hex(size=3)", 5, 4),
    ("hex(size=4)", 8, 4),
    ("coalesce", 60, 2),
    ("harvest(base=3)", 40, 3),
    ("harvest", 30, 2),
    ("fire-ants", 80, 2),
    ("protista", 60, 2),
];

#[test]
fn without_shortcuts_the_value_is_that_of_plain_minimax_in_every_game() {
    for (text, spread, most) in SMALL {
        for depth in 1..=most {
            with(text, Exact { depth, positions: 12, spread, shortcuts: Shortcuts::EXACT });
        }
    }
}

#[test]
fn where_history_does_not_matter_the_table_changes_nothing() {
    for (text, spread, most) in [("hex(size=4)", 8, 4), ("harvest(base=3)", 40, 3)] {
        for table in [false, true] {
            with(
                text,
                Exact { depth: most, positions: 12, spread, shortcuts: Shortcuts { table, ..Shortcuts::EXACT } },
            );
        }
    }
}

struct TrueScores;

impl Visitor for TrueScores {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let rules = Arc::new(Arbitrary(game));
        let mut close = 0;
        for seed in 0..10 {
            let game = scattered(&rules, 10, &mut Rng::new(seed));
            let me = game.to_move();
            let shortcuts = Shortcuts { true_scores: true, ..Shortcuts::EXACT };
            let report = AlphaBeta::with(shortcuts).search(&game, &depth(2), &mut |_| true);
            let best = report.lines[0].win;
            for line in &report.lines[1..] {
                let mut cursor = game.cursor().clone();
                assert!(cursor.play(&*rules, line.action).1.is_none());
                let score = minimax(&*rules, &mut cursor, 1).0;
                if score.abs() >= WIN {
                    continue;
                }
                let win = win_chance(if rules.to_move(&cursor.state) == me { score } else { -score });
                assert!(line.visits > 0 && line.win >= win - 1e-6, "a score is no less than the truth");
                if win > best - 0.14 {
                    assert_eq!(line.win, win, "seed {seed}: {line:?}");
                    close += 1;
                }
            }
        }
        assert!(close > 10, "{close}");
    }
}

#[test]
fn actions_close_to_the_best_have_their_true_scores_where_that_is_asked() {
    for text in ["fire-ants", "protista", "hex(size=5)"] {
        with(text, TrueScores);
    }
}

struct Searched(u64);

impl Visitor for Searched {
    type Output = (Vec<(String, u64, f32, usize)>, u64, Stop);
    fn visit<G: Game>(self, game: G) -> Self::Output {
        let game = scattered(&Arc::new(Arbitrary(game)), 6, &mut Rng::new(3));
        let report: Report<G::Action> = AlphaBeta::new().search(&game, &Limits::nodes(self.0), &mut |_| true);
        let lines = report.lines.iter().map(|l| (format!("{:?}", l.action), l.visits, l.win, l.pv.len()));
        (lines.collect(), report.nodes, report.stop)
    }
}

#[test]
fn the_same_limit_gives_the_same_search_in_every_game() {
    for text in ["hex", "coalesce", "harvest", "fire-ants", "protista"] {
        for nodes in [16, 3000, 25_000] {
            let once = with(text, Searched(nodes));
            assert_eq!(once, with(text, Searched(nodes)), "{text}");
            assert_eq!((once.1, once.2), (nodes, Stop::Nodes), "{text}");
        }
    }
}

struct Stopped;

impl Visitor for Stopped {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let mut game = scattered(&Arc::new(Arbitrary(game)), 8, &mut Rng::new(1));
        let mut search = AlphaBeta::new();
        let report = search.search(&game, &Limits::UNTIL_STOPPED, &mut |_| false);
        assert_eq!((report.nodes, report.stop), (0, Stop::Told));
        assert_eq!(report.lines.len(), game.legal_actions().len());
        let none = search.search(&game, &Limits::nodes(0), &mut |_| true);
        assert_eq!((none.nodes, none.stop, none.best()), (0, Stop::Nodes, report.best()));

        let mut asked = 0;
        let report = search.search(&game, &Limits::UNTIL_STOPPED, &mut |nodes| {
            assert!(nodes < asked + 256, "the watch is asked often");
            asked = nodes;
            nodes < 7000
        });
        assert_eq!(report.stop, Stop::Told);
        assert!((7000..7256).contains(&report.nodes), "{}", report.nodes);
        // Every principal variation is legal.
        for line in &report.lines {
            let mut game = game.clone();
            assert_eq!(line.pv[0], line.action);
            assert!(line.pv.iter().all(|&action| game.play(action).is_some()), "{line:?}");
        }
        assert!(report.lines[0].pv.len() >= 2);
        game.play(report.best().unwrap()).unwrap();
    }
}

#[test]
fn a_stopped_search_answers_with_a_legal_action_and_playable_lines() {
    for text in ["hex", "coalesce", "harvest", "fire-ants", "protista"] {
        with(text, Stopped);
    }
}

struct Capped;

impl Visitor for Capped {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let mut game = Match::new(Arc::new(Arbitrary(game)));
        let mut search = AlphaBeta::new();
        let report = search.search(&game, &Limits::nodes(100), &mut |_| true);
        assert!(report.memory <= 1 << 16, "{} bytes for a hundred nodes", report.memory);
        for memory in [1 << 18, 1 << 18, 1 << 16, 50, 0] {
            let report = search.search(&game, &Limits { memory, ..Limits::nodes(60_000) }, &mut |_| true);
            assert!(report.memory <= memory, "{} bytes", report.memory);
            assert!(report.memory > memory / 3 || memory <= 50, "{} bytes of {memory}", report.memory);
            assert_eq!(report.stop, Stop::Nodes);
            game.play(report.best().unwrap()).unwrap();
        }
    }
}

#[test]
fn the_table_keeps_its_cap_and_the_search_goes_on() {
    with("hex", Capped);
}

struct PlayedOut;

impl Visitor for PlayedOut {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let mut game = Match::new(Arc::new(game));
        let mut search = AlphaBeta::new();
        while game.outcome().is_none() {
            let report = search.search(&game, &Limits::nodes(40), &mut |_| true);
            game.play(report.best().unwrap()).unwrap();
        }
        let report = search.search(&game, &Limits::nodes(100), &mut |_| true);
        assert_eq!(report, Report::game_over());
    }
}

#[test]
fn a_game_is_played_to_its_end_and_then_there_is_nothing_to_search() {
    for text in ["hex(size=5)", "harvest"] {
        with(text, PlayedOut);
    }
}

struct Solved;

impl Visitor for Solved {
    type Output = (Report<()>, Option<Player>);
    fn visit<G: Game>(self, game: G) -> Self::Output {
        let mut game = Match::new(Arc::new(game));
        let mut search = AlphaBeta::new();
        let first = search.search(&game, &Limits::UNTIL_STOPPED, &mut |_| true);
        let mut length = 0;
        let report = loop {
            let report = search.search(&game, &Limits::UNTIL_STOPPED, &mut |_| true);
            game.play(report.best().unwrap()).unwrap();
            length += 1;
            if game.outcome().is_some() {
                break first;
            }
        };
        // The loser resists as long as possible and the winner is as quick as possible, as
        // predicted from the start.
        assert_eq!(length, report.lines[0].pv.len());
        let lines = report.lines.iter().map(|l| hexarium_search::Line {
            action: (),
            pv: vec![(); l.pv.len()],
            visits: l.visits,
            win: l.win,
            proof: l.proof,
        });
        let lines = lines.collect();
        (
            Report { lines, nodes: report.nodes, memory: report.memory, stop: report.stop },
            game.outcome().unwrap().winner,
        )
    }
}

#[test]
fn hex_on_three_by_three_is_proven_and_played_out_as_expected() {
    let (report, winner) = with("hex(size=3)", Solved);
    assert_eq!(report.stop, Stop::Proven);
    assert_eq!((report.lines[0].proof, report.lines[0].win), (Some(Proof::Win), 1.0));
    assert_eq!(winner, Some(Player::First));
}

struct Proofs;

impl Visitor for Proofs {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let rules = Arc::new(Arbitrary(game));
        let mut proofs = [0; 2];
        for seed in 0..12 {
            let game = scattered(&rules, 9, &mut Rng::new(seed));
            let truth = AlphaBeta::with(Shortcuts::EXACT).search(&game, &Limits::UNTIL_STOPPED, &mut |_| true);
            let report = AlphaBeta::new().search(&game, &Limits::UNTIL_STOPPED, &mut |_| true);
            assert_eq!(report.stop, Stop::Proven);
            assert_eq!(report.lines[0].proof, truth.lines[0].proof, "seed {seed}");
            proofs[usize::from(truth.lines[0].proof == Some(Proof::Win))] += 1;
            // Every single proof holds: after the action, the search without shortcuts proves the
            // opposite for the other player.
            for line in report.lines.iter().filter(|line| line.proof.is_some()) {
                let mut game = game.clone();
                game.play(line.action).unwrap();
                if game.outcome().is_none() {
                    let reply = AlphaBeta::with(Shortcuts::EXACT).search(&game, &Limits::UNTIL_STOPPED, &mut |_| true);
                    let opposite = if line.proof == Some(Proof::Win) { Proof::Loss } else { Proof::Win };
                    assert_eq!(reply.lines[0].proof, Some(opposite), "seed {seed}: {line:?}");
                }
            }
        }
        assert!(proofs[0] > 0 && proofs[1] > 0, "both kinds were seen: {proofs:?}");
    }
}

#[test]
fn no_shortcut_makes_a_proof_wrong() {
    with("hex(size=5)", Proofs);
}

/// Take one to three matches; the player who takes the last one wins.
struct Nim {
    start: u8,
    foresees: bool,
}

impl Rules for Nim {
    type State = (u8, Player);
    type Action = u8;
    type Memory = ();
    fn start(&self) -> Self::State {
        (self.start, Player::First)
    }
    fn pseudo_legal_actions(&self, state: &Self::State, out: &mut Vec<u8>) {
        out.extend(1..=state.0.min(3));
    }
    fn apply(&self, state: &mut Self::State, _: &mut (), take: u8) -> Flow {
        *state = (state.0 - take, state.1.other());
        if state.0 == 0 { Flow::GameOver } else { Flow::TurnOver }
    }
    fn to_move(&self, state: &Self::State) -> Player {
        state.1
    }
    fn outcome(&self, state: &Self::State) -> Option<Outcome> {
        (state.0 == 0).then(|| Outcome::win(state.1.other(), "last match"))
    }
    fn key(&self, state: &Self::State) -> u64 {
        mix(u64::from(state.0) * 2 + state.1.index() as u64)
    }
}

impl Knowledge for Nim {
    fn proven_winner(&self, state: &Self::State) -> Option<Player> {
        (self.foresees && state.0 > 8).then(|| if state.0.is_multiple_of(4) { state.1.other() } else { state.1 })
    }
}

#[test]
fn a_small_game_is_searched_to_its_end_and_proven() {
    for start in 1..=30 {
        let game = Match::new(Arc::new(Nim { start, foresees: false }));
        let report = AlphaBeta::new().search(&game, &Limits::UNTIL_STOPPED, &mut |_| true);
        let wins = start % 4 != 0;
        assert_eq!(report.stop, if start == 1 { Stop::OnlyAction } else { Stop::Proven });
        assert_eq!(report.lines[0].proof, Some(if wins { Proof::Win } else { Proof::Loss }), "{start}");
        if wins {
            assert_eq!(report.best(), Some(start % 4));
        }
    }
}

#[test]
fn a_foreseen_win_is_played_and_then_won() {
    for start in [13, 18, 27] {
        let mut game = Match::new(Arc::new(Nim { start, foresees: true }));
        let mut search = AlphaBeta::new();
        while game.outcome().is_none() {
            let report = search.search(&game, &depth(6), &mut |_| true);
            game.play(report.best().unwrap()).unwrap();
        }
        assert_eq!(game.outcome().unwrap().winner, Some(Player::First), "{start}");
    }
}
