//! A session that plays and analyses, with an engine host on simulated time.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use hexarium_games::registry::{self, GAMES, Games, Visitor};
use hexarium_gtp::{EngineHost, Limit, Session};
use hexarium_kernel::{AnyGame, AnyMatch, Game};
use hexarium_search::{Analysis, Effort, Engine, Opponent, engine};

/// The requests and the output of a session.
#[derive(Default)]
struct Log {
    limits: Vec<(Opponent, Limit)>,
    said: String,
    /// Number of analyses that end before the next line arrives.
    reports: usize,
}

struct Pretended {
    log: Rc<RefCell<Log>>,
    /// Simulated duration of every search.
    pace: Duration,
}

impl EngineHost for Pretended {
    fn engine(&self, game: &dyn AnyGame) -> Box<dyn Engine> {
        registry::visit(game.spec().id, game.options(), Make).unwrap()
    }

    fn think(
        &mut self,
        engine: &mut dyn Engine,
        game: &dyn AnyMatch,
        opponent: &Opponent,
        limit: Limit,
    ) -> (Analysis, Duration) {
        let mut log = self.log.borrow_mut();
        log.limits.push((*opponent, limit));
        log.reports = log.reports.saturating_sub(1);
        (engine.think(game, opponent, &mut |nodes| nodes < 300), self.pace)
    }

    fn interrupted(&mut self) -> bool {
        self.log.borrow().reports == 0
    }

    fn wait(&mut self, _: Duration) {
        self.log.borrow_mut().reports = 0;
    }

    fn write(&mut self, text: &str) {
        self.log.borrow_mut().said.push_str(text);
    }
}

struct Make;

impl Visitor for Make {
    type Output = Box<dyn Engine>;
    fn visit<G: Game>(self, _: G) -> Self::Output {
        engine::<G>(1)
    }
}

fn session(game: &str) -> (Session, Rc<RefCell<Log>>) {
    let log = Rc::new(RefCell::new(Log::default()));
    let host = Pretended { log: log.clone(), pace: Duration::from_millis(500) };
    let session = Session::new(&Games, registry::open(game, &[]).unwrap());
    (session.with_host(Box::new(host)), log)
}

fn ask(session: &mut Session, line: &str) -> String {
    let text = session.line(line).text;
    text.strip_suffix("\n\n").unwrap_or_else(|| panic!("{line}: {text:?}")).to_string()
}

/// Returns the time limit of the last search, in seconds.
fn seconds(log: &Rc<RefCell<Log>>) -> f64 {
    log.borrow().limits.last().unwrap().1.time.unwrap().as_secs_f64()
}

#[test]
fn every_game_is_played_to_its_end_by_genmove() {
    let variants = ["hex(size=4)", "hex(size=3,swap=true)", "harvest(base=3)"];
    for game in GAMES.iter().map(|spec| spec.id).chain(variants) {
        let (mut session, _) = session(game);
        ask(&mut session, "hexarium-level nodes:1");
        let mut actions = 0;
        while ask(&mut session, "hexarium-result") == "= none" && actions < 40 {
            let side = ask(&mut session, "gogui-rules_side_to_move");
            let colour = side.trim_start_matches("= ");
            let other = if colour == "black" { "white" } else { "black" };
            assert!(ask(&mut session, &format!("genmove {other}")).contains("'s turn: "), "{game}");
            let legal = ask(&mut session, "hexarium-legal");
            let planned = ask(&mut session, &format!("reg_genmove {colour}"));
            assert_eq!(ask(&mut session, "hexarium-legal"), legal, "reg_genmove plays nothing");
            let played = ask(&mut session, &format!("genmove {colour}"));
            assert_eq!(played, planned, "{game}: the same nodes give the same action");
            let action = played.trim_start_matches("= ").replace("swap-pieces", "swap");
            assert!(legal.split(' ').any(|word| word == action), "{game}: {played} is not in {legal}");
            actions += 1;
        }
        assert!(actions > 3, "{game}");
        assert_eq!(ask(&mut session, "undo"), "= ", "genmove can be taken back");
    }
}

