//! Experiment files.
//!
//! ```toml
//! title = "One opening step or two"
//! question = "Is one opening step more balanced than two?"
//! players = ["level:3", "level:4"]
//! games = 400
//!
//! [[variant]]
//! name = "one step"
//! game = "harvest(opening_steps=1)"
//!
//! [[variant]]
//! name = "two steps"
//! game = "harvest(opening_steps=2)"
//! ```
//!
//! `docs/lab.md` describes every key.

use hexarium_kernel::{GameCatalog, shortened};
use hexarium_search::{Effort, Opponent};
use serde::Deserialize;
use toml::Spanned;

use crate::{Experiment, Openings, Variant, Variety};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: String,
    #[serde(default)]
    question: String,
    variant: Vec<VariantTable>,
    #[serde(default)]
    players: Vec<Spanned<String>>,
    #[serde(default)]
    ladder: Vec<Spanned<String>>,
    openings: Option<OpeningsTable>,
    mirror: Option<MirrorTable>,
    compare: Option<Vec<[Spanned<String>; 2]>>,
    games: Option<Spanned<i64>>,
    precision: Option<Spanned<f64>>,
    variety: Option<VarietyTable>,
    #[serde(alias = "longest")]
    max_turns: Option<Spanned<i64>>,
    #[serde(default = "default_seed")]
    seed: u64,
}

