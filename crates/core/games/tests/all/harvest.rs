//! Test cases for the rules page of Harvest.

use hexarium_games::registry::open;
use hexarium_kernel::{AnimationStep, AnyGame, AnyMatch, Flow, Input, Player, Rng, Spot};

const FULL: &str = "oooo/ooooo/oooooo/ooooooo/oooooo/ooooo/oooo";
/// Six pieces in a row, with an empty space before them.
const ROW: &str = "..../...../....../.oooooo/....../...../....";
/// A piece in the middle with three arms.
const STAR: &str = "..../.o.../..o.../...oo../..o.../.o.../....";

fn game(id: &str) -> Box<dyn AnyGame> {
    open(id, &[]).unwrap()
}

fn at(id: &str, position: &str) -> Box<dyn AnyMatch> {
    game(id).at_position(position).unwrap()
}

fn base4(position: &str) -> Box<dyn AnyMatch> {
    at("harvest", position)
}

fn legal_from(game: &dyn AnyMatch, prefix: &str) -> Vec<String> {
    game.legal().into_iter().filter(|a| a.starts_with(prefix)).collect()
}

fn explain_illegal_action(game: &mut dyn AnyMatch, action: &str) -> String {
    let before = game.position();
    let message = game.play(action).unwrap_err().to_string();
    assert_eq!(game.position(), before, "a refused action changes nothing");
    message
}

fn bad(position: &str) -> String {
    game("harvest").at_position(position).err().unwrap_or_else(|| panic!("{position} is accepted")).to_string()
}

fn spot(game: &dyn AnyGame, cell: &str) -> Spot {
    Spot(game.board().cells.iter().position(|c| c.label == cell).unwrap() as u16)
}

/// Returns every combination of option values.
fn every_game() -> Vec<String> {
    let mut ids = Vec::new();
    for base in 3..=6 {
        for steps in 1..=2 {
            for surround in ["spaces", "six"] {
                ids.push(format!("harvest(base={base},opening_steps={steps},surround={surround})"));
            }
        }
    }
    ids
}

#[test]
fn the_game_starts_with_a_piece_on_every_space_and_one_step() {
    let start = game("harvest").start();
    assert_eq!(start.position(), format!("{FULL} 1 1 0 0-0"));
    assert_eq!(start.to_move(), Player::First);
    for (base, cells) in [(3, 19), (4, 37), (5, 61), (6, 91)] {
        let start = game(&format!("harvest(base={base})")).start();
        assert_eq!(start.view().pieces.len(), cells);
    }
}

#[test]
fn on_the_full_board_every_piece_may_be_removed_because_the_edge_is_no_empty_space() {
    for (base, cells) in [(3, 19), (4, 37), (5, 61), (6, 91)] {
        let legal = game(&format!("harvest(base={base})")).start().legal();
        assert_eq!(legal.len(), cells);
        assert!(legal.iter().all(|a| a.starts_with('x')));
        assert!(legal.contains(&"xa1".to_string()));
    }
}

#[test]
fn with_surround_six_only_pieces_with_six_neighbours_may_be_removed() {
    for (base, inner) in [(3, 7), (4, 19), (5, 37), (6, 61)] {
        let mut start = game(&format!("harvest(base={base},surround=six)")).start();
        assert_eq!(start.legal().len(), inner);
        assert_eq!(
            explain_illegal_action(&mut *start, "xa1"),
            "illegal action 'xa1': only a piece with six neighbours can be removed, and a1 at the edge has 3"
        );
    }
}

#[test]
fn the_opening_turn_has_one_step_and_every_later_turn_two() {
    let mut game = game("harvest").start();
    assert_eq!(game.play("xd4").unwrap(), Flow::TurnOver);
    assert_eq!(game.position(), "oooo/ooooo/oooooo/ooo.ooo/oooooo/ooooo/oooo 2 2 0 1-0");
    assert_eq!(game.play("xa1").unwrap(), Flow::SameTurn);
    assert_eq!(game.position(), ".ooo/ooooo/oooooo/ooo.ooo/oooooo/ooooo/oooo 2 1 1 1-1");
    assert_eq!(game.play("xa4").unwrap(), Flow::TurnOver);
    assert_eq!(game.position(), ".oo./ooooo/oooooo/ooo.ooo/oooooo/ooooo/oooo 1 2 0 1-2");
    assert_eq!(game.turn(), 3);
}

