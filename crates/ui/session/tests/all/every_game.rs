//! Invariants of the session in random games of every game and option value.

use std::collections::BTreeSet;

use hexarium_conformance::{Variant, in_parallel, variants};
use hexarium_formats::{GameTree, NodeId};
use hexarium_games::registry::Games;
use hexarium_kernel::{Input, PieceView, Player, Rng, Spot};
use hexarium_session::{ClickOutcome, Form, GameSession, Row, Setup, import};

/// Runs a check on a fresh session of every variant.
fn for_every_game(work: impl Fn(&mut GameSession, &mut Rng) -> Result<(), String> + Sync) {
    in_parallel(&variants(), |variant: &Variant| {
        let id = variant.id();
        let mut rng = Rng::new(id.bytes().fold(11u64, |sum, b| sum.wrapping_mul(31) + u64::from(b)));
        let mut session = GameSession::new(&Games, &id)?;
        work(&mut session, &mut rng).map_err(|e| format!("{id}: {e}"))
    });
}

fn some<T: Clone>(items: &[T], rng: &mut Rng) -> T {
    items[rng.below(items.len())].clone()
}

/// Plays up to `most` random actions at the cursor.
fn play_on(session: &mut GameSession, most: usize, rng: &mut Rng) {
    for _ in 0..most {
        let legal = session.state().legal();
        if legal.is_empty() {
            return;
        }
        session.play(&some(&legal, rng)).unwrap();
    }
}

