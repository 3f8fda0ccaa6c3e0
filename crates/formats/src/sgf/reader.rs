//! Conversion from SGF to a game tree.

use hexarium_kernel::{GameCatalog, shortened};

use crate::hex::{Colour, Line, Play, Point, SET_UP, departure, swaps_sides};
use crate::{Ending, Event, Fault, GameTree, NodeId, Property};

use super::dialect::{Dialect, is_old_hexgui, move_of};
use super::parse::{Game, SgfNode, SgfProperty, SgfValue, next_game, parse_game};
use super::setup::{Start, not_a_cell, our_rules, read_start};
use super::tags::{SgfResult, tags_of};
use super::{NEXT_GAMES, OTHER_EVENTS, PASSED};

pub(super) fn read(text: &str, games: &dyn GameCatalog) -> Result<GameTree, Fault> {
    let Some(start) = next_game(text, 0) else {
        return Err(Fault::at(text, 0, "no game found: expected SGF that begins with (;"));
    };
    let game = parse_game(text, start)?;
    let rest = next_games(text, game.end)?;
    let dialect = Dialect::of(&game);
    let start = read_start(text, &game.nodes[0], &dialect, games)?;

    let mut tree = GameTree::new(start.game.canonical_id());
    tree.setup = start.position.clone();
    read_root(&mut tree, &game.nodes[0], &start);
    if let Some(rest) = rest {
        let extra = &mut tree.node_mut(GameTree::ROOT).extra;
        extra.push(Property { name: NEXT_GAMES.to_string(), values: vec![rest.to_string()] });
    }
    let Start { game: hex, state, impossible, size, .. } = start;
    let mut walk = Walk { text, game: &game, dialect: &dialect, size, line: Line::new(&*hex, state), tree };
    if impossible {
        walk.line.leave_rules();
    }
    walk.nodes()?;
    let Walk { line, mut tree, .. } = walk;
    read_ending(text, &game.nodes[0], &mut tree, line, games)?;
    Ok(tree)
}

/// Returns the text of the games after the first, validated so that it can be written back.
fn next_games(text: &str, from: usize) -> Result<Option<&str>, Fault> {
    let Some(first) = next_game(text, from) else { return Ok(None) };
    let (mut next, mut end) = (Some(first), from);
    while let Some(start) = next {
        end = parse_game(text, start)?.end;
        next = next_game(text, end);
    }
    Ok(Some(&text[first..end]))
}

/// Reads tags, comment and extra properties of the root.
fn read_root(tree: &mut GameTree, root: &SgfNode, start: &Start) {
    for property in &root.properties {
        let name = property.name.as_str();
        let known = match name {
            "FF" | "GM" | "CA" | "SZ" | "C" | "B" | "W" => true,
            // Our own name would be outdated when written back, and that of an old HexGui would
            // change the meaning of a swap.
            "AP" => property.values.first().is_some_and(|v| {
                let value = v.word();
                value.starts_with("Hexarium:") || is_old_hexgui(&value)
            }),
            "AB" | "AW" | "PL" | PASSED => !start.impossible,
            "RU" => our_rules(property).is_some(),
            _ => match tags_of(property) {
                Some(tags) => {
                    tree.tags.extend(tags);
                    true
                }
                None => false,
            },
        };
        if !known {
            tree.node_mut(GameTree::ROOT).extra.push(kept(property));
        }
    }
    tree.node_mut(GameTree::ROOT).comment = comment(root);
}

fn comment(node: &SgfNode) -> String {
    let values = node.property("C").map_or(&[][..], |p| &p.values);
    values.iter().map(SgfValue::text).collect::<Vec<_>>().join("\n")
}

fn kept(property: &SgfProperty) -> Property {
    Property { name: property.name.clone(), values: property.values.iter().map(SgfValue::text).collect() }
}

/// A walk through the nodes of a file in file order, with the game alongside.
struct Walk<'a> {
    text: &'a str,
    game: &'a Game<'a>,
    dialect: &'a Dialect,
    size: usize,
    line: Line,
    tree: GameTree,
}

