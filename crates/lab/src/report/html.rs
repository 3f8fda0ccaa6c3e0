//! The report as one self-contained HTML page.
//!
//! This module prepares the figures; `templates/` has the markup.

use askama::Template;
use hexarium_kernel::Player;

use super::compare::{Measure, compare};
use super::conclusions::conclusions;
use super::findings::{Findings, SelfPlayFindings, VariantFindings};
use super::map::map;
use super::plots;
use super::text::{figure, percent};
use crate::measures::{Opening, Usage};
use crate::stats::{Confidence, Score};
use crate::{Experiment, Variety};

/// Returns the page. `app` is the address of the app in which links open games.
pub fn html(findings: &Findings, app: &str) -> String {
    let page = Page::new(findings, app);
    page.render().expect("writing to a string does not fail")
}

/// The page.
#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    findings: &'a Findings,
    experiment: &'a Experiment,
    /// The strongest player of the self-play series.
    player: String,
    conclusions: Vec<String>,
    balance: Option<(Figure, Table)>,
    comparison: Option<Table>,
    lengths: Vec<Figure>,
    tension: Option<Table>,
    skill: Option<(Figure, Table)>,
    variants: Vec<VariantSection>,
    slack: String,
    choices: usize,
    precision: Option<String>,
}

/// A table; the first cell of a row is a name, the others are figures.
#[derive(Template)]
#[template(path = "table.html")]
struct Table {
    head: Vec<String>,
    rows: Vec<Row>,
}

/// A small square in the colour of a variant, or nothing.
#[derive(Template, Default)]
#[template(path = "swatch.html")]
struct Swatch {
    colour: Option<String>,
}

/// A row of a table.
struct Row {
    significant: bool,
    swatch: Swatch,
    name: String,
    cells: Vec<Cell>,
}

/// A figure in a table.
#[derive(Default)]
struct Cell {
    text: String,
    /// The interval on a line of its own, for tables with many columns.
    interval: Option<String>,
    significant: bool,
    /// The width of a bar behind the text.
    bar: Option<String>,
}

/// A plot with its caption.
#[derive(Template, Default)]
#[template(path = "figure.html")]
struct Figure {
    svg: String,
    swatch: Swatch,
    /// The part of the caption that links to `link`.
    title: String,
    link: Option<String>,
    caption: String,
}

/// The section of a variant.
struct VariantSection {
    swatch: Swatch,
    name: String,
    game: String,
    usage: Option<UsageSection>,
    frequent_first_actions: Option<String>,
    openings: Option<OpeningSection>,
    mirror: Option<MirrorSection>,
    notable: Vec<Figure>,
}

/// Endings and the use of the rules.
struct UsageSection {
    endings: Table,
    table: Table,
    /// The share of such turns, and the extra actions per game.
    multi_action_turns: Option<(String, String)>,
    unused: String,
}

/// The value of each first action.
struct OpeningSection {
    map: Option<Figure>,
    tables: Vec<(String, Table)>,
    fairest: Option<FairestSection>,
}

/// The opening closest to even.
struct FairestSection {
    action: String,
    /// The method of its selection.
    selection: String,
    /// The games that measure it.
    games: &'static str,
    /// The name of the first player.
    first: &'static str,
    share: String,
}

/// Games against a copying opponent.
struct MirrorSection {
    player: String,
    /// The share of the copying player and the number of games.
    score: Option<(String, u64)>,
}

impl Row {
    fn new(name: impl Into<String>, cells: Vec<Cell>) -> Self {
        Self { significant: false, swatch: Swatch::default(), name: name.into(), cells }
    }

    /// A row about a variant, with its colour.
    fn of_variant(findings: &Findings, variant: usize, cells: Vec<Cell>) -> Self {
        Self { swatch: Swatch::of(variant), ..Self::new(&findings.variants[variant].name, cells) }
    }
}

impl Cell {
    fn new(text: impl ToString) -> Self {
        Self { text: text.to_string(), ..Self::default() }
    }

    /// A formatted estimate with its interval on a line of its own.
    fn stacked(estimate: &str) -> Self {
        match estimate.split_once(" [") {
            Some((value, interval)) => Self { interval: Some(format!("[{interval}")), ..Self::new(value) },
            None => Self::new(estimate),
        }
    }

