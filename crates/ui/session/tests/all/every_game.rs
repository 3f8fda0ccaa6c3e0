//! Random games of every game and option value on the table: what holds for all of them.

use std::collections::BTreeSet;

use hexarium_conformance::{Variant, in_parallel, variants};
use hexarium_formats::{GameTree, NodeId};
use hexarium_kernel::{Input, PieceView, Player, Rng, Spot};
use hexarium_session::{ClickOutcome, Form, GameSession, Setup, import};

/// Does something with a fresh table of every variant.
fn for_every_game(work: impl Fn(&mut GameSession, &mut Rng) -> Result<(), String> + Sync) {
    in_parallel(&variants(), |variant: &Variant| {
        let id = variant.id();
        let mut rng = Rng::new(id.bytes().fold(11u64, |sum, b| sum.wrapping_mul(31) + u64::from(b)));
        let mut table = GameSession::new(&id)?;
        work(&mut table, &mut rng).map_err(|e| format!("{id}: {e}"))
    });
}

fn some<T: Clone>(items: &[T], rng: &mut Rng) -> T {
    items[rng.below(items.len())].clone()
}

/// Plays some random actions at the cursor.
fn play_on(table: &mut GameSession, most: usize, rng: &mut Rng) {
    for _ in 0..most {
        let legal = table.state().legal();
        if legal.is_empty() {
            return;
        }
        table.play(&some(&legal, rng)).unwrap();
    }
}

/// Grows a tree of several lines; the cursor is anywhere in it.
fn grow(table: &mut GameSession, rng: &mut Rng) {
    play_on(table, 30, rng);
    for _ in 0..5 {
        table.go(NodeId(rng.below(table.tree().ids().len()))).unwrap();
        play_on(table, 1 + rng.below(5), rng);
    }
    table.go(NodeId(rng.below(table.tree().ids().len()))).unwrap();
}

/// The same tree with its nodes numbered line by line.
fn renumbered(tree: &GameTree) -> GameTree {
    let mut new = GameTree::new(tree.game.clone());
    (new.setup, new.ending, new.tags) = (tree.setup.clone(), tree.ending.clone(), tree.tags.clone());
    let mut waiting = vec![(GameTree::ROOT, None)];
    while let Some((id, parent)) = waiting.pop() {
        let node = tree.node(id);
        let to = parent.map_or(GameTree::ROOT, |p| new.add(p, node.event.clone()));
        new.node_mut(to).comment.clone_from(&node.comment);
        waiting.extend(tree.children(id).iter().rev().map(|&child| (child, Some(to))));
    }
    new
}

fn check(holds: bool, complaint: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(complaint()) }
}

#[test]
fn the_gesture_of_an_action_leads_to_it() {
    for_every_game(|table, rng| {
        for _ in 0..25 {
            let legal_inputs = table.state().legal_inputs();
            if legal_inputs.is_empty() {
                break;
            }
            for _ in 0..12 {
                let (action, inputs) = some(&legal_inputs, rng);
                table.clear();
                for (n, touch) in inputs.iter().enumerate() {
                    check(table.legal_inputs().contains(touch), || format!("{action}: {touch:?} is not offered"))?;
                    let is_last = n + 1 == inputs.len();
                    let said = table.touch(*touch);
                    let fits = match &said {
                        ClickOutcome::Selected => !is_last,
                        ClickOutcome::Act(act) => is_last && *act == action,
                        ClickOutcome::Choose(choices) => {
                            let words: BTreeSet<&str> = choices.iter().map(|c| c.words.as_str()).collect();
                            words.len() == choices.len() && choices.iter().any(|c| c.action == action)
                        }
                        _ => false,
                    };
                    check(fits, || format!("{action}, touch {n}: {said:?}"))?;
                    check(table.touched() == &inputs[..=n], || format!("{action}: {:?}", table.touched()))?;
                }
            }
            table.play(&some(&legal_inputs, rng).0)?;
            check(table.touched().is_empty(), || "an action leaves touches behind".to_string())?;
        }
        Ok(())
    });
}

