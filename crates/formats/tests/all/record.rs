//! Examples of the record and its JSON form: those of the documentation, and errors with their
//! messages.

use hexarium_formats::{Event, GameTree, Property, json, record, sgf};
use hexarium_games::registry::Games;
use hexarium_kernel::Player;

const RECORD_PAGE: &str = include_str!("../../../../docs/formats/record.md");
const JSON_PAGE: &str = include_str!("../../../../docs/formats/json.md");

/// Returns the code blocks of a page with a language.
fn blocks<'p>(page: &'p str, language: &str) -> Vec<&'p str> {
    let fence = format!("```{language}\n");
    let found: Vec<&str> = page.split(fence.as_str()).skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(!found.is_empty(), "no block {language}");
    found
}

fn refused(text: &str) -> String {
    record::read(text, &Games).expect_err(text).to_string()
}

fn with_moves(game: &str, moves: &str) -> String {
    format!("Game: {game}\n\n{moves}")
}

#[test]
fn the_samples_of_the_documentation_are_written_unchanged() {
    for sample in blocks(RECORD_PAGE, "record") {
        let tree = record::read(sample, &Games).unwrap_or_else(|e| panic!("{e}\n{sample}"));
        assert_eq!(record::write(&tree, &Games).unwrap(), sample);
    }
    for sample in blocks(JSON_PAGE, "json") {
        let tree = json::read(sample, &Games).unwrap_or_else(|e| panic!("{e}\n{sample}"));
        assert_eq!(json::write(&tree, &Games).unwrap(), sample);
    }
}

#[test]
fn the_documentation_shows_the_exact_error_messages() {
    for sample in blocks(RECORD_PAGE, "refused") {
        let (text, words) = sample.split_once("→ ").unwrap();
        assert_eq!(refused(text), words.trim_end());
    }
    for sample in blocks(JSON_PAGE, "refused") {
        let (text, words) = sample.split_once("→ ").unwrap();
        assert_eq!(json::read(text, &Games).unwrap_err().to_string(), words.trim_end());
    }
}

#[test]
fn a_carelessly_typed_record_is_read() {
    let careless = "\u{feff}\r\n  game :hex( size = 3 )\r\nBlue:Ada\r\nRESULT: blue\r\n\r\n1.b2 a3(2.c1{so}{what} !w:resign)\r\n b3 4.a1\n\nb1";
    let neat = "Hexarium: 1\nGame: hex(size=3)\nBlue: Ada\nResult: first\n\n1. b2 2. a3\n  (2. c1 {so\nwhat} !red:resign)\n3. b3 4. a1 5. b1\n";
    let tree = record::read(careless, &Games).unwrap();
    assert_eq!(record::write(&tree, &Games).unwrap(), neat);
}

#[test]
fn a_comment_at_the_head_of_a_variation_goes_to_its_first_action() {
    let tree = record::read(&with_moves("hex(size=3)", "{game} 1. b2 ({why} [X] 1. a1)"), &Games).unwrap();
    let variation = tree.children(GameTree::ROOT)[1];
    assert_eq!(tree.node(variation).comment, "why");
    assert_eq!(tree.node(variation).extra[0].name, "X");
    assert_eq!(tree.node(GameTree::ROOT).comment, "game");
}

#[test]
fn events_name_players_by_any_of_their_names() {
    let moves = "!blue:resign !Red:time !black:a !second:\"two words\"";
    let tree = record::read(&with_moves("hex(first=red)", moves), &Games).unwrap();
    let players: Vec<Player> = tree
        .ids()
        .filter_map(|id| match &tree.node(id).event {
            Some(Event::Other { player, .. }) => Some(*player),
            _ => None,
        })
        .collect();
    assert_eq!(players, [Player::Second, Player::First, Player::Second, Player::Second]);
}

