//! Rules of Coalesce, tested through its text interface.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use hexarium_games::registry::{Visitor, open, parse, visit};
use hexarium_geometry::{Board, Cell, Shape, Symmetry};
use hexarium_kernel::{
    AnimationStep, AnyGame, AnyMatch, Flow, Game, Input, Player, RepetitionCheck, Rng, Spot, art, can_act,
    legal_actions, random_legal_action,
};

const SCATTERED: &str = "BRBR/RB.RB/B.RB.R/RRB.RBB/B.RB.R/RB.RB/BRBR";
const STAR: &str = "RBRB/B.B.R/RRRBRB/B.B.R.R/RBRBBB/B.R.R/RBRB";
const OPEN: &str = "RBRB/BRBBR/RR..RB/BB...RR/RB..BB/BRRBR/RBRB";

/// Blue above, Red below: both colours form one group.
const BOTH: &str = "BBBB/BBBBB/BBBBBB/......./RRRRRR/RRRRR/RRRR";

/// Blue is one step (d1-c1) short of one group, Red one step (d7-e6).
const NEITHER: &str = "BBBB/BBBBB/.BBBBB/B.....R/RRRRR./RRRRR/RRRR";

fn game(text: &str) -> Box<dyn AnyGame> {
    open(text, &[]).unwrap()
}

fn at(position: &str) -> Box<dyn AnyMatch> {
    game("coalesce").at_position(position).unwrap()
}

fn with_edge_moves(position: &str) -> Box<dyn AnyMatch> {
    game("coalesce(edge_moves=true)").at_position(position).unwrap()
}

/// Plays comma-separated actions.
fn play(state: &mut dyn AnyMatch, actions: &str) {
    for action in actions.split(',') {
        state.play(action).unwrap();
    }
}

fn after(mut state: Box<dyn AnyMatch>, actions: &str) -> String {
    play(&mut *state, actions);
    state.position()
}

fn row(position: &str, letter: char) -> String {
    position.split(['/', ' ']).nth(letter as usize - 'a' as usize).unwrap().to_string()
}

fn refused(state: &mut dyn AnyMatch, action: &str) -> String {
    let before = state.position();
    let message = state.play(action).unwrap_err().to_string();
    assert_eq!(state.position(), before);
    message
}

fn verdict(state: &dyn AnyMatch) -> Option<(&'static str, String)> {
    state.verdict().map(|v| (v.outcome.word(), v.reason))
}

fn won(word: &'static str, reason: &str) -> Option<(&'static str, String)> {
    Some((word, reason.to_string()))
}

fn board() -> Board<1> {
    Board::new(Shape::Hexagon { side: 4 })
}

fn letters(position: &str) -> BTreeMap<Cell, char> {
    let text = position.split(' ').next().unwrap();
    board().cells().iter().copied().zip(text.chars().filter(|&c| c != '/')).collect()
}

/// Returns every combination of option values.
fn variants() -> Vec<String> {
    let mut all = Vec::new();
    for start in ["scattered", "star", "open"] {
        for steps in [1, 2] {
            for edge in [false, true] {
                all.push(format!("coalesce(start={start},opening_steps={steps},edge_moves={edge})"));
            }
        }
    }
    all
}

// The start.

#[test]
fn the_games_begin_as_the_rules_page_draws_them() {
    for (start, rows) in [("scattered", SCATTERED), ("star", STAR), ("open", OPEN)] {
        for steps in ["1", "2"] {
            let game = open("coalesce", &[("start", start), ("opening_steps", steps)]).unwrap();
            assert_eq!(game.start().position(), format!("{rows} b {steps}"));
        }
    }
    assert_eq!(game("coalesce").start().position(), format!("{SCATTERED} b 1"));
    assert_eq!(game("coalesce(edge_moves=true,start=star)").canonical_id(), "coalesce(start=star,edge_moves=true)");
}

#[test]
fn turning_a_start_by_a_sixth_exchanges_the_colours() {
    let board = board();
    let turn = Symmetry { mirrored: false, sixths: 1 }.on(&board).unwrap();
    for start in [SCATTERED, STAR, OPEN] {
        let letters = letters(start);
        for &cell in board.cells() {
            let exchanged = match letters[&turn[board.order(cell)]] {
                'B' => 'R',
                'R' => 'B',
                empty => empty,
            };
            assert_eq!(letters[&cell], exchanged, "{start}, {}", board.name(cell));
        }
    }
}

