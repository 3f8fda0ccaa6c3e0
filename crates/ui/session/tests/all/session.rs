//! One session and the operations of a player.

use hexarium_formats::{Ending, Event, GameTree, NodeId};
use hexarium_games::registry::Games;
use hexarium_kernel::{Flow, Input, Player, Rng, Spot};
use hexarium_session::{ClickOutcome, Form, GameSession, Preview, Setup, TargetKind, import, words};

fn cell(session: &GameSession, label: &str) -> Input {
    let at = session.board().cells.iter().position(|cell| cell.label == label).unwrap();
    Input::Cell(Spot(at as u16))
}

fn play(session: &mut GameSession, actions: &str) -> String {
    let mut words = String::new();
    for action in actions.split_whitespace() {
        words = session.play(action).unwrap().words;
    }
    words
}

fn numbered(session: &GameSession) -> Vec<String> {
    let row = |row: &std::sync::Arc<hexarium_session::Row>| {
        let parts: Vec<&str> = row.parts.iter().map(|part| part.text.as_str()).collect();
        format!("{}{} {}", "  ".repeat(row.depth), row.number(), parts.join(","))
    };
    session.rows().iter().map(row).collect()
}

#[test]
fn clicking_the_selected_piece_again_deselects_it() {
    let mut session = GameSession::new(&Games, "coalesce").unwrap();
    let own = cell(&session, "d3");
    assert_eq!(session.click(own), ClickOutcome::Selected);
    assert_eq!(session.click(own), ClickOutcome::Cleared);
    assert_eq!(session.inputs(), []);
}

#[test]
fn clicking_another_own_piece_selects_it() {
    let mut session = GameSession::new(&Games, "harvest").unwrap();
    let first = session.legal_inputs().into_iter().find(|input| session.preview(*input).is_none()).unwrap();
    assert_eq!(session.click(first), ClickOutcome::Selected);
    let starts: Vec<Input> = session.state().legal_inputs().into_iter().map(|(_, inputs)| inputs[0]).collect();
    let next = session.legal_inputs();
    let other = starts.into_iter().find(|input| *input != first && !next.contains(input)).unwrap();
    assert_eq!(session.click(other), ClickOutcome::Selected);
    assert_eq!(session.inputs(), [other]);
}

/// A game of Harvest in front of a move that splits the board into equal groups: the inputs of its
/// piece and its destination.
fn before_an_equal_split() -> (GameSession, [Input; 2]) {
    let mut rng = Rng::new(1);
    for _ in 0..100 {
        let mut session = GameSession::new(&Games, "harvest(base=3)").unwrap();
        while session.ending().is_none() {
            let legal = session.state().legal_inputs();
            let is_large = session.view().pieces.len() >= 8;
            if let Some((_, inputs)) = legal.iter().find(|(_, inputs)| is_large && inputs.len() == 3) {
                return (session, [inputs[0], inputs[1]]);
            }
            session.play(&legal[rng.below(legal.len())].0).unwrap();
        }
    }
    panic!("no equal split in a hundred games");
}

#[test]
fn any_piece_selects_its_group() {
    let (mut session, way) = before_an_equal_split();
    let select = |session: &mut GameSession| {
        way.into_iter().for_each(|input| assert_eq!(session.click(input), ClickOutcome::Selected));
    };
    select(&mut session);
    let options: Vec<(String, Vec<Input>)> = session.state().legal_inputs();
    let options: Vec<_> = options.into_iter().filter(|(_, inputs)| inputs.starts_with(&way)).collect();
    let (_, after) = session.preview_so_far().unwrap();
    let pieces: Vec<Input> = after.pieces.iter().map(|(at, _)| Input::Cell(*at)).collect();
    let mut selected = 0;
    for (action, inputs) in &options {
        let Preview { after: kept, .. } = session.preview(inputs[2]).unwrap();
        assert!(kept.pieces.len() > 1, "{action}: the group has more pieces than the first one");
        // The last cell deselects itself, unless it names the group.
        let others = kept.pieces.iter().map(|(at, _)| Input::Cell(*at)).filter(|at| *at != way[1] || *at == inputs[2]);
        for piece in others {
            assert_eq!(session.preview(piece).map(|preview| &preview.action == action), Some(true));
            let ClickOutcome::Act(chosen) = session.click(piece) else { panic!("a piece of the group") };
            assert_eq!(&session.state().action_text(chosen).unwrap(), action);
            session.clear();
            select(&mut session);
            selected += 1;
        }
    }
    // A piece of a smaller group selects none.
    let is_option = |preview: Preview| options.iter().any(|(action, _)| *action == preview.action);
    let acts = |piece: &&Input| session.preview(**piece).is_some_and(is_option);
    assert_eq!(pieces.iter().filter(acts).count(), selected);
}

