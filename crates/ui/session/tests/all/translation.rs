//! The catalogues of the app are complete: all texts of the app, and all words that random games
//! of every variant bring up.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::Mutex;

use hexarium_conformance::{in_parallel, variants};
use hexarium_formats::Ending;
use hexarium_games::registry::Games;
use hexarium_kernel::lesson::{Lesson, Unit};
use hexarium_kernel::{GameCatalog as _, Input, Player, Rng, Spot, Values};
use hexarium_puzzles::{OpenPuzzle, Progress, PuzzleList, Reason, SHIPPED};
use hexarium_session::translation::Catalogue;
use hexarium_session::{ClickOutcome, GameController, GameSession, Notice, Setup, words};
use hexarium_wire::{Clock, Fischer};

/// The languages of the app other than English.
const LANGUAGES: [&str; 1] = ["de"];

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web").join(path);
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn for_every_language(check: impl Fn(&Catalogue)) {
    for language in LANGUAGES {
        let text = read(&format!("static/lang/{language}.txt"));
        check(&Catalogue::parse(&text).unwrap_or_else(|fault| panic!("{language}: {fault}")));
    }
}

/// Whether the texts of a game have translations. The file names the games without.
fn is_translated(game: &str) -> bool {
    let mut untranslated = include_str!("untranslated.txt").lines().skip(1);
    !untranslated.any(|id| id == game)
}

/// A text without its cells, numbers and moves.
fn shape(text: &str) -> String {
    let is_plain = |word: &&str| !word.chars().any(|c| c.is_ascii_digit());
    text.split(' ').map(|word| if is_plain(&word) { word } else { "…" }).collect::<Vec<_>>().join(" ")
}

/// Fails with all texts that have no translation, one of each kind.
fn assert_translated<'t>(catalogue: &Catalogue, texts: impl IntoIterator<Item = &'t String>) {
    let missing = texts.into_iter().filter(|text| !text.is_empty() && catalogue.find(text).is_none());
    let missing: BTreeMap<String, &String> = missing.map(|text| (shape(text), text)).collect();
    let list: Vec<&str> = missing.values().map(|text| text.as_str()).collect();
    assert!(list.is_empty(), "{} texts have no translation:\n{}", list.len(), list.join("\n"));
}

/// The texts of the table of messages.
fn messages() -> Vec<String> {
    let source = read("src/messages.rs");
    let (_, table) = source.split_once("\nmessages! {").expect("the table of messages");
    let mut texts = Vec::new();
    // A text may be continued on the next line.
    for line in table.replace("\\\n", "\n").replace("\n                 ", "").lines() {
        let text = line.trim().split_once(": \"").and_then(|(_, text)| text.strip_suffix("\","));
        texts.extend(text.map(str::to_string));
    }
    assert!(texts.len() > 300, "{} messages", texts.len());
    texts
}

/// The names of the slots in a text.
fn slots(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)).collect()
}

#[test]
fn every_message_is_translated_with_its_slots() {
    for_every_language(|catalogue| {
        let texts = messages();
        let missing: Vec<&str> =
            texts.iter().map(String::as_str).filter(|text| catalogue.message(text).is_none()).collect();
        assert!(missing.is_empty(), "{} messages have no translation:\n{}", missing.len(), missing.join("\n"));
        for text in &texts {
            assert_eq!(catalogue.message(text).map(slots), Some(slots(text)), "{text}");
        }
    });
}

/// Collects what a game shows in one position.
fn collect(session: &mut GameSession, rng: &mut Rng, tried: &mut Vec<String>, texts: &mut BTreeSet<String>) {
    let view = session.view();
    texts.insert(view.prompt.clone());
    texts.extend(view.counters.iter().map(|counter| counter.label.to_string()));
    texts.extend(session.buttons().into_iter().map(str::to_string));
    texts.extend(session.cell_names());
    texts.extend(session.last_words());
    if let Some(ending) = session.ending() {
        texts.insert(words::ending(session.game(), &ending));
        return;
    }
    // Clicks on random inputs: selections, choices and explanations.
    let buttons = ["pass", "swap", "done", "generate", "unstack", "sharp V"];
    let cells = session.board().cells.len();
    let mut click = |session: &mut GameSession, input| match session.click(input) {
        ClickOutcome::Rejected(text) => _ = texts.insert(text),
        ClickOutcome::Selected => {
            texts.insert(words::selection(session));
            texts.extend(session.state().input_prompt(session.inputs()).map(str::to_string));
        }
        ClickOutcome::Choose(choices) => {
            texts.extend(choices.iter().map(|choice| choice.words.clone()));
            texts.insert(words::choices(&choices));
        }
        ClickOutcome::Cleared | ClickOutcome::Act(_) => {}
    };
    for _ in 0..12 {
        session.clear();
        for _ in 0..1 + rng.below(4) {
            let legal: Vec<Input> = match rng.below(3) {
                0 => session.legal_inputs(),
                1 => session.targets().iter().map(|target| target.input).collect(),
                _ => Vec::new(),
            };
            let input = match (legal.is_empty(), rng.below(8)) {
                (false, _) => legal[rng.below(legal.len())],
                (true, 0) => Input::Button(buttons[rng.below(buttons.len())]),
                (true, _) => Input::Cell(Spot(rng.below(cells) as u16)),
            };
            click(session, input);
        }
    }
    session.clear();
    // Typed moves that were legal in other positions.
    tried.truncate(200);
    for _ in 0..4.min(tried.len()) {
        let text = &tried[rng.below(tried.len())];
        texts.extend(session.state().parse(text).err().map(|e| words::sentence(&e.to_string())));
    }
    texts.insert(words::sentence(&session.state().parse("nonsense").unwrap_err().to_string()));
    let legal = session.state().legal();
    let text = &legal[rng.below(legal.len())];
    texts.insert(session.state().kind(text).unwrap().to_string());
    texts.extend(session.preview_text(text).map(|preview| preview.words));
    tried.insert(rng.below(tried.len() + 1), text.clone());
    session.play(text).unwrap();
}

