//! The archive of an experiment's games: one compressed file.
//!
//! The file is lines of JSON, compressed with gzip; `zcat` shows it. The first line is the header,
//! each other line a game. During a run each game is appended as a gzip member of its own, so an
//! interruption loses at most the game being written. At the end the file is rewritten in order and
//! as one member. `docs/formats/lab.md` describes every field.

mod format;

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use flate2::{Compression, GzBuilder, bufread::GzDecoder};

use crate::PlayedGame;

/// The properties that all games of an archive share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArchiveHeader {
    /// The version of the program that played the games.
    pub version: String,
    /// A number that changes with everything that affects play.
    pub signature: String,
    /// The text of the experiment file.
    pub experiment: String,
}

/// The games of an experiment and the file that stores them.
///
/// ```
/// use std::path::Path;
///
/// use hexarium_lab::{ArchiveHeader, GameArchive};
///
/// let header = ArchiveHeader {
///     version: "0.1.0".to_string(),
///     signature: "7".to_string(),
///     experiment: "title = \"Example\"".to_string(),
/// };
/// let archive = GameArchive::new(Path::new("games.jsonl.gz"), header.clone());
/// let text = archive.to_jsonl();
/// assert!(text.starts_with(r#"{"format":"hexarium-lab/1","#));
///
/// let again = GameArchive::from_jsonl(Path::new("games.jsonl"), &text).unwrap();
/// assert_eq!(again.header, header);
/// assert!(again.is_empty());
/// ```
pub struct GameArchive {
    /// The properties that all games share.
    pub header: ArchiveHeader,
    path: PathBuf,
    /// By series and number.
    games: BTreeMap<(usize, u32), PlayedGame>,
    file: Option<File>,
}

/// A problem with an archive.
#[derive(Debug)]
pub enum ArchiveError {
    /// The file cannot be read or written.
    Io(PathBuf, std::io::Error),
    /// The file is not an archive, or of an unsupported version.
    Format(PathBuf, String),
    /// A game cannot be read; with its line number.
    InvalidGame(PathBuf, usize),
    /// The games do not belong to the experiment.
    Mismatch(PathBuf, String),
}

impl std::fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Io(path, problem) => write!(f, "{}: {problem}", path.display()),
            Self::Format(path, problem) | Self::Mismatch(path, problem) => write!(f, "{}: {problem}", path.display()),
            Self::InvalidGame(path, line) => {
                write!(f, "{}: line {line} is not a valid game; the file is damaged", path.display())
            }
        }
    }
}

impl std::error::Error for ArchiveError {}

impl GameArchive {
    /// Creates an empty archive for a new file. Nothing is written before [`Self::finish`].
    pub fn new(path: &Path, header: ArchiveHeader) -> Self {
        Self { header, path: path.to_path_buf(), games: BTreeMap::new(), file: None }
    }

    /// Opens an archive for appending. An existing file must have the same experiment and engine
    /// signature; its games are loaded, and an incomplete last game is dropped.
    pub fn open(path: &Path, header: ArchiveHeader) -> Result<Self, ArchiveError> {
        let games = if path.exists() {
            let existing = Self::read(path)?;
            existing.check(&header)?;
            existing.games
        } else {
            BTreeMap::new()
        };
        let mut archive = Self { header, path: path.to_path_buf(), games, file: None };
        // Removes an incomplete game at the end before anything is appended.
        archive.finish()?;
        let io = |e| ArchiveError::Io(path.to_path_buf(), e);
        archive.file = Some(OpenOptions::new().append(true).open(path).map_err(io)?);
        Ok(archive)
    }