#[test]
fn the_starts_have_6_12_and_18_touching_pairs_of_one_colour() {
    let board = board();
    for (start, expected) in [(SCATTERED, 6), (STAR, 12), (OPEN, 18)] {
        let letters = letters(start);
        let twice: usize = board
            .cells()
            .iter()
            .filter(|c| letters[c] != '.')
            .map(|&c| board.around(c).iter().filter(|n| letters[n] == letters[&c]).count())
            .sum();
        assert_eq!(twice, 2 * expected);
    }
}

#[test]
fn an_option_value_that_is_not_there_is_answered_with_those_that_are() {
    for (name, value, message) in [
        ("start", "round", "invalid start 'round': expected scattered, star, open"),
        ("opening_steps", "3", "invalid opening_steps '3': expected 1…2"),
        ("edge_moves", "yes", "invalid edge_moves 'yes': expected true, false"),
        ("size", "5", "unknown option 'size': expected start, opening_steps, edge_moves"),
    ] {
        assert_eq!(open("coalesce", &[(name, value)]).err().unwrap().to_string(), message);
    }
}

// Turns.

#[test]
fn the_opening_turn_has_one_step_and_every_other_turn_two() {
    let mut state = game("coalesce").start();
    assert_eq!((state.to_move(), state.turn()), (Player::First, 1));
    assert_eq!(state.play("d3-d4").unwrap(), Flow::TurnOver);
    assert_eq!((state.to_move(), state.turn()), (Player::Second, 2));
    assert_eq!(state.play("e3-d3").unwrap(), Flow::SameTurn);
    assert_eq!((state.to_move(), state.turn()), (Player::Second, 2));
    assert!(state.position().ends_with(" r 1"));
    assert_eq!(state.play("pass").unwrap(), Flow::TurnOver);
    assert!(state.position().ends_with(" b 2"));
    assert_eq!((state.to_move(), state.turn()), (Player::First, 3));
}

#[test]
fn with_opening_steps_2_the_opening_turn_is_like_every_other() {
    let mut state = game("coalesce(opening_steps=2)").start();
    assert_eq!(state.play("d3-d4").unwrap(), Flow::SameTurn);
    assert_eq!(state.play("d4-d3").unwrap(), Flow::TurnOver);
    assert_eq!(state.position(), format!("{SCATTERED} r 2"));
}

#[test]
fn either_step_or_both_may_be_passed() {
    for (turn, expected) in [("d3-d4,pass", "RR.BRBB"), ("pass,d3-d4", "RR.BRBB"), ("pass,pass", "RRB.RBB")] {
        let position = after(at(&format!("{SCATTERED} b 2")), turn);
        assert_eq!(row(&position, 'd'), expected);
        assert!(position.ends_with(" r 2"));
    }
}

// Steps.

#[test]
fn a_step_to_an_empty_space_moves_nothing_else() {
    let position = after(game("coalesce").start(), "d3-d4");
    assert_eq!(position, "BRBR/RB.RB/B.RB.R/RR.BRBB/B.RB.R/RB.RB/BRBR r 2");
}

#[test]
fn a_piece_in_the_way_is_pushed_one_space_on() {
    assert_eq!(row(&after(game("coalesce").start(), "d6-d5"), 'd'), "RRBRB.B");
}

#[test]
fn an_unbroken_line_of_both_colours_is_pushed_up_to_the_first_empty_space() {
    assert_eq!(row(&after(game("coalesce").start(), "d7-d6"), 'd'), "RRBRBB.");
}

#[test]
fn the_chain_ends_at_the_first_empty_space_though_others_stand_behind() {
    // d2 goes to d3, d3 into the gap on d4; d5 to d7 stay.
    assert_eq!(row(&after(at(&format!("{SCATTERED} r 2")), "d2-d3"), 'd'), "R.RBRBB");
}

#[test]
fn a_piece_pushed_over_the_edge_reappears_at_the_other_end_and_pushes_there() {
    assert_eq!(row(&after(game("coalesce").start(), "d3-d2"), 'd'), "RB.RBBR");
}

