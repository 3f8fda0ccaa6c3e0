//! The networks that are shipped, one for a game with all of its options.

use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use hexarium_net::{Network, NetworkError};

/// The ids of the games that have a network, with its file; empty in the app, which loads the files
/// itself.
const FILES: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/networks.rs"));

/// The networks that this program contains or has loaded.
static NETWORKS: LazyLock<RwLock<Vec<Arc<Network>>>> = LazyLock::new(|| {
    let files = FILES.iter().filter(|(_, bytes)| !bytes.is_empty());
    let networks = files.map(|(_, bytes)| Arc::new(Network::read(bytes).expect("a test reads every network")));
    RwLock::new(networks.collect())
});

/// Whether a game has a network.
pub fn has_network(id: &str) -> bool {
    FILES.iter().any(|(game, _)| *game == id)
}

/// Returns the network of a game, if there is one and this program has it.
pub fn shipped_network(id: &str) -> Option<Arc<Network>> {
    let networks = NETWORKS.read().unwrap_or_else(PoisonError::into_inner);
    networks.iter().find(|network| network.game() == id).cloned()
}

/// Adds the network of a file to those that this program has.
pub fn add_network(bytes: &[u8]) -> Result<(), NetworkError> {
    let network = Network::read(bytes)?;
    NETWORKS.write().unwrap_or_else(PoisonError::into_inner).push(Arc::new(network));
    Ok(())
}

#[cfg(test)]
mod tests {
    use hexarium_games::registry;

    use super::*;
    use crate::engine_with_network;

    #[test]
    fn every_network_is_for_the_game_of_its_name_with_any_options() {
        assert!(!FILES.is_empty());
        for (id, _) in FILES {
            let network = shipped_network(id).unwrap_or_else(|| panic!("{id}.net is a network for another game"));
            let spec = registry::GAMES.iter().find(|spec| spec.id == *id).unwrap();
            let presets = spec.presets.iter().map(|(_, preset)| preset.to_string());
            // Each value of each option alone, among them the ends of all ranges.
            let values = spec.options.iter().flat_map(|option| {
                option.values.samples().into_iter().map(move |value| format!("{id}({}={value})", option.name))
            });
            for text in presets.chain(values) {
                let game = registry::open(&text, &[]).unwrap();
                engine_with_network(&*game, network.clone(), 1).unwrap_or_else(|e| panic!("{text}: {e}"));
            }
        }
    }
}
