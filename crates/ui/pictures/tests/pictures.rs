//! Pictures of every game with every option value, parsed as XML.

use hexarium_conformance::{in_parallel, variants};
use hexarium_games::registry;
use hexarium_kernel::{
    AnimationStep, AnyGame, AnyMatch, BoardView, Mark, PieceKind, PieceView, Player, Rng, Spot, View,
};
use hexarium_pictures::{
    Advice, BoardTheme, Canvas, Hint, HintKind, Orientation, PieceSet, Scene, Step, Style, Theme, animate, draw,
    draw_match, draw_scene, hints, last_turn, png,
};

/// A random game: the match at its end, the start and the steps.
fn random_game(game: &dyn AnyGame, actions: usize, seed: u64) -> (Box<dyn AnyMatch>, View, Vec<Step>) {
    let mut rng = Rng::new(seed);
    let mut state = game.start();
    let start = state.view();
    let mut steps = Vec::new();
    for _ in 0..actions {
        let legal = state.legal();
        if legal.is_empty() {
            break;
        }
        let action = &legal[rng.below(legal.len())];
        let animation = state.animation(action).unwrap();
        state.play(action).unwrap();
        steps.push(Step { animation, view: state.view() });
    }
    (state, start, steps)
}

fn parsed(svg: &str) -> roxmltree::Document<'_> {
    let document = roxmltree::Document::parse(svg).unwrap_or_else(|e| panic!("{e}: {svg}"));
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "svg");
    let texts: Vec<(&str, bool)> = root.children().take(2).map(|n| (n.tag_name().name(), n.text().is_some())).collect();
    assert_eq!(texts, [("title", true), ("desc", true)], "title and description come first");
    document
}

/// The number of elements with the class.
fn count(svg: &str, class: &str) -> usize {
    parsed(svg).descendants().filter(|n| n.attribute("class") == Some(class)).count()
}

/// The width in the header of a PNG.
fn png_width(bytes: &[u8]) -> u32 {
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    u32::from_be_bytes(bytes[16..20].try_into().unwrap())
}

#[test]
fn every_game_and_option_value_is_drawn_as_xml_and_png() {
    in_parallel(&variants(), |variant| {
        let game = variant.open();
        let mut style = Style::of(&*game);
        style.caption = true;
        let (state, start, steps) = random_game(&*game, 24, 5);
        let board = game.board();
        parsed(&draw(&board, &start, None, &style));
        style.theme = Theme::Dark;
        for (i, step) in steps.iter().enumerate() {
            let before = if i == 0 { &start } else { &steps[i - 1].view };
            let turn = std::slice::from_ref(step);
            let scene = Scene { before: Some(before), turn, ..Scene::new(&board, &step.view) };
            parsed(&draw_scene(&scene, &style));
        }
        let hints = hints(&*state, None).map_err(|e| e.to_string())?;
        let svg = draw_scene(&Scene { hints: &hints, ..Scene::new(&board, &state.view()) }, &style);
        parsed(&svg);
        assert_eq!(png_width(&png(&svg, 123)?), 123, "{}", variant.id());
        parsed(&animate(&board, &start, &steps, &style));
        Ok(())
    });
}

#[test]
fn equal_input_gives_equal_bytes() {
    for spec in registry::GAMES {
        let game = registry::open(spec.id, &[]).unwrap();
        let style = Style::of(&*game);
        let make = || {
            let (state, start, steps) = random_game(&*game, 12, 9);
            let animation = steps.last().map(|step| step.animation.as_slice());
            (draw(&game.board(), &state.view(), animation, &style), animate(&game.board(), &start, &steps, &style))
        };
        assert_eq!(make(), make(), "{}", spec.id);
    }
}

/// A board with a piece of each player, and a style for it.
fn little() -> (BoardView, View, Style) {
    let game = registry::open("coalesce", &[]).unwrap();
    (game.board(), game.start().view(), Style::of(&*game))
}

