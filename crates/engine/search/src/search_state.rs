//! The state that an engine keeps between searches of one game.

use hexarium_kernel::{Knowledge, Match, Rng, mix};

use crate::guide::Guide;
use crate::levels::Level;
use crate::opponent::{Algorithm, Effort, Opponent};
use crate::report::{Limits, Line, Proof, Report, Stop, StopCondition};
use crate::tactics::{Safety, safety, winning_line};
use crate::threads::{SingleThread, Threads, search_trees};
use crate::tree::Tree;

/// The state of an engine for one game, retained between actions.
pub struct SearchState<G: Knowledge> {
    seed: u64,
    guide: Option<Box<dyn Guide<G>>>,
    /// One tree per thread used so far; at least one after the first search.
    trees: Vec<Tree<G>>,
    plain: Vec<Tree<G>>,
}

/// Budget of actions for finding a win in the current turn or the opponent's next one.
const TACTICS: u64 = 50_000;

/// Time limit of the game's own solver before the search begins, as a fraction (1/24) of a second;
/// it cannot be stopped.
const SOLVING: u64 = 24;

impl<G: Knowledge> SearchState<G> {
    /// Creates a state whose choices are all determined by the seed.
    pub const fn new(seed: u64) -> Self {
        Self { seed, guide: None, trees: Vec::new(), plain: Vec::new() }
    }

    /// Creates a state whose tree search uses a guide.
    pub fn with_guide(seed: u64, guide: Box<dyn Guide<G>>) -> Self {
        Self { guide: Some(guide), ..Self::new(seed) }
    }

    /// Discards the results of earlier searches.
    pub fn clear(&mut self) {
        self.trees.clear();
        self.plain.clear();
    }

    /// Searches with this opponent's settings. Time limits are up to the stop condition.
    pub fn think(
        &mut self,
        game: &Match<G>,
        opponent: &Opponent,
        memory: usize,
        stop_condition: StopCondition,
    ) -> Report<G::Action> {
        self.think_parallel(game, opponent, memory, &mut SingleThread(stop_condition))
    }

    /// Like [`think`](Self::think) with several threads, for tree searches without a node limit.
    pub fn think_parallel(
        &mut self,
        game: &Match<G>,
        opponent: &Opponent,
        memory: usize,
        threads: &mut dyn Threads,
    ) -> Report<G::Action> {
        if game.outcome().is_some() {
            return Report::game_over();
        }
        let limits = Limits { memory, ..Limits::UNTIL_STOPPED };
        let guide = self.guide.as_ref().filter(|_| opponent.algorithm == Algorithm::TreeSearch);
        let mut is_guided = guide.is_some();
        let (limits, slack, careful) = match opponent.effort {
            Effort::Level(number) => {
                let level = Level::new(&**game.rules(), guide.map(|guide| guide.ratings_a_second()), number);
                let level = level.unwrap_or(Level { nodes: 1, slack: 0.0, careful: true, guided: false });
                is_guided = level.guided;
                (Limits { nodes: level.nodes, ..limits }, level.slack, level.careful)
            }
            Effort::Nodes(nodes) => (Limits { nodes, ..limits }, 0.0, true),
            Effort::Time(_) | Effort::ProcessorTime(_) | Effort::Endless => (limits, 0.0, true),
        };
        // With a node limit the choice must depend on the position alone, not on earlier searches.
        if matches!(opponent.effort, Effort::Level(_) | Effort::Nodes(_)) {
            self.clear();
        }
        match opponent.algorithm {
            Algorithm::Random => return self.random(game),
            Algorithm::PlainUct => {
                let seed = self.seed;
                let trees =
                    grown(&mut self.plain, thread_count(opponent, threads), |i| Tree::plain(thread_seed(seed, i)));
                return search_trees(trees, game, &limits, threads);
            }
            Algorithm::TreeSearch | Algorithm::WithoutNetwork => {}
        }
        if self.trees.first().is_some_and(|tree| tree.is_guided() != is_guided) {
            self.trees.clear();
        }
        if let Some(report) = self.win_at_once(game) {
            return report;
        }
        if slack == 0.0
            && let Some(report) = won_by_solving(game, &limits)
        {
            return report;
        }
        let mut report = self.search(game, opponent, is_guided, &limits, threads);
        if careful {
            self.avoid_losing_at_once(game, &mut report);
        }
        if slack > 0.0 {
            self.apply_slack(game, slack, &mut report);
        }
        report
    }

