//! The findings as one page that needs nothing else.

use std::fmt::Write;

use hexarium_kernel::Player;

use super::answer::answer;
use super::compare::{Measure, compare};
use super::findings::{Alike, Findings, VariantFindings};
use super::map::map;
use super::plots;
use super::text::{figure, percent};
use crate::Variety;
use crate::measures::Usage;
use crate::stats::Confidence;

const STYLE: &str = include_str!("page.css");

/// The page. `app` is the address of the app that links open games in.
pub fn html(findings: &Findings, app: &str) -> String {
    let experiment = &findings.experiment;
    let title = escape(&experiment.title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
    );
    if !experiment.question.is_empty() {
        let _ = writeln!(page, "<blockquote>{}</blockquote>", escape(&experiment.question));
    }
    page += "<div class=\"answer\">\n";
    for sentence in answer(findings) {
        let _ = writeln!(page, "<p>{}</p>", escape(&sentence));
    }
    page += "</div>\n";
    if findings.variants.len() > 1 {
        legend(&mut page, findings);
    }
    balance(&mut page, findings);
    if findings.compares() {
        comparisons(&mut page, findings);
    }
    lengths(&mut page, findings);
    character(&mut page, findings);
    skill(&mut page, findings);
    for (number, variant) in findings.variants.iter().enumerate() {
        about(&mut page, findings, number, variant, app);
    }
    method(&mut page, findings);
    page += "</main>\n</body>\n</html>\n";
    page
}

/// Text that may hold anything, for a page.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

fn swatch(series: usize) -> String {
    let plotters::prelude::RGBColor(r, g, b) = plots::colour(series);
    format!("<span class=\"swatch\" style=\"background:#{r:02x}{g:02x}{b:02x}\"></span>")
}

fn legend(page: &mut String, findings: &Findings) {
    page.push_str("<p>");
    for (number, variant) in findings.variants.iter().enumerate() {
        let (name, game) = (escape(&variant.name), escape(&variant.game.canonical_id()));
        let _ = write!(page, "{}{name} <span class=\"muted\"><code>{game}</code></span> &nbsp; ", swatch(number));
    }
    page.push_str("</p>\n");
}

fn drawing(page: &mut String, svg: &str, caption: &str) {
    if !svg.is_empty() {
        let _ = writeln!(page, "<figure>{svg}<figcaption>{caption}</figcaption></figure>");
    }
}

