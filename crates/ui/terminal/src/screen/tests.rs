//! Tests of the screen with keys as input and text as output.

use std::path::Path;

use hexarium_games::registry::{self, Games};
use hexarium_kernel::{Input, PerPlayer, Player, Spot};
use hexarium_search::{Analysis, AnalysisLine, Opponent, Stop};
use hexarium_session::{Contest, GameSession, PlayerKind, SearchRequest, SearchTask};
use hexarium_wire::http::{GameStatus, GameSummary, Lobby};
use hexarium_wire::{
    ClientMessage, Clock, EndCause, Entry, ErrorCode, Event as GameEvent, Fischer, GameCommand, GameHeader,
    GameSnapshot, Participant, ServerMessage, Side, Sides, User, UserKind,
};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::style::Color;

use super::layout::Layout;
use super::palette::{Depth, Palette};
use super::{Focus, Screen};
use crate::app::App;
use crate::effect::{Effect, Event as AppEvent};
use crate::engine::EngineCache;
use crate::online::{Request, ServerEvent};

const TWO: PerPlayer<PlayerKind> = PerPlayer([PlayerKind::Human; 2]);
const MONO: Palette = Palette { depth: Depth::None, unicode: true };

fn app(game: &str, players: PerPlayer<PlayerKind>) -> App {
    App::new(GameSession::new(&Games, game).unwrap(), Contest::of_sides(players))
}

fn screen(game: &str, players: PerPlayer<PlayerKind>) -> Screen {
    Screen::new(app(game, players), MONO)
}

fn press(screen: &mut Screen, code: KeyCode) {
    screen.input(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
}

fn write(screen: &mut Screen, text: &str) {
    text.chars().for_each(|c| press(screen, KeyCode::Char(c)));
}

/// Executes searches until there are none; files are not written. Returns whether the program ends.
fn run_effects(screen: &mut Screen) -> bool {
    loop {
        let effects = screen.take_effects();
        if effects.is_empty() {
            return false;
        }
        for effect in effects {
            match effect {
                // Reports would follow each other for long.
                Effect::Search(SearchRequest { task: SearchTask::Report, .. }) => {}
                Effect::Search(mut request) => {
                    if request.task == SearchTask::Hint {
                        request.task = SearchTask::Move(3);
                    }
                    let result = EngineCache::default().search(&Games, &request, || true);
                    screen.handle(AppEvent::SearchFinished { id: request.id, result });
                }
                Effect::Quit => return true,
                _ => {}
            }
        }
    }
}

/// The id of the requested search.
fn search_id(screen: &mut Screen) -> u64 {
    let id = |effect| if let Effect::Search(request) = effect { Some(request.id) } else { None };
    screen.take_effects().into_iter().find_map(id).expect("a search is asked for")
}

fn drawn(screen: &mut Screen, width: u16, height: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| screen.draw(frame.area(), frame.buffer_mut(), 0)).unwrap();
    terminal.backend().buffer().clone()
}

fn text(screen: &mut Screen, width: u16, height: u16) -> String {
    let buffer = drawn(screen, width, height);
    let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_string();
    (0..height).map(line).collect::<Vec<_>>().join("\n") + "\n"
}

/// Makes an action by its inputs, with the cursor and the enter key.
fn click_out(screen: &mut Screen, action: &str) {
    let inputs = screen.app.session().state().inputs(action).unwrap();
    for input in inputs {
        screen.focus = match input {
            Input::Cell(spot) => Focus::Cell(spot),
            Input::Button(word) => Focus::Button(word),
        };
        press(screen, KeyCode::Enter);
    }
    // If the same inputs mean several actions, this one is chosen.
    let at = screen.app.choices().iter().position(|choice| choice.text == action);
    if let Some(at) = at {
        (0..at).for_each(|_| press(screen, KeyCode::Down));
        press(screen, KeyCode::Enter);
    }
}

/// A screen after the first actions of the game's sample.
fn sample(id: &str, actions: usize) -> Screen {
    let spec = registry::spec(id).unwrap();
    let mut screen = screen(spec.sample.0, TWO);
    for action in spec.sample.1.split_whitespace().take(actions) {
        click_out(&mut screen, action);
    }
    screen
}

