//! Measures evaluations a second of a network file on rhombic boards: `speed FILE`.

use std::sync::Arc;
use std::time::Instant;

use hexarium_net::{Evaluator, Grid, Network, ONE};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("missing argument: expected a network file")?;
    let bytes = std::fs::read(path)?;
    let network = Arc::new(Network::read(&bytes)?);
    for size in [5, 7, 9, 11, 14, 19] {
        let grid = Arc::new(Grid::new(size, size, &vec![true; size * size]));
        let mut evaluator = Evaluator::new(network.clone(), grid);
        let places = network.shape().planes * size * size;
        let planes: Vec<i16> = (0..places).map(|n| if n * 7919 % 13 < 4 { ONE } else { 0 }).collect();
        let (began, mut count) = (Instant::now(), 0);
        while began.elapsed().as_secs_f64() < 1.0 {
            evaluator.evaluate(&planes);
            count += 1;
        }
        let seconds = began.elapsed().as_secs_f64();
        println!("{size}x{size}: {:.0} evaluations/s, value {}", f64::from(count) / seconds, evaluator.value());
    }
    Ok(())
}
