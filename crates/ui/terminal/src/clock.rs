//! Time as people read it.

use hexarium_wire::Millis;

const SECOND: Millis = 1000;
const MINUTE: Millis = 60 * SECOND;
const HOUR: Millis = 60 * MINUTE;
const DAY: Millis = 24 * HOUR;

/// The time that somebody has left: `4:07`, in a hurry `0:09.4`, with days `2 d 5 h`.
pub(crate) fn time_left(left: Millis) -> String {
    let left = left.max(0);
    match left {
        DAY.. => format!("{} d {} h", left / DAY, left % DAY / HOUR),
        HOUR.. => format!("{}:{:02}:{:02}", left / HOUR, left % HOUR / MINUTE, left % MINUTE / SECOND),
        _ if left < 10 * SECOND => format!("0:0{}.{}", left / SECOND, left % SECOND / 100),
        _ => format!("{}:{:02}", left / MINUTE, left % MINUTE / SECOND),
    }
}

/// The time of this machine.
pub(crate) fn now() -> Millis {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as Millis)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_told_the_finer_the_less_there_is() {
        for (left, words) in [
            (-5, "0:00.0"),
            (9_430, "0:09.4"),
            (10_000, "0:10"),
            (247_000, "4:07"),
            (3 * HOUR + 62_000, "3:01:02"),
            (2 * DAY + 5 * HOUR, "2 d 5 h"),
        ] {
            assert_eq!(time_left(left), words);
        }
    }
}