fn stone(owner: Player) -> PieceView {
    PieceView { owner: Some(owner), kind: PieceKind::Stone, height: 1, glyph: "x".to_string() }
}

#[test]
fn every_kind_of_animation_step_is_drawn() {
    let (board, view, style) = little();
    let (from, to, at) = (Spot(0), Spot(1), Spot(3));
    let piece = stone(Player::First);
    let steps = [
        ("place", AnimationStep::Place { at, piece: piece.clone() }),
        ("slide", AnimationStep::Slide { from, to }),
        ("jump", AnimationStep::Jump { from, to }),
        ("push", AnimationStep::Push { from, to }),
        ("wrap", AnimationStep::Wrap { from, to }),
        ("capture", AnimationStep::Capture { at }),
        ("hit", AnimationStep::Hit { by: vec![from], at, levels: 2 }),
        ("hit", AnimationStep::Hit { by: vec![from, to], at, levels: 2 }),
        ("generate", AnimationStep::Generate { by: vec![from, to], at, piece: piece.clone() }),
        ("unstack", AnimationStep::Unstack { from, to, piece: piece.clone() }),
        ("split", AnimationStep::Split { cells: vec![from, to] }),
        ("recolour", AnimationStep::Recolour { from, to, piece: piece.clone() }),
        ("recolour", AnimationStep::Recolour { from: at, to: at, piece }),
    ];
    let plain = draw(&board, &view, None, &style);
    for (class, step) in steps {
        assert_eq!(count(&plain, class), 0);
        let svg = draw(&board, &view, Some(&[vec![step]]), &style);
        assert!(count(&svg, class) > 0, "{class}");
    }
}

#[test]
fn consecutive_slides_of_a_piece_are_one_arrow() {
    let (board, view, style) = little();
    let slide = |from, to| vec![AnimationStep::Slide { from: Spot(from), to: Spot(to) }];
    let svg = draw(&board, &view, Some(&[slide(0, 1), slide(1, 2), slide(2, 3)]), &style);
    assert_eq!(count(&svg, "slide"), 1);
    let together = [[slide(0, 1), slide(1, 2)].concat()];
    assert_eq!(count(&draw(&board, &view, Some(&together), &style), "slide"), 2, "simultaneous slides are separate");
}

#[test]
fn a_generated_piece_has_an_arrow_from_each_source() {
    let (board, view, style) = little();
    let by = vec![Spot(0), Spot(1)];
    let animation = [vec![AnimationStep::Generate { by, at: Spot(3), piece: stone(Player::First) }]];
    assert_eq!(count(&draw(&board, &view, Some(&animation), &style), "generate"), 3, "two arrows and a plus");
}

#[test]
fn arrows_of_a_laid_out_stack_are_chained() {
    let (board, view, style) = little();
    let lay = |to| vec![AnimationStep::Unstack { from: Spot(0), to: Spot(to), piece: stone(Player::First) }];
    let svg = draw(&board, &view, Some(&[lay(1), lay(2), lay(3)]), &style);
    let document = parsed(&svg);
    let arrows = document.descendants().filter(|n| n.attribute("class") == Some("unstack"));
    let starts: Vec<&str> =
        arrows.filter_map(|n| n.first_element_child()?.attribute("d")?.split(['M', 'L']).nth(1)).collect();
    assert_eq!(starts.len(), 3);
    assert!(starts[0] != starts[1] && starts[1] != starts[2], "{starts:?}");
}

#[test]
fn a_bow_avoids_pieces() {
    let (board, mut view, style) = little();
    let bend = |view: &View| {
        let animation = [vec![AnimationStep::Jump { from: Spot(15), to: Spot(21) }]];
        let svg = draw(&board, view, Some(&animation), &style);
        let curve = svg.split('Q').nth(1).unwrap().split(' ').nth(1).unwrap().to_string();
        curve.parse::<f64>().unwrap()
    };
    view.pieces.clear();
    let free = bend(&view);
    let label = |name: &str| Spot(board.cells.iter().position(|c| c.label == name).unwrap() as u16);
    view.pieces = ["c3", "c4"].map(|name| (label(name), stone(Player::First))).to_vec();
    assert!(bend(&view) > free, "pieces above the line bend the bow downwards");
}