/// A screen in the middle of a typical game against the engine.
fn midgame(id: &str, actions: usize) -> Screen {
    let mut session = GameSession::new(&Games, id).unwrap();
    let goes_on = |session: &GameSession| {
        let mine = session.state().to_move() == Player::First && !session.turn_in_progress();
        session.ending().is_none() && !(mine && session.action_count() >= actions)
    };
    while goes_on(&session) {
        let game = registry::open(id, &[]).unwrap();
        let analysis = hexarium_engines::engine(&*game).think(session.state(), &Opponent::level(2), &mut |_| true);
        session.play(analysis.best().unwrap()).unwrap();
    }
    let words = session.last_words().unwrap();
    let mut app = App::new(session, Contest::of_sides(PerPlayer([PlayerKind::Human, PlayerKind::Engine(2)])));
    app.take_messages();
    app.say(words);
    Screen::new(app, MONO)
}

#[test]
fn every_default_board_fits_80_by_24_with_prompt_and_counters() {
    for spec in registry::GAMES {
        let mut screen = screen(spec.id, TWO);
        let mut rng = hexarium_kernel::Rng::new(3);
        for _ in 0..9 {
            let legal = screen.app.session().state().legal();
            if legal.is_empty() {
                break;
            }
            click_out(&mut screen, &legal[rng.below(legal.len())]);
        }
        // The brackets of the cursor replace those of the last action, so it moves elsewhere.
        let last = screen.focus;
        screen.focus_middle();
        if screen.focus == last {
            let cell = screen.app.session().board().cells.iter().position(|cell| !cell.label.is_empty());
            screen.focus = Focus::Cell(Spot(cell.unwrap() as u16));
        }
        let shown = text(&mut screen, 80, 24);
        let layout = Layout::of(&screen, ratatui::layout::Rect::new(0, 0, 80, 24));
        assert!(!layout.is_clipped() && layout.panel.is_some(), "{}:\n{shown}", spec.id);
        let session = screen.app.session();
        let view = session.view().clone();
        let flat = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(&view.prompt.split_whitespace().collect::<Vec<_>>().join(" ")), "{shown}");
        for counter in &view.counters {
            assert!(shown.contains(&format!("{}: {}", counter.label, counter.value)), "{shown}");
        }
        for label in &session.board().rim {
            assert!(shown.contains(&label.text), "{}: no {} in\n{shown}", spec.id, label.text);
        }
        assert!(shown.contains('<') && shown.contains('>'), "the last action is not visible:\n{shown}");
        assert!(shown.contains('[') && shown.contains(']'), "the cursor is not visible:\n{shown}");
        // Every cell has its sign at its position in the chart.
        let buffer = drawn(&mut screen, 80, 24);
        for (spot, piece) in &view.pieces {
            let (x, y) = layout.chart.place(*spot).unwrap();
            let symbol = buffer[(layout.board.x + x, layout.board.y + y)].symbol();
            assert!(piece.glyph.starts_with(symbol), "{}: {symbol} for {}", spec.id, piece.glyph);
        }
    }
}

#[test]
fn whole_games_can_be_played_with_the_cursor_and_one_key() {
    for spec in registry::GAMES {
        let count = spec.sample.1.split_whitespace().count();
        let screen = sample(spec.id, count);
        let played: Vec<String> = screen.app.session().actions();
        assert_eq!(played.join(" "), spec.sample.1.split_whitespace().collect::<Vec<_>>().join(" "), "{}", spec.id);
    }
}

#[test]
fn the_cursor_reaches_every_cell_with_arrows_and_letters() {
    for spec in registry::GAMES {
        let mut screen = screen(spec.id, TWO);
        let mut seen = std::collections::HashSet::new();
        let mut waiting = vec![screen.focus];
        while let Some(focus) = waiting.pop() {
            if !seen.insert(format!("{focus:?}")) {
                continue;
            }
            for (arrow, letter) in
                [(KeyCode::Left, 'h'), (KeyCode::Down, 'j'), (KeyCode::Up, 'k'), (KeyCode::Right, 'l')]
            {
                screen.focus = focus;
                let Focus::Cell(spot) = focus else { panic!("arrows stay on the board") };
                screen.goal = screen.app.session().board().cells[usize::from(spot.0)].place.half_columns();
                press(&mut screen, arrow);
                let there = screen.focus;
                screen.focus = focus;
                screen.goal = screen.app.session().board().cells[usize::from(spot.0)].place.half_columns();
                press(&mut screen, KeyCode::Char(letter));
                assert_eq!(screen.focus, there);
                waiting.push(there);
            }
        }
        let playable = screen.app.session().board().cells.iter().filter(|cell| !cell.label.is_empty()).count();
        assert_eq!(seen.len(), playable, "{}", spec.id);
    }
}

