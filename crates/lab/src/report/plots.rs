//! Plots as SVG.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::findings::Findings;
use super::games::NotableGame;
use crate::measures::Distribution;
use crate::stats::{Confidence, Estimate};

/// Colours safe for colour-blind readers (Okabe and Ito), one per variant.
pub(super) const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];

const INK: RGBColor = RGBColor(68, 68, 68);
const PALE: RGBColor = RGBColor(221, 221, 221);

/// The colour of a variant.
pub(super) fn colour(variant: usize) -> RGBColor {
    COLOURS[variant % COLOURS.len()]
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

/// A plot of this size; empty if drawing fails, which a string backend never does.
fn plot(width: u32, height: u32, draw: impl FnOnce(&Area) -> Drawn) -> String {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (width, height)).into_drawing_area();
        if draw(&area).and_then(|()| area.present()).is_err() {
            return String::new();
        }
    }
    svg
}

/// The first player's share by player, one colour per variant, with intervals.
pub(super) fn first_shares(findings: &Findings) -> String {
    let series: Vec<Vec<Estimate>> = findings
        .variants
        .iter()
        .map(|v| v.self_play.iter().map(|a| a.summary.score.share(a.confidence)).collect())
        .collect();
    let labels: Vec<String> = findings.experiment.players.iter().map(ToString::to_string).collect();
    shares(&series, &labels, "first player's share")
}

/// The stronger player's share on each step of the ladder, one colour per variant.
pub(super) fn ladder_shares(findings: &Findings) -> String {
    let series: Vec<Vec<Estimate>> = findings
        .variants
        .iter()
        .map(|v| v.ladder.iter().map(|step| step.score.share(Confidence::SINGLE)).collect())
        .collect();
    let steps = findings.experiment.ladder.windows(2);
    let labels: Vec<String> = steps.map(|pair| format!("{} vs {}", pair[1], pair[0])).collect();
    shares(&series, &labels, "stronger player's share")
}

/// Shares with intervals, grouped by label, one colour per variant.
fn shares(series: &[Vec<Estimate>], labels: &[String], what: &str) -> String {
    let places = labels.len();
    plot(720, 300, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(10)
            .x_label_area_size(34)
            .y_label_area_size(52)
            .build_cartesian_2d(-0.5..places as f64 - 0.5, 0.0..100.0)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .axis_style(INK)
            .light_line_style(WHITE)
            .bold_line_style(PALE)
            // One label per whole number.
            .x_labels(2 * places + 1)
            .x_label_formatter(&|x| label_at(labels, *x))
            .y_label_formatter(&|y| format!("{y:.0} %"))
            .y_desc(what)
            .draw()?;
        chart.draw_series([PathElement::new(vec![(-0.5, 50.0), (places as f64 - 0.5, 50.0)], INK)])?;
        for (number, estimates) in series.iter().enumerate() {
            let shift = (number as f64 - (series.len() as f64 - 1.0) / 2.0) * 0.6 / series.len() as f64;
            let at = |place: usize| place as f64 + shift;
            let bars = estimates.iter().enumerate().map(|(place, e)| {
                ErrorBar::new_vertical(
                    at(place),
                    100.0 * e.low,
                    100.0 * e.value,
                    100.0 * e.high,
                    colour(number).filled(),
                    8,
                )
            });
            chart.draw_series(bars)?;
        }
        Ok(())
    })
}

fn label_at(labels: &[String], x: f64) -> String {
    let near = x.round();
    let label = (near >= 0.0 && (x - near).abs() < 0.01).then(|| labels.get(near as usize)).flatten();
    label.cloned().unwrap_or_default()
}

/// The histogram of the length of games; `most` is the largest number of turns shown.
pub(super) fn histogram(numbers: &Distribution, most: f64, variant: usize) -> String {
    const BINS: usize = 40;
    let width = (most / BINS as f64).ceil().max(1.0);
    let bins = (most / width).floor() as usize + 1;
    let counts = numbers.histogram(width, bins);
    let tallest = counts.iter().copied().max().unwrap_or(0).max(1);
    plot(720, 180, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(10)
            .x_label_area_size(30)
            .y_label_area_size(52)
            .build_cartesian_2d(0.0..bins as f64 * width, 0.0..f64::from(tallest) * 1.05)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .axis_style(INK)
            .light_line_style(WHITE)
            .bold_line_style(PALE)
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| format!("{y:.0}"))
            .y_labels(4)
            .x_desc("turns")
            .y_desc("games")
            .draw()?;
        let bars = counts.iter().enumerate().map(|(bin, &count)| {
            let (left, right) = (bin as f64 * width, (bin + 1) as f64 * width);
            Rectangle::new(
                [(left + 0.05 * width, 0.0), (right - 0.05 * width, f64::from(count))],
                colour(variant).filled(),
            )
        });
        chart.draw_series(bars)?;
        Ok(())
    })
}

/// The first player's chance over the course of a game.
pub(super) fn chances(game: &NotableGame, variant: usize) -> String {
    let last = game.chances.len().max(2) as f64 - 1.0;
    plot(340, 140, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .x_label_area_size(22)
            .y_label_area_size(44)
            .build_cartesian_2d(0.0..last, 0.0..100.0)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .axis_style(INK)
            .light_line_style(WHITE)
            .bold_line_style(PALE)
            .y_labels(3)
            .x_labels(5)
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| format!("{y:.0} %"))
            .draw()?;
        let line = game.chances.iter().enumerate().map(|(i, &chance)| (i as f64, f64::from(chance) / 10.0));
        chart.draw_series(LineSeries::new(line, colour(variant).stroke_width(2)))?;
        Ok(())
    })
}
