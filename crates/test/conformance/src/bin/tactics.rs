//! Searches for tactical test positions and regenerates their files.

use std::fs;
use std::process::ExitCode;

use hexarium_conformance::tactics;
use hexarium_games::registry::GAMES;

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    if let Some(unknown) = wanted.iter().find(|id| GAMES.iter().all(|spec| spec.id != **id)) {
        eprintln!("tactics: there is no game '{unknown}'");
        return ExitCode::from(2);
    }
    for spec in GAMES.iter().filter(|spec| wanted.is_empty() || wanted.iter().any(|id| id == spec.id)) {
        let found = tactics::find(spec.id).unwrap_or_else(|e| panic!("{}: {e}", spec.id));
        let file = tactics::file(spec);
        fs::create_dir_all(file.parent().expect("the files are in a folder")).expect("the folder can be made");
        fs::write(&file, tactics::write(&found)).expect("the file can be written");
        println!("{}: {} positions", spec.id, found.len());
    }
    ExitCode::SUCCESS
}