fn default_seed() -> u64 {
    1
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VariantTable {
    name: Option<Spanned<String>>,
    game: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MirrorTable {
    player: Spanned<String>,
    games: Spanned<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OpeningsTable {
    player: Spanned<String>,
    games: Spanned<i64>,
    after: Option<Spanned<String>>,
    #[serde(alias = "judge")]
    evaluator: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VarietyTable {
    turns: Spanned<i64>,
    slack: Spanned<f64>,
}

/// The maximum number of games of a series.
const MAX_GAMES: i64 = 1_000_000;

/// The maximum turn limit.
const MAX_TURNS: i64 = 100_000;

/// Parses an experiment file. An error names the line, the problem and what is expected.
///
/// ```
/// use hexarium_games::registry::Games;
/// use hexarium_lab::file;
///
/// let text = r#"
/// title = "Board sizes"
/// players = ["level:1"]
/// games = 50
///
/// [[variant]]
/// name = "small"
/// game = "hex(size=5)"
///
/// [[variant]]
/// name = "large"
/// game = "hex(size=7)"
/// "#;
/// let experiment = file::parse(text, &Games).unwrap();
/// assert_eq!(experiment.variants[1].game, "hex(size=7)");
///
/// let text = text.replace("50", "0");
/// let error = file::parse(&text, &Games).unwrap_err();
/// assert_eq!(error, "line 4: invalid games 0: expected 1 to 1000000");
/// ```
pub fn parse(text: &str, catalog: &dyn GameCatalog) -> Result<Experiment, String> {
    let at = |span: std::ops::Range<usize>| text[..span.start.min(text.len())].matches('\n').count() + 1;
    let problem = |span, what: String| format!("line {}: {what}", at(span));
    let file: File = toml::from_str(text).map_err(|e| {
        let what = e.message().split_whitespace().collect::<Vec<_>>().join(" ");
        match e.span() {
            Some(span) if span.end > 0 => problem(span, what),
            _ => what,
        }
    })?;
    let player = |spec: &Spanned<String>| {
        let opponent = Opponent::parse(spec.get_ref()).map_err(|e| problem(spec.span(), e))?;
        match opponent.effort {
            Effort::Level(_) | Effort::Nodes(_) => Ok(opponent),
            _ => Err(problem(
                spec.span(),
                format!("'{opponent}' is timed, so its games are not reproducible: expected a level or nodes"),
            )),
        }
    };
    let number = |value: &Spanned<i64>, what: &str, least: i64, most: i64| {
        let given = *value.get_ref();
        if (least..=most).contains(&given) {
            Ok(given as u32)
        } else {
            Err(problem(value.span(), format!("invalid {what} {given}: expected {least} to {most}")))
        }
    };
    let share = |value: &Spanned<f64>, what: &str, least: f64, most: f64| {
        let given = *value.get_ref();
        if (least..=most).contains(&given) {
            Ok(given)
        } else {
            Err(problem(value.span(), format!("invalid {what} {given}: expected {least} to {most}")))
        }
    };
    let after = file.openings.as_ref().and_then(|openings| openings.after.as_ref());
    let mut variants: Vec<Variant> = Vec::new();
    for table in &file.variant {
        let game = catalog.open(table.game.get_ref()).map_err(|e| problem(table.game.span(), e.to_string()))?;
        if let Some(after) = after {
            let legal = game.start().legal();
            if let Some(odd) = after.get_ref().split_whitespace().find(|action| !legal.iter().any(|l| l == action)) {
                let what = format!("'{}' is not a legal first action of {}", shortened(odd), game.canonical_id());
                return Err(problem(after.span(), format!("{what}: expected one such as '{}'", legal[0])));
            }
        }
        let game = game.canonical_id();
        let (name, span) = match &table.name {
            Some(name) => (name.get_ref().trim().to_string(), name.span()),
            None => (game.clone(), table.game.span()),
        };
        if name.is_empty() || name.chars().any(char::is_control) {
            return Err(problem(span, "invalid variant name: expected a single line of text".to_string()));
        }
        if variants.iter().any(|v| v.name == name || v.game == game) {
            return Err(problem(span, format!("duplicate variant '{}'", shortened(&name))));
        }
        variants.push(Variant { name, game });
    }
    if variants.is_empty() {
        return Err("missing [[variant]]: expected at least one, with a line game = \"GAME(OPTION=VALUE)\"".to_string());
    }
    let index = |name: &Spanned<String>| {
        let names: Vec<&str> = variants.iter().map(|variant| &*variant.name).collect();
        names.iter().position(|known| *known == name.get_ref().trim()).ok_or_else(|| {
            let what = format!("unknown variant '{}': expected one of {}", shortened(name.get_ref()), names.join(", "));
            problem(name.span(), what)
        })
    };
    let comparisons = match &file.compare {
        None => (1..variants.len()).map(|variant| [0, variant]).collect(),
        Some(pairs) => {
            let mut comparisons = Vec::new();
            for [one, other] in pairs {
                let pair = [index(one)?, index(other)?];
                if pair[0] == pair[1] || comparisons.contains(&pair) {
                    let names = format!("'{}' and '{}'", shortened(one.get_ref()), shortened(other.get_ref()));
                    let what = format!("invalid comparison of {names}: expected two variants, and each pair once");
                    return Err(problem(one.span(), what));
                }
                comparisons.push(pair);
            }
            comparisons
        }
    };
    let players = file.players.iter().map(player).collect::<Result<Vec<_>, _>>()?;
    let ladder = file.ladder.iter().map(player).collect::<Result<Vec<_>, _>>()?;
    if ladder.len() == 1 {
        return Err(problem(file.ladder[0].span(), "invalid ladder: expected two or more players".to_string()));
    }
    let several = |games: &Spanned<i64>, what: &str| number(games, &format!("{what} games"), 1, MAX_GAMES);
    let openings = |table: &OpeningsTable| {
        let mut actions: Vec<String> = Vec::new();
        for action in after.map_or("", |after| after.get_ref()).split_whitespace() {
            if !actions.iter().any(|a| a == action) {
                actions.push(action.to_string());
            }
        }
        Ok::<_, String>(Openings {
            player: player(&table.player)?,
            games: several(&table.games, "opening")?,
            actions,
            evaluator: table.evaluator.as_ref().map(&player).transpose()?,
        })
    };
    let openings = file.openings.as_ref().map(openings).transpose()?;
    let mirror = |table: &MirrorTable| Ok::<_, String>((player(&table.player)?, several(&table.games, "mirror")?));
    let mirror = file.mirror.as_ref().map(mirror).transpose()?;
    if players.is_empty() && ladder.is_empty() && openings.is_none() && mirror.is_none() {
        return Err("missing players: expected for example players = [\"level:3\"]".to_string());
    }
    let or = |value: &Option<Spanned<i64>>, what, most, default| {
        value.as_ref().map_or(Ok(default), |v| number(v, what, 1, most))
    };
    let variety = match &file.variety {
        None => Variety::default(),
        Some(table) => Variety {
            turns: number(&table.turns, "variety turns", 0, MAX_TURNS)?,
            slack: share(&table.slack, "slack", 0.0, 1.0)? as f32,
        },
    };
    Ok(Experiment {
        title: file.title.trim().to_string(),
        question: file.question.trim().to_string(),
        variants,
        players,
        ladder,
        openings,
        mirror,
        comparisons,
        games: or(&file.games, "games", MAX_GAMES, Experiment::DEFAULT_GAMES)?,
        precision: file.precision.as_ref().map(|p| share(p, "precision", 0.001, 0.5)).transpose()?,
        variety,
        max_turns: or(&file.max_turns, "max_turns", MAX_TURNS, Experiment::DEFAULT_MAX_TURNS)?,
        seed: file.seed,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexarium_games::registry::Games;

    fn parsed(text: &str) -> Result<Experiment, String> {
        parse(text, &Games)
    }

    const GOOD: &str = "\
title = \"Steps\"
players = [\"level:1\"]
ladder = [\"nodes:10\", \"nodes:20\"]
games = 20
precision = 0.1

[[variant]]
name = \"one\"
game = \"harvest\"

[[variant]]
game = \"harvest(opening_steps=2)\"
";

    #[test]
    fn a_file_becomes_an_experiment() {
        let experiment = parsed(GOOD).unwrap();
        assert_eq!(experiment.title, "Steps");
        assert_eq!(experiment.variants[1].name, "harvest(opening_steps=2)");
        assert_eq!((experiment.games, experiment.seed, experiment.max_turns), (20, 1, Experiment::DEFAULT_MAX_TURNS));
        assert_eq!(experiment.series(|_| Vec::new()).len(), 4);
    }

    #[test]
    fn an_invalid_file_is_rejected_with_line_and_expected_values() {
        for (old, new, line, part) in [
            ("level:1", "level:9", "line 2", "unknown level '9': expected 1 to 8"),
            ("level:1", "time:1s", "line 2", "is timed"),
            ("games = 20", "gmes = 20", "line 4", "unknown field `gmes`, expected one of"),
            ("games = 20", "games = 0", "line 4", "invalid games 0: expected 1 to 1000000"),
            ("games = 20", "games = \"many\"", "line 4", "invalid type: string"),
            ("games = 20", "games = 20 20", "line 4", ""),
            ("0.1", "0.9", "line 5", "invalid precision 0.9: expected 0.001 to 0.5"),
            ("\"harvest\"", "\"harvst\"", "line 9", "unknown game 'harvst': expected"),
            ("opening_steps=2", "opening_steps=3", "line 12", "invalid opening_steps '3': expected 1…2"),
            ("harvest(opening_steps=2)", "harvest", "line 12", "duplicate variant"),
            (", \"nodes:20\"", "", "line 3", "invalid ladder"),
            (
                "precision = 0.1",
                "compare = [[\"one\", \"two\"]]",
                "line 5",
                "unknown variant 'two': expected one of one, harvest(opening_steps=2)",
            ),
            ("precision = 0.1", "compare = [[\"one\", \"one\"]]", "line 5", "expected two variants"),
            (
                "precision = 0.1",
                "openings = { player = \"level:1\", games = 1, after = \"xa1 b2-c3\" }",
                "line 5",
                "'b2-c3' is not a legal first action of harvest: expected one such as 'xa1'",
            ),
        ] {
            let problem = parsed(&GOOD.replacen(old, new, 1)).unwrap_err();
            assert!(problem.starts_with(line) && problem.contains(part), "{new}: {problem}");
        }
        assert!(parsed("title = \"x\"").unwrap_err().contains("variant"));
        let without_players = "title = \"x\"\n[[variant]]\ngame = \"hex\"";
        assert!(
            parsed(without_players)
                .unwrap_err()
                .contains("missing players: expected for example players = [\"level:3\"]")
        );
    }

    #[test]
    fn any_two_variants_are_compared() {
        assert_eq!(parsed(GOOD).unwrap().comparisons, [[0, 1]], "by default each with the first");
        let chosen = "compare = [[\"harvest(opening_steps=2)\", \"one\"]]";
        assert_eq!(parsed(&GOOD.replacen("precision = 0.1", chosen, 1)).unwrap().comparisons, [[1, 0]]);
    }

    #[test]
    fn keys_of_version_0_1_still_work() {
        let old = "openings = { player = \"level:1\", games = 1, judge = \"level:2\" }\nlongest = 600";
        let new = "openings = { player = \"level:1\", games = 1, evaluator = \"level:2\" }\nmax_turns = 600";
        let [old, new] = [old, new].map(|keys| parsed(&GOOD.replacen("precision = 0.1", keys, 1)).unwrap());
        assert_eq!(old, new);
        assert_eq!(old.max_turns, 600);
    }
}