    fn search(
        &mut self,
        game: &Match<G>,
        opponent: &Opponent,
        is_guided: bool,
        limits: &Limits,
        threads: &mut dyn Threads,
    ) -> Report<G::Action> {
        let params = game.rules().search_params();
        let (seed, guide) = (self.seed, self.guide.as_ref().filter(|_| is_guided));
        let trees = grown(&mut self.trees, thread_count(opponent, threads), |i| match guide {
            Some(guide) => Tree::with_guide(params, thread_seed(seed, i), guide.copy()),
            None => Tree::new(params, thread_seed(seed, i)),
        });
        search_trees(trees, game, limits, threads)
    }

    fn rng(&self, game: &Match<G>) -> Rng {
        Rng::new(mix(self.seed).wrapping_add(game.rules().key(game.state())).wrapping_add(game.line().len() as u64))
    }

    fn random(&self, game: &Match<G>) -> Report<G::Action> {
        let actions = game.legal_actions();
        let action = actions[self.rng(game).below(actions.len())];
        let line = Line { action, visits: 1, win: 0.5, pv: vec![action], proof: None };
        Report { lines: vec![line], nodes: 0, memory: 0, stop: Stop::Nodes }
    }

    fn win_at_once(&self, game: &Match<G>) -> Option<Report<G::Action>> {
        let mut budget = TACTICS;
        let pv = winning_line(&**game.rules(), &mut game.cursor().clone(), &mut budget)?;
        let nodes = TACTICS - budget;
        let line = Line { action: pv[0], visits: nodes, win: 1.0, pv, proof: Some(Proof::Win) };
        Some(Report { lines: vec![line], nodes, memory: 0, stop: Stop::Proven })
    }

    /// Moves the best action that does not lose to the opponent's next turn to the front.
    fn avoid_losing_at_once(&self, game: &Match<G>, report: &mut Report<G::Action>) {
        let mut cursor = game.cursor().clone();
        let mut budget = TACTICS;
        let safe = report.lines.iter().position(|line| {
            line.proof == Some(Proof::Win)
                || safety(&**game.rules(), &mut cursor, line.action, &mut budget) != Safety::Lost
        });
        if let Some(i) = safe {
            report.lines[..=i].rotate_right(1);
        }
    }

    /// Moves a random action close to the best one to the front, weighted by search effort.
    fn apply_slack(&self, game: &Match<G>, slack: f32, report: &mut Report<G::Action>) {
        let Some(best) = report.lines.first().filter(|line| line.proof != Some(Proof::Win)) else { return };
        let floor = best.win - slack;
        let near = |line: &Line<G::Action>| line.visits > 0 && line.win >= floor && line.proof != Some(Proof::Loss);
        let total: u64 = report.lines.iter().filter(|l| near(l)).map(|l| l.visits).sum();
        if total == 0 {
            return;
        }
        let mut drawn = self.rng(game).below(total as usize) as u64;
        let chosen = report.lines.iter().position(|line| {
            near(line) && {
                let hit = drawn < line.visits;
                drawn = drawn.saturating_sub(line.visits);
                hit
            }
        });
        if let Some(i) = chosen {
            report.lines[..=i].rotate_right(1);
        }
    }
}

/// Returns the number of threads to use. A search with a node limit is single-threaded, because the
/// sum of several trees would differ from run to run.
fn thread_count(opponent: &Opponent, threads: &dyn Threads) -> usize {
    match opponent.effort {
        Effort::Level(_) | Effort::Nodes(_) => 1,
        Effort::Time(_) | Effort::ProcessorTime(_) | Effort::Endless => threads.count().max(1),
    }
}

/// Returns the first `count` trees, created as needed.
fn grown<G: Knowledge>(trees: &mut Vec<Tree<G>>, count: usize, make: impl Fn(u64) -> Tree<G>) -> &mut [Tree<G>] {
    while trees.len() < count {
        trees.push(make(trees.len() as u64));
    }
    &mut trees[..count]
}

/// Returns the seed of a thread; the first one has the seed of the engine.
fn thread_seed(seed: u64, thread: u64) -> u64 {
    if thread == 0 { seed } else { mix(seed).wrapping_add(thread) }
}

/// Returns the win that the game's own solver finds at little cost. Lost positions are left to the
/// search, which chooses the most resistant defence.
fn won_by_solving<G: Knowledge>(game: &Match<G>, limits: &Limits) -> Option<Report<G::Action>> {
    let rules = game.rules();
    let most = limits.nodes.min(rules.nodes_a_second() / SOLVING);
    // A small budget first: it is enough for most endgames.
    let (nodes, (winner, action)) =
        [most / 16, most].into_iter().find_map(|nodes| Some((nodes, rules.solve(game.state(), nodes)?)))?;
    (winner == Some(game.to_move())).then(|| {
        let line = Line { action, visits: nodes, win: 1.0, pv: vec![action], proof: Some(Proof::Win) };
        Report { lines: vec![line], nodes, memory: 0, stop: Stop::Proven }
    })
}