#[test]
fn a_finished_game_has_no_action_and_no_analysis() {
    let (mut session, log) = session("hex(size=2)");
    for line in ["play b a1", "play w b1", "play b a2"] {
        ask(&mut session, line);
    }
    for line in ["genmove w", "genmove b", "reg_genmove w", "hexarium-analyze"] {
        assert_eq!(ask(&mut session, line), "? the game is over: Blue connected top to bottom", "{line}");
    }
    assert!(log.borrow().limits.is_empty(), "no search was run");
}

#[test]
fn invalid_arguments_are_rejected_with_the_expected_values() {
    let (mut session, _) = session("hex(size=3)");
    for (line, answer) in [
        ("genmove", "? genmove: expected a colour (blue, red)"),
        ("genmove b w", "? genmove: expected a colour (blue, red)"),
        ("genmove green", "? unknown colour 'green': expected blue, red"),
        ("genmove w", "? it is not w's turn: Blue is to move"),
        ("reg_genmove", "? reg_genmove: expected a colour (blue, red)"),
        ("hexarium-level 9", "? unknown level '9': expected 1 to 8"),
        ("hexarium-level 1 2", "? hexarium-level: expected no argument, a level, a player such as time:1s, or best"),
        ("hexarium-level time:soon", "? invalid time 'soon': expected 200ms, 1s or 0.5s"),
        ("hexarium-analyze x", "? invalid interval 'x': expected hundredths of a second, such as 50"),
        ("hexarium-analyze 0", "? invalid interval '0': expected hundredths of a second, such as 50"),
        (
            "hexarium-analyze 1 2",
            "? hexarium-analyze: expected no argument, or the interval of reports in hundredths of a second",
        ),
    ] {
        assert_eq!(ask(&mut session, line), answer, "{line}");
    }
}

#[test]
fn the_swap_is_written_as_in_the_protocol_in_use() {
    // On the smallest board the player who moves first wins, so swapping is the only good response.
    for (opening, word) in [("boardsize 2", "swap-pieces"), ("hexarium-game hex(size=2,swap=true)", "swap")] {
        let (mut session, log) = session("hex(size=2,swap=true)");
        ask(&mut session, opening);
        ask(&mut session, "play b b1");
        log.borrow_mut().reports = 1;
        session.line("hexarium-analyze");
        assert!(log.borrow().said.contains(&format!("info move {word} ")), "{}", log.borrow().said);
        assert_eq!(ask(&mut session, "genmove w"), format!("= {word}"));
        assert!(ask(&mut session, "hexarium-legal").starts_with("= "));
    }
}

#[test]
fn an_analysis_reports_until_the_next_line_and_ends_with_a_blank_one() {
    let (mut session, log) = session("hex");
    log.borrow_mut().reports = 3;
    let answer = session.line("7 hexarium-analyze 20");
    assert_eq!(answer.text, "\n");
    let log = log.borrow();
    assert_eq!(log.limits.len(), 3, "three reports");
    assert!(log.limits.iter().all(|(_, limit)| limit.time == Some(Duration::from_millis(200))));
    assert!(log.limits.iter().all(|(_, limit)| limit.interruptible_after.is_some()));
    let (head, lines) = log.said.split_once('\n').unwrap();
    assert_eq!(head, "=7 ");
    assert!(!log.said.contains("\n\n"), "an answer has no blank line inside");
    for line in lines.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!((words[0], words[1], words[3], words[5]), ("info", "move", "visits", "winrate"), "{line}");
        let winrate: f64 = words[6].parse().unwrap();
        assert!((0.0..=1.0).contains(&winrate), "{line}");
        let pv = words.iter().position(|&word| word == "pv").unwrap();
        assert_eq!(words[pv + 1], words[2], "the expected play begins with the action");
        words[4].parse::<u64>().unwrap();
    }
}

#[test]
fn an_analysis_reports_proven_results_and_then_waits() {
    let (mut session, log) = session("hex(size=2)");
    ask(&mut session, "play b a1");
    ask(&mut session, "play w b2");
    log.borrow_mut().reports = 5;
    session.line("hexarium-analyze");
    let log = log.borrow();
    assert_eq!(log.limits.len(), 1, "a proven position is not searched again");
    assert!(log.said.contains("info move a2 ") && log.said.contains(" proven win pv a2\n"), "{}", log.said);
}

