//! The pictures of the documents, rendered by `hexarium render` from one table.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::build;
use crate::files::{children, file_name};

/// A picture in `docs/pictures`, and the arguments of `hexarium render`.
struct Picture {
    file: &'static str,
    game: &'static str,
    /// The position; empty for the start of the game.
    position: &'static str,
    play: &'static str,
    options: &'static [&'static str],
}

const fn picture(file: &'static str, game: &'static str, position: &'static str, play: &'static str) -> Picture {
    Picture { file, game, position, play, options: &[] }
}

const fn with(
    file: &'static str,
    game: &'static str,
    position: &'static str,
    options: &'static [&'static str],
) -> Picture {
    Picture { file, game, position, play: "", options }
}

const SPLITTING: &str = "..../.o.../.oo.o./..ooo../..o.../...../.... 1 2 0 15-14";
const STONE: &str = "#...#/....../......./.w...w../#.......#/......../...B.../.W..../#...# w 9-11";
const QUEEN: &str = "#...#/....../..w..../......../#...W..B#/...b..../......./....../#...# w 10-10";
const SMALL: &str = "protista(cols=6,rows=7,win=king)";
const MIDDLE: &str = "protista(cols=8,rows=9,win=king)";
const RING: &str = "B......./......../......../...ww.../...w.w../...ww.../......../......../.......W w 1 -";