#[test]
fn an_illegal_click_is_rejected_with_the_reason() {
    let mut session = GameSession::new(&Games, "hex(size=3)").unwrap();
    play(&mut session, "b2");
    let taken = cell(&session, "b2");
    let ClickOutcome::Rejected(reason) = session.click(taken) else { panic!("it is taken") };
    assert!(reason.ends_with('.') && reason.len() > 10, "{reason}");
}

#[test]
fn ambiguous_clicks_on_a_stack_offer_a_choice() {
    let game = "protista(cols=6,rows=7,win=king)";
    let position = "B...../....../....../....../...w2../....../W..... w 1 -";
    let mut session = GameSession::at_position(&Games, game, position).unwrap();
    let (stack, to) = (cell(&session, "e4"), cell(&session, "e5"));
    assert_eq!(session.click(stack), ClickOutcome::Selected);
    let target = session.targets().into_iter().find(|target| target.input == to).unwrap();
    assert_eq!(target.kind, TargetKind::Ambiguous);
    let ClickOutcome::Choose(choices) = session.click(to) else { panic!("there are two ways") };
    let words: Vec<&str> = choices.iter().map(|choice| choice.words.as_str()).collect();
    let expected =
        ["White moves the stack of 2 from e4 to e5.", "White lays out a stone from the stack of 2 on e4 onto e5."];
    assert_eq!(words, expected);
    assert_eq!(session.click(Input::Button("unstack")), ClickOutcome::Act(choices[1].action));
}

#[test]
fn targets_distinguish_moves_captures_and_hits() {
    let game = "protista(cols=6,rows=7,win=king)";
    let position = "B...../....../....../....../..bwb3./....../W..... w 1 -";
    let mut session = GameSession::at_position(&Games, game, position).unwrap();
    session.click(cell(&session, "e4"));
    let kind = |label: &str| {
        let input = cell(&session, label);
        session.targets().into_iter().find(|target| target.input == input).map(|target| target.kind)
    };
    assert_eq!(kind("e3"), Some(TargetKind::Capture));
    assert_eq!(kind("e5"), Some(TargetKind::Hit));
    assert_eq!(kind("d4"), Some(TargetKind::Move));
    assert_eq!(kind("a1"), None);
}

#[test]
fn a_turn_of_several_actions_is_taken_back_as_a_whole() {
    let mut session = GameSession::new(&Games, "coalesce").unwrap();
    let opening = session.state().legal()[0].clone();
    assert_eq!(session.play(&opening).unwrap().flow, Flow::TurnOver);
    let start_of_turn = session.state().position();
    let first = session.state().legal()[0].clone();
    assert_eq!(session.play(&first).unwrap().flow, Flow::SameTurn);
    assert!(session.turn_in_progress());
    assert!(session.back_turn());
    assert_eq!(session.state().position(), start_of_turn);
    assert!(session.forward_turn() && session.turn_in_progress(), "an incomplete turn can be replayed");
    let second = session.state().legal()[0].clone();
    assert_eq!(session.play(&second).unwrap().flow, Flow::TurnOver);
    assert!(!session.turn_in_progress());
    assert!(session.back_turn());
    assert_eq!(session.state().position(), start_of_turn);
}

