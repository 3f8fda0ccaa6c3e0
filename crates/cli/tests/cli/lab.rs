//! `hexarium lab` from outside.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use hexarium_server::testing::DEADLINE;

/// A small experiment with every kind of series and a stop by precision.
const EXPERIMENT: &str = "\
title = \"A try\"
question = \"Does <b>it</b> work?\"
players = [\"level:1\", \"nodes:40\"]
ladder = [\"nodes:16\", \"nodes:64\"]
openings = { player = \"nodes:16\", games = 4, judge = \"nodes:32\" }
mirror = { player = \"nodes:16\", games = 10 }
games = 120
precision = 0.1

[[variant]]
name = \"one, \\\"step\\\"\"
game = \"harvest(base=3)\"

[[variant]]
game = \"harvest(base=3,opening_steps=2)\"
";

/// A temporary folder of a test, removed when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("hexarium-lab-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        std::fs::write(path.join("try.toml"), EXPERIMENT).unwrap();
        Self(path)
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hexarium"));
        command.args(arguments.split(' ')).current_dir(&self.0);
        command
    }

    fn lab(&self, arguments: &str) -> Output {
        self.command(&format!("lab {arguments}")).output().unwrap()
    }

    /// The standard output of a command that must succeed.
    fn good(&self, arguments: &str) -> String {
        let output = self.lab(arguments);
        assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// The single error line of a command that must fail.
    fn bad(&self, arguments: &str) -> String {
        let output = self.lab(arguments);
        let problem = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {problem}");
        assert!(output.stdout.is_empty() && problem.lines().count() == 1, "{arguments}: {problem}");
        problem
    }

    fn bytes(&self, file: &str) -> Vec<u8> {
        std::fs::read(self.0.join(file)).unwrap_or_else(|e| panic!("{file}: {e}"))
    }

    fn assert_same(&self, one: &str, other: &str) {
        for file in ["games.jsonl.gz", "report.html", "report.json", "report.csv"] {
            let same = self.bytes(&format!("{one}/{file}")) == self.bytes(&format!("{other}/{file}"));
            assert!(same, "{file} differs between {one} and {other}");
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn equal_seeds_give_equal_files_for_any_number_of_threads() {
    let folder = Folder::new("same");
    let said = folder.good("run try.toml --out one --jobs 1");
    assert!(
        said.contains("First player's share in self-play of") && said.contains("report: one/report.html"),
        "{said}"
    );
    folder.good("run try.toml --out two --jobs 2");
    folder.assert_same("one", "two");
    let other = EXPERIMENT.replace("games = 120", "games = 120\nseed = 2");
    std::fs::write(folder.0.join("try.toml"), other).unwrap();
    folder.good("run try.toml --out three");
    assert_ne!(folder.bytes("one/report.json"), folder.bytes("three/report.json"));
}

#[test]
fn a_run_that_is_killed_repeatedly_gives_the_same_result() {
    let folder = Folder::new("killed");
    folder.good("run try.toml --out whole");
    let games = folder.0.join("broken/games.jsonl.gz");
    let mut kills = 0;
    for pause in [5, 8, 12, 20, 30, 45, 60, 80, 110, 150] {
        let mut run = folder.command("lab run try.toml --out broken");
        let mut child = run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let before = size(&games);
        // The run is killed after some more games are written.
        let begun = Instant::now();
        while size(&games) <= before && begun.elapsed() < DEADLINE && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(pause));
        kills += u32::from(child.try_wait().unwrap().is_none());
        let _ = child.kill();
        child.wait().unwrap();
    }
    assert!(kills >= 3, "the experiment is too short for this test: {kills} kills");
    folder.good("run try.toml --out broken");
    folder.assert_same("whole", "broken");
}

fn size(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |m| m.len())
}

#[test]
fn merged_shards_equal_a_complete_run() {
    let folder = Folder::new("parts");
    folder.good("run try.toml --out whole");
    for part in 1..=3 {
        let said = folder.good(&format!("run try.toml --out parts --shard {part}/3"));
        assert!(said.contains(&format!("games-{part}-of-3.jsonl.gz")), "{said}");
    }
    let parts = [1, 2, 3].map(|part| format!("parts/games-{part}-of-3.jsonl.gz"));
    folder.good(&format!("merge {} --out merged", parts.join(" ")));
    folder.assert_same("whole", "merged");
    let problem = folder.bad(&format!("merge {} {} --out two", parts[0], parts[1]));
    assert!(problem.contains("games; continue with 'hexarium lab run'"), "{problem}");
}

#[test]
fn a_report_is_safe_to_open_and_its_games_are_records() {
    let folder = Folder::new("report");
    folder.good("run try.toml --out out --app https://example.org/app/");
    let page = String::from_utf8(folder.bytes("out/report.html")).unwrap();
    assert!(page.contains("Does &#60;b&#62;it&#60;/b&#62; work?") && !page.contains("<b>it</b>"));
    assert!(
        page.contains("<svg") && page.contains("href=\"https://example.org/app/#1/harvest,base=3"),
        "no plots or links"
    );
    let csv = String::from_utf8(folder.bytes("out/report.csv")).unwrap();
    assert!(
        csv.lines().skip(1).all(|line| line.starts_with("\"one, \"\"step\"\"\",") || line.starts_with("\"harvest("))
    );
    let again = folder.good("report out --json");
    assert_eq!(again.as_bytes(), folder.bytes("out/report.json"));
    let records = folder.good("games out");
    let first = records.split("\nHexarium: 1").next().unwrap();
    std::fs::write(folder.0.join("game.txt"), first).unwrap();
    let converted = folder.command("convert game.txt --to link").output().unwrap();
    assert!(converted.status.success(), "{}", String::from_utf8_lossy(&converted.stderr));
    assert!(first.contains("% for the first player"), "{first}");
}

#[test]
fn an_invalid_experiment_is_rejected_with_line_and_expected_values() {
    let folder = Folder::new("bad");
    for (old, new, parts) in [
        ("harvest(base=3)", "harvest(base=9)", ["try.toml: line 12:", "invalid base '9': expected 3…6"]),
        ("games = 120", "gams = 120", ["try.toml: line 7:", "unknown field `gams`, expected one of"]),
        ("\"level:1\"", "\"time:1s\"", ["try.toml: line 3:", "expected a level or nodes"]),
        ("title = \"A try\"", "title = ", ["try.toml: line 1:", ""]),
    ] {
        std::fs::write(folder.0.join("try.toml"), EXPERIMENT.replacen(old, new, 1)).unwrap();
        let problem = folder.bad("run try.toml --out out");
        assert!(parts.iter().all(|part| problem.contains(part)), "{new}: {problem}");
    }
    assert!(folder.bad("run none.toml").contains("none.toml: "));
    assert!(folder.bad("run").contains("expected a file or --builtin NAME"));
    assert!(folder.bad("run --builtin nothing").contains("unknown experiment 'nothing': expected one of"));
    std::fs::write(folder.0.join("try.toml"), EXPERIMENT).unwrap();
    assert!(folder.bad("plan none.toml").contains("none.toml: "));
    assert!(folder.bad("run try.toml --shard 5/3").contains("expected K/N, such as 1/4"));
    assert!(folder.bad("report try.toml").contains("expected"));
    assert!(folder.good("list").lines().count() >= 10);
    let shown = folder.good("show harvest-opening-steps");
    assert!(shown.contains("[[variant]]"));
}

#[test]
fn a_plan_says_what_the_games_can_show() {
    let folder = Folder::new("plan");
    let plan = folder.good("plan --builtin hex-swap");
    for line in [
        "12 series, at most 2400 games",
        "first player's share in 200 even games: ±6.9 percentage points",
        "differences that hold at once: 48",
        "difference in balance shown in 80 of 100 cases: 20.1 percentage points",
    ] {
        assert!(plan.lines().any(|found| found == line), "{line} is missing in\n{plan}");
    }
    let json: serde_json::Value = serde_json::from_str(&folder.good("plan --builtin hex-swap --json")).unwrap();
    assert_eq!((json["games"].as_u64(), json["self_play"]["differences"].as_u64()), (Some(2400), Some(48)));
}
