//! Experiments in the browser: orders from the page to its workers, and what they bring back.

use hexarium_games::registry;
use hexarium_kernel::{AnyGame, Player};
use hexarium_lab::stats::{Confidence, Estimate, Mean, Points};
use hexarium_lab::{Arm, Experiment, Looks, Makers, Purpose, Variant, Variety, play};
use hexarium_search::{Opponent, Thinker};

/// What an order begins with.
const WORD: &str = "lab";

/// The order for a game of a variant.
pub(crate) fn order(game: &str, level: u8, number: u32) -> String {
    format!("{WORD} {game} {level} {number}")
}

/// Carries an order out, in the worker; `None` for what is none.
pub(crate) fn carry_out(order: &str) -> Option<String> {
    let mut words = order.split(' ').skip_while(|word| *word != WORD);
    words.next()?;
    let (game, level, number) = (words.next()?, words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let player = Opponent::level(level);
    let experiment = Experiment {
        title: String::new(),
        question: String::new(),
        variants: vec![Variant { name: String::new(), game: game.to_string() }],
        players: vec![player],
        ladder: Vec::new(),
        openings: None,
        mirror: None,
        games: u32::MAX,
        precision: None,
        variety: Variety::default(),
        longest: Experiment::LONGEST,
        seed: 1,
    };
    let arm = Arm { variant: 0, purpose: Purpose::Alike, seats: [player; 2], most: u32::MAX };
    let played = play(&experiment, &arm, number, &Here);
    Some(format!("= {} {}", played.winner.map_or("draw", Player::word), played.turns))
}

/// The games and thinkers of the app.
struct Here;

impl Makers for Here {
    fn game(&self, text: &str) -> Box<dyn AnyGame> {
        registry::open(text, &[]).expect("the page has opened it before")
    }
    fn thinker(&self, game: &dyn AnyGame, seed: u64) -> Box<dyn Thinker> {
        hexarium_minds::maker(game)(seed)
    }
}

/// What the games of a variant showed so far.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) points: Points,
    turns: Mean,
}

impl Tally {
    /// Takes note of what a worker brought back; `None` if that is no game.
    pub(crate) fn add(&mut self, answer: &str) -> Option<()> {
        let (result, turns) = answer.split_once(' ')?;
        let turns: u32 = turns.parse().ok()?;
        let winner = Player::BOTH.into_iter().find(|player| player.word() == result);
        self.points.add(winner.map(|winner| winner == Player::First));
        self.turns.add(f64::from(turns));
        Some(())
    }

    pub(crate) fn share(&self, most: u32) -> Estimate {
        self.points.share(confidence(most))
    }

    pub(crate) fn turns(&self, most: u32) -> Estimate {
        self.turns.estimate(confidence(most))
    }
}

/// Somebody watches the intervals all the time: as if they looked at each of the numbers of games at which the lab looks.
fn confidence(most: u32) -> Confidence {
    Confidence::PLAIN.looking(Looks::often(most).at().len())
}