    /// Reads an archive, compressed (`games.jsonl.gz`) or not (`games.jsonl`).
    pub fn read(path: &Path) -> Result<Self, ArchiveError> {
        let io = |e| ArchiveError::Io(path.to_path_buf(), e);
        let mut file = BufReader::new(File::open(path).map_err(io)?);
        let mut text = String::new();
        if file.fill_buf().map_err(io)?.starts_with(&GZIP_MAGIC) {
            // One member after the other; the last may be incomplete.
            while !file.fill_buf().map_err(io)?.is_empty() {
                let mut member = String::new();
                if GzDecoder::new(&mut file).read_to_string(&mut member).is_err() {
                    break;
                }
                text += &member;
            }
        } else {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).map_err(io)?;
            text = String::from_utf8_lossy(&bytes).into_owned();
        }
        Self::from_jsonl(path, &text)
    }

    /// Reads the uncompressed text of an archive. `path` is its file.
    pub fn from_jsonl(path: &Path, text: &str) -> Result<Self, ArchiveError> {
        let mut lines = text.lines();
        let problem = |problem: String| ArchiveError::Format(path.to_path_buf(), problem);
        let header = format::read_header(lines.next().unwrap_or_default()).map_err(problem)?;
        let mut archive = Self::new(path, header);
        for (line, number) in lines.zip(2..) {
            let (series, game) =
                format::read_game(line).ok_or_else(|| ArchiveError::InvalidGame(path.to_path_buf(), number))?;
            archive.games.insert((series, game.number), game);
        }
        Ok(archive)
    }

    /// Returns the uncompressed text: the header, then the games in order.
    pub fn to_jsonl(&self) -> String {
        let mut text = format::write_header(&self.header) + "\n";
        for (&(series, _), game) in &self.games {
            text += &format::write_game(series, game);
            text.push('\n');
        }
        text
    }

    fn check(&self, header: &ArchiveHeader) -> Result<(), ArchiveError> {
        let mismatch = |what: &str| {
            let problem = format!("its games were played {what}; choose another directory or delete the file");
            Err(ArchiveError::Mismatch(self.path.clone(), problem))
        };
        if self.header.experiment != header.experiment {
            return mismatch("for another experiment");
        }
        if self.header.signature != header.signature {
            return mismatch("by another version of the engine");
        }
        Ok(())
    }

    /// Whether the archive has a game.
    pub fn contains(&self, series: usize, number: u32) -> bool {
        self.games.contains_key(&(series, number))
    }

    /// Adds a game and, for an archive opened for appending, writes it to the file.
    pub fn append(&mut self, series: usize, game: PlayedGame) -> Result<(), ArchiveError> {
        let io = |e| ArchiveError::Io(self.path.clone(), e);
        if let Some(file) = &mut self.file {
            let member = compress(&(format::write_game(series, &game) + "\n")).map_err(io)?;
            file.write_all(&member).and_then(|()| file.flush()).map_err(io)?;
        }
        self.games.insert((series, game.number), game);
        Ok(())
    }

    /// Returns the games of a series by number.
    pub fn series_games(&self, series: usize) -> Vec<PlayedGame> {
        self.games.range((series, 0)..(series + 1, 0)).map(|(_, game)| game.clone()).collect()
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Adds the games of another archive of the same experiment.
    pub fn merge(&mut self, other: Self) -> Result<(), ArchiveError> {
        other.check(&self.header)?;
        for (key, game) in other.games {
            match self.games.get(&key) {
                Some(known) if *known != game => {
                    let problem = format!("game {} of series {} differs from the one of another file", key.1, key.0);
                    return Err(ArchiveError::Mismatch(other.path, problem));
                }
                _ => _ = self.games.insert(key, game),
            }
        }
        Ok(())
    }

    /// Removes the games of a series from a number on.
    pub fn truncate_series(&mut self, series: usize, number: u32) {
        self.games.retain(|&(s, n), _| s != series || n < number);
    }

    /// Rewrites the file in order and as one gzip member. The old file is replaced only when the
    /// new one is complete.
    pub fn finish(&self) -> Result<(), ArchiveError> {
        let io = |e| ArchiveError::Io(self.path.clone(), e);
        let mut temporary = self.path.clone().into_os_string();
        temporary.push(".new");
        let temporary = PathBuf::from(temporary);
        std::fs::write(&temporary, compress(&self.to_jsonl()).map_err(io)?).map_err(io)?;
        std::fs::rename(&temporary, &self.path).map_err(io)
    }
}

/// The first bytes of a gzip file.
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Compresses a text as one gzip member without a date.
fn compress(text: &str) -> std::io::Result<Vec<u8>> {
    let mut member = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    member.write_all(text.as_bytes())?;
    member.finish()
}