#[test]
fn a_full_line_turns_by_one() {
    assert_eq!(row(&after(game("coalesce").start(), "a1-a2"), 'a'), "RBRB");
    assert_eq!(row(&after(game("coalesce").start(), "a3-a2"), 'a'), "RBRB");
    // One piece against three shows the direction of rotation, whichever piece moves.
    for (row_a, step, expected) in [("BRRR", "a1-a2", "RBRR"), ("RBRR", "a2-a1", "BRRR"), ("RRRB", "a4-a3", "RRBR")] {
        let position = format!("{row_a}/BB.RB/B.RB.R/RRB.RBB/B.RB.R/RB.RB/BRBR b 1");
        assert_eq!(row(&after(at(&position), step), 'a'), expected);
    }
}

#[test]
fn a_step_goes_in_any_of_the_six_directions() {
    let ring = "BBBB/BBBBB/BB..BB/BR.B..R/RR..RR/RRRRR/RRRR b 1";
    for (to, middle) in [
        ("d5", "BB..BB/BR..B.R/RR..RR"),
        ("c4", "BB.BBB/BR....R/RR..RR"),
        ("c3", "BBB.BB/BR....R/RR..RR"),
        ("d3", "BB..BB/BRB...R/RR..RR"),
        ("e3", "BB..BB/BR....R/RRB.RR"),
        ("e4", "BB..BB/BR....R/RR.BRR"),
    ] {
        let position = after(at(ring), &format!("d4-{to}"));
        assert_eq!(position, format!("BBBB/BBBBB/{middle}/RRRRR/RRRR r 2"));
    }
}

#[test]
fn pushing_wraps_along_slanted_lines_too() {
    // a1, b2, c3, d4, e4, f4, g4: Red's f4 pushes g4 over the edge to a1, and the chain ends in the
    // gap on d4.
    let position = after(at(&format!("{SCATTERED} r 1")), "f4-g4");
    assert_eq!(position, "RRBR/RB.RB/B.BB.R/RRBRRBB/B.RB.R/RB..B/BRBR b 2");
    // a4, b4, c4, d4, e3, f2, g1: Blue's c4 pushes b4 and a4, which reappears on g1, and the chain
    // ends in the gap on d4.
    let position = after(at(&format!("{SCATTERED} b 1")), "c4-b4");
    assert_eq!(position, "BRBR/RB.BB/B.R..R/RRBRRBB/B.BB.R/RB.RB/RRBR r 2");
}

#[test]
fn the_moving_piece_itself_stays_on_the_board() {
    let mut state = game("coalesce").start();
    assert_eq!(
        refused(&mut *state, "d7-d1"),
        "illegal action 'd7-d1': only pushed pieces go over the edge: the moving piece itself steps to an adjacent space, \
         and d1 is at the other end of the line"
    );
    assert!(state.legal().iter().all(|action| action != "d7-d1"));
}

#[test]
fn with_edge_moves_a_piece_on_the_edge_steps_over_it() {
    let start = format!("{SCATTERED} b 1");
    assert_eq!(row(&after(with_edge_moves(&start), "d7-d1"), 'd'), "BRRBRB.");
    assert_eq!(row(&after(with_edge_moves(&start), "a1-a4"), 'a'), "RBRB");
    let legal = with_edge_moves(&start).legal();
    // A corner has three edges to step over.
    for action in ["a1-a2", "a1-b1", "a1-b2", "a1-a4", "a1-d1", "a1-g4"] {
        assert!(legal.contains(&action.to_string()), "{action}");
    }
    assert_eq!(legal.len(), 15 * 6 + 1);
}

#[test]
fn the_legal_lines_are_as_many_as_counted_by_other_means() {
    for (start, counts) in [
        ("scattered", [344_907, 345_271, 753_102, 753_571]),
        ("star", [344_499, 344_584, 752_916, 753_571]),
        ("open", [345_381, 345_301, 752_994, 753_571]),
    ] {
        let variants = [("1", "false"), ("2", "false"), ("1", "true"), ("2", "true")];
        for ((steps, edge), expected) in variants.into_iter().zip(counts) {
            let changes = [("start", start), ("opening_steps", steps), ("edge_moves", edge)];
            let mut state = open("coalesce", &changes).unwrap().start();
            assert_eq!(state.perft(1), if edge == "true" { 91 } else { 70 });
            assert_eq!(state.perft(3), expected, "{changes:?}");
        }
    }
}

// Winning.