    fn with_bar(self, share: f64) -> Self {
        Self { bar: Some(format!("{:.1}", 8.0 * share.clamp(0.0, 1.0))), ..self }
    }
}

impl Swatch {
    /// The square of a variant.
    fn of(variant: usize) -> Self {
        let plotters::prelude::RGBColor(r, g, b) = plots::colour(variant);
        Self { colour: Some(format!("#{r:02x}{g:02x}{b:02x}")) }
    }
}

fn head(cells: &[&str]) -> Vec<String> {
    cells.iter().map(ToString::to_string).collect()
}

fn record(score: &Score) -> Cell {
    Cell::new(format!("{}-{}-{}", score.wins, score.draws, score.losses))
}

impl<'a> Page<'a> {
    fn new(findings: &'a Findings, app: &str) -> Self {
        let experiment = &findings.experiment;
        let variants = findings.variants.iter().enumerate();
        Self {
            findings,
            experiment,
            player: experiment.players.last().map(ToString::to_string).unwrap_or_default(),
            conclusions: conclusions(findings),
            balance: (!experiment.players.is_empty()).then(|| balance(findings)),
            comparison: findings.compares().then(|| comparison(findings)),
            lengths: lengths(findings),
            tension: (!experiment.players.is_empty()).then(|| tension(findings)),
            skill: (!experiment.ladder.is_empty()).then(|| skill(findings)),
            variants: variants.map(|(number, variant)| VariantSection::new(findings, number, variant, app)).collect(),
            slack: format!("{:.0}", 100.0 * experiment.variety.slack),
            choices: Variety::CHOICES,
            precision: experiment.precision.map(|precision| format!("{:.1}", 100.0 * precision)),
        }
    }
}

fn balance(findings: &Findings) -> (Figure, Table) {
    let figure = Figure {
        svg: plots::first_shares(findings),
        caption: "The first player's share of the points in self-play (a draw counts one half), with 95 % confidence \
                  intervals."
            .to_string(),
        ..Figure::default()
    };
    let mut rows = Vec::new();
    for (number, variant) in findings.variants.iter().enumerate() {
        for self_play in &variant.self_play {
            let score = &self_play.summary.score;
            let share = score.share(self_play.confidence);
            let cells = vec![
                Cell::new(variant.name_of(Player::First)),
                Cell::new(self_play.player),
                Cell::new(score.games()),
                Cell::new(score.wins),
                Cell::new(score.losses),
                Cell::new(score.draws),
                Cell::new(percent(&share)),
            ];
            let significant = findings.is_unbalanced(self_play);
            rows.push(Row { significant, ..Row::of_variant(findings, number, cells) });
        }
    }
    let head = head(&[
        "variant",
        "moves first",
        "player",
        "games",
        "first won",
        "second won",
        "drawn",
        "first player's share",
    ]);
    (figure, Table { head, rows })
}

fn comparison(findings: &Findings) -> Table {
    let mut head = head(&["variant", "compared with", "player"]);
    head.extend(Measure::ALL.map(|measure| measure.label().to_string()));
    let comparisons = compare(findings);
    let rows = comparisons.chunks(Measure::ALL.len()).map(|chunk| {
        let base = &findings.variants[chunk[0].base].name;
        let mut cells = vec![Cell::new(base), Cell::new(chunk[0].player)];
        cells.extend(chunk.iter().map(|comparison| {
            let text = figure(&comparison.difference, comparison.measure.is_share(), true);
            Cell { significant: comparison.is_significant(), ..Cell::stacked(&text) }
        }));
        Row::of_variant(findings, chunk[0].variant, cells)
    });
    Table { head, rows: rows.collect() }
}