impl Walk<'_> {
    fn nodes(&mut self) -> Result<(), Fault> {
        // The path to the current node: node of the file, node of the tree, and the game after it.
        let mut way: Vec<(usize, NodeId, Point)> = Vec::new();
        for (i, node) in self.game.nodes.iter().enumerate() {
            while way.last().is_some_and(|&(last, ..)| Some(last) != node.parent) {
                way.pop();
            }
            let id = match way.last() {
                Some(&(_, parent, point)) => {
                    self.line.back_to(point);
                    let id = self.tree.add(parent, None);
                    self.read_remarks(id, node);
                    self.read_move(id, i)?;
                    id
                }
                // The root of a tree has no event, so a move there gets a node of its own.
                None if move_of(node).is_some() => {
                    let id = self.tree.add(GameTree::ROOT, None);
                    self.read_move(id, i)?;
                    id
                }
                None => GameTree::ROOT,
            };
            way.push((i, id, self.line.point()));
        }
        Ok(())
    }

    /// Reads comment and extra properties of a node.
    fn read_remarks(&mut self, id: NodeId, node: &SgfNode) {
        let taken = ["B", "W", "C", OTHER_EVENTS[0], OTHER_EVENTS[1]];
        let extra = node.properties.iter().filter(|p| !taken.contains(&p.name.as_str())).map(kept).collect();
        let made = self.tree.node_mut(id);
        made.comment = comment(node);
        made.extra = extra;
        if node.parent.is_some() && node.properties.iter().any(|p| SET_UP.contains(&p.name.as_str())) {
            self.line.leave_rules();
        }
    }

    /// Reads the move of a node.
    fn read_move(&mut self, id: NodeId, index: usize) -> Result<(), Fault> {
        let node = &self.game.nodes[index];
        let wrong = |at, problem: String| Err(Fault::at(self.text, at, problem));
        let Some((_, property)) = move_of(node) else {
            for (name, colour) in OTHER_EVENTS.into_iter().zip([Colour::Black, Colour::White]) {
                if let Some(value) = node.value(name) {
                    let player = self.line.player(colour);
                    self.tree.node_mut(id).event = Some(Event::Other { player, what: value.text() });
                }
            }
            return Ok(());
        };
        let value = property.values[0];
        if let Some(second) = property.values.get(1) {
            return wrong(second.at, "several moves in one node: expected a node for each move".to_string());
        }
        if let (Some(_), Some(second)) = (node.property("B"), node.property("W")) {
            return wrong(
                second.values[0].at,
                "moves of both sides in one node: expected a node for each move".to_string(),
            );
        }
        let Some((colour, play)) = self.dialect.read_move(self.game, index, self.size) else { return Ok(()) };
        let play: Play = match play {
            Ok(play) => play,
            Err(word) => {
                let problem =
                    format!("{}, swap-pieces, swap-sides, pass, resign or forfeit", not_a_cell(&word, self.size));
                return wrong(value.at, problem);
            }
        };
        match self.line.make(colour, &play) {
            Ok((event, mark)) => {
                let made = self.tree.node_mut(id);
                made.event = Some(event);
                made.extra.splice(0..0, mark);
                Ok(())
            }
            Err(problem) => wrong(value.at, problem),
        }
    }
}

/// Reads the ending: that of `RE`, or a resignation at the end of the main line.
fn read_ending(
    text: &str,
    root: &SgfNode,
    tree: &mut GameTree,
    mut line: Line,
    games: &dyn GameCatalog,
) -> Result<(), Fault> {
    let main = tree.main_line();
    let last = *main.last().unwrap_or(&GameTree::ROOT);
    let given_up = tree.last_event(&main).and_then(Event::ending);
    let verdict = match departure(tree, last) {
        None => tree.at(last, games).ok().and_then(|state| state.verdict()),
        Some(_) => None,
    };
    let value = root.value("RE").copied();
    let result = value.and_then(|v| SgfResult::parse(&v.word()));
    let (Some(value), Some(result)) = (value, result) else {
        // An explicitly unknown result takes precedence, and so does a result shown by the moves.
        tree.ending = given_up.filter(|_| value.is_none() && verdict.is_none());
        return Ok(());
    };
    let exchanged = main.iter().filter(|&&id| swaps_sides(tree.node(id))).count() % 2 == 1;
    line.set_mirrored(exchanged);
    let winner = result.winner.map(|colour| line.player(colour));
    if let Some(verdict) = verdict.as_ref().filter(|v| v.outcome.winner != winner) {
        let problem = format!(
            "RE[{}] contradicts the final position, in which {}: expected the same winner",
            shortened(value.raw),
            verdict.reason
        );
        return Err(Fault::at(text, value.at, problem));
    }
    let reason = match (result.reason, verdict, given_up) {
        (Some(reason), ..) => reason.to_string(),
        (None, Some(verdict), _) => verdict.reason,
        (None, None, Some(given_up)) if given_up.winner == winner => given_up.reason,
        // A win without a reason and not shown by the moves is taken as agreed.
        _ => "agreement".to_string(),
    };
    let ours = SgfResult::text(result.winner, &reason) == value.text();
    tree.ending = Some(Ending { winner, reason });
    if ours {
        tree.node_mut(GameTree::ROOT).extra.retain(|p| p.name != "RE");
    }
    Ok(())
}
