//! All variants of the games that the tests run on.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use hexarium_games::registry::{self, GAMES, Games};
use hexarium_kernel::{AnyGame, GameCatalog, GameSpec, Options, Rng};

/// A game with some of its options changed.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The game.
    pub spec: &'static GameSpec,
    /// Its options.
    pub options: Options,
    /// The option value that this variant covers; `None` for the default and for mixtures.
    pub shows: Option<(&'static str, String)>,
}

impl Variant {
    /// Returns the canonical id.
    pub fn id(&self) -> String {
        self.open().canonical_id()
    }

    /// Returns the configured game.
    pub fn open(&self) -> Box<dyn AnyGame> {
        let text = self.options.game_text(self.spec.id);
        registry::open(&text, &[]).unwrap_or_else(|e| panic!("{text}: {e}"))
    }
}

/// The environment variable that restricts the tests to one game, by its id.
pub const ONE_GAME: &str = "HEXARIUM_GAME";

/// Returns the games to test: all, or the one that [`ONE_GAME`] names.
///
/// # Panics
/// If there is no game with that id.
pub fn games() -> Vec<&'static GameSpec> {
    match std::env::var(ONE_GAME) {
        Ok(id) => vec![registry::spec(&id).unwrap_or_else(|e| panic!("{ONE_GAME}: {e}"))],
        Err(_) => GAMES.to_vec(),
    }
}

/// Returns the default, every value of every option (long ranges are sampled) and some mixtures of
/// options, for every game of [`games`].
pub fn variants() -> Vec<Variant> {
    games().into_iter().flat_map(|spec| variants_of(spec, &Games)).collect()
}

/// Like [`variants`], for one game of any catalogue.
pub fn variants_of(spec: &'static GameSpec, catalog: &dyn GameCatalog) -> Vec<Variant> {
    let default = Variant { spec, options: Options::defaults(spec.options), shows: None };
    let mut all = vec![default.clone()];
    for option in spec.options {
        for value in option.values.samples().into_iter().filter(|v| v != option.default) {
            let mut options = default.options.clone();
            options.set(spec.options, option.name, &value).expect("samples are values");
            let options = make_consistent(catalog, spec, options, option.name)
                .unwrap_or_else(|| panic!("{}: no game with {}={value}", spec.id, option.name));
            all.push(Variant { spec, options, shows: Some((option.name, value)) });
        }
    }
    all.extend(mixtures(catalog, spec, 12));
    all
}

/// Returns variants in which every option has a random value, to cover interactions between
/// options.
fn mixtures(catalog: &dyn GameCatalog, spec: &'static GameSpec, count: usize) -> Vec<Variant> {
    let mut rng = Rng::new(1789);
    let mut found = Vec::new();
    while found.len() < count {
        let mut options = Options::defaults(spec.options);
        for option in spec.options {
            let samples = option.values.samples();
            options.set(spec.options, option.name, &samples[rng.below(samples.len())]).expect("samples are values");
        }
        if catalog.configure(spec, &options).is_ok() {
            found.push(Variant { spec, options, shows: None });
        }
    }
    found
}

/// Changes another option if a value is incompatible with that option's default.
fn make_consistent(
    catalog: &dyn GameCatalog,
    spec: &'static GameSpec,
    options: Options,
    keep: &str,
) -> Option<Options> {
    if catalog.configure(spec, &options).is_ok() {
        return Some(options);
    }
    for other in spec.options.iter().filter(|o| o.name != keep) {
        for value in other.values.samples() {
            let mut changed = options.clone();
            changed.set(spec.options, other.name, &value).expect("samples are values");
            if catalog.configure(spec, &changed).is_ok() {
                return Some(changed);
            }
        }
    }
    None
}

/// Runs `work` for every item on all cores and panics with all errors together.
pub fn in_parallel<T: Sync>(items: &[T], work: impl Fn(&T) -> Result<(), String> + Sync) {
    let next = AtomicUsize::new(0);
    let complaints = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(complaint) = work(item) {
                        complaints.lock().expect("no panic while held").push(complaint);
                    }
                }
            });
        }
    });
    let complaints = complaints.into_inner().expect("no panic while held");
    assert!(complaints.is_empty(), "{} of {} failed:\n{}", complaints.len(), items.len(), complaints.join("\n"));
}
