//! Where the games of an experiment are kept: one compressed file.
//!
//! The file is lines of JSON, compressed with gzip: `zcat` reads it. The first line tells of the experiment, each other one is a game.
//! While games are played each is a gzip member of its own at the end of the file, so that an interruption loses at most the one that was
//! being written; in the end the file is written anew, in order and as one member. `docs/formats/lab.md` describes every field.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use flate2::{Compression, GzBuilder, bufread::GzDecoder};
use hexarium_kernel::Player;
use serde::{Deserialize, Serialize};

use crate::{Look, Played};

/// The format that is written, and the only one that is read.
const FORMAT: &str = "hexarium-lab/1";

/// What all games of a file have in common.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    format: String,
    /// The version of the program.
    pub version: String,
    /// A number that changes with everything that changes play.
    pub signature: String,
    /// The experiment, as its file has it.
    pub experiment: String,
}

impl Header {
    /// The header of an experiment.
    pub fn new(version: &str, signature: String, experiment: &str) -> Self {
        Self { format: FORMAT.to_string(), version: version.to_string(), signature, experiment: experiment.to_string() }
    }
}

/// A game as it is kept.
#[derive(Serialize, Deserialize)]
struct Line {
    arm: usize,
    number: u32,
    result: String,
    cause: String,
    turns: u32,
    actions: Vec<String>,
    legal: Vec<u32>,
    near: Vec<u32>,
    chance: Vec<Option<u16>>,
    nodes: Vec<u64>,
}

impl Line {
    fn new(arm: usize, game: &Played) -> Self {
        let looks = &game.looks;
        Self {
            arm,
            number: game.number,
            result: game.winner.map_or("draw", Player::word).to_string(),
            cause: game.cause.clone(),
            turns: game.turns,
            actions: game.actions.clone(),
            legal: looks.iter().map(|l| l.legal).collect(),
            near: looks.iter().map(|l| l.near).collect(),
            chance: looks.iter().map(|l| l.chance).collect(),
            nodes: looks.iter().map(|l| l.nodes).collect(),
        }
    }

    fn played(self) -> Option<(usize, Played)> {
        let count = self.actions.len();
        if [self.legal.len(), self.near.len(), self.chance.len(), self.nodes.len()] != [count; 4] {
            return None;
        }
        let winner = match &*self.result {
            "draw" => None,
            word => Some(Player::BOTH.into_iter().find(|player| player.word() == word)?),
        };
        let look =
            |i: usize| Look { legal: self.legal[i], near: self.near[i], chance: self.chance[i], nodes: self.nodes[i] };
        let looks = (0..count).map(look).collect();
        Some((
            self.arm,
            Played { number: self.number, actions: self.actions, looks, winner, cause: self.cause, turns: self.turns },
        ))
    }
}

/// The games of an experiment and the file they are kept in.
pub struct Shelf {
    /// What they have in common.
    pub header: Header,
    path: PathBuf,
    /// By series and number.
    games: BTreeMap<(usize, u32), Played>,
    file: Option<File>,
}

/// What is wrong with a file of games.
#[derive(Debug)]
pub enum ShelfError {
    /// It cannot be read or written.
    Io(PathBuf, std::io::Error),
    /// It is no such file, or of another version.
    Foreign(PathBuf, String),
    /// A game is broken.
    Broken(PathBuf, usize),
    /// It has other games than it should.
    Different(PathBuf, String),
}

impl std::fmt::Display for ShelfError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Io(path, problem) => write!(f, "{}: {problem}", path.display()),
            Self::Foreign(path, what) => {
                write!(f, "{}: {what}; a file that 'hexarium lab run' wrote would do", path.display())
            }
            Self::Broken(path, line) => {
                write!(
                    f,
                    "{}: line {line} is no game of the experiment; the file was changed or damaged",
                    path.display()
                )
            }
            Self::Different(path, what) => write!(f, "{}: {what}", path.display()),
        }
    }
}