#[cfg(test)]
mod tests {
    use hexarium_kernel::Player;

    use super::*;
    use crate::Decision;

    fn game(number: u32) -> PlayedGame {
        let searched = Decision { legal_actions: 5, good_actions: 2, win_chance: Some(512), nodes: 16 };
        let prescribed = Decision { legal_actions: 4, good_actions: 0, win_chance: None, nodes: 0 };
        PlayedGame {
            number,
            actions: vec!["a1".into(), "b2".into()],
            decisions: vec![searched, prescribed],
            winner: Some(Player::Second),
            cause: "chain".into(),
            turns: 2,
        }
    }

    fn directory(name: &str) -> PathBuf {
        let directory = std::env::temp_dir().join(format!("hexarium-archive-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        directory
    }

    fn header(signature: &str, experiment: &str) -> ArchiveHeader {
        ArchiveHeader { version: "0".to_string(), signature: signature.to_string(), experiment: experiment.to_string() }
    }

    fn this() -> ArchiveHeader {
        header("7", "title = \"x\"")
    }

    #[test]
    fn files_do_not_depend_on_the_order_of_games() {
        let directory = directory("order");
        let (one, other) = (directory.join("one.gz"), directory.join("other.gz"));
        for (path, order) in [(&one, [0, 1, 2]), (&other, [2, 0, 1])] {
            let mut archive = GameArchive::open(path, this()).unwrap();
            order.into_iter().for_each(|number| archive.append(1, game(number)).unwrap());
            archive.finish().unwrap();
            assert_eq!(GameArchive::read(path).unwrap().series_games(1), [game(0), game(1), game(2)]);
        }
        assert_eq!(std::fs::read(&one).unwrap(), std::fs::read(&other).unwrap());
        std::fs::remove_dir_all(&directory).unwrap();
    }

    #[test]
    fn a_truncated_file_keeps_every_complete_game() {
        let directory = directory("truncated");
        let path = directory.join("games.gz");
        let mut archive = GameArchive::open(&path, this()).unwrap();
        (0..3).for_each(|number| archive.append(0, game(number)).unwrap());
        drop(archive);
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() - 7]).unwrap();
        let archive = GameArchive::open(&path, this()).unwrap();
        assert_eq!(archive.series_games(0), [game(0), game(1)]);
        std::fs::remove_dir_all(&directory).unwrap();
    }

    #[test]
    fn games_of_another_experiment_or_engine_are_rejected() {
        let directory = directory("mismatch");
        let path = directory.join("games.gz");
        GameArchive::open(&path, this()).unwrap();
        let problem = |header| GameArchive::open(&path, header).err().unwrap().to_string();
        assert!(problem(header("8", "title = \"x\"")).contains("by another version of the engine"));
        assert!(problem(header("7", "title = \"y\"")).contains("for another experiment"));
        std::fs::write(&path, b"no games").unwrap();
        assert!(problem(this()).contains("not the header of a game archive"));
        std::fs::write(&path, b"").unwrap();
        assert!(problem(this()).contains("expected a file written by 'hexarium lab run'"));
        std::fs::remove_dir_all(&directory).unwrap();
    }

    #[test]
    fn a_newer_version_is_rejected_with_advice() {
        let text = GameArchive::new(Path::new("x"), this()).to_jsonl();
        let read = |format: &str| {
            let text = text.replacen("hexarium-lab/1", format, 1);
            GameArchive::from_jsonl(Path::new("games.jsonl"), &text).err().unwrap().to_string()
        };
        let newer = read("hexarium-lab/2");
        assert!(newer.contains("hexarium-lab/2 is newer than this program") && newer.contains("update"), "{newer}");
        assert!(read("hexarium-lab/0").contains("unknown format"));
        assert!(read("other/1").contains("unknown format 'other/1': expected hexarium-lab/1"));
        // Even if its header has other fields.
        let other = r#"{"format":"hexarium-lab/3","experiments":[]}"#;
        let problem = GameArchive::from_jsonl(Path::new("x"), other).err().unwrap().to_string();
        assert!(problem.contains("newer"), "{problem}");
    }
}