#[test]
fn a_random_start_is_written_and_checked() {
    let tree = GameTree::new("protista(rows=7,cols=5,setup=random,pieces=5,seed=9)");
    let text = record::write(&tree, &Games).unwrap();
    let start = tree.open(&Games).unwrap().position();
    assert!(text.contains(&format!("\nStart: {start}\n")), "{text}");
    assert_eq!(record::read(&text, &Games).unwrap().setup, None);

    let other = text.replace("seed=9", "seed=10");
    let message = refused(&other);
    assert!(message.starts_with("line 3, column 8: this is not the start of protista("), "{message}");
    let (kept, faults) = record::read_lenient(&other, &Games).unwrap();
    assert_eq!(kept.setup, Some(start.clone()));
    assert!(faults[0].problem.ends_with("it is used as the setup"));

    let other = json::write(&tree, &Games).unwrap().replace("seed=9", "seed=10");
    let message = json::read(&other, &Games).unwrap_err().to_string();
    assert!(message.starts_with("line 4, column 12: this is not the start"), "{message}");
    assert_eq!(json::read_lenient(&other, &Games).unwrap().0.setup, Some(start));
}

#[test]
fn a_result_that_the_moves_contradict_is_rejected() {
    let won = "1. a1 2. b1 3. a2";
    for (result, moves, words) in [
        ("second", won, "the result is second, but by the moves it is first, Blue connected top to bottom"),
        ("draw, agreement", won, "the result is draw, agreement, but by the moves it is first, Blue connected"),
        ("none", won, "the result is none, but by the moves it is first"),
        (
            "first, Blue was lucky",
            won,
            "the result is first, Blue was lucky, but by the moves it is first, Blue connected",
        ),
        ("first, Blue connected top to bottom", "1. a1", "but the moves do not end the game; expected none, or one of"),
        ("nobody", won, "invalid result 'nobody': expected first, second or draw and a reason, or none"),
    ] {
        let text = format!("Game: hex(size=2)\nResult: {result}\n\n{moves}");
        let message = refused(&text);
        assert!(message.starts_with("line 2, column 9: ") && message.contains(words), "{message}");
        let (kept, faults) = record::read_lenient(&text, &Games).unwrap();
        assert_eq!((kept.ending, faults.len()), (None, 1));
        let (word, reason) = result.split_once(", ").unwrap_or((result, ""));
        let nodes: String = moves.split(' ').skip(1).step_by(2).map(|a| format!(",{{\"action\":\"{a}\"}}")).collect();
        let text = format!(
            "{{\"game\":\"hex(size=2)\",\n\"result\":\"{word}\",\"reason\":\"{reason}\",\"nodes\":[{{}}{nodes}]}}"
        );
        let message = json::read(&text, &Games).unwrap_err().to_string();
        assert!(message.starts_with("line 2, column 10: ") && message.contains(words), "{message}");
        assert_eq!(json::read_lenient(&text, &Games).unwrap().0.ending, None);
    }
    for (result, moves) in [
        ("first, Blue connected top to bottom", won),
        ("first", won),
        ("Blue, resignation", won),
        ("second, time", "1. a1"),
        ("draw, agreement", ""),
        ("none", "1. a1"),
    ] {
        record::read(&format!("Game: hex(size=2)\nResult: {result}\n\n{moves}"), &Games).unwrap();
    }
}

