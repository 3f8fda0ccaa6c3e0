//! The files of a release: archives, a Debian package, and their checksums.

mod check;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::{Compression, GzBuilder};
use sha2::{Digest, Sha256};

use crate::files::{children, file_name, is_on_path, relative};
use crate::{licences, python, run, site, tools, wasm};

/// The package of the program.
const PACKAGE: &str = "hexarium";

/// The targets that are built by default: any Linux of 2021 or later, any Linux at all, and small
/// machines.
const TARGETS: [&str; 3] = [GNU, STATIC, "aarch64-unknown-linux-gnu"];
const GNU: &str = "x86_64-unknown-linux-gnu";
const STATIC: &str = "x86_64-unknown-linux-musl";

/// The instructions of the program for 64-bit PCs. Bit boards count bits everywhere; x86-64-v2
/// (2009 and later) has an instruction for it. Given here, and not only in `.cargo/config.toml`, so
/// that a release depends on no file outside of this list.
pub(crate) const PC_FLAGS: &str = "-C target-cpu=x86-64-v2";

/// Files that every archive has, and their names there.
const COMMON: [(&str, &str); 7] = [
    ("README.md", "README.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("packaging/hexarium.desktop", "hexarium.desktop"),
    ("packaging/hexarium.service", "hexarium.service"),
    ("crates/ui/web/static/icon.svg", "hexarium.svg"),
];

/// The shells with completions, and the names of their files.
const SHELLS: [(&str, &str); 3] = [("bash", "hexarium"), ("zsh", "_hexarium"), ("fish", "hexarium.fish")];

/// Builds the files of a release into `target/dist`, or checks those that are there.
pub(crate) fn run_with(root: &Path, options: &[&str]) -> Result<(), String> {
    match options {
        ["--check"] => check::run(root, &folder(root)),
        [] => build(root, &TARGETS),
        ["--target", target] => build(root, &[target]),
        ["--wheel"] => {
            python::wheel(root, &folder(root))?;
            write_checksums(&folder(root))
        }
        _ => Err(format!("Invalid '{}': expected --target TRIPLE, --wheel or --check", options.join(" "))),
    }
}

/// The folder of the files.
fn folder(root: &Path) -> PathBuf {
    crate::target(root).join("dist")
}

/// The version of the program, as its manifest says.
pub(crate) fn version(root: &Path) -> Result<String, String> {
    let text = fs::read_to_string(root.join("Cargo.toml")).map_err(|e| format!("Cargo.toml: {e}"))?;
    let table: toml::Table = text.parse().map_err(|e| format!("Cargo.toml: {e}"))?;
    let version = table["workspace"].get("package").and_then(|package| package.get("version"));
    version.and_then(|version| version.as_str()).map(str::to_string).ok_or("Cargo.toml has no version".to_string())
}

fn build(root: &Path, targets: &[&str]) -> Result<(), String> {
    let folder = folder(root);
    if std::env::var_os("HEXARIUM_SITE").is_none() {
        site::build(root, &site::folder(root))?;
    }
    let version = version(root)?;
    for target in targets {
        let program = compile(root, target)?;
        let staged = folder.join(format!("{PACKAGE}-{version}-{target}"));
        stage(root, target, &program, &staged)?;
        let archive = folder.join(format!("{}.tar.gz", file_name(&staged)));
        pack(&staged, &archive).map_err(|e| format!("{}: {e}", archive.display()))?;
        if *target == GNU || *target == "aarch64-unknown-linux-gnu" {
            debian_package(root, target, &staged)?;
        }
    }
    write_checksums(&folder)
}

/// Compiles the program and returns its file.
fn compile(root: &Path, target: &str) -> Result<PathBuf, String> {
    add_target(target)?;
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root).args(["build", "--release", "--locked", "--package", PACKAGE, "--target", target]);
    if target.starts_with("x86_64") {
        cargo.env("RUSTFLAGS", PC_FLAGS);
    }
    for (name, value) in cross_compiler(target)? {
        cargo.env(name, value);
    }
    run(&mut cargo)?;
    let suffix = if target.contains("windows") { ".exe" } else { "" };
    Ok(crate::target(root).join(target).join("release").join(format!("{PACKAGE}{suffix}")))
}