#[test]
fn with_opening_steps_two_the_opening_turn_is_like_any_other() {
    let mut game = game("harvest(opening_steps=2)").start();
    assert_eq!(game.position(), format!("{FULL} 1 2 0 0-0"));
    assert_eq!(game.legal().len(), 38, "37 removals and a pass");
    assert_eq!(game.play("xd4").unwrap(), Flow::SameTurn);
    assert_eq!(game.to_move(), Player::First);
    assert_eq!(game.play("pass").unwrap(), Flow::TurnOver);
    assert_eq!(game.to_move(), Player::Second);
}

#[test]
fn a_piece_beside_an_empty_space_is_not_surrounded() {
    let mut game = game("harvest").start();
    game.play("xd4").unwrap();
    assert_eq!(legal_from(&*game, "x").len(), 30, "all but the hole and the six around it");
    assert_eq!(
        explain_illegal_action(&mut *game, "xd3"),
        "illegal action 'xd3': only a surrounded piece can be removed, and d4 next to d3 is empty"
    );
    assert_eq!(explain_illegal_action(&mut *game, "xd4"), "illegal action 'xd4': there is no piece on d4");
}

#[test]
fn a_piece_jumps_along_a_line_to_an_empty_space_beside_another_piece() {
    let mut game = base4("..../...../..ooo./ooo..../....../...../.... 1 1 1 1-30");
    // d5 and d6 lie beyond an empty space (ruling 2).
    assert_eq!(legal_from(&*game, "d1-"), ["d1-d4", "d1-d5", "d1-d6"]);
    for (action, why) in [
        ("d1-d7", "a piece lands next to another one, and no space next to d7 is occupied"),
        ("d1-c1", "a move passes over at least one piece, and there is none between d1 and c1"),
        ("d3-e3", "a move passes over at least one piece, and there is none between d3 and e3"),
        ("d3-d6", "a move passes over at least one piece, and there is none between d3 and d6"),
        ("d1-d3", "a piece moves to an empty space, and d3 is occupied"),
        ("d1-e3", "a piece moves along one of the six directions, and e3 is not in line with d1"),
        ("d1-d1", "a move leads to another space; to let the step go, pass"),
        ("d4-d7", "there is no piece on d4"),
    ] {
        assert_eq!(explain_illegal_action(&mut *game, action), format!("illegal action '{action}': {why}"));
    }
}

#[test]
fn a_move_may_pass_over_any_mix_of_pieces_and_empty_spaces() {
    let game = base4("..../...../.oo.../oo.o.../....../...../.... 1 1 1 1-31");
    assert_eq!(legal_from(&*game, "d1-"), ["d1-d3", "d1-d5"]);
}

#[test]
fn a_moved_piece_leaves_its_space_empty_and_fills_the_other() {
    let mut game = base4("..../...../..ooo./ooo..../....../...../.... 1 1 1 1-30");
    assert_eq!(game.play("d1-d5").unwrap(), Flow::TurnOver);
    assert_eq!(game.position(), "..../...../..ooo./.oo.o../....../...../.... 2 2 0 1-30");
}

#[test]
fn all_but_the_biggest_group_are_removed_and_count_at_once() {
    let mut game = base4(&format!("{ROW} 1 2 0 15-16"));
    assert_eq!(game.play("d3-d1").unwrap(), Flow::SameTurn);
    assert_eq!(game.position(), "..../...../....../...oooo/....../...../.... 1 1 2 17-16");
}

