//! The stored forms of a new game and of the lab.

use hexarium_games::registry::Games;
use hexarium_kernel::{GameCatalog, GameSpec, Options, Player};
use hexarium_session::forms::{Against, LabForm, NewGameForm};

use crate::support::assert_golden;

fn spec(id: &str) -> &'static GameSpec {
    Games.spec(id).unwrap()
}

fn options(game: &str) -> Options {
    Games.parse(game, &[]).unwrap().1
}

fn defaults() -> NewGameForm {
    NewGameForm { options: options("harvest"), against: Against::Computer, levels: [2, 2], side: Some(Player::First) }
}

#[test]
fn forms_are_stored_as_in_their_golden_files() {
    let harvest = spec("harvest");
    let texts = [
        ("new-game-1.txt", Against::Computer, [2, 5], None),
        ("new-game-1-friend.txt", Against::Friend, [2, 2], Some(Player::First)),
        ("new-game-1-watch.txt", Against::Watch, [8, 1], Some(Player::Second)),
    ];
    for (name, against, levels, side) in texts {
        let form = NewGameForm { options: options("harvest(base=3)"), against, levels, side };
        assert_golden(name, &form.to_text(harvest));
        assert_eq!(NewGameForm::from_text(&Games, harvest, &form.to_text(harvest)), form);
    }
    let form = LabForm { variants: [options("hex(size=7)"), options("hex(size=7,swap=true)")], level: 3, of_each: 500 };
    assert_golden("lab-form-1.txt", &form.to_text(spec("hex")));
    assert_eq!(LabForm::from_text(&Games, spec("hex"), &form.to_text(spec("hex"))), form);
}

#[test]
fn forms_without_a_version_are_read() {
    let form = NewGameForm::from_text(&Games, spec("harvest"), "harvest(base=3)\nwatch 8 1 random\n");
    let expected =
        NewGameForm { options: options("harvest(base=3)"), against: Against::Watch, levels: [8, 1], side: None };
    assert_eq!(form, expected);
    let form = LabForm::from_text(&Games, spec("hex"), "hex(size=7)\nhex(swap=true)\n5\n100\n");
    let expected = LabForm { variants: [options("hex(size=7)"), options("hex(swap=true)")], level: 5, of_each: 100 };
    assert_eq!(form, expected);
}

#[test]
fn what_cannot_be_read_has_its_default() {
    let newer = "hexarium-new-game/2\nharvest(base=3)\nwatch 8 1 random\n";
    for text in ["", "\n\n", "nonsense\nnonsense", "hex(size=7)\nnobody 0 9 third\n", "hexarium-new-game/1\n", newer] {
        assert_eq!(NewGameForm::from_text(&Games, spec("harvest"), text), defaults(), "{text}");
    }
    let partly = NewGameForm::from_text(&Games, spec("harvest"), "hexarium-new-game/1\nharvest(base=3)\nfriend 4\n");
    let expected =
        NewGameForm { options: options("harvest(base=3)"), against: Against::Friend, levels: [4, 2], ..defaults() };
    assert_eq!(partly, expected);
    let expected = LabForm { variants: [(); 2].map(|()| options("harvest")), level: 2, of_each: 200 };
    let newer = "hexarium-lab-form/2\nharvest(base=3)\nharvest\n5\n100\n";
    for text in ["", "\0", "hex\nhex\n9\n51\n", "hexarium-lab-form/1\n", newer] {
        assert_eq!(LabForm::from_text(&Games, spec("harvest"), text), expected, "{text}");
    }
}

#[test]
fn seeds_are_not_stored() {
    let spec = spec("protista");
    let form = NewGameForm { options: options("protista(seed=7)"), ..defaults() };
    assert_eq!(NewGameForm::from_text(&Games, spec, &form.to_text(spec)).options, options("protista"));
}
