//! The evaluation of positions.

use std::sync::Arc;

use crate::dot::{Computation, Dot, LANES, dispatch};
use crate::grid::Grid;
use crate::network::Network;

/// A network on boards of one shape, with the memory that an evaluation needs.
///
/// Numbers are fixed-point, [`ONE`](crate::ONE) for 1. Logits are outputs before a softmax or a
/// logistic function, see [`softmax`](crate::softmax) and [`probability`](crate::probability).
#[derive(Clone, Debug)]
pub struct Evaluator {
    network: Arc<Network>,
    grid: Arc<Grid>,
    /// The planes around each cell.
    patches: Vec<i16>,
    /// The channels of each padded place, between blocks and inside a block.
    body: Vec<i16>,
    inner: Vec<i16>,
    /// Means and maxima of all channels.
    pooled: Vec<i16>,
    /// The contribution of pooling to each channel of a block.
    extra: Vec<i32>,
    hidden: Vec<i16>,
    policy: Vec<i16>,
    output: Vec<i16>,
}

impl Evaluator {
    /// Creates the evaluator of a network for a board.
    pub fn new(network: Arc<Network>, grid: Arc<Grid>) -> Self {
        let shape = network.shape();
        let channels = grid.padded * shape.channels;
        Self {
            patches: vec![0; grid.cells.len() * network.input.stride()],
            body: vec![0; channels],
            inner: vec![0; channels],
            pooled: vec![0; 2 * shape.channels],
            extra: vec![0; shape.channels],
            hidden: vec![0; network.hidden.outputs.next_multiple_of(2)],
            policy: vec![0; shape.action_planes * grid.places],
            output: vec![0; 1 + shape.globals],
            grid,
            network,
        }
    }

    /// Returns the network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Returns the number of products of an evaluation, without those of the heads.
    pub fn products(&self) -> u64 {
        let shape = self.network.shape();
        let convolutions = shape.planes + 2 * shape.blocks.len() * shape.channels;
        (self.grid.cells.len() * self.grid.taps.len() * convolutions * shape.channels) as u64
    }

    /// Evaluates a position: planes of numbers, plane by plane and row by row. Places without a
    /// cell are ignored.
    ///
    /// # Panics
    /// If the number of planes is not that of the network or their size not that of the board.
    pub fn evaluate(&mut self, planes: &[i16]) {
        assert_eq!(planes.len(), self.network.shape().planes * self.grid.places, "planes of another shape");
        dispatch(Evaluation { evaluator: self, planes });
    }

    /// Returns the logit of the probability that the side to move wins.
    pub fn value(&self) -> i32 {
        self.output[0].into()
    }

    /// Returns the outputs of the action planes, plane by plane and row by row; 0 without a cell.
    pub fn policy(&self) -> &[i16] {
        &self.policy
    }

    /// Returns an output for actions: those of [`Evaluator::policy`], then those of
    /// [`Evaluator::globals`].
    pub fn output(&self, n: usize) -> i32 {
        match self.policy.get(n) {
            Some(&output) => output.into(),
            None => self.globals()[n - self.policy.len()].into(),
        }
    }

    /// Returns the outputs of the actions without a place.
    pub fn globals(&self) -> &[i16] {
        &self.output[1..]
    }
}

struct Evaluation<'a> {
    evaluator: &'a mut Evaluator,
    planes: &'a [i16],
}

