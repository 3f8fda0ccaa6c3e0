//! Commands that search: move generation, analysis and levels.

use std::time::Duration;

use hexarium_kernel::{Player, shortened};
use hexarium_search::{Analysis, AnalysisLine, Effort, Opponent, Proof, Stop};

use super::hex;
use crate::host::Limit;
use crate::{Session, colour};

/// Default interval between analysis reports.
const REPORT_EVERY: Duration = Duration::from_secs(1);

/// Minimum duration of an analysis before the next line can end it: a controller that sends all
/// lines at once still gets a report.
const AT_LEAST: Duration = Duration::from_millis(20);

/// Searches and plays an action.
pub(super) fn genmove(session: &mut Session, arguments: &[&str]) -> Result<String, String> {
    let (player, action) = decide(session, "genmove", arguments)?;
    session.state.play(&action).map_err(|e| format!("{}: {e}", session.game.player_name(player)))?;
    Ok(action_for_controller(session, &action))
}

/// Searches an action without playing it.
pub(super) fn reg_genmove(session: &mut Session, arguments: &[&str]) -> Result<String, String> {
    let (_, action) = decide(session, "reg_genmove", arguments)?;
    session.take_turn_back();
    Ok(action_for_controller(session, &action))
}

fn decide(session: &mut Session, command: &str, arguments: &[&str]) -> Result<(Player, String), String> {
    let [word] = arguments else {
        return Err(format!("{command}: expected a colour ({})", colour::words(&*session.game)));
    };
    let player = colour::player(&*session.game, word)?;
    ensure_unfinished(session)?;
    session.give_turn_to(player).map_err(|problem| format!("it is not {}'s turn: {problem}", shortened(word)))?;
    let (analysis, spent) = session.choose()?;
    session.spend(player, spent);
    let action = analysis.best().ok_or("no action was found")?;
    Ok((player, action.to_string()))
}

/// Returns an error if the game is over.
fn ensure_unfinished(session: &Session) -> Result<(), String> {
    match session.state.verdict() {
        Some(verdict) => Err(format!("the game is over: {}", verdict.reason)),
        None => Ok(()),
    }
}

/// Returns an action in the controller's notation: the Hex protocols have their own word for the
/// swap.
fn action_for_controller(session: &Session, action: &str) -> String {
    if hex::uses_hex_protocol(session) && action == "swap" { "swap-pieces".to_string() } else { action.to_string() }
}

/// Reports the evaluation of every action at intervals, until the next line arrives.
pub(super) fn analyze(session: &mut Session, arguments: &[&str]) -> Result<String, String> {
    let every = match *arguments {
        [] => REPORT_EVERY,
        [text] => interval(text)?,
        _ => {
            return Err("hexarium-analyze: expected no argument, or the interval of reports in hundredths of a second"
                .to_string());
        }
    };
    ensure_unfinished(session)?;
    loop {
        let limit = Limit { time: Some(every), interruptible_after: Some(AT_LEAST) };
        let analysis = session.think(&Opponent::ENDLESS, limit)?;
        session.write(&report(session, &analysis));
        // A proven result does not change: wait for the next line.
        while analysis.stop != Stop::Condition && !session.interrupted() {
            session.wait(every);
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
        _ => Err(format!("invalid interval '{}': expected hundredths of a second, such as 50", shortened(text))),
    }
}

/// Formats one line per searched action, best first.
fn report(session: &Session, analysis: &Analysis) -> String {
    let looked_at = |(i, line): &(usize, &AnalysisLine)| *i == 0 || line.visits > 0 || line.proof.is_some();
    let lines = analysis.lines.iter().enumerate().filter(looked_at).map(|(_, line)| {
        let proven = match line.proof {
            None => "",
            Some(Proof::Win) => " proven win",
            Some(Proof::Loss) => " proven loss",
            Some(Proof::Draw) => " proven draw",
        };
        let pv: Vec<String> = line.pv.iter().map(|action| action_for_controller(session, action)).collect();
        let action = action_for_controller(session, &line.action);
        format!("info move {action} visits {} winrate {:.4}{proven} pv {}\n", line.visits, line.win, pv.join(" "))
    });
    lines.collect()
}

/// Reports or sets the playing strength.
pub(super) fn level(session: &mut Session, arguments: &[&str]) -> Result<String, String> {
    let chosen = match *arguments {
        [] => return Ok(session.chosen().map_or("best".to_string(), |opponent| opponent.to_string())),
        ["best"] => None,
        [text] if text.contains(':') || text == "random" => Some(Opponent::parse(text)?),
        [text] => Some(Opponent::parse(&format!("level:{text}"))?),
        _ => return Err("hexarium-level: expected no argument, a level, a player such as time:1s, or best".to_string()),
    };
    session.choose_level(chosen.filter(|opponent| opponent.effort != Effort::Endless));
    Ok(String::new())
}
