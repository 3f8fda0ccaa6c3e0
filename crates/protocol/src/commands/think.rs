//! Actions and analyses of the house's own.

use std::time::Duration;

use hexarium_kernel::{Player, shortened};
use hexarium_search::{Effort, Opponent, Proof, Stop, Thought, ThoughtLine};

use super::hex;
use crate::world::Limit;
use crate::{Session, colour};

/// How often an analysis reports unless told.
const REPORT_EVERY: Duration = Duration::from_secs(1);

/// The least an analysis thinks before the next line can end it: a driver that sends everything at once wants to see something.
const AT_LEAST: Duration = Duration::from_millis(20);

/// Thinks and plays.
pub(super) fn genmove(session: &mut Session, arguments: &[&str]) -> Result<String, String> {
    let (player, action) = decide(session, "genmove", arguments)?;
    session.state.play(&action).map_err(|e| format!("{}: {e}", session.game.player_name(player)))?;
    Ok(said(session, &action))
}

/// Thinks and leaves the game as it is.
pub(super) fn reg_genmove(session: &mut Session, arguments: &[&str]) -> Result<String, String> {
    let (_, action) = decide(session, "reg_genmove", arguments)?;
    Ok(said(session, &action))
}

fn decide(session: &mut Session, command: &str, arguments: &[&str]) -> Result<(Player, String), String> {
    let [word] = arguments else {
        return Err(format!("{command} needs a colour ({})", colour::words(&*session.game)));
    };
    let player = colour::player(&*session.game, word)?;
    going_on(session)?;
    let to_move = session.state.to_move();
    if player != to_move {
        let (word, name) = (shortened(word), session.game.player_name(to_move));
        return Err(format!("it is not {word}'s turn: {name} is to move"));
    }
    let (thought, spent) = session.choose()?;
    session.spend(player, spent);
    let action = thought.best().ok_or("no action was found")?;
    Ok((player, action.to_string()))
}

/// Refuses to think about a game that is over.
fn going_on(session: &Session) -> Result<(), String> {
    match session.state.verdict() {
        Some(verdict) => Err(format!("the game is over: {}", verdict.reason)),
        None => Ok(()),
    }
}

/// An action in the words of the driver: those of the Hex protocols have one of their own for the swap.
fn said(session: &Session, action: &str) -> String {
    if hex::speaks_htp(session) && action == "swap" { "swap-pieces".to_string() } else { action.to_string() }
}

/// Says what it thinks of every action again and again, until the next line comes.
pub(super) fn analyze(session: &mut Session, arguments: &[&str]) -> Result<String, String> {
    let every = match *arguments {
        [] => REPORT_EVERY,
        [text] => interval(text)?,
        _ => return Err("hexarium-analyze needs nothing, or hundredths of a second between reports".to_string()),
    };
    going_on(session)?;
    loop {
        let limit = Limit { time: Some(every), interruptible_after: Some(AT_LEAST) };
        let thought = session.think(&Opponent::ENDLESS, limit)?;
        session.say(&report(session, &thought));
        // What is known for certain will not change: there is only the next line to wait for.
        while thought.stop != Stop::Told && !session.interrupted() {
            session.rest(every);
        }
        if session.interrupted() {
            return Ok(String::new());
        }
    }
}

fn interval(text: &str) -> Result<Duration, String> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match text.parse::<u64>().ok().filter(|_| digits) {
        Some(hundredths @ 1..=360_000) => Ok(Duration::from_millis(10 * hundredths)),
        _ => Err(format!("'{}' is not an interval; expected hundredths of a second, such as 50", shortened(text))),
    }
}

/// A line for each action that was looked at, best first.
fn report(session: &Session, thought: &Thought) -> String {
    let looked_at = |(i, line): &(usize, &ThoughtLine)| *i == 0 || line.visits > 0 || line.proof.is_some();
    let lines = thought.lines.iter().enumerate().filter(looked_at).map(|(_, line)| {
        let proven = match line.proof {
            None => "",
            Some(Proof::Win) => " proven win",
            Some(Proof::Loss) => " proven loss",
            Some(Proof::Draw) => " proven draw",
        };
        let pv: Vec<String> = line.pv.iter().map(|action| said(session, action)).collect();
        let action = said(session, &line.action);
        format!("info move {action} visits {} winrate {:.4}{proven} pv {}\n", line.visits, line.win, pv.join(" "))
    });
    lines.collect()
}

/// Says or chooses how strong the engine plays.
pub(super) fn level(session: &mut Session, arguments: &[&str]) -> Result<String, String> {
    let chosen = match *arguments {
        [] => return Ok(session.chosen().map_or("best".to_string(), |opponent| opponent.to_string())),
        ["best"] => None,
        [text] if text.contains(':') || text == "random" => Some(Opponent::parse(text)?),
        [text] => Some(Opponent::parse(&format!("level:{text}"))?),
        _ => return Err("hexarium-level needs nothing, or a level, a player such as time:1s, or best".to_string()),
    };
    session.choose_level(chosen.filter(|opponent| opponent.effort != Effort::Endless));
    Ok(String::new())
}