impl Computation for Evaluation<'_> {
    #[inline(always)]
    fn run<D: Dot, const N: usize>(self, dot: D) {
        let Evaluator { network, grid, patches, body, inner, pooled, extra, hidden, policy, output } = self.evaluator;
        let channels = network.shape().channels;
        write_patches(grid, self.planes, network.input.stride(), patches);
        for block in 0..network.input.blocks() {
            for first in (0..grid.cells.len()).step_by(N) {
                let (cells, count) = together::<N>(grid, first);
                let sums = network.input.run(dot, block, patches, &cells, &[0]);
                for n in 0..count {
                    let to = lanes(body, grid.cells[cells[n]].1 * channels, block);
                    for o in 0..LANES {
                        to[o] = activation(sums[n][o]);
                    }
                }
            }
        }
        for layers in &network.blocks {
            for block in 0..layers.first.blocks() {
                for first in (0..grid.cells.len()).step_by(N) {
                    let (cells, count) = together::<N>(grid, first);
                    let places = padded(grid, &cells);
                    let sums = layers.first.run(dot, block, body, &places, &grid.taps);
                    for n in 0..count {
                        let to = lanes(inner, places[n] * channels, block);
                        for o in 0..LANES {
                            to[o] = activation(sums[n][o]);
                        }
                    }
                }
            }
            extra.fill(0);
            if let Some(layer) = &layers.pooled {
                pool(grid, inner, channels, pooled);
                for block in 0..layer.blocks() {
                    let [sums] = layer.run(dot, block, pooled, &[0], &[0]);
                    extra[block * LANES..][..LANES].copy_from_slice(&sums);
                }
            }
            for block in 0..layers.second.blocks() {
                let extra = &extra[block * LANES..][..LANES];
                for first in (0..grid.cells.len()).step_by(N) {
                    let (cells, count) = together::<N>(grid, first);
                    let places = padded(grid, &cells);
                    let sums = layers.second.run(dot, block, inner, &places, &grid.taps);
                    for n in 0..count {
                        let to = lanes(body, places[n] * channels, block);
                        for o in 0..LANES {
                            to[o] = activation(i32::from(to[o]) + sums[n][o] + extra[o]);
                        }
                    }
                }
            }
        }
        for block in 0..network.policy.blocks() {
            let planes = block * LANES..network.policy.outputs.min((block + 1) * LANES);
            for first in (0..grid.cells.len()).step_by(N) {
                let (cells, count) = together::<N>(grid, first);
                let sums = network.policy.run(dot, block, body, &padded(grid, &cells), &[0]);
                for n in 0..count {
                    for plane in planes.clone() {
                        policy[plane * grid.places + grid.cells[cells[n]].0] = logit(sums[n][plane % LANES]);
                    }
                }
            }
        }
        pool(grid, body, channels, pooled);
        for block in 0..network.hidden.blocks() {
            let [sums] = network.hidden.run(dot, block, pooled, &[0], &[0]);
            for n in block * LANES..network.hidden.outputs.min((block + 1) * LANES) {
                hidden[n] = activation(sums[n % LANES]);
            }
        }
        for block in 0..network.output.blocks() {
            let [sums] = network.output.run(dot, block, hidden, &[0], &[0]);
            for n in block * LANES..network.output.outputs.min((block + 1) * LANES) {
                output[n] = logit(sums[n % LANES]);
            }
        }
    }
}

/// Returns the numbers of `N` cells and how many of them count: the last one is repeated.
#[inline(always)]
fn together<const N: usize>(grid: &Grid, first: usize) -> ([usize; N], usize) {
    let mut cells = [0; N];
    for n in 0..N {
        cells[n] = (first + n).min(grid.cells.len() - 1);
    }
    (cells, N.min(grid.cells.len() - first))
}

/// Returns the places of cells in padded arrays.
#[inline(always)]
fn padded<const N: usize>(grid: &Grid, cells: &[usize; N]) -> [usize; N] {
    let mut places = [0; N];
    for n in 0..N {
        places[n] = grid.cells[cells[n]].1;
    }
    places
}

/// Returns a block of the channels that begin at an index.
#[inline(always)]
fn lanes(all: &mut [i16], first: usize, block: usize) -> &mut [i16] {
    &mut all[first + block * LANES..][..LANES]
}

/// Rectifies and saturates.
#[inline(always)]
fn activation(sum: i32) -> i16 {
    sum.clamp(0, i16::MAX.into()) as i16
}

