//! Commands for clocks.

use hexarium_kernel::{Player, shortened};

use crate::clock::{TimeLeft, TimeSettings};
use crate::{Session, colour};

pub(super) fn settings(session: &mut Session, arguments: &[&str]) -> Result<String, String> {
    let [main, byo_yomi, actions] = arguments else {
        return Err("time_settings: expected three numbers: main time, byo-yomi time, byo-yomi actions".to_string());
    };
    let settings = TimeSettings { main: seconds(main)?, byo_yomi: seconds(byo_yomi)?, actions: count(actions)? };
    session.set_time(settings);
    Ok(String::new())
}

/// Sets the remaining time as in GTP (`COLOUR SECONDS ACTIONS`) or as in Benzene
/// (`COLOUR SECONDS`), or reports it.
pub(super) fn left(session: &mut Session, arguments: &[&str]) -> Result<String, String> {
    let (word, time) = match *arguments {
        [] => return Ok(Player::BOTH.map(|p| format_time_left(session, p)).join(", ")),
        [word] => return colour::player(&*session.game, word).map(|p| format_time_left(session, p)),
        [word, time] => (word, TimeLeft { seconds: seconds(time)?, actions: 0 }),
        [word, time, actions] => (word, TimeLeft { seconds: seconds(time)?, actions: count(actions)? }),
        _ => return Err("time_left: expected a colour, seconds and byo-yomi actions".to_string()),
    };
    let player = colour::player(&*session.game, word)?;
    session.set_time_left(player, time);
    Ok(String::new())
}

fn format_time_left(session: &Session, player: Player) -> String {
    let name = session.game.player_name(player);
    session.clock().left(player).map_or(format!("{name}: unlimited"), |left| match left.actions {
        0 => format!("{name}: {} s", left.seconds),
        n => format!("{name}: {} s for {n} actions", left.seconds),
    })
}

/// Parses seconds, with or without a fraction. Some controllers report negative times, which count
/// as 0.
fn seconds(text: &str) -> Result<f64, String> {
    let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b'-');
    let number = text.parse::<f64>().ok().filter(|n| plain && n.is_finite());
    // A year is more than any game takes, and small enough for exact sums of seconds.
    number
        .map(|n| n.clamp(0.0, 31_536_000.0))
        .ok_or_else(|| format!("invalid time '{}': expected seconds, such as 1800", shortened(text)))
}

fn count(text: &str) -> Result<u32, String> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().filter(|_| digits);
    number.ok_or_else(|| format!("invalid number of actions '{}': expected one such as 25", shortened(text)))
}