/// Adds the standard library of a target to the toolchain.
fn add_target(target: &str) -> Result<(), String> {
    let output = Command::new("rustc").args(["--print", "target-libdir", "--target", target]).output();
    let output = output.map_err(|e| format!("rustc: {e}"))?;
    if !output.status.success() {
        return Err(format!("Invalid --target {target}: expected one of `rustc --print target-list`"));
    }
    if Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir() {
        return Ok(());
    }
    if !wasm::has_rustup() {
        return Err(format!("this toolchain has no {target}. Install it, or use rustup"));
    }
    run(Command::new("rustup").args(["target", "add", target]))
}

/// Returns the environment that names the linker and the C compiler of a target.
fn cross_compiler(target: &str) -> Result<Vec<(String, &'static str)>, String> {
    let (program, package, links) = match target {
        "x86_64-unknown-linux-musl" => ("musl-gcc", "musl-tools", false),
        "aarch64-unknown-linux-gnu" if !cfg!(target_arch = "aarch64") => {
            ("aarch64-linux-gnu-gcc", "gcc-aarch64-linux-gnu libc6-dev-arm64-cross", true)
        }
        _ => return Ok(Vec::new()),
    };
    if !is_on_path(program) {
        return Err(format!("{program} is missing, which {target} needs. Run as root: apt-get install {package}"));
    }
    let mut variables = vec![(format!("CC_{}", target.replace('-', "_")), program)];
    if links {
        variables.push((format!("CARGO_TARGET_{}_LINKER", target.replace('-', "_").to_uppercase()), program));
    }
    Ok(variables)
}

/// Makes the folder that an archive contains: the program without symbols, and all that goes with
/// it.
fn stage(root: &Path, target: &str, program: &Path, staged: &Path) -> Result<(), String> {
    let problem = |e: std::io::Error| format!("{}: {e}", staged.display());
    let _ = fs::remove_dir_all(staged);
    for folder in ["man", "completions"] {
        fs::create_dir_all(staged.join(folder)).map_err(problem)?;
    }
    let stripped = staged.join(file_name(program));
    let strip = if target.starts_with("aarch64-unknown-linux") && !cfg!(target_arch = "aarch64") {
        "aarch64-linux-gnu-strip"
    } else {
        "strip"
    };
    fs::copy(program, &stripped).map_err(|e| format!("{}: {e}", program.display()))?;
    if !target.contains("windows") {
        run(Command::new(strip).arg(&stripped))?;
    }
    for (from, to) in COMMON {
        fs::copy(root.join(from), staged.join(to)).map_err(|e| format!("{from}: {e}"))?;
    }
    fs::write(staged.join("LICENSES-OF-DEPENDENCIES"), licences::text(root, PACKAGE, target)?).map_err(problem)?;
    let speaker = if runs_here(&stripped) { stripped } else { crate::build(root, PACKAGE, PACKAGE)? };
    run(Command::new(&speaker).arg("man").arg(staged.join("man")))?;
    for (shell, name) in SHELLS {
        let file = File::create(staged.join("completions").join(name)).map_err(problem)?;
        run(Command::new(&speaker).args(["completions", shell]).stdout(file))?;
    }
    Ok(())
}

/// Whether a program is for this machine.
fn runs_here(program: &Path) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Packs a folder, so that the same files give the same bytes.
fn pack(staged: &Path, archive: &Path) -> std::io::Result<()> {
    // No name and no time in the header.
    let gzip = GzBuilder::new().write(File::create(archive)?, Compression::best());
    let mut tar = tar::Builder::new(gzip);
    let base = staged.parent().unwrap_or(staged);
    for file in files_of(staged) {
        let mut header = tar::Header::new_gnu();
        let is_program = file.parent() == Some(staged) && file_name(&file).trim_end_matches(".exe") == PACKAGE;
        header.set_size(fs::metadata(&file)?.len());
        header.set_mode(if is_program { 0o755 } else { 0o644 });
        tar.append_data(&mut header, relative(base, &file), File::open(&file)?)?;
    }
    tar.into_inner()?.finish()?;
    Ok(())
}