#[test]
fn forward_follows_the_branch_visited_last() {
    let mut session = GameSession::new(&Games, "hex(size=3)").unwrap();
    play(&mut session, "a1 b1 c1");
    session.back_turn();
    session.back_turn();
    play(&mut session, "b2 b3");
    session.to_start();
    session.to_end();
    assert_eq!(session.actions(), ["a1", "b2", "b3"]);
    assert_eq!(numbered(&session), ["1. a1", "2. b1", "  2. b2", "  3. b3", "3. c1"]);
    session.go(NodeId(3)).unwrap();
    session.to_start();
    session.to_end();
    assert_eq!(session.actions(), ["a1", "b1", "c1"]);
    assert!(session.go(NodeId(99)).is_err());
}

#[test]
fn an_action_played_again_follows_its_line() {
    let mut session = GameSession::new(&Games, "hex(size=3)").unwrap();
    play(&mut session, "a1 b1");
    session.to_start();
    play(&mut session, "a1 b1");
    assert_eq!(session.tree().ids().len(), 3);
    let refused = session.play("a1").unwrap_err();
    assert!(refused.contains("the cell is taken"), "{refused}");
    assert_eq!(session.tree().ids().len(), 3);
}

#[test]
fn a_promoted_line_becomes_the_main_line_with_its_result() {
    let mut session = GameSession::new(&Games, "hex(size=2)").unwrap();
    play(&mut session, "a1 b1 a2");
    assert_eq!(session.tree().ending.as_ref().unwrap().winner, Some(Player::First));
    session.to_start();
    play(&mut session, "b1 b2");
    assert!(session.tree().ending.is_some(), "the main line is unchanged");
    let promoted = session.promote(session.cursor()).unwrap();
    assert_eq!((promoted, session.cursor()), (NodeId(2), NodeId(2)));
    assert_eq!(numbered(&session), ["1. b1", "  1. a1", "  2. b1", "  3. a2", "2. b2"]);
    assert_eq!(session.tree().ending, None);
    assert!(session.export(Form::Record).is_ok());
    session.remove(NodeId(1)).unwrap();
    assert_eq!(session.cursor(), GameTree::ROOT);
    assert_eq!(session.tree().ending.as_ref().unwrap().winner, Some(Player::First));
    assert!(session.remove(GameTree::ROOT).is_err());
}

#[test]
fn a_resignation_loses_and_can_be_taken_back() {
    let mut session = GameSession::new(&Games, "hex(size=3)").unwrap();
    play(&mut session, "a1 b1");
    session.resign(Player::First).unwrap();
    let ending = session.ending().unwrap();
    assert_eq!(words::ending(session.game(), &ending), "Red wins by resignation.");
    assert_eq!(session.tree().ending, Some(ending));
    assert_eq!(session.legal_inputs(), []);
    assert_eq!(session.play("c1").unwrap_err(), "The game is over: Red wins by resignation.");
    assert!(matches!(session.click(cell(&session, "c1")), ClickOutcome::Rejected(_)));
    assert!(session.resign(Player::Second).is_err());
    assert_eq!(numbered(&session)[2], "3. Blue resigns");
    let back = import(&Games, &session.export(Form::Record).unwrap()).unwrap().into_session(&Games).unwrap();
    assert_eq!(back.ending(), session.ending());
    assert!(session.back());
    assert_eq!(session.ending(), None);
    play(&mut session, "c1");
    assert_eq!(numbered(&session)[2..], ["3. Blue resigns", "  3. c1"]);
}

#[test]
fn a_variation_after_a_resignation_keeps_the_result() {
    for reason in ["resignation", "time", "agreement", "forfeit", ""] {
        let winner = if reason == "agreement" { "draw" } else { "first" };
        let comma = if reason.is_empty() { "" } else { ", " };
        let record = format!("Hexarium: 1\nGame: hex(size=3)\nResult: {winner}{comma}{reason}\n\n1. a1 2. b1\n");
        let mut session = import(&Games, &record).unwrap().into_session(&Games).unwrap();
        let ending = session.ending().unwrap();
        assert_eq!(ending.reason, reason);
        play(&mut session, "c1");
        assert_eq!(session.ending(), None, "the variation has no result");
        assert_eq!(session.tree().ending, Some(ending.clone()));
        let mut back = import(&Games, &session.export(Form::Record).unwrap()).unwrap().into_session(&Games).unwrap();
        assert_eq!(back.ending(), Some(ending), "{reason}");
        assert!(back.play("c2").unwrap_err().starts_with("The game is over"), "{reason}");
        assert_eq!(back.tree().ids().len(), 5);
    }
}

