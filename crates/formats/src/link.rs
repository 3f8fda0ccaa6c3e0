//! A link for every game: text for the fragment of a URL.
//!
//! ```text
//! 1/hex,size=5,swap=true/2-5/B2pI/5BwbL
//! │ │                    │   │    └ final position (2 characters), checksum (3 characters)
//! │ │                    │   └ the packed actions; preceded by a part for the setup, if any
//! │ │                    └ the cursor, if not at the end; number of actions; ending by players
//! │ └ the game with its options
//! └ version
//! ```
//!
//! An action is its index among the legal actions in byte order, so every readable link is a legal
//! game, and that order is part of the format. All characters are valid in a fragment, and the last
//! one is a letter or digit. `docs/formats/link.md` specifies the format.

mod check;
mod fragment;
mod pack;
mod position;

use hexarium_kernel::{AnyMatch, GameCatalog, Player, parse_number};

use crate::{Ending, Event, Fault, GameTree, NodeId};
use fragment::Fragment;
use pack::{Packer, Unpacker};

/// The version that is written, and the only one that is read.
const VERSION: &str = "1";

/// Maximum length of a link, in bytes.
pub const MAX_LENGTH: usize = 65_536;

/// Maximum number of actions of a link.
pub const MAX_ACTIONS: u32 = 10_000;

const BROKEN: &str = "the link is incomplete or mistyped; copy it again, to its last character";

/// The reasons by which players end a game, with their letters in a link.
const REASONS: [(char, &str); 4] = [('r', "resignation"), ('t', "time"), ('f', "forfeit"), ('a', "agreement")];

/// Writes the link of the line through a node, with the cursor on that node.
///
/// The line goes from the root to the cursor and along the first children to its end. An ending by
/// the players is included on the main line; other lines, comments, tags and events outside of the
/// rules are not.
///
/// ```
/// use hexarium_formats::{Event, GameTree, link};
/// use hexarium_games::registry::Games;
///
/// let mut tree = GameTree::new("hex(size=5)");
/// let first = tree.add(GameTree::ROOT, Some(Event::Action("c3".to_string())));
/// tree.add(first, Some(Event::Action("d2".to_string())));
/// let text = link::write(&tree, first, &Games)?;
/// assert!(text.starts_with("1/hex,size=5/1-2/"), "{text}");
/// let (read, cursor) = link::read(&format!("https://example.org/#{text}"), &Games)?;
/// assert_eq!((&read, cursor), (&tree, first));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(tree: &GameTree, cursor: NodeId, games: &dyn GameCatalog) -> Result<String, String> {
    if cursor.0 >= tree.ids().len() {
        return Err(format!("there is no node {} in the game", cursor.0));
    }
    let opened = games.open_stored(&tree.game).map_err(|e| e.to_string())?;
    let game = opened.canonical_id();
    let game = game.strip_suffix(')').map_or(game.clone(), |text| text.replacen('(', ",", 1));
    if let Some(c) = game.chars().find(|&c| !c.is_ascii_alphanumeric() && !",=_-".contains(c)) {
        return Err(format!("a link cannot contain '{}' in the options of a game", c.escape_debug()));
    }
    let line = tree.line_through(cursor);
    let actions = tree.actions_to(*line.last().unwrap_or(&cursor));
    if actions.len() > MAX_ACTIONS as usize {
        return Err(format!("the line has {} actions: expected at most {MAX_ACTIONS} in a link", actions.len()));
    }

    let mut state = match &tree.setup {
        Some(setup) => opened.at_position(setup).map_err(|e| e.to_string())?,
        None => opened.start(),
    };
    let mut packer = Packer::new();
    for (number, action) in actions.iter().enumerate() {
        let legal = state.legal();
        state.play(action).map_err(|e| format!("action {}: {e}", number + 1))?;
        let same = |text: &String| text.as_str().cmp(action);
        let index =
            legal.binary_search_by(same).map_err(|_| format!("action {} is not in canonical notation", number + 1))?;
        packer.put(index, legal.len());
    }

    let mut text = format!("{VERSION}/{game}/");
    let before = tree.actions_to(cursor).len();
    if before < actions.len() {
        text += &format!("{before}-");
    }
    text += &actions.len().to_string();
    if line == tree.main_line() && state.verdict().is_none() {
        text += &ending_by_players(tree, &line).map(|e| ending_text(&e)).unwrap_or_default();
    }
    text.push('/');
    if let Some(setup) = &tree.setup {
        text += &position::pack(setup).ok_or("a link cannot contain this setup position")?;
        text.push('/');
    }
    text += &packer.finish();
    text.push('/');
    text += &check::seal(&*state);
    text += &check::check(&text);
    if text.len() > MAX_LENGTH {
        return Err(format!("the link would have {} characters: expected at most {MAX_LENGTH}", text.len()));
    }
    Ok(text)
}

