//! HexWorld links: examples and round trips of random games.

use crate::hexforms::{property, random_tree};
use hexarium_formats::{Ending, Event, GameTree, NodeId, hex, hexworld, sgf};
use hexarium_games::registry::Games;
use hexarium_kernel::{Player, Rng};

const BOARD: &str = "https://hexworld.org/board/";

fn read(link: &str) -> (GameTree, NodeId) {
    hexworld::read(link, &Games).unwrap_or_else(|fault| panic!("{link}: {fault}"))
}

fn line(tree: &GameTree) -> String {
    tree.actions_to(*tree.main_line().last().unwrap()).join(" ")
}

/// Round-trips a fragment from all three forms of input.
fn there_and_back(fragment: &str) -> (GameTree, NodeId) {
    let (tree, cursor) = read(fragment);
    assert_eq!(hexworld::write(&tree, cursor, &Games).unwrap(), format!("{BOARD}{fragment}"));
    assert_eq!(read(&fragment[1..]), (tree.clone(), cursor));
    assert_eq!(read(&format!(" {BOARD}{fragment}\n")), (tree.clone(), cursor));
    (tree, cursor)
}

#[test]
fn a_link_with_a_swap_is_a_swap_of_pieces() {
    let (tree, cursor) = there_and_back("#11,a2:sf6");
    assert_eq!(tree.game, "hex(swap=true)");
    assert_eq!(line(&tree), "a2 swap f6");
    let position = tree.at(cursor, &Games).unwrap().position();
    assert!(position.starts_with(".R........./"), "{position}");
}

#[test]
fn the_second_comma_is_the_cursor_and_flags_are_kept() {
    let (tree, cursor) = there_and_back("#11c1,h4e7,f9");
    assert_eq!(tree.actions_to(cursor), ["h4", "e7"]);
    assert_eq!(line(&tree), "h4 e7 f9");
    assert_eq!(tree.node(GameTree::ROOT).extra, [property(hexworld::FLAGS, &["c1"])]);
    let (tree, cursor) = there_and_back("#13r3mnc1z9,,a1b2");
    assert_eq!((cursor, line(&tree).as_str()), (GameTree::ROOT, "a1 b2"));
    there_and_back("#5");
    there_and_back("#5n");
}

#[test]
fn a_swap_of_sides_is_our_swap_in_a_mirror() {
    let (tree, cursor) = there_and_back("#4,b1:Sd1b4");
    assert_eq!(line(&tree), "b1 swap a4 d2");
    assert_eq!(tree.at(cursor, &Games).unwrap().position(), "..../R..R/..../B... b");
    let file = sgf::write(&tree, &Games).unwrap();
    assert!(file.contains(";B[b1];W[swap-sides];W[d1];B[b4]"), "{file}");
}

#[test]
fn resignation_and_forfeit_end_the_game() {
    for (fragment, player, what, reason) in [
        ("#5,a1:rb", Player::First, "resign", "resignation"),
        ("#5,a1b2:rw", Player::Second, "resign", "resignation"),
        ("#5,a1:fb", Player::First, "forfeit", "forfeit"),
        ("#5,a1,b2:fw", Player::Second, "forfeit", "forfeit"),
    ] {
        let (tree, _) = there_and_back(fragment);
        let last = tree.node(*tree.main_line().last().unwrap());
        assert_eq!(last.event, Some(Event::Other { player, what: what.to_string() }), "{fragment}");
        assert_eq!(tree.ending, Some(Ending { winner: Some(player.other()), reason: reason.to_string() }));
    }
    let mut tree = read("#5,a1b2").0;
    tree.ending = Some(Ending { winner: Some(Player::First), reason: "resignation".to_string() });
    let link = hexworld::write(&tree, GameTree::ROOT, &Games).unwrap();
    assert_eq!(link, format!("{BOARD}#5,,a1b2:rw"));
}

