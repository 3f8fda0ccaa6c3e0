//! The terminal around the screen: input, drawing, signals, and restoring it at the end.

use std::io::{IsTerminal, stdout};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, Event as Input, read,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::layout::{Position, Rect};

use crate::ServerOptions;
use crate::app::App;
use crate::effect::Event as AppEvent;
use crate::executor::Executor;
use crate::online::{ServerConnection, now};
use crate::saves::SaveFolder;
use crate::screen::{Palette, Screen};

/// The interval at which clocks are drawn.
const TICK: Duration = Duration::from_millis(250);

/// An event that the driver waits for.
enum Event {
    Input(Input),
    /// The terminal has or had another size.
    Resize,
    App(AppEvent),
    /// A signal to end the program.
    Stop,
}

impl From<AppEvent> for Event {
    fn from(event: AppEvent) -> Self {
        Self::App(event)
    }
}

/// Plays on the full screen until the player quits or the terminal is gone.
pub(crate) fn run(mut app: App, saves: &SaveFolder, server: Option<&ServerOptions>) -> Result<(), String> {
    if !stdout().is_terminal() || !std::io::stdin().is_terminal() {
        return Err("Not a terminal: use hexarium play --plain with pipes.".to_string());
    }
    if std::env::var("TERM").is_ok_and(|term| term == "dumb") {
        return Err("This terminal cannot show a screen: use hexarium play --plain.".to_string());
    }
    let (sender, inbox) = channel();
    let connection = match server {
        Some(server) => {
            let events = sender.clone();
            let send = move |event| _ = events.send(Event::App(AppEvent::Server(event)));
            Some(ServerConnection::open(server, &mut app, false, send)?)
        }
        None => None,
    };
    let online = connection.is_some();
    let executor = Executor::new(app.games(), saves, connection, sender.clone());
    let mut screen = Screen::new(app, Palette::of_environment(|name| std::env::var(name).ok()));
    let guard = Guard::enter().map_err(|e| format!("Cannot use the terminal: {e}"))?;
    watch_signals(sender.clone());
    std::thread::spawn(move || read_input(&sender));
    let mut terminal = Terminal::new(CrosstermBackend::new(stdout())).map_err(|e| e.to_string())?;
    'playing: loop {
        for effect in screen.take_effects() {
            if !executor.run(effect) {
                break 'playing;
            }
        }
        // The terminal is gone; the game is saved already.
        if terminal.draw(|frame| screen.draw(frame.area(), frame.buffer_mut(), now())).is_err() {
            break;
        }
        let event = match online {
            true => inbox.recv_timeout(TICK),
            false => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match event {
            Ok(Event::Input(input)) => {
                panic_if_requested(&input);
                screen.input(&input);
            }
            // Redraws everything, even if the size is the same. Clearing the terminal would query
            // its cursor position, and the response would arrive among the keys.
            Ok(Event::Resize) => {
                let anew = terminal.size().and_then(|size| terminal.resize(Rect::from((Position::ORIGIN, size))));
                if anew.is_err() {
                    break;
                }
            }
            Ok(Event::App(event)) => screen.handle(event),
            Ok(Event::Stop) | Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
    drop(guard);
    Ok(())
}

/// Panics on F12 in test builds if the environment requests it, to test the cleanup after a panic.
fn panic_if_requested(input: &Input) {
    use ratatui::crossterm::event::KeyCode;
    let key = input.as_key_press_event().map(|key| key.code);
    if cfg!(debug_assertions) && key == Some(KeyCode::F(12)) && std::env::var_os("HEXARIUM_TEST_PANIC").is_some() {
        panic!("requested by the environment");
    }
}

fn read_input(sender: &Sender<Event>) {
    loop {
        let event = match read() {
            // crossterm drops the signal of a resize that arrives together with a key.
            Ok(Input::Resize(..)) if cfg!(unix) => continue,
            Ok(Input::Resize(..)) => Event::Resize,
            Ok(input) => Event::Input(input),
            Err(_) => Event::Stop,
        };
        let last = matches!(event, Event::Stop);
        if sender.send(event).is_err() || last {
            return;
        }
    }
}

/// Shuts the program down cleanly on termination signals, and reports resizes.
#[cfg(unix)]
fn watch_signals(sender: Sender<Event>) {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
    let context = runtime.enter();
    let kinds = [SignalKind::window_change(), SignalKind::terminate(), SignalKind::hangup(), SignalKind::interrupt()];
    let [Ok(mut resize), Ok(mut terminate), Ok(mut hangup), Ok(mut interrupt)] = kinds.map(signal) else { return };
    drop(context);
    std::thread::spawn(move || {
        runtime.block_on(async {
            loop {
                let event = tokio::select! {
                    _ = resize.recv() => Event::Resize,
                    _ = terminate.recv() => Event::Stop,
                    _ = hangup.recv() => Event::Stop,
                    _ = interrupt.recv() => Event::Stop,
                };
                let last = matches!(event, Event::Stop);
                if sender.send(event).is_err() || last {
                    return;
                }
            }
        });
    });
}

/// Other systems have no such signals.
#[cfg(not(unix))]
fn watch_signals(_: Sender<Event>) {}

/// A terminal in use. It is restored when it is dropped and on a panic.
struct Guard;

impl Guard {
    fn enter() -> std::io::Result<Self> {
        enable_raw_mode()?;
        let guard = Self;
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |what| {
            // A panic of another thread is reported on the screen, which stays.
            if std::thread::current().name() == Some("main") {
                restore();
                before(what);
            }
        }));
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste, Hide)?;
        Ok(guard)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal; repeated calls have no effect.
fn restore() {
    let _ = execute!(stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}