/// Reads a link: a URL, `#…`, or the bare fragment. Returns the game and the node of the cursor.
pub fn read(text: &str, games: &dyn GameCatalog) -> Result<(GameTree, NodeId), Fault> {
    if text.len() > MAX_LENGTH {
        let problem = format!("the link has {} bytes: expected at most {MAX_LENGTH}", text.len());
        return Err(Fault { line: 1, column: 1, problem });
    }
    let fragment = Fragment::find(text);
    let parts = fragment.parts();
    check_version(&fragment, parts[0].0)?;
    fragment.check_characters()?;

    let (ending, ending_at) = parts[parts.len() - 1];
    let broken = || fragment.fault(ending_at, BROKEN);
    if ending.len() != check::LENGTH || !check::is_whole(&fragment.text) {
        return Err(broken());
    }
    let (game, numbers, setup, moves) = match parts[..] {
        [_, game, numbers, moves, _] => (game, numbers, None, moves),
        [_, game, numbers, setup, moves, _] => (game, numbers, Some(setup), moves),
        _ => return Err(broken()),
    };

    let wrong_game = |problem: String| fragment.fault(game.1, problem);
    let game_text = game.0.split_once(',').map_or(game.0.to_string(), |(id, options)| format!("{id}({options})"));
    let opened = games.open_stored(&game_text).map_err(|e| wrong_game(e.to_string()))?;
    let mut tree = GameTree::new(opened.canonical_id());
    let mut state = match setup {
        None => opened.start(),
        Some((packed, at)) => {
            let setup = position::unpack(packed)
                .ok_or_else(|| fragment.fault(at, "invalid setup position: expected the packed form that links use"))?;
            let state = opened.at_position(&setup).map_err(|e| fragment.fault(at, e.to_string()))?;
            tree.setup = Some(setup);
            state
        }
    };
    let numbers_fault = |problem: String| fragment.fault(numbers.1, problem);
    let Numbers { cursor, count, ending: by_players } = Numbers::parse(numbers.0).map_err(numbers_fault)?;

    let ids = unpack_line(&mut tree, &mut *state, moves.0, count).map_err(|e| fragment.fault(moves.1, e))?;
    if !ending.starts_with(&check::seal(&*state)) {
        let problem = "the actions do not lead to the position of the link: it was made with other rules of this game";
        return Err(fragment.fault(moves.1, problem));
    }
    tree.ending = match (state.verdict(), by_players) {
        (Some(_), Some(_)) => {
            return Err(numbers_fault("invalid ending: the game is already over by its rules".to_string()));
        }
        (Some(verdict), None) => Some(Ending { winner: verdict.outcome.winner, reason: verdict.reason }),
        (None, by_players) => by_players,
    };
    Ok((tree, ids[cursor as usize]))
}

fn check_version(fragment: &Fragment, version: &str) -> Result<(), Fault> {
    if version == VERSION && fragment.text.len() > VERSION.len() {
        return Ok(());
    }
    let is_number = (1..=4).contains(&version.len()) && version.bytes().all(|b| b.is_ascii_digit());
    let problem = if is_number && version != VERSION {
        format!("unknown version {version} of a link: expected {VERSION}; update Hexarium")
    } else {
        format!("not a link to a game: expected # followed by {VERSION}/ and a game, as in {VERSION}/hex/…")
    };
    Err(fragment.fault(0, problem))
}

/// Returns the ending by the players: that of the tree, or that of the last event of the line.
fn ending_by_players(tree: &GameTree, line: &[NodeId]) -> Option<Ending> {
    match &tree.ending {
        Some(ending) => ending.is_by_players().then(|| ending.clone()),
        None => tree.last_event(line).and_then(Event::ending),
    }
}

/// Returns the letter of the reason and the number of the winner, 0 for a draw; empty for a reason
/// without a letter.
fn ending_text(ending: &Ending) -> String {
    let letter = REASONS.iter().find(|(_, reason)| *reason == ending.reason).map(|(letter, _)| *letter);
    let winner = ending.winner.map_or(0, |player| player.index() + 1);
    letter.map(|letter| format!("{letter}{winner}")).unwrap_or_default()
}

/// The third part of a link: `12-60r1`.
struct Numbers {
    cursor: u32,
    count: u32,
    ending: Option<Ending>,
}

impl Numbers {
    fn parse(text: &str) -> Result<Self, String> {
        let problem = || "invalid number of actions: expected the form 60, 12-60 or 12-60r1".to_string();
        let (text, ending) = match text.find(|c: char| c.is_ascii_alphabetic()) {
            None => (text, None),
            Some(at) => (&text[..at], Some(Self::parse_ending(&text[at..]).ok_or_else(problem)?)),
        };
        let (cursor, count) = match text.split_once('-') {
            None => (None, text),
            Some((cursor, count)) => (Some(cursor), count),
        };
        let count = parse_number(count, u32::MAX).ok_or_else(problem)?;
        if count > MAX_ACTIONS {
            return Err(format!("the link has {count} actions: expected at most {MAX_ACTIONS}"));
        }
        let cursor = cursor.map_or(Some(count), |cursor| parse_number(cursor, count)).ok_or_else(problem)?;
        Ok(Self { cursor, count, ending })
    }