/// Saturates.
#[inline(always)]
fn logit(sum: i32) -> i16 {
    sum.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// Writes the planes of each cell and its neighbours next to each other.
fn write_patches(grid: &Grid, planes: &[i16], stride: usize, patches: &mut [i16]) {
    for (around, patch) in grid.around.iter().zip(patches.chunks_exact_mut(stride)) {
        let mut to = patch.iter_mut();
        for place in around {
            for (plane, to) in planes.chunks_exact(grid.places).zip(&mut to) {
                *to = place.map_or(0, |place| plane[place]);
            }
        }
    }
}

/// Writes the mean of each channel over all cells, rounded (halves up), then the maxima.
#[inline(always)]
fn pool(grid: &Grid, from: &[i16], channels: usize, out: &mut [i16]) {
    let count = grid.cells.len().max(1) as i32;
    for first in (0..channels).step_by(LANES) {
        let (mut sums, mut most) = ([0; LANES], [0; LANES]);
        for &(_, at) in &grid.cells {
            let row = &from[at * channels + first..][..LANES];
            for o in 0..LANES {
                sums[o] += i32::from(row[o]);
                most[o] = most[o].max(row[o]);
            }
        }
        for o in 0..LANES {
            out[first + o] = ((2 * sums[o] + count) / (2 * count)) as i16;
            out[channels + first + o] = most[o];
        }
    }
}

#[cfg(test)]
mod tests {
    use hexarium_kernel::Rng;

    use super::*;
    use crate::dot::Plain;
    use crate::sample;

    /// All outputs: policy, globals, value.
    fn outputs(evaluator: &Evaluator) -> Vec<i16> {
        [evaluator.policy(), &evaluator.output].concat()
    }

    #[test]
    fn all_instructions_give_the_same_outputs() {
        let mut rng = Rng::new(5);
        for (rows, columns, blocks) in [(1, 1, &[][..]), (3, 3, &[1]), (5, 7, &[0, 1, 1]), (11, 11, &[1, 0])] {
            let network = Arc::new(Network::read(&sample::file(&mut rng, blocks)).unwrap());
            let is_cell: Vec<bool> = (0..rows * columns).map(|n| n == 0 || rng.below(9) > 0).collect();
            let grid = Arc::new(Grid::new(rows, columns, &is_cell));
            let planes = sample::planes(&mut rng, network.shape().planes * rows * columns);
            let mut fast = Evaluator::new(network.clone(), grid.clone());
            let mut plain = fast.clone();
            fast.evaluate(&planes);
            Evaluation { evaluator: &mut plain, planes: &planes }.run::<_, 1>(Plain);
            assert_eq!(outputs(&fast), outputs(&plain));
            #[cfg(target_arch = "x86_64")]
            for has_avx2 in [true, false] {
                let mut narrow = Evaluator::new(network.clone(), grid.clone());
                let evaluation = Evaluation { evaluator: &mut narrow, planes: &planes };
                if has_avx2 {
                    crate::dot::dispatch_without_avx512(evaluation);
                } else {
                    crate::dot::dispatch_without_avx(evaluation);
                }
                assert_eq!(outputs(&narrow), outputs(&plain));
            }
            assert!(outputs(&fast).iter().any(|&output| output != 0));
            // Nothing is left over from another position.
            let mut other = Evaluator::new(network.clone(), grid.clone());
            other.evaluate(&sample::planes(&mut rng, planes.len()));
            assert_ne!(outputs(&other), outputs(&fast));
            other.evaluate(&planes);
            assert_eq!(outputs(&other), outputs(&fast));
        }
    }

    #[test]
    fn a_larger_rectangle_around_the_board_changes_nothing() {
        let mut rng = Rng::new(6);
        let network = Arc::new(Network::read(&sample::file(&mut rng, &[1, 0])).unwrap());
        let planes = network.shape().planes;
        let small = sample::planes(&mut rng, planes * 16);
        // Garbage outside the cells must be ignored.
        let mut large = sample::planes(&mut rng, planes * 42);
        let place = |n: usize| (n / 4 + 1) * 7 + n % 4 + 2;
        let mut is_cell = [false; 42];
        for n in 0..16 {
            is_cell[place(n)] = true;
            for plane in 0..planes {
                large[plane * 42 + place(n)] = small[plane * 16 + n];
            }
        }
        let mut one = Evaluator::new(network.clone(), Arc::new(Grid::new(4, 4, &[true; 16])));
        let mut other = Evaluator::new(network.clone(), Arc::new(Grid::new(6, 7, &is_cell)));
        one.evaluate(&small);
        other.evaluate(&large);
        assert_eq!((one.value(), one.globals()), (other.value(), other.globals()));
        for plane in 0..network.shape().action_planes {
            for n in 0..16 {
                assert_eq!(one.policy()[plane * 16 + n], other.policy()[plane * 42 + place(n)]);
            }
        }
    }
}
