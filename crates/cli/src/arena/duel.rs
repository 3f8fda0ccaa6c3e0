//! One game between two players.

use std::time::{Duration, Instant};

use hexarium_engines::{EngineFactory, OpeningGenerator, solve};
use hexarium_kernel::{AnyGame, AnyMatch, Player};
use hexarium_search::{Limits, Value};

use super::{Contestant, Failure, Seat, Spec};

/// A series of games between two players.
pub(crate) struct Duel<'a> {
    pub(crate) game: &'a dyn AnyGame,
    /// `--first` and `--second`.
    pub(crate) specs: &'a [Spec; 2],
    pub(crate) engine: EngineFactory,
    pub(crate) opening: OpeningGenerator,
    /// Number of turns of an opening.
    pub(crate) turns: u32,
    pub(crate) seed: u64,
    /// Number of threads of each built-in opponent.
    pub(crate) threads: usize,
    /// Response timeout of a GTP program.
    pub(crate) timeout: Duration,
    /// Whether the solver decides the games in which a player fails.
    pub(crate) adjudicate: bool,
}

/// The time limit of the solver.
const ADJUDICATION: Duration = Duration::from_secs(60);

/// A finished game.
pub(crate) struct Played {
    /// Its index in the series, from 0.
    pub(crate) number: usize,
    /// The player who made the first move: 0 is `--first`.
    pub(crate) beginner: usize,
    /// All actions, including those of the opening.
    pub(crate) line: Vec<String>,
    /// Number of actions of the opening.
    pub(crate) opening: usize,
    pub(crate) winner: Option<Player>,
    pub(crate) reason: String,
    /// The player who failed and the reason; `None` when the rules ended the game.
    pub(crate) failure: Option<(Player, Failure)>,
    /// The search time of both players, `--first` before `--second`.
    pub(crate) spent: [Spent; 2],
}

/// The search time of a player.
#[derive(Clone, Copy, Default)]
pub(crate) struct Spent {
    pub(crate) actions: u32,
    pub(crate) time: Duration,
    pub(crate) longest: Duration,
    /// Processor time of all actions, where it is known.
    pub(crate) processor: Option<Duration>,
}

impl Spent {
    fn add(&mut self, time: Duration) {
        self.actions += 1;
        self.time += time;
        self.longest = self.longest.max(time);
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        Self {
            actions: self.actions + other.actions,
            time: self.time + other.time,
            longest: self.longest.max(other.longest),
            processor: other.processor.map(|time| time + self.processor.unwrap_or_default()).or(self.processor),
        }
    }
}

impl Duel<'_> {
    /// Plays a game of the series: two in a row have the same opening, and `--first` begins the
    /// earlier one. Returns an error if a player cannot be started.
    pub(crate) fn play(&self, number: usize) -> Result<Played, String> {
        let seed = |salt: u64| hexarium_kernel::mix(self.seed).wrapping_add(salt);
        let mut state = self.game.start();
        let opening = (self.opening)(&*state, self.turns, seed(number as u64 / 2));
        for action in &opening {
            state.play(action).expect("openings are legal");
        }
        let beginner = number % 2;
        let sit = |who: usize| {
            let seed = seed((number * 2 + who) as u64).rotate_left(32);
            let (threads, timeout) = (self.threads, self.timeout);
            self.specs[who].take(&Seat { game: self.game, engine: &self.engine, seed, threads, timeout })
        };
        let mut players = [sit(0)?, sit(1)?];
        let mut spent = [Spent::default(); 2];
        // The start of a program does not count.
        let used_before = [0, 1].map(|who| players[who].processor_time());
        let failure = play_out(&mut *state, &mut players, beginner, &mut spent).err();
        let failure = failure.map(|failure| self.adjudicated(&*state, failure));
        for (who, player) in players.iter().enumerate() {
            let used = player.processor_time().zip(used_before[who]);
            spent[who].processor = used.map(|(now, before)| now.saturating_sub(before));
        }
        let verdict = state.verdict();
        let winner = match (&failure, &verdict) {
            (Some((loser, _)), _) => Some(loser.other()),
            (None, verdict) => verdict.as_ref().and_then(|v| v.outcome.winner),
        };
        let reason = match &failure {
            Some((_, failure)) => failure.reason.to_string(),
            None => verdict.map(|v| v.reason).unwrap_or_default(),
        };
        Ok(Played { number, beginner, line: state.line(), opening: opening.len(), winner, reason, failure, spent })
    }
}

impl Duel<'_> {
    /// Lets the player resign who has lost by the proof of the solver, instead of the player who
    /// failed. Without a proof, and for a resignation, nothing changes.
    fn adjudicated(&self, state: &dyn AnyMatch, (player, failure): (Player, Failure)) -> (Player, Failure) {
        if !self.adjudicate || failure.reason == "resignation" {
            return (player, failure);
        }
        let start = Instant::now();
        let mut watch = |_| start.elapsed() < ADJUDICATION;
        match solve(self.game, state, &Limits::UNTIL_STOPPED, &mut watch).value {
            Value::Won(winner) => {
                let name = self.game.player_name(player);
                let what = format!("lost as the solver proves, after {name} failed: {}", failure.what);
                (winner.other(), Failure { reason: "resignation", what })
            }
            _ => (player, failure),
        }
    }
}

/// Plays until the game is over or a player fails.
fn play_out(
    state: &mut dyn AnyMatch,
    players: &mut [Box<dyn Contestant>; 2],
    beginner: usize,
    spent: &mut [Spent; 2],
) -> Result<(), (Player, Failure)> {
    while state.verdict().is_none() {
        let to_move = state.to_move();
        let who = beginner ^ to_move.index();
        let start = Instant::now();
        let choice = players[who].choose(state);
        spent[who].add(start.elapsed());
        let action = choice.map_err(|failure| (to_move, failure))?;
        state.play(&action).map_err(|e| (to_move, Failure { reason: "forfeit", what: e.to_string() }))?;
    }
    Ok(())
}

impl Played {
    /// Returns the half points of `--first`.
    pub(crate) fn half_points(&self) -> usize {
        match self.winner {
            None => 1,
            Some(winner) if winner.index() == self.beginner => 2,
            Some(_) => 0,
        }
    }
}