    fn parse_ending(text: &str) -> Option<Ending> {
        let (_, reason) = REASONS.iter().find(|(letter, _)| text.starts_with(*letter))?;
        let winner = match &text[1..] {
            "0" => None,
            "1" => Some(Player::First),
            "2" => Some(Player::Second),
            _ => return None,
        };
        Some(Ending { winner, reason: reason.to_string() })
    }
}

/// Plays the packed actions into the tree. The number of nodes, including the root, is the number
/// of actions plus one.
fn unpack_line(tree: &mut GameTree, state: &mut dyn AnyMatch, packed: &str, count: u32) -> Result<Vec<NodeId>, String> {
    let mut unpacker = Unpacker::new(packed);
    let mut ids = vec![GameTree::ROOT];
    let mut last = GameTree::ROOT;
    for number in 1..=count {
        let mut legal = state.legal();
        if legal.is_empty() {
            return Err(format!("the game is over before action {number} of {count}"));
        }
        let index = unpacker.take(legal.len()).ok_or_else(|| format!("missing action {number} of {count}"))?;
        let action = legal.swap_remove(index);
        state.play(&action).map_err(|e| e.to_string())?;
        last = tree.add(last, Some(Event::Action(action)));
        ids.push(last);
    }
    if unpacker.is_finished() {
        Ok(ids)
    } else {
        Err(format!("unexpected characters after the last of {count} actions"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexarium_games::registry::Games;

    #[test]
    fn every_way_players_end_a_game_has_its_letter() {
        assert_eq!(REASONS.map(|(_, reason)| reason), Ending::BY_PLAYERS);
        for winner in [None, Some(Player::First), Some(Player::Second)] {
            for reason in Ending::BY_PLAYERS {
                let ending = Ending { winner, reason: reason.to_string() };
                assert_eq!(Numbers::parse_ending(&ending_text(&ending)), Some(ending));
            }
        }
    }

    #[test]
    fn numbers_are_read_in_one_way_only() {
        let read = |text| Numbers::parse(text).map(|n| (n.cursor, n.count, n.ending.map(|e| e.word()))).ok();
        assert_eq!(read("60"), Some((60, 60, None)));
        assert_eq!(read("0-60"), Some((0, 60, None)));
        assert_eq!(read("12-60r1"), Some((12, 60, Some("first"))));
        for bad in
            ["", "-", "60-", "-60", "61-60", "060", "+60", "60x1", "60r", "60r3", "60r1r1", "10001", "99999999999"]
        {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    /// Returns the error for a body with a valid checksum: one made by hand or by another program.
    fn read_error(body: &str) -> String {
        read(&format!("{body}{}", check::check(body)), &Games).unwrap_err().to_string()
    }

    #[test]
    fn a_valid_checksum_does_not_hide_other_errors() {
        for (body, problem) in [
            ("1/chess/0/-/00", "line 1, column 3: unknown game 'chess'"),
            ("1/hex,size=1/0/-/00", "line 1, column 3: invalid size '1'"),
            ("1/hex,size/0/-/00", "line 1, column 3: 'hex(size)' is not a game"),
            ("1/hex/0/00", "line 1, column 9: the link is incomplete"),
            ("1/hex/0/-/-/-/00", "line 1, column 15: the link is incomplete"),
            ("1/hex/x/-/00", "line 1, column 7: invalid number of actions"),
            ("1/hex/10001/-/00", "line 1, column 7: the link has 10001 actions: expected at most 10000"),
            ("1/hex/1/-/00", "line 1, column 9: missing action 1 of 1"),
            ("1/hex/1/x:/00", "line 1, column 9: missing action 1 of 1"),
            ("1/hex/1/zzzz/00", "line 1, column 9: unexpected characters after the last of 1 actions"),
            ("1/hex/0/00/-/00", "line 1, column 9: invalid setup position: expected the packed form that links use"),
            ("1/hex/0/-/00", "line 1, column 9: the actions do not lead to the position of the link"),
        ] {
            let said = read_error(body);
            assert!(said.starts_with(problem), "{body}: {said}");
        }
        let three = position::pack("BR./.../... b").unwrap();
        assert!(read_error(&format!("1/hex/0/{three}/-/00")).contains("the board has 3 rows; expected 11"));
    }

    #[test]
    fn no_action_follows_the_end_of_the_game() {
        let won = position::pack("BR/B. r").unwrap();
        let said = read_error(&format!("1/hex,size=2/1/{won}/-/00"));
        assert!(said.ends_with("the game is over before action 1 of 1"), "{said}");
        let mut tree = GameTree::new("hex(size=2)");
        tree.setup = Some("BR/B. r".to_string());
        let link = write(&tree, GameTree::ROOT, &Games).unwrap();
        let resigned = link[..link.len() - 3].replace("/0/", "/0r1/");
        assert!(read_error(&resigned).ends_with("invalid ending: the game is already over by its rules"));
    }
}