#[test]
fn a_hint_does_not_cover_the_signs_of_a_piece() {
    let (board, view, style) = little();
    let place = |svg: &str| {
        let document = parsed(svg);
        let dot = document.descendants().find(|n| n.attribute("class") == Some("go")).unwrap();
        (dot.attribute("cx").unwrap().to_string(), dot.attribute("cy").unwrap().to_string())
    };
    let at = view.pieces[0].0;
    let hints = [Hint { at, kind: HintKind::Go }];
    let taken = draw_scene(&Scene { hints: &hints, ..Scene::new(&board, &view) }, &style);
    let empty = View { pieces: Vec::new(), ..view.clone() };
    let free = draw_scene(&Scene { hints: &hints, ..Scene::new(&board, &empty) }, &style);
    assert_ne!(place(&taken), place(&free));
}

#[test]
fn captured_pieces_are_drawn_as_ghosts() {
    let game = registry::open("fire-ants", &[]).unwrap();
    let position = "#...#/....../...wB../......../#.......#/......../.W.w.B./....../#...# w 9-10";
    let mut state = game.at_position(position).unwrap();
    let (before, animation) = (state.view(), state.animation("g4-c6").unwrap());
    state.play("g4-c6").unwrap();
    let (board, view) = (game.board(), state.view());
    let turn = [Step { animation, view: view.clone() }];
    let scene = Scene { before: Some(&before), turn: &turn, ..Scene::new(&board, &view) };
    let svg = draw_scene(&scene, &Style::of(&*game));
    assert_eq!((count(&svg, "ghosts"), count(&svg, "capture"), count(&svg, "slide")), (1, 1, 1));
}

#[test]
fn pieces_differ_in_shape_as_well_as_in_colour() {
    for pieces in PieceSet::ALL {
        different_shapes(pieces);
    }
}

fn different_shapes(pieces: PieceSet) {
    let (board, mut view, style) = little();
    let style = Style { pieces, ..style };
    let mut drawings = Vec::new();
    for owner in [Some(Player::First), Some(Player::Second), None] {
        for kind in [PieceKind::Stone, PieceKind::Queen, PieceKind::King] {
            for height in [1, 2, 3, 40] {
                view.pieces = vec![(Spot(0), PieceView { owner, kind, height, glyph: String::new() })];
                let svg = draw(&board, &view, None, &style);
                // Shapes without colours, as seen with colour blindness.
                let shapes = parsed(&svg).descendants().flat_map(|n| n.attributes()).fold(String::new(), |all, a| {
                    if a.value().starts_with('#') { all } else { all + a.name() + a.value() }
                });
                assert!(!drawings.contains(&shapes), "{pieces:?} {owner:?} {kind:?} {height}");
                drawings.push(shapes);
            }
        }
    }
}

#[test]
fn a_player_named_red_is_red_on_either_side() {
    for (text, player) in [("hex(first=red,size=3)", Player::First), ("hex(size=3)", Player::Second)] {
        let game = registry::open(text, &[]).unwrap();
        let (board, mut view) = (game.board(), game.start().view());
        view.pieces.push((Spot(0), stone(player)));
        let svg = draw(&board, &view, None, &Style { board: BoardTheme::Flat, ..Style::of(&*game) });
        let document = parsed(&svg);
        let stone = document.descendants().rfind(|n| n.tag_name().name() == "use").unwrap();
        let id = stone.attribute("href").unwrap().strip_prefix('#');
        let body = document.descendants().find(|n| n.attribute("id") == id).unwrap();
        assert_eq!(body.first_element_child().unwrap().attribute("fill"), Some("#c8452b"), "{text}");
    }
}