fn lengths(findings: &Findings) -> Vec<Figure> {
    let strongest = || findings.variants.iter().enumerate().filter_map(|(n, v)| Some((n, v, v.strongest()?)));
    let most = strongest().map(|(_, _, series)| series.summary.turns.quantile(0.995)).fold(1.0, f64::max);
    let figures = strongest().map(|(number, variant, series)| {
        let turns = &series.summary.turns;
        let stopped = match series.summary.stopped {
            0 => String::new(),
            count => format!(" {count} stopped at the turn limit."),
        };
        Figure {
            svg: plots::histogram(turns, most, number),
            swatch: Swatch::of(number),
            title: format!("{}, {}", variant.name, series.player),
            caption: format!(
                "{} turns on average, standard deviation {:.1}; quartiles {:.0} and {:.0}, shortest {:.0}, longest \
                 {:.0}.{stopped}",
                figure(&turns.mean(series.confidence), false, false),
                turns.standard_deviation(),
                turns.quantile(0.25),
                turns.quantile(0.75),
                turns.quantile(0.0),
                turns.quantile(1.0),
            ),
            link: None,
        }
    });
    figures.collect()
}

fn tension(findings: &Findings) -> Table {
    const MEASURES: [Measure; 5] =
        [Measure::LegalActions, Measure::GoodActions, Measure::LeadChanges, Measure::Drama, Measure::DecidedAfter];
    let mut head = head(&["variant", "compared with", "player"]);
    head.extend(MEASURES.map(|measure| measure.label().to_string()));
    head.push("turns that repeat a position".to_string());
    let mut rows = Vec::new();
    for (number, variant) in findings.variants.iter().enumerate() {
        for SelfPlayFindings { player, confidence, summary, .. } in &variant.self_play {
            let mut cells = vec![Cell::new(player)];
            cells.extend(MEASURES.map(|measure| {
                Cell::stacked(&figure(&measure.estimate(summary, *confidence), measure.is_share(), false))
            }));
            cells.push(Cell::stacked(&percent(&summary.repeats.mean(*confidence))));
            rows.push(Row::of_variant(findings, number, cells));
        }
    }
    Table { head, rows }
}

fn skill(findings: &Findings) -> (Figure, Table) {
    let figure = Figure {
        svg: plots::ladder_shares(findings),
        caption: "The share of the player that searches more; sides alternate.".to_string(),
        ..Figure::default()
    };
    let mut rows = Vec::new();
    for (number, variant) in findings.variants.iter().enumerate() {
        for step in &variant.ladder {
            let [strong, weak] = &step.players;
            let cells = vec![
                Cell::new(format!("{strong} vs {weak}")),
                record(&step.score),
                Cell::new(percent(&step.score.share(Confidence::SINGLE))),
            ];
            rows.push(Row::of_variant(findings, number, cells));
        }
    }
    (figure, Table { head: head(&["variant", "players", "won-drawn-lost", "stronger player's share"]), rows })
}

impl VariantSection {
    fn new(findings: &Findings, number: usize, variant: &VariantFindings, app: &str) -> Self {
        let strongest = variant.strongest();
        let notable = variant.notable.iter().map(|game| Figure {
            svg: plots::chances(game, number),
            swatch: Swatch::default(),
            title: format!("{} (game {})", game.reason, game.number + 1),
            link: game.link.as_ref().map(|link| format!("{app}#{link}")),
            caption: game.summary.clone(),
        });
        Self {
            swatch: Swatch::of(number),
            name: variant.name.clone(),
            game: variant.game.canonical_id(),
            usage: strongest.map(|series| UsageSection::new(variant, series)),
            frequent_first_actions: strongest.filter(|_| variant.openings.is_empty()).map(frequent_first_actions),
            openings: (!variant.openings.is_empty()).then(|| OpeningSection::new(findings, variant)),
            mirror: variant.mirror.as_ref().map(|mirror| MirrorSection {
                player: mirror.player.to_string(),
                score: mirror.score.map(|score| (percent(&score.share(Confidence::SINGLE)), score.games())),
            }),
            notable: notable.collect(),
        }
    }
}