const PICTURES: &[Picture] = &[
    with(
        "grid-directions.svg",
        "harvest",
        "oooo/ooooo/oooooo/ooo.ooo/oooooo/ooooo/oooo 2 2 0 1-0",
        &["--mark", "c3 c4 d3 d5 e3 e4", "--cell-names"],
    ),
    with("grid-hexagon.svg", "harvest(base=3)", "", &["--cell-names"]),
    with("grid-rhombus.svg", "hex(size=4)", "", &["--cell-names"]),
    with("grid-beehive.svg", SMALL, "", &["--cell-names"]),
    picture("hex-start.svg", "hex", "", ""),
    with("hex-neighbours.svg", "hex(size=5)", "...../...../..B../...../..... r", &["--mark", "c2 d2 b3 d3 b4 c4"]),
    picture("hex.svg", "hex", "", "d9 g4 g6 f6 e8 h5 h7 i6 f5 d6 e4"),
    picture("hex-win.svg", "hex(size=5)", "", "c3 c4 d1 d2 c2 b3 b4 a5 b5"),
    picture("hex-swap.svg", "hex(size=5,swap=true)", "", "b4 swap"),
    picture("coalesce.svg", "coalesce", "", "d3-d4 a2-b3 g2-f2 c1-c2"),
    picture("coalesce-push.svg", "coalesce", "", "a1-b2"),
    picture("coalesce-wrap.svg", "coalesce", "", "d6-d7"),
    picture("coalesce-start.svg", "coalesce", "", ""),
    picture("coalesce-star.svg", "coalesce(start=star)", "", ""),
    picture("coalesce-open.svg", "coalesce(start=open)", "", ""),
    picture("coalesce-step.svg", "coalesce", "", "d3-d4"),
    picture("coalesce-edge.svg", "coalesce", "BRBR/RBBRB/B.RB.R/..R.BRB/B.RB.R/RBRRB/BRBR b 2", "d5-d6"),
    picture("coalesce-full.svg", "coalesce", "BRBR/R..RB/B.RB.R/RBRBBRB/B.RB.R/RB.RB/BRBR b 2", "d5-d6"),
    picture("coalesce-both.svg", "coalesce", "BBBB/BBBBB/BBBBBB/......./RRRRRR/RRRRR/RRRR r 2", ""),
    Picture {
        file: "coalesce-game.svg",
        game: "coalesce",
        position: "",
        play: "d6-d7 a2-b3 g2-f2 c1-d2 b2-b3",
        options: &["--animate"],
    },
    picture("harvest.svg", "harvest", "", "xb5 xg1 b4-g1 xa2 d2-a2 xd7 xa1 f4-a1 xg1 d6-b4 xb1 b2-d2 xe2 a3-d6"),
    picture("harvest-jump.svg", "harvest", SPLITTING, "c2-c6"),
    picture("harvest-split.svg", "harvest", SPLITTING, "d4-d2"),
    picture("harvest-start.svg", "harvest", "", ""),
    with(
        "harvest-safe.svg",
        "harvest",
        "oooo/ooooo/oooooo/ooo.ooo/oooooo/ooooo/oooo 2 2 0 1-0",
        &["--mark", "c3 c4 d3 d5 e3 e4"],
    ),
    with("harvest-landings.svg", "harvest", SPLITTING, &["--legal=c2"]),
    picture("harvest-equal.svg", "harvest", "..../...../.o..../.ooooo./....../...../.... 1 2 0 16-15", "d4-d7=c2"),
    picture("harvest-prepare.svg", "harvest", "..../.oo../.ooo../..o.oo./..oo../...../.... 1 2 0 13-14", "d6-d4 xc3"),
    picture(
        "fire-ants.svg",
        "fire-ants",
        "",
        "@b6 @a4 @f8 @a3 @g1 @i4 @g7 @h1 g1-g2 g5-e5 @f1 g3-h3 g2-b4 e5-h2 c3-b3 a4-e8 @i3 h3-d2 f1-f7 h2-e2",
    ),
    with("fire-ants-stone.svg", "fire-ants", STONE, &["--legal=d6"]),
    with("fire-ants-queen.svg", "fire-ants", QUEEN, &["--legal=e5"]),
    picture(
        "fire-ants-slide.svg",
        "fire-ants",
        "#...#/....../..W...w/......../#.......#/......../..B.b../....../#...# w 10-10",
        "c7-f6",
    ),
    picture(
        "fire-ants-sandwich.svg",
        "fire-ants",
        "#...#/....../...wB../......../#.......#/......../.W.w.B./....../#...# w 9-10",
        "g4-c6",
    ),
    picture("fire-ants-start.svg", "fire-ants", "", ""),
    picture(
        "fire-ants-between.svg",
        "fire-ants",
        "#...#/....../..W..../......../#..w.w..#/......../....B../....../#...# b 9-11",
        "g5-e5",
    ),
    with(
        "fire-ants-no-way-out.svg",
        "fire-ants",
        "#...#/....../......./....wb../#...wWb.#/.bw.bw../.Bw..../.b..../#...# w 6-6",
        &["--mark", "e6 g2"],
    ),
    picture("protista-start.svg", "protista", "", ""),
    with(
        "protista-loops.svg",
        "protista(win=king)",
        "...w.w..B/...ww..../........./...ww..../...w.w.../...ww..../........./........./...www.../..w.bw.../...www.../........./W........ w 1 -",
        &["--mark", "a5 e5 j4 j5"],
    ),
    picture("protista-kill.svg", SMALL, "B...../....../....../....../...wb./....../W..... w 1 -", "e4-e5"),
    picture("protista-stack.svg", SMALL, "B...../....../....../....../...ww2./....../W..... w 1 -", "e4-e5"),
    with("protista-no-cannon.svg", SMALL, "B...../www.../..w.../....../....../....../W..... w 1 -", &["--legal=b3"]),
    picture(
        "protista-wave-v.svg",
        MIDDLE,
        "......../..ww..../....w.../......../......../......../......../......../W......B w 1 -",
        "Wb3+b4+c5>ne",
    ),
    picture("protista-ring.svg", MIDDLE, RING, "Wd4+d5+e6>ne"),
    picture("protista-ring-closed.svg", MIDDLE, RING, "Wd4+d5+e6>ne a1-a2 We4+f4+f5>ne"),
    picture(
        "protista-double-ring.svg",
        MIDDLE,
        "...ww.../....ww../..w...w./..ww..../....ww../......../......../......../W......B w 1 -",
        "Wa4+a5+b5+b6+c7>sw",
    ),
    picture("protista-unstack-one.svg", SMALL, "W....B/....../....../....../....../....../..w4... w 1 -", "Ug3-g4"),
    picture(
        "protista-cup.svg",
        "protista(cols=6,rows=7,win=king,generation=cup)",
        "...ww./....w./....../....../....../....../W....B w 1 -",
        "Gb4",
    ),
    picture("protista.svg", "protista", "", "j3-i3 d6-e6 k5-j5 c5-d5 j6-i6"),
    picture("protista-hit.svg", SMALL, "B...../....../....../....../...wb3./....../W..... w 1 -", "e4*e5"),
    with(
        "protista-contiguous.svg",
        MIDDLE,
        "B......./......../......../..www.../.....w../......../......../......../W....... w 1 -",
        &["--legal=d3"],
    ),
    picture("protista-cannon.svg", SMALL, "....../www..b/....../....../....../....../W....B w 1 -", "Cb3-b6"),
    picture("protista-cannon-hit.svg", SMALL, "....../www..b2/....../....../....../....../W....B w 1 -", "Cb3*b6"),
    picture(
        "protista-wave.svg",
        MIDDLE,
        "...b..../..ww..../....ww../.....w../......../......../......../......../W......B w 1 -",
        "Wb3+b4+c5+c6+d6>ne",
    ),
    picture(
        "protista-sharp-v.svg",
        "protista(win=king)",
        "B......../........./........./........./........./....b..../........./........./........./....w..../....ww.../...w.w.../...w..w.W w 1 -",
        "Vj5-d5",
    ),
    picture(
        "protista-generation.svg",
        "protista(cols=6,rows=11,win=king)",
        ".....B/....../....../....../....../....../w...w./....../....../....../..b..W w 1 -",
        "Gg1+g5",
    ),
    picture("protista-unstack.svg", SMALL, "W....B/....../....../....../....../....../..w4... w 1 -", "Ug3-g6"),
    picture("protista-unstack-hit.svg", SMALL, "W....B/....../....../....../....../....../..w4..b2 w 1 -", "Ug3*g6"),
];