#[test]
fn every_fault_of_a_record_has_a_location_and_the_expected_input() {
    let hex = |moves: &str| with_moves("hex(size=3)", moves);
    let harvest = |moves: &str| with_moves("harvest(base=3)", moves);
    for (text, message) in [
        (String::new(), "line 1, column 1: missing game: expected a line such as `Game: hex`"),
        (
            "Hexarium: 2\nwhat is new\nGame: hex".into(),
            "line 1, column 11: unknown version '2' of a record: expected 1",
        ),
        ("Game: chess".into(), "line 1, column 7: unknown game 'chess'"),
        ("Game: hex\ngame: hex".into(), "line 2, column 1: duplicate tag Game: expected at most one"),
        ("Game: hex\n1. a1".into(), "line 2, column 1: invalid tag '1. a1': expected a tag such as `Date: 2024-05-01`"),
        ("Game: hex\nA: \"b\" c".into(), "line 2, column 4: unclosed value"),
        ("Game: hex(size=3)\nSetup: ...".into(), "line 2, column 8: bad position: it has 1 fields"),
        (hex("1. a1\n {é} 2. z9"), "line 4, column 9: 'z9' is not an action; expected a cell from a1 to c3"),
        (hex("1. a1 2. b1 (2. a1)"), "line 3, column 17: illegal action 'a1': the cell is taken"),
        (hex("1. a1 3. b1"), "line 3, column 7: invalid turn number 3.: expected 2."),
        (hex("1. a1 2... b1"), "line 3, column 7: invalid turn number 2...: expected 2."),
        (hex("1. a1,b1"), "line 3, column 6: unexpected comma"),
        (harvest("1. xc3 2. xa1, 3. xa2"), "line 3, column 14: missing action after a comma"),
        (hex("1. a1 {never"), "line 3, column 7: unclosed comment: expected } at its end"),
        (hex("1. a1 (1. b1"), "line 3, column 7: unclosed variation: expected ) at its end"),
        (hex("1. a1 )"), "line 3, column 7: unmatched )"),
        (hex("1. a1 ()"), "line 3, column 7: empty variation: expected an action"),
        (hex("(1. a1)"), "line 3, column 1: misplaced variation"),
        (hex("1. a1 }"), "line 3, column 7: unmatched }"),
        (hex("[TR (]"), "line 3, column 1: unclosed property"),
        (hex("[]"), "line 3, column 1: missing name of a property"),
        (hex("!resign"), "line 3, column 1: invalid event '!resign': expected !player:what"),
        (hex("!blue:"), "line 3, column 1: incomplete event"),
        (hex("!green:resign"), "line 3, column 1: unknown player 'green': expected blue or red"),
        (
            with_moves("hex(size=2)", "1. a1 2. b1 3. a2 4. b2"),
            "line 3, column 22: illegal action 'b2': the game is over",
        ),
    ] {
        let error = refused(&text);
        assert!(error.starts_with(message), "{error}\n{message}");
    }
}

#[test]
fn every_fault_of_json_has_a_location_and_the_expected_input() {
    let with = |nodes: &str| format!("{{\"game\": \"hex(size=3)\",\n\"nodes\": [{nodes}]}}");
    for (text, message) in [
        (String::new(), "line 1, column 1: incomplete JSON"),
        ("[]".into(), "line 1, column 1: invalid JSON: expected an object"),
        ("{\"é\": x}".into(), "line 1, column 7: invalid JSON: expected value"),
        ("{}".into(), "line 1, column 1: missing field game"),
        ("{\"game\": 1}".into(), "line 1, column 10: invalid game: expected a string"),
        ("{\"game\": \"go\"}".into(), "line 1, column 10: unknown game 'go'"),
        ("{\"version\": 2, \"game\": \"hex\"}".into(), "line 1, column 13: unknown version 2: expected 1"),
        ("{\"game\": \"hex\", \"x\": 1}".into(), "line 1, column 22: the record: unknown field 'x': expected"),
        (
            "{\"game\": \"hex\",\n \"game\": \"harvest\"}".into(),
            "line 2, column 10: the record: duplicate field 'game': expected at most one",
        ),
        (
            "{\"game\": \"hex\", \"players\": {\"Red\": \"\", \"R\\u0065d\": \"\"}}".into(),
            "line 1, column 52: players: duplicate field 'Red': expected at most one",
        ),
        (
            with("{}, {\"comment\": \"\", \"comment\": \"\"}"),
            "line 2, column 42: nodes[1]: duplicate field 'comment': expected at most one",
        ),
        ("{\"game\": \"hex\", \"tags\": [1]}".into(), "line 1, column 25: invalid tags: expected a list of pairs"),
        ("{\"game\": \"hex\", \"players\": 1}".into(), "line 1, column 28: invalid players"),
        ("{\"game\": \"hex\", \"players\": {\"Ada\": \"\"}}".into(), "line 1, column 36: players: unknown field 'Ada'"),
        ("{\"game\": \"hex\", \"nodes\": 1}".into(), "line 1, column 26: invalid nodes"),
        (with("{}, 1"), "line 2, column 15: invalid nodes[1]"),
        (with("{}, {\"a\": 1}"), "line 2, column 21: nodes[1]: unknown field 'a': expected parent, action"),
        (with("{}, {\"parent\": 1}"), "line 2, column 26: invalid nodes[1].parent: expected an earlier node, 0 to 0"),
        (with("{\"action\": \"a1\"}"), "line 2, column 11: invalid nodes[0]"),
        (
            with("{}, {\"event\": \"resign\"}"),
            "line 2, column 15: invalid nodes[1]: expected either action, or player and event",
        ),
        (with("{}, {\"extra\": [[]]}"), "line 2, column 25: invalid nodes[1].extra: expected a list of lists"),
        (
            with("{}, {\"player\": \"x\", \"event\": \"y\"}"),
            "line 2, column 26: invalid nodes[1].player 'x': expected Blue or Red",
        ),
        (with("{}, {\"action\": \"z9\"}"), "line 2, column 15: nodes[1]: 'z9' is not an action"),
    ] {
        let error = json::read(&text, &Games).expect_err(&text).to_string();
        assert!(error.starts_with(message), "{error}\n{message}");
    }
}