/// The files below a folder, sorted.
fn files_of(folder: &Path) -> Vec<PathBuf> {
    children(folder).into_iter().flat_map(|path| if path.is_dir() { files_of(&path) } else { vec![path] }).collect()
}

/// Builds the Debian package of a staged folder. Its files are listed in the manifest of the
/// program as files below `target/release/debian`, which cargo-deb looks for in the folder of the
/// target.
fn debian_package(root: &Path, target: &str, staged: &Path) -> Result<(), String> {
    let debian = crate::target(root).join(target).join("release/debian");
    let _ = fs::remove_dir_all(&debian);
    for file in files_of(staged) {
        let copy = debian.join(relative(staged, &file));
        let parent = copy.parent().unwrap_or(&debian);
        fs::create_dir_all(parent)
            .and_then(|()| fs::copy(&file, &copy))
            .map_err(|e| format!("{}: {e}", copy.display()))?;
    }
    let mut deb = tools::tool(root, tools::CARGO_DEB)?;
    deb.current_dir(root).args(["--package", PACKAGE, "--no-build", "--no-strip", "--target", target, "--output"]);
    run(deb.arg(folder(root)))
}

/// The name of the file with the checksums.
const CHECKSUMS: &str = "SHA256SUMS";

/// Writes the checksums of all archives and packages, as `sha256sum --check` reads them.
fn write_checksums(folder: &Path) -> Result<(), String> {
    let mut lines = String::new();
    for file in children(folder).iter().filter(|file| is_released(file)) {
        let bytes = fs::read(file).map_err(|e| format!("{}: {e}", file.display()))?;
        lines.push_str(&format!("{}  {}\n", hex(&Sha256::digest(&bytes)), file_name(file)));
    }
    fs::write(folder.join(CHECKSUMS), &lines).map_err(|e| format!("{CHECKSUMS}: {e}"))?;
    print!("{}:\n{lines}", folder.join(CHECKSUMS).display());
    Ok(())
}

fn is_released(file: &Path) -> bool {
    [".tar.gz", ".deb", ".whl"].iter().any(|end| file_name(file).ends_with(end))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    /// A folder that is removed when dropped.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("hexarium-dist-{name}-{}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn an_archive_has_all_files_and_only_the_program_is_executable() {
        let folder = Folder::new("pack");
        let staged = folder.0.join("hexarium-1");
        fs::create_dir_all(staged.join("man")).unwrap();
        for name in ["hexarium", "README.md", "man/hexarium.1"] {
            fs::write(staged.join(name), name).unwrap();
        }
        let (one, two) = (folder.0.join("1.tar.gz"), folder.0.join("2.tar.gz"));
        pack(&staged, &one).unwrap();
        fs::write(staged.join("README.md"), "README.md").unwrap();
        pack(&staged, &two).unwrap();
        assert_eq!(fs::read(&one).unwrap(), fs::read(&two).unwrap());
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(File::open(&one).unwrap()));
        let entries = archive.entries().unwrap().map(|entry| {
            let mut entry = entry.unwrap();
            let mut text = String::new();
            entry.read_to_string(&mut text).unwrap();
            format!("{} {:o} {text}", entry.path().unwrap().display(), entry.header().mode().unwrap())
        });
        assert_eq!(
            entries.collect::<Vec<_>>(),
            [
                "hexarium-1/README.md 644 README.md",
                "hexarium-1/hexarium 755 hexarium",
                "hexarium-1/man/hexarium.1 644 man/hexarium.1",
            ]
        );
    }

    #[test]
    fn checksums_are_those_of_sha256sum() {
        let folder = Folder::new("sums");
        fs::write(folder.0.join("a.deb"), "abc").unwrap();
        fs::write(folder.0.join("notes.txt"), "abc").unwrap();
        write_checksums(&folder.0).unwrap();
        assert_eq!(
            fs::read_to_string(folder.0.join(CHECKSUMS)).unwrap(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.deb\n"
        );
    }

    #[test]
    fn unknown_options_are_rejected() {
        let problem = run_with(Path::new("/"), &["--targets"]).unwrap_err();
        assert_eq!(problem, "Invalid '--targets': expected --target TRIPLE, --wheel or --check");
    }
}
