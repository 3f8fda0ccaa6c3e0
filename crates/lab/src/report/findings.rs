//! Everything that is to be told, before it is put in any form.

use hexarium_formats::Opener;
use hexarium_kernel::{AnyGame, Player};
use hexarium_search::Opponent;

use super::games::Notable;
use crate::measures::{Fairest, Opening, Summary, distinct, fairest, ladder_points, openings, points};
use crate::stats::{Confidence, Points};
use crate::{Arm, Experiment, Header, Mirror, Played, Purpose, Shelf};

/// Everything that an experiment has shown.
pub struct Findings {
    /// What was to be found out.
    pub experiment: Experiment,
    /// With which program.
    pub header: Header,
    /// What each variant showed, in the order of the experiment.
    pub variants: Vec<VariantFindings>,
    /// How many games were played.
    pub games: usize,
    /// How many of them went exactly as an earlier one of their series, and so do not count.
    pub repeated: usize,
    /// How many nodes were looked at in all of them.
    pub nodes: u64,
}

/// What a variant showed.
pub struct VariantFindings {
    /// What the experiment calls it.
    pub name: String,
    /// The game itself.
    pub game: Box<dyn AnyGame>,
    /// Games between equal players, by strength.
    pub alike: Vec<Alike>,
    /// Games against the next stronger player.
    pub ladder: Vec<Step>,
    /// Games against somebody who copies.
    pub mirrored: Option<Mirrored>,
    /// What each first action is worth, the best first.
    pub openings: Vec<Opening>,
    /// The fairest of them.
    pub fairest: Option<Fairest>,
    /// Games worth looking at.
    pub notable: Vec<Notable>,
}

/// Games between equal players.
pub struct Alike {
    /// Who played.
    pub player: Opponent,
    /// How sure the intervals are.
    pub confidence: Confidence,
    /// What they showed.
    pub summary: Summary,
}

/// A step of the ladder.
pub struct Step {
    /// The stronger player, and the other.
    pub players: [Opponent; 2],
    /// How the stronger one fared.
    pub points: Points,
}

/// Games against somebody who copies.
pub struct Mirrored {
    /// Who played.
    pub player: Opponent,
    /// How the one who copies fared; `None` where the start is not symmetric, so that there is nothing to copy with.
    pub points: Option<Points>,
}

impl VariantFindings {
    /// A player's name.
    pub fn name_of(&self, player: Player) -> &'static str {
        self.game.player_name(player)
    }

    /// What the strongest players showed.
    pub fn strongest(&self) -> Option<&Alike> {
        self.alike.last()
    }
}

impl Findings {
    /// What the games on a shelf show. A problem says which games are missing.
    pub fn of(experiment: Experiment, arms: &[Arm], shelf: &Shelf, open: Opener) -> Result<Self, String> {
        let mut series: Vec<(&Arm, Vec<Played>)> = Vec::new();
        let (mut played, mut nodes) = (0, 0);
        for (number, arm) in arms.iter().enumerate() {
            let mut games = shelf.of(number);
            let Some(enough) = arm.enough(&experiment, &games).map(<[Played]>::len) else {
                let variant = &experiment.variants[arm.variant].name;
                return Err(format!(
                    "of '{variant}', {}, there are {} of {} games; hexarium lab run plays the rest",
                    arm.words(),
                    games.len(),
                    arm.most
                ));
            };
            games.truncate(enough);
            played += games.len();
            nodes += games.iter().flat_map(|game| &game.looks).map(|look| look.nodes).sum::<u64>();
            series.push((arm, distinct(&games)));
        }
        let variants = experiment.variants.iter().enumerate().map(|(number, variant)| {
            let game = open(&variant.game).map_err(|e| e.to_string())?;
            let own: Vec<&(&Arm, Vec<Played>)> = series.iter().filter(|(arm, _)| arm.variant == number).collect();
            Ok(variant_findings(&experiment, variant.name.clone(), game, &own, open))
        });
        let variants = variants.collect::<Result<Vec<_>, String>>()?;
        let repeated = played - series.iter().map(|(_, games)| games.len()).sum::<usize>();
        Ok(Self { header: shelf.header.clone(), variants, games: played, repeated, nodes, experiment })
    }

    /// Whether anything is compared.
    pub fn compares(&self) -> bool {
        self.variants.len() > 1 && !self.experiment.players.is_empty()
    }
}

fn variant_findings(
    experiment: &Experiment,
    name: String,
    game: Box<dyn AnyGame>,
    series: &[&(&Arm, Vec<Played>)],
    open: Opener,
) -> VariantFindings {
    let with = |purpose: Purpose| series.iter().filter(move |(arm, _)| arm.purpose == purpose);
    let alike: Vec<Alike> = with(Purpose::Alike)
        .map(|(arm, games)| Alike {
            player: arm.seats[0],
            confidence: experiment.confidence(arm),
            summary: Summary::of(&*game, games),
        })
        .collect();
    let ladder = with(Purpose::Ladder)
        .map(|(arm, games)| Step { players: arm.seats, points: ladder_points(arm, games) })
        .collect();
    let mirrored = with(Purpose::Mirror).next().map(|(arm, games)| {
        let first = points(games);
        let copier = Points { wins: first.losses, draws: first.draws, losses: first.wins };
        Mirrored { player: arm.seats[0], points: Mirror::of(&*game).map(|_| copier) }
    });
    let openings = openings(series.iter().map(|(arm, games)| (*arm, &**games)));
    let fairest = fairest(&openings, Confidence::PLAIN);
    let strongest = with(Purpose::Alike).next_back().map(|(_, games)| &**games).unwrap_or_default();
    let notable = Notable::among(&*game, strongest, open);
    VariantFindings { name, game, alike, ladder, mirrored, openings, fairest, notable }
}