#[test]
fn deciding_cells_are_highlighted_and_in_an_animation_only_at_its_end() {
    let game = registry::open("hex(size=3)", &[]).unwrap();
    let (board, style) = (game.board(), Style::of(&*game));
    let mut state = game.start();
    let start = state.view();
    let mut steps = Vec::new();
    for action in ["b1", "a1", "b2", "a2", "a3"] {
        assert_eq!(count(&draw(&board, &state.view(), None, &style), "deciding"), 0);
        let animation = state.animation(action).unwrap();
        state.play(action).unwrap();
        steps.push(Step { animation, view: state.view() });
    }
    assert_eq!(count(&draw(&board, &state.view(), None, &style), "deciding"), 1);
    let moving = animate(&board, &start, &steps, &style);
    let document = parsed(&moving);
    let layers: Vec<_> = document.descendants().filter(|n| n.attribute("class") == Some("deciding")).collect();
    assert_eq!(layers.len(), 1);
    assert_eq!(layers[0].parent_element().unwrap().attribute("class"), Some("m s5"), "in the layer of the last action");
}

#[test]
fn a_target_is_a_hexagon_whose_outline_shows_the_owner() {
    let (board, mut view, style) = little();
    view.pieces.clear();
    let target = |player| {
        let view = View { marks: vec![(Spot(0), Mark::Target(player))], ..view.clone() };
        let svg = draw(&board, &view, None, &style);
        let document = parsed(&svg);
        let target = document.descendants().find(|n| n.attribute("class") == Some("target")).unwrap();
        assert_eq!(target.tag_name().name(), "path");
        target.attribute("stroke-dasharray").is_some()
    };
    assert_eq!(Player::BOTH.map(target), [false, true]);
}

/// The suggestions on an empty board, as a document.
fn advised(advice: &[Advice]) -> String {
    let (board, mut view, style) = little();
    view.pieces.clear();
    let layer = Canvas::new(&board, &style).advice(&view, advice);
    format!("<svg><title>a</title><desc>b</desc>{layer}</svg>")
}

#[test]
fn a_suggested_placement_is_a_ghost_with_rank_and_win_probability() {
    let put = |at, place| Advice {
        animation: vec![vec![AnimationStep::Place { at: Spot(at), piece: stone(Player::First) }]],
        place,
    };
    let svg = advised(&[put(0, Some((1, 62))), put(1, Some((2, 46))), put(2, Some((3, 43)))]);
    assert_eq!(["ghost", "share", "rank", "place"].map(|class| count(&svg, class)), [3, 3, 3, 0]);
    let document = parsed(&svg);
    let ghosts = document.descendants().filter(|n| n.attribute("class") == Some("ghost"));
    let widths: Vec<_> = ghosts.filter_map(|n| n.attribute("stroke-width")).collect();
    assert_eq!(widths, ["2", "2", "3"], "the best suggestion is boldest and on top");
    let unknown = advised(&[put(0, None)]);
    assert_eq!(["ghost", "share", "rank"].map(|class| count(&unknown, class)), [1, 0, 0]);
}

#[test]
fn a_suggested_move_is_an_arrow_with_its_rank_at_the_end() {
    let slide = |from, to| vec![AnimationStep::Slide { from: Spot(from), to: Spot(to) }];
    let animation = vec![slide(0, 1), slide(1, 2)];
    let svg = advised(&[Advice { animation: animation.clone(), place: Some((1, 70)) }]);
    assert_eq!(["slide", "rank", "ghost"].map(|class| count(&svg, class)), [1, 1, 0]);
    let twice = advised(&[1, 2].map(|rank| Advice { animation: animation.clone(), place: Some((rank, 70)) }));
    let document = parsed(&twice);
    let ranks = document.descendants().filter(|n| n.attribute("class") == Some("rank"));
    let mut places: Vec<_> = ranks.filter_map(|n| n.attribute("transform")).collect();
    places.dedup();
    assert_eq!(places.len(), 2, "side by side");
}