impl UsageSection {
    fn new(variant: &VariantFindings, series: &SelfPlayFindings) -> Self {
        let (summary, confidence) = (&series.summary, series.confidence);
        let games = summary.score.games().max(1);
        let [first, second] = Player::BOTH.map(|player| variant.name_of(player));
        let endings = summary.endings.iter().map(|ending| {
            let rate = Score::rate(ending.total(), games, confidence);
            let mut cells = Vec::from(ending.games.map(Cell::new));
            cells.push(Cell::new(percent(&rate)).with_bar(rate.value));
            Row::new(&ending.cause, cells)
        });
        let actions: u64 = summary.kinds.iter().map(|usage| usage.times).sum::<u64>().max(1);
        let row = |usage: &Usage, share: Option<f64>| {
            let cells = vec![
                Cell::new(figure(&usage.per_game(confidence), false, false)),
                Cell::new(percent(&usage.rate(confidence))),
                share.map_or_else(Cell::default, |s| Cell::new(format!("{:.1} %", 100.0 * s)).with_bar(s)),
            ];
            Row::new(&usage.name, cells)
        };
        let kinds = summary.kinds.iter().map(|usage| row(usage, Some(usage.times as f64 / actions as f64)));
        let events = summary.events.iter().map(|usage| row(usage, None));
        let multi_action_turns = summary.multi_action_turns.mean(confidence);
        let extra_actions = summary.extra_actions.mean(confidence);
        Self {
            endings: Table {
                head: head(&["cause", &format!("{first} won"), &format!("{second} won"), "drawn", "share of games"]),
                rows: endings.collect(),
            },
            table: Table {
                head: head(&["action or event", "per game", "games with it", "share of actions"]),
                rows: kinds.chain(events).collect(),
            },
            multi_action_turns: (multi_action_turns.value > 0.0)
                .then(|| (percent(&multi_action_turns), figure(&extra_actions, false, false))),
            unused: summary.unused().join(", "),
        }
    }
}

fn frequent_first_actions(series: &SelfPlayFindings) -> String {
    let games = series.summary.score.games().max(1) as f64;
    let frequent = series.summary.first_actions.iter().take(8);
    let list: Vec<String> =
        frequent.map(|(action, count)| format!("{action} ({:.0} %)", 100.0 * *count as f64 / games)).collect();
    list.join(", ")
}

impl OpeningSection {
    fn new(findings: &Findings, variant: &VariantFindings) -> Self {
        /// The number of best and of worst openings that are listed.
        const SHOWN: usize = 8;
        let [first, second] = Player::BOTH.map(|player| variant.name_of(player));
        let evaluator = findings.experiment.openings.as_ref().and_then(|openings| openings.evaluator);
        let row = |opening: &Opening| {
            let share = percent(&opening.score.share(Confidence::SINGLE));
            let mut cells = vec![record(&opening.score), Cell::new(share)];
            cells.extend(opening.evaluation.map(|chance| Cell::new(format!("{:.1} %", 100.0 * chance))));
            Row::new(&opening.action, cells)
        };
        let table = |openings: &mut dyn Iterator<Item = &Opening>| {
            let mut head = head(&["first action", "won-drawn-lost", &format!("{first}'s share")]);
            head.extend(evaluator.map(|evaluator| format!("according to {evaluator}")));
            Table { head, rows: openings.map(row).collect() }
        };
        let openings = &variant.openings;
        let tables = if openings.len() <= 2 * SHOWN {
            vec![(String::new(), table(&mut openings.iter()))]
        } else {
            vec![
                (format!("Best for {first}:"), table(&mut openings.iter().take(SHOWN))),
                (format!("Best for {second}:"), table(&mut openings.iter().rev().take(SHOWN))),
            ]
        };
        let value = match evaluator {
            Some(evaluator) => {
                format!("{first}'s chance to win after each first action in percent, according to {evaluator}.")
            }
            None => format!("{first}'s share of the points after each first action in percent."),
        };
        let caption = format!("{value} Blue: good for {first}; orange: good for {second}.");
        let (selection, games) = match evaluator {
            Some(evaluator) => (format!("according to {evaluator}"), "its games"),
            None => ("selected by one half of its games".to_string(), "the other half"),
        };
        Self {
            map: map(&*variant.game, openings).map(|svg| Figure { svg, caption, ..Figure::default() }),
            tables,
            fairest: variant.fairest.as_ref().map(|fairest| FairestSection {
                action: fairest.action.clone(),
                selection,
                games,
                first,
                share: percent(&fairest.share),
            }),
        }
    }
}
