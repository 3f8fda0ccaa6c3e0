use hexarium_engines::puzzles::play_game;
use hexarium_games::coalesce::{Coalesce, SPEC};
use hexarium_games::registry;
use hexarium_kernel::*;
use hexarium_search::{ForcedWin, complete_turns};
fn main() {
    let game = registry::open("coalesce", &[]).unwrap();
    let rules = Coalesce::configure(&Options::new(SPEC.options, []).unwrap()).unwrap();
    for seed in 100..112u64 {
        let mut m = play_game(&*game, seed);
        let mut pos = Vec::new();
        let mut last = 0;
        while m.undo().is_some() {
            if m.turn() != last {
                last = m.turn();
                pos.push(m.position());
            } else {
                *pos.last_mut().unwrap() = m.position();
            }
        }
        println!("game {seed} turns {}", pos.len());
        for p in pos.iter().take(7) {
            let state = rules.parse_position(p).unwrap();
            let mut cursor = Cursor::new(&rules, state);
            let me = rules.to_move(&state);
            let t = std::time::Instant::now();
            let turns = complete_turns(&rules, &mut cursor, &mut 100000).unwrap();
            let te = t.elapsed();
            let wins = turns.iter().filter(|t| t.outcome.is_some_and(|o| o.winner == Some(me))).count();
            let mut opp = ForcedWin::new(&rules, me.other(), 5_000_000);
            let mut safe = 0;
            for t in &turns {
                if t.outcome.is_some() {
                    continue;
                }
                let b = cursor.undo_point();
                for &a in &t.actions {
                    cursor.play(&rules, a);
                }
                if opp.wins(&mut cursor, 1) == Some(false) {
                    safe += 1
                }
                cursor.undo_to(&b);
            }
            let ts = t.elapsed();
            let mut f = ForcedWin::new(&rules, me, 3_000_000);
            let w2 = if wins == 0 { f.wins(&mut cursor, 2) } else { None };
            println!(
                "  turns {} in {te:?} wins {wins} safe {safe} {ts:?} used {} win2 {w2:?} {} {:?}",
                turns.len(),
                5_000_000 - opp.budget(),
                3_000_000 - f.budget(),
                t.elapsed()
            );
        }
    }
}
