//! Sums of products of pairs, the inner loop of every layer.
//!
//! Plain loops over arrays are compiled to 10 to 12 billion products a second (one core of an AMD
//! EPYC, 32 channels on 11×11): the compiler does not find the instruction that multiplies and adds
//! pairs. Named instructions give 26 to 28 billion with the instructions of every x86-64-v2
//! processor, 46 to 48 billion with AVX2 and 1.7 times as many with AVX-512, so all three are here,
//! by the safe tokens of `pulp`; in WebAssembly with `simd128` the instruction is safe to name.
//!
//! Everything between a token and its instructions is `#[inline(always)]` and free of closures:
//! functions of their own are compiled without the instructions, which then become calls and are a
//! hundred times as slow.

/// The number of outputs whose weights are adjacent.
pub(crate) const LANES: usize = 16;

/// The weights of [`LANES`] outputs for a pair of inputs: both weights of each output.
pub(crate) type PairWeights = [i16; 2 * LANES];

/// A way to multiply and add.
pub(crate) trait Dot: Copy {
    /// The sums of [`LANES`] outputs.
    type Sums: Copy;

    /// Returns the sums as numbers.
    fn numbers(self, sums: Self::Sums) -> [i32; LANES];
    /// Returns sums with these values.
    fn sums(self, numbers: &[i32; LANES]) -> Self::Sums;
    /// Adds the products of a pair of inputs with its weights.
    fn add(self, sums: Self::Sums, pair: [i16; 2], weights: &PairWeights) -> Self::Sums;
}

/// A computation that is compiled for each way to multiply.
pub(crate) trait Computation {
    /// Runs the computation on `N` places at a time, so that loaded weights serve several times:
    /// as many as the registers can hold sums of.
    fn run<D: Dot, const N: usize>(self, dot: D);
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{__m128i, __m256i, __m512i};

    use pulp::x86::{V2, V3, V4};
    use pulp::{NullaryFnOnce, cast};

    use super::{Computation, Dot, LANES, PairWeights};

    impl Dot for V2 {
        type Sums = [__m128i; 4];

        #[inline(always)]
        fn numbers(self, sums: Self::Sums) -> [i32; LANES] {
            cast(sums)
        }

        #[inline(always)]
        fn sums(self, numbers: &[i32; LANES]) -> Self::Sums {
            cast(*numbers)
        }

        #[inline(always)]
        fn add(self, sums: Self::Sums, pair: [i16; 2], weights: &PairWeights) -> Self::Sums {
            let (pair, weights) = (self.sse2._mm_set1_epi32(cast(pair)), cast::<_, [__m128i; 4]>(*weights));
            let mut sums = sums;
            for n in 0..4 {
                sums[n] = self.sse2._mm_add_epi32(sums[n], self.sse2._mm_madd_epi16(pair, weights[n]));
            }
            sums
        }
    }

    impl Dot for V3 {
        type Sums = [__m256i; 2];

        #[inline(always)]
        fn numbers(self, sums: Self::Sums) -> [i32; LANES] {
            cast(sums)
        }

        #[inline(always)]
        fn sums(self, numbers: &[i32; LANES]) -> Self::Sums {
            cast(*numbers)
        }

        #[inline(always)]
        fn add(self, sums: Self::Sums, pair: [i16; 2], weights: &PairWeights) -> Self::Sums {
            let (pair, weights) = (self.avx._mm256_set1_epi32(cast(pair)), cast::<_, [__m256i; 2]>(*weights));
            let mut sums = sums;
            for n in 0..2 {
                sums[n] = self.avx2._mm256_add_epi32(sums[n], self.avx2._mm256_madd_epi16(pair, weights[n]));
            }
            sums
        }
    }

    impl Dot for V4 {
        type Sums = __m512i;

        #[inline(always)]
        fn numbers(self, sums: Self::Sums) -> [i32; LANES] {
            cast(sums)
        }

        #[inline(always)]
        fn sums(self, numbers: &[i32; LANES]) -> Self::Sums {
            cast(*numbers)
        }

        #[inline(always)]
        fn add(self, sums: Self::Sums, pair: [i16; 2], weights: &PairWeights) -> Self::Sums {
            let pair = self.avx512f._mm512_set1_epi32(cast(pair));
            self.avx512f._mm512_add_epi32(sums, self.avx512bw._mm512_madd_epi16(pair, cast(*weights)))
        }
    }