#[test]
fn hints_distinguish_moves_captures_and_hits() {
    let game = registry::open("protista(cols=6,rows=7,win=king)", &[]).unwrap();
    let state = game.at_position("B...../....../....../..b.../...wb3./....../W..... w 1 -").unwrap();
    let e4 = game.board().cells.iter().position(|c| c.label == "e4").map(|i| Spot(i as u16));
    let hints = hints(&*state, e4).unwrap();
    let kind = |label: &str| {
        let spot = game.board().cells.iter().position(|c| c.label == label).unwrap();
        hints.iter().find(|hint| hint.at == Spot(spot as u16)).map(|hint| hint.kind)
    };
    assert_eq!(kind("e3"), Some(HintKind::Go));
    assert_eq!(kind("d3"), Some(HintKind::Capture));
    assert_eq!(kind("e5"), Some(HintKind::Hit));
    assert_eq!(kind("g1"), None);
}

#[test]
fn an_animation_moves_every_piece_that_moves_and_loops() {
    let game = registry::open("coalesce", &[]).unwrap();
    let mut state = game.start();
    let start = state.view();
    let mut steps = Vec::new();
    for action in ["d6-d7", "a2-b3"] {
        let animation = state.animation(action).unwrap();
        state.play(action).unwrap();
        steps.push(Step { animation, view: state.view() });
    }
    let svg = animate(&game.board(), &start, &steps, &Style::of(&*game));
    parsed(&svg);
    let moved = steps.iter().flat_map(|step| &step.animation).flatten().count();
    assert_eq!(svg.matches("@keyframes p").count(), moved, "no piece moves twice here, and none is replaced");
    assert!(svg.contains("infinite") && svg.contains("prefers-reduced-motion"));
    assert_eq!(svg.matches("@keyframes s").count(), 3, "the start and two actions");
}

