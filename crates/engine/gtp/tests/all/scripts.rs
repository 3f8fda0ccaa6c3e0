//! Golden sessions, replayed and compared byte by byte, and the examples of the documentation.

use std::fs;
use std::path::{Path, PathBuf};

use hexarium_games::registry::{self, Games};
use hexarium_gtp::Session;
use hexarium_kernel::GameSpec;

/// Replays a session: lines after `> ` are sent, all others are responses. Returns the actual
/// session.
fn replay(game: &str, script: &str) -> String {
    let mut session = Session::new(&Games, registry::open(game, &[]).unwrap());
    let mut said = String::new();
    for line in script.lines() {
        if let Some(sent) = line.strip_prefix('>') {
            said += &format!("{line}\n{}", session.line(sent).text);
        }
    }
    said
}

fn scripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Returns the game of a script and the session.
fn read(file: &Path) -> (String, String) {
    let text = fs::read_to_string(file).unwrap().replace("{version}", env!("CARGO_PKG_VERSION"));
    let (head, script) = text.split_once("\n\n").unwrap();
    (head.strip_prefix("game: ").unwrap().to_string(), script.to_string())
}

#[test]
fn every_script_gets_the_expected_responses() {
    for file in scripts() {
        let (game, script) = read(&file);
        assert_eq!(replay(&game, &script), script, "{}", file.display());
    }
}

#[test]
fn there_is_a_script_of_hexgui_with_forty_lines_and_one_of_gogui_for_every_other_game() {
    let sent = |name: &str| {
        let found = scripts().into_iter().find(|f| f.file_stem().is_some_and(|s| s == name));
        let file = found.unwrap_or_else(|| panic!("no script {name}; cargo xtask golden ID writes it"));
        read(&file).1.lines().filter(|line| line.starts_with("> ")).count()
    };
    assert!(sent("hexgui") >= 40);
    for spec in registry::GAMES.iter().filter(|spec| spec.id != "hex") {
        let name = format!("gogui-{}", spec.id);
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/scripts/{name}.txt"));
        if is_written(spec) {
            let script = current_script(&file).unwrap_or_else(|| new_script(spec));
            fs::write(file, script).unwrap();
        }
        assert!(sent(&name) >= 8, "{name}");
    }
}

/// Whether `cargo xtask golden` writes the files of a game.
fn is_written(spec: &GameSpec) -> bool {
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|text| text == value);
    is("HEXARIUM_GOLDEN", "write") && is("HEXARIUM_GAME", spec.id)
}

/// The commands at the beginning and at the end of a script that [`new_script`] made.
const BEGINNING: [&str; 5] =
    ["protocol_version", "name", "gogui-rules_game_id", "gogui-rules_board_size", "gogui-rules_board"];
const END: [&str; 4] = ["gogui-rules_board", "hexarium-result", "undo", "hexarium-position"];

/// Returns a script that was written by hand with the responses of today. `None` if the script is
/// none of these, or if a command is now refused that was not, or the other way round: then the
/// script is of other rules.
fn current_script(file: &Path) -> Option<String> {
    let (game, script) = file.exists().then(|| read(file))?;
    let sent: Vec<&str> = script.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    if sent.starts_with(&BEGINNING) && sent.ends_with(&END) {
        return None;
    }
    registry::open(&game, &[]).ok()?;
    let replayed = replay(&game, &script);
    let signs = |text: &str| -> Vec<char> {
        text.lines().filter_map(|line| line.chars().next()).filter(|c| ['=', '?'].contains(c)).collect()
    };
    let version = concat!("= ", env!("CARGO_PKG_VERSION"), "\n");
    let is_current = signs(&replayed) == signs(&script);
    is_current.then(|| format!("game: {game}\n\n{}", replayed.replace(version, "= {version}\n")))
}

/// Returns a session of the commands of GoGui with the first actions of a game's sample.
fn new_script(spec: &GameSpec) -> String {
    let (game, actions) = spec.sample;
    let opened = registry::open(game, &[]).unwrap();
    let mut state = opened.start();
    let mut sent = Vec::from(BEGINNING.map(str::to_string));
    for action in actions.split_whitespace().take(4) {
        sent.push("gogui-rules_side_to_move".to_string());
        sent.push("gogui-rules_legal_moves".to_string());
        sent.push(format!("play {} {action}", opened.player_name(state.to_move()).to_lowercase()));
        state.play(action).unwrap();
    }
    sent.extend(END.map(str::to_string));
    let script: String = sent.iter().map(|line| format!("> {line}\n")).collect();
    format!("game: {game}\n\n{}", replay(game, &script))
}

/// HexGui accepts a response only if it begins with exactly one of two pairs of characters.
#[test]
fn every_response_is_valid_for_hexgui() {
    let of_hexgui = |f: &PathBuf| f.file_name().is_some_and(|name| name.to_string_lossy().starts_with("hexgui"));
    for file in scripts().into_iter().filter(of_hexgui) {
        let (game, script) = read(&file);
        let mut session = Session::new(&Games, registry::open(&game, &[]).unwrap());
        for sent in script.lines().filter_map(|line| line.strip_prefix("> ")) {
            let answer = session.line(sent).text;
            assert!(sent.starts_with('#') || answer.starts_with("= ") || answer.starts_with("? "), "{sent}: {answer}");
        }
    }
}

/// HexGui splits each line at slashes and expects three parts.
#[test]
fn the_menu_entries_are_commands_that_work() {
    for spec in registry::GAMES {
        let mut session = Session::new(&Games, registry::open(spec.id, &[]).unwrap());
        let list = session.line("hexgui-analyze_commands").text;
        assert!(list.lines().count() > 5);
        for entry in list[2..].lines().filter(|line| !line.is_empty()) {
            let parts: Vec<&str> = entry.split('/').collect();
            assert_eq!(parts.len(), 3, "{entry}");
            assert!(["string", "plist", "param"].contains(&parts[0]), "{entry}");
            assert!(session.line(parts[2]).text.starts_with("= "), "{}: {entry}", spec.id);
        }
    }
}

/// Code blocks with the language `session GAME`; trailing spaces are invisible on a page and not
/// compared.
#[test]
fn the_examples_of_the_documentation_are_current() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/formats/protocol.md");
    let page = fs::read_to_string(page).unwrap();
    let trimmed = |text: &str| text.trim_end().lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    let mut examples = 0;
    for block in page.split("```session ").skip(1) {
        let (game, rest) = block.split_once('\n').unwrap();
        let (script, _) = rest.split_once("```").unwrap();
        assert_eq!(trimmed(&replay(game, script)), trimmed(script));
        examples += 1;
    }
    assert!(examples >= 4, "{examples} examples found");
}

/// Every command must be documented.
#[test]
fn the_documentation_has_every_command() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/formats/protocol.md");
    let page = fs::read_to_string(page).unwrap();
    let mut session = Session::new(&Games, registry::open("hex", &[]).unwrap());
    for name in session.line("list_commands").text[2..].split_whitespace() {
        assert!(page.contains(&format!("`{name}")), "{name} is not on the page");
    }
}