#[test]
fn up_and_down_return_to_the_same_cell() {
    let mut screen = screen("hex", TWO);
    let start = screen.focus;
    for _ in 0..4 {
        press(&mut screen, KeyCode::Up);
    }
    assert_ne!(screen.focus, start);
    for _ in 0..4 {
        press(&mut screen, KeyCode::Down);
    }
    assert_eq!(screen.focus, start);
}

#[test]
fn a_mouse_click_selects_a_cell_or_button() {
    let mut screen = screen("coalesce", TWO);
    text(&mut screen, 80, 24);
    let layout = Layout::of(&screen, screen.area);
    let click = |screen: &mut Screen, x, y| {
        let kind = MouseEventKind::Down(MouseButton::Left);
        screen.input(&Event::Mouse(MouseEvent { kind, column: x, row: y, modifiers: KeyModifiers::NONE }));
    };
    let inputs = screen.app.session().state().inputs("a1-b1").unwrap();
    for input in inputs {
        let Input::Cell(spot) = input else { panic!("cells only") };
        let (x, y) = layout.chart.place(spot).unwrap();
        click(&mut screen, layout.board.x + x, layout.board.y + y);
    }
    assert_eq!(screen.app.session().actions(), ["a1-b1"]);
    let shown = text(&mut screen, 80, 24);
    let (y, line) = shown.lines().enumerate().find(|(_, line)| line.contains("[ pass ]")).expect("a button");
    let x = line.find("[ pass ]").unwrap();
    click(&mut screen, line[..x].chars().count() as u16 + 2, y as u16);
    assert_eq!(screen.app.session().actions().last().map(String::as_str), Some("pass"));
    // A click outside of everything has no effect.
    click(&mut screen, 79, 23);
    click(&mut screen, 500, 500);
    assert_eq!(screen.app.session().actions().len(), 2);
}

#[test]
fn buttons_are_reached_with_tab() {
    let mut screen = screen("coalesce", TWO);
    press(&mut screen, KeyCode::Tab);
    assert_eq!(screen.focus, Focus::Button("pass"));
    press(&mut screen, KeyCode::Enter);
    assert_eq!(screen.app.session().actions(), ["pass"]);
}

#[test]
fn an_action_is_typed_and_completed() {
    let mut screen = screen("coalesce", TWO);
    write(&mut screen, ":b5-a");
    press(&mut screen, KeyCode::Tab);
    assert!(text(&mut screen, 80, 24).contains(":b5-a4"));
    press(&mut screen, KeyCode::Enter);
    assert_eq!(screen.app.session().actions(), ["b5-a4"]);
    // A letter without another meaning begins an action too.
    write(&mut screen, "c3-");
    press(&mut screen, KeyCode::Tab);
    assert!(text(&mut screen, 80, 24).contains("c3-b"), "candidates are shown");
    press(&mut screen, KeyCode::Esc);
    write(&mut screen, ":nonsense");
    press(&mut screen, KeyCode::Enter);
    assert!(text(&mut screen, 80, 24).contains("'nonsense'"));
}

