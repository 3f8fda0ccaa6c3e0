//! The module that a web worker of the app runs.

fn main() {
    hexarium_worker::start();
}