/// Grows a tree of several lines; the cursor is anywhere in it.
fn grow(session: &mut GameSession, rng: &mut Rng) {
    play_on(session, 30, rng);
    for _ in 0..5 {
        session.go(NodeId(rng.below(session.tree().ids().len()))).unwrap();
        play_on(session, 1 + rng.below(5), rng);
    }
    session.go(NodeId(rng.below(session.tree().ids().len()))).unwrap();
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
fn the_inputs_of_an_action_select_it() {
    for_every_game(|session, rng| {
        for _ in 0..25 {
            let legal_inputs = session.state().legal_inputs();
            if legal_inputs.is_empty() {
                break;
            }
            for _ in 0..12 {
                let (action, inputs) = some(&legal_inputs, rng);
                session.clear();
                for (n, click) in inputs.iter().enumerate() {
                    check(session.legal_inputs().contains(click), || format!("{action}: {click:?} is not offered"))?;
                    let is_last = n + 1 == inputs.len();
                    let said = session.click(*click);
                    let fits = match &said {
                        ClickOutcome::Selected => !is_last,
                        ClickOutcome::Act(act) => {
                            is_last && session.state().action_text(*act).as_deref() == Ok(&*action)
                        }
                        ClickOutcome::Choose(choices) => {
                            let words: BTreeSet<&str> = choices.iter().map(|c| c.words.as_str()).collect();
                            words.len() == choices.len() && choices.iter().any(|c| c.text == action)
                        }
                        _ => false,
                    };
                    check(fits, || format!("{action}, click {n}: {said:?}"))?;
                    check(session.inputs() == &inputs[..=n], || format!("{action}: {:?}", session.inputs()))?;
                }
            }
            session.play(&some(&legal_inputs, rng).0)?;
            check(session.inputs().is_empty(), || "an action leaves inputs behind".to_string())?;
        }
        Ok(())
    });
}

#[test]
fn any_click_continues_restarts_clears_or_is_rejected_and_plays_nothing() {
    for_every_game(|session, rng| {
        let cells = session.board().cells.len();
        for _ in 0..20 {
            let legal_inputs = session.state().legal_inputs();
            let buttons = ["pass", "swap", "done", "remove", "unstack", "generate", "sharp V", "nonsense"];
            for _ in 0..30 {
                let near = session.legal_inputs();
                let click = match rng.below(4) {
                    0 => Input::Cell(Spot(rng.below(cells + 2) as u16)),
                    1 => Input::Button(some(&buttons, rng)),
                    _ if near.is_empty() => Input::Cell(Spot(rng.below(cells) as u16)),
                    _ => some(&near, rng),
                };
                let (before, position, cursor) =
                    (session.inputs().to_vec(), session.state().position(), session.cursor());
                let preview = session.preview(click);
                let said = session.click(click);
                let longer = [before.as_slice(), &[click]].concat();
                let begins = |clicks: &[Input]| legal_inputs.iter().any(|(_, inputs)| inputs.starts_with(clicks));
                let now = session.inputs();
                let right = match &said {
                    ClickOutcome::Rejected(reason) => {
                        now == before && reason.ends_with('.') && !begins(&longer) && !begins(&[click])
                    }
                    ClickOutcome::Cleared => now.is_empty() && before.last() == Some(&click) && !begins(&longer),
                    _ if begins(&longer) => now == longer,
                    _ => now == [click] && begins(&[click]),
                };
                check(right, || format!("{before:?} and {click:?}: {said:?}, {now:?}"))?;
                if let ClickOutcome::Act(action) = &said {
                    let inputs = session.state().inputs_of(*action).map_err(|e| e.to_string())?;
                    let action = session.state().action_text(*action).map_err(|e| e.to_string())?;
                    check(inputs == now, || format!("{action}: {now:?}"))?;
                    check(preview.as_ref().is_some_and(|p| p.action == action), || format!("preview of {action}"))?;
                } else {
                    check(preview.is_none(), || format!("{click:?} completes nothing, but has a preview"))?;
                }
                check((position, cursor) == (session.state().position(), session.cursor()), || "it moved".to_string())?;
            }
            if legal_inputs.is_empty() {
                break;
            }
            play_on(session, 1, rng);
        }
        Ok(())
    });
}

#[test]
fn targets_are_the_legal_inputs_and_previews_match_the_result() {
    for_every_game(|session, rng| {
        for _ in 0..12 {
            let targets = session.targets();
            let clicks: Vec<Input> = targets.iter().map(|target| target.input).collect();
            check(clicks == session.legal_inputs(), || "other targets than offers".to_string())?;
            let distinct: BTreeSet<String> = clicks.iter().map(|input| format!("{input:?}")).collect();
            check(distinct.len() == clicks.len(), || format!("an input is offered twice: {clicks:?}"))?;
            let legal = session.state().legal();
            if legal.is_empty() {
                break;
            }
            let action = some(&legal, rng);
            let preview = session.preview_text(&action).ok_or_else(|| format!("{action} has no preview"))?;
            let before = session.state().view();
            let played = session.play(&action)?;
            check(preview.after == played.after && preview.animation == played.animation, || {
                format!("{action} came otherwise")
            })?;
            check(preview.words == played.words, || format!("{} {}", preview.words, played.words))?;
            check(played.before == before && played.after == session.state().view(), || "views".to_string())?;
            check(session.last_animation() == Some(&(played.animation, before)), || "the last animation".to_string())?;
            check(session.last_words().as_ref() == Some(&played.words), || "the last words".to_string())?;
            let name = session.game().player_name(played.actor);
            let fine = played.words.starts_with(name) && played.words.ends_with('.') && !played.words.contains("  ");
            check(fine, || played.words.clone())?;
        }
        Ok(())
    });
}

#[test]
fn back_and_forward_restore_every_position() {
    for_every_game(|session, rng| {
        let mut line = vec![(session.state().position(), session.turn_in_progress())];
        for _ in 0..40 {
            play_on(session, 1, rng);
            line.push((session.state().position(), session.turn_in_progress()));
        }
        line.truncate(session.actions().len() + 1);
        let here = |session: &GameSession| (session.state().position(), session.turn_in_progress());
        for n in (0..line.len() - 1).rev() {
            check(session.can_back() && session.back() && here(session) == line[n], || format!("back to {n}"))?;
        }
        check(!session.can_back() && !session.back(), || "back before the start".to_string())?;
        for expected in &line[1..] {
            check(session.can_forward() && session.forward() && here(session) == *expected, || "forward".to_string())?;
        }
        check(!session.can_forward() && !session.forward(), || "forward after the end".to_string())?;
        while session.back_turn() {
            check(!session.turn_in_progress(), || "back by a turn ends inside one".to_string())?;
        }
        check(here(session) == line[0], || "back by turns misses the start".to_string())?;
        while session.forward_turn() {
            check(!session.turn_in_progress() || !session.can_forward(), || {
                "forward by a turn stops inside".to_string()
            })?;
        }
        check(Some(&here(session)) == line.last(), || "forward by turns misses the end".to_string())?;
        session.to_start();
        check(here(session) == line[0], || "the start".to_string())?;
        session.to_end();
        check(Some(&here(session)) == line.last(), || "the end".to_string())
    });
}

/// The words of the moves part of a record, without brackets.
fn words_of_record(record: &str) -> Vec<String> {
    let moves = record.split_once("\n\n").map_or("", |(_, moves)| moves);
    moves.replace(['(', ')', ','], " ").split_whitespace().map(str::to_string).collect()
}

#[test]
fn rows_list_every_node_once_in_the_order_of_the_record() {
    for_every_game(|session, rng| {
        grow(session, rng);
        let rows = session.rows().to_vec();
        let parts = || rows.iter().flat_map(|row| &row.parts);
        let nodes: BTreeSet<NodeId> = parts().map(|part| part.node).collect();
        check(parts().count() == nodes.len() && nodes.len() + 1 == session.tree().ids().len(), || "nodes".to_string())?;
        check(parts().filter(|p| p.is_cursor).count() == usize::from(session.can_back()), || "cursor".to_string())?;
        let record = session.export(Form::Record)?;
        // Like the rows, a record repeats the number only after comments and variations.
        let mut words = Vec::new();
        for row in &rows {
            words.push(row.number());
            words.extend(row.parts.iter().map(|part| part.text.clone()));
        }
        check(words == words_of_record(&record), || format!("{words:?}\n{record}"))?;
        let mut line: Vec<NodeId> = parts().filter(|part| part.on_line).map(|part| part.node).collect();
        session.to_end();
        let mut path = session.tree().path_to(session.cursor())[1..].to_vec();
        line.sort();
        path.sort();
        check(line == path, || "the line".to_string())
    });
}

#[test]
fn exported_games_are_imported_unchanged() {
    for_every_game(|session, rng| {
        grow(session, rng);
        let last = NodeId(session.tree().ids().len() - 1);
        session.set_comment(last, "so, (this) {is} it")?;
        let forms = session.forms();
        for form in [Form::Record, Form::Json, Form::Link] {
            check(forms.contains(&form), || format!("{form:?} does not fit"))?;
            let text = session.export(form)?;
            let back = import(&Games, &text)?;
            check(back.form == form, || format!("{form:?} is taken for {:?}", back.form))?;
            if form != Form::Link {
                check(renumbered(&back.tree) == renumbered(session.tree()), || {
                    format!("{form:?} changes it:\n{text}")
                })?;
                continue;
            }
            let opened = back.into_session(&Games)?;
            check(opened.actions() == session.actions(), || text.clone())?;
            check(opened.state().position() == session.state().position(), || text)?;
        }
        Ok(())
    });
}

#[test]
fn an_edited_tree_can_be_reopened_unchanged() {
    for_every_game(|session, rng| {
        grow(session, rng);
        for _ in 0..6 {
            let id = NodeId(rng.below(session.tree().ids().len()));
            let before = session.actions();
            match rng.below(3) {
                0 if id != GameTree::ROOT => {
                    let taken = session.tree().actions_to(id).join(" ");
                    session.remove(id)?;
                    let left: Vec<String> =
                        session.tree().ids().map(|id| session.tree().actions_to(id).join(" ")).collect();
                    check(!left.contains(&taken), || format!("{taken} is still there"))?;
                    check(before.starts_with(&session.actions()), || "the cursor went astray".to_string())?;
                }
                _ => {
                    let line: Vec<String> = session.tree().actions_to(id).iter().map(|a| a.to_string()).collect();
                    let new = session.promote(id)?;
                    check(session.tree().actions_to(new) == line, || "another node is promoted".to_string())?;
                    check(session.actions() == before, || "the cursor went astray".to_string())?;
                }
            }
            let again = GameSession::from_tree(&Games, session.tree().clone(), session.cursor())?;
            check(again.state().position() == session.state().position(), || "another position".to_string())?;
            check(again.ending() == session.ending(), || format!("{:?} {:?}", again.ending(), session.ending()))?;
            let bare = |session: &GameSession| {
                let mut rows: Vec<Row> = session.rows().iter().map(|row| Row::clone(row)).collect();
                for row in &mut rows {
                    row.revision = 0;
                    row.parts.iter_mut().for_each(|part| part.on_line = false);
                }
                rows
            };
            check(bare(&again) == bare(session), || "other rows".to_string())?;
            let back = import(&Games, &session.export(Form::Json)?)?;
            check(back.tree == *session.tree(), || "it is written differently".to_string())?;
        }
        Ok(())
    });
}

#[test]
fn every_cell_is_named_in_every_game() {
    for_every_game(|session, rng| {
        play_on(session, 10, rng);
        for (n, cell) in session.board().cells.iter().enumerate() {
            let words = session.describe(Spot(n as u16));
            check(words.starts_with(&cell.label) && words.len() > cell.label.len(), || words.clone())?;
            let occupied = session.state().view().pieces.iter().any(|(spot, _)| usize::from(spot.0) == n);
            let says_empty = words.contains("empty");
            check(says_empty == (!occupied && !cell.label.is_empty()), || words)?;
        }
        Ok(())
    });
}

#[test]
fn a_position_set_up_by_hand_shows_its_pieces() {
    for_every_game(|session, rng| {
        play_on(session, 12, rng);
        let mut setup = Setup::new(session)?;
        check(setup.position() == session.state().position() && setup.view() == session.state().view(), || {
            "start".into()
        })?;
        let setup_pieces: Vec<PieceView> = setup.setup_pieces().to_vec();
        let cells = session.board().cells.len();
        check(!setup.paint(Spot(cells as u16), None), || "a cell off the board was set".to_string())?;
        check(!setup.paint(Spot(0), Some(setup_pieces.len())), || "a piece that does not exist was set".to_string())?;
        if setup_pieces.is_empty() {
            return check(!setup.paint(Spot(0), None), || "set without pieces".to_string());
        }
        check(setup.clear() && setup.view().pieces.is_empty(), || "it is not empty".to_string())?;
        for _ in 0..40 {
            let (at, brush) = (Spot(rng.below(cells) as u16), rng.below(setup_pieces.len() + 1));
            let position = setup.position();
            let with_piece = setup.paint(at, setup_pieces.get(brush).map(|_| brush));
            check(with_piece || setup.position() == position, || "a rejected piece changes the position".to_string())?;
            let there = setup.view().pieces.into_iter().find(|(spot, _)| *spot == at).map(|(_, piece)| piece.owner);
            let expected = setup_pieces.get(brush).map(|piece| piece.owner);
            check(!with_piece || there == expected, || format!("{at:?}: {there:?} instead of {expected:?}"))?;
        }
        for player in Player::BOTH {
            check(setup.set_to_move(player) && setup.to_move() == player, || "it has another's turn".to_string())?;
        }
        let (position, problem, view) = (setup.position(), setup.problem(), setup.view());
        match setup.into_session() {
            Ok(session) => {
                check(problem.is_none() && session.state().position() == position, || format!("{problem:?}"))?;
                check(session.state().view().pieces == view.pieces, || "other pieces".to_string())
            }
            Err(said) => check(problem == Some(said), || format!("{problem:?}")),
        }
    });
}