#[test]
fn every_word_of_random_games_is_translated() {
    let texts = Mutex::new(BTreeSet::new());
    in_parallel(&variants(), |variant| {
        let id = variant.id();
        if !is_translated(variant.open().spec().id) {
            return Ok(());
        }
        let mut rng = Rng::new(id.bytes().fold(5, |sum, b| sum * 31 % 1_000_003 + u64::from(b)));
        let is_preset = Games.is_preset(&id).unwrap_or(false);
        let (mut own, mut tried) = (BTreeSet::new(), Vec::new());
        for _ in 0..if is_preset { 2 } else { 1 } {
            let mut session = GameSession::new(&Games, &id)?;
            for _ in 0..if is_preset { 120 } else { 15 } {
                collect(&mut session, &mut rng, &mut tried, &mut own);
                if session.is_over() {
                    collect(&mut session, &mut rng, &mut tried, &mut own);
                    break;
                }
            }
        }
        let game = variant.open();
        own.extend(game.kinds().into_iter().map(str::to_string));
        for player in Player::BOTH {
            own.insert(game.player_name(player).to_string());
            own.insert(format!("{} won", game.player_name(player)));
            own.insert(format!("{} is thinking…", game.player_name(player)));
            for reason in Ending::BY_PLAYERS {
                for winner in [Some(player), None] {
                    own.insert(words::ending(&*game, &Ending { winner, reason: reason.to_string() }));
                }
            }
        }
        texts.lock().unwrap().extend(own);
        Ok(())
    });
    for_every_language(|catalogue| assert_translated(catalogue, &*texts.lock().unwrap()));
}

#[test]
fn everything_that_is_known_of_games_before_they_start_is_translated() {
    let mut texts = BTreeSet::new();
    for spec in Games.specs().iter().filter(|spec| is_translated(spec.id)) {
        texts.insert(spec.tagline.to_string());
        texts.extend(spec.presets.iter().map(|(name, _)| (*name).to_string()));
        for option in spec.options {
            texts.insert(option.name.replace('_', " "));
            texts.insert(option.doc.to_string());
            if let Values::Choice(values) = option.values {
                texts.extend(values.iter().map(|value| (*value).to_string()));
            }
        }
        let lesson = Lesson::parse(spec.lesson()).unwrap();
        texts.extend(lesson.steps.iter().flat_map(|step| step.words()).map(str::to_string));
        let units = Unit::parse_all(spec.strategy()).unwrap();
        texts.extend(units.iter().flat_map(Unit::words).map(str::to_string));
    }
    for_every_language(|catalogue| assert_translated(catalogue, &texts));
}

#[test]
fn messages_of_sessions_and_servers_are_translated() {
    let mut texts = BTreeSet::new();
    let notices = [
        Notice::ConfirmFirst,
        Notice::EngineThinking,
        Notice::EngineSide(3),
        Notice::Searching,
        Notice::Analysing(12),
        Notice::Hint { action: "d4".to_string(), words: "Blue places a stone on d4.".to_string() },
        Notice::NothingPlayed,
        Notice::TurnRejected("It is Red's turn.".to_string()),
    ];
    texts.extend(notices.iter().map(Notice::to_string));
    let clocks = [Clock::Unlimited, Clock::Fischer(Fischer { initial: 300, increment: 3 })];
    let clocks = clocks.into_iter().chain([1, 3].map(Clock::Correspondence));
    texts.extend(clocks.map(|clock| clock.to_string()));
    texts.extend(Games.parse("hex(size=99)", &[]).err().map(|e| e.to_string()));
    texts.extend(Games.parse("chess", &[]).err().map(|e| e.to_string()));
    let mut setup = Setup::new(&GameSession::new(&Games, "hex(size=3)").unwrap()).unwrap();
    texts.extend(setup.set_position("B").err());
    for text in [
        "Ada to move.",
        "Blue (Ada) wins: Red resigned.",
        "Your turn. Blue: place a stone on an empty cell.",
        "d4?: win probability 52 % → 40 %. Best was c4.",
        "d4: win probability 52 % → 52 %. That was the best move.",
        "d4□: win probability 52 % → 52 %. That was the only move.",
        "d4??×: win probability 52 % → 12 %. Missed win. Best was c4.",
        "only move",
        "inaccuracy",
        "mistake",
        "blunder",
        "inaccuracy, missed win",
        "mistake, missed win",
        "blunder, missed win",
        "The game is over: Blue wins: Blue connected top to bottom.",
        "The name 'Ada' is taken, or looks like the name of another account.",
        "Wrong name or password.",
        "Sign in or continue as a guest first.",
        "Too many requests from your address: wait a moment.",
    ] {
        texts.insert(text.to_string());
    }
    let mut controller = GameController::new(
        GameSession::new(&Games, "hex(size=3)").unwrap(),
        hexarium_session::Contest::two_humans(),
        crate::support::PLAIN,
    );
    controller.resign();
    texts.extend([controller.prompt(), controller.headline().unwrap()]);
    for_every_language(|catalogue| assert_translated(catalogue, &texts));
}