#[test]
fn a_stack_that_is_hit_or_laid_out_gets_lower_during_the_animation() {
    let game = registry::open("protista(cols=6,rows=7,win=king)", &[]).unwrap();
    let mut state = game.at_position("W....B/....../....../....../....../....../..w4..b2 w 1 -").unwrap();
    let (start, animation) = (state.view(), state.animation("Ug3*g6").unwrap());
    state.play("Ug3*g6").unwrap();
    let svg = animate(&game.board(), &start, &[Step { animation, view: state.view() }], &Style::of(&*game));
    // The stack is 4, 3 and 2 high, the stack that is hit 2 and 1; two pieces are laid out; both
    // kings stay in place.
    assert_eq!(svg.matches(r#"<g class="m p"#).count(), 3 + 2 + 2 + 2);
    assert_eq!(svg.matches("@keyframes p").count(), 3 + 2 + 2, "no differences are left at the end");
}

#[test]
fn key_frames_of_a_long_game_stay_in_order() {
    for spec in registry::GAMES {
        let game = registry::open(spec.id, &[]).unwrap();
        let (_, start, steps) = random_game(&*game, 150, 3);
        let svg = animate(&game.board(), &start, &steps, &Style::of(&*game));
        for frames in svg.split("@keyframes ").skip(1) {
            let frames = frames.split("}}").next().unwrap();
            let shares = frames.split(['{', '}', ',']).filter_map(|word| word.strip_suffix('%'));
            let shares: Vec<f64> = shares.map(|share| share.parse().unwrap()).collect();
            assert!(shares.windows(2).all(|w| w[0] < w[1]), "{}: {frames}", spec.id);
            assert_eq!((shares[0], shares[shares.len() - 1]), (0.0, 100.0));
        }
    }
}

#[test]
fn external_text_is_escaped() {
    let (board, mut view, mut style) = little();
    style.title = "<script>&\u{0}\u{FFFF}]]>".to_string();
    style.caption = true;
    view.prompt = "a < b & c \u{1F41C} …".repeat(20);
    parsed(&draw(&board, &view, None, &style));
}

#[test]
fn unknown_spots_are_ignored() {
    let (board, view, style) = little();
    let nowhere = Spot(u16::MAX);
    let animation = [vec![AnimationStep::Wrap { from: nowhere, to: nowhere }, AnimationStep::Capture { at: nowhere }]];
    parsed(&draw(&board, &view, Some(&animation), &style));
    let empty = BoardView::default();
    let svg = draw(&empty, &view, None, &style);
    png(&svg, 20).unwrap();
}

#[test]
fn a_png_of_invalid_size_is_rejected() {
    let (board, view, style) = little();
    let svg = draw(&board, &view, None, &style);
    assert_eq!(png(&svg, 0).unwrap_err(), "invalid width 0: expected 16 to 8192 pixels");
    assert!(png(&svg, 1_000_000).is_err());
    assert!(png("no svg", 100).unwrap_err().starts_with("invalid SVG"));
}

#[test]
fn an_animation_ends_with_the_pieces_of_the_last_state() {
    for spec in registry::GAMES {
        let game = registry::open(spec.id, &[]).unwrap();
        let style = Style::of(&*game);
        let board = game.board();
        let (state, start, steps) = random_game(&*game, 80, 11);
        let svg = animate(&board, &start, &steps, &style);
        let document = parsed(&svg);
        let pieces = document.descendants().filter(|n| n.attribute("class").is_some_and(|c| c.starts_with("m p")));
        let places = pieces.filter_map(|n| n.attribute("transform")).filter(|t| !t.contains("scale"));
        let mut places: Vec<String> =
            places.map(|t| t.trim_start_matches("translate(").trim_end_matches(')').to_string()).collect();
        places.sort();
        // On the still picture a single neutral piece is at the centre of its cell.
        let mut still = state.view();
        still.marks.clear();
        still.pieces.iter_mut().for_each(|(_, piece)| (piece.height, piece.owner) = (1, None));
        let svg = draw(&board, &still, None, &style);
        let document = parsed(&svg);
        let bodies = document.descendants().filter(|n| n.attribute("href").is_some_and(|id| id.contains('n')));
        let mut expected: Vec<String> =
            bodies.map(|n| format!("{} {}", n.attribute("x").unwrap(), n.attribute("y").unwrap())).collect();
        expected.sort();
        assert_eq!(places, expected, "{}", spec.id);
    }
}

/// The texts of the attribute of all elements.
fn attributes<'a>(document: &'a roxmltree::Document<'_>, name: &str) -> Vec<&'a str> {
    document.descendants().filter_map(|n| n.attribute(name)).collect()
}

#[test]
fn every_reference_is_defined_once_and_pictures_in_different_styles_share_no_id() {
    for spec in registry::GAMES {
        let game = registry::open(spec.id, &[]).unwrap();
        let (state, _, _) = random_game(&*game, 20, 4);
        let mut seen: Vec<String> = Vec::new();
        for theme in [Theme::Light, Theme::Dark] {
            for board in BoardTheme::ALL {
                for pieces in PieceSet::ALL {
                    let style = Style { theme, board, pieces, ..Style::of(&*game) };
                    let svg = draw_match(&*game, &*state, &style).unwrap();
                    let document = parsed(&svg);
                    let ids = attributes(&document, "id");
                    for reference in svg.split(['"', '(', ')']).filter_map(|part| part.strip_prefix("#x")) {
                        let id = format!("x{reference}");
                        assert_eq!(ids.iter().filter(|other| **other == id).count(), 1, "{}: {id}", spec.id);
                    }
                    for id in ids {
                        assert!(!seen.iter().any(|other| other == id), "{}: {id} in {board:?} {pieces:?}", spec.id);
                        seen.push(id.to_string());
                    }
                }
            }
        }
    }
}

#[test]
fn a_turn_shows_every_action_with_its_number() {
    let game = registry::open("coalesce", &[]).unwrap();
    let mut state = game.start();
    for action in ["d6-d7", "a2-b3", "g2-f2"] {
        state.play(action).unwrap();
    }
    let (before, turn) = last_turn(&*state).unwrap();
    assert_eq!(turn.len(), 2);
    let first = game.start();
    assert_ne!(before, first.view(), "the opponent's turn came first");
    let svg = draw_match(&*game, &*state, &Style::of(&*game)).unwrap();
    assert_eq!(count(&svg, "step"), 2);
    assert!(count(&svg, "push") + count(&svg, "slide") >= 2);
    state.undo();
    assert_eq!(count(&draw_match(&*game, &*state, &Style::of(&*game)).unwrap(), "step"), 0, "one action has no number");
}

#[test]
fn every_orientation_keeps_cells_apart_and_inside() {
    for spec in registry::GAMES {
        let game = registry::open(spec.id, &[]).unwrap();
        let board = game.board();
        let spots: Vec<Spot> = (0..board.cells.len() as u16).map(Spot).collect();
        let distance = |a: (f64, f64), b: (f64, f64)| ((a.0 - b.0).powi(2) + (a.1 - b.1).powi(2)).sqrt();
        let straight = Canvas::new(&board, &Style::of(&*game));
        for steps in 0..12 {
            for flipped in [false, true] {
                let orientation = Orientation { steps, flipped };
                let canvas = Canvas::new(&board, &Style { orientation, ..Style::of(&*game) });
                let (width, height) = canvas.size();
                for (i, &spot) in spots.iter().enumerate() {
                    let (x, y) = canvas.centre(spot);
                    assert!(
                        x > 24.0 && y > 24.0 && x < width - 24.0 && y < height - 24.0,
                        "{} {orientation:?}",
                        spec.id
                    );
                    let other = spots[(i * 31 + 7) % spots.len()];
                    let apart = |canvas: &Canvas| distance(canvas.centre(spot), canvas.centre(other));
                    assert!((apart(&canvas) - apart(&straight)).abs() < 1e-6);
                }
                // The right-hand neighbour of the first cell is at the angle of the rotation.
                let (a, b) = (canvas.centre(spots[0]), canvas.centre(spots[1]));
                let angle = (b.1 - a.1).atan2(b.0 - a.0).to_degrees().rem_euclid(360.0).round() as u32 % 360;
                let expected = if flipped { 180 } else { 0 } + 30 * u32::from(steps);
                assert_eq!(angle, expected % 360, "{} {orientation:?}", spec.id);
            }
        }
    }
}

#[test]
fn a_player_faces_the_own_pieces() {
    let facing = |game: &str, player| {
        let game = registry::open(game, &[]).unwrap();
        Orientation::facing(&game.board(), &game.start().view(), player).steps
    };
    assert_eq!((facing("fire-ants", Player::First), facing("fire-ants", Player::Second)), (6, 0));
    assert_eq!((facing("protista", Player::First), facing("protista", Player::Second)), (0, 6));
    for game in ["hex", "coalesce", "harvest"] {
        assert_eq!(Player::BOTH.map(|player| facing(game, player)), [0, 0], "{game}");
    }
}

#[test]
fn cells_show_their_names_on_demand() {
    for spec in registry::GAMES {
        let game = registry::open(spec.id, &[]).unwrap();
        let style = Style { cell_names: true, ..Style::of(&*game) };
        let (board, view) = (game.board(), game.start().view());
        let named = board.cells.iter().filter(|cell| !cell.label.is_empty()).count();
        let svg = draw(&board, &view, None, &style);
        let document = parsed(&svg);
        let names = document.descendants().find(|n| n.attribute("class") == Some("names")).unwrap();
        let texts = names.children().filter(|n| n.tag_name().name() == "path").count();
        assert_eq!(texts, named, "{}", spec.id);
    }
}
