//! Saved games: a snapshot, then one line for each change.
//!
//! The text form has a version. A snapshot is written when a game is opened or edited:
//!
//! ```text
//! hexarium-save 2
//! contest person level:3 first 0-0-0 open
//! record 3
//! Hexarium: 1
//! Game: hex(size=5)
//! Result: none
//! ```
//!
//! Actions and navigation append lines: `play c3`, `event first resign`, `go 2 0.1` (two nodes up,
//! then down by these children), `comment TEXT`, `contest …`, `evaluation …`. A damaged line ends
//! the reading; what was read before it is kept. Version 0.1 wrote a line with players and cursor
//! before the record, which is still read.

use hexarium_formats::{Event, GameTree, NodeId};
use hexarium_kernel::Player;
use hexarium_search::Proof;

use crate::game_session::Games;
use crate::navigation::Way;
use crate::review::Evaluation;
use crate::{Contest, Form, GameSession, PlayerKind, import};

/// The first word of a saved game.
const MAGIC: &str = "hexarium-save";

/// The version of the form that is written.
const VERSION: u32 = 2;

/// Certainty, in the unit of stored win probabilities.
const WHOLE: f32 = 10_000.0;

/// A change of the stored text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SaveOp {
    /// Replaces the stored text.
    Rewrite(String),
    /// Adds a line, which ends with a line break.
    Append(String),
}

/// A saved game.
pub struct SavedGame {
    /// The game at the node where it was left.
    pub session: GameSession,
    /// The players and their score.
    pub contest: Contest,
}

/// The snapshot of a game.
pub fn snapshot(session: &GameSession, contest: &Contest) -> Result<String, String> {
    let record = session.export(Form::Record)?;
    let lines = record.lines().count();
    let mut text = format!("{MAGIC} {VERSION}\n{}record {lines}\n", contest_line(contest));
    for line in record.lines() {
        text.push_str(line);
        text.push('\n');
    }
    if session.cursor() != GameTree::ROOT {
        text += &go_line(session, &session.way(GameTree::ROOT, session.cursor()));
    }
    let evaluated = session.tree().line_through(session.cursor());
    text.extend(evaluated.into_iter().filter_map(|node| evaluation_line(session, node)));
    Ok(text)
}

/// The line of an action.
pub(crate) fn play_line(action: &str) -> String {
    format!("play {action}\n")
}

/// The line of an event other than an action.
pub(crate) fn event_line(player: Player, what: &str) -> String {
    format!("event {} {what}\n", player.word())
}

/// The line of a jump.
pub(crate) fn go_line(session: &GameSession, way: &Way) -> String {
    let tree = session.tree();
    let branch = |id: &NodeId| {
        let siblings = tree.parent(*id).map_or(&[][..], |parent| tree.children(parent));
        siblings.iter().position(|child| child == id).unwrap_or(0).to_string()
    };
    let down: Vec<String> = way.down.iter().map(branch).collect();
    format!("go {} {}\n", way.up, if down.is_empty() { "-".to_string() } else { down.join(".") })
}

/// The line of a comment at the cursor.
pub(crate) fn comment_line(comment: &str) -> String {
    let escaped = comment.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r");
    format!("comment {escaped}\n")
}

/// The line of an engine's evaluation of a node, which is named by its place on the line through
/// the cursor: `evaluation 2 5310 - - c3 d4`, with the first player's win probability in ten
/// thousandths, the proven result for the side to move, `only` where one action is best by far, and
/// the best line.
pub(crate) fn evaluation_line(session: &GameSession, node: NodeId) -> Option<String> {
    let place = session.tree().line_through(session.cursor()).iter().position(|other| *other == node)?;
    let Evaluation { first_wins, proof, line, has_only_move } = session.evaluations.get(&node)?;
    let (proof, only) = (proof.map_or("-", Proof::word), if *has_only_move { "only" } else { "-" });
    let first_wins = (first_wins * WHOLE).round() as u16;
    Some(format!("evaluation {place} {first_wins} {proof} {only} {}\n", line.join(" ")))
}

fn parse_evaluation(text: &str) -> Option<(usize, Evaluation)> {
    let words: Vec<&str> = text.split(' ').collect();
    let [place, first_wins, proof, only, line @ ..] = &words[..] else { return None };
    let proof = match *proof {
        "-" => None,
        word => Some([Proof::Win, Proof::Loss, Proof::Draw].into_iter().find(|proof| proof.word() == word)?),
    };
    let first_wins = f32::from(first_wins.parse::<u16>().ok()?) / WHOLE;
    if first_wins > 1.0 {
        return None;
    }
    let line = line.iter().filter(|action| !action.is_empty()).map(ToString::to_string).collect();
    Some((place.parse().ok()?, Evaluation { first_wins, proof, line, has_only_move: *only == "only" }))
}

/// The line of the players and their score.
pub(crate) fn contest_line(contest: &Contest) -> String {
    let [host, guest] = contest.players.map(PlayerKind::word);
    let [won, lost] = contest.wins;
    let counted = if contest.counted { "counted" } else { "open" };
    format!("contest {host} {guest} {} {won}-{}-{lost} {counted}\n", contest.host.word(), contest.draws)
}

