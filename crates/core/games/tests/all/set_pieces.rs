//! Manual set-up: adding and removing pieces, and the derived parts of the state.

use hexarium_games::registry::{self, GAMES};
use hexarium_kernel::{AnyGame, AnyMatch, PieceKind, PieceView, Player, Spot};

fn open(game: &str) -> Box<dyn AnyGame> {
    registry::open(game, &[]).unwrap()
}

fn spot(game: &dyn AnyGame, cell: &str) -> Spot {
    Spot(game.board().cells.iter().position(|c| c.label == cell).unwrap() as u16)
}

fn setup_piece(game: &dyn AnyGame, glyph: &str) -> PieceView {
    game.setup_pieces().into_iter().find(|piece| piece.glyph == glyph).unwrap()
}

/// Returns the match with pieces (or `.`) put on cells: `B c3`.
fn with_piece(game: &dyn AnyGame, state: &dyn AnyMatch, pieces: &str) -> Box<dyn AnyMatch> {
    let mut state = state.copy();
    let words: Vec<&str> = pieces.split(' ').collect();
    for pair in words.chunks(2) {
        let piece = (pair[0] != ".").then(|| setup_piece(game, pair[0]));
        state = state.with_piece(spot(game, pair[1]), piece.as_ref()).expect("the cell can hold it");
    }
    state
}

fn refused(game: &dyn AnyGame, state: &dyn AnyMatch) -> String {
    game.at_position(&state.position()).err().expect("not yet playable").to_string()
}

fn glyphs(game: &str) -> Vec<String> {
    open(game).setup_pieces().into_iter().map(|piece| piece.glyph).collect()
}

#[test]
fn every_kind_of_piece_can_be_set_up() {
    assert_eq!(glyphs("hex"), ["B", "R"]);
    assert_eq!(glyphs("hex(first=red)"), ["R", "B"]);
    assert_eq!(glyphs("coalesce"), ["B", "R"]);
    assert_eq!(glyphs("harvest"), ["o"]);
    assert_eq!(glyphs("fire-ants"), ["w", "W", "b", "B"]);
    assert_eq!(glyphs("protista"), ["w", "b"]);
    assert_eq!(glyphs("protista(win=king)"), ["w", "W", "b", "B"]);
}

#[test]
fn the_start_with_its_own_side_to_move_is_unchanged() {
    for spec in GAMES {
        let start = open(spec.id).start();
        // A game may derive the side to move from the pieces.
        if let Some(same) = start.with_side_to_move(start.to_move()) {
            assert_eq!(same.position(), start.position(), "{}", spec.id);
        }
    }
}

#[test]
fn pieces_of_other_games_cannot_be_set() {
    for spec in GAMES {
        let start = open(spec.id).start();
        let odd = PieceView { owner: None, kind: PieceKind::Queen, height: 1, glyph: String::new() };
        assert!(start.with_piece(Spot(0), Some(&odd)).is_none());
        assert!(start.with_piece(Spot(60_000), None).is_none());
    }
}

#[test]
fn hex_counts_stones_only_when_the_position_is_finished() {
    let game = open("hex(size=3)");
    let one = with_piece(&*game, &*game.start(), "B b1");
    assert_eq!(one.position(), ".B./.../... b");
    assert_eq!(
        refused(&*game, &*one),
        "bad position: 1 stones of Blue and 0 of Red with Blue to move; players alternate and Blue begins"
    );
    let turned = one.with_side_to_move(Player::Second).unwrap();
    assert_eq!(game.at_position(&turned.position()).unwrap().key(), turned.key());
    let won = with_piece(&*game, &*one, "B b2 B a3 R c1 R c2");
    assert_eq!(won.verdict().unwrap().reason, "Blue connected top to bottom");
    assert_eq!(with_piece(&*game, &*won, "R b2").verdict(), None, "what the stones link is worked out anew");
    assert!(one.with_piece(Spot(9), Some(&setup_piece(&*game, "B"))).is_none(), "an end zone holds no stone");
}

#[test]
fn setting_the_side_to_move_clears_a_pass_in_hex() {
    let game = open("hex(size=3,pass=true)");
    let mut state = game.start();
    state.play("pass").unwrap();
    assert_eq!(state.with_side_to_move(Player::Second).unwrap().position(), ".../.../... r");
}

#[test]
fn coalesce_says_how_many_pieces_are_missing() {
    let game = open("coalesce");
    let short = with_piece(&*game, &*game.start(), ". a1");
    assert_eq!(
        refused(&*game, &*short),
        "bad position: 14 blue and 15 red pieces; there are always 15 of each, for none ever leaves the board"
    );
    let moved = with_piece(&*game, &*short, "B b3");
    let turned = moved.with_side_to_move(Player::Second).unwrap();
    assert!(turned.position().ends_with(" r 2"));
    assert_eq!(game.at_position(&turned.position()).unwrap().key(), turned.key());
}