#[test]
fn the_rules_end_a_game_with_their_reason() {
    let mut session = GameSession::new(&Games, "hex(size=2)").unwrap();
    play(&mut session, "a1 b1 a2");
    let reason = "Blue connected top to bottom".to_string();
    assert_eq!(session.ending(), Some(Ending { winner: Some(Player::First), reason }));
    assert_eq!(words::ending(session.game(), &session.ending().unwrap()), "Blue wins: Blue connected top to bottom.");
    assert!(session.resign(Player::First).is_err());
    assert!(session.play("b2").is_err());
}

#[test]
fn a_tree_with_an_illegal_action_anywhere_is_rejected() {
    let mut tree = GameTree::new("hex(size=3)");
    let a = tree.add(GameTree::ROOT, Some(Event::Action("a1".into())));
    tree.add(a, Some(Event::Action("b1".into())));
    tree.add(a, Some(Event::Action("a1".into())));
    let refused = GameSession::from_tree(&Games, tree, GameTree::ROOT).err().unwrap();
    assert!(refused.starts_with("turn 2: illegal action 'a1': the cell is taken"), "{refused}");
    assert!(GameSession::from_tree(&Games, GameTree::new("hex"), NodeId(1)).is_err());
    assert!(GameSession::new(&Games, "chess").err().unwrap().contains("unknown game 'chess'"));
    assert!(GameSession::at_position(&Games, "hex(size=3)", "B").is_err());
}

#[test]
fn a_hex_file_that_leaves_the_rules_is_read_only() {
    let sgf = "(;FF[4]GM[11]SZ[4];B[b1];B[b2];W[c3])";
    let imported = import(&Games, sgf).unwrap();
    assert!(imported.warning.as_ref().is_some_and(|warning| warning.contains("out of turn")));
    let mut session = imported.into_session(&Games).unwrap();
    assert!(session.play("d4").unwrap_err().contains("cannot be played"));
    assert_eq!(session.legal_inputs(), []);
    session.to_start();
    play(&mut session, "d4");
}

#[test]
fn every_format_is_recognised_and_only_suitable_ones_are_offered() {
    let mut session = GameSession::new(&Games, "hex(size=5)").unwrap();
    play(&mut session, "c3 d2 a1");
    session.back();
    assert_eq!(session.forms(), Form::ALL);
    for form in Form::ALL {
        let text = session.export(form).unwrap();
        let back = import(&Games, &text).unwrap();
        assert_eq!(back.form, form);
        assert_eq!(back.tree.actions_to(NodeId(3)), ["c3", "d2", "a1"]);
        assert_eq!(back.cursor, NodeId(if form.is_one_line() { 2 } else { 3 }), "{form:?}");
    }
    let others = GameSession::new(&Games, "harvest(base=3)").unwrap().forms();
    assert_eq!(others, [Form::Record, Form::Json, Form::Link]);
}

#[test]
fn unreadable_input_is_rejected_with_its_location() {
    for (text, message) in [
        ("", "line 1, column 1: "),
        ("rubbish", "line 1, column 1: "),
        ("Game: hex(size=3)\n\n1. a1 2. a1\n", "line 3, column 10: illegal action 'a1'"),
        ("(;FF[4]GM[11]SZ[4:5])", "square"),
        ("{\"game\": 3}", "line 1, column "),
        ("#1/hex,size=5/3/06F/eVfCX", "mistyped"),
        ("#11,zz9", "line 1, column "),
    ] {
        let refused = import(&Games, text).err().unwrap_or_else(|| panic!("{text} is read"));
        assert!(refused.contains(message), "{text}: {refused}");
    }
}

/// Characters with a special meaning in some format.
const ODD: &[u8] = b"()[]{};:,.#/\\\"!~ \n0189azAZ-+*>@";

