//! End-to-end tests of `hexarium match`.

use std::process::{Command, Output};

use hexarium_games::registry::GAMES;

fn play(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hexarium")).arg("match").args(arguments).output().expect("the command runs")
}

fn printed(arguments: &[&str]) -> String {
    let output = play(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn refused(arguments: &[&str]) -> String {
    let output = play(arguments);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed something");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    errors
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap()
}

#[test]
fn a_searching_player_beats_a_random_one() {
    // On a small board the opening may be lost, and random play may happen to find the wins.
    let text = printed(&["hex(size=5)", "--first", "nodes:500", "--second", "random", "--games", "10"]);
    let score = last_line(&text);
    assert!(score.starts_with("score: 10-0-0 of 10, ") || score.starts_with("score: 9-0-1 of 10, "), "{score}");
    let text = printed(&["hex", "--first", "random", "--second", "nodes:500", "--games", "4"]);
    assert_eq!(last_line(&text), "score: 0-0-4 of 4, elo -inf [-inf, -7]");
}

/// A small network for Hex, of no strength.
const NETWORK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/net/tests/golden/hex.net");

#[test]
fn a_network_of_a_file_plays() {
    let player = format!("net:{NETWORK}:nodes:60");
    let arguments = ["hex(size=4)", "--first", &player, "--second", "nodes:60", "--games", "4"];
    let text = printed(&arguments);
    assert!(text.contains(&format!("first: {player}, ")), "{text}");
    assert_eq!(last_line(&text), last_line(&printed(&arguments)));
}

#[test]
fn a_network_that_cannot_play_is_refused() {
    let refused = |game: &str, player: &str| refused(&[game, "--first", player, "--second", "random", "--games", "2"]);
    assert!(refused("harvest", &format!("net:{NETWORK}:nodes:60")).contains("expected 'harvest'"));
    assert!(refused("hex", "net:missing.net:nodes:60").contains("cannot read 'missing.net'"));
    let not_a_network = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    assert!(refused("hex", &format!("net:{not_a_network}:nodes:60")).contains("expected a file that starts with"));
    assert!(refused("hex", "net:nodes:60").contains("such as net:hex.net:nodes:800"));
    for player in ["net:", "net:hex.net", "net:hex.net:60", "net:uct:nodes:9", &format!("net:{NETWORK}:uct:nodes:9")] {
        assert!(refused("hex", player).starts_with("hexarium: --first: "), "{player}");
    }
}

#[test]
fn equal_seeds_give_equal_games_for_any_number_of_jobs() {
    for (n, game) in ["hex(size=4)", "harvest(base=3)", "harvest(base=3,surround=six)"].into_iter().enumerate() {
        let with = |jobs: &str, seed: &str| {
            let folder = std::env::temp_dir().join(format!("hexarium-seed-{}-{n}-{jobs}-{seed}", std::process::id()));
            let save = folder.to_string_lossy().into_owned();
            let players = ["--first", "nodes:20", "--second", "random", "--games", "8"];
            let rest = ["--jobs", jobs, "--seed", seed, "--save", &save];
            let arguments: Vec<&str> = [game].into_iter().chain(players).chain(rest).collect();
            let score = last_line(&printed(&arguments)).to_string();
            let record = |i| std::fs::read_to_string(folder.join(format!("game-{i:04}.txt"))).unwrap();
            let records: Vec<String> = (1..=8).map(record).collect();
            std::fs::remove_dir_all(folder).unwrap();
            (score, records)
        };
        let once = with("1", "7");
        assert_eq!(once, with("3", "7"), "{game}");
        assert_ne!(once.1, with("3", "8").1, "{game}");
    }
}

#[test]
fn the_two_games_of_a_pair_have_the_same_opening_with_sides_swapped() {
    let folder = std::env::temp_dir().join(format!("hexarium-match-{}", std::process::id()));
    let save = folder.to_string_lossy().into_owned();
    let play = ["hex(size=4)", "--first", "nodes:20", "--second", "random", "--games", "6", "--save", &save];
    printed(&play);
    let read = |n: usize| std::fs::read_to_string(folder.join(format!("game-{n:04}.txt"))).unwrap();
    let mut openings = Vec::new();
    for pair in 0..3 {
        let (one, two) = (read(2 * pair + 1), read(2 * pair + 2));
        assert!(one.contains("Blue: nodes:20\nRed: random\n") && two.contains("Blue: random\nRed: nodes:20\n"));
        assert!(one.contains(&format!("Round: {}\nOpening: 2 random actions\nResult: ", 2 * pair + 1)), "{one}");
        let opening = |text: &str| {
            let moves = text.split("\n\n").nth(1).unwrap().to_string();
            moves.split(" 3. ").next().unwrap().to_string()
        };
        assert_eq!(opening(&one), opening(&two));
        openings.push(opening(&one));
        let argument = folder.join(format!("game-{:04}.txt", 2 * pair + 1));
        let converted = Command::new(env!("CARGO_BIN_EXE_hexarium"))
            .args(["convert", &argument.to_string_lossy(), "--to", "sgf"])
            .output()
            .unwrap();
        assert!(converted.status.success(), "a saved game is a valid record");
    }
    openings.dedup();
    assert_eq!(openings.len(), 3, "each pair has its own opening");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn every_game_is_played_to_its_end() {
    let variants = ["hex(size=2)", "hex(size=3,swap=true)", "harvest(base=3)"];
    for game in GAMES.iter().map(|spec| spec.id).chain(variants) {
        let text = printed(&[game, "--first", "random", "--second", "random", "--games", "3"]);
        let score = last_line(&text);
        assert!(score.starts_with("score: ") && score.contains(" of 3, elo "), "{game}: {score}");
    }
}

#[test]
fn a_sequential_test_stops_the_match() {
    let play = ["hex(size=5)", "--first", "nodes:300", "--second", "random", "--games", "1000", "--sprt", "0,50"];
    let text = printed(&play);
    assert!(text.contains("\nsprt: upper, llr "), "{text}");
    let games: u64 = last_line(&text).split(' ').nth(3).unwrap().trim_end_matches(',').parse().unwrap();
    assert!((10..60).contains(&games), "{text}");
}

#[test]
fn the_json_result_has_all_fields() {
    let text = printed(&["hex(size=3)", "--first", "nodes:50", "--second", "random", "--games", "4", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(told["game"], "hex(size=3)");
    assert_eq!(told["games"], 4);
    let total = ["wins", "draws", "losses"].iter().map(|key| told[key].as_u64().unwrap()).sum::<u64>();
    assert_eq!(total, 4);
    assert_eq!(told["pairs"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum::<u64>(), 2);
}

#[test]
fn time_limits_are_respected() {
    let play = ["hex(size=5)", "--first", "time:20ms", "--second", "random", "--games", "2", "--jobs", "1", "--json"];
    let told: serde_json::Value = serde_json::from_str(&printed(&play)).unwrap();
    let mean = told["first"]["ms_per_action"].as_f64().unwrap();
    assert!(mean < 60.0, "{mean} ms per action: expected at most 20");
}

#[test]
fn processor_time_limits_a_search_and_is_reported() {
    // The limits are wide, since slow machines overrun them. A program is measured on Linux only.
    let engine = format!("gtp:{} engine", env!("CARGO_BIN_EXE_hexarium"));
    let players = ["--first", "cpu:50ms", "--second", "uct:cpu:20ms", "--games", "1", "--opening", "0"];
    let play: Vec<&str> = ["hex"].into_iter().chain(players).chain(["--json"]).collect();
    let told: serde_json::Value = serde_json::from_str(&printed(&play)).unwrap();
    let used = |who: &str| told[who]["processor_ms_per_action"].as_f64().unwrap();
    assert!((5.0..200.0).contains(&used("first")), "{told}");
    assert!((15.0..150.0).contains(&used("second")), "{told}");
    assert_eq!(told["first"]["spec"], "cpu:50ms");
    let play = ["hex(size=4)", "--first", &engine, "--second", "random", "--games", "2", "--jobs", "1"];
    let text = printed(&play);
    assert_eq!(text.lines().nth(1).unwrap().contains(", processor time "), cfg!(target_os = "linux"), "{text}");
    assert!(text.lines().nth(2).unwrap().contains(", processor time 0."), "{text}");
}

#[test]
fn invalid_arguments_are_rejected_with_the_expected_values() {
    let usual = |changes: &[(usize, &'static str)]| {
        let mut arguments = ["hex(size=3)", "--first", "random", "--second", "random", "--games", "2"];
        changes.iter().for_each(|&(at, word)| arguments[at] = word);
        arguments
    };
    for (changes, message) in [
        (&[(0, "chess")][..], "unknown game 'chess': expected hex"),
        (&[(0, "hex(size=1)")], "invalid size '1'"),
        (&[(2, "strong")], "--first: unknown player 'strong': expected level:1 to level:8"),
        (&[(4, "level:0")], "--second: unknown level '0': expected 1 to 8"),
        (&[(4, "nodes:0")], "--second: invalid number of nodes '0'"),
        (&[(4, "time:5")], "--second: invalid time '5'"),
        (&[(4, "cpu:5")], "--second: invalid time '5'"),
        (&[(4, "uct:level:5")], "--second: unknown player 'uct:level:5'"),
        (&[(2, "gtp:")], "--first: missing program after 'gtp:': expected a command such as gtp:./engine"),
        (&[(2, "gtp:no-such-program --fast")], "gtp:no-such-program --fast: cannot start 'no-such-program'"),
        (&[(2, "gtp:'unclosed")], "unclosed quote"),
        (&[(6, "0")], "invalid --games 0: expected 1 to 1000000"),
        (&[(6, "-3")], "-3"),
        (&[(6, "many")], "many"),
        (&[(5, "--game")], "--game"),
    ] {
        let error = refused(&usual(changes));
        assert!(error.contains(message), "{changes:?}: {error}");
    }
    for (extra, message) in [
        (["--jobs", "0"], "invalid --jobs 0: expected 1 to 256"),
        (["--threads", "0"], "invalid --threads 0: expected 1 to 64"),
        (["--timeout", "0"], "invalid --timeout 0: expected 0.01 to 86400 seconds"),
        (["--timeout", "NaN"], "invalid --timeout NaN"),
        // The former name.
        (["--patience", "0"], "invalid --timeout 0"),
        (["--sprt", "5"], "--sprt: invalid bounds '5': expected two Elo differences, the lower first, such as 0,30"),
        (["--sprt", "-5,-10"], "--sprt: invalid bounds '-5,-10'"),
        (["--seed", "x"], "--seed"),
        (["--save", "/dev/null/games"], "--save: cannot create folder '/dev/null/games'"),
        (["--set", "colour=1"], "unknown option 'colour'"),
    ] {
        let arguments: Vec<&str> = usual(&[]).into_iter().chain(extra).collect();
        let error = refused(&arguments);
        assert!(error.contains(message), "{extra:?}: {error}");
    }
}

/// A response timeout of programs that is sufficient on a busy machine.
#[cfg(unix)]
const PATIENT: [&str; 2] = ["--timeout", "60"];

/// Plays one game without an opening, a shell program against a random player. Returns the output
/// and the record.
#[cfg(unix)]
fn against_shell(name: &str, game: &str, script: &str, options: &[&str]) -> (Output, String) {
    let folder = std::env::temp_dir().join(format!("hexarium-gtp-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("program.sh");
    std::fs::write(&file, script).unwrap();
    let (program, save) = (format!("gtp:sh '{}'", file.display()), folder.to_string_lossy().into_owned());
    let players = [game, "--first", &program, "--second", "random"];
    let output = play(&[&players[..], &["--games", "1", "--opening", "0", "--save", &save], options].concat());
    let record = std::fs::read_to_string(folder.join("game-0001.txt")).unwrap_or_default();
    let log = std::fs::read_to_string(folder.join("log")).unwrap_or_default();
    std::fs::remove_dir_all(folder).unwrap();
    (output, record + &log)
}

/// A shell script with the commands of a Hex program. `genmove` is the response to that command.
#[cfg(unix)]
fn htp_program(genmove: &str) -> String {
    format!(
        "while read -r line; do\n  echo \"$line\" >> \"${{0%/*}}/log\"\n  case \"$line\" in\n    genmove*) {genmove};;\n    \
         known_command*) echo '= false'; echo;;\n    quit) echo '= '; echo; exit;;\n    *) echo '= '; echo;;\n  esac\ndone\n"
    )
}

#[cfg(unix)]
#[test]
fn a_program_with_only_the_hex_protocol_can_play_and_resign() {
    let genmove = "if [ -z \"$n\" ]; then n=1; echo '= B2'; else echo '= resign'; fi; echo";
    let (output, record) = against_shell("htp", "hex(size=3)", &htp_program(genmove), &PATIENT);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(last_line(&text).starts_with("score: 0-0-1 of 1"), "{text}");
    assert!(record.contains("Result: second, resignation\n\n1. b2 2. "), "{record}");
    assert!(record.contains("!blue:resign"), "{record}");
    let log = record.split("known_command hexarium-game\n").nth(1).unwrap();
    assert!(log.starts_with("boardsize 3\nclear_board\nknown_command param_game\ngenmove black\nplay white "), "{log}");
}

#[cfg(unix)]
#[test]
fn a_failing_program_loses_its_game_with_the_reason() {
    for (name, genmove, reason, part) in [
        ("illegal", "echo '= z9'; echo", "forfeit", "'z9' is not an action"),
        ("refuses", "echo '? I would rather not'; echo", "forfeit", "GTP error: I would rather not"),
        ("dies", "echo 'out of memory' >&2; exit 3", "forfeit", "the engine exited with 'out of memory'"),
        ("silent", "sleep 6", "time", "no response within 3 s"),
        ("garbage", "echo 'b2'; echo", "forfeit", "invalid response 'b2': expected = or ? at its start"),
    ] {
        let options = if name == "silent" { ["--timeout", "3"] } else { PATIENT };
        let (output, record) = against_shell(name, "hex(size=3)", &htp_program(genmove), &options);
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && last_line(&text).starts_with("score: 0-0-1 of 1"), "{name}: {text}");
        assert!(text.contains(&format!("game 1: --first lost by {reason}: ")) && text.contains(part), "{name}: {text}");
        assert!(record.contains(&format!("Result: second, {reason}")) && record.contains(part), "{name}: {record}");
    }
}

#[cfg(unix)]
#[test]
fn the_solver_decides_the_game_of_a_failing_program_on_request() {
    let program = htp_program("echo 'out of memory' >&2; exit 3");
    let options = [&PATIENT[..], &["--adjudicate"]].concat();
    let (output, record) = against_shell("adjudicated", "hex(size=3)", &program, &options);
    let text = String::from_utf8_lossy(&output.stdout);
    // The first player wins from the empty board.
    assert!(last_line(&text).starts_with("score: 1-0-0 of 1"), "{text}");
    let reason = "game 1: --second lost by resignation: lost as the solver proves, after Blue failed: ";
    assert!(text.contains(reason) && text.contains("exited with 'out of memory'"), "{text}");
    assert!(record.contains("Result: first, resignation") && record.contains("after Blue failed"), "{record}");
    // A program that resigns has lost.
    let resigning = htp_program("echo '= resign'; echo");
    let (output, _) = against_shell("resigned", "hex(size=3)", &resigning, &options);
    assert!(last_line(&String::from_utf8_lossy(&output.stdout)).starts_with("score: 0-0-1 of 1"));
}

#[cfg(unix)]
#[test]
fn a_program_that_does_not_support_the_game_is_rejected() {
    for (game, script, part) in [
        ("harvest(base=3)", htp_program("echo"), "does not support hexarium-game, required for Harvest"),
        ("hex(size=3,swap=true)", htp_program("echo"), "does not support param_game, required for the option swap"),
        ("hex(size=3)", "exit 1".to_string(), "the engine exited"),
        ("hex(size=3)", "while read -r l; do echo '? no'; echo; done".to_string(), "known_command failed"),
    ] {
        let (output, _) = against_shell("cannot", game, &script, &PATIENT);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(part) && errors.lines().count() == 1, "{errors}");
    }
}

#[test]
fn the_built_in_engine_can_be_an_external_program() {
    for game in ["hex(size=3,swap=true)", "harvest(base=3)"] {
        let engine = format!("gtp:'{}' engine", env!("CARGO_BIN_EXE_hexarium"));
        // Small games are over quickly, because a proven position ends the search.
        let text = printed(&[game, "--first", &engine, "--second", "random", "--games", "2", "--jobs", "1"]);
        assert!(!text.contains("lost by"), "{text}");
        assert!(last_line(&text).contains(" of 2, elo "), "{text}");
    }
}

#[test]
fn several_threads_play_as_well_as_one() {
    let play = ["hex(size=5)", "--first", "time:100ms", "--second", "random", "--games", "4", "--threads", "2"];
    assert!(last_line(&printed(&play)).starts_with("score: 4-0-0 of 4"));
}