#[test]
fn the_engine_replies_and_a_turn_is_taken_back_and_replayed() {
    let mut screen = screen("hex", PerPlayer([PlayerKind::Human, PlayerKind::Engine(1)]));
    write(&mut screen, ":f6");
    press(&mut screen, KeyCode::Enter);
    assert!(text(&mut screen, 80, 24).contains("Red is thinking…"));
    press(&mut screen, KeyCode::Enter);
    assert_eq!(screen.notice, "The engine is thinking.");
    run_effects(&mut screen);
    assert_eq!(screen.app.session().actions().len(), 2);
    press(&mut screen, KeyCode::Char('u'));
    assert_eq!(screen.app.session().actions().len(), 0);
    press(&mut screen, KeyCode::Char('r'));
    assert_eq!(screen.app.session().actions().len(), 2);
    press(&mut screen, KeyCode::Char('?'));
    run_effects(&mut screen);
    assert!(screen.notice.starts_with("Hint, "), "{}", screen.notice);
    assert!(text(&mut screen, 80, 24).contains('!'));
}

#[test]
fn the_engine_replies_after_navigation() {
    let mut screen = screen("hex", PerPlayer([PlayerKind::Human, PlayerKind::Engine(1)]));
    write(&mut screen, ":f6");
    press(&mut screen, KeyCode::Enter);
    run_effects(&mut screen);
    write(&mut screen, "<<>>");
    press(&mut screen, KeyCode::Home);
    assert!(screen.notice.contains("Start of the game"));
    press(&mut screen, KeyCode::End);
    write(&mut screen, ":a1");
    press(&mut screen, KeyCode::Enter);
    run_effects(&mut screen);
    assert_eq!(screen.app.session().actions().len(), 4, "{}", screen.notice);
}

#[test]
fn a_clipped_board_shows_the_required_size() {
    let mut screen = screen("hex(size=19)", TWO);
    let shown = text(&mut screen, 80, 24);
    assert!(shown.contains("80 × 31 shows all"), "{shown}");
    assert!(!text(&mut screen, 80, 31).contains("shows all"));
}

#[test]
fn a_late_search_result_is_ignored() {
    let mut screen = screen("hex", PerPlayer([PlayerKind::Human, PlayerKind::Engine(1)]));
    write(&mut screen, ":f6");
    press(&mut screen, KeyCode::Enter);
    let id = search_id(&mut screen);
    press(&mut screen, KeyCode::Char('u'));
    screen.handle(AppEvent::SearchFinished { id, result: Ok(analysis()) });
    assert_eq!(screen.app.session().actions().len(), 0);
}

#[test]
fn two_engines_play_and_can_be_paused() {
    let mut screen = screen("hex(size=4)", PerPlayer([PlayerKind::Engine(1), PlayerKind::Engine(2)]));
    press(&mut screen, KeyCode::Char('g'));
    run_effects(&mut screen);
    assert_eq!(screen.app.session().actions().len(), 0);
    assert!(text(&mut screen, 80, 24).contains("g resume"));
    press(&mut screen, KeyCode::Char('g'));
    run_effects(&mut screen);
    assert!(screen.app.ending().is_some());
    assert!(text(&mut screen, 80, 24).contains(" wins: "));
}

#[test]
fn a_new_game_is_chosen_in_the_form() {
    let mut screen = screen("hex", PerPlayer([PlayerKind::Human, PlayerKind::Engine(3)]));
    press(&mut screen, KeyCode::Char('n'));
    press(&mut screen, KeyCode::Down);
    write(&mut screen, "5");
    let shown = text(&mut screen, 80, 24);
    assert!(shown.contains("size    < 5 >"), "{shown}");
    press(&mut screen, KeyCode::Up);
    press(&mut screen, KeyCode::Up);
    press(&mut screen, KeyCode::Right);
    press(&mut screen, KeyCode::Enter);
    assert_eq!(screen.app.session().game().canonical_id(), "hex(size=5)");
    assert_eq!(screen.app.players(), PerPlayer([PlayerKind::Human, PlayerKind::Engine(4)]));
    write(&mut screen, "7");
    assert_eq!(screen.app.players(), PerPlayer([PlayerKind::Human, PlayerKind::Engine(7)]));
}

