//! Layers: weights, biases and scales.

use crate::dot::{Dot, LANES, PairWeights};
use crate::error::NetworkError;

/// The number of fractional bits of multipliers.
const SHIFT: u32 = 24;

/// A layer with all of its weights. An output is a sum of products plus a bias, times a multiplier,
/// rounded to the nearest integer (halves up).
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    pub(crate) outputs: usize,
    /// The number of inputs of a tap.
    inputs: usize,
    /// For each block of [`LANES`] outputs: for each tap, for each pair of inputs.
    weights: Vec<PairWeights>,
    /// For each block of outputs.
    biases: Vec<[i32; LANES]>,
    multipliers: Vec<[i32; LANES]>,
}

impl Layer {
    /// Creates a layer from the numbers of a file: a bias and a multiplier for each output, and the
    /// weights of each output, tap by tap.
    pub(crate) fn new(
        part: &str,
        [inputs, taps]: [usize; 2],
        scales: &[(i32, i32)],
        weights: &[u8],
    ) -> Result<Self, NetworkError> {
        let (outputs, blocks) = (scales.len(), scales.len().div_ceil(LANES));
        let pairs = taps * inputs.div_ceil(2);
        let mut layer = Self {
            outputs,
            inputs,
            weights: vec![[0; 2 * LANES]; blocks * pairs],
            biases: vec![[0; LANES]; blocks],
            multipliers: vec![[0; LANES]; blocks],
        };
        for (o, (&(bias, multiplier), row)) in scales.iter().zip(weights.chunks(taps * inputs)).enumerate() {
            // With these bounds no sum and no scaled sum can overflow, whatever the activations.
            let sum: i64 = row.iter().map(|&weight| i64::from((weight as i8).unsigned_abs())).sum();
            let most = sum * (i64::from(i16::MAX) + 1) + i64::from(bias.unsigned_abs());
            if most > i64::from(i32::MAX) || multiplier < 0 || (most * i64::from(multiplier)) >> SHIFT > 1 << 29 {
                return Err(NetworkError::new(
                    part,
                    format!("bias {bias} and multiplier {multiplier} of output {o}: expected sums that fit 32 bits"),
                ));
            }
            layer.biases[o / LANES][o % LANES] = bias;
            layer.multipliers[o / LANES][o % LANES] = multiplier;
            for (n, &weight) in row.iter().enumerate() {
                let (tap, input) = (n / inputs, n % inputs);
                let pair = (o / LANES) * pairs + tap * inputs.div_ceil(2) + input / 2;
                layer.weights[pair][2 * (o % LANES) + input % 2] = i16::from(weight as i8);
            }
        }
        Ok(layer)
    }

    /// Returns the length of an array of inputs of one place: pairs are complete.
    pub(crate) fn stride(&self) -> usize {
        self.inputs.next_multiple_of(2)
    }

    /// Computes the outputs of a block at `N` places. `taps` are the distances from a place to the
    /// places that it depends on, in places of `inputs`.
    #[inline(always)]
    pub(crate) fn run<D: Dot, const N: usize>(
        &self,
        dot: D,
        block: usize,
        inputs: &[i16],
        places: &[usize; N],
        taps: &[isize],
    ) -> [[i32; LANES]; N] {
        let stride = self.stride();
        let pairs = taps.len() * stride / 2;
        let mut weights = self.weights[block * pairs..][..pairs].chunks_exact(stride / 2);
        let mut sums = [dot.sums(&self.biases[block]); N];
        for &tap in taps {
            let Some(weights) = weights.next() else { break };
            let mut rows: [&[[i16; 2]]; N] = [&[]; N];
            for n in 0..N {
                let row = &inputs[places[n].wrapping_add_signed(tap) * stride..][..stride];
                rows[n] = &row.as_chunks().0[..weights.len()];
            }
            for k in 0..weights.len() {
                for n in 0..N {
                    sums[n] = dot.add(sums[n], rows[n][k], &weights[k]);
                }
            }
        }
        let multipliers = &self.multipliers[block];
        let mut scaled = [[0; LANES]; N];
        for n in 0..N {
            let sums = dot.numbers(sums[n]);
            for o in 0..LANES {
                let product = i64::from(sums[o]) * i64::from(multipliers[o]);
                scaled[n][o] = ((product + (1 << (SHIFT - 1))) >> SHIFT) as i32;
            }
        }
        scaled
    }

    /// Returns the number of blocks of outputs.
    pub(crate) fn blocks(&self) -> usize {
        self.biases.len()
    }
}
