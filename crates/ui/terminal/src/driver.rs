//! The real terminal around the screen: input, drawing, signals, and leaving it as it was found.

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

use crate::Server;
use crate::clock::now;
use crate::desk::Desk;
use crate::errand::Answer;
use crate::keeping::Keeping;
use crate::online::Line;
use crate::screen::{Palette, Screen};
use crate::sitting::Sitting;

/// How often clocks are drawn anew.
const TICK: Duration = Duration::from_millis(250);

/// What the driver waits for.
enum Event {
    Input(Input),
    Answer(Answer),
    /// The terminal or somebody else wants the program to end.
    Stop,
}

impl From<Answer> for Event {
    fn from(answer: Answer) -> Self {
        Self::Answer(answer)
    }
}

/// Plays on the whole screen until the player has enough, or the terminal is gone.
pub(crate) fn run(mut sitting: Sitting, keeping: &Keeping, server: Option<&Server>) -> Result<(), String> {
    if !stdout().is_terminal() || !std::io::stdin().is_terminal() {
        return Err("this is not a terminal; hexarium play --plain works with pipes".to_string());
    }
    if std::env::var("TERM").is_ok_and(|term| term == "dumb") {
        return Err("this terminal cannot show a screen; hexarium play --plain needs none".to_string());
    }
    let (sender, inbox) = channel();
    let line = match server {
        Some(server) => {
            let news = sender.clone();
            let line = Line::open(server, move |heard| _ = news.send(Event::Answer(Answer::News(heard))))?;
            sitting.go_online(&line.name, &server.address, false);
            Some(line)
        }
        None => None,
    };
    let online = line.is_some();
    let desk = Desk::new(keeping, line, sender.clone());
    let mut screen = Screen::new(sitting, Palette::of_environment(|name| std::env::var(name).ok()));
    let terminal_kept = Guard::enter().map_err(|e| format!("the terminal cannot be used: {e}"))?;
    watch_signals(sender.clone());
    std::thread::spawn(move || read_input(&sender));
    let mut terminal = Terminal::new(CrosstermBackend::new(stdout())).map_err(|e| e.to_string())?;
    'playing: loop {
        for errand in screen.take_errands() {
            if !desk.run(errand) {
                break 'playing;
            }
        }
        // A terminal that is gone cannot be drawn on; the game is kept.
        if terminal.draw(|frame| screen.draw(frame.area(), frame.buffer_mut(), now())).is_err() {
            break;
        }
        let event = match online {
            true => inbox.recv_timeout(TICK),
            false => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match event {
            Ok(Event::Input(input)) => {
                fall_over_if_asked(&input);
                // Whatever the terminal made of what was on it, all of it is drawn anew, even if it is as large as before by now. To clear it
                // would do as well, but that asks the terminal where its cursor is, and the answer would go to whoever reads keys.
                if matches!(input, Input::Resize(..)) {
                    let anew = terminal.size().and_then(|size| terminal.resize(Rect::from((Position::ORIGIN, size))));
                    if anew.is_err() {
                        break;
                    }
                }
                screen.input(&input);
            }
            Ok(Event::Answer(answer)) => screen.answer(answer),
            Ok(Event::Stop) | Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
    drop(terminal_kept);
    Ok(())
}

/// Only in test builds, and only when the environment says so: F12 is a defect, so that it can be tested what a defect leaves behind.
fn fall_over_if_asked(input: &Input) {
    use ratatui::crossterm::event::KeyCode;
    let key = input.as_key_press_event().map(|key| key.code);
    if cfg!(debug_assertions) && key == Some(KeyCode::F(12)) && std::env::var_os("HEXARIUM_FALL_OVER").is_some() {
        panic!("asked to fall over");
    }
}

fn read_input(sender: &Sender<Event>) {
    loop {
        let event = read().map_or(Event::Stop, Event::Input);
        let last = matches!(event, Event::Stop);
        if sender.send(event).is_err() || last {
            return;
        }
    }
}

/// Signals that end a program end the game in good order.
#[cfg(unix)]
fn watch_signals(sender: Sender<Event>) {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
    std::thread::spawn(move || {
        let signalled = runtime.block_on(async {
            let (Ok(mut terminate), Ok(mut hangup), Ok(mut interrupt)) =
                (signal(SignalKind::terminate()), signal(SignalKind::hangup()), signal(SignalKind::interrupt()))
            else {
                return false;
            };
            tokio::select! {
                _ = terminate.recv() => {}
                _ = hangup.recv() => {}
                _ = interrupt.recv() => {}
            }
            true
        });
        if signalled {
            let _ = sender.send(Event::Stop);
        }
    });
}

/// Where there are no such signals there is nothing to watch.
#[cfg(not(unix))]
fn watch_signals(_: Sender<Event>) {}

/// A terminal in use. It is given back as it was, also when a defect ends the program.
struct Guard;

impl Guard {
    fn enter() -> std::io::Result<Self> {
        enable_raw_mode()?;
        let guard = Self;
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |what| {
            // What goes wrong in another thread is told on the screen, which stays.
            if std::thread::current().name() == Some("main") {
                give_back();
                before(what);
            }
        }));
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste, Hide)?;
        Ok(guard)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        give_back();
    }
}

/// Twice is as good as once; a terminal that is gone needs nothing.
fn give_back() {
    let _ = execute!(stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}