#[test]
fn a_split_may_cut_off_the_piece_that_moved() {
    let mut game = base4("..../...../....../.oooooo/....../...../.... 2 2 0 15-16");
    game.play("d3-d1").unwrap();
    assert!(!game.position().contains("/oo"), "d1, where the piece landed, went with d2");
    assert!(game.position().ends_with(" 2 1 2 15-18"));
}

#[test]
fn of_biggest_groups_of_equal_size_the_player_chooses_which_stays() {
    let mut game = base4(&format!("{ROW} 1 2 0 15-16"));
    assert_eq!(legal_from(&*game, "d4-"), ["d4-d1=d1", "d4-d1=d5"]);
    let choose = "the biggest groups are of equal size, choose which stays: d4-d1=d1 or d4-d1=d5";
    for action in ["d4-d1", "d4-d1=d2", "d4-d1=a1"] {
        assert_eq!(explain_illegal_action(&mut *game, action), format!("illegal action '{action}': {choose}"));
    }
    game.play("d4-d1=d5").unwrap();
    assert_eq!(game.position(), "..../...../....../....ooo/....../...../.... 1 1 3 18-16");
    assert_eq!(game.undo().as_deref(), Some("d4-d1=d5"));
    game.play("d4-d1=d1").unwrap();
    assert_eq!(game.position(), "..../...../....../ooo..../....../...../.... 1 1 3 18-16");
}

#[test]
fn without_a_tie_there_is_nothing_to_choose() {
    let mut game = base4(&format!("{ROW} 1 2 0 15-16"));
    assert_eq!(
        explain_illegal_action(&mut *game, "d3-d1=d4"),
        "illegal action 'd3-d1=d4': one group is the biggest and stays, so there is nothing to choose: d3-d1"
    );
    // The end piece of six in a row moves to the other end.
    assert_eq!(
        explain_illegal_action(&mut *game, "d7-d1=d1"),
        "illegal action 'd7-d1=d1': the group stays whole, so there is nothing to choose: d7-d1"
    );
    assert_eq!(game.play("d7-d1").unwrap(), Flow::SameTurn);
    assert_eq!(game.position(), "..../...../....../oooooo./....../...../.... 1 1 0 15-16");
}

#[test]
fn three_groups_of_equal_size_give_three_choices() {
    let game = base4(&format!("{STAR} 1 2 0 15-16"));
    assert_eq!(legal_from(&*game, "d4-d6"), ["d4-d6=b2", "d4-d6=d5", "d4-d6=e3"]);
}

#[test]
fn the_game_ends_with_two_pieces_left_in_the_middle_of_a_turn() {
    let mut game = base4(&format!("{STAR} 1 2 0 15-16"));
    assert_eq!(game.play("d4-d6=e3").unwrap(), Flow::GameOver);
    assert_eq!(game.position(), "..../...../....../......./..o.../.o.../.... 2 2 0 19-16");
    let verdict = game.verdict().unwrap();
    assert_eq!((verdict.outcome.word(), verdict.reason.as_str()), ("first", "First removed 19 pieces, Second 16"));
    assert_eq!(game.legal(), [""; 0]);
    assert_eq!(
        explain_illegal_action(&mut *game, "pass"),
        "illegal action 'pass': the game is over: First removed 19 pieces, Second 16"
    );
}

#[test]
fn the_player_who_removed_more_wins_regardless_of_the_last_piece() {
    let mut game = base4(&format!("{STAR} 1 2 0 5-26"));
    game.play("d4-d6=b2").unwrap();
    let verdict = game.verdict().unwrap();
    assert_eq!((verdict.outcome.word(), verdict.reason.as_str()), ("second", "First removed 9 pieces, Second 26"));
}

#[test]
fn a_position_with_two_pieces_is_a_finished_game() {
    let game = base4("..oo/...../....../......./....../...../.... 2 2 0 1-34");
    let verdict = game.verdict().unwrap();
    assert_eq!((verdict.outcome.word(), verdict.reason.as_str()), ("second", "First removed 1 pieces, Second 34"));
    assert!(game.legal().is_empty());
}