#[test]
fn games_are_saved_and_opened_and_pasted() {
    let mut screen = screen("hex(size=5)", TWO);
    write(&mut screen, ":c3");
    press(&mut screen, KeyCode::Enter);
    write(&mut screen, "s");
    press(&mut screen, KeyCode::Enter);
    let record = screen.take_effects().into_iter().find_map(|effect| match effect {
        Effect::WriteFile { file, text } => Some((file, text)),
        _ => None,
    });
    let (file, record) = record.unwrap();
    assert_eq!(file, "hex.txt");
    write(&mut screen, ":new coalesce");
    press(&mut screen, KeyCode::Enter);
    assert_eq!(screen.app.session().game().canonical_id(), "coalesce");
    screen.input(&Event::Paste(record));
    assert_eq!(screen.app.session().actions(), ["c3"]);
    write(&mut screen, "o");
    screen.input(&Event::Paste("(;FF[4]GM[11]SZ[5];B[a1];W[b2])".to_string()));
    assert_eq!(screen.app.session().actions(), ["a1", "b2"]);
    let link = GameSession::new(&Games, "hex(size=5)").unwrap().export(hexarium_session::Form::Link).unwrap();
    write(&mut screen, &format!("o{link}"));
    press(&mut screen, KeyCode::Enter);
    assert_eq!(screen.app.session().actions().len(), 0, "{}", screen.notice);
    write(&mut screen, "ono-such-file");
    press(&mut screen, KeyCode::Enter);
    assert!(
        screen
            .take_effects()
            .iter()
            .any(|effect| matches!(effect, Effect::ReadFile { file } if file == "no-such-file"))
    );
    screen.handle(AppEvent::FileRead(Ok("nonsense".to_string())));
    assert!(screen.notice.starts_with("Cannot open the game: "), "{}", screen.notice);
}

#[test]
fn every_size_can_be_drawn_in_every_mode() {
    for spec in registry::GAMES {
        for mode in ["", ":", "n", "H", "R", "o", "a"] {
            let mut screen = sample(spec.id, 12);
            write(&mut screen, mode);
            for width in [1, 2, 5, 20, 29, 30, 31, 40, 60, 79, 80, 81, 120, 300] {
                for height in [1, 2, 5, 9, 10, 11, 12, 15, 20, 23, 24, 25, 40, 100] {
                    let shown = text(&mut screen, width, height);
                    assert_eq!(shown.lines().count(), usize::from(height));
                }
            }
        }
    }
    let mut small = screen("hex", TWO);
    let words = text(&mut small, 20, 5).split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(words, "20 × 5 is too small: expected at least 80 × 24.");
}

#[test]
fn the_colour_depth_is_respected() {
    for spec in registry::GAMES {
        let mut screen = sample(spec.id, 10);
        let colours = |screen: &mut Screen| {
            let buffer = drawn(screen, 80, 24);
            let mut colours = Vec::new();
            for cell in buffer.content() {
                colours.extend([cell.fg, cell.bg]);
            }
            colours
        };
        assert!(colours(&mut screen).iter().all(|colour| *colour == Color::Reset));
        screen.palette.depth = Depth::Sixteen;
        let sixteen = colours(&mut screen);
        assert!(sixteen.iter().all(|colour| !matches!(colour, Color::Rgb(..) | Color::Indexed(_))));
        assert!(sixteen.iter().any(|colour| *colour != Color::Reset));
        screen.palette.unicode = false;
        let shown = text(&mut screen, 80, 24).replace(['…', '×'], "");
        assert!(shown.is_ascii(), "{shown}");
    }
}

#[test]
fn random_keys_do_not_panic() {
    let keys = "hjklHRuran?gso:<>12345678 yxLDM@bcdefipt".chars().map(KeyCode::Char);
    let special = [
        KeyCode::Enter,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Esc,
        KeyCode::Backspace,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::Up,
        KeyCode::Left,
    ];
    let keys: Vec<KeyCode> = keys.chain(special).collect();
    let mut rng = hexarium_kernel::Rng::new(5);
    for spec in registry::GAMES {
        let mut screen = screen(spec.id, PerPlayer([PlayerKind::Human, PlayerKind::Engine(1)]));
        for _ in 0..600 {
            press(&mut screen, keys[rng.below(keys.len())]);
            run_effects(&mut screen);
            if rng.below(8) == 0 {
                text(&mut screen, 30 + rng.below(100) as u16, 10 + rng.below(40) as u16);
            }
        }
    }
}