#[test]
fn any_touch_goes_on_starts_anew_clears_or_is_refused_and_changes_nothing() {
    for_every_game(|table, rng| {
        let cells = table.board().cells.len();
        for _ in 0..20 {
            let legal_inputs = table.state().legal_inputs();
            let buttons = ["pass", "swap", "done", "remove", "unstack", "generate", "sharp V", "nonsense"];
            for _ in 0..30 {
                let near = table.legal_inputs();
                let touch = match rng.below(4) {
                    0 => Input::Cell(Spot(rng.below(cells + 2) as u16)),
                    1 => Input::Button(some(&buttons, rng)),
                    _ if near.is_empty() => Input::Cell(Spot(rng.below(cells) as u16)),
                    _ => some(&near, rng),
                };
                let (before, position, cursor) = (table.touched().to_vec(), table.state().position(), table.cursor());
                let preview = table.preview(touch);
                let said = table.touch(touch);
                let longer = [before.as_slice(), &[touch]].concat();
                let begins = |touches: &[Input]| legal_inputs.iter().any(|(_, inputs)| inputs.starts_with(touches));
                let now = table.touched();
                let right = match &said {
                    ClickOutcome::Refused(reason) => {
                        now == before && reason.ends_with('.') && !begins(&longer) && !begins(&[touch])
                    }
                    ClickOutcome::Cleared => now.is_empty() && before.last() == Some(&touch) && !begins(&longer),
                    _ if begins(&longer) => now == longer,
                    _ => now == [touch] && begins(&[touch]),
                };
                check(right, || format!("{before:?} and {touch:?}: {said:?}, {now:?}"))?;
                if let ClickOutcome::Act(action) = &said {
                    let inputs = table.state().inputs(action).map_err(|e| e.to_string())?;
                    check(inputs == now, || format!("{action}: {now:?}"))?;
                    check(preview.as_ref().is_some_and(|p| p.action == *action), || format!("preview of {action}"))?;
                } else {
                    check(preview.is_none(), || format!("{touch:?} completes nothing, but has a preview"))?;
                }
                check((position, cursor) == (table.state().position(), table.cursor()), || "it moved".to_string())?;
            }
            if legal_inputs.is_empty() {
                break;
            }
            play_on(table, 1, rng);
        }
        Ok(())
    });
}

#[test]
fn targets_are_the_offers_and_previews_come_true() {
    for_every_game(|table, rng| {
        for _ in 0..12 {
            let targets = table.targets();
            let touches: Vec<Input> = targets.iter().map(|target| target.touch).collect();
            check(touches == table.legal_inputs(), || "other targets than offers".to_string())?;
            let distinct: BTreeSet<String> = touches.iter().map(|touch| format!("{touch:?}")).collect();
            check(distinct.len() == touches.len(), || format!("a touch is offered twice: {touches:?}"))?;
            let legal = table.state().legal();
            if legal.is_empty() {
                break;
            }
            let action = some(&legal, rng);
            let preview = table.preview_action(&action).ok_or_else(|| format!("{action} has no preview"))?;
            let before = table.state().view();
            let played = table.play(&action)?;
            check(preview.after == played.after && preview.animation == played.animation, || {
                format!("{action} came otherwise")
            })?;
            check(preview.words == played.words, || format!("{} {}", preview.words, played.words))?;
            check(played.before == before && played.after == table.state().view(), || "views".to_string())?;
            check(table.last_animation() == Some((played.animation, before)), || "the last story".to_string())?;
            check(table.last_words().as_ref() == Some(&played.words), || "the last words".to_string())?;
            let name = table.game().player_name(played.actor);
            let fine = played.words.starts_with(name) && played.words.ends_with('.') && !played.words.contains("  ");
            check(fine, || played.words.clone())?;
        }
        Ok(())
    });
}

