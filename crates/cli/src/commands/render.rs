//! `hexarium render`: pictures of a position or a whole game.

use std::fs;

use hexarium_kernel::{AnyGame, AnyMatch, Spot, shortened};
use hexarium_pictures::{
    BoardTheme, Orientation, PieceSet, Scene, Style, Theme, animate_match, draw_match, draw_scene, hints, png,
};
use serde_json::json;

use super::open_position;
use crate::args::{PictureBoard, PictureFormat, PicturePieces, PictureTheme, Render};
use crate::output::{self, Outcome};

/// Default width of a PNG, in pixels.
const WIDTH: u32 = 1000;

pub(crate) fn run(arguments: &Render) -> Outcome {
    let Some(file) = &arguments.output else {
        return Err("missing -o: expected FILE.svg, FILE.png, or - for standard output".to_string());
    };
    let format = format_of(file, arguments.format)?;
    if arguments.animate && format == PictureFormat::Png {
        return Err("--animate: expected an output file that ends in .svg".to_string());
    }
    if arguments.animate && arguments.legal.is_some() {
        return Err("--animate and --legal: expected only one of them".to_string());
    }
    if arguments.animate && arguments.mark.is_some() {
        return Err("--animate and --mark: expected only one of them".to_string());
    }
    if arguments.width.is_some() && format == PictureFormat::Svg {
        return Err("--width: expected PNG output (an SVG scales to any width)".to_string());
    }
    if file == "-" && arguments.position.json.json {
        return Err("--json: expected -o FILE instead of -o -".to_string());
    }
    let orientation = orientation(arguments)?;
    let (game, state) = open_position(&arguments.position)?;
    let style = Style {
        theme: match arguments.theme {
            PictureTheme::Light => Theme::Light,
            PictureTheme::Dark => Theme::Dark,
        },
        board: match arguments.board {
            PictureBoard::Material => BoardTheme::Material,
            PictureBoard::Wood => BoardTheme::Wood,
            PictureBoard::Flat => BoardTheme::Flat,
            PictureBoard::Contrast => BoardTheme::Contrast,
        },
        pieces: match arguments.pieces {
            PicturePieces::Figures => PieceSet::Figures,
            PicturePieces::Discs => PieceSet::Discs,
            PicturePieces::Hexagons => PieceSet::Hexagons,
            PicturePieces::Letters => PieceSet::Letters,
        },
        coordinates: !arguments.no_coordinates,
        cell_names: arguments.cell_names,
        orientation,
        caption: arguments.caption,
        ..Style::of(&*game)
    };
    let svg = if arguments.animate {
        animate_match(&*game, &*state, &style)?.ok_or("--animate: expected the actions of a game in --play")?
    } else {
        one_position(&*game, &*state, arguments, &style)?
    };
    let bytes = match format {
        PictureFormat::Svg => svg.into_bytes(),
        PictureFormat::Png => png(&svg, arguments.width.unwrap_or(WIDTH))?,
    };
    if file == "-" {
        return output::write_bytes(&bytes).map(|()| String::new());
    }
    fs::write(file, &bytes).map_err(|e| format!("cannot write {}: {e}", shortened(file)))?;
    Ok(match arguments.position.json.json {
        true => format!("{}\n", json!({"file": file, "format": format.word(), "bytes": bytes.len()})),
        false => String::new(),
    })
}

/// Returns the orientation of `--rotate` and `--flip`.
fn orientation(arguments: &Render) -> Result<Orientation, String> {
    let degrees = arguments.rotate;
    if !degrees.is_multiple_of(30) || degrees >= 360 {
        return Err(format!("invalid --rotate {degrees}: expected a multiple of 30 from 0 to 330"));
    }
    Ok(Orientation { steps: (degrees / 30) as u8, flipped: arguments.flip })
}

/// Returns the format of the file extension, or of `--format` (default: SVG) for standard output.
fn format_of(file: &str, asked: Option<PictureFormat>) -> Result<PictureFormat, String> {
    let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
    let by_ending = match ending.as_str() {
        _ if file == "-" => return Ok(asked.unwrap_or(PictureFormat::Svg)),
        "svg" => PictureFormat::Svg,
        "png" => PictureFormat::Png,
        _ => {
            return Err(format!(
                "invalid output file '{}': expected a name that ends in .svg or .png",
                shortened(file)
            ));
        }
    };
    match asked {
        Some(asked) if asked != by_ending => Err(format!(
            "--format {}: expected a file with the same extension, not '{}'",
            asked.word(),
            shortened(file)
        )),
        _ => Ok(by_ending),
    }
}

/// Draws the position with the last turn, or with legal actions and marked cells.
fn one_position(game: &dyn AnyGame, state: &dyn AnyMatch, arguments: &Render, style: &Style) -> Result<String, String> {
    if arguments.legal.is_none() && arguments.mark.is_none() {
        return draw_match(game, state, style);
    }
    let (board, view) = (game.board(), state.view());
    let find = |cell: &str, option: &str| {
        let found = board.cells.iter().position(|c| c.label == cell).map(|i| Spot(i as u16));
        found.ok_or_else(|| format!("unknown cell '{}': expected a cell of the board in --{option}", shortened(cell)))
    };
    let mut scene = Scene::new(&board, &view);
    let mut destinations = Vec::new();
    if let Some(cell) = &arguments.legal {
        if !cell.is_empty() {
            scene.selected = Some(find(cell, "legal=CELL")?);
        }
        destinations = hints(state, scene.selected).map_err(|e| e.to_string())?;
    }
    let cells = arguments.mark.as_deref().unwrap_or_default().split_whitespace();
    let marked = cells.map(|cell| find(cell, "mark CELLS")).collect::<Result<Vec<_>, _>>()?;
    Ok(draw_scene(&Scene { hints: &destinations, marked: &marked, ..scene }, style))
}