#[test]
fn a_player_wins_when_all_own_pieces_form_one_group_after_a_turn() {
    let mut state = at(&format!("{NEITHER} b 2"));
    assert_eq!(verdict(&*state), None);
    assert_eq!(state.play("pass").unwrap(), Flow::SameTurn);
    assert_eq!(state.play("d1-c1").unwrap(), Flow::GameOver);
    assert_eq!(verdict(&*state), won("first", "Blue's pieces form one group"));
    assert_eq!((state.to_move(), state.turn()), (Player::Second, 1));
    assert!(state.position().ends_with(" r 2"));
    assert!(state.legal().is_empty());
    assert_eq!(refused(&mut *state, "pass"), "illegal action 'pass': the game is over: Blue's pieces form one group");
    let mut state = at(&format!("{NEITHER} r 1"));
    play(&mut *state, "d7-e6");
    assert_eq!(verdict(&*state), won("second", "Red's pieces form one group"));
}

#[test]
fn nothing_is_checked_between_the_two_steps() {
    let mut state = at(&format!("{NEITHER} b 2"));
    assert_eq!(state.play("d1-c1").unwrap(), Flow::SameTurn);
    assert_eq!(verdict(&*state), None);
    assert_eq!(state.play("c1-d1").unwrap(), Flow::TurnOver);
    assert_eq!(verdict(&*state), None);
    let middle = at(&format!("{BOTH} b 1"));
    assert_eq!(verdict(&*middle), None);
    assert!(!middle.legal().is_empty());
}

#[test]
fn if_both_colours_form_one_group_the_player_who_made_the_turn_wins() {
    for (side, winner, name) in [("b", "first", "Blue"), ("r", "second", "Red")] {
        let mut state = at(&format!("{BOTH} {side} 1"));
        play(&mut *state, "pass");
        assert_eq!(verdict(&*state), won(winner, &format!("{name}'s pieces form one group")));
    }
}

#[test]
fn if_only_the_other_colour_forms_one_group_that_player_wins() {
    let mut state = at(&format!("{BOTH} b 1"));
    play(&mut *state, "c1-d1");
    assert_eq!(verdict(&*state), won("second", "Red's pieces form one group"));
}

#[test]
fn the_edge_does_not_join() {
    // For a push, d1 and a4 follow d7, but they are not adjacent to it. If Blue were one group,
    // Blue would win.
    let mut state = at("BBBB/BBBB./BBBBB./B.....B/RRRRRR/RRRRR/RRRR b 1");
    play(&mut *state, "pass");
    assert_eq!(verdict(&*state), won("second", "Red's pieces form one group"));
}

#[test]
fn a_position_that_is_already_decided_is_a_finished_game() {
    let red = at(&format!("{BOTH} b 2"));
    assert_eq!(verdict(&*red), won("second", "Red's pieces form one group"));
    assert!(red.legal().is_empty());
    let blue = at(&format!("{BOTH} r 2"));
    assert_eq!(verdict(&*blue), won("first", "Blue's pieces form one group"));
}

// Repetition.

#[test]
fn the_starting_position_counts_as_made_by_red() {
    let mut state = game("coalesce").start();
    play(&mut *state, "pass");
    assert!(state.legal().contains(&"pass".to_string()), "Red may still pass the first step");
    play(&mut *state, "pass");
    assert!(!state.legal().contains(&"pass".to_string()));
    assert_eq!(refused(&mut *state, "pass"), "illegal action 'pass': Red has made this position before");

    let mut state = game("coalesce").start();
    play(&mut *state, "a1-a2,a3-a2");
    assert_eq!(state.position(), format!("{SCATTERED} r 1"));
    assert!(!state.legal().contains(&"pass".to_string()));
}

#[test]
fn blue_may_make_the_starting_position_once() {
    let mut state = game("coalesce").start();
    play(&mut *state, "a1-a2,pass,pass,a2-a1,pass");
    assert_eq!(state.position(), format!("{SCATTERED} r 2"));
    play(&mut *state, "g2-g3,pass,g2-g1");
    assert_eq!(state.position(), format!("{SCATTERED} b 1"));
    assert_eq!(refused(&mut *state, "pass"), "illegal action 'pass': Blue has made this position before");
}

