//! Conversion from JSON to a tree.

use hexarium_kernel::{AnyGame, GameCatalog, Player, shortened};
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::VERSION;
use super::object::Object;
use crate::record::{Claim, Faults, GameAndStart, Walk, illegal_nodes, other_start, player_named};
use crate::{Event, Fault, GameTree, Node, NodeId, Property};

/// A byte offset and an error message.
type Problem = (usize, String);

const DROPPED: &str = "it is dropped with all that follow it";

const FIELDS: [&str; 9] = ["version", "game", "setup", "start", "players", "result", "reason", "tags", "nodes"];
const NODE_FIELDS: [&str; 6] = ["parent", "action", "player", "event", "comment", "extra"];

/// Reads a game from JSON, with the checks of [`record::read`](crate::record::read).
pub fn read(text: &str, games: &dyn GameCatalog) -> Result<GameTree, Fault> {
    Reader::new(text, false).read(games).map(|(tree, _)| tree)
}

/// Reads the legal part of a game and lists what was dropped. An illegal node is dropped with all
/// its descendants, and with its variations where it was in the main line. Text that is not JSON is
/// an error all the same.
pub fn read_lenient(text: &str, games: &dyn GameCatalog) -> Result<(GameTree, Vec<Fault>), Fault> {
    Reader::new(text, true).read(games)
}