#[test]
fn a_pass_is_played_and_a_second_in_a_row_is_kept() {
    let (tree, cursor) = there_and_back("#5,a1:pb2c3");
    assert_eq!(tree.game, "hex(size=5,pass=true)");
    assert_eq!(tree.actions_to(cursor), ["a1", "pass", "b2", "c3"]);
    assert_eq!(hex::departure(&tree, cursor), None);
    let (tree, cursor) = there_and_back("#5,a1:p:pb2c3");
    assert_eq!(tree.actions_to(cursor), ["a1", "pass"]);
    let (_, why) = hex::departure(&tree, cursor).unwrap();
    assert!(why.starts_with("after 2 actions a player passes"), "{why}");
}

#[test]
fn a_stone_out_of_turn_is_written_with_a_pass_before_it() {
    let file = sgf::read("(;SZ[5];B[a1];B[b2])", &Games).unwrap();
    assert_eq!(hexworld::write(&file, GameTree::ROOT, &Games).unwrap(), format!("{BOARD}#5,,a1:pb2"));
}

#[test]
fn a_link_without_a_size_is_eleven_and_punctuation_may_be_encoded() {
    assert_eq!(read("#,a1").0.game, "hex");
    assert_eq!(read("#5x5,a1").0.game, "hex(size=5)");
    assert_eq!(read("\u{feff}#5,a1").0, read("#5,a1").0);
    assert_eq!(read("#5%2Ca1%3as").0, read("#5,a1:s").0);
}

#[test]
fn only_the_line_through_the_cursor_is_written() {
    let tree = sgf::read("(;SZ[5]PB[x];B[a1](;W[b1];B[c1])(;W[b2]C[hm](;B[c2];W[d2])(;B[c3])))", &Games).unwrap();
    let reply = tree.children(tree.children(GameTree::ROOT)[0])[1];
    assert_eq!(hexworld::write(&tree, reply, &Games).unwrap(), format!("{BOARD}#5,a1b2,c2d2"));
}

#[test]
fn faults_have_a_location_a_reason_and_the_expected_input() {
    for (link, message) in [
        ("#11x13,a1", "line 1, column 2: invalid board 11x13: expected a square board, given as one number"),
        (
            "hello, world",
            "line 1, column 1: invalid size 'hello': expected a number such as 11, with or without flags as in 11c1",
        ),
        ("#20,a1", "line 1, column 2: invalid size '20': expected 2…19"),
        ("#5,a1a1", "line 1, column 6: illegal action 'a1': the cell is taken, and stones never move or change colour"),
        (
            "#5,a1f1",
            "line 1, column 6: invalid move 'f1': expected a cell from a1 to e5, :s, :S, :p, :rb, :rw, :fb or :fw",
        ),
        (
            "#5,a1:x",
            "line 1, column 6: invalid move ':x': expected a cell from a1 to e5, :s, :S, :p, :rb, :rw, :fb or :fw",
        ),
        (
            "#5,a1,b1,c1",
            "line 1, column 10: unexpected third comma: expected size, moves up to the cursor and moves after it",
        ),
        ("#5,A1", "line 1, column 4: unexpected 'A': expected a cell such as f6, or :s"),
        (
            "https://hexworld.org/board",
            "line 1, column 27: the link contains no game: expected # and a size, as in #11,f6",
        ),
        (
            "https://example.org/#5",
            "line 1, column 1: unknown address 'https://example.org/': expected https://hexworld.org/board/#…",
        ),
    ] {
        assert_eq!(hexworld::read(link, &Games).unwrap_err().to_string(), message);
    }
}

