//! SGF: examples of every dialect, and round trips of random trees.

use crate::hexforms::{property, random_tree};
use hexarium_formats::{Ending, Event, GameTree, hex, sgf};
use hexarium_games::registry::Games;
use hexarium_kernel::{Player, Rng};

fn read(text: &str) -> GameTree {
    sgf::read(text, &Games).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

fn refused(text: &str) -> String {
    sgf::read(text, &Games).unwrap_err().to_string()
}

/// Returns the rewritten text of a file, after a check that its meaning is unchanged.
fn rewritten(text: &str) -> String {
    let tree = read(text);
    let written = sgf::write(&tree, &Games).unwrap();
    assert_eq!(read(&written), tree, "{written}");
    assert_eq!(sgf::write(&read(&written), &Games).unwrap(), written);
    written
}

fn line(tree: &GameTree) -> String {
    tree.actions_to(*tree.main_line().last().unwrap()).join(" ")
}

fn last_position(tree: &GameTree) -> String {
    tree.at(*tree.main_line().last().unwrap(), &Games).unwrap().position()
}

fn won(winner: Player, reason: &str) -> Option<Ending> {
    Some(Ending { winner: Some(winner), reason: reason.to_string() })
}

#[test]
fn a_plain_file_is_a_game_with_tags_and_a_result() {
    let tree = read("(;FF[4]GM[11]SZ[5]PB[Ada]PW[Bob]DT[2024-05-01]RE[W+Resign];B[c3];W[B4];B[resign])");
    assert_eq!(tree.game, "hex(size=5)");
    assert_eq!(line(&tree), "c3 b4");
    assert_eq!((tree.tag("Blue"), tree.tag("Red"), tree.tag("Date")), (Some("Ada"), Some("Bob"), Some("2024-05-01")));
    assert_eq!(tree.ending, won(Player::Second, "resignation"));
    let resigns = Event::Other { player: Player::First, what: "resign".to_string() };
    assert_eq!(tree.node(*tree.main_line().last().unwrap()).event, Some(resigns));
    assert_eq!(hex::departure(&tree, *tree.main_line().last().unwrap()), None);
}

#[test]
fn the_output_is_standard_sgf() {
    let written =
        rewritten("junk before (; SZ [ 5:5 ] PB[Ada] ; B [C3] C[why \\] not\\\n?] (;W[a1]LB[a1:x])(;W[b2]MY[1][2]))");
    let version = env!("CARGO_PKG_VERSION");
    let expected = format!(
        "(;FF[4]GM[11]CA[UTF-8]AP[Hexarium:{version}]SZ[5]PB[Ada]\n;B[c3]C[why \\] not?]\n(;W[a1]LB[a1:x])\n(;W[b2]MY[1][2]))\n"
    );
    assert_eq!(written, expected);
}

#[test]
fn a_missing_size_is_eleven_and_a_board_that_is_not_square_is_refused() {
    assert_eq!(read("(;FF[4]GM[11];B[k11])").game, "hex");
    assert_eq!(
        refused("(;FF[4]GM[11]\nSZ[13:11];B[a1])"),
        "line 2, column 4: invalid size SZ[13:11]: expected a square board, SZ[n]"
    );
    assert_eq!(refused("(;SZ[20])"), "line 1, column 6: invalid size '20': expected 2…19");
    assert_eq!(refused("(;SZ[big])"), "line 1, column 6: invalid size SZ[big]: expected a number, as in SZ[11]");
    assert_eq!(refused("(;GM[1]SZ[19])"), "line 1, column 6: unknown game GM[1]: expected GM[11], which is Hex");
}

#[test]
fn variations_keep_their_order_and_their_comments() {
    let tree = read("(;SZ[3]C[root];B[a1](;W[b1]C[main];B[c1])(;W[b2](;B[c2])(;B[c3]))(;C[only words]))");
    let first = tree.children(GameTree::ROOT)[0];
    let replies: Vec<String> =
        tree.children(first).iter().map(|&id| format!("{:?}", tree.actions_to(id).get(1))).collect();
    assert_eq!(replies, ["Some(\"b1\")", "Some(\"b2\")", "None"]);
    assert_eq!(tree.node(GameTree::ROOT).comment, "root");
    assert_eq!(tree.node(tree.children(first)[2]).comment, "only words");
    assert_eq!(tree.children(tree.children(first)[1]).len(), 2);
}

#[test]
fn swap_pieces_is_our_swap() {
    let text = "(;GM[11]SZ[4];B[b1];W[swap-pieces];B[b2])";
    let tree = read(text);
    assert_eq!(tree.game, "hex(size=4,swap=true)");
    assert_eq!(line(&tree), "b1 swap b2");
    assert_eq!(last_position(&tree), "..../RB../..../.... r");
    assert!(rewritten(text).contains(";B[b1];W[swap-pieces];B[b2]"));
}

#[test]
fn swap_sides_is_our_swap_in_a_mirror() {
    let text = "(;GM[11]SZ[4]RE[B+R];B[b1];W[swap-sides];W[d1];B[b4]LB[b4:x])";
    let tree = read(text);
    assert_eq!(line(&tree), "b1 swap a4 d2");
    assert_eq!(last_position(&tree), "..../R..R/..../B... b");
    // Black at the end is the player who swapped: the second one.
    assert_eq!(tree.ending, won(Player::Second, "resignation"));
    let written = rewritten(text);
    assert!(written.contains(";B[b1];W[swap-sides];W[d1];B[b4]LB[b4:x]"), "{written}");
    assert!(written.contains("RE[B+R]"), "{written}");
}

#[test]
fn swap_pieces_of_hexgui_up_to_0_9_is_a_swap_of_sides() {
    let moves = "SZ[4];B[b1];W[swap-pieces];W[d1])";
    for old in ["HexGui:0.9", "HexGui:0.9.GIT", "HexGui:0.2"] {
        let text = format!("(;FF[4]AP[{old}]GM[11]{moves}");
        assert_eq!(line(&read(&text)), "b1 swap a4", "{old}");
        let written = rewritten(&text);
        assert!(written.contains("W[swap-sides];W[d1]") && !written.contains("HexGui"), "{written}");
    }
    let new = read("(;FF[4]AP[HexGui:0.10]GM[11]SZ[4];B[b1];W[swap-pieces];B[d1])");
    assert_eq!(line(&new), "b1 swap d1");
    assert_eq!(new.node(GameTree::ROOT).extra, [property("AP", &["HexGui:0.10"])]);
}

#[test]
fn little_golem_writes_letters_and_the_first_player_as_white() {
    let text = "(;FF[4]EV[hex.ld.DEFAULT]PB[ann]PW[Shumacher;]]SZ[11]RE[B]GC[game #1]SO[https://www.littlegolem.net];W[ad];B[swap];W[ea];B[resign])";
    let tree = read(text);
    assert_eq!(tree.game, "hex(swap=true)");
    assert_eq!(line(&tree), "a4 swap e1");
    assert_eq!((tree.tag("Blue"), tree.tag("Red")), (Some("ann"), Some("Shumacher;]")));
    assert_eq!(tree.ending, won(Player::First, "resignation"));
    let written = rewritten(text);
    assert!(written.contains(";B[a4];W[swap-pieces];B[e1];W[resign]"), "{written}");
    assert!(
        written.contains("PW[Shumacher;\\]]") && written.contains("RE[B]") && written.contains("GC[game #1]"),
        "{written}"
    );
}

#[test]
fn little_golem_with_black_first_is_read_unchanged() {
    assert_eq!(line(&read("(;SZ[13];B[ea];W[mm])")), "e1 m13");
    assert_eq!(read("(;SZ[13];B[ea];W[mm])").game, "hex(size=13)");
}

#[test]
fn the_kind_of_a_bare_swap_follows_from_the_next_move() {
    assert_eq!(line(&read("(;SZ[4];B[b1];W[swap];B[d1])")), "b1 swap d1");
    assert_eq!(line(&read("(;SZ[4];B[b1];W[swap];W[d1])")), "b1 swap a4");
    assert_eq!(line(&read("(;SZ[4];B[b1];W[swap])")), "b1 swap");
}

#[test]
fn white_may_begin() {
    let tree = read("(;GM[11]SZ[4];W[b1];B[c1])");
    assert_eq!(tree.game, "hex(size=4,first=red)");
    assert_eq!(last_position(&tree), ".RB./..../..../.... r");
    assert!(rewritten("(;GM[11]SZ[4];W[b1];B[c1])").contains("PL[W]"));
}

#[test]
fn a_setup_at_the_root_is_the_start_position() {
    for (file, game, setup) in [
        ("AB[a1]AW[b2];B[c3]", "hex(size=3)", "B../.R./... b"),
        ("AB[a1]AW[b2];W[c3]", "hex(size=3,first=red)", "B../.R./... r"),
        ("AB[a1]AW[b2]PL[W]", "hex(size=3,first=red)", "B../.R./... r"),
        ("AB[a1]", "hex(size=3)", "B../.../... r"),
        ("AW[aa]", "hex(size=3,first=red)", "R../.../... b"),
        ("AB[a1:b1]AW[a3:b3]", "hex(size=3)", "BB./.../RR. b"),
    ] {
        let text = format!("(;GM[11]SZ[3]{file})");
        let tree = read(&text);
        assert_eq!((tree.game.as_str(), tree.setup.as_deref()), (game, Some(setup)), "{file}");
        rewritten(&text);
    }
    let tree = read("(;SZ[3]AB[a1][a2]AW[b2]PL[W];W[c3];B[a3])");
    assert_eq!(tree.setup.as_deref(), Some("B../BR./... r"));
    assert_eq!(last_position(&tree), "B../BR./B.R r");
    let written = rewritten("(;SZ[3]AB[a1][a2]AW[b2];W[c3];B[a3])");
    assert!(written.contains("PL[W]AB[a1][a2]AW[b2]"), "{written}");
    assert!(refused("(;SZ[3]AB[a1]AW[a1])").ends_with("cell a1 occurs twice: expected each cell once in AB and AW"));
}

#[test]
fn a_setup_with_any_numbers_of_stones_continues_with_passes() {
    let text = "(;SZ[4]AB[a1][a2][a3]AE[d4]PL[W];W[c3];B[b3])";
    let tree = read(text);
    assert_eq!(tree.game, "hex(size=4,pass=true)");
    assert_eq!(tree.setup.as_deref(), Some("B.../B.../B.../.... r"));
    assert_eq!(hex::departure(&tree, *tree.main_line().last().unwrap()), None);
    assert_eq!(last_position(&tree), "B.../B.../BBR./.... r");
    let written = rewritten(text);
    assert!(written.contains("SZ[4]PL[W]AB[a1][a2][a3]AE[d4]\n;W[c3];B[b3]"), "{written}");
    for (file, game, setup) in [
        ("AB[a1][c3]PL[B]", "hex(size=3,pass=true)", "B../.../..B b"),
        ("AB[a1];B[b2]", "hex(size=3,pass=true)", "B../.../... b"),
        ("AW[a1][a2][c3]", "hex(size=3,pass=true)", "R../R../..R b"),
        ("AB[a1]AW[b2];B[c3];W[pass]", "hex(size=3,pass=true)", "B../.R./... b"),
        ("RU[first=red,swap=false]AB[a1][b1]PL[W]", "hex(size=3,first=red,pass=true)", "BB./.../... r"),
        ("HXPASSED[1]AB[a1]PL[W]", "hex(size=3,pass=true)", "B../.../... r passed"),
        ("RU[first=blue,swap=false,pass=true]PL[W]", "hex(size=3,pass=true)", ".../.../... r"),
    ] {
        let text = format!("(;GM[11]SZ[3]{file})");
        let tree = read(&text);
        assert_eq!((tree.game.as_str(), tree.setup.as_deref()), (game, Some(setup)), "{file}");
        rewritten(&text);
    }
}

#[test]
fn an_unreachable_setup_is_kept_and_reported() {
    for text in [
        "(;SZ[3]AB[a1][a2][a3]AE[c3]PL[B];B[c3];W[b3])",
        "(;SZ[3]AB[a1][a2][c1]AE[c3]RU[first=blue,swap=false,pass=false]PL[B];B[c3];W[b3])",
    ] {
        let tree = read(text);
        assert_eq!((tree.game.as_str(), &tree.setup), ("hex(size=3)", &None));
        let (node, why) = hex::departure(&tree, *tree.main_line().last().unwrap()).unwrap();
        assert_eq!(node, GameTree::ROOT);
        assert!(why.starts_with("the setup position cannot occur in a game"), "{why}");
    }
    let written = rewritten("(;SZ[3]AB[a1][a2][a3]AE[c3]PL[B];B[c3];W[b3])");
    assert!(written.contains("AB[a1][a2][a3]AE[c3]PL[B]") && written.contains(";B[c3];W[b3]"), "{written}");
}

#[test]
fn a_pass_is_played_in_a_game_with_passes() {
    for (text, game, actions, kept) in [
        ("(;SZ[4];B[a1];W[pass];B[c3])", "hex(size=4,pass=true)", "a1 pass c3", ";B[a1];W[pass];B[c3]"),
        ("(;SZ[4];B[a1];W[];B[c3])", "hex(size=4,pass=true)", "a1 pass c3", ";B[a1];W[pass];B[c3]"),
        ("(;SZ[4];B[pass];W[a1])", "hex(size=4,pass=true)", "pass a1", ";B[pass];W[a1]"),
        ("(;SZ[4];W[pass];B[a1])", "hex(size=4,first=red,pass=true)", "pass a1", "PL[W]\n;W[pass];B[a1]"),
        (
            "(;SZ[4];B[b1];W[swap-sides];W[pass];B[b4];W[c4])",
            "hex(size=4,swap=true,pass=true)",
            "b1 swap pass d2 d3",
            ";B[b1];W[swap-sides];W[pass];B[b4];W[c4]",
        ),
        ("(;SZ[4];B[a1](;W[b2])(;W[pass]))", "hex(size=4,pass=true)", "a1 b2", "(;W[b2])\n(;W[pass])"),
    ] {
        let tree = read(text);
        assert_eq!((tree.game.as_str(), line(&tree).as_str()), (game, actions), "{text}");
        assert!(tree.ids().all(|id| hex::departure(&tree, id).is_none()), "{text}");
        let written = rewritten(text);
        assert!(written.contains(kept) && !written.contains("RU["), "{text}: {written}");
    }
}

#[test]
fn stones_set_up_later_and_passes_in_a_row_are_kept_but_not_played() {
    for (text, kept, why) in [
        ("(;SZ[4];B[a1];AW[b2]AB[c3];W[d4])", ";B[a1];AW[b2]AB[c3];W[d4]", "after 1 actions stones are set up"),
        ("(;SZ[4];B[a1];W[pass];B[];W[c3])", ";B[a1];W[pass];B[pass];W[c3]", "after 2 actions a player passes"),
        ("(;SZ[4];B[a1];B[pass];W[c3])", ";B[a1];B[pass];W[c3]", "after 1 actions a player passes out of turn"),
        (
            "(;SZ[4]RU[first=blue,swap=false,pass=false];B[a1];W[pass])",
            "RU[first=blue,swap=false,pass=false]\n;B[a1];W[pass]",
            "in a game without pass=true",
        ),
        ("(;SZ[4];B[a1];B[c3])", ";B[a1];B[c3]", "a stone is put on c3 out of turn"),
        (
            "(;SZ[2];B[a1];W[b1];B[a2];W[b2])",
            ";B[a2];W[b2]",
            "after 3 actions a stone is put on b2 out of turn or after the end",
        ),
        ("(;SZ[4];B[a1];W[b2];B[swap-pieces];W[c3])", ";B[swap-pieces];W[c3]", "after 2 actions a player swaps"),
    ] {
        let tree = read(text);
        let last = *tree.main_line().last().unwrap();
        let (node, reason) = hex::departure(&tree, last).unwrap();
        assert!(reason.contains(why), "{text}: {reason}");
        assert_eq!(
            tree.at(last, &Games).unwrap().position(),
            tree.at(tree.parent(node).unwrap(), &Games).unwrap().position()
        );
        assert!(rewritten(text).contains(kept), "{text}: {}", rewritten(text));
    }
}

#[test]
fn results_are_read_and_kept_in_their_own_words() {
    for (re, ending) in [
        ("B+", won(Player::First, "agreement")),
        ("W+T", won(Player::Second, "time")),
        ("w+Forfeit", won(Player::Second, "forfeit")),
        ("Draw", Some(Ending { winner: None, reason: "agreement".to_string() })),
        ("0", Some(Ending { winner: None, reason: "agreement".to_string() })),
        ("Void", None),
        ("?", None),
    ] {
        let text = format!("(;SZ[4]RE[{re}];B[a1])");
        assert_eq!(read(&text).ending, ending, "{re}");
        assert!(rewritten(&text).contains(&format!("RE[{re}]")), "{re}");
    }
    let won_on_the_board = read("(;SZ[2]RE[B+];B[a1];W[b1];B[a2])");
    assert_eq!(won_on_the_board.ending, won(Player::First, "Blue connected top to bottom"));
    let mut changed = read("(;SZ[4]RE[B+T];B[a1])");
    changed.ending = won(Player::Second, "resignation");
    assert!(sgf::write(&changed, &Games).unwrap().contains("RE[W+Resign]"));
    assert_eq!(
        refused("(;SZ[2]RE[W+];B[a1];W[b1];B[a2])"),
        "line 1, column 11: RE[W+] contradicts the final position, in which Blue connected top to bottom: expected the same winner"
    );
}

#[test]
fn unknown_properties_are_written_back() {
    let text = "(;FF[4]GM[11]SZ[5]ST[2]XX[a\\]b][c\\\\d]GC[long\nstory]RU[as at home];B[a1]TR[a1][b2]LB[a1:x\\:y]N[first]BL[30.5])";
    let written = rewritten(text);
    for kept in
        ["ST[2]", "XX[a\\]b][c\\\\d]", "GC[long\nstory]", "RU[as at home]", "TR[a1][b2]LB[a1:x\\:y]N[first]BL[30.5]"]
    {
        assert!(written.contains(kept), "{kept} in {written}");
    }
}

#[test]
fn of_a_collection_the_first_game_is_read_and_the_rest_kept() {
    let text = "(;SZ[3];B[a1])\n(;SZ[4]C[the (;second];B[a2]) (;GM[1];B[aa])";
    assert_eq!(line(&read(text)), "a1");
    assert!(rewritten(text).ends_with(")\n(;SZ[4]C[the (;second];B[a2]) (;GM[1];B[aa])\n"));
    assert!(refused("(;SZ[3];B[a1])(;SZ[4]").ends_with("unclosed game: expected 1 more )"));
}

#[test]
fn faults_have_a_location_a_reason_and_the_expected_input() {
    for (text, message) in [
        ("", "line 1, column 1: no game found: expected SGF that begins with (;"),
        (
            "(;SZ[3];B[d1])",
            "line 1, column 11: invalid cell 'd1': expected one from a1 to c3, swap-pieces, swap-sides, pass, resign or forfeit",
        ),
        (
            "(;SZ[3]\n;B[a1]\n;W[a1])",
            "line 3, column 4: illegal action 'a1': the cell is taken, and stones never move or change colour",
        ),
        ("(;SZ[3];B[a1]W[a2])", "line 1, column 16: moves of both sides in one node: expected a node for each move"),
        ("(;SZ[3];B[a1][a2])", "line 1, column 15: several moves in one node: expected a node for each move"),
        ("(;SZ[3];B", "line 1, column 10: missing value of property B: expected B[…]"),
        ("(;SZ[3];B[a1", "line 1, column 10: unclosed value of B: expected ]"),
        (
            "(;ü=1)",
            "line 1, column 3: unexpected 'ü': expected a property such as B[f6], a node ;, a variation ( or its end )",
        ),
        ("(;())", "line 1, column 4: unexpected ')': expected a node, which begins with ;"),
        ("(;SZ[3]PL[X])", "line 1, column 11: invalid side PL[X]: expected B or W"),
    ] {
        assert_eq!(refused(text), message, "{text}");
    }
}

#[test]
fn a_move_in_the_root_gets_a_node_of_its_own() {
    let tree = read("(;SZ[3]C[hi]B[a1];W[b1])");
    assert_eq!(line(&tree), "a1 b1");
    assert_eq!(tree.node(GameTree::ROOT).comment, "hi");
}

#[test]
fn trees_of_other_games_are_rejected() {
    let error = sgf::write(&GameTree::new("harvest"), &Games).unwrap_err();
    assert_eq!(error, "SGF supports Hex only, not Harvest; use a record instead");
}

#[test]
fn random_trees_round_trip() {
    for seed in 0..2000 {
        let tree = random_tree(&mut Rng::new(seed));
        let written = sgf::write(&tree, &Games).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        let back = sgf::read(&written, &Games).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{written}"));
        assert_eq!(back, tree, "seed {seed}\n{written}");
    }
}

const SAMPLES: [&str; 5] = [
    "(;FF[4]GM[11]AP[HexGui:0.9]SZ[5]AB[a1]AW[b2]PL[B]RE[B+R]C[a\\]b];B[c3];W[swap-pieces](;W[d4]LB[a1:x])(;B[pass];W[e5]))",
    "(;SZ[3]AB[a1][b1]PL[B]HXPASSED[1]RU[first=red,swap=true,pass=true];B[];W[pass];B[pass])",
    "(;FF[4]EV[x]PB[a]PW[b]]SZ[13]RE[B];W[am];B[swap];W[de];B[resign])",
    "(;SZ[11:11];B[a10];W[swap-sides];W[c3](;B[resign])(;B[forfeit]))(;SZ[2])",
    "(;SZ[4];AB[a1][c2];HXB[oh];W[pass]\\;B[ü])",
];

#[test]
fn no_input_causes_a_panic() {
    let alphabet: Vec<char> = "()[];:\\BWSZC FAPRELG1a2b49+\nüwap-sidepc".chars().collect();
    let mut rng = Rng::new(7);
    let mut accepted = 0;
    let mut attempt = |text: &str| {
        if let Ok(tree) = sgf::read(text, &Games) {
            accepted += 1;
            let written = sgf::write(&tree, &Games).unwrap_or_else(|e| panic!("{text:?}: {e}"));
            assert_eq!(sgf::read(&written, &Games).as_ref(), Ok(&tree), "{text:?} as {written:?}");
        }
    };
    for _ in 0..10_000 {
        let bytes: Vec<u8> = (0..rng.below(60)).map(|_| rng.below(256) as u8).collect();
        attempt(&String::from_utf8_lossy(&bytes));
        let text: String = (0..rng.below(40)).map(|_| alphabet[rng.below(alphabet.len())]).collect();
        attempt(&format!("(;{text})"));
    }
    for sample in SAMPLES {
        let letters: Vec<char> = sample.chars().collect();
        for n in 0..letters.len() {
            attempt(&letters[..n].iter().collect::<String>());
        }
        for _ in 0..3000 {
            let mut changed = letters.clone();
            for _ in 0..=rng.below(3) {
                let at = rng.below(changed.len());
                match rng.below(3) {
                    0 => changed[at] = alphabet[rng.below(alphabet.len())],
                    1 => changed.insert(at, alphabet[rng.below(alphabet.len())]),
                    _ => drop(changed.remove(at)),
                }
            }
            attempt(&changed.into_iter().collect::<String>());
        }
    }
    assert!(accepted > 1000, "only {accepted} texts were games");
}

#[test]
fn deep_and_large_files_are_read() {
    assert!(sgf::read(&"(".repeat(100_000), &Games).is_err());
    assert!(sgf::read(&"(;".repeat(100_000), &Games).is_err());
    let deep = format!("{}{}", "(;C[x]".repeat(100_000), ")".repeat(100_000));
    let tree = read(&deep);
    assert_eq!(tree.main_line().len(), 100_000);
    assert_eq!(read(&sgf::write(&tree, &Games).unwrap()), tree);
    let broad = format!("(;SZ[5]{})", "(;B[a1];W[b1])".repeat(50_000));
    assert_eq!(read(&broad).children(GameTree::ROOT).len(), 50_000);
    for garbage in ["(;", "]", "(;A[", "\\", ";", "AB[a1]", "Z1[]"] {
        let _ = sgf::read(&format!("(;{}", garbage.repeat(10_000_000 / garbage.len())), &Games);
    }
    let names: String = (0..200_000).map(|n| format!("Z{n}[]")).collect();
    let named = read(&format!("(;{names})"));
    assert_eq!(named.node(GameTree::ROOT).extra.len(), 200_000);
    assert_eq!(read(&sgf::write(&named, &Games).unwrap()), named);
}

#[test]
fn the_examples_of_the_page_are_read() {
    let page = include_str!("../../../../docs/formats/sgf.md");
    let examples: Vec<&str> = page.split("```sgf\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert_eq!(examples.len(), 2);
    for example in examples {
        rewritten(example);
    }
    assert_eq!(line(&read("(;SZ[4];B[b1];W[swap-sides];W[d1];B[b4])")), "b1 swap a4 d2", "as the page says");
}