#[test]
fn lenient_reading_keeps_the_legal_part_and_lists_the_rest() {
    let text = "Game: hex(size=3)\nno tag\nResult: first, Blue connected top to bottom\n\n\
        1. b2 2. a3 (2. b2 3. c1 (3. c2)) (2. c1 4. a1) 3. b3 4. b3 {lost} (4. a1) 5. b1";
    let (tree, faults) = record::read_lenient(text, &Games).unwrap();
    assert_eq!(
        record::write(&tree, &Games).unwrap(),
        "Hexarium: 1\nGame: hex(size=3)\nResult: none\n\n1. b2 2. a3\n  (2. c1 3. a1)\n3. b3\n"
    );
    let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
    let illegal = "illegal action 'b2': the cell is taken, and stones never move or change colour";
    assert!(said[0].starts_with("line 2, column 1: ") && said[0].ends_with("; the line is dropped"), "{said:?}");
    assert_eq!(said[1], format!("line 5, column 17: {illegal}; the rest of the line of play is dropped"));
    assert_eq!(said[2], "line 5, column 42: invalid turn number 4.: expected 3.; it is ignored");
    assert!(said[3].starts_with("line 5, column 58: illegal action 'b3'"), "{said:?}");
    assert!(said[4].starts_with("line 3, column 9: ") && said[4].ends_with("; the result is dropped"), "{said:?}");
    assert_eq!(said.len(), 5);
}

#[test]
fn lenient_reading_of_json_drops_a_node_with_its_descendants() {
    let text = r#"{"game": "hex(size=3)", "nodes": [{}, {"action": "b2"}, {"action": "b2"}, {"action": "a1"},
        {"parent": 1, "action": "c1"}, {"parent": 0, "action": "a1"}, {"action": 1}, {"parent": 5, "action": "a2"}, {"action": "a3"}]}"#;
    let (tree, faults) = json::read_lenient(text, &Games).unwrap();
    assert_eq!(
        record::write(&tree, &Games).unwrap(),
        "Hexarium: 1\nGame: hex(size=3)\nResult: none\n\n1. b2\n  (1. a1)\n"
    );
    let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert!(said[0].starts_with("line 2, column 82: invalid nodes[6].action"), "{said:?}");
    assert!(said[1].starts_with("line 1, column 57: nodes[2]: illegal action 'b2'"), "{said:?}");
    assert_eq!(said.len(), 2);
}