#[test]
fn undoing_reds_second_step_is_fine_but_not_the_first_one_as_well() {
    let mut state = game("coalesce").start();
    play(&mut *state, "pass,a2-a3");
    let halfway = state.position();
    play(&mut *state, "g2-g3,g2-g1");
    assert_eq!(state.position().split(' ').next(), halfway.split(' ').next());
    assert!(state.legal().contains(&"pass".to_string()), "the position halfway through a turn was made by no player");
    assert_eq!(refused(&mut *state, "a2-a1"), "illegal action 'a2-a1': Blue has made this position before");
    play(&mut *state, "pass");
}

#[test]
fn only_the_board_counts_for_repetition() {
    // Blue made the board by one step and a pass; two steps to the same board repeat it.
    let mut state = at(&format!("{SCATTERED} b 2"));
    play(&mut *state, "a1-a2,pass,a1-a2,g2-g3,g2-g1");
    assert_eq!(refused(&mut *state, "a1-a2"), "illegal action 'a1-a2': Blue has made this position before");
}

#[test]
fn a_position_set_up_in_the_middle_of_a_turn_counts_as_made_by_the_other_player() {
    let mut state = at(&format!("{SCATTERED} b 1"));
    play(&mut *state, "pass,pass");
    assert_eq!(refused(&mut *state, "pass"), "illegal action 'pass': Red has made this position before");
}

#[test]
fn not_even_a_winning_position_may_be_made_twice() {
    // Red's group was complete at the start, but is not checked between two steps. Blue breaks it
    // by rotating the line d1, e1, f1, g1.
    let mut state = at("BBBB/BBBBB/.BBBBB/B....../RRRRRR/RRRRR/RRRR b 1");
    play(&mut *state, "d1-e1");
    assert_eq!(verdict(&*state), None);
    play(&mut *state, "f1-e1");
    assert!(state.position().starts_with("BBBB/BBBBB/.BBBBB/B....../RRRRRR/RRRRR/RRRR r 1"));
    assert_eq!(refused(&mut *state, "pass"), "illegal action 'pass': Red has made this position before");
}

/// A history in which all boards but one have been made before, or all.
struct AllBut(Option<u64>);

impl<G: Game> RepetitionCheck<G> for AllBut {
    fn may_end(&self, rules: &G, state: &G::State) -> bool {
        self.0 == Some(rules.repetition_key(state))
    }
    fn ever_forbids(&self, _: &G) -> bool {
        true
    }
}

fn texts<G: Game>(game: &G, history: &AllBut, state: &G::State) -> BTreeSet<String> {
    let mut actions = Vec::new();
    legal_actions(game, history, state, &G::Memory::default(), &mut actions);
    actions.into_iter().map(|action| game.action_text(state, action)).collect()
}

struct FirstSteps;

impl Visitor for FirstSteps {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let start = game.parse_position(&format!("{SCATTERED} b 2")).unwrap();
        let new = game.parse_position(&format!("{} r 2", SCATTERED.replacen("BRBR", "RBRB", 1))).unwrap();
        let history = AllBut(Some(game.repetition_key(&new)));
        // Only the board with row a rotated by one is new: any of three steps makes it, before or
        // after a pass.
        let first = texts(&game, &history, &start);
        for action in ["a1-a2", "a3-a4", "a3-a2", "pass"] {
            assert!(first.contains(action), "{action} of {first:?}");
        }
        for action in ["d3-d4", "d6-d5", "g1-g2"] {
            assert!(!first.contains(action), "{action}");
        }
        let pass = game.parse_action(&start, "pass").unwrap();
        let mut passed = start;
        game.apply(&mut passed, &mut G::Memory::default(), pass);
        let second: Vec<String> = texts(&game, &history, &passed).into_iter().collect();
        assert_eq!(second, ["a1-a2", "a3-a2", "a3-a4"]);
        let mut rng = Rng::new(4);
        for _ in 0..200 {
            let action = random_legal_action(&game, &history, &passed, &Default::default(), &mut rng, &mut Vec::new());
            assert!(second.contains(&game.action_text(&passed, action.unwrap())));
        }
    }
}

#[test]
fn a_first_step_needs_a_second_that_ends_in_a_new_position() {
    let (spec, options) = parse("coalesce", &[]).unwrap();
    visit(spec.id, &options, FirstSteps).unwrap();
}

struct NoLegalTurn;