#[test]
fn back_and_forward_restore_every_position() {
    for_every_game(|table, rng| {
        let mut line = vec![(table.state().position(), table.turn_in_progress())];
        for _ in 0..40 {
            play_on(table, 1, rng);
            line.push((table.state().position(), table.turn_in_progress()));
        }
        line.truncate(table.actions().len() + 1);
        let here = |table: &GameSession| (table.state().position(), table.turn_in_progress());
        for n in (0..line.len() - 1).rev() {
            check(table.can_back() && table.back() && here(table) == line[n], || format!("back to {n}"))?;
        }
        check(!table.can_back() && !table.back(), || "back before the start".to_string())?;
        for expected in &line[1..] {
            check(table.can_forward() && table.forward() && here(table) == *expected, || "forward".to_string())?;
        }
        check(!table.can_forward() && !table.forward(), || "forward after the end".to_string())?;
        while table.back_turn() {
            check(!table.turn_in_progress(), || "back by a turn ends inside one".to_string())?;
        }
        check(here(table) == line[0], || "back by turns misses the start".to_string())?;
        while table.forward_turn() {
            check(!table.turn_in_progress() || !table.can_forward(), || "forward by a turn stops inside".to_string())?;
        }
        check(Some(&here(table)) == line.last(), || "forward by turns misses the end".to_string())?;
        table.to_start();
        check(here(table) == line[0], || "the start".to_string())?;
        table.to_end();
        check(Some(&here(table)) == line.last(), || "the end".to_string())
    });
}

/// The words of the moves part of a record, without brackets.
fn words_of_record(record: &str) -> Vec<String> {
    let moves = record.split_once("\n\n").map_or("", |(_, moves)| moves);
    moves.replace(['(', ')', ','], " ").split_whitespace().map(str::to_string).collect()
}

#[test]
fn rows_have_every_node_once_and_read_like_the_record() {
    for_every_game(|table, rng| {
        grow(table, rng);
        let rows = table.rows();
        let parts = || rows.iter().flat_map(|row| &row.parts);
        let nodes: BTreeSet<NodeId> = parts().map(|part| part.node).collect();
        check(parts().count() == nodes.len() && nodes.len() + 1 == table.tree().ids().len(), || "nodes".to_string())?;
        check(parts().filter(|p| p.is_cursor).count() == usize::from(table.can_back()), || "cursor".to_string())?;
        let record = table.export(Form::Record)?;
        // A record repeats the number after remarks and variations only, as rows do.
        let mut words = Vec::new();
        for row in &rows {
            words.push(row.number());
            words.extend(row.parts.iter().map(|part| part.text.clone()));
        }
        check(words == words_of_record(&record), || format!("{words:?}\n{record}"))?;
        let mut line: Vec<NodeId> = parts().filter(|part| part.on_line).map(|part| part.node).collect();
        table.to_end();
        let mut path = table.tree().path_to(table.cursor())[1..].to_vec();
        line.sort();
        path.sort();
        check(line == path, || "the line".to_string())
    });
}

#[test]
fn what_is_exported_comes_back_the_same() {
    for_every_game(|table, rng| {
        grow(table, rng);
        let last = NodeId(table.tree().ids().len() - 1);
        table.set_comment(last, "so, (this) {is} it")?;
        let forms = table.forms();
        for form in [Form::Record, Form::Json, Form::Link] {
            check(forms.contains(&form), || format!("{form:?} does not fit"))?;
            let text = table.export(form)?;
            let back = import(&text)?;
            check(back.form == form, || format!("{form:?} is taken for {:?}", back.form))?;
            if form != Form::Link {
                check(renumbered(&back.tree) == renumbered(table.tree()), || format!("{form:?} changes it:\n{text}"))?;
                continue;
            }
            let opened = back.into_session()?;
            check(opened.actions() == table.actions(), || text.clone())?;
            check(opened.state().position() == table.state().position(), || text)?;
        }
        Ok(())
    });
}