#[test]
fn after_a_removal_the_second_step_may_be_anything() {
    let mut game = game("harvest").start();
    game.play("xd4").unwrap();
    game.play("xa1").unwrap();
    let legal = game.legal();
    for action in ["pass", "xa4", "d2-d4", "b2-d4", "c3-a1"] {
        assert!(legal.contains(&action.to_string()), "{action} in {legal:?}");
    }
    assert_eq!(game.play("pass").unwrap(), Flow::TurnOver);
}

#[test]
fn one_step_may_be_passed_but_not_the_whole_turn() {
    let mut game = game("harvest").start();
    game.play("xd4").unwrap();
    assert_eq!(game.play("pass").unwrap(), Flow::SameTurn);
    assert_eq!(game.position(), "oooo/ooooo/oooooo/ooo.ooo/oooooo/ooooo/oooo 2 1 0 1-0");
    assert_eq!(
        explain_illegal_action(&mut *game, "pass"),
        "illegal action 'pass': every turn must remove at least one piece, and this is the last step to do it"
    );
    assert_eq!(
        explain_illegal_action(&mut *game, "d2-d4"),
        "illegal action 'd2-d4': every turn must remove at least one piece, and this move in its last step removes none"
    );
    assert!(game.legal().iter().all(|a| a.starts_with('x')), "a nearly full board cannot be split");
}

#[test]
fn the_last_step_may_remove_by_splitting_too() {
    let game = base4(&format!("{ROW} 2 1 0 15-16"));
    assert_eq!(game.legal(), ["d3-d1", "d4-d1=d1", "d4-d1=d5", "d5-d1", "d6-d1"]);
}

#[test]
fn a_first_step_may_prepare_a_removal_that_was_not_there() {
    // No piece has six neighbours until one moves into the hole and is surrounded there.
    let mut game = at("harvest(base=3,surround=six)", "ooo/oooo/oo.oo/oooo/ooo 2 2 0 1-0");
    assert_eq!(game.legal(), ["a1-c3", "a3-c3", "c1-c3", "c5-c3", "e1-c3", "e3-c3"]);
    assert_eq!(
        explain_illegal_action(&mut *game, "pass"),
        "illegal action 'pass': the turn could not be completed after it"
    );
    assert_eq!(game.play("c1-c3").unwrap(), Flow::SameTurn);
    assert!(game.legal().contains(&"xc3".to_string()));
    assert!(!game.legal().contains(&"pass".to_string()));
}

#[test]
fn a_first_step_that_removes_nothing_is_legal_only_if_the_second_can() {
    let mut game = at("harvest(base=3)", "oo./.o../...../..../... 1 2 0 8-8");
    assert_eq!(game.legal(), ["a1-a3", "a1-c3", "a2-c2"]);
    assert_eq!(
        explain_illegal_action(&mut *game, "b2-b1"),
        "illegal action 'b2-b1': a move passes over at least one piece, and there is none between b2 and b1"
    );
    game.play("a1-a3").unwrap();
    assert_eq!(game.position(), ".oo/.o../...../..../... 1 1 0 8-8");
    assert_eq!(game.legal(), ["a2-c2"]);
    assert_eq!(game.play("a2-c2").unwrap(), Flow::GameOver);
    assert_eq!(game.position(), ".../.o../.o.../..../... 2 2 0 9-8");
}

#[test]
fn a_player_who_cannot_remove_a_piece_at_the_start_of_a_turn_loses() {
    let mut no_legal_action = at("harvest(base=3)", "ooo/..../...../..../... 2 2 0 2-14");
    let verdict = no_legal_action.verdict().unwrap();
    assert_eq!((verdict.outcome.word(), verdict.reason.as_str()), ("first", "Second cannot remove a piece"));
    assert!(no_legal_action.legal().is_empty());
    assert_eq!(
        explain_illegal_action(&mut *no_legal_action, "pass"),
        "illegal action 'pass': the game is over: Second cannot remove a piece"
    );

    let mut game = at("harvest(base=3)", ".o./..oo/.oo../.o../... 1 1 0 6-7");
    assert_eq!(game.play("c3-c1=a2").unwrap(), Flow::GameOver);
    assert_eq!(game.position(), ".o./..oo/...../..../... 2 2 0 9-7");
    assert_eq!(game.verdict().unwrap().reason, "Second cannot remove a piece");
    game.undo();
    assert_eq!(game.verdict(), None);
    assert_eq!(game.play("c3-c1=c1").unwrap(), Flow::TurnOver);
}