impl std::error::Error for ShelfError {}

impl Shelf {
    /// A shelf that keeps its games in a file. If the file is there already, its games are taken up, provided that the experiment and
    /// the engine are the same; what an interruption left half written is dropped.
    pub fn open(path: &Path, header: Header) -> Result<Self, ShelfError> {
        let games = if path.exists() {
            let read = Self::read(path)?;
            read.check(&header)?;
            read.games
        } else {
            BTreeMap::new()
        };
        let mut shelf = Self { header, path: path.to_path_buf(), games, file: None };
        // Whatever was at the end of the file, it ends well from here on.
        shelf.finish()?;
        let io = |e| ShelfError::Io(path.to_path_buf(), e);
        shelf.file = Some(OpenOptions::new().append(true).open(path).map_err(io)?);
        Ok(shelf)
    }

    /// Reads a file of games.
    pub fn read(path: &Path) -> Result<Self, ShelfError> {
        let io = |e| ShelfError::Io(path.to_path_buf(), e);
        let mut file = BufReader::new(File::open(path).map_err(io)?);
        let mut lines = Vec::new();
        // Members one after the other; the last may be cut off.
        while !file.fill_buf().map_err(io)?.is_empty() {
            let mut text = String::new();
            let mut member = GzDecoder::new(&mut file);
            let whole = member.read_to_string(&mut text).is_ok();
            lines.extend(text.lines().map(str::to_string).filter(|_| whole));
            if !whole {
                break;
            }
        }
        let foreign = |what: &str| ShelfError::Foreign(path.to_path_buf(), what.to_string());
        let first = lines.first().ok_or_else(|| foreign("no games are in it"))?;
        let header: Header =
            serde_json::from_str(first).map_err(|_| foreign("it does not begin with an experiment"))?;
        if header.format != FORMAT {
            return Err(foreign(&format!(
                "its format is '{}', not '{FORMAT}'",
                hexarium_kernel::shortened(&header.format)
            )));
        }
        let mut games = BTreeMap::new();
        for (number, line) in lines.iter().enumerate().skip(1) {
            let read = serde_json::from_str::<Line>(line).ok().and_then(Line::played);
            let (arm, game) = read.ok_or_else(|| ShelfError::Broken(path.to_path_buf(), number + 1))?;
            games.insert((arm, game.number), game);
        }
        Ok(Self { header, path: path.to_path_buf(), games, file: None })
    }

    fn check(&self, header: &Header) -> Result<(), ShelfError> {
        let different = |what: &str| {
            let what = format!("its games were played {what}; another folder, or its removal, would do");
            Err(ShelfError::Different(self.path.clone(), what))
        };
        if self.header.experiment != header.experiment {
            return different("for another experiment");
        }
        if self.header.signature != header.signature {
            return different("by an engine that plays differently");
        }
        Ok(())
    }

    /// Whether a game is there.
    pub fn has(&self, arm: usize, number: u32) -> bool {
        self.games.contains_key(&(arm, number))
    }

    /// Keeps a game, on the disk too.
    pub fn keep(&mut self, arm: usize, game: Played) -> Result<(), ShelfError> {
        let io = |e| ShelfError::Io(self.path.clone(), e);
        if let Some(file) = &mut self.file {
            let member = compressed(&[json(&Line::new(arm, &game))]).map_err(io)?;
            file.write_all(&member).and_then(|()| file.flush()).map_err(io)?;
        }
        self.games.insert((arm, game.number), game);
        Ok(())
    }