/// A table of cells that are ready for the page; all but the first of a row are numbers.
fn table(page: &mut String, head: &[String], rows: &[(bool, Vec<String>)]) {
    page.push_str("<div class=\"wide\"><table>\n<tr>");
    head.iter().for_each(|cell| _ = write!(page, "<th>{cell}</th>"));
    page.push_str("</tr>\n");
    for (marked, row) in rows {
        page.push_str(if *marked { "<tr class=\"certain\">" } else { "<tr>" });
        for (i, cell) in row.iter().enumerate() {
            let class = if i == 0 { "" } else { " class=\"number\"" };
            let _ = write!(page, "<td{class}>{cell}</td>");
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</table></div>\n");
}

/// A figure with its interval below it, for tables of many columns.
fn stacked(text: &str) -> String {
    escape(text).replacen(" [", "<br><small>[", 1) + "</small>"
}

fn words(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|cell| escape(cell)).collect()
}

fn balance(page: &mut String, findings: &Findings) {
    if findings.experiment.players.is_empty() {
        return;
    }
    page.push_str("<h2>Who wins</h2>\n");
    let caption = "The first player's share of the points between equal players (a draw is half a point), with intervals of 95 %.";
    drawing(page, &plots::first_shares(findings), caption);
    let mut rows = Vec::new();
    for (number, variant) in findings.variants.iter().enumerate() {
        for alike in &variant.alike {
            let points = &alike.summary.points;
            let share = points.share(alike.confidence);
            let name = format!("{}{}", swatch(number), escape(&variant.name));
            let first = variant.name_of(Player::First);
            let cells = [
                first.to_string(),
                alike.player.to_string(),
                points.games().to_string(),
                points.wins.to_string(),
                points.losses.to_string(),
                points.draws.to_string(),
                percent(&share),
            ];
            rows.push((!share.holds(0.5), std::iter::once(name).chain(cells.iter().map(|c| escape(c))).collect()));
        }
    }
    table(
        page,
        &words(&[
            "variant",
            "moves first",
            "players",
            "games",
            "first won",
            "second won",
            "nobody won",
            "first player's share",
        ]),
        &rows,
    );
    page.push_str("<p class=\"muted\">Marked: an advantage of one side is certain.</p>\n");
}

fn comparisons(page: &mut String, findings: &Findings) {
    let base = escape(&findings.variants[0].name);
    let _ = writeln!(page, "<h2>Compared with {base}</h2>");
    let comparisons = compare(findings);
    let mut head = words(&["variant", "players"]);
    head.extend(Measure::ALL.map(|m| escape(m.words())));
    let mut rows = Vec::new();
    for chunk in comparisons.chunks(Measure::ALL.len()) {
        let first = &chunk[0];
        let mut row = vec![
            format!("{}{}", swatch(first.variant), escape(&findings.variants[first.variant].name)),
            escape(&first.player.to_string()),
        ];
        for comparison in chunk {
            let text = figure(&comparison.difference, comparison.measure.is_share(), true);
            row.push(if comparison.is_clear() { format!("<b>{}</b>", stacked(&text)) } else { stacked(&text) });
        }
        rows.push((false, row));
    }
    table(page, &head, &rows);
    page.push_str(
        "<p class=\"muted\">Differences, with intervals that all hold at once 95 times in 100, however often the games were looked at \
         while they came in. Bold: certain.</p>\n",
    );
}

fn lengths(page: &mut String, findings: &Findings) {
    let strongest = || findings.variants.iter().enumerate().filter_map(|(n, v)| Some((n, v, v.strongest()?)));
    if strongest().next().is_none() {
        return;
    }
    page.push_str("<h2>How long games are</h2>\n");
    let most = strongest().map(|(_, _, alike)| alike.summary.turns.quantile(0.995)).fold(1.0, f64::max);
    for (number, variant, alike) in strongest() {
        let turns = &alike.summary.turns;
        let caption = format!(
            "{}{}, {}: {} turns on average, deviation {:.1}; half of the games between {:.0} and {:.0}, the shortest {:.0}, the longest {:.0}.{}",
            swatch(number),
            escape(&variant.name),
            escape(&alike.player.to_string()),
            escape(&figure(&turns.mean(alike.confidence), false, false)),
            turns.deviation(),
            turns.quantile(0.25),
            turns.quantile(0.75),
            turns.quantile(0.0),
            turns.quantile(1.0),
            match alike.summary.stopped {
                0 => String::new(),
                count => format!(" {count} were stopped as too long."),
            }
        );
        drawing(page, &plots::histogram(turns, most, number), &caption);
    }
}

fn character(page: &mut String, findings: &Findings) {
    if findings.experiment.players.is_empty() {
        return;
    }
    page.push_str("<h2>Choice and tension</h2>\n");
    let head = words(&[
        "variant",
        "players",
        "legal actions",
        "good actions",
        "lead changes",
        "drama",
        "decided after",
        "turns that repeat a position",
    ]);
    let mut rows = Vec::new();
    for (number, variant) in findings.variants.iter().enumerate() {
        for Alike { player, confidence, summary } in &variant.alike {
            let mut row = vec![format!("{}{}", swatch(number), escape(&variant.name)), escape(&player.to_string())];
            let measures = [Measure::Branching, Measure::Near, Measure::LeadChanges, Measure::Drama, Measure::Decided];
            row.extend(measures.map(|m| stacked(&figure(&m.of(summary, *confidence), m.is_share(), false))));
            row.push(stacked(&percent(&summary.repeats.mean(*confidence))));
            rows.push((false, row));
        }
    }
    table(page, &head, &rows);
    page.push_str(
        "<p class=\"muted\">Good actions: those whose chance to win is at most 5 % below the best, of those that the search looked at. \
         Lead: a chance of 55 % or more. Drama: how far behind the winner ever was, 100 % being all but lost. Decided after: how much of \
         the game has been played when the winner's chance goes above 90 % for good.</p>\n",
    );
}

fn skill(page: &mut String, findings: &Findings) {
    if findings.experiment.ladder.is_empty() {
        return;
    }
    page.push_str("<h2>What skill is worth</h2>\n");
    drawing(
        page,
        &plots::ladder_shares(findings),
        "The share of whoever thinks more, sides swapped in pairs of games.",
    );
    let mut rows = Vec::new();
    for (number, variant) in findings.variants.iter().enumerate() {
        for step in &variant.ladder {
            let [strong, weak] = step.players.map(|p| p.to_string());
            let points = &step.points;
            rows.push((
                false,
                vec![
                    format!("{}{}", swatch(number), escape(&variant.name)),
                    escape(&format!("{strong} against {weak}")),
                    format!("{}-{}-{}", points.wins, points.draws, points.losses),
                    escape(&percent(&points.share(Confidence::PLAIN))),
                ],
            ));
        }
    }
    table(page, &words(&["variant", "players", "won, drawn, lost", "stronger player's share"]), &rows);
}

fn about(page: &mut String, findings: &Findings, number: usize, variant: &VariantFindings, app: &str) {
    let (name, game) = (escape(&variant.name), escape(&variant.game.canonical_id()));
    let _ = writeln!(page, "<h2>{}{name} <span class=\"muted\"><code>{game}</code></span></h2>", swatch(number));
    if let Some(alike) = variant.strongest() {
        endings(page, variant, alike);
        rules(page, alike);
    }
    openings(page, findings, variant);
    if let Some(mirrored) = &variant.mirrored {
        let text = match &mirrored.points {
            Some(points) => format!(
                "A second player who copies {}, as long as that is legal, makes {} of the points in {} games.",
                mirrored.player,
                percent(&points.share(Confidence::PLAIN)),
                points.games()
            ),
            None => "The start is not symmetric, so the second player cannot copy the first.".to_string(),
        };
        let _ = writeln!(page, "<h3>Copying</h3>\n<p>{}</p>", escape(&text));
    }
    if !variant.notable.is_empty() {
        let player = findings.experiment.players.last().map(ToString::to_string).unwrap_or_default();
        let _ = writeln!(
            page,
            "<h3>Games to look at</h3>\n<p class=\"muted\">{}; the curve is the first player's chance.</p>",
            escape(&player)
        );
        page.push_str("<div class=\"games\">\n");
        for game in &variant.notable {
            let title = format!("{} (game {})", game.why, game.number + 1);
            let title = match &game.link {
                Some(link) => format!("<a href=\"{}#{}\">{}</a>", escape(app), escape(link), escape(&title)),
                None => escape(&title),
            };
            let caption = format!("{title}: {}", escape(&game.words));
            drawing(page, &plots::chances(game, number), &caption);
        }
        page.push_str("</div>\n");
    }
}

fn endings(page: &mut String, variant: &VariantFindings, alike: &Alike) {
    page.push_str("<h3>How games end</h3>\n");
    let games = alike.summary.points.games().max(1);
    let [first, second] = Player::BOTH.map(|player| variant.name_of(player));
    let rows: Vec<(bool, Vec<String>)> = alike
        .summary
        .endings
        .iter()
        .map(|ending| {
            let rate = crate::stats::Points::rate(ending.total(), games, alike.confidence);
            let mut row = vec![escape(&ending.cause)];
            row.extend(ending.games.map(|count| count.to_string()));
            row.push(escape(&percent(&rate)));
            row.push(bar(rate.value));
            (false, row)
        })
        .collect();
    table(
        page,
        &words(&["cause", &format!("{first} won"), &format!("{second} won"), "nobody won", "of all games", ""]),
        &rows,
    );
}

fn bar(share: f64) -> String {
    format!("<span class=\"bar\" style=\"width:{:.1}em\"></span>", 8.0 * share.clamp(0.0, 1.0))
}

fn rules(page: &mut String, alike: &Alike) {
    let (summary, confidence) = (&alike.summary, alike.confidence);
    page.push_str("<h3>How often each rule is used</h3>\n");
    let all: u64 = summary.kinds.iter().map(|usage| usage.times).sum::<u64>().max(1);
    let row = |usage: &Usage, share: Option<f64>| {
        let cells = vec![
            escape(&usage.name),
            escape(&figure(&usage.per_game(confidence), false, false)),
            escape(&percent(&usage.rate(confidence))),
            share.map_or(String::new(), |share| format!("{:.1} % {}", 100.0 * share, bar(share))),
        ];
        (false, cells)
    };
    let mut rows: Vec<_> = summary.kinds.iter().map(|u| row(u, Some(u.times as f64 / all as f64))).collect();
    rows.extend(summary.events.iter().map(|u| row(u, None)));
    table(page, &words(&["action or event", "in a game", "games with it", "of all actions"]), &rows);
    let several = summary.long_turns.mean(confidence);
    if several.value > 0.0 {
        let text = format!(
            "{} of the turns have more than one action; actions beyond the first of their turn: {} in a game.",
            percent(&several),
            figure(&summary.more_actions.mean(confidence), false, false)
        );
        let _ = writeln!(page, "<p>{}</p>", escape(&text));
    }
    let unused = summary.unused();
    if !unused.is_empty() {
        let _ = writeln!(page, "<p><b>Never seen in these games:</b> {}.</p>", escape(&unused.join(", ")));
    }
}

fn openings(page: &mut String, findings: &Findings, variant: &VariantFindings) {
    let [first, second] = Player::BOTH.map(|player| variant.name_of(player));
    if variant.openings.is_empty() {
        if let Some(alike) = variant.strongest() {
            let games = alike.summary.points.games().max(1) as f64;
            let firsts = alike.summary.firsts.iter().take(8);
            let list: Vec<String> =
                firsts.map(|(action, count)| format!("{action} ({:.0} %)", 100.0 * *count as f64 / games)).collect();
            let _ =
                writeln!(page, "<h3>Openings</h3>\n<p>Most frequent first actions: {}.</p>", escape(&list.join(", ")));
        }
        return;
    }
    let judge = findings.experiment.openings.as_ref().and_then(|openings| openings.judge);
    page.push_str("<h3>What each first action is worth</h3>\n");
    if let Some(svg) = map(&*variant.game, &variant.openings) {
        let figure = match judge {
            Some(judge) => format!("{first}'s chance to win after each first action, in percent, as {judge} sees it."),
            None => format!("{first}'s share of the points after each first action, in percent."),
        };
        let caption = format!("{figure} Blue: good for {first}; orange: good for {second}.");
        drawing(page, &svg, &escape(&caption));
    }
    let row = |opening: &crate::measures::Opening| {
        let points = &opening.points;
        let mut cells = vec![
            escape(&opening.action),
            format!("{}-{}-{}", points.wins, points.draws, points.losses),
            escape(&percent(&points.share(Confidence::PLAIN))),
        ];
        cells.extend(opening.judged.map(|chance| format!("{:.1} %", 100.0 * chance)));
        (false, cells)
    };
    const SHOWN: usize = 8;
    let mut head = words(&["first action", "won, drawn, lost", &format!("{first}'s share")]);
    head.extend(judge.map(|judge| format!("as {judge} sees it")));
    if variant.openings.len() <= 2 * SHOWN {
        table(page, &head, &variant.openings.iter().map(row).collect::<Vec<_>>());
    } else {
        let _ = writeln!(page, "<p>The best for {first}:</p>");
        table(page, &head, &variant.openings.iter().take(SHOWN).map(row).collect::<Vec<_>>());
        let _ = writeln!(page, "<p>The best for {second}:</p>");
        table(page, &head, &variant.openings.iter().rev().take(SHOWN).map(row).collect::<Vec<_>>());
    }
    if let Some(fairest) = &variant.fairest {
        let left = (fairest.share.value - 0.5).abs();
        let (chosen, games) = match judge {
            Some(judge) => (format!("as {judge} sees it"), "its games"),
            None => ("chosen by one half of its games".to_string(), "the other half"),
        };
        let text = format!(
            "With swap, whoever opens should play what is fairest: {}, {chosen}. In {games} {first} makes {}; the advantage that is left is \
             about {:.1} %.",
            fairest.action,
            percent(&fairest.share),
            100.0 * left
        );
        let _ = writeln!(page, "<p>{}</p>", escape(&text));
    }
}

fn method(page: &mut String, findings: &Findings) {
    let experiment = &findings.experiment;
    page.push_str("<h2>Method</h2>\n");
    let variety = format!(
        "In the first {} turns an action is drawn from those whose chance to win is at most {:.0} % below the best, or from the {} that the \
         search looked at most, each as likely as its part of the search; after that the best one is played. ",
        experiment.variety.turns,
        100.0 * experiment.variety.slack,
        Variety::CHOICES
    );
    let stop = match experiment.precision {
        Some(precision) => format!(
            "Games between equal players end as soon as the interval of the first player's share reaches at most {:.1} % to each side, at the \
             latest after {} games; the intervals allow for looking several times. ",
            100.0 * precision,
            experiment.games
        ),
        None => String::new(),
    };
    let text = format!(
        "{} games, {} of them exactly like an earlier one and not counted; {} nodes of search; seed {}, version {}, engine signature {}. {variety}{stop}Shares have Wilson's interval, means have \
         Student's. A game of more than {} turns is stopped and counts as won by nobody. The same seed gives the same games and this \
         same page, so the time it took is not on it: it is in the log beside it.",
        findings.games,
        findings.repeated,
        findings.nodes,
        experiment.seed,
        findings.header.version,
        findings.header.signature,
        experiment.longest
    );
    let _ = writeln!(
        page,
        "<p>{}</p>\n<p>The experiment:</p>\n<pre>{}</pre>",
        escape(&text),
        escape(&findings.header.experiment)
    );
}