#[test]
fn without_a_clock_an_action_takes_a_second_or_follows_the_level() {
    let (mut session, log) = session("hex(size=5)");
    assert_eq!(ask(&mut session, "hexarium-level"), "= best");
    ask(&mut session, "reg_genmove b");
    assert_eq!(seconds(&log), 1.0);
    ask(&mut session, "hexarium-level time:200ms");
    assert_eq!(ask(&mut session, "hexarium-level"), "= time:200ms");
    ask(&mut session, "reg_genmove b");
    assert_eq!(seconds(&log), 0.2);
    ask(&mut session, "hexarium-level 3");
    ask(&mut session, "reg_genmove b");
    let (opponent, limit) = log.borrow().limits[2];
    assert_eq!((opponent.effort, limit.time), (Effort::Level(3), None), "a level plays the same on every machine");
    ask(&mut session, "hexarium-level best");
    assert_eq!(ask(&mut session, "hexarium-level"), "= best");
}

#[test]
fn the_time_is_divided_among_the_actions_and_never_runs_out() {
    for (settings, least, most) in [
        ("300 0 0", 2.0, 15.0),
        ("10 0 0", 0.05, 1.0),
        ("0 30 5", 3.0, 6.0),
        ("60 10 1", 5.0, 15.0),
        ("0 0 0", 0.0, 0.0),
    ] {
        let (mut session, log) = session("hex(size=5)");
        ask(&mut session, &format!("time_settings {settings}"));
        ask(&mut session, "reg_genmove b");
        assert!((least..=most).contains(&seconds(&log)), "{settings}: {} s", seconds(&log));
    }
    // The controller's report overrides everything else, and less remaining time means a shorter
    // search.
    let (mut session, log) = session("hex(size=5)");
    ask(&mut session, "time_settings 300 0 0");
    let mut last = f64::INFINITY;
    for left in [200.0, 50.0, 5.0, 1.0, 0.1, 0.0] {
        ask(&mut session, &format!("time_left b {left} 0"));
        ask(&mut session, "reg_genmove b");
        let given = seconds(&log);
        assert!(given < last && given <= left / 4.0, "{given} s of {left}");
        last = given;
    }
    ask(&mut session, "time_left b 20 4");
    ask(&mut session, "reg_genmove b");
    assert!((4.0..5.0).contains(&seconds(&log)), "a quarter of the period, with a little kept back");
    // A level must not lose on time either.
    ask(&mut session, "hexarium-level 8");
    ask(&mut session, "time_left b 3 0");
    ask(&mut session, "reg_genmove b");
    assert!(seconds(&log) < 0.5);
    ask(&mut session, "time_settings 60 30 0");
    ask(&mut session, "reg_genmove b");
    assert_eq!(log.borrow().limits.last().unwrap().1.time, None, "byo-yomi time without actions is no limit");
}

#[test]
fn a_clock_runs_without_reports_of_the_controller() {
    // Every search takes half a second here.
    let (mut session, _) = session("hex(size=5)");
    for (settings, lefts) in [
        ("10 0 0", ["9.5 s", "9 s", "8.5 s"]),
        ("0.5 30 2", ["30 s for 1 actions", "30 s for 2 actions", "29.5 s for 1 actions"]),
        ("0 30 3", ["29.5 s for 2 actions", "29 s for 1 actions", "30 s for 3 actions"]),
        ("0.2 0 0", ["0 s", "0 s", "0 s"]),
    ] {
        ask(&mut session, &format!("time_settings {settings}"));
        for left in lefts {
            ask(&mut session, "reg_genmove b");
            assert_eq!(ask(&mut session, "time_left b"), format!("= Blue: {left}"), "{settings}");
        }
        assert!(ask(&mut session, "time_left w").contains("Red: "));
    }
}

#[test]
fn a_session_without_an_engine_host_rejects_searches() {
    let mut session = Session::new(&Games, registry::open("hex", &[]).unwrap());
    for line in ["genmove b", "reg_genmove b", "hexarium-analyze"] {
        assert_eq!(ask(&mut session, line), "? this session has no engine");
    }
}
