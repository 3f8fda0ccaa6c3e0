//! Root-parallel tree search.
//!
//! Each thread grows a tree of its own with its own random numbers; the results are merged at the
//! end. That needs no lock and no shared memory, so this crate does not depend on a thread
//! implementation: the caller provides one as [`Threads`].

use std::collections::HashMap;

use hexarium_kernel::{Knowledge, Match};

use crate::report::{Limits, Line, Proof, Report, Stop, StopCondition};
use crate::tree::Tree;

/// An executor that runs several tasks in parallel.
pub trait Threads {
    /// The number of threads.
    fn count(&self) -> usize;

    /// Runs all tasks, each with its own stop condition, and returns when all have ended. Once a
    /// task has returned `true`, the result is proven and the others may be stopped.
    fn run(&mut self, tasks: Vec<Task<'_>>);
}

/// A task with a stop condition; returns whether it proved the result.
pub type Task<'a> = Box<dyn FnOnce(StopCondition<'_>) -> bool + Send + 'a>;

/// A single thread.
pub struct SingleThread<'a>(pub StopCondition<'a>);

impl Threads for SingleThread<'_> {
    fn count(&self) -> usize {
        1
    }

    fn run(&mut self, tasks: Vec<Task<'_>>) {
        for task in tasks {
            if task(&mut *self.0) {
                break;
            }
        }
    }
}

/// Searches with every tree in parallel and merges the results; there is at least one tree.
pub(crate) fn search_trees<G: Knowledge>(
    trees: &mut [Tree<G>],
    game: &Match<G>,
    limits: &Limits,
    threads: &mut dyn Threads,
) -> Report<G::Action> {
    let limits = &Limits { memory: limits.memory / trees.len().max(1), ..*limits };
    let mut reports: Vec<Option<Report<G::Action>>> = trees.iter().map(|_| None).collect();
    let tasks = trees.iter_mut().zip(&mut reports).map(|(tree, slot)| {
        let task: Task<'_> = Box::new(move |stop_condition| {
            let report = tree.search(game, limits, stop_condition);
            let proven = report.stop == Stop::Proven;
            *slot = Some(report);
            proven
        });
        task
    });
    threads.run(tasks.collect());
    let reports = reports.into_iter().flatten().collect();
    merge(reports).unwrap_or_else(|| trees[0].search(game, &Limits { nodes: 0, ..*limits }, &mut |_| false))
}

/// Merges reports about the same position: visits and nodes are summed, win probabilities averaged
/// by visits, and a result proven in one report is proven.
fn merge<A: Copy + Eq + std::hash::Hash>(mut reports: Vec<Report<A>>) -> Option<Report<A>> {
    let mut whole = reports.pop()?;
    if reports.is_empty() {
        return Some(whole);
    }
    for report in reports {
        let places: HashMap<A, usize> = whole.lines.iter().enumerate().map(|(i, line)| (line.action, i)).collect();
        for line in report.lines {
            match places.get(&line.action) {
                Some(&i) => join(&mut whole.lines[i], line),
                None => whole.lines.push(line),
            }
        }
        whole.nodes += report.nodes;
        whole.memory += report.memory;
        if report.stop == Stop::Proven {
            whole.stop = Stop::Proven;
        }
    }
    let rank = |line: &Line<A>| match line.proof {
        Some(Proof::Win) => 2,
        Some(Proof::Loss) => 0,
        _ => 1,
    };
    whole.lines.sort_by(|a, b| (rank(b), b.visits).cmp(&(rank(a), a.visits)).then(b.win.total_cmp(&a.win)));
    Some(whole)
}

fn join<A>(line: &mut Line<A>, other: Line<A>) {
    let visits = line.visits + other.visits;
    if line.proof.is_none() && other.proof.is_none() {
        let sum = line.win * line.visits as f32 + other.win * other.visits as f32;
        line.win = if visits == 0 { line.win } else { sum / visits as f32 };
    }
    // The principal variation comes from the report with a proof or more visits.
    let better = other.proof.is_some() && line.proof.is_none()
        || other.proof.is_some() == line.proof.is_some() && other.visits > line.visits;
    if other.proof.is_some() && line.proof.is_none() {
        (line.proof, line.win) = (other.proof, other.win);
    }
    if better {
        line.pv = other.pv;
    }
    line.visits = visits;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(action: u8, visits: u64, win: f32, proof: Option<Proof>) -> Line<u8> {
        Line { action, visits, win, pv: vec![action, visits as u8], proof }
    }

    fn report(lines: Vec<Line<u8>>, stop: Stop) -> Report<u8> {
        Report { nodes: lines.iter().map(|l| l.visits).sum(), lines, memory: 100, stop }
    }

    #[test]
    fn visits_are_summed_and_win_rates_averaged_by_visits() {
        let one = report(vec![line(1, 30, 0.5, None), line(2, 10, 0.4, None)], Stop::Condition);
        let two = report(vec![line(2, 40, 0.9, None), line(3, 1, 0.1, None)], Stop::Condition);
        let whole = merge(vec![one, two]).unwrap();
        assert_eq!((whole.nodes, whole.memory, whole.stop), (81, 200, Stop::Condition));
        let actions: Vec<(u8, u64)> = whole.lines.iter().map(|l| (l.action, l.visits)).collect();
        assert_eq!(actions, [(2, 50), (1, 30), (3, 1)]);
        assert!((whole.lines[0].win - 0.8).abs() < 1e-6);
        assert_eq!(whole.lines[0].pv, [2, 40], "from the report with more visits");
    }

    #[test]
    fn a_proof_in_one_report_holds_for_all() {
        let one = report(vec![line(1, 90, 0.8, None), line(2, 10, 1.0, Some(Proof::Win))], Stop::Proven);
        let two = report(vec![line(1, 80, 0.0, Some(Proof::Loss)), line(2, 20, 0.3, None)], Stop::Condition);
        let whole = merge(vec![one, two]).unwrap();
        assert_eq!(whole.stop, Stop::Proven);
        assert_eq!((whole.lines[0].action, whole.lines[0].proof, whole.lines[0].win), (2, Some(Proof::Win), 1.0));
        assert_eq!((whole.lines[1].action, whole.lines[1].proof, whole.lines[1].win), (1, Some(Proof::Loss), 0.0));
        assert_eq!(whole.lines[0].pv, [2, 10]);
    }
}
