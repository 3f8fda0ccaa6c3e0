//! `hexarium completions` and `hexarium man`.

use std::process::{Command, Output};

use hexarium_server::testing::Folder;

fn hexarium(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hexarium")).args(arguments).output().unwrap()
}

#[test]
fn completions_know_the_commands_and_their_options() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = hexarium(&["completions", shell]);
        assert!(output.status.success(), "{shell}");
        let script = String::from_utf8(output.stdout).unwrap();
        assert!(["puzzles", "perft", "behind-proxy"].iter().all(|word| script.contains(word)), "{shell}: {script}");
    }
}

#[test]
fn an_unknown_shell_is_rejected_with_those_that_are_known() {
    let output = hexarium(&["completions", "csh"]);
    let problem = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    assert!(problem.contains("csh") && problem.contains("bash") && problem.lines().count() == 1, "{problem}");
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = Folder::new();
    let pages = folder.path().join("man");
    assert!(hexarium(&["man", pages.to_str().unwrap()]).status.success());
    for name in ["hexarium.1", "hexarium-serve.1", "hexarium-lab-run.1"] {
        let page = std::fs::read_to_string(pages.join(name)).unwrap();
        assert!(page.contains(".SH SYNOPSIS"), "{name}: {page}");
    }
    let main = String::from_utf8(hexarium(&["man"]).stdout).unwrap();
    assert!(main.contains("hexagonal strategy games"), "{main}");
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let output = hexarium(&["man", "/dev/null/man"]);
    let problem = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(problem.starts_with("hexarium: cannot write /dev/null/man: "), "{problem}");
}
