//! The template of `cargo xtask new-game`, which is also the example of `docs/adding-a-game.md`:
//! it obeys every law before it has been copied.

use std::path::Path;

use hexarium_conformance::crosscheck::{compare_game, reference_options};
use hexarium_conformance::encoding::EncodingLaws;
use hexarium_conformance::inputs::InputLaws;
use hexarium_conformance::laws::Laws;
use hexarium_conformance::reference::template::MODEL;
use hexarium_conformance::{in_parallel, variants_of};
use hexarium_games::registry::{Visitor, visit_template};
use hexarium_games::template::SPEC;
use hexarium_kernel::lesson::Lesson;
use hexarium_kernel::{AnyGame, Game, GameCatalog, GameSpec, OptionError, Options, Rng, erase};

/// The catalogue of the template alone.
struct Template;

impl GameCatalog for Template {
    fn specs(&self) -> &[&'static GameSpec] {
        &[&SPEC]
    }

    fn configure(&self, _: &'static GameSpec, options: &Options) -> Result<Box<dyn AnyGame>, OptionError> {
        visit_template(options, Erase)
    }
}

struct Erase;

impl Visitor for Erase {
    type Output = Box<dyn AnyGame>;
    fn visit<G: Game>(self, game: G) -> Self::Output {
        erase(game)
    }
}

#[test]
fn the_template_obeys_every_law() {
    in_parallel(&variants_of(&SPEC, &Template), |variant| {
        let mut rng = Rng::new(11);
        let options = reference_options(variant);
        let starts: Vec<String> = (0..12).map(|_| (MODEL.scatter)(&options, &mut rng)).collect();
        let visit = |e: OptionError| e.to_string();
        visit_template(&variant.options, Laws { positions: 400, starts: &starts, seed: 5 }).map_err(visit)??;
        visit_template(&variant.options, InputLaws { positions: 10, starts: &starts, seed: 8 }).map_err(visit)??;
        visit_template(&variant.options, EncodingLaws { positions: 300, starts: &starts, seed: 4 })
            .map_err(visit)??;
        let opened = Template.configure(variant.spec, &variant.options).map_err(visit)?;
        let compared = compare_game(&*opened, variant, &MODEL, 1000, 3)?;
        if compared < 1000 { Err(format!("{}: only {compared} positions", variant.id())) } else { Ok(()) }
    });
}

#[test]
fn the_sample_of_the_template_is_played_to_a_win() {
    let (text, actions) = SPEC.sample;
    let mut state = Template.open(text).unwrap().start();
    for action in actions.split(' ') {
        state.play(action).unwrap();
    }
    assert_eq!(state.verdict().unwrap().reason, "Blue has four stones in a row");
}

#[test]
fn the_lesson_of_the_template_starts_every_step() {
    for step in &Lesson::parse(SPEC.lesson()).unwrap().steps {
        step.start(&*Template.open(step.game).unwrap()).unwrap();
    }
}

/// The document shows the files as they are copied.
#[test]
fn the_document_shows_the_template() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    let document = read("docs/adding-a-game.md");
    for file in ["game.rs", "lesson.txt", "reference.rs", "test.rs"] {
        let text = read(&format!("crates/core/games/template/{file}"));
        assert!(document.contains(&text), "docs/adding-a-game.md does not show template/{file} as it is:\n{text}");
    }
}