struct Reader<'t> {
    text: &'t str,
    faults: Faults,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, lenient: bool) -> Self {
        Self { text: text.strip_prefix('\u{feff}').unwrap_or(text), faults: Faults::new(lenient) }
    }

    fn read(mut self, games: &dyn GameCatalog) -> Result<(GameTree, Vec<Fault>), Fault> {
        let all: &RawValue = serde_json::from_str(self.text).map_err(|e| self.syntax(&e))?;
        let all = Object::of(all).ok_or_else(|| self.fault(self.problem(all, "invalid JSON: expected an object")))?;
        self.check_fields("the record", &all, &FIELDS)?;
        let mut tree = GameTree::new("");
        let (game, start) = self.head(&all, &mut tree, games)?;
        self.tags(&all, &*game, &mut tree)?;
        let mut walk = Walk::new(start);
        let mut tree = self.nodes(&all, &*game, tree, &mut walk)?;
        walk.play_main_line(&tree).map_err(|problem| Fault::at(self.text, 0, problem))?;
        self.result(&all, &*game, &walk, &mut tree)?;
        Ok((tree, self.faults.into_list()))
    }

    /// Reads game and first position; an error here is fatal.
    fn head(&mut self, all: &Object<'t>, tree: &mut GameTree, games: &dyn GameCatalog) -> Result<GameAndStart, Fault> {
        if let Some(raw) = all.get("version")
            && raw.get() != VERSION.to_string()
        {
            let problem = format!("unknown version {}: expected {VERSION}", shortened(raw.get()));
            return Err(self.fault(self.problem(raw, problem)));
        }
        let Some(raw) = all.get("game") else {
            return Err(Fault::at(self.text, 0, "missing field game: expected for example \"game\": \"hex\""));
        };
        let game = games
            .open_stored(&self.string(raw, "game").map_err(|p| self.fault(p))?)
            .map_err(|e| self.fault(self.problem(raw, e.to_string())))?;
        tree.game = game.canonical_id();
        let mut start = game.start();
        if let Some(raw) = all.get("setup") {
            let text = self.string(raw, "setup").map_err(|p| self.fault(p))?;
            start = game.at_position(&text).map_err(|e| self.fault(self.problem(raw, e.to_string())))?;
            tree.setup = Some(text);
        }
        if let Some(raw) = all.get("start") {
            let text = self.string(raw, "start").map_err(|p| self.fault(p))?;
            if let Some(wrong) = other_start(&text, &*game, tree) {
                self.note(raw, wrong.fate, wrong.problem)?;
                if let Some(other) = wrong.state {
                    tree.setup = Some(other.position());
                    start = other;
                }
            }
        }
        Ok((game, start))
    }

    fn tags(&mut self, all: &Object<'t>, game: &dyn AnyGame, tree: &mut GameTree) -> Result<(), Fault> {
        if let Some(raw) = all.get("players") {
            let names = Player::BOTH.map(|p| game.player_name(p));
            let players = Object::of(raw);
            if players.is_none() {
                self.note(raw, "they are dropped", "invalid players: expected an object of names")?;
            }
            let players = players.unwrap_or_default();
            self.check_fields("players", &players, &names)?;
            for name in names {
                if let Some(raw) = players.get(name) {
                    match self.string(raw, name) {
                        Ok(value) => tree.tags.push((name.to_string(), value)),
                        Err((at, problem)) => {
                            self.faults.note("it is dropped", || Fault::at(self.text, at, problem))?
                        }
                    }
                }
            }
        }
        if let Some(raw) = all.get("tags") {
            match serde_json::from_str::<Vec<(String, String)>>(raw.get()) {
                Ok(tags) => tree.tags.extend(tags),
                Err(_) => {
                    self.note(raw, "they are dropped", "invalid tags: expected a list of pairs [\"name\", \"value\"]")?
                }
            }
        }
        Ok(())
    }

    fn result(&mut self, all: &Object<'t>, game: &dyn AnyGame, walk: &Walk, tree: &mut GameTree) -> Result<(), Fault> {
        let Some(raw) = all.get("result").or_else(|| all.get("reason")) else { return Ok(()) };
        let text = |name| all.get(name).map_or(Ok(String::new()), |raw| self.string(raw, name));
        let claim = text("result").and_then(|word| {
            let claim = Claim::parse(&word, &text("reason")?, game).map_err(|problem| self.problem(raw, problem))?;
            claim.check(walk.verdict().as_ref()).map_err(|problem| self.problem(raw, problem))?;
            Ok(claim)
        });
        match claim {
            Ok(Claim::Ended(ending)) => tree.ending = Some(ending),
            Ok(_) => {}
            Err((at, problem)) => self.faults.note("the result is dropped", || Fault::at(self.text, at, problem))?,
        }
        Ok(())
    }

    /// Reads the nodes of the tree, as far as they are valid and legal.
    fn nodes(
        &mut self,
        all: &Object<'t>,
        game: &dyn AnyGame,
        head: GameTree,
        walk: &mut Walk,
    ) -> Result<GameTree, Fault> {
        let Some(raw) = all.get("nodes") else { return Ok(head) };
        let Ok(list) = serde_json::from_str::<Vec<&RawValue>>(raw.get()) else {
            return Err(self.fault(self.problem(raw, "invalid nodes: expected a list of objects")));
        };
        if let Some(raw) = list.get(GameTree::MAX_NODES) {
            let problem = format!("too many nodes: expected at most {}", GameTree::MAX_NODES);
            return Err(self.fault(self.problem(raw, problem)));
        }
        // All nodes are added first, valid or not, so that a dropped node takes its descendants
        // along.
        let mut tree = head.clone();
        // For each list index its node; for each node its list index, and whether it is to be
        // dropped.
        let mut ids: Vec<Option<NodeId>> = Vec::with_capacity(list.len());
        let mut places = vec![0];
        let mut bad = vec![false];
        for (i, raw) in list.iter().enumerate() {
            let fields = Object::of(raw);
            let sound = match &fields {
                Some(fields) => self.node(raw, fields, i, game),
                None => {
                    let problem = format!("invalid nodes[{i}]: expected an object such as {{\"action\": \"a1\"}}");
                    Err(self.problem(raw, problem))
                }
            };
            let is_bad = sound.is_err();
            let node = match sound {
                Ok(node) => node,
                Err((at, problem)) => {
                    let fate = if i == 0 { "it is dropped" } else { DROPPED };
                    self.faults.note(fate, || Fault::at(self.text, at, problem))?;
                    Node::default()
                }
            };
            let id = if i == 0 {
                Some(GameTree::ROOT)
            } else {
                let before = fields.and_then(|fields| parent(&fields, i)).and_then(|parent| ids[parent]);
                before.map(|before| {
                    places.push(i);
                    bad.push(is_bad);
                    tree.add(before, node.event)
                })
            };
            if let Some(id) = id {
                (tree.node_mut(id).comment, tree.node_mut(id).extra) = (node.comment, node.extra);
            }
            ids.push(id);
        }
        let illegal = illegal_nodes(&tree, walk, &bad);
        for (id, problem) in &illegal {
            if let Some(problem) = problem {
                let place = places[id.0];
                self.note(list[place], DROPPED, format!("nodes[{place}]: {problem}"))?;
            }
        }
        Ok(if illegal.is_empty() { tree } else { without(&tree, head, &illegal) })
    }

    /// Reads the content of a node.
    fn node(&self, raw: &RawValue, fields: &Object<'t>, i: usize, game: &dyn AnyGame) -> Result<Node, Problem> {
        let path = format!("nodes[{i}]");
        if let Some((raw, problem)) = fields.unexpected_members(&NODE_FIELDS).next() {
            return Err(self.problem(raw, format!("{path}: {problem}")));
        }
        if parent(fields, i).is_none() {
            let raw = fields.get("parent").unwrap_or(raw);
            let last = i.saturating_sub(1);
            return Err(self.problem(raw, format!("invalid {path}.parent: expected an earlier node, 0 to {last}")));
        }
        let text = |name: &str| fields.get(name).map(|raw| self.string(raw, &format!("{path}.{name}"))).transpose();
        let mut node = Node::default();
        node.comment = text("comment")?.unwrap_or_default();
        if let Some(raw) = fields.get("extra") {
            node.extra = self.extra(raw, &path)?;
        }
        node.event = match (text("action")?, text("player")?, text("event")?) {
            (None, None, None) => None,
            (Some(action), None, None) => Some(Event::Action(action)),
            (None, Some(name), Some(what)) => match player_named(game, &name) {
                Some(player) => Some(Event::Other { player, what }),
                None => {
                    let names = Player::BOTH.map(|p| game.player_name(p)).join(" or ");
                    let problem = format!("invalid {path}.player '{}': expected {names}", shortened(&name));
                    return Err(self.problem(fields.get("player").unwrap_or(raw), problem));
                }
            },
            _ => return Err(self.problem(raw, format!("invalid {path}: expected either action, or player and event"))),
        };
        if i == 0 && (node.event.is_some() || fields.get("parent").is_some()) {
            return Err(
                self.problem(raw, "invalid nodes[0]: expected no action, event or parent, because it is the start")
            );
        }
        Ok(node)
    }

    fn extra(&self, raw: &RawValue, path: &str) -> Result<Vec<Property>, Problem> {
        let lists: Option<Vec<Vec<String>>> = serde_json::from_str(raw.get()).ok();
        let property = |mut list: Vec<String>| {
            let values = list.split_off(1.min(list.len()));
            list.pop().map(|name| Property { name, values })
        };
        let extra = lists.and_then(|lists| lists.into_iter().map(property).collect());
        extra.ok_or_else(|| {
            self.problem(raw, format!("invalid {path}.extra: expected a list of lists [\"NAME\", \"value\", …]"))
        })
    }

    fn string(&self, raw: &RawValue, path: &str) -> Result<String, Problem> {
        let text = serde_json::from_str(raw.get());
        text.map_err(|_| self.problem(raw, format!("invalid {path}: expected a string")))
    }

    fn check_fields(&mut self, what: &str, object: &Object<'t>, known: &[&str]) -> Result<(), Fault> {
        for (raw, problem) in object.unexpected_members(known) {
            self.note(raw, "it is dropped", format!("{what}: {problem}"))?;
        }
        Ok(())
    }

    /// Returns an error at a value. The value borrows from the text, so its offset is the
    /// difference of the addresses.
    fn problem(&self, raw: &RawValue, problem: impl Into<String>) -> Problem {
        ((raw.get().as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize), problem.into())
    }

    fn fault(&self, (at, problem): Problem) -> Fault {
        Fault::at(self.text, at, problem)
    }

    fn note(&mut self, raw: &RawValue, fate: &str, problem: impl Into<String>) -> Result<(), Fault> {
        let (at, problem) = self.problem(raw, problem);
        self.faults.note(fate, || Fault::at(self.text, at, problem))
    }

    /// Converts a JSON syntax error. The parser counts columns in bytes; faults count them in
    /// characters.
    fn syntax(&self, error: &serde_json::Error) -> Fault {
        let line = self.text.split('\n').nth(error.line().saturating_sub(1)).unwrap_or_default();
        let before = line.bytes().take(error.column()).filter(|b| b & 0xc0 != 0x80).count();
        let problem = match error.classify() {
            Category::Eof => "incomplete JSON: expected the rest of an object".to_string(),
            _ => {
                let message = error.to_string();
                format!("invalid JSON: {}", message.split(" at line ").next().unwrap_or_default())
            }
        };
        Fault { line: error.line().max(1), column: before.max(1), problem }
    }
}