impl Visitor for NoLegalTurn {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        for (side, winner, reason) in [
            ("b 2", Player::Second, "Blue has no new position to make"),
            ("r 1", Player::First, "Red has no new position to make"),
        ] {
            let state = game.parse_position(&format!("{SCATTERED} {side}")).unwrap();
            let memory = G::Memory::default();
            assert!(texts(&game, &AllBut(None), &state).is_empty());
            assert!(!can_act(&game, &AllBut(None), &state, &memory));
            let mut rng = Rng::new(1);
            assert!(random_legal_action(&game, &AllBut(None), &state, &memory, &mut rng, &mut Vec::new()).is_none());
            let outcome = game.no_legal_action(&state);
            assert_eq!(outcome.winner, Some(winner));
            assert_eq!(game.reason(&state, &outcome), reason);
        }
    }
}

#[test]
fn a_player_with_no_new_position_to_make_loses() {
    let (spec, options) = parse("coalesce", &[]).unwrap();
    visit(spec.id, &options, NoLegalTurn).unwrap();
}

// Randomness and keys.

struct Draws;

impl Visitor for Draws {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let mut rng = Rng::new(8);
        let mut buffer = Vec::new();
        for position in [SCATTERED, NEITHER] {
            let state = game.parse_position(&format!("{position} r 2")).unwrap();
            let mut pseudo_legal_actions = Vec::new();
            game.pseudo_legal_actions(&state, &mut pseudo_legal_actions);
            let times = 3000;
            let mut seen = BTreeMap::new();
            for _ in 0..times * pseudo_legal_actions.len() {
                let action = game.random_action(&state, &mut rng, &mut buffer).unwrap();
                *seen.entry(game.action_text(&state, action)).or_insert(0i32) += 1;
            }
            let expected: BTreeSet<String> =
                pseudo_legal_actions.iter().map(|&a| game.action_text(&state, a)).collect();
            assert_eq!(expected.len(), pseudo_legal_actions.len());
            assert!(expected.contains("pass"));
            assert_eq!(seen.keys().cloned().collect::<BTreeSet<_>>(), expected);
            // Five standard deviations.
            assert!(seen.values().all(|n| (n - times as i32).abs() < 5 * 55), "{seen:?}");
        }
    }
}

#[test]
fn a_random_action_is_any_candidate_alike() {
    for edge in ["false", "true"] {
        let (spec, options) = parse("coalesce", &[("edge_moves", edge)]).unwrap();
        visit(spec.id, &options, Draws).unwrap();
    }
}

#[test]
fn the_key_tells_side_and_steps_and_board_apart_and_nothing_else() {
    let mut keys = HashSet::new();
    for position in [SCATTERED, STAR, OPEN, BOTH, NEITHER] {
        for side in ["b 1", "b 2", "r 1", "r 2"] {
            assert!(keys.insert(at(&format!("{position} {side}")).key()), "{position} {side}");
        }
    }
    let (mut one, mut two) = (at(&format!("{SCATTERED} b 2")), at(&format!("{SCATTERED} b 2")));
    play(&mut *one, "a1-a2,d3-d4");
    play(&mut *two, "d3-d4,a3-a4");
    assert_eq!(one.position(), two.position());
    assert_eq!(one.key(), two.key());
}

#[test]
fn random_games_keep_their_pieces_and_their_texts_and_can_be_taken_back() {
    let mut rng = Rng::new(77);
    for variant in variants() {
        let game = game(&variant);
        let mut state = game.start();
        let mut positions = vec![state.position()];
        while state.verdict().is_none() && positions.len() < 400 {
            let legal = state.legal();
            let action = &legal[rng.below(legal.len())];
            state.play(action).unwrap();
            let position = state.position();
            for letter in ['B', 'R'] {
                assert_eq!(position.chars().filter(|&c| c == letter).count(), 15);
            }
            let again = game.at_position(&position).unwrap();
            assert_eq!((again.position(), again.key()), (position.clone(), state.key()));
            positions.push(position);
        }
        while let Some(position) = positions.pop() {
            assert_eq!(state.position(), position);
            state.undo();
        }
    }
}

// Presentation.

fn spot(name: &str) -> Spot {
    let board = board();
    Spot(board.order(board.named(name).unwrap()) as u16)
}