    /// The games of a series, in the order of their numbers.
    pub fn of(&self, arm: usize) -> Vec<Played> {
        self.games.range((arm, 0)..(arm + 1, 0)).map(|(_, game)| game.clone()).collect()
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Takes over the games of another file of the same experiment.
    pub fn add_all(&mut self, other: Self) -> Result<(), ShelfError> {
        other.check(&self.header)?;
        for (place, game) in other.games {
            match self.games.get(&place) {
                Some(known) if *known != game => {
                    let what = format!("game {} of series {} differs from the one of another file", place.1, place.0);
                    return Err(ShelfError::Different(other.path, what));
                }
                _ => _ = self.games.insert(place, game),
            }
        }
        Ok(())
    }

    /// Drops the games that a series does not need.
    pub fn drop_from(&mut self, arm: usize, number: u32) {
        self.games.retain(|&(a, n), _| a != arm || n < number);
    }

    /// Writes the file anew: in order, as one member. A half-written file never takes the place of a whole one.
    pub fn finish(&self) -> Result<(), ShelfError> {
        let io = |e| ShelfError::Io(self.path.clone(), e);
        let mut lines = vec![json(&self.header)];
        lines.extend(self.games.iter().map(|(place, game)| json(&Line::new(place.0, game))));
        let mut partial = self.path.clone().into_os_string();
        partial.push(".new");
        let partial = PathBuf::from(partial);
        std::fs::write(&partial, compressed(&lines).map_err(io)?).map_err(io)?;
        std::fs::rename(&partial, &self.path).map_err(io)
    }

    /// An empty shelf for a new file.
    pub fn new(path: &Path, header: Header) -> Self {
        Self { header, path: path.to_path_buf(), games: BTreeMap::new(), file: None }
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data can be written")
}

/// Lines as one gzip member that says nothing about when or where it was made.
fn compressed(lines: &[String]) -> std::io::Result<Vec<u8>> {
    let mut member = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    for line in lines {
        member.write_all(line.as_bytes())?;
        member.write_all(b"\n")?;
    }
    member.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u32) -> Played {
        let look = Look { legal: 5, near: 2, chance: Some(512), nodes: 16 };
        let silent = Look { legal: 4, near: 0, chance: None, nodes: 0 };
        Played {
            number,
            actions: vec!["a1".into(), "b2".into()],
            looks: vec![look, silent],
            winner: Some(Player::Second),
            cause: "chain".into(),
            turns: 2,
        }
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("hexarium-shelf-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn header() -> Header {
        Header::new("0", "7".to_string(), "title = \"x\"")
    }

    #[test]
    fn games_come_back_as_they_were_kept_in_whatever_order() {
        let folder = folder("order");
        let (one, other) = (folder.join("one.gz"), folder.join("other.gz"));
        for (path, order) in [(&one, [0, 1, 2]), (&other, [2, 0, 1])] {
            let mut shelf = Shelf::open(path, header()).unwrap();
            order.into_iter().for_each(|number| shelf.keep(1, game(number)).unwrap());
            shelf.finish().unwrap();
            assert_eq!(Shelf::read(path).unwrap().of(1), [game(0), game(1), game(2)]);
        }
        assert_eq!(std::fs::read(&one).unwrap(), std::fs::read(&other).unwrap());
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_file_that_was_cut_off_keeps_every_whole_game() {
        let folder = folder("cut");
        let path = folder.join("games.gz");
        let mut shelf = Shelf::open(&path, header()).unwrap();
        (0..3).for_each(|number| shelf.keep(0, game(number)).unwrap());
        drop(shelf);
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() - 7]).unwrap();
        let shelf = Shelf::open(&path, header()).unwrap();
        assert_eq!(shelf.of(0), [game(0), game(1)]);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn games_of_another_experiment_or_engine_are_not_mixed_in() {
        let folder = folder("other");
        let path = folder.join("games.gz");
        Shelf::open(&path, header()).unwrap();
        let other = Header::new("0", "8".to_string(), "title = \"x\"");
        assert!(Shelf::open(&path, other).err().unwrap().to_string().contains("an engine that plays differently"));
        let other = Header::new("0", "7".to_string(), "title = \"y\"");
        assert!(Shelf::open(&path, other).err().unwrap().to_string().contains("for another experiment"));
        std::fs::write(&path, b"no games").unwrap();
        assert!(Shelf::open(&path, header()).err().unwrap().to_string().contains("would do"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