#[test]
fn the_engines_lines_are_shown_beside_the_board() {
    let mut screen = screen("hex", TWO);
    write(&mut screen, "a");
    let id = search_id(&mut screen);
    screen.handle(AppEvent::SearchFinished { id, result: Ok(analysis()) });
    let shown = text(&mut screen, 80, 24);
    assert!(shown.contains("Analysis, 5120 nodes") && shown.contains("62 %  f6 g5 e7"), "{shown}");
    write(&mut screen, "a");
    assert!(!text(&mut screen, 80, 24).contains("Analysis"));
}

fn analysis() -> Analysis {
    let line = |action: &str, pv: &str, win| AnalysisLine {
        action: action.to_string(),
        visits: 100,
        win,
        pv: pv.split(' ').map(String::from).collect(),
        proof: None,
    };
    let lines = vec![line("f6", "f6 g5 e7", 0.62), line("e7", "e7 f6 d8", 0.55)];
    Analysis { lines, nodes: 5120, memory: 0, stop: Stop::Condition }
}

fn server(screen: &mut Screen, event: ServerEvent) {
    screen.handle(AppEvent::Server(event));
}

fn message(screen: &mut Screen, message: ServerMessage) {
    server(screen, ServerEvent::Message(Box::new(message), 0));
}

/// A screen connected to a server, with a list of games.
fn online() -> Screen {
    let mut app = app("hex", TWO);
    app.go_online("ada", "Ada", "https://hexarium.example", false);
    let mut screen = Screen::new(app, MONO);
    let summary = |id: &str, game: &str, host: &str, clock| GameSummary {
        id: id.to_string(),
        game: game.to_string(),
        clock,
        rated: false,
        created: 0,
        host: user(host),
        host_side: None,
        players: None,
        status: GameStatus::Open,
    };
    let open = vec![summary("g1", "hex", "Bob", CLOCK), summary("g2", "harvest(base=5)", "Robby", Clock::Unlimited)];
    let lobby = Lobby { open, playing: Vec::new(), yours: Vec::new() };
    server(&mut screen, ServerEvent::Lobby(Box::new(lobby)));
    screen
}

const CLOCK: Clock = Clock::Fischer(Fischer { initial: 300, increment: 3 });

fn user(name: &str) -> User {
    User { id: name.to_lowercase(), name: name.to_string(), kind: UserKind::Guest }
}

/// The events of a game of Hex between Ada and Bob with these turns; Ada begins.
fn entries(turns: &[&str]) -> Vec<Entry> {
    let players = Sides { first: "ada", second: "bob" };
    let participant = |id: &str| Participant::User(id.to_string());
    let started = GameEvent::Started(Sides { first: participant("ada"), second: participant("bob") });
    let turn = |(n, action): (usize, &&str)| {
        let side = if n.is_multiple_of(2) { Side::First } else { Side::Second };
        let time_left = Some(if side == Side::First { 247_000 } else { 300_000 });
        (Some(*players.of(side)), GameEvent::Turn { actions: vec![action.to_string()], time_left })
    };
    let events = std::iter::once((None, started)).chain(turns.iter().enumerate().map(turn));
    let entry = |(n, (by, event)): (usize, (Option<&str>, GameEvent))| Entry {
        seq: n as u32 + 1,
        at: 0,
        by: by.map(str::to_string),
        key: None,
        event,
    };
    events.enumerate().map(entry).collect()
}

/// Sends the snapshot of that game.
fn snapshot(screen: &mut Screen, turns: &[&str]) {
    let header = GameHeader {
        id: "g1".to_string(),
        game: "hex".to_string(),
        start: registry::open("hex", &[]).unwrap().start().position(),
        clock: CLOCK,
        rated: false,
        listed: true,
        host: "bob".to_string(),
        host_side: None,
        created: 0,
        series: "g1".to_string(),
    };
    let snapshot = GameSnapshot {
        header,
        users: vec![user("Ada"), user("Bob")],
        your_side: Some(Side::First),
        entries: entries(turns),
        away: Sides::default(),
        spectators: 0,
        score: Sides::default(),
        draws: 0,
        outages: Vec::new(),
        now: 0,
    };
    message(screen, ServerMessage::Snapshot(Box::new(snapshot)));
}

/// Enters that game.
fn enter(screen: &mut Screen, turns: &[&str]) {
    server(screen, ServerEvent::Entered("g1".to_string()));
    snapshot(screen, turns);
    requests(screen);
}