/// Reads a saved game of this version or of 0.1.
///
/// ```
/// use hexarium_games::registry::Games;
/// use hexarium_session::{Contest, GameSession, autosave};
///
/// let mut session = GameSession::new(&Games, "hex(size=5)")?;
/// session.play("c3")?;
/// let mut text = autosave::snapshot(&session, &Contest::two_humans())?;
/// // The next action adds one line. A line without its end was interrupted.
/// text += "play d2\nplay b";
/// let saved = autosave::load(&Games, &text)?;
/// assert_eq!(saved.session.actions(), ["c3", "d2"]);
/// # Ok::<(), String>(())
/// ```
pub fn load(games: Games, text: &str) -> Result<SavedGame, String> {
    let (head, rest) = text.split_once('\n').ok_or("not a saved game: expected more than one line")?;
    match head.split_once(' ') {
        Some((MAGIC, version)) if version.trim() == VERSION.to_string() => read(games, rest),
        Some((MAGIC, version)) => Err(format!("unknown version {version} of a saved game: expected {VERSION}")),
        _ => read_0_1(games, head, rest),
    }
}

fn read(games: Games, text: &str) -> Result<SavedGame, String> {
    let mut lines = text.split_inclusive('\n');
    let contest = lines
        .next()
        .and_then(|line| line.trim_end().strip_prefix("contest "))
        .ok_or("missing players: expected a line that begins with contest")?;
    let contest =
        parse_contest(contest).ok_or("invalid players: expected two players, a side, a score and open or counted")?;
    let count = lines
        .next()
        .and_then(|line| line.trim_end().strip_prefix("record "))
        .ok_or("missing record: expected a line that begins with record")?;
    let count: usize = count.parse().map_err(|_| "invalid length of the record: expected a number of lines")?;
    let record: String = lines.by_ref().take(count).collect();
    let tree = import(games, &record)?.tree;
    let mut saved = SavedGame { session: GameSession::from_tree(games, tree, GameTree::ROOT)?, contest };
    for line in lines {
        // A line without its end was interrupted while it was written.
        let Some(line) = line.strip_suffix('\n') else { break };
        if saved.apply(line).is_none() {
            break;
        }
    }
    Ok(saved)
}

impl SavedGame {
    fn apply(&mut self, line: &str) -> Option<()> {
        let (word, rest) = line.split_once(' ')?;
        let session = &mut self.session;
        match word {
            "play" => _ = session.play(rest).ok()?,
            "event" => {
                let (player, what) = rest.split_once(' ')?;
                let player = Player::BOTH.into_iter().find(|side| side.word() == player)?;
                match what {
                    "resign" => session.resign(player).ok()?,
                    _ => session.add_other(Event::Other { player, what: what.to_string() }).ok()?,
                }
            }
            "go" => {
                let (up, down) = rest.split_once(' ')?;
                let mut node = session.cursor();
                for _ in 0..up.parse::<usize>().ok()? {
                    node = session.tree().parent(node)?;
                }
                session.go(descend(session.tree(), node, down)?).ok()?;
            }
            "comment" => {
                let cursor = session.cursor();
                session.set_comment(cursor, unescaped(rest)).ok()?;
            }
            "evaluation" => {
                let (place, evaluation) = parse_evaluation(rest)?;
                let node = *session.tree().line_through(session.cursor()).get(place)?;
                session.set_evaluation(node, evaluation);
            }
            "contest" => self.contest = parse_contest(rest)?,
            _ => return None,
        }
        Some(())
    }
}

/// The node below another by the numbers of its branches; `-` is the node itself.
fn descend(tree: &GameTree, mut node: NodeId, branches: &str) -> Option<NodeId> {
    for branch in branches.split('.').filter(|branch| *branch != "-") {
        node = *tree.children(node).get(branch.parse::<usize>().ok()?)?;
    }
    Some(node)
}

fn parse_contest(text: &str) -> Option<Contest> {
    let words: Vec<&str> = text.split(' ').collect();
    let &[host, guest, side, score, counted] = &words[..] else { return None };
    let numbers: Vec<u32> = score.split('-').map(|n| n.parse().ok()).collect::<Option<_>>()?;
    let &[won, draws, lost] = &numbers[..] else { return None };
    Some(Contest {
        players: [PlayerKind::parse(host).ok()?, PlayerKind::parse(guest).ok()?],
        host: Player::BOTH.into_iter().find(|player| player.word() == side)?,
        wins: [won, lost],
        draws,
        counted: counted == "counted",
    })
}

fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, if c == '\\' { chars.next() } else { None }) {
            ('\\', Some('n')) => out.push('\n'),
            ('\\', Some('r')) => out.push('\r'),
            ('\\', Some(other)) => out.push(other),
            (c, _) => out.push(c),
        }
    }
    out
}

/// Reads what 0.1 wrote: in the browser `PLAYER PLAYER HOST WON LOST DRAWS COUNTED CURSOR`, in the
/// terminal `PLAYER PLAYER CURSOR`, then the record.
fn read_0_1(games: Games, head: &str, record: &str) -> Result<SavedGame, String> {
    let words: Vec<&str> = head.split(' ').collect();
    let number = |word: &str| word.parse::<u32>().map_err(|_| format!("invalid score '{word}': expected a number"));
    let (contest, cursor) = match words[..] {
        [host, guest, side, won, lost, draws, counted, cursor] => {
            let contest = Contest {
                players: [PlayerKind::parse(host)?, PlayerKind::parse(guest)?],
                host: if side == "first" { Player::First } else { Player::Second },
                wins: [number(won)?, number(lost)?],
                draws: number(draws)?,
                counted: counted == "true",
            };
            (contest, cursor)
        }
        [first, second, cursor] => {
            (Contest::new([PlayerKind::parse(first)?, PlayerKind::parse(second)?], Player::First), cursor)
        }
        _ => return Err("not a saved game: expected players and cursor in the first line".to_string()),
    };
    let tree = import(games, record)?.tree;
    let node = descend(&tree, GameTree::ROOT, cursor).ok_or("invalid cursor: expected a node of the game")?;
    Ok(SavedGame { session: GameSession::from_tree(games, tree, node)?, contest })
}
