//! `hexarium render` from outside.

use std::path::PathBuf;
use std::process::{Command, Output};

fn render(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hexarium")).arg("render").args(arguments).output().expect("the command runs")
}

fn refused(arguments: &[&str]) -> String {
    let output = render(arguments);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed something");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    errors
}

fn printed(arguments: &[&str]) -> Vec<u8> {
    let output = render(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn text(arguments: &[&str]) -> String {
    String::from_utf8(printed(arguments)).unwrap()
}

/// A path in a temporary folder, and its name as an argument.
fn file(name: &str) -> (PathBuf, String) {
    let path = std::env::temp_dir().join(format!("hexarium-render-{}-{name}", std::process::id()));
    let argument = path.to_string_lossy().into_owned();
    (path, argument)
}

#[test]
fn the_extension_selects_the_format() {
    let (svg, argument) = file("a.svg");
    assert_eq!(text(&["hex(size=3)", "--play", "b2", "-o", &argument]), "");
    assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg "));
    std::fs::remove_file(svg).unwrap();
    let (png, argument) = file("a.PNG");
    let told = text(&["hex(size=3)", "-o", &argument, "--width", "240", "--json"]);
    let bytes = std::fs::read(&png).unwrap();
    assert_eq!(u32::from_be_bytes(bytes[16..20].try_into().unwrap()), 240);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!((told["format"].as_str(), told["bytes"].as_u64()), (Some("png"), Some(bytes.len() as u64)));
    std::fs::remove_file(png).unwrap();
}

#[test]
fn a_dash_is_standard_output() {
    assert!(text(&["harvest", "-o", "-"]).ends_with("</svg>\n"));
    assert!(printed(&["harvest", "-o", "-", "--format", "png"]).starts_with(b"\x89PNG"));
}

#[test]
fn options_change_the_picture() {
    let plain = text(&["coalesce", "--play", "a1-b2", "-o", "-"]);
    assert!(plain.contains(r#"class="push""#) && plain.contains(r#"class="coordinates""#));
    assert!(text(&["coalesce", "-o", "-", "--theme", "dark"]).contains("#14171c"));
    assert!(!text(&["coalesce", "-o", "-", "--no-coordinates"]).contains(r#"class="coordinates""#));
    assert!(text(&["coalesce", "-o", "-", "--caption"]).contains(r#"class="prompt""#));
    let other = |arguments: &[&str]| {
        let all: Vec<&str> = ["coalesce", "--play", "a1-b2", "-o", "-"].iter().chain(arguments).copied().collect();
        assert_ne!(text(&all), plain, "{arguments:?}");
    };
    for board in ["flat", "contrast"] {
        other(&["--board", board]);
    }
    for pieces in ["discs", "hexagons", "letters"] {
        other(&["--pieces", pieces]);
    }
    other(&["--rotate", "330"]);
    other(&["--flip"]);
    other(&["--cell-names"]);
    let all = text(&["fire-ants", "-o", "-", "--legal"]).matches(r#"class="go""#).count();
    let queen = text(&["fire-ants", "-o", "-", "--legal=c3"]);
    assert!(queen.contains(r#"class="selected""#));
    assert!(queen.matches(r#"class="go""#).count() < all);
    let marked = text(&["hex(size=3)", "-o", "-", "--mark", "a1 b2"]);
    assert_eq!(marked.matches(r#"class="halo""#).count(), 1);
    assert_ne!(marked, text(&["hex(size=3)", "-o", "-", "--mark", "a1"]));
    assert!(text(&["coalesce", "--play", "a1-b2 pass", "-o", "-", "--animate"]).contains("@keyframes"));
}

#[test]
fn a_finished_game_shows_the_result_instead_of_a_prompt() {
    let svg = text(&["hex(size=2)", "--play", "b1 a1 b2", "-o", "-"]);
    assert!(svg.contains("Blue connected top to bottom.</desc>"), "{svg}");
}

#[test]
fn invalid_arguments_are_rejected_with_the_reason() {
    assert!(refused(&["hex"]).contains("missing -o: expected FILE.svg"));
    let rotated = refused(&["hex", "-o", "-", "--rotate", "45"]);
    assert!(rotated.contains("invalid --rotate 45: expected a multiple of 30 from 0 to 330"), "{rotated}");
    assert!(refused(&["hex", "-o", "-", "--board", "marble"]).contains("material"));
    assert!(refused(&["hex", "-o", "-", "--pieces", "pawns"]).contains("figures"));
    assert!(
        refused(&["hex", "-o", "board.gif"])
            .contains("invalid output file 'board.gif': expected a name that ends in .svg or .png")
    );
    assert!(refused(&["hex", "-o", "svg"]).contains("ends in .svg or .png"));
    assert!(refused(&["hex", "-o", "a.svg", "--format", "png"]).contains("with the same extension"));
    assert!(refused(&["hex", "-o", "a.png", "--animate", "--play", "a1"]).contains("ends in .svg"));
    assert!(refused(&["hex", "-o", "-", "--animate"]).contains("--play"));
    assert!(refused(&["hex", "-o", "-", "--width", "100"]).contains("--width: expected PNG"));
    assert!(refused(&["hex", "-o", "-", "--format", "png", "--width", "5"]).contains("16 to 8192"));
    assert!(refused(&["hex", "-o", "-", "--legal=z99"]).contains("unknown cell 'z99'"));
    assert!(refused(&["hex", "-o", "-", "--mark", "a1 z99"]).contains("unknown cell 'z99'"));
    assert!(refused(&["hex", "-o", "-", "--animate", "--play", "a1", "--mark", "a1"]).contains("only one of them"));
    assert!(refused(&["hex", "-o", "-", "--theme", "pink"]).contains("light, dark"));
    assert!(refused(&["hex", "-o", "-", "--play", "z1"]).contains("z1"));
    assert!(refused(&["hex", "-o", "/nowhere/at/all.svg"]).contains("cannot write"));
    assert!(refused(&["chess", "-o", "-"]).contains("chess"));
}

/// Splits a command line into words, with double quotes.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    parts
        .flat_map(|(i, part)| match i % 2 {
            1 => vec![part.to_string()],
            _ => part.split_whitespace().map(str::to_string).collect(),
        })
        .collect()
}

#[test]
fn documented_examples_work() {
    let page = include_str!("../../../../docs/formats/pictures.md");
    let folder = std::env::temp_dir().join(format!("hexarium-render-page-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let examples: Vec<Vec<String>> = page.lines().filter_map(|l| l.strip_prefix("hexarium ")).map(words).collect();
    assert!(examples.len() >= 5);
    for example in examples {
        let output = Command::new(env!("CARGO_BIN_EXE_hexarium")).args(&example).current_dir(&folder).output().unwrap();
        assert!(output.status.success(), "{example:?}: {}", String::from_utf8_lossy(&output.stderr));
        let file = example.iter().position(|word| word == "-o").map(|i| &example[i + 1]).unwrap();
        assert!(std::fs::metadata(folder.join(file)).unwrap().len() > 500, "{example:?}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}