#[test]
fn a_given_last_step_without_a_removal_is_lost_as_well() {
    let verdict = at("harvest(base=3)", "oo./.o../...../..../... 1 1 0 8-8").verdict().unwrap();
    assert_eq!((verdict.outcome.word(), verdict.reason.as_str()), ("second", "First cannot remove a piece"));
    assert_eq!(at("harvest(base=3)", "oo./.o../...../..../... 1 1 3 8-8").verdict(), None, "passing is enough");
}

#[test]
fn every_turn_of_a_random_game_removes_a_piece_and_every_game_ends() {
    let mut rng = Rng::new(11);
    for id in every_game() {
        let game = game(&id);
        for _ in 0..3 {
            let mut state = game.start();
            let cells = state.view().pieces.len();
            let (mut turn_began_with, mut actions) = (cells, 0);
            while state.verdict().is_none() {
                let legal = state.legal();
                let flow = state.play(&legal[rng.below(legal.len())]).unwrap();
                let view = state.view();
                if flow != Flow::SameTurn {
                    assert!(view.pieces.len() < turn_began_with, "{id}");
                    turn_began_with = view.pieces.len();
                }
                let scores: i64 = view.counters.iter().filter(|c| c.owner.is_some()).map(|c| c.value).sum();
                assert_eq!(scores as usize + view.pieces.len(), cells);
                let again = game.at_position(&state.position()).unwrap();
                assert_eq!(
                    (again.position(), again.key(), again.legal()),
                    (state.position(), state.key(), state.legal())
                );
                actions += 1;
            }
            assert!(actions < 2 * cells, "{id}");
        }
    }
}

#[test]
fn the_key_tells_apart_everything_that_the_position_says() {
    let pieces = "..../...../....../.oooooo/....../...../....";
    let fields = ["1 2 0 15-16", "2 2 0 15-16", "1 1 0 15-16", "1 1 1 15-16", "1 1 2 15-16", "1 2 0 16-15"];
    let mut keys: Vec<u64> = fields.iter().map(|f| base4(&format!("{pieces} {f}")).key()).collect();
    keys.push(base4("..../...../....../oooooo./....../...../.... 1 2 0 15-16").key());
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 7);
}

#[test]
fn a_bad_board_is_refused_with_the_place() {
    assert_eq!(bad("oooo/ooooo 1 2 0 0-0"), "bad position: the board has 2 rows; expected 7 joined by /");
    assert_eq!(
        bad("oooo/oooo/oooooo/ooooooo/oooooo/ooooo/oooo 1 2 0 1-0"),
        "bad position: row 2 has 4 cells; expected 5"
    );
    assert_eq!(
        bad("oooo/ooxoo/oooooo/ooooooo/oooooo/ooooo/oooo 1 2 0 1-0"),
        "bad position: row 2, character 3 is 'x'; expected '.', 'o'"
    );
}