/// Returns the index of the parent (default: the previous node), or `None` if it is not a node.
fn parent(fields: &Object, i: usize) -> Option<usize> {
    let parent = match fields.get("parent") {
        Some(raw) => raw.get().parse().ok()?,
        None => i.saturating_sub(1),
    };
    (parent < i || i == 0).then_some(parent)
}

/// Returns the tree without these nodes and their descendants. Where the first of several siblings
/// is among them, the others are dropped too.
fn without(tree: &GameTree, head: GameTree, illegal: &[(NodeId, Option<String>)]) -> GameTree {
    let mut dropped = vec![false; tree.ids().len()];
    for (id, _) in illegal {
        dropped[id.0] = true;
        let siblings = tree.parent(*id).map_or(&[][..], |p| tree.children(p));
        if siblings.first() == Some(id) {
            siblings.iter().for_each(|s| dropped[s.0] = true);
        }
    }
    let mut kept = head;
    let mut new = vec![Some(GameTree::ROOT); dropped.len()];
    for id in tree.ids() {
        let node = tree.node(id);
        let to = match tree.parent(id) {
            None => Some(GameTree::ROOT),
            Some(parent) => new[parent.0].filter(|_| !dropped[id.0]).map(|p| kept.add(p, node.event.clone())),
        };
        if let Some(to) = to {
            let copy = kept.node_mut(to);
            (copy.comment, copy.extra) = (node.comment.clone(), node.extra.clone());
        }
        new[id.0] = to;
    }
    kept
}
