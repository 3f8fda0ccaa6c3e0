//! Conversion from a game tree to SGF.

use std::collections::HashSet;

use hexarium_kernel::{AnyGame, GameCatalog, Player};

use crate::hex::{Cell, Colour, HexRules, Line, Play, Point, STONES, blue, hex_of, is_pass, is_swap, swaps_sides};
use crate::{Event, GameTree, NodeId, Property};

use super::setup::SetUp;
use super::tags::{SgfResult, properties_of};
use super::text::{escape, escape_unknown};
use super::{NEXT_GAMES, OTHER_EVENTS, PASSED};

/// Maximum line length, after which a line is broken before the next node.
const WIDTH: usize = 72;

pub(super) fn write(tree: &GameTree, games: &dyn GameCatalog) -> Result<String, String> {
    let game = hex_of(tree, games, "SGF")?;
    let mut line = Line::new(&*game, tree.open(games)?);
    let mut page = Page::default();
    page.node("(", &root(tree, &*game, games)?);
    page.full = true;

    let mut steps: Vec<Step> = Vec::new();
    enter_children(tree, GameTree::ROOT, line.point(), &mut steps);
    while let Some(step) = steps.pop() {
        match step {
            Step::Close => page.close(),
            Step::Node { id, after, branch } => {
                line.back_to(after);
                let node = tree.node(id);
                let made = line.follow(node).map_err(|problem| {
                    let way = tree.actions_to(id);
                    format!("after {} actions: {problem}", way.len().saturating_sub(1))
                })?;
                let mut properties: Vec<Property> =
                    made.into_iter().map(|(colour, play)| event(colour, &play)).collect();
                add_words(tree, id, &mut properties);
                page.node(if branch { "(" } else { "" }, &properties);
                if branch {
                    steps.push(Step::Close);
                }
                enter_children(tree, id, line.point(), &mut steps);
            }
        }
    }
    page.close();
    page.out.push('\n');
    for next in tree.node(GameTree::ROOT).extra.iter().filter(|p| p.name == NEXT_GAMES).flat_map(|p| &p.values) {
        page.out.push_str(next);
        page.out.push('\n');
    }
    Ok(page.out)
}

/// A pending step of the writer, on a stack.
enum Step {
    Node { id: NodeId, after: Point, branch: bool },
    Close,
}

fn enter_children(tree: &GameTree, id: NodeId, after: Point, steps: &mut Vec<Step>) {
    let children = tree.children(id);
    let branch = children.len() > 1;
    steps.extend(children.iter().rev().map(|&id| Step::Node { id, after, branch }));
}

/// Returns a move as a property.
fn event(colour: Colour, play: &Play) -> Property {
    let names = if matches!(play, Play::Word(_)) { OTHER_EVENTS } else { ["B", "W"] };
    Property { name: names[colour as usize].to_string(), values: vec![escape(&play.word())] }
}

/// Adds comment and extra properties of a node, with escaped values.
fn add_words(tree: &GameTree, id: NodeId, properties: &mut Vec<Property>) {
    let node = tree.node(id);
    if !node.comment.is_empty() {
        properties.push(Property { name: "C".to_string(), values: vec![escape(&node.comment)] });
    }
    let mut named: HashSet<String> = properties.iter().map(|p| p.name.clone()).collect();
    for extra in &node.extra {
        let is_sgf = extra.name.starts_with(|c: char| c.is_ascii_uppercase())
            && extra.name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
        // A name occurs once in a node, and values of the tree take precedence over extra
        // properties. Extra properties of other formats are not written.
        if is_sgf && !extra.values.is_empty() && named.insert(extra.name.clone()) {
            let values = extra.values.iter().map(|v| escape_unknown(v)).collect();
            properties.push(Property { name: extra.name.clone(), values });
        }
    }
}