#[test]
fn an_edited_tree_is_as_sound_as_one_that_was_read() {
    for_every_game(|table, rng| {
        grow(table, rng);
        for _ in 0..6 {
            let id = NodeId(rng.below(table.tree().ids().len()));
            let before = table.actions();
            match rng.below(3) {
                0 if id != GameTree::ROOT => {
                    let taken = table.tree().actions_to(id).join(" ");
                    table.remove(id)?;
                    let left: Vec<String> =
                        table.tree().ids().map(|id| table.tree().actions_to(id).join(" ")).collect();
                    check(!left.contains(&taken), || format!("{taken} is still there"))?;
                    check(before.starts_with(&table.actions()), || "the cursor went astray".to_string())?;
                }
                _ => {
                    let line: Vec<String> = table.tree().actions_to(id).iter().map(|a| a.to_string()).collect();
                    let new = table.promote(id)?;
                    check(table.tree().actions_to(new) == line, || "another node is promoted".to_string())?;
                    check(table.actions() == before, || "the cursor went astray".to_string())?;
                }
            }
            let again = GameSession::from_tree(table.tree().clone(), table.cursor())?;
            check(again.state().position() == table.state().position(), || "another position".to_string())?;
            check(again.ending() == table.ending(), || format!("{:?} {:?}", again.ending(), table.ending()))?;
            let bare = |table: &GameSession| {
                let mut rows = table.rows();
                rows.iter_mut().flat_map(|row| &mut row.parts).for_each(|part| part.on_line = false);
                rows
            };
            check(bare(&again) == bare(table), || "other rows".to_string())?;
            let back = import(&table.export(Form::Json)?)?;
            check(back.tree == *table.tree(), || "it is written differently".to_string())?;
        }
        Ok(())
    });
}

#[test]
fn every_cell_is_named_in_every_game() {
    for_every_game(|table, rng| {
        play_on(table, 10, rng);
        for (n, cell) in table.board().cells.iter().enumerate() {
            let words = table.describe(Spot(n as u16));
            check(words.starts_with(&cell.label) && words.len() > cell.label.len(), || words.clone())?;
            let occupied = table.state().view().pieces.iter().any(|(spot, _)| usize::from(spot.0) == n);
            let says_empty = words.contains("empty");
            check(says_empty == (!occupied && !cell.label.is_empty()), || words)?;
        }
        Ok(())
    });
}

#[test]
fn a_position_set_up_by_hand_shows_what_was_put() {
    for_every_game(|table, rng| {
        play_on(table, 12, rng);
        let mut setup = Setup::new(table)?;
        check(setup.position() == table.state().position() && setup.view() == table.state().view(), || "start".into())?;
        let setup_pieces: Vec<PieceView> = setup.setup_pieces().to_vec();
        let cells = table.board().cells.len();
        check(!setup.paint(Spot(cells as u16), None), || "a cell that is none was painted".to_string())?;
        check(!setup.paint(Spot(0), Some(setup_pieces.len())), || "a brush that is none painted".to_string())?;
        if setup_pieces.is_empty() {
            return check(!setup.paint(Spot(0), None), || "painted without brushes".to_string());
        }
        check(setup.clear() && setup.view().pieces.is_empty(), || "it is not empty".to_string())?;
        for _ in 0..40 {
            let (at, brush) = (Spot(rng.below(cells) as u16), rng.below(setup_pieces.len() + 1));
            let position = setup.position();
            let with_piece = setup.paint(at, setup_pieces.get(brush).map(|_| brush));
            check(with_piece || setup.position() == position, || "a refused piece changes the position".to_string())?;
            let there = setup.view().pieces.into_iter().find(|(spot, _)| *spot == at).map(|(_, piece)| piece.owner);
            let expected = setup_pieces.get(brush).map(|piece| piece.owner);
            check(!with_piece || there == expected, || format!("{at:?}: {there:?} instead of {expected:?}"))?;
        }
        for player in Player::BOTH {
            check(setup.hand_to(player) && setup.to_move() == player, || "it has another's turn".to_string())?;
        }
        let (position, problem, view) = (setup.position(), setup.problem(), setup.view());
        match setup.into_session() {
            Ok(table) => {
                check(problem.is_none() && table.state().position() == position, || format!("{problem:?}"))?;
                check(table.state().view().pieces == view.pieces, || "other pieces".to_string())
            }
            Err(said) => check(problem == Some(said), || format!("{problem:?}")),
        }
    });
}
