//! Networks, each loaded before the first search of its game.

use hexarium_engines::{add_network, has_network, shipped_network};
use hexarium_games::registry::Games;
use hexarium_kernel::GameCatalog;
use js_sys::{ArrayBuffer, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{DedicatedWorkerGlobalScope, Response};

/// Loads the network of a game if it has one that is not loaded yet. Returns whether it did.
pub(crate) async fn load(game: &str) -> Result<bool, String> {
    let game = Games.open(game).map_err(|e| e.to_string())?;
    let id = game.spec().id;
    if !has_network(id) || shipped_network(id).is_some() {
        return Ok(false);
    }
    let name = format!("networks/{id}.net");
    let bytes = fetch(&format!("./{name}")).await.ok_or_else(|| format!("{name} could not be loaded"))?;
    add_network(&bytes).map_err(|e| format!("{name}: {e}"))?;
    Ok(true)
}

/// Returns the content of a file of the app.
async fn fetch(address: &str) -> Option<Vec<u8>> {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let response: Response = JsFuture::from(scope.fetch_with_str(address)).await.ok()?.unchecked_into();
    if !response.ok() {
        return None;
    }
    let buffer: ArrayBuffer = JsFuture::from(response.array_buffer().ok()?).await.ok()?.unchecked_into();
    Some(Uint8Array::new(&buffer).to_vec())
}