#[test]
fn a_bad_field_is_refused_by_name() {
    let fields = "expected, separated by single spaces: board, side (1 or 2), steps left, removed so far in this turn, \
                  scores (as in 3-0)";
    assert_eq!(bad(FULL), format!("bad position: it has 1 fields; {fields}"));
    assert_eq!(bad(&format!("{FULL}  1 1 0 0-0")), format!("bad position: it has 6 fields; {fields}"));
    for (rest, message) in [
        ("3 1 0 0-0", "the side to move is '3'; expected 1 or 2"),
        ("1 0 0 0-0", "the number of steps left is '0'; expected 1 or 2"),
        ("1 3 0 0-0", "the number of steps left is '3'; expected 1 or 2"),
        ("1 02 0 0-0", "the number of steps left is '02'; expected 1 or 2"),
        ("1 1 x 0-0", "the number removed so far in this turn is 'x'; expected a number from 0 to 35"),
        ("1 1 36 0-0", "the number removed so far in this turn is '36'; expected a number from 0 to 35"),
        ("1 1 0 0", "the score is '0'; expected the two players' scores as in 3-0, each from 0 to 35"),
        ("1 1 0 0-00", "the score is '0-00'; expected the two players' scores as in 3-0, each from 0 to 35"),
        ("1 1 0 0-0-0", "the score is '0-0-0'; expected the two players' scores as in 3-0, each from 0 to 35"),
        ("1 1 0 +0-0", "the score is '+0-0'; expected the two players' scores as in 3-0, each from 0 to 35"),
    ] {
        assert_eq!(bad(&format!("{FULL} {rest}")), format!("bad position: {message}"));
    }
}

#[test]
fn a_position_that_no_game_reaches_is_refused_with_the_reason() {
    for (position, message) in [
        (
            format!("{FULL} 1 1 0 1-0"),
            "37 pieces on the board and scores of 1 and 0 make 38; expected 37, one for each cell",
        ),
        (
            format!("{ROW} 1 2 0 15-15"),
            "6 pieces on the board and scores of 15 and 15 make 36; expected 37, one for each cell",
        ),
        (
            "..../...../....../.oo.ooo/....../...../.... 1 2 0 16-16".to_string(),
            "the pieces do not form one group; after every step there is only one",
        ),
        (
            "o.../...../....../......./....../...../.... 1 2 0 20-16".to_string(),
            "the board has 1 pieces; the game ends as soon as two are left",
        ),
        (
            "..../...../....../......./....../...../.... 1 2 0 20-17".to_string(),
            "the board has 0 pieces; the game ends as soon as two are left",
        ),
        (format!("{ROW} 1 2 1 15-16"), "1 removed so far in this turn with 2 steps left; expected 0"),
        (
            format!("{ROW} 2 1 4 28-3"),
            "Second has a score of 3 but removed 4 so far in this turn; expected at most the score",
        ),
    ] {
        assert_eq!(bad(&position), format!("bad position: {message}"));
    }
    assert!(game("harvest").at_position(&format!("{ROW} 2 1 3 28-3")).is_ok());
}

#[test]
fn a_text_that_is_no_action_is_answered_with_what_would_do() {
    let mut start = game("harvest").start();
    for text in
        ["", "d4", "x", "xd8", "xx", "pass ", "Pass", "c3-", "-c3", "c3-c6=", "c3-c6=z1", "c3-c6=a1=a1", "c3-c4-c5"]
    {
        assert_eq!(
            explain_illegal_action(&mut *start, text),
            format!(
                "'{text}' is not an action; expected xd4 (remove), a1-d4 (move), a1-d4=g4 (move and keep the group whose \
                 first cell that is) with cells from a1 to g4, or pass"
            )
        );
    }
}

#[test]
fn endless_garbage_is_refused_and_never_repeated_in_full() {
    let game = game("harvest");
    for part in ["x", "o", "/", " ", "-", "c3-c6=", "ä", "\n", "1 2 0 0-0 "] {
        let text = part.repeat(10_000_000 / part.len());
        assert!(game.at_position(&text).err().unwrap().to_string().len() < 300);
        assert!(game.start().play(&text).unwrap_err().to_string().len() < 300);
        let fields = format!("{FULL} 1 1 0 {text}");
        assert!(game.at_position(&fields).err().unwrap().to_string().len() < 300);
    }
}

