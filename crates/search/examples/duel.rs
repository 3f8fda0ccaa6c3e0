use std::sync::Arc;
use std::time::{Duration, Instant};
use hexarium_games::registry::{self, Visitor};
use hexarium_kernel::{Game, Match, Player, Rng, TreeStyle};
use hexarium_search::{Limits, Tree};

struct Duel { games: u32, ms: u64, a: Option<TreeStyle>, b: Option<TreeStyle> }
impl Visitor for Duel {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let rules = Arc::new(game);
        let mut rng = Rng::new(99);
        let mut wins = [0, 0];
        let mut sims = [0u64, 0];
        let mut times = [0f64, 0.0];
        for g in 0..self.games {
            if g % 2 == 0 { rng = Rng::new(1000 + g as u64); } else { rng = Rng::new(1000 + g as u64 - 1); }
            let mut m = Match::new(rules.clone());
            let acts = m.legal_actions();
            m.play(acts[rng.below(acts.len())]);
            let make = |s: Option<TreeStyle>| match s { Some(s) => Tree::<G>::new(s, g as u64), None => Tree::plain(g as u64) };
            let mut trees = [make(self.a), make(self.b)];
            while m.outcome().is_none() {
                let side = (m.to_move() == Player::First) as usize ^ (g as usize % 2);
                let t = Instant::now();
                let ms = Duration::from_millis(self.ms);
                let lim = if self.ms > 500 { Limits::nodes(self.ms) } else { Limits::UNTIL_STOPPED }; let r = trees[side].search(&m, &lim, &mut |_| lim.nodes < u64::MAX || t.elapsed() < ms);
                sims[side] += r.nodes; times[side] += t.elapsed().as_secs_f64();
                m.play(r.best().unwrap()).unwrap();
            }
            let Some(w) = m.outcome().unwrap().winner else { continue };
            wins[(w == Player::First) as usize ^ (g as usize % 2)] += 1;
            eprint!("\r{wins:?}");
        }
        println!("\nA {} B {}  sims/s {:.0} {:.0}", wins[0], wins[1], sims[0] as f64 / times[0], sims[1] as f64 / times[1]);
    }
}
fn style(s: &str) -> Option<TreeStyle> {
    if s == "uct" { return None; }
    let v: Vec<f32> = s.split(',').map(|x| x.parse().unwrap()).collect();
    Some(TreeStyle { exploration: v[0], patience: v[1] as u32, rave: v[2], caution: v[3] })
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let (spec, options) = registry::parse(&a[1], &[]).unwrap();
    registry::visit(spec.id, &options, Duel { games: a[2].parse().unwrap(), ms: a[3].parse().unwrap(), a: style(&a[4]), b: style(&a[5]) }).unwrap();
}