#[test]
fn in_harvest_what_is_taken_off_by_hand_counts_for_the_first_player() {
    let game = open("harvest(base=3)");
    let state = with_piece(&*game, &*game.start(), ". a1 . a2 . c3");
    assert_eq!(state.position(), "..o/oooo/oo.oo/oooo/ooo 1 1 0 3-0");
    assert!(game.at_position(&state.position()).is_ok());
    assert_eq!(with_piece(&*game, &*state, "o c3 o c3").position(), "..o/oooo/ooooo/oooo/ooo 1 1 0 2-0");
    let given = game.at_position("..o/oooo/oo.oo/oooo/ooo 1 2 0 0-3").unwrap();
    assert_eq!(with_piece(&*game, &*given, "o c3").position(), "..o/oooo/ooooo/oooo/ooo 1 2 0 0-2");
    assert_eq!(state.with_side_to_move(Player::Second).unwrap().position(), "..o/oooo/oo.oo/oooo/ooo 2 2 0 3-0");
}

#[test]
fn harvest_may_be_in_pieces_while_it_is_set_up() {
    let game = open("harvest(base=3)");
    let apart = with_piece(&*game, &*game.start(), ". a2 . b1 . b2");
    assert_eq!(
        refused(&*game, &*apart),
        "bad position: the pieces do not form one group; after every step there is only one"
    );
}

#[test]
fn reserves_of_fire_ants_follow_from_the_board() {
    let game = open("fire-ants");
    let state = with_piece(&*game, &*game.start(), "w a3 w e5 B d4 . g3");
    assert_eq!(state.position(), "#.w.#/....../..W.W../...B..../#...w...#/......../....B../....../#...# w 8-10");
    assert_eq!(game.at_position(&state.position()).unwrap().key(), state.key());
    assert!(state.with_piece(spot(&*game, "a3"), Some(&setup_piece(&*game, "W"))).is_none(), "no queen in the buffer");
    let third = with_piece(&*game, &*state, "B g3");
    assert_eq!(refused(&*game, &*third), "bad position: Black has 3 queens; there are at most 2");
}

#[test]
fn more_than_twelve_fire_ants_leave_no_reserve_until_one_goes() {
    let game = open("fire-ants");
    let thirteen = "w b2 w b3 w b4 w b5 w d2 w d3 w d4 w d5 w d6 w d7 w e5";
    let state = with_piece(&*game, &*game.start(), thirteen);
    assert!(state.position().ends_with(" w 0-10"));
    assert_eq!(refused(&*game, &*state), "bad position: White has 13 pieces on the board; there are 12");
    assert!(with_piece(&*game, &*state, ". e5 . d7").position().ends_with(" w 1-10"));
}

#[test]
fn a_protista_stack_is_built_piece_by_piece() {
    let game = open("protista(rows=7,cols=5)");
    let mut state = game.start();
    for i in 0..35 {
        state = state.with_piece(Spot(i), None).unwrap();
    }
    let row = |state: &dyn AnyMatch| state.position().split('/').next().unwrap().to_string();
    let state = with_piece(&*game, &*state, "w a1 w a1 w a1 b a3");
    assert_eq!(row(&*state), "w3.b..");
    assert_eq!(row(&*with_piece(&*game, &*state, "b a1")), "b.b..", "the other colour replaces it");
    assert_eq!(row(&*with_piece(&*game, &*state, ". a1")), "..b..", "to empty a cell takes all levels");
    let four = PieceView { height: 4, ..setup_piece(&*game, "w") };
    assert_eq!(
        row(&*state.with_piece(Spot(0), Some(&four)).unwrap()),
        "w4.b..",
        "a whole stack replaces what is there"
    );
    let tallest = state.with_piece(Spot(0), Some(&PieceView { height: 9999, ..four.clone() })).unwrap();
    assert!(tallest.with_piece(Spot(0), Some(&setup_piece(&*game, "w"))).is_none());
    assert!(state.with_piece(Spot(0), Some(&PieceView { height: 0, ..four })).is_none());
}

#[test]
fn a_king_goes_on_top_of_a_stack_but_not_twice() {
    let game = open("protista(win=king,rows=7,cols=5)");
    let mut state = game.start();
    for i in 0..35 {
        state = state.with_piece(Spot(i), None).unwrap();
    }
    assert_eq!(refused(&*game, &*state), "bad position: there is no king; expected at least one W or B");
    let state = with_piece(&*game, &*state, "w a1 W a1 w a1 B a3");
    assert!(state.position().starts_with("W3.B../"));
    assert_eq!(game.at_position(&state.position()).unwrap().key(), state.key());
    assert!(state.with_piece(Spot(0), Some(&setup_piece(&*game, "W"))).is_none());
    let two = with_piece(&*game, &*state, "W a5");
    assert_eq!(refused(&*game, &*two), "bad position: White has 2 kings; expected one");
    assert!(with_piece(&*game, &*state, "b a1").position().starts_with("b.B../"), "the king goes with its stack");
    assert!(
        open("protista").start().with_piece(Spot(0), Some(&setup_piece(&*game, "W"))).is_none(),
        "no kings without kings"
    );
}

#[test]
fn setting_the_side_to_move_starts_a_turn_in_protista() {
    let game = open("protista(win=king,rows=7,cols=5)");
    let state = game.at_position("W...B/...../...../...../...../...../..... w +2 -").unwrap();
    assert_eq!(with_piece(&*game, &*state, "w c3").position(), "W...B/...../..w../...../...../...../..... w +2 -");
    for (player, side) in [(Player::First, "w 1 -"), (Player::Second, "b 1 -")] {
        let turned = state.with_side_to_move(player).unwrap();
        assert!(turned.position().ends_with(side));
        assert_eq!(game.at_position(&turned.position()).unwrap().key(), turned.key());
    }
}