#[test]
fn games_that_a_link_cannot_express_are_rejected() {
    let write = |tree: &GameTree| hexworld::write(tree, GameTree::ROOT, &Games).unwrap_err();
    assert_eq!(
        write(&GameTree::new("coalesce")),
        "a HexWorld link supports Hex only, not Coalesce; use a record instead"
    );
    assert!(write(&GameTree::new("hex(first=red)")).contains("expected a game in which Blue moves first"));
    let mut set_up = GameTree::new("hex(size=2)");
    set_up.setup = Some("B./.. r".to_string());
    assert!(write(&set_up).contains("cannot contain a setup position"));
    assert!(write(&sgf::read("(;SZ[3];AB[a1])", &Games).unwrap()).contains("cannot contain a setup position"));
    for flags in ["9", "x9", "c1,a1", "ü"] {
        let mut tree = GameTree::new("hex");
        tree.node_mut(GameTree::ROOT).extra.push(property(hexworld::FLAGS, &[flags]));
        assert_eq!(write(&tree), format!("invalid flags '{flags}' of a HexWorld link: expected flags such as c1"));
    }
    let taken = sgf::read("(;SZ[3];B[a1];B[a1])", &Games).unwrap();
    assert!(write(&taken).contains("the cell is taken"));
}

#[test]
fn random_lines_round_trip() {
    let (mut written, mut followed) = (0, 0);
    for seed in 0..2000 {
        let mut rng = Rng::new(seed);
        let tree = random_tree(&mut rng);
        let cursor = NodeId(rng.below(tree.ids().count()));
        let Ok(link) = hexworld::write(&tree, cursor, &Games) else { continue };
        written += 1;
        let (back, shown) = read(&link);
        // Moves that were illegal in the tree may be legal with the passes of the link.
        if hex::departure(&tree, cursor).is_none() {
            followed += 1;
            assert_eq!(
                back.at(shown, &Games).unwrap().position(),
                tree.at(cursor, &Games).unwrap().position(),
                "{seed} {link}"
            );
            assert_eq!(back.actions_to(shown), tree.actions_to(cursor), "{seed} {link}");
        }
        assert_eq!(hexworld::write(&back, shown, &Games), Ok(link.clone()), "{seed}");
    }
    assert!(written > 1000 && followed > 500, "{written} {followed}");
}

#[test]
fn no_input_causes_a_panic() {
    let alphabet: Vec<char> = "#,:sSprfbwacd159x%3A2Cnü ".chars().collect();
    let mut rng = Rng::new(11);
    let mut accepted = 0;
    let mut attempt = |link: &str| {
        if let Ok((tree, cursor)) = hexworld::read(link, &Games) {
            accepted += 1;
            let written = hexworld::write(&tree, cursor, &Games).unwrap_or_else(|e| panic!("{link:?}: {e}"));
            let (back, shown) = read(&written);
            assert_eq!((back, shown), (tree, cursor), "{link:?} as {written:?}");
        }
    };
    for _ in 0..10_000 {
        let bytes: Vec<u8> = (0..rng.below(40)).map(|_| rng.below(256) as u8).collect();
        attempt(&String::from_utf8_lossy(&bytes));
        let text: String = (0..rng.below(16)).map(|_| alphabet[rng.below(alphabet.len())]).collect();
        attempt(&format!("#5,{text}"));
    }
    let sample: Vec<char> = "https://hexworld.org/board/#11c1,a2:sf6:pb3,c4:Sd5:rb:fw".chars().collect();
    for n in 0..sample.len() {
        attempt(&sample[..n].iter().collect::<String>());
        for &letter in &alphabet {
            let mut changed = sample.clone();
            changed[n] = letter;
            attempt(&changed.iter().collect::<String>());
        }
    }
    assert!(accepted > 300, "{accepted}");
    for garbage in ["a", ":p", "a1", "#", ",", "9"] {
        let _ = hexworld::read(&garbage.repeat(10_000_000 / garbage.len()), &Games);
        let _ = hexworld::read(&garbage.repeat(90_000 / garbage.len()), &Games);
    }
}

#[test]
fn the_examples_of_the_page_are_read() {
    let page = include_str!("../../../../docs/formats/hexworld.md");
    let examples: Vec<&str> =
        page.split("```hexworld\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert_eq!(examples.len(), 2);
    for example in examples {
        let (tree, cursor) = read(example);
        assert!(hexworld::write(&tree, cursor, &Games).unwrap().ends_with(example.trim()));
    }
}
