//! Line mode: lines in, lines out, without escape codes, for screen readers and pipes.

use std::io::{BufRead, Write};
use std::sync::mpsc::{Sender, channel};

use hexarium_session::words::sentence;
use hexarium_session::{SearchRequest, SearchTask};

use crate::ServerOptions;
use crate::app::App;
use crate::effect::{Effect, Event};
use crate::engine::EngineCache;
use crate::executor::run_file_effect;
use crate::online::ServerConnection;
use crate::saves::SaveFolder;

/// An input of line mode.
enum Input {
    Line(String),
    End,
    Event(Event),
}

/// Plays line by line until the player quits or the input ends.
pub(crate) fn run(mut app: App, saves: &SaveFolder, server: Option<&ServerOptions>) -> Result<(), String> {
    let (sender, inbox) = channel();
    let connection = match server {
        Some(server) => {
            let events = sender.clone();
            let send = move |event| _ = events.send(Input::Event(Event::Server(event)));
            Some(ServerConnection::open(server, &mut app, true, send)?)
        }
        None => {
            let messages = app.take_messages();
            app.say(app.introduction());
            messages.into_iter().for_each(|message| app.say(message));
            None
        }
    };
    app.say("Enter help for a list of commands.");
    let mut plain = Plain { app, saves, connection, engine: EngineCache::default(), prompted: None };
    std::thread::spawn(move || read_lines(&sender));
    while plain.run_effects() {
        match inbox.recv() {
            Ok(Input::Line(text)) => plain.app.execute_line(&text),
            Ok(Input::Event(event)) => plain.app.handle(event),
            Ok(Input::End) | Err(_) => break,
        }
    }
    Ok(())
}

fn read_lines(sender: &Sender<Input>) {
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    while matches!(input.read_until(b'\n', &mut line), Ok(1..)) {
        if sender.send(Input::Line(String::from_utf8_lossy(&line).into_owned())).is_err() {
            return;
        }
        line.clear();
    }
    let _ = sender.send(Input::End);
}

struct Plain<'a> {
    app: App,
    saves: &'a SaveFolder,
    connection: Option<ServerConnection>,
    engine: EngineCache,
    /// The number of actions and the prompt that was printed last.
    prompted: Option<(usize, String)>,
}

impl Plain<'_> {
    /// Executes the effects and prints the messages. Returns whether the program continues.
    fn run_effects(&mut self) -> bool {
        loop {
            if !self.app.take_messages().into_iter().all(|message| print(&message)) {
                return false;
            }
            let effects = self.app.take_effects();
            if effects.is_empty() {
                return self.print_prompt();
            }
            for effect in effects {
                if !self.run(effect) {
                    return false;
                }
            }
        }
    }

    /// Prints the prompt if it has changed.
    fn print_prompt(&mut self) -> bool {
        if self.app.is_online() && self.app.remote().is_none_or(|remote| remote.room().is_none()) {
            return true;
        }
        let now = (self.app.session().action_count(), self.app.prompt());
        if self.prompted.as_ref() == Some(&now) {
            return true;
        }
        let is_over = self.app.ending().is_some();
        let printed = is_over || print(&sentence(&now.1));
        self.prompted = Some(now);
        printed
    }

    /// Executes an effect and waits for its result, so that output is in order.
    fn run(&mut self, effect: Effect) -> bool {
        match effect {
            Effect::Search(request) => self.search(request),
            Effect::Request(request) => {
                if let Some(connection) = &self.connection {
                    connection.send(request);
                }
            }
            Effect::StopSearch(_) => {}
            Effect::Quit => return false,
            file => {
                if let Some(event) = run_file_effect(self.saves, file) {
                    self.app.handle(event);
                }
            }
        }
        true
    }

    fn search(&mut self, mut request: SearchRequest) {
        let is_report = request.task == SearchTask::Report;
        if is_report {
            // Limited by nodes, so that a script gets the same output every time.
            request.task = SearchTask::Hint;
        }
        let result = self.engine.search(self.app.games(), &request, || true);
        self.app.handle(Event::SearchFinished { id: request.id, result });
        if is_report {
            // A list is printed once, not repeatedly.
            let lines = self.app.analysis_lines();
            if self.app.analysis().is_on() {
                self.app.toggle_analysis();
            }
            lines.into_iter().for_each(|line| self.app.say(line.trim_start().to_string()));
        }
    }
}

/// Prints a line without control characters. Returns whether the output is open.
fn print(text: &str) -> bool {
    let clean: String = text.chars().filter(|c| *c == '\n' || !c.is_control()).collect();
    let mut out = std::io::stdout().lock();
    writeln!(out, "{clean}").and_then(|()| out.flush()).is_ok()
}