#[test]
fn tasks_and_answers_of_puzzles_are_translated() {
    let mut texts = BTreeSet::new();
    for (_, text) in SHIPPED {
        for puzzle in PuzzleList::parse(text).unwrap().puzzles() {
            texts.insert(puzzle.theme.title());
            texts.insert(OpenPuzzle::open(puzzle, &Games).unwrap().task());
        }
    }
    let reasons =
        [Reason::NoWin, Reason::TooSlow, Reason::Loses, Reason::TakesLess { taken: 3, most: 12 }, Reason::PassWins];
    texts.extend(reasons.map(Reason::sentence));
    for broken in ["", "hexarium-puzzle-progress/2\n", "hexarium-puzzle-progress/1\nstreak many\n"] {
        texts.insert(Progress::parse(broken).unwrap_err().to_string());
    }
    for_every_language(|catalogue| assert_translated(catalogue, &texts));
}

#[test]
fn german_sentences_have_their_cases() {
    let text = read("static/lang/de.txt");
    let catalogue = Catalogue::parse(&text).unwrap();
    for (english, german) in [
        (
            "Blue moves the stone from c3 to c4, pushing the pieces on c5 and c6 one space on.",
            "Blau bewegt den Stein von c3 nach c4 und schiebt die Steine auf c5 und c6 ein Feld weiter.",
        ),
        (
            "White moves the queen from c3 to c5, capturing the Black queen on c6 and the Black stone on d4.",
            "Weiß bewegt die Königin von c3 nach c5 und schlägt die Königin von Schwarz auf c6 und den Stein von Schwarz \
             auf d4.",
        ),
        (
            "White hits the Black stack of 3 on e5 from d4, leaving 2 levels.",
            "Weiß trifft den 3er-Stapel von Schwarz auf e5 von d4 aus, von dem 2 Ebenen bleiben.",
        ),
        (
            "White moves the stone from d3 to d4, making a stack of 3 with a king.",
            "Weiß bewegt den Stein von d3 nach d4 und bildet einen 3er-Stapel mit König.",
        ),
        (
            "White lays out stones from the stack of 3 on d4 onto d5 and d6, capturing the Black stone on d6.",
            "Weiß verteilt Steine von dem 3er-Stapel auf d4 auf d5 und d6 und schlägt den Stein von Schwarz auf d6.",
        ),
        (
            "First moves the piece from d4 to d2; 2 pieces are cut off and removed: c5 and d5.",
            "Spieler 1 bewegt den Stein von d4 nach d2; 2 Steine werden abgetrennt und entfernt: c5 und d5.",
        ),
        (
            "Blue moves the stone from d6 to d7; the Red piece on d7 wraps round to d1.",
            "Blau bewegt den Stein von d6 nach d7; der Stein von Rot auf d7 kommt am anderen Ende auf d1 wieder herein.",
        ),
        ("Choose: White passes, or White ends the turn.", "Wähle: Weiß passt oder Weiß beendet den Zug."),
        ("c3, Blue stone, selected. Next: c4, d4 or pass.", "c3, Stein von Blau, gewählt. Weiter: c4, d4 oder passen."),
        ("e5, empty, Blue's end zone", "e5, leer, Endzone von Blau"),
        ("Blue wins by resignation.", "Blau gewinnt durch Aufgabe."),
        (
            "Second player, step 1 of 2: remove a surrounded piece, move a piece over another, or pass \
             (the turn must remove a piece)",
            "Spieler 2, Schritt 1 von 2: einen umschlossenen Stein entfernen, mit einem Stein über einen anderen springen \
             oder passen (der Zug muss einen Stein entfernen)",
        ),
        ("The queen on e5 is Black's; it is White's turn.", "Die Königin auf e5 gehört Schwarz; am Zug ist Weiß."),
        ("Hexarium, level 3 to move.", "Hexarium, Stufe 3 ist am Zug."),
    ] {
        assert_eq!(catalogue.translate(english), german);
    }
}