#[test]
fn messages_quote_only_the_start_of_long_input() {
    let long = "x".repeat(100_000);
    for text in [
        long.clone(),
        format!("Game: {long}"),
        format!("Game: hex\nResult: {long}, {long}"),
        format!("Game: hex\nResult: first, {long}"),
        format!("Hexarium: {long}"),
        format!("Game: hex\n\n{long}"),
        format!("Game: hex\n\n!{long}"),
        format!("Game: hex\n\n!{long}:{long}"),
        format!("Game: hex\n\n{}.", "9".repeat(100_000)),
    ] {
        let message = refused(&text);
        assert!(message.chars().count() < 300, "{message}");
    }
    for text in [
        format!("{{\"{long}\": 1}}"),
        format!("{{\"game\": \"{long}\"}}"),
        format!("{{\"game\": \"hex\", \"nodes\": [{{\"{long}\": 1}}]}}"),
        format!("{{\"game\": \"hex\", \"version\": \"{long}\"}}"),
        format!("{{\"game\": \"hex\", \"nodes\": [{{}}, {{\"player\": \"{long}\", \"event\": \"\"}}]}}"),
    ] {
        let message = json::read(&text, &Games).unwrap_err().to_string();
        assert!(message.chars().count() < 300, "{message}");
    }
}

#[test]
fn lenient_reading_keeps_the_first_of_duplicate_fields() {
    let text = r#"{"game": "hex(size=3)", "game": "harvest", "nodes": [{}, {"action": "a1", "action": "b1"}]}"#;
    let (tree, faults) = json::read_lenient(text, &Games).unwrap();
    assert_eq!((tree.game.as_str(), tree.main_line().len()), ("hex(size=3)", 1));
    let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert!(said[0].ends_with("duplicate field 'game': expected at most one; it is dropped"), "{said:?}");
    assert!(said[1].contains("nodes[1]: duplicate field 'action'"), "{said:?}");
}

#[test]
fn unusual_characters_round_trip_everywhere() {
    for odd in
        ["\r", "\r\n", "\0", "\u{feff}", "\u{a0}", "\u{2028}", "\u{85}", "🐝", "e\u{301}", " ", "\t", "\u{7f}", ""]
    {
        for text in [odd.to_string(), format!("a{odd}b"), format!("{odd}{odd}")] {
            let mut tree = GameTree::new("hex(size=3)");
            tree.tags = vec![("Blue".to_string(), text.clone()), (text.clone(), text.clone())];
            tree.node_mut(GameTree::ROOT).comment = text.clone();
            let moved = tree.add(GameTree::ROOT, Some(Event::Action("a1".to_string())));
            tree.node_mut(moved).extra =
                vec![Property { name: text.clone(), values: vec![text.clone(), String::new()] }];
            let other = tree.add(GameTree::ROOT, Some(Event::Other { player: Player::First, what: text.clone() }));
            tree.node_mut(other).comment = text.clone();
            tree.add(GameTree::ROOT, None);
            let written = record::write(&tree, &Games).unwrap();
            assert_eq!(record::read(&written, &Games).as_ref(), Ok(&tree), "{written:?}");
            let written = json::write(&tree, &Games).unwrap();
            assert_eq!(json::read(&written, &Games).as_ref(), Ok(&tree), "{written:?}");
            // SGF normalises line breaks to line feeds.
            let plain = text.replace("\r\n", "\n").replace('\r', "\n");
            let read = sgf::read(&sgf::write(&tree, &Games).unwrap(), &Games).unwrap();
            assert_eq!((read.tag("Blue"), read.tag(&plain)), (Some(plain.as_str()), Some(plain.as_str())), "{text:?}");
            assert_eq!(read.node(GameTree::ROOT).comment, plain);
            assert_eq!(read.node(other).event, Some(Event::Other { player: Player::First, what: plain.clone() }));
        }
    }
}

#[test]
fn a_file_has_a_million_nodes_at_most() {
    let many = GameTree::MAX_NODES;
    let nodes = |count: usize| format!("{{\"game\":\"hex\",\"nodes\":[{}{{}}]}}", "{},".repeat(count - 1));
    let error = json::read(&nodes(many + 1), &Games).unwrap_err().to_string();
    assert!(error.ends_with("too many nodes: expected at most 1000000"), "{error}");
    let silent = |count: usize| with_moves("hex", &"~ ".repeat(count - 1));
    let error = refused(&silent(many + 1));
    assert_eq!(error, "line 3, column 1999999: too many nodes: expected at most 1000000");
    assert_eq!(record::read(&silent(many), &Games).unwrap().ids().len(), many);
}
