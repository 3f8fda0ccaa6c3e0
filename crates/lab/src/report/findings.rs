//! The findings of an experiment, independent of the report format.

use hexarium_kernel::{AnyGame, GameCatalog, Player};
use hexarium_search::Opponent;

use super::games::NotableGame;
use crate::measures::{
    FairestOpening, Opening, Summary, distinct_games, fairest_opening, first_player_score, ladder_score, openings,
};
use crate::stats::{Confidence, Score};
use crate::{ArchiveHeader, Experiment, GameArchive, Mirror, PlayedGame, Series, SeriesKind};

/// The findings of an experiment.
pub struct Findings {
    /// The experiment.
    pub experiment: Experiment,
    /// The header of the archive.
    pub header: ArchiveHeader,
    /// The findings of each variant, in the order of the experiment.
    pub variants: Vec<VariantFindings>,
    /// The number of games.
    pub games: usize,
    /// The number of games that repeat an earlier one of their series action by action.
    pub repeated: usize,
    /// The number of nodes searched in all games.
    pub nodes: u64,
}

/// The findings of a variant.
pub struct VariantFindings {
    /// The name in the experiment.
    pub name: String,
    /// The game.
    pub game: Box<dyn AnyGame>,
    /// Self-play, by increasing strength.
    pub self_play: Vec<SelfPlayFindings>,
    /// Games against the next stronger player.
    pub ladder: Vec<LadderStep>,
    /// Games against a copying opponent.
    pub mirror: Option<MirrorFindings>,
    /// The value of each first action, the best first.
    pub openings: Vec<Opening>,
    /// The opening closest to even.
    pub fairest: Option<FairestOpening>,
    /// Notable games.
    pub notable: Vec<NotableGame>,
}

/// The findings of a self-play series.
pub struct SelfPlayFindings {
    /// The player of both sides.
    pub player: Opponent,
    /// The confidence of the intervals.
    pub confidence: Confidence,
    /// The summary of the games.
    pub summary: Summary,
    /// The number of distinct games.
    pub distinct: usize,
}

/// A step of the ladder.
pub struct LadderStep {
    /// The stronger player, then the weaker.
    pub players: [Opponent; 2],
    /// The score of the stronger player.
    pub score: Score,
}

/// The findings of a mirror series.
pub struct MirrorFindings {
    /// The copied player.
    pub player: Opponent,
    /// The score of the copying player; `None` if the starting position is not symmetric.
    pub score: Option<Score>,
}

impl VariantFindings {
    /// The name of a player.
    pub fn name_of(&self, player: Player) -> &'static str {
        self.game.player_name(player)
    }

    /// The self-play series of the strongest player.
    pub fn strongest(&self) -> Option<&SelfPlayFindings> {
        self.self_play.last()
    }
}

impl Findings {
    /// Computes the findings from the games of an archive. An error names the missing games.
    pub fn of(
        experiment: Experiment,
        all_series: &[Series],
        archive: &GameArchive,
        catalog: &dyn GameCatalog,
    ) -> Result<Self, String> {
        let mut counted: Vec<(&Series, Vec<PlayedGame>)> = Vec::new();
        let (mut played, mut distinct, mut nodes) = (0, 0, 0);
        for (number, series) in all_series.iter().enumerate() {
            let mut games = archive.series_games(number);
            let Some(sufficient) = series.sufficient_games(&experiment, &games).map(<[PlayedGame]>::len) else {
                return Err(format!(
                    "'{}', {}: only {} of {} games; continue with 'hexarium lab run'",
                    experiment.variants[series.variant].name,
                    series.label(),
                    games.len(),
                    series.max_games
                ));
            };
            games.truncate(sufficient);
            played += games.len();
            nodes += games.iter().flat_map(|game| &game.decisions).map(|decision| decision.nodes).sum::<u64>();
            distinct += distinct_games(&games);
            counted.push((series, games));
        }
        let variants = experiment.variants.iter().enumerate().map(|(number, variant)| {
            let game = catalog.open(&variant.game).map_err(|e| e.to_string())?;
            let own: Vec<&(&Series, Vec<PlayedGame>)> =
                counted.iter().filter(|(series, _)| series.variant == number).collect();
            Ok(variant_findings(&experiment, variant.name.clone(), game, &own, catalog))
        });
        let variants = variants.collect::<Result<Vec<_>, String>>()?;
        let repeated = played - distinct;
        Ok(Self { header: archive.header.clone(), variants, games: played, repeated, nodes, experiment })
    }

    /// Whether there are variants to compare.
    pub fn compares(&self) -> bool {
        !self.experiment.comparisons.is_empty() && !self.experiment.players.is_empty()
    }

    /// The number of self-play series.
    fn self_play_count(&self) -> usize {
        self.variants.iter().map(|variant| variant.self_play.len()).sum()
    }

    /// Returns whether the first player's share of a series differs from one half. All such answers
    /// of a report hold at once in 95 of 100 cases.
    pub fn is_unbalanced(&self, series: &SelfPlayFindings) -> bool {
        let confidence = series.confidence.simultaneous(self.self_play_count());
        !series.summary.score.share(confidence).contains(0.5)
    }
}

fn variant_findings(
    experiment: &Experiment,
    name: String,
    game: Box<dyn AnyGame>,
    series: &[&(&Series, Vec<PlayedGame>)],
    catalog: &dyn GameCatalog,
) -> VariantFindings {
    let of_kind = |kind: SeriesKind| series.iter().filter(move |(series, _)| series.kind == kind);
    let self_play = of_kind(SeriesKind::SelfPlay)
        .map(|(series, games)| SelfPlayFindings {
            player: series.players[0],
            confidence: experiment.confidence(series),
            summary: Summary::of(&*game, games),
            distinct: distinct_games(games),
        })
        .collect();
    let ladder = of_kind(SeriesKind::Ladder)
        .map(|(series, games)| LadderStep { players: series.players, score: ladder_score(series, games) })
        .collect();
    let mirror = of_kind(SeriesKind::Mirror).next().map(|(series, games)| {
        let first = first_player_score(games);
        let copier = Score { wins: first.losses, draws: first.draws, losses: first.wins };
        MirrorFindings { player: series.players[0], score: Mirror::of(&*game).map(|_| copier) }
    });
    let openings = openings(series.iter().map(|(series, games)| (*series, &**games)));
    let fairest = fairest_opening(&openings, Confidence::SINGLE);
    let strongest = of_kind(SeriesKind::SelfPlay).next_back().map(|(_, games)| &**games).unwrap_or_default();
    let notable = NotableGame::among(&*game, strongest, catalog);
    VariantFindings { name, game, self_play, ladder, mirror, openings, fairest, notable }
}
