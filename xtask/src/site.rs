//! The app as a folder of static files for any web server.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use wasm_bindgen_cli_support::Bindgen;

use crate::files::{children, file_name};
use crate::{icons, puzzles, rules_pages, wasm};

/// The size limit of what the first visit loads before the app is usable, in bytes, compressed.
const MAX_BYTES: usize = 900_000;

/// The beginnings of the names of files that are loaded when they are needed: the engines, the
/// large icon of an installed app, the texts of languages other than English, the lessons on
/// strategy, the networks, the puzzles, and the rules pages.
const LAZY: [&str; 7] = ["engine", "icon-512", "lang/", "lessons/", "networks/", "puzzles/", "rules/"];

/// The content of every file by its name.
type Files = BTreeMap<String, Vec<u8>>;

/// Builds the app into a folder with a profile that builds fast.
pub(crate) fn build_quickly(root: &Path, folder: &Path) -> Result<(), String> {
    write(folder, &files(root, true)?)
}

/// Builds the app into a folder and prints its compressed sizes.
pub(crate) fn build(root: &Path, folder: &Path) -> Result<(), String> {
    let mut files = files(root, false)?;
    let total = compress(&mut files)?;
    write(folder, &files)?;
    if total > MAX_BYTES {
        return Err(format!("the first visit loads {total} bytes compressed; at most {MAX_BYTES} are allowed"));
    }
    Ok(())
}

/// Returns every file of the app, to ship them or for trying things out.
fn files(root: &Path, is_quick: bool) -> Result<Files, String> {
    let built = wasm::build(root, is_quick)?;
    let mut files = Files::new();
    for (file, module) in built.iter().zip(wasm::MODULES) {
        bind(file, module.name, &mut files)?;
    }
    gather(&root.join("crates/ui/web/static"), "", &mut files)?;
    let icon = files.get("icon.svg").ok_or("there is no icon.svg")?;
    let icons = icons::all(&String::from_utf8_lossy(icon))?;
    files.extend(icons.into_iter().map(|(name, bytes)| (name.to_string(), bytes)));
    let pages = built[0].with_file_name("rules-pages");
    rules_pages::write(root, &pages)?;
    gather(&pages, "rules/", &mut files)?;
    gather(&root.join(puzzles::DATA), "puzzles/", &mut files)?;
    gather(&root.join("crates/engine/engines/networks"), "networks/", &mut files)?;
    add_lessons(root, &mut files)?;
    // Measurements depend on the profiles.
    let profiles = if is_quick { "quick\n" } else { "release\n" };
    files.insert("built.txt".to_string(), profiles.as_bytes().to_vec());
    fill_in_service_worker(&mut files)?;
    Ok(files)
}

/// The default folder of the app.
pub(crate) fn folder(root: &Path) -> PathBuf {
    root.join("target/site")
}

/// Adds a module and its JavaScript bindings.
fn bind(module: &Path, name: &str, files: &mut Files) -> Result<(), String> {
    let out = module.with_file_name(format!("bindings-{name}"));
    let problem = |e| format!("cannot write the bindings of {}: {e:#}", module.display());
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(name).typescript(false);
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.web(true).map_err(problem)?.generate(&out).map_err(problem)?;
    gather(&out, "", files)
}

/// Adds the files below a folder.
fn gather(folder: &Path, prefix: &str, files: &mut Files) -> Result<(), String> {
    for path in children(folder) {
        let name = format!("{prefix}{}", file_name(&path));
        if path.is_dir() {
            gather(&path, &format!("{name}/"), files)?;
        } else {
            let bytes = fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            files.insert(name, bytes);
        }
    }
    Ok(())
}

/// Adds the lessons on strategy of every game that has some.
fn add_lessons(root: &Path, files: &mut Files) -> Result<(), String> {
    for folder in children(&root.join("crates/core/games/src")) {
        let path = folder.join("strategy.txt");
        if path.is_file() {
            let bytes = fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            files.insert(format!("lessons/{}.txt", file_name(&folder).replace('_', "-")), bytes);
        }
    }
    Ok(())
}

/// Fills in the files that the service worker caches, and a version that changes with any file.
fn fill_in_service_worker(files: &mut Files) -> Result<(), String> {
    let mut template = files.remove("sw.js").ok_or("there is no sw.js")?;
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in files.iter().flat_map(|(name, bytes)| name.bytes().chain(bytes.iter().copied())) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    }
    let names: Vec<&str> = files.keys().map(String::as_str).filter(|name| *name != "index.html").collect();
    let list = format!("./', '{}", names.join("', '"));
    let text =
        String::from_utf8_lossy(&template).replace("@VERSION@", &format!("{hash:016x}")).replace("@FILES@", &list);
    template = text.into_bytes();
    files.insert("sw.js".to_string(), template);
    Ok(())
}

/// Makes the folder hold exactly these files. Unchanged files are not written, so that they cause
/// no rebuild.
fn write(folder: &Path, files: &Files) -> Result<(), String> {
    let mut present = Files::new();
    gather(folder, "", &mut present)?;
    for (name, bytes) in files.iter().filter(|(name, bytes)| present.get(*name) != Some(*bytes)) {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&path, bytes))
            .map_err(|e| format!("{}: {e}", path.display()))?;
    }
    for name in present.keys().filter(|name| !files.contains_key(*name)) {
        fs::remove_file(folder.join(name)).map_err(|e| format!("{name}: {e}"))?;
    }
    Ok(())
}

/// The extension of compressed files.
const PACKED: &str = ".br";

/// Adds compressed files where they are smaller, prints the sizes, and returns the sum of what the
/// first visit loads.
fn compress(files: &mut Files) -> Result<usize, String> {
    let params = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 24, ..Default::default() };
    let (mut first, mut lazy) = (0, 0);
    for (name, bytes) in files.clone() {
        let mut packed = Vec::new();
        brotli::BrotliCompress(&mut bytes.as_slice(), &mut packed, &params).map_err(|e| format!("{name}: {e}"))?;
        let size = packed.len().min(bytes.len());
        *if LAZY.iter().any(|start| name.starts_with(start)) { &mut lazy } else { &mut first } += size;
        if size >= 2_000 {
            println!("{size:>9}  {name}");
        }
        if packed.len() < bytes.len() {
            files.insert(format!("{name}{PACKED}"), packed);
        }
    }
    println!("{first:>9}  loaded by the first visit, compressed; at most {MAX_BYTES}");
    println!("{lazy:>9}  loaded when it is needed");
    Ok(first)
}
