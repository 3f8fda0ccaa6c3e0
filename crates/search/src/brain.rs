//! A player: the search that suits the game, with an eye on the next turns.

use hexarium_kernel::{Knowledge, Match, Method, Rng, mix};

use crate::alphabeta::AlphaBeta;
use crate::levels::Level;
use crate::opponent::{Effort, Mind, Opponent};
use crate::report::{Limits, Line, Proof, Report, Stop, Watch};
use crate::tactics::{Safety, safety, winning_line};
use crate::tree::Tree;

/// Everything one player of a game needs, kept from action to action.
pub struct Brain<G: Knowledge> {
    seed: u64,
    tree: Option<Tree<G>>,
    plain: Option<Tree<G>>,
    alphabeta: Option<AlphaBeta<G>>,
}

/// How many actions are tried to find a win in the turn under way, or the opponent's in the next one.
const TACTICS: u64 = 50_000;

impl<G: Knowledge> Brain<G> {
    /// A player whose every choice follows from the seed.
    pub const fn new(seed: u64) -> Self {
        Self { seed, tree: None, plain: None, alphabeta: None }
    }

    /// Forgets earlier searches.
    pub fn forget(&mut self) {
        *self = Self::new(self.seed);
    }

    /// What this kind of opponent does. Limits of time are up to the watch.
    pub fn think(&mut self, game: &Match<G>, opponent: &Opponent, memory: usize, watch: Watch) -> Report<G::Action> {
        if game.outcome().is_some() {
            return Report::game_over();
        }
        let limits = Limits { memory, ..Limits::UNTIL_STOPPED };
        let (limits, slack, careful) = match opponent.effort {
            Effort::Level(number) => {
                let level =
                    Level::new(&**game.rules(), number).unwrap_or(Level { nodes: 1, slack: 0.0, careful: true });
                (Limits { nodes: level.nodes, ..limits }, level.slack, level.careful)
            }
            Effort::Nodes(nodes) => (Limits { nodes, ..limits }, 0.0, true),
            Effort::Time(_) | Effort::Endless => (limits, 0.0, true),
        };
        // A choice by nodes must follow from the position alone, whatever was searched before.
        if matches!(opponent.effort, Effort::Level(_) | Effort::Nodes(_)) {
            self.forget();
        }
        match opponent.mind {
            Mind::Random => return self.random(game),
            Mind::Plain => return self.plain_tree().search(game, &limits, watch),
            _ => {}
        }
        if let Some(report) = self.win_at_once(game) {
            return report;
        }
        let mut report = self.search(game, opponent.mind, &limits, watch);
        if careful {
            self.avoid_losing_at_once(game, &mut report);
        }
        if slack > 0.0 {
            self.loosen(game, slack, &mut report);
        }
        report
    }

    fn search(&mut self, game: &Match<G>, mind: Mind, limits: &Limits, watch: Watch) -> Report<G::Action> {
        let method = game.rules().method();
        match (mind, method) {
            (Mind::AlphaBeta, _) | (Mind::Knowing, Method::AlphaBeta) => {
                self.alphabeta.get_or_insert_with(AlphaBeta::new).search(game, limits, watch)
            }
            (_, Method::Tree(style)) => {
                self.tree.get_or_insert_with(|| Tree::new(style, self.seed)).search(game, limits, watch)
            }
            _ => {
                let seed = self.seed;
                self.tree.get_or_insert_with(|| Tree::new(Default::default(), seed)).search(game, limits, watch)
            }
        }
    }

    fn plain_tree(&mut self) -> &mut Tree<G> {
        let seed = self.seed;
        self.plain.get_or_insert_with(|| Tree::plain(seed))
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

    /// Puts the best action that does not lose to the opponent's next turn first.
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

    /// Puts an action first that is nearly as good as the best, drawn by how much the search thought of each.
    fn loosen(&self, game: &Match<G>, slack: f32, report: &mut Report<G::Action>) {
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
