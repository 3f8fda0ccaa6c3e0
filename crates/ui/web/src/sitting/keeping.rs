//! A game that survives a reload: the record of its tree, where in it the player is, and who plays.

use hexarium_formats::GameTree;
use hexarium_kernel::Player;
use hexarium_session::{Form, GameSession, import};

use super::{Contest, Seat, branches};
use crate::browser;

const NAME: &str = "game";

/// Keeps a game, and says whether there was room.
pub(super) fn save(table: &GameSession, contest: &Contest) -> bool {
    let Ok(record) = table.export(Form::Record) else { return false };
    let seat = |seat| match seat {
        Seat::Person | Seat::Away => "person".to_string(),
        Seat::Level(level) => format!("level:{level}"),
    };
    let [one, other] = contest.seats.map(seat);
    let host = if contest.host == Player::First { "first" } else { "second" };
    let [won, lost] = contest.wins;
    let cursor: Vec<String> = branches(table.tree(), table.cursor()).iter().map(usize::to_string).collect();
    let head = format!(
        "{one} {other} {host} {won} {lost} {} {} {}\n",
        contest.draws,
        contest.counted,
        if cursor.is_empty() { "-".to_string() } else { cursor.join(".") }
    );
    browser::keep(NAME, &(head + &record))
}

/// The game that was kept, if it can be understood.
pub(super) fn load() -> Option<(GameSession, Contest)> {
    let kept = browser::kept(NAME)?;
    let (head, record) = kept.split_once('\n')?;
    let words: Vec<&str> = head.split(' ').collect();
    let &[one, other, host, won, lost, draws, counted, cursor] = &words[..] else { return None };
    let contest = Contest {
        seats: [seat(one)?, seat(other)?],
        host: if host == "first" { Player::First } else { Player::Second },
        wins: [won.parse().ok()?, lost.parse().ok()?],
        draws: draws.parse().ok()?,
        counted: counted == "true",
    };
    let tree = import(record).ok()?.tree;
    let mut id = GameTree::ROOT;
    for branch in cursor.split('.').filter(|branch| *branch != "-") {
        id = *tree.children(id).get(branch.parse::<usize>().ok()?)?;
    }
    Some((GameSession::from_tree(tree, id).ok()?, contest))
}

fn seat(word: &str) -> Option<Seat> {
    match word.split_once(':') {
        None => (word == "person").then_some(Seat::Person),
        Some((_, level)) => Some(Seat::Level(level.parse().ok().filter(|level| (1..=8).contains(level))?)),
    }
}
