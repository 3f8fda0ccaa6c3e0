//! Writes contact sheets of all games in all themes and piece sets, for review:
//! `cargo run -p hexarium-pictures --example contact_sheet -- FOLDER [GAME]`.

use std::fmt::Write;
use std::{env, fs};

use hexarium_games::registry;
use hexarium_kernel::{AnyGame, AnyMatch, Spot};
use hexarium_pictures::{
    Advice, BoardTheme, Canvas, Orientation, PieceSet, Scene, Style, Theme, draw_match, draw_scene, hints, last_turn,
};

/// A game in the middle, a cell with legal actions in it, and a finished or special position.
struct Sample {
    game: &'static str,
    play: &'static str,
    cell: &'static str,
    special: (&'static str, &'static str, &'static str),
}

const SAMPLES: [Sample; 5] = [
    Sample {
        game: "hex",
        play: "d9 g4 g6 f6 e8 h5 h7 i6 f5 d6 e4",
        cell: "",
        special: ("hex(size=5)", "", "c3 c4 d1 d2 c2 b3 b4 a5 b5"),
    },
    Sample {
        game: "coalesce",
        play: "d3-d4 a2-b3 g2-f2 c1-c2",
        cell: "",
        special: ("coalesce", "", "d6-d7 a2-b3 g2-f2"),
    },
    Sample {
        game: "harvest",
        play: "xb5 xg1 b4-g1 xa2 d2-a2 xd7 xa1 f4-a1 xg1 d6-b4 xb1 b2-d2 xe2 a3-d6",
        cell: "d4",
        special: ("harvest", "..../.o.../.oo.o./..ooo../..o.../...../.... 1 2 0 15-14", "d4-d2"),
    },
    Sample {
        game: "fire-ants",
        play: "@b6 @a4 @f8 @a3 @g1 @i4 @g7 @h1 g1-g2 g5-e5 @f1 g3-h3 g2-b4 e5-h2 c3-b3 a4-e8 @i3 h3-d2 f1-f7 h2-e2",
        cell: "c5",
        special: ("fire-ants", "#...#/....../...wB../......../#.......#/......../.W.w.B./....../#...# w 9-10", "g4-c6"),
    },
    Sample {
        game: "protista",
        play: "j3-i3 d6-e6 k5-j5 c5-d5 j6-i6",
        cell: "c5",
        special: (
            "protista(cols=6,rows=7,win=king)",
            "W....B/....../....../..w12.../....../....../..w4..b2 w 1 -",
            "Ug3*g6",
        ),
    },
];

fn main() {
    let mut arguments = env::args().skip(1);
    let folder = arguments.next().expect("a folder");
    let only = arguments.next();
    fs::create_dir_all(&folder).expect("the folder");
    for sample in SAMPLES.iter().filter(|sample| only.as_ref().is_none_or(|only| only == sample.game)) {
        write(&folder, sample);
    }
}

fn write(folder: &str, sample: &Sample) {
    let game = registry::open(sample.game, &[]).expect("a game");
    let state = played(&*game, game.start(), sample.play);
    let style = Style::of(&*game);
    let themes = [Theme::Light, Theme::Dark];
    let mut boards = Vec::new();
    for theme in themes {
        for board in BoardTheme::ALL {
            let style = Style { theme, board, ..style.clone() };
            boards.push(draw_match(&*game, &*state, &style).expect("a picture"));
        }
    }
    save(folder, &format!("{}-themes", sample.game), &boards, 3);
    let (name, position, play) = sample.special;
    let other = registry::open(name, &[]).expect("a game");
    let start = if position.is_empty() { other.start() } else { other.at_position(position).expect("a position") };
    let special = played(&*other, start, play);
    let mut pieces = Vec::new();
    for (theme, board) in [(0, BoardTheme::Material), (1, BoardTheme::Material), (0, BoardTheme::Flat)] {
        for pieces_set in PieceSet::ALL {
            let style = Style { theme: themes[theme], board, pieces: pieces_set, ..Style::of(&*other) };
            pieces.push(draw_match(&*other, &*special, &style).expect("a picture"));
        }
    }
    save(folder, &format!("{}-pieces", sample.game), &pieces, 4);
    let mut scenes = Vec::new();
    for theme in themes {
        let style = Style { theme, caption: true, ..style.clone() };
        scenes.push(legal(&*game, &*state, sample.cell, &style));
        scenes.push(advised(&*game, &*state, &style));
        let named = Style { cell_names: true, ..style.clone() };
        scenes.push(draw_scene(&Scene::new(&game.board(), &state.view()), &named));
        for orientation in [Orientation::rotated(2), Orientation::rotated(11), Orientation { steps: 6, flipped: true }]
        {
            scenes.push(draw_match(&*game, &*state, &Style { orientation, ..style.clone() }).expect("a picture"));
        }
    }
    save(folder, &format!("{}-scenes", sample.game), &scenes, 3);
}

fn played(game: &dyn AnyGame, mut state: Box<dyn AnyMatch>, play: &str) -> Box<dyn AnyMatch> {
    for action in play.split_whitespace() {
        state.play(action).unwrap_or_else(|e| panic!("{}: {action}: {e}", game.spec().id));
    }
    state
}

fn legal(game: &dyn AnyGame, state: &dyn AnyMatch, cell: &str, style: &Style) -> String {
    let (board, view) = (game.board(), state.view());
    let selected = board.cells.iter().position(|c| !cell.is_empty() && c.label == cell).map(|i| Spot(i as u16));
    let hints = hints(state, selected).expect("hints");
    draw_scene(&Scene { hints: &hints, selected, ..Scene::new(&board, &view) }, style)
}

fn advised(game: &dyn AnyGame, state: &dyn AnyMatch, style: &Style) -> String {
    let (board, view, legal) = (game.board(), state.view(), state.legal());
    let advice = |(i, action): (usize, &String)| Advice {
        animation: state.animation(action).expect("an animation"),
        place: Some((i + 1, 60 - 9 * i as u8)),
    };
    let advice: Vec<Advice> = legal.iter().step_by(legal.len() / 3 + 1).enumerate().map(advice).collect();
    let (before, turn) = last_turn(state).expect("a turn");
    let picture = draw_scene(&Scene { before: Some(&before), turn: &turn, ..Scene::new(&board, &view) }, style);
    let layer = Canvas::new(&board, style).advice(&view, &advice);
    picture.replace("</svg>", &format!("{layer}</svg>"))
}

/// Writes pictures side by side as SVG and PNG.
fn save(folder: &str, name: &str, pictures: &[String], columns: usize) {
    const SIDE: usize = 640;
    let rows = pictures.len().div_ceil(columns);
    let mut out = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}"><rect width="100%" height="100%" fill="#888"/>"##,
        columns * SIDE,
        rows * SIDE
    );
    for (i, picture) in pictures.iter().enumerate() {
        let place = format!(r#"<svg x="{}" y="{}" "#, i % columns * SIDE + 5, i / columns * SIDE + 5);
        let picture = picture.replacen("<svg ", &place, 1);
        let mut parts = picture.splitn(3, " width=\"").collect::<Vec<_>>();
        // The size of the picture becomes that of its place in the sheet.
        let (head, rest) = (parts.remove(0), parts.join(" width=\""));
        let rest = rest.split_once("viewBox").expect("a view box").1;
        let _ = write!(out, r#"{head} width="{0}" height="{0}" viewBox{rest}"#, SIDE - 10);
    }
    out += "</svg>";
    fs::write(format!("{folder}/{name}.svg"), &out).expect("a file");
    #[cfg(feature = "png")]
    {
        let png = hexarium_pictures::png(&out, 1600).expect("a picture");
        fs::write(format!("{folder}/{name}.png"), png).expect("a file");
    }
}