/// Sends the next event of that game.
fn event(screen: &mut Screen, event: GameEvent) {
    let seq = screen.app.remote().and_then(|remote| remote.room()).unwrap().seq() + 1;
    let entry = Entry { seq, at: 0, by: None, key: None, event };
    message(screen, ServerMessage::Event { game: "g1".to_string(), entry });
}

fn turn(screen: &mut Screen, action: &str) {
    event(screen, GameEvent::Turn { actions: vec![action.to_string()], time_left: Some(300_000) });
}

/// The requests to the server.
fn requests(screen: &mut Screen) -> Vec<Request> {
    let request = |effect| if let Effect::Request(request) = effect { Some(request) } else { None };
    screen.take_effects().into_iter().filter_map(request).collect()
}

/// The commands among them, with their keys.
fn commands(screen: &mut Screen) -> Vec<(String, GameCommand)> {
    let command = |request| match request {
        Request::Send(ClientMessage::Command { key, command, .. }) => Some((key, command)),
        _ => None,
    };
    requests(screen).into_iter().filter_map(command).collect()
}

#[test]
fn a_lobby_game_is_joined_and_a_turn_is_sent_as_a_whole() {
    let mut screen = online();
    press(&mut screen, KeyCode::Down);
    press(&mut screen, KeyCode::Up);
    press(&mut screen, KeyCode::Enter);
    assert!(matches!(&requests(&mut screen)[..], [Request::Join(id)] if id == "g1"));
    enter(&mut screen, &["c3", "d4"]);
    let shown = text(&mut screen, 80, 24);
    assert!(shown.contains("Blue (you, Ada)") && shown.contains("4:07") && shown.contains("5:00"), "{shown}");
    write(&mut screen, ":f6");
    press(&mut screen, KeyCode::Enter);
    let sent = commands(&mut screen);
    let expected = GameCommand::Turn { number: 2, actions: vec!["f6".to_string()] };
    assert!(matches!(&sent[..], [(_, command)] if *command == expected), "{sent:?}");
    write(&mut screen, ":a1");
    press(&mut screen, KeyCode::Enter);
    assert_eq!(screen.notice, "Your turn is being sent.");
    // A snapshot without the turn keeps it on the board, and it is sent again under the same key.
    snapshot(&mut screen, &["c3", "d4"]);
    assert_eq!(screen.app.session().action_count(), 3);
    assert_eq!(commands(&mut screen), sent);
    turn(&mut screen, "f6");
    write(&mut screen, ":a1");
    press(&mut screen, KeyCode::Enter);
    assert_eq!(screen.notice, "It is Bob's turn.");
    turn(&mut screen, "g7");
    assert_eq!(screen.app.session().actions(), ["c3", "d4", "f6", "g7"]);
    assert_eq!(screen.notice, "Red places a stone on g7.");
}

#[test]
fn a_rejected_turn_is_taken_off_the_board() {
    let mut screen = online();
    enter(&mut screen, &[]);
    write(&mut screen, ":f6");
    press(&mut screen, KeyCode::Enter);
    let key = commands(&mut screen).remove(0).0;
    let reason = "Your time is up.".to_string();
    message(&mut screen, ServerMessage::Rejected { key: Some(key), code: ErrorCode::Conflict, message: reason });
    assert_eq!(screen.app.session().action_count(), 0);
    assert_eq!(screen.notice, "Your turn was rejected: Your time is up.");
}

#[test]
fn offers_are_answered_with_a_key() {
    let mut screen = online();
    enter(&mut screen, &["c3", "d4"]);
    event(&mut screen, GameEvent::DrawOffered(Side::Second));
    assert!(text(&mut screen, 80, 24).contains("Bob offers a draw"));
    assert!(text(&mut screen, 80, 24).contains("y accept"));
    write(&mut screen, "x");
    assert!(matches!(&commands(&mut screen)[..], [(_, GameCommand::DeclineDraw)]));
    event(&mut screen, GameEvent::DrawDeclined(Side::First));
    event(&mut screen, GameEvent::TakebackRequested(Side::Second));
    write(&mut screen, "y");
    assert!(matches!(&commands(&mut screen)[..], [(_, GameCommand::AcceptTakeback)]));
    event(&mut screen, GameEvent::TakenBack(1));
    assert_eq!(screen.app.session().actions(), ["c3"]);
    write(&mut screen, "?");
    assert_eq!(screen.notice, "No hints during a game.");
    write(&mut screen, "Ry");
    assert!(matches!(&commands(&mut screen)[..], [(_, GameCommand::Abort)]));
    event(&mut screen, GameEvent::Ended { winner: None, cause: EndCause::Aborted });
    assert!(screen.app.ending().is_some());
}