    /// A computation with the token of its instructions.
    struct With<D, C, const N: usize>(D, C);

    impl<D: Dot, C: Computation, const N: usize> NullaryFnOnce for With<D, C, N> {
        type Output = ();

        #[inline(always)]
        fn call(self) {
            self.1.run::<D, N>(self.0);
        }
    }

    /// Runs a computation with the best instructions of this machine.
    pub(crate) fn dispatch<C: Computation>(computation: C) {
        match V4::try_new() {
            Some(token) => token.vectorize(With::<_, _, 8>(token, computation)),
            None => dispatch_without_avx512(computation),
        }
    }

    /// Runs a computation with AVX2, if this machine has it.
    pub(crate) fn dispatch_without_avx512<C: Computation>(computation: C) {
        match V3::try_new() {
            Some(token) => token.vectorize(With::<_, _, 4>(token, computation)),
            None => dispatch_without_avx(computation),
        }
    }

    /// Runs a computation with the instructions of every x86-64-v2 processor.
    pub(crate) fn dispatch_without_avx<C: Computation>(computation: C) {
        match V2::try_new() {
            Some(token) => token.vectorize(With::<_, _, 2>(token, computation)),
            None => super::plain::dispatch(computation),
        }
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    use std::arch::wasm32::{i16x8, i32x4, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane as lane, i32x4_splat, v128};

    use super::{Computation, Dot, LANES, PairWeights};

    /// The instructions of WebAssembly with vectors.
    #[derive(Clone, Copy)]
    struct Simd128;

    impl Dot for Simd128 {
        type Sums = [v128; 4];

        #[inline(always)]
        fn numbers(self, sums: Self::Sums) -> [i32; LANES] {
            std::array::from_fn(|n| {
                let sums = sums[n / 4];
                match n % 4 {
                    0 => lane::<0>(sums),
                    1 => lane::<1>(sums),
                    2 => lane::<2>(sums),
                    _ => lane::<3>(sums),
                }
            })
        }

        #[inline(always)]
        fn sums(self, numbers: &[i32; LANES]) -> Self::Sums {
            let part = |n: usize| i32x4(numbers[n], numbers[n + 1], numbers[n + 2], numbers[n + 3]);
            [part(0), part(4), part(8), part(12)]
        }

        #[inline(always)]
        fn add(self, sums: Self::Sums, [one, other]: [i16; 2], w: &PairWeights) -> Self::Sums {
            let pair = i32x4_splat(i32::from(one) & 0xFFFF | i32::from(other) << 16);
            let add = |n: usize| {
                let i = 8 * n;
                let w = i16x8(w[i], w[i + 1], w[i + 2], w[i + 3], w[i + 4], w[i + 5], w[i + 6], w[i + 7]);
                i32x4_add(sums[n], i32x4_dot_i16x8(pair, w))
            };
            [add(0), add(1), add(2), add(3)]
        }
    }

    pub(crate) fn dispatch<C: Computation>(computation: C) {
        computation.run::<_, 2>(Simd128);
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod plain {
    use super::{Computation, Dot, LANES, PairWeights};

    /// Plain loops, on any machine.
    #[derive(Clone, Copy)]
    pub(crate) struct Plain;

    impl Dot for Plain {
        type Sums = [i32; LANES];

        #[inline(always)]
        fn numbers(self, sums: Self::Sums) -> [i32; LANES] {
            sums
        }

        #[inline(always)]
        fn sums(self, numbers: &[i32; LANES]) -> Self::Sums {
            *numbers
        }

        #[inline(always)]
        fn add(self, mut sums: Self::Sums, [one, other]: [i16; 2], weights: &PairWeights) -> Self::Sums {
            for o in 0..LANES {
                sums[o] +=
                    i32::from(one) * i32::from(weights[2 * o]) + i32::from(other) * i32::from(weights[2 * o + 1]);
            }
            sums
        }
    }

    pub(crate) fn dispatch<C: Computation>(computation: C) {
        computation.run::<_, 2>(Plain);
    }
}

#[cfg(test)]
pub(crate) use plain::Plain;
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
pub(crate) use plain::dispatch;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) use wasm::dispatch;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86::dispatch;
#[cfg(all(test, target_arch = "x86_64"))]
pub(crate) use x86::{dispatch_without_avx, dispatch_without_avx512};
