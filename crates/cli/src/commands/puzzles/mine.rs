//! `hexarium puzzles mine`: puzzles from games.
//!
//! Games are numbered, and what is found in a game follows from the seed and its number. Puzzles
//! are accepted in the order of the games, so the result does not depend on the number of threads,
//! and a file can be continued: a comment has the number of the next game.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use hexarium_engines::puzzles::{Collection, find_puzzles, play_game};
use hexarium_games::registry::Games;
use hexarium_kernel::{AnyMatch, GameCatalog, mix};
use hexarium_lab::GameArchive;
use hexarium_puzzles::PuzzleList;
use hexarium_session::files;

use super::{counts, write_file};
use crate::args::PuzzlesMine;
use crate::commands::lab::archived_games;
use crate::commands::{open, read_text, within};
use crate::output::Outcome;
use crate::pool::{do_all, usual_jobs};
use crate::progress::Progress;

/// A game to take puzzles from, with its canonical id.
type Source = (String, Mutex<Box<dyn AnyMatch>>);

pub(crate) fn run(arguments: &PuzzlesMine) -> Outcome {
    let jobs = usual_jobs(arguments.jobs)?;
    within("--count", arguments.count, 100_000)?;
    let games = arguments.games.iter().map(|game| open(game, &crate::args::Set { changes: Vec::new() }));
    let games = games.collect::<Result<Vec<_>, _>>()?;
    let sources = sources(&arguments.from)?;
    let existing = match &arguments.out {
        Some(file) if Path::new(file).exists() => {
            let text = read_text(file).map_err(|e| format!("{file}: {e}"))?;
            PuzzleList::parse(&text).map_err(|e| format!("{file}: {e}"))?
        }
        _ => PuzzleList::default(),
    };
    let mut collection = Collection::resume(arguments.count, &source_text(arguments), &existing)?;
    let first = collection.games();
    let most = if arguments.from.is_empty() { arguments.most_games } else { sources.len() };
    let work = |number: usize| {
        let number = first + number;
        let seed = mix(arguments.seed).wrapping_add(number as u64);
        let game = &*games[number % games.len()];
        Ok(match sources.get(number) {
            Some((id, played)) => match games.iter().find(|game| game.canonical_id() == *id) {
                Some(game) => find_puzzles(&**lock(played), &**game, seed),
                None => Vec::new(),
            },
            None => find_puzzles(&*play_game(game, seed), game, seed),
        })
    };
    let mut progress = Progress::new();
    let mut problem = None;
    if !collection.is_complete() {
        do_all(most.saturating_sub(first), jobs, work, |puzzles| {
            if collection.add(puzzles)
                && let Err(error) = save(&collection, arguments)
            {
                problem = Some(error);
            }
            progress.show(&format!(
                "{} of {} puzzles from {} games",
                collection.puzzles().len(),
                arguments.count,
                collection.games()
            ));
            problem.is_none() && !collection.is_complete()
        })?;
    }
    progress.end();
    if let Some(problem) = problem {
        return Err(problem);
    }
    save(&collection, arguments)?;
    match &arguments.out {
        None => Ok(collection.list().write()),
        Some(file) => Ok(format!(
            "{file}: {} puzzles from {} games ({})\n",
            collection.puzzles().len(),
            collection.games(),
            counts(collection.puzzles())
        )),
    }
}

fn save(collection: &Collection, arguments: &PuzzlesMine) -> Result<(), String> {
    arguments.out.as_ref().map_or(Ok(()), |file| write_file(Path::new(file), &collection.list().write()))
}

/// Returns the source of the games in words, for the comment in the file.
fn source_text(arguments: &PuzzlesMine) -> String {
    let games = arguments.games.join(" ");
    match arguments.from.is_empty() {
        true => format!("{games}, seed {}", arguments.seed),
        false => format!("{games}, seed {}, from {}", arguments.seed, arguments.from.join(" ")),
    }
}

/// Reads the games of archives and records.
fn sources(paths: &[String]) -> Result<Vec<Source>, String> {
    let mut sources = Vec::new();
    for path in paths {
        if path.contains(".jsonl") {
            let archive = GameArchive::read(Path::new(path)).map_err(|e| e.to_string())?;
            for (game, actions) in archived_games(&archive)? {
                let mut state = game.start();
                for action in &actions {
                    state.play(action).map_err(|e| format!("{path}: {e}"))?;
                }
                sources.push((game.canonical_id(), Mutex::new(state)));
            }
            continue;
        }
        let text = read_text(path).map_err(|e| format!("{path}: {e}"))?;
        let (tree, _) = files::read(&Games, &text, files::recognise(&text)).map_err(|e| format!("{path}: {e}"))?;
        let last = tree.main_line().last().copied().unwrap_or_default();
        let game = Games.open_stored(&tree.game).map_err(|e| e.to_string())?;
        sources.push((game.canonical_id(), Mutex::new(tree.at(last, &Games)?)));
    }
    Ok(sources)
}

/// Locks a game: a match can be sent to a thread but not shared.
fn lock(played: &Mutex<Box<dyn AnyMatch>>) -> MutexGuard<'_, Box<dyn AnyMatch>> {
    played.lock().unwrap_or_else(PoisonError::into_inner)
}
