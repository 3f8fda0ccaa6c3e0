//! `hexarium convert` from outside.

use std::io::Write;
use std::process::{Command, Output, Stdio};

const SGF: &str = "(;FF[4]GM[11]SZ[5]PB[Ann]PW[Bob];B[c3]C[hello \\] there](;W[d2];B[a1])(;W[e5]))";

/// Converts standard input.
fn convert(input: &str, arguments: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hexarium"))
        .args(["convert", "-"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command with invalid arguments may exit before it reads its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn converted(input: &str, to: &str) -> String {
    let output = convert(input, &["--to", to]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn refused(input: &str, arguments: &[&str]) -> String {
    let output = convert(input, arguments);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn every_format_with_a_tree_preserves_the_game() {
    let sgf = converted(SGF, "sgf");
    for form in ["record", "json", "sgf"] {
        assert_eq!(converted(&converted(SGF, form), "sgf"), sgf, "via {form}");
    }
}

#[test]
fn a_link_holds_the_line_of_play() {
    assert_eq!(converted(SGF, "hexworld"), "https://hexworld.org/board/#5,c3d2a1\n");
    let link = converted(SGF, "link");
    assert!(link.starts_with("#1/hex,size=5/"), "{link}");
    for text in [link.trim(), link.trim().trim_start_matches('#'), &format!("https://example.org/play{}", link.trim())]
    {
        assert!(converted(text, "record").ends_with("\n1. c3 2. d2 3. a1\n"), "{text}");
        let argument =
            Command::new(env!("CARGO_BIN_EXE_hexarium")).args(["convert", text, "--to", "hexworld"]).output();
        assert_eq!(String::from_utf8_lossy(&argument.unwrap().stdout), "https://hexworld.org/board/#5,c3d2a1\n");
    }
    let output = convert(SGF, &["--to", "link"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("variations, comments and tags are omitted"));
}

#[test]
fn a_file_is_read_by_its_path() {
    let file = std::env::temp_dir().join(format!("hexarium-convert-{}.sgf", std::process::id()));
    std::fs::write(&file, SGF).unwrap();
    let output =
        Command::new(env!("CARGO_BIN_EXE_hexarium")).arg("convert").arg(&file).args(["--to", "record"]).output();
    std::fs::remove_file(&file).unwrap();
    assert_eq!(String::from_utf8_lossy(&output.unwrap().stdout), converted(SGF, "record"));
}

#[test]
fn a_latin_1_file_is_read() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hexarium"))
        .args(["convert", "-", "--to", "record"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"(;FF[4]GM[11]SZ[5]PB[J\xfcrgen];B[c3])").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains("Blue: Jürgen\n"));
}

#[test]
fn a_broken_record_is_rejected_with_its_location_or_read_leniently() {
    let record = "Game: hex(size=3)\n\n1. a1 2. a1\n";
    let error = refused(record, &["--to", "json"]);
    assert_eq!(
        error,
        "hexarium: line 3, column 10: illegal action 'a1': the cell is taken, and stones never move or change colour\n"
    );
    let lenient = convert(record, &["--to", "record", "--lenient"]);
    assert!(String::from_utf8_lossy(&lenient.stdout).ends_with("\n1. a1\n"));
    assert!(String::from_utf8_lossy(&lenient.stderr).contains("dropped: line 3, column 10"));
}

#[test]
fn invalid_conversions_are_rejected_with_the_reason() {
    for (input, arguments, message) in [
        ("Game: harvest(base=3)\n\n1. xa1\n", &["--to", "sgf"][..], "Hex"),
        ("(;FF[4]GM[11]SZ[4];B[b1];W[pass];B[pass];W[c3])", &["--to", "link"], "passes"),
        ("(;FF[4]GM[11]SZ[4:5])", &["--to", "record"], "square"),
        ("#1/hex,size=5/3/06F/eVfCX", &["--to", "record"], "mistyped"),
        ("rubbish", &["--to", "record"], "line 1, column 1"),
        (SGF, &["--to", "pdf"], "possible values: record, json, sgf, hexworld, link"),
        (SGF, &["--to", "record", "--lenient"], "--lenient"),
        ("", &["--to", "record"], "line 1"),
    ] {
        let error = refused(input, arguments);
        assert!(error.contains(message), "{input} {arguments:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}