#[test]
fn the_animation_of_a_push_goes_from_piece_to_piece() {
    let [d1, d2, d3, d4, d5, d6, d7] = ["d1", "d2", "d3", "d4", "d5", "d6", "d7"].map(spot);
    let state = game("coalesce").start();
    let expected = [
        AnimationStep::Slide { from: d3, to: d2 },
        AnimationStep::Push { from: d2, to: d1 },
        AnimationStep::Wrap { from: d1, to: d7 },
        AnimationStep::Push { from: d7, to: d6 },
        AnimationStep::Push { from: d6, to: d5 },
        AnimationStep::Push { from: d5, to: d4 },
    ];
    assert_eq!(state.animation("d3-d2").unwrap(), expected.map(|step| vec![step]));
    assert_eq!(state.animation("d3-d4").unwrap(), [[AnimationStep::Slide { from: d3, to: d4 }]]);
    assert!(state.animation("pass").unwrap().is_empty());
    let over = with_edge_moves(&state.position()).animation("d7-d1").unwrap();
    assert_eq!(over[0], [AnimationStep::Wrap { from: d7, to: d1 }]);
    assert_eq!(over[3], [AnimationStep::Push { from: d3, to: d4 }]);
    assert_eq!(over.len(), 4);
}

#[test]
fn the_animation_of_every_legal_action_leads_to_the_next_position() {
    for (variant, position) in [("coalesce", SCATTERED), ("coalesce(edge_moves=true)", OPEN)] {
        let mut state = game(variant).at_position(&format!("{position} b 2")).unwrap();
        let before: Vec<char> = position.chars().filter(|&c| c != '/').collect();
        for action in state.legal() {
            let mut board = before.clone();
            let moves: Vec<(usize, usize)> = state
                .animation(&action)
                .unwrap()
                .into_iter()
                .flatten()
                .map(|step| match step {
                    AnimationStep::Slide { from, to }
                    | AnimationStep::Push { from, to }
                    | AnimationStep::Wrap { from, to } => (from.0.into(), to.0.into()),
                    other => panic!("{other:?}"),
                })
                .collect();
            for &(from, _) in &moves {
                board[from] = '.';
            }
            for &(from, to) in &moves {
                board[to] = before[from];
            }
            state.play(&action).unwrap();
            let after: Vec<char> = letters(&state.position()).into_values().collect();
            assert_eq!(board, after, "{action}");
            state.undo();
        }
    }
}

#[test]
fn a_step_is_clicked_from_and_to_and_a_pass_has_a_button() {
    let state = game("coalesce(edge_moves=true)").start();
    assert_eq!(state.inputs("d3-d4").unwrap(), [Input::Cell(spot("d3")), Input::Cell(spot("d4"))]);
    assert_eq!(state.inputs("pass").unwrap(), [Input::Button("pass")]);
    let gestures: HashSet<Vec<Input>> = state.legal().iter().map(|a| state.inputs(a).unwrap()).collect();
    assert_eq!(gestures.len(), state.legal().len());
}

#[test]
fn the_prompt_says_who_moves_and_how_much_of_the_turn_is_left() {
    let rest = "move a piece by one space, pushing what stands in its way, or pass";
    let mut state = game("coalesce").start();
    assert_eq!(state.view().prompt, format!("Blue, the one step of the opening turn: {rest}"));
    play(&mut *state, "d3-d4");
    assert_eq!(state.view().prompt, format!("Red, first of two steps: {rest}"));
    play(&mut *state, "pass");
    assert_eq!(state.view().prompt, format!("Red, second of two steps: {rest}"));
    let opening = game("coalesce(opening_steps=2)").start();
    assert_eq!(opening.view().prompt, format!("Blue, first of two steps: {rest}"));
}

#[test]
fn the_board_is_drawn_with_the_letters_of_the_position_and_the_groups_counted() {
    let game = game("coalesce");
    let state = game.at_position(&format!("{NEITHER} b 2")).unwrap();
    let drawing = art::draw(&*game, &*state);
    let lines: Vec<&str> = drawing.lines().collect();
    assert_eq!(lines[0].trim(), "a   B B B B   4");
    assert_eq!(lines[3].trim(), "d   B . . . . . R   7");
    assert_eq!(lines[7], "Blue groups: 2, Red groups: 2");
    assert_eq!(game.player_name(Player::First), "Blue");
    assert_eq!(game.player_name(Player::Second), "Red");
}

// Invalid input.