/// Returns the properties of the root.
fn root(tree: &GameTree, game: &dyn AnyGame, games: &dyn GameCatalog) -> Result<Vec<Property>, String> {
    let size = game.options().number("size");
    let mut out = Vec::new();
    let mut put = |name: &str, values: Vec<String>| {
        if !values.is_empty() {
            out.push(Property { name: name.to_string(), values });
        }
    };
    put("FF", vec!["4".to_string()]);
    put("GM", vec!["11".to_string()]);
    put("CA", vec!["UTF-8".to_string()]);
    if tree.node(GameTree::ROOT).extra.iter().all(|p| p.name != "AP") {
        put("AP", vec![concat!("Hexarium:", env!("CARGO_PKG_VERSION")).to_string()]);
    }
    put("SZ", vec![size.to_string()]);

    let start = tree.open(games)?.position();
    let mut fields = start.split(' ');
    let (board, side, passed) = (fields.next().unwrap_or_default(), fields.next(), fields.next().is_some());
    let mut stones = [Vec::new(), Vec::new()];
    for (row, letters) in board.split('/').enumerate() {
        for (column, letter) in letters.chars().enumerate().filter(|(_, letter)| *letter != '.') {
            stones[usize::from(letter == 'R')].push(Cell { column, row }.name());
        }
    }
    let [black, white] = stones;
    let white_moves = side == Some("r");
    let rules = HexRules::of(game);
    // SGF has no properties for the first player, swaps and passes; readers infer them from the
    // moves. Our own `RU` is written only where they would infer the wrong rules.
    let has = |wanted: fn(&Event) -> bool| tree.ids().any(|id| tree.node(id).event.as_ref().is_some_and(wanted));
    let (swaps, passes) = (has(is_swap), has(is_pass));
    let kept_stones = tree.node(GameTree::ROOT).extra.iter().any(|p| STONES.contains(&p.name.as_str()));
    let seems = if kept_stones {
        HexRules { swap: swaps, ..HexRules::default() }
    } else {
        let set_up = SetUp { position: &start, even: black.len() == white.len(), white_moves };
        let open_game = |rules: HexRules| rules.open(games, size).map_err(|e| e.to_string());
        set_up.shown_rules(swaps, passes, open_game)?
    };
    if rules != seems {
        let HexRules { swap, pass, .. } = rules;
        let pass = if pass || seems.pass { format!(",pass={pass}") } else { String::new() };
        put("RU", vec![format!("first={},swap={swap}{pass}", rules.first())]);
    }
    let to_move = if white_moves == rules.red_first { Player::First } else { Player::Second };
    let misleads = first_out_of_turn(tree).is_some_and(|player| player != to_move);
    if (white_moves || misleads || tree.setup.is_some()) && !kept_stones {
        put("PL", vec![if white_moves { "W" } else { "B" }.to_string()]);
    }
    if passed {
        put(PASSED, vec!["1".to_string()]);
    }
    put("AB", black);
    put("AW", white);
    out.extend(properties_of(&tree.tags));
    out.extend(result(tree, blue(game)));
    add_words(tree, GameTree::ROOT, &mut out);
    Ok(out)
}

/// Returns the player of the first stone or pass if it is out of turn; a reader takes that player
/// to be the first player.
fn first_out_of_turn(tree: &GameTree) -> Option<Player> {
    let mut waiting = vec![GameTree::ROOT];
    while let Some(id) = waiting.pop() {
        match &tree.node(id).event {
            Some(Event::Action(_)) => return None,
            Some(event @ Event::Other { player, what })
                if is_pass(event) || what.ends_with(|c: char| c.is_ascii_digit()) =>
            {
                return Some(*player);
            }
            _ => waiting.extend(tree.children(id).iter().rev()),
        }
    }
    None
}

/// Returns `RE`, unless an extra property already has the same meaning.
fn result(tree: &GameTree, blue: Player) -> Option<Property> {
    let ending = tree.ending.as_ref()?;
    let exchanged = tree.main_line().into_iter().filter(|&id| swaps_sides(tree.node(id))).count() % 2 == 1;
    let winner = ending.winner.map(|player| {
        let colour = if player == blue { Colour::Black } else { Colour::White };
        colour.other_if(exchanged)
    });
    let kept = tree.node(GameTree::ROOT).extra.iter().find(|p| p.name == "RE").and_then(|p| p.values.first());
    if kept.and_then(|value| SgfResult::parse(value)).is_some_and(|result| result.agrees(winner, &ending.reason)) {
        return None;
    }
    Some(Property { name: "RE".to_string(), values: vec![SgfResult::text(winner, &ending.reason)] })
}

/// The output text.
#[derive(Default)]
struct Page {
    out: String,
    /// Byte offset of the current line.
    line: usize,
    /// Whether the current line is full.
    full: bool,
}

impl Page {
    fn node(&mut self, before: &str, properties: &[Property]) {
        let mut text = format!("{before};");
        for property in properties {
            text.push_str(&property.name);
            for value in &property.values {
                text.extend(["[", value, "]"]);
            }
        }
        self.full |= !before.is_empty() || self.out.len() - self.line + text.len() > WIDTH;
        if self.full && !self.out.is_empty() {
            self.out.push('\n');
            self.line = self.out.len();
        }
        self.out.push_str(&text);
        self.full = false;
    }

    fn close(&mut self) {
        self.out.push(')');
    }
}
