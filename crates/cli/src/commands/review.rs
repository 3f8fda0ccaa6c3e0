//! `hexarium review`: a game with every action graded by an engine.

use hexarium_engines::{engine, evaluate};
use hexarium_games::registry::Games;
use hexarium_kernel::{Player, shortened};
use hexarium_search::{Effort, Opponent};
use hexarium_session::review::{Evaluation, GameReview, Grade, ReviewedAction};
use hexarium_session::words::{self, percent};
use hexarium_session::{GameSession, files};
use serde_json::json;

use super::convert::read_source;
use crate::args::Json;
use crate::output::Outcome;
use crate::progress::Progress;
use crate::threads::Deadline;

/// The number of actions shown of a line.
const SHOWN: usize = 6;

/// Reviews the main line of `source`: a file, `-` for standard input, or a link.
pub(crate) fn run(source: &str, strength: &str, as_json: Json) -> Outcome {
    let strength = parse_strength(strength)?;
    let text = read_source(source)?;
    let (tree, _) = files::read(&Games, &text, files::recognise(&text)).map_err(|e| named(source, &e))?;
    let last = tree.main_line().last().copied().unwrap_or_default();
    let mut session = GameSession::from_tree(&Games, tree, last).map_err(|e| named(source, &e))?;
    if is_rough(&strength) {
        eprintln!("hexarium: note: grades below nodes:{ENOUGH_NODES} and level:{ENOUGH_LEVEL} are rough");
    }
    evaluate_line(&mut session, &strength)?;
    let review = GameReview::of(&session);
    Ok(if as_json.json { format!("{}\n", as_value(&session, &review)) } else { as_text(&session, &review) })
}

/// The number of nodes from which grades are reliable enough to be shown without a note.
const ENOUGH_NODES: u64 = 1_000;

/// The level of which the same is true in every game.
const ENOUGH_LEVEL: u8 = 5;

/// Reads the strength of a review. Random play and plain UCT are no measure of a move.
fn parse_strength(text: &str) -> Result<Opponent, String> {
    let known = ["level:", "nodes:", "time:"].iter().any(|kind| text.starts_with(kind));
    let invalid = || format!("invalid '{}': expected level:1 to level:8, nodes:5000 or time:1s", shortened(text));
    let parsed = if known { Opponent::parse(text) } else { Err(invalid()) };
    parsed.map_err(|problem| format!("--strength: {problem}"))
}

/// Whether a review of this strength calls good moves mistakes now and then.
fn is_rough(strength: &Opponent) -> bool {
    match strength.effort {
        Effort::Nodes(nodes) => nodes < ENOUGH_NODES,
        Effort::Level(level) => level < ENOUGH_LEVEL,
        Effort::Time(_) | Effort::ProcessorTime(_) | Effort::Endless => false,
    }
}

/// An error in a game with the name of its file.
fn named(source: &str, problem: &str) -> String {
    match source {
        "-" => format!("standard input: {problem}"),
        _ => format!("'{}': {problem}", shortened(source)),
    }
}

/// Evaluates every position of the line that ends at the cursor.
fn evaluate_line(session: &mut GameSession, strength: &Opponent) -> Result<(), String> {
    let nodes = session.tree().path_to(session.cursor());
    let mut engine = engine(session.game());
    let mut progress = Progress::new();
    for (done, &node) in nodes.iter().enumerate() {
        let state = session.tree().at(node, &Games)?;
        let deadline = Deadline::of(strength.effort);
        let mut stop_search = |_| !deadline.has_passed();
        let analysis = evaluate(&mut *engine, session.game(), &*state, strength, &mut stop_search, &mut |_| true);
        if let Some(evaluation) = Evaluation::of(&analysis, state.to_move()) {
            session.set_evaluation(node, evaluation);
        }
        progress.show(&format!("{} of {} positions", done + 1, nodes.len()));
    }
    progress.end();
    Ok(())
}

fn as_text(session: &GameSession, review: &GameReview) -> String {
    let game = session.game();
    let mut out = format!("{}\n", game.canonical_id());
    if review.actions.is_empty() {
        out += "no moves to review\n";
    }
    for action in &review.actions {
        let mut line = format!(
            "{:>4}. {:<8} {:<12} {:>5} → {:>5}",
            action.turn,
            game.player_name(action.player),
            format!("{}{}", action.action, action.symbol()),
            percent(action.before),
            percent(action.after)
        );
        for remark in remarks(action) {
            line += &format!("  {remark}");
        }
        out += &format!("{}\n", line.trim_end());
    }
    for player in Player::BOTH {
        let Some(accuracy) = review.accuracy()[player] else { continue };
        let counts = [Grade::Inaccuracy, Grade::Mistake, Grade::Blunder].map(|grade| {
            let count = review.count(player, grade);
            format!("{count} {}", if count == 1 { grade.word() } else { grade.plural() })
        });
        out += &format!("{}: accuracy {accuracy:.0} %, {}\n", game.player_name(player), counts.join(", "));
    }
    if let Some(ending) = session.ending() {
        out += &format!("{}\n", words::ending(game, &ending));
    }
    out
}

/// Returns the remarks on an action besides its evaluation.
fn remarks(action: &ReviewedAction) -> Vec<String> {
    let mut remarks = Vec::new();
    if action.grade > Grade::Good {
        let shown = |line: &[String]| line[..line.len().min(SHOWN)].join(" ");
        let mut words = format!("{}, best was {}", action.grade.word(), shown(&action.best_line));
        if !action.reply_line.is_empty() {
            words += &format!(", reply {}", shown(&action.reply_line));
        }
        remarks.push(words);
    }
    if action.missed_win {
        remarks.push("missed win".to_string());
    }
    if action.only_move {
        remarks.push("only move".to_string());
    }
    if action.is_turning_point() {
        remarks.push("turning point".to_string());
    }
    remarks
}

fn as_value(session: &GameSession, review: &GameReview) -> serde_json::Value {
    let actions = review.actions.iter().map(|action| {
        json!({
            "turn": action.turn, "player": action.player.word(), "action": action.action,
            "grade": action.grade.word(), "before": action.before, "after": action.after,
            "accuracy": action.accuracy(), "best": action.best_line, "reply": action.reply_line,
            "missed_win": action.missed_win, "only_move": action.only_move,
            "turning_point": action.is_turning_point(),
        })
    });
    let player = |player| {
        let counts = Grade::ALL.map(|grade| (grade.word().to_string(), review.count(player, grade).into()));
        json!({"accuracy": review.accuracy()[player], "grades": serde_json::Map::from_iter(counts)})
    };
    json!({
        "game": session.game().canonical_id(),
        "actions": actions.collect::<Vec<_>>(),
        "players": {"first": player(Player::First), "second": player(Player::Second)},
        "winner": session.ending().map(|ending| ending.word()),
    })
}