#[test]
fn options_are_those_of_the_table() {
    assert_eq!(game("harvest(base=4,opening_steps=1,surround=spaces)").canonical_id(), "harvest");
    for (id, message) in [
        ("harvest(base=2)", "invalid base '2': expected 3…6"),
        ("harvest(base=7)", "invalid base '7': expected 3…6"),
        ("harvest(opening_steps=3)", "invalid opening_steps '3': expected 1…2"),
        ("harvest(surround=five)", "invalid surround 'five': expected spaces, six"),
        ("harvest(size=4)", "unknown option 'size': expected base, opening_steps, surround"),
    ] {
        assert_eq!(open(id, &[]).err().unwrap().to_string(), message);
    }
}

#[test]
fn inputs_are_the_cells_a_player_would_click() {
    let harvest = game("harvest");
    let click = |cell| Input::Cell(spot(&*harvest, cell));
    let row = base4(&format!("{ROW} 1 2 0 15-16"));
    assert_eq!(row.inputs("d3-d1").unwrap(), [click("d3"), click("d1")]);
    assert_eq!(row.inputs("d4-d1=d5").unwrap(), [click("d4"), click("d1"), click("d5")]);
    assert_eq!(row.inputs("pass").unwrap(), [Input::Button("pass")]);
    let start = harvest.start();
    assert_eq!(start.inputs("xd4").unwrap(), [click("d4"), click("d4")]);
}

#[test]
fn animations_show_what_leaves_the_board() {
    let harvest = game("harvest");
    let at = |cell: &str| spot(&*harvest, cell);
    let cells = |names: &[&str]| AnimationStep::Split { cells: names.iter().map(|n| at(n)).collect() };
    assert_eq!(harvest.start().animation("xd4").unwrap(), [[AnimationStep::Capture { at: at("d4") }]]);
    let row = base4(&format!("{ROW} 1 2 0 15-16"));
    assert_eq!(row.animation("d7-d1").unwrap(), [[AnimationStep::Jump { from: at("d7"), to: at("d1") }]]);
    assert_eq!(
        row.animation("d3-d1").unwrap(),
        [[AnimationStep::Jump { from: at("d3"), to: at("d1") }], [cells(&["d1", "d2"])]]
    );
    assert!(row.animation("pass").unwrap().is_empty());
    let star = base4(&format!("{STAR} 1 2 0 15-16"));
    let animation = star.animation("d4-d6=e3").unwrap();
    assert_eq!(animation[0], [AnimationStep::Jump { from: at("d4"), to: at("d6") }]);
    assert_eq!(animation[1].len(), 2);
    assert!(animation[1].contains(&cells(&["b2", "c3"])) && animation[1].contains(&cells(&["d5", "d6"])));
}

#[test]
fn the_prompt_says_who_may_do_what_and_how_much_of_the_turn_is_left() {
    let mut game = game("harvest").start();
    assert_eq!(game.view().prompt, "First player, the only step of the opening turn: remove a surrounded piece");
    game.play("xd4").unwrap();
    assert_eq!(
        game.view().prompt,
        "Second player, step 1 of 2: remove a surrounded piece, move a piece over another, or pass (the turn must \
         remove a piece)"
    );
    game.play("xa1").unwrap();
    assert_eq!(
        game.view().prompt,
        "Second player, step 2 of 2: remove a surrounded piece, move a piece over another, or pass"
    );
    assert_eq!(
        base4(&format!("{ROW} 2 1 0 15-16")).view().prompt,
        "Second player, step 2 of 2: split the group with a move (nothing is removed yet in this turn)"
    );
}

#[test]
fn pieces_and_numbers_are_in_sight() {
    let harvest = game("harvest(base=3)");
    let state = harvest.at_position("oo./.o../...../..../... 1 2 0 9-7").unwrap();
    let art = hexarium_kernel::art::draw(&*harvest, &*state);
    let lines: Vec<&str> = art.lines().collect();
    assert_eq!(lines[..2], ["  a   o o .   3", " b   . o . .   4"]);
    assert_eq!(lines[5], "First removed: 9, Second removed: 7, pieces left: 3");
    assert!(state.view().pieces.iter().all(|(_, piece)| piece.owner.is_none()), "all pieces are alike");
}
