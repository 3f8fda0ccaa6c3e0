//! The openings of small Hex boards, as listed in `docs/solving.md`.

use std::sync::Arc;

use hexarium_games::registry::{self, Visitor};
use hexarium_kernel::{Game, Match, Player};
use hexarium_search::{Limits, Value, solve};

const PAGE: &str = include_str!("../../../../../docs/solving.md");

/// The winner after each first stone, drawn as a board.
struct Openings(usize);

impl Visitor for Openings {
    type Output = String;
    fn visit<G: Game>(self, game: G) -> String {
        let size = self.0;
        let start = Match::new(Arc::new(game));
        let letters: Vec<String> = (0..size).map(|i| char::from(b'a' + i as u8).to_string()).collect();
        let mut out = format!("   {}\n", letters.join(" "));
        for row in 1..=size {
            let winner = |letter: &String| {
                let mut game = start.clone();
                let action = game.find(&format!("{letter}{row}")).unwrap();
                game.play_legal(action);
                match solve(&game, &Limits::UNTIL_STOPPED, &mut |_| true).value {
                    Value::Won(Player::First) => "B",
                    Value::Won(Player::Second) => "R",
                    value => panic!("{value:?}"),
                }
            };
            let winners: Vec<&str> = letters.iter().map(winner).collect();
            out += &format!("{}{row}  {}\n", " ".repeat(row - 1), winners.join(" "));
        }
        out
    }
}

#[test]
fn the_openings_of_small_boards_are_as_the_page_shows_them() {
    for size in 3..=5 {
        let (spec, options) = registry::parse(&format!("hex(size={size})"), &[]).unwrap();
        let board = registry::visit(spec.id, &options, Openings(size)).unwrap();
        println!("{board}");
        assert!(PAGE.contains(&format!("```\n{board}```")), "the page has not this board:\n{board}");
    }
}