/// Renders all pictures.
pub(crate) fn write(root: &Path) -> Result<(), String> {
    let program = build(root, "hexarium", "hexarium")?;
    let folder = folder(root);
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for picture in PICTURES {
        let file = folder.join(picture.file);
        fs::write(&file, render(&program, picture)?).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    println!("pictures: {} written", PICTURES.len());
    Ok(())
}

/// Checks that every picture is up to date, that there are no others, and that every picture in a
/// document exists.
pub(crate) fn check(root: &Path, program: &Path) -> Result<(), String> {
    let mut problems = Vec::new();
    for picture in PICTURES {
        let now = render(program, picture)?;
        match fs::read(folder(root).join(picture.file)) {
            Ok(bytes) if bytes == now => {}
            Ok(_) => problems.push(format!("docs/pictures/{} is stale", picture.file)),
            Err(_) => problems.push(format!("docs/pictures/{} is missing", picture.file)),
        }
    }
    for file in children(&folder(root)) {
        if !is_in_table(&file_name(&file)) {
            problems.push(format!("docs/pictures/{} is not in the table", file_name(&file)));
        }
    }
    for page in pages(root) {
        let text = fs::read_to_string(&page).unwrap_or_default();
        for name in shown(&text).filter(|name| !is_in_table(name)) {
            problems.push(format!("{} shows {name}, which is not in the table", file_name(&page)));
        }
    }
    if problems.is_empty() {
        println!("pictures: {}, all up to date", PICTURES.len());
        Ok(())
    } else {
        Err(format!("{}\nrun cargo xtask docs to render the pictures", problems.join("\n")))
    }
}

fn folder(root: &Path) -> PathBuf {
    root.join("docs/pictures")
}

fn is_in_table(name: &str) -> bool {
    PICTURES.iter().any(|picture| picture.file == name)
}

/// The documents that may show pictures.
fn pages(root: &Path) -> Vec<PathBuf> {
    let mut pages = vec![root.join("README.md")];
    for child in children(&root.join("docs")) {
        if child.is_dir() { pages.extend(children(&child)) } else { pages.push(child) }
    }
    pages.retain(|page| page.extension().is_some_and(|e| e == "md"));
    pages
}

/// Returns the names of the pictures that a page shows.
fn shown(text: &str) -> impl Iterator<Item = &str> {
    text.split("pictures/").skip(1).filter_map(|rest| {
        let name = rest.split([')', '"', ' ', '`', '\n']).next()?;
        name.ends_with(".svg").then_some(name)
    })
}

/// Renders a picture of the table.
fn render(program: &Path, picture: &Picture) -> Result<Vec<u8>, String> {
    let mut command = Command::new(program);
    command.args(["render", picture.game, "-o", "-"]);
    command.args(picture.options).args(["--play", picture.play]);
    if !picture.position.is_empty() {
        command.args(["--position", picture.position]);
    }
    let output = command.output().map_err(|e| format!("{}: {e}", picture.file))?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(format!("{}: {}", picture.file, String::from_utf8_lossy(&output.stderr)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_pictures_share_a_file() {
        let mut files: Vec<&str> = PICTURES.iter().map(|picture| picture.file).collect();
        files.sort_unstable();
        files.dedup();
        assert_eq!(files.len(), PICTURES.len());
    }

    #[test]
    fn the_pictures_of_a_page_are_found() {
        let page = "![a](../pictures/one.svg) and <img src=\"docs/pictures/two.svg\" width=\"80\"> in `pictures/`";
        assert_eq!(shown(page).collect::<Vec<_>>(), ["one.svg", "two.svg"]);
    }
}