#[test]
fn a_refused_step_is_explained() {
    let mut state = game("coalesce").start();
    for (action, reason) in [
        ("d4-d3", "there is no piece on d4"),
        ("d2-d3", "the piece on d2 is Red's, and Blue can only push it with a piece of their own"),
        ("d3-d5", "a step goes to the next space on a line; from d3 these are c2, c3, d2, d4, e2, e3"),
        ("d3-d3", "a step goes to the next space on a line; from d3 these are c2, c3, d2, d4, e2, e3"),
        ("a1-c1", "a step goes to the next space on a line; from a1 these are a2, b1, b2"),
    ] {
        assert_eq!(refused(&mut *state, action), format!("illegal action '{action}': {reason}"));
    }
    let mut state = with_edge_moves(&state.position());
    assert_eq!(
        refused(&mut *state, "a1-c1"),
        "illegal action 'a1-c1': a step goes to the next space on a line; from a1 these are a2, a4, b1, b2, d1, g4"
    );
}

#[test]
fn a_text_that_is_no_action_is_answered_with_what_would_be() {
    let mut state = game("coalesce").start();
    for text in ["", "-", "d3", "d3-", "-d3", "d3-d8", "a5-a4", "D3-D4", "d3-d4-d5", "d3 d4", " pass", "Pass", "d03-d4"]
    {
        assert_eq!(
            refused(&mut *state, text),
            format!("'{text}' is not an action; expected two cells from a1 to g4 as in d3-d4 (from, to), or pass")
        );
    }
}

#[test]
fn a_bad_position_is_refused_with_its_bad_part_and_what_would_do() {
    let fields = "separated by single spaces: board, side (b or r), steps left in the turn (1 or 2)";
    let good = format!("{SCATTERED} b 1");
    for (position, message) in [
        (String::new(), format!("it has 1 fields; expected, {fields}")),
        (SCATTERED.to_string(), format!("it has 1 fields; expected, {fields}")),
        (format!("{good} "), format!("it has 4 fields; expected, {fields}")),
        (good.replace(" b", "  b"), format!("it has 4 fields; expected, {fields}")),
        (good.replace("/BRBR", ""), "the board has 6 rows; expected 7 joined by /".to_string()),
        (good.replace("/RRB.RBB/", "/RRB.RBBB/"), "row 4 has 8 cells; expected 7".to_string()),
        (good.replace("/RRB.RBB/", "/RRBRBB/"), "row 4 has 6 cells; expected 7".to_string()),
        (good.replace("RRB.RBB", "RRBxRBB"), "row 4, character 4 is 'x'; expected '.', 'B', 'R'".to_string()),
        (good.replace("RRB.RBB", "RRB.RBb"), "row 4, character 7 is 'b'; expected '.', 'B', 'R'".to_string()),
        (good.replace(" b", " B"), "the side to move is 'B'; expected b or r".to_string()),
        (good.replace(" b", " w"), "the side to move is 'w'; expected b or r".to_string()),
        (good.replace(" 1", " 0"), "the number of steps left is '0'; expected 1 or 2".to_string()),
        (good.replace(" 1", " 3"), "the number of steps left is '3'; expected 1 or 2".to_string()),
        (good.replace(" 1", " 01"), "the number of steps left is '01'; expected 1 or 2".to_string()),
        (good.replace(" 1", " +1"), "the number of steps left is '+1'; expected 1 or 2".to_string()),
        (
            good.replace("RRB.RBB", "RRBBRBB"),
            "16 blue and 15 red pieces; there are always 15 of each, for none ever leaves the board".to_string(),
        ),
        (
            good.replace("RRB.RBB", "RBB.RBB"),
            "16 blue and 14 red pieces; there are always 15 of each, for none ever leaves the board".to_string(),
        ),
    ] {
        let error = game("coalesce").at_position(&position).err().unwrap_or_else(|| panic!("'{position}' is accepted"));
        assert_eq!(error.to_string(), format!("bad position: {message}"), "{position}");
    }
}

#[test]
fn endless_garbage_is_refused_quickly() {
    let game = game("coalesce");
    let state = game.start();
    for part in ["B", "/", " ", "-", "d3-", "é", "\0"] {
        let text = part.repeat(10_000_000 / part.len());
        assert!(game.at_position(&text).is_err());
        assert!(game.at_position(&format!("{SCATTERED} b {text}")).is_err());
        assert!(state.copy().play(&text).unwrap_err().to_string().len() < 400);
    }
}
