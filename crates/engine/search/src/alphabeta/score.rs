//! Scores relative to the side to move; earlier wins score higher.

/// The score of a win in the current position; each action on the way to it costs 1.
pub(super) const WON: i32 = 30_000;

/// The score of a proven win at any distance: less than a win on the board.
pub(super) const FORESEEN: i32 = 25_000;

/// Scores of at least this are wins, their negations losses.
pub(super) const CERTAIN: i32 = 22_000;

/// More than any score.
pub(super) const INFINITE: i32 = 32_000;

/// Limit of the static evaluation.
const JUDGED: i32 = 20_000;

/// Returns the evaluation clamped below the scores of wins.
pub(super) fn judged(evaluation: i32) -> i32 {
    evaluation.clamp(-JUDGED, JUDGED)
}

/// Returns the score of a proven win at a distance. The evaluation breaks ties between proven wins,
/// so that play makes progress.
pub(super) fn foreseen(evaluation: i32, ply: usize) -> i32 {
    FORESEEN + evaluation.clamp(-1000, 1000) - ply as i32
}

/// Whether a score is a win or a loss rather than an evaluation.
pub(super) const fn is_certain(score: i32) -> bool {
    score >= CERTAIN || score <= -CERTAIN
}

/// Converts a score for the table, where distances count from the position and not from the root.
pub(super) const fn from_here(score: i32, ply: usize) -> i32 {
    match score {
        CERTAIN.. => score + ply as i32,
        _ if score <= -CERTAIN => score - ply as i32,
        _ => score,
    }
}

/// The inverse of [`from_here`].
pub(super) const fn from_root(score: i32, ply: usize) -> i32 {
    match score {
        CERTAIN.. => score - ply as i32,
        _ if score <= -CERTAIN => score + ply as i32,
        _ => score,
    }
}

/// Returns the score of a win probability: the inverse of
/// [`win_chance`](hexarium_kernel::win_chance).
pub(super) fn score_of(chance: f32) -> i32 {
    let y = 2.0 * chance - 1.0;
    let room = 1.0 - y.abs();
    if room < 0.005 {
        return if y > 0.0 { JUDGED } else { -JUDGED };
    }
    (100.0 * y / room) as i32
}

#[cfg(test)]
mod tests {
    use hexarium_kernel::win_chance;

    use super::*;

    #[test]
    fn a_chance_is_turned_back_into_its_score() {
        for score in [-900, -150, -20, 0, 33, 100, 4000] {
            assert!((score_of(win_chance(score)) - score).abs() <= 1 + score.abs() / 500, "{score}");
        }
        assert_eq!(score_of(-0.1), -JUDGED);
        assert_eq!(score_of(1.0), JUDGED);
    }

    #[test]
    fn distances_in_the_table_count_from_the_position() {
        for score in [WON - 7, 7 - WON, FORESEEN - 7, 120, 0, -JUDGED] {
            assert_eq!(from_root(from_here(score, 5), 5), score);
        }
        assert_eq!(from_root(from_here(WON - 7, 5), 3), WON - 5);
    }

    #[test]
    fn every_foreseen_win_is_between_the_judgements_and_the_wins_on_the_board() {
        assert!(foreseen(-5000, 200) > CERTAIN && CERTAIN > judged(1 << 30));
        assert!(foreseen(5000, 0) < WON - 1000 && WON < INFINITE);
    }
}
