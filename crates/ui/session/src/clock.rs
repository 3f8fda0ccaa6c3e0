//! Times in words.

use hexarium_wire::Millis;

const SECOND: Millis = 1000;
const MINUTE: Millis = 60 * SECOND;
const HOUR: Millis = 60 * MINUTE;
const DAY: Millis = 24 * HOUR;

/// The time left on a clock: `4:07`, below ten seconds `0:09.4`, above six hours `7 h 5 min`, with
/// days `2 d 5 h`.
pub fn time_left(left: Millis) -> String {
    let left = left.max(0);
    match left {
        DAY.. => format!("{} d {} h", left / DAY, left % DAY / HOUR),
        // The longest Fischer clock has three hours; more is part of a day.
        _ if left >= 6 * HOUR => format!("{} h {} min", left / HOUR, left % HOUR / MINUTE),
        HOUR.. => format!("{}:{:02}:{:02}", left / HOUR, left % HOUR / MINUTE, left % MINUTE / SECOND),
        _ if left < 10 * SECOND => format!("0:0{}.{}", left / SECOND, left % SECOND / 100),
        _ => format!("{}:{:02}", left / MINUTE, left % MINUTE / SECOND),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_time_is_shown_more_precisely() {
        for (left, words) in [
            (-5, "0:00.0"),
            (9_430, "0:09.4"),
            (10_000, "0:10"),
            (247_000, "4:07"),
            (3 * HOUR + 62_000, "3:01:02"),
            (7 * HOUR + 5 * MINUTE, "7 h 5 min"),
            (2 * DAY + 5 * HOUR, "2 d 5 h"),
        ] {
            assert_eq!(time_left(left), words);
        }
    }
}