#[test]
fn a_lost_connection_is_shown_until_it_is_back() {
    let mut screen = online();
    enter(&mut screen, &["c3"]);
    server(&mut screen, ServerEvent::Disconnected("connection reset".to_string()));
    assert!(text(&mut screen, 80, 24).contains("Connection lost (connection reset). Reconnecting…"));
    write(&mut screen, "hjkl");
    assert!(text(&mut screen, 80, 24).contains("Connection lost (connection reset). Reconnecting…"));
    server(&mut screen, ServerEvent::Connected);
    assert!(text(&mut screen, 80, 24).contains("Reconnected."));
    // Goes to the lobby and back to the game.
    write(&mut screen, "L");
    let sent = requests(&mut screen);
    assert!(sent.iter().any(|request| matches!(request, Request::Lobby)), "{sent:?}");
    snapshot(&mut screen, &["c3", "d4"]);
    assert!(text(&mut screen, 80, 24).contains("Games on the server"), "a late message shows nothing");
    enter(&mut screen, &["c3", "d4"]);
    assert_eq!(screen.app.session().action_count(), 2);
}

/// Compares the screens in the documentation with those that are drawn. `HEXARIUM_SCREENS=write`
/// writes them; with `HEXARIUM_GAME=ID`, only that of one game.
#[test]
fn documented_screens_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/screens/terminal");
    let mut screens: Vec<(String, String)> = Vec::new();
    for spec in registry::GAMES {
        let mut screen = midgame(spec.id, 6);
        screens.push((spec.id.to_string(), text(&mut screen, 80, 24)));
    }
    let mut large = midgame("hex", 16);
    screens.push(("hex-120x40".to_string(), text(&mut large, 120, 40)));
    let mut small = midgame("protista", 6);
    screens.push(("protista-60x20".to_string(), text(&mut small, 60, 20)));
    let mut form = screen("protista", PerPlayer([PlayerKind::Human, PlayerKind::Engine(3)]));
    write(&mut form, "njj");
    screens.push(("new-game".to_string(), text(&mut form, 80, 24)));
    let mut help = screen("hex", TWO);
    write(&mut help, "H");
    screens.push(("help".to_string(), text(&mut help, 80, 24)));
    let mut study = screen("hex", TWO);
    write(&mut study, "a");
    let id = search_id(&mut study);
    study.handle(AppEvent::SearchFinished { id, result: Ok(analysis()) });
    screens.push(("analysis".to_string(), text(&mut study, 80, 24)));
    let mut lobby = online();
    screens.push(("lobby".to_string(), text(&mut lobby, 80, 24)));
    enter(&mut lobby, &["c3", "d4", "f6", "g7"]);
    screens.push(("server".to_string(), text(&mut lobby, 80, 24)));
    for (name, shown) in screens {
        let file = folder.join(format!("{name}.txt"));
        let of_another = std::env::var("HEXARIUM_GAME").is_ok_and(|id| id != name);
        if std::env::var("HEXARIUM_SCREENS").is_ok_and(|value| value == "write") && !of_another {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&file, &shown).unwrap();
        }
        let kept = std::fs::read_to_string(&file).unwrap_or_default();
        assert_eq!(kept, shown, "{name} has changed; HEXARIUM_SCREENS=write writes it");
    }
    let screen = std::fs::read_to_string(folder.join("coalesce.txt")).unwrap();
    let readme = std::fs::read_to_string(folder.join("../../../README.md")).unwrap();
    assert!(readme.contains(&screen), "the screen in the README differs from docs/screens/terminal/coalesce.txt");
}