#[test]
fn broken_files_are_rejected_or_opened_and_never_panic() {
    let mut rng = hexarium_kernel::Rng::new(4);
    let (mut read, mut refused) = (0, 0);
    for game in ["hex(size=4,swap=true,pass=true)", "coalesce", "protista(cols=6,rows=7)"] {
        let mut session = GameSession::new(&Games, game).unwrap();
        for _ in 0..12 {
            let legal = session.state().legal();
            let Some(action) = legal.get(rng.below(legal.len().max(1))) else { break };
            session.play(action).unwrap();
            if rng.below(3) == 0 {
                session.back();
            }
        }
        for form in session.forms() {
            let text = session.export(form).unwrap().into_bytes();
            for _ in 0..400 {
                let mut bytes = text.clone();
                for _ in 0..1 + rng.below(3) {
                    let at = rng.below(bytes.len());
                    match rng.below(3) {
                        0 => bytes[at] = ODD[rng.below(ODD.len())],
                        1 => bytes.insert(at, ODD[rng.below(ODD.len())]),
                        _ => bytes.truncate(at + 1),
                    }
                }
                match import(&Games, &String::from_utf8_lossy(&bytes)) {
                    Ok(imported) => {
                        let mut session = imported.into_session(&Games).unwrap();
                        let nodes: usize = session.rows().iter().map(|row| row.parts.len()).sum();
                        assert_eq!(nodes + 1, session.tree().ids().len());
                        session.to_start();
                        session.legal_inputs();
                        read += 1;
                    }
                    Err(reason) => {
                        assert!(reason.contains("line ") && reason.contains("column "), "{reason}");
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(read > 100 && refused > 100, "{read} read, {refused} rejected");
}

#[test]
fn tags_are_set_changed_and_removed() {
    let mut session = GameSession::new(&Games, "hex(size=3)").unwrap();
    session.set_tag("Blue", "Ada");
    session.set_tag("Red", "Bo");
    session.set_tag("Blue", "Cy");
    session.set_tag("Red", "");
    assert_eq!(session.tree().tags, [("Blue".to_string(), "Cy".to_string())]);
    session.set_comment(GameTree::ROOT, "A first try.").unwrap();
    assert_eq!(session.comment(GameTree::ROOT), "A first try.");
    assert_eq!(session.comment(NodeId(9)), "");
}

#[test]
fn actions_are_described() {
    let told = |game: &str, position: &str, action: &str| {
        let mut session = match position {
            "" => GameSession::new(&Games, game).unwrap(),
            _ => GameSession::at_position(&Games, game, position).unwrap(),
        };
        play(&mut session, action)
    };
    let king = "protista(cols=6,rows=7,win=king)";
    for (game, position, action, words) in [
        ("hex", "", "d4", "Blue places a stone on d4."),
        ("hex(first=red)", "", "d4", "Red places a stone on d4."),
        ("hex(swap=true)", "", "b4 swap", "Red swaps: takes over the Blue stone on b4 and moves it to d2."),
        ("hex(swap=true)", "", "c3 swap", "Red swaps: takes over the Blue stone on c3."),
        ("hex(pass=true)", "", "pass", "Blue passes."),
        (
            "coalesce",
            "",
            "d6-d7",
            "Blue moves the stone from d6 to d7; the stone on d7 wraps round to d1, pushing the pieces on d1, d2 and d3 \
             one space on.",
        ),
        ("harvest", "", "xb5", "First removes the piece on b5."),
        (
            "harvest",
            "..../.o.../.oo.o./..ooo../..o.../...../.... 1 2 0 15-14",
            "d4-d2",
            "First moves the piece from d4 to d2; 2 pieces are cut off and removed: c5 and d5.",
        ),
        ("fire-ants", "", "@b6", "White places a stone on b6."),
        (
            "fire-ants",
            "#...#/....../...wB../......../#.......#/......../.W.w.B./....../#...# w 9-10",
            "g4-c6",
            "White moves the stone from g4 to c6, capturing the Black queen on c5.",
        ),
        (
            king,
            "B...../....../....../....../...wb3./....../W..... w 1 -",
            "e4*e5",
            "White hits the Black stack of 3 on e5 from e4, leaving 2 levels.",
        ),
    ] {
        assert_eq!(told(game, position, action), words);
    }
}

#[test]
fn cells_are_described() {
    let mut session = GameSession::new(&Games, "hex(size=3)").unwrap();
    play(&mut session, "b2");
    let at = |label: &str| session.board().cells.iter().position(|cell| cell.label == label).unwrap() as u16;
    assert_eq!(session.describe(Spot(at("b2"))), "b2, Blue stone");
    assert_eq!(session.describe(Spot(at("a1"))), "a1, empty");
    assert_eq!(session.describe(Spot(at(""))), "Blue's end zone");
    assert_eq!(session.describe(Spot(999)), "");
    let session = GameSession::new(&Games, "fire-ants").unwrap();
    let buffer = session.board().cells.iter().position(|cell| cell.label == "b6").unwrap() as u16;
    assert_eq!(session.describe(Spot(buffer)), "b6, empty, buffer space");
    let position = "B...../....../....../....../...w2../....../W3..... w 1 -";
    let session = GameSession::at_position(&Games, "protista(cols=6,rows=7,win=king)", position);
    let session = session.unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(
        session.describe(Spot(session.board().cells.iter().position(|c| c.label == "g1").unwrap() as u16)),
        "g1, White stack of 3 with a king"
    );
}

#[test]
fn a_position_is_set_up_as_text() {
    let session = GameSession::new(&Games, "hex(size=3)").unwrap();
    let mut setup = Setup::new(&session).unwrap();
    assert!(setup.set_position("BR").is_err());
    assert_eq!(setup.position(), session.state().position());
    setup.set_position(" BR./.../... b\n").unwrap();
    assert_eq!((setup.position().as_str(), setup.problem()), ("BR./.../... b", None));
    assert_eq!(setup.view().pieces.len(), 2);
    let session = setup.into_session().unwrap();
    assert_eq!(session.start_position(), Some("BR./.../... b"));
    assert_eq!(session.state().to_move(), Player::First);
    let start = Setup::new(&GameSession::new(&Games, "hex(size=3)").unwrap()).unwrap().into_session().unwrap();
    assert_eq!(start.start_position(), None, "the game's own start is not stored");
}

#[test]
fn a_cell_is_described_with_its_neighbours() {
    let mut session = GameSession::new(&Games, "hex(size=3)").unwrap();
    session.play("b2").unwrap();
    let told = |session: &GameSession, label: &str| {
        let at = session.board().cells.iter().position(|cell| cell.label == label).unwrap();
        words::surroundings(session.game(), session.board(), &session.state().view(), Spot(at as u16))
    };
    assert_eq!(
        told(&session, "b2"),
        "b2: Blue stone; neighbours: b1 empty, c1 empty, a2 empty, c2 empty, a3 empty, b3 empty."
    );
    assert_eq!(told(&session, "a1"), "a1: empty; neighbours: b1 empty, a2 empty, Blue's end zone, Red's end zone.");
    assert_eq!(words::surroundings(session.game(), session.board(), &session.state().view(), Spot(999)), "");
}

#[test]
fn pieces_are_listed_by_kind() {
    let listed = |session: &GameSession| words::inventory(session.game(), session.board(), &session.state().view());
    let mut session = GameSession::new(&Games, "hex(size=3)").unwrap();
    assert_eq!(listed(&session), ["The board is empty."]);
    for action in ["b2", "a1", "c3"] {
        session.play(action).unwrap();
    }
    assert_eq!(listed(&session), ["Blue stones: b2, c3.", "Red stone: a1."]);
    assert_eq!(
        listed(&GameSession::new(&Games, "fire-ants").unwrap()),
        ["White queens: c3, c5.", "Black queens: g3, g5."]
    );
    assert!(listed(&GameSession::new(&Games, "harvest(base=3)").unwrap())[0].starts_with("Pieces: a1, a2, a3, b1"));
}
