//! Random networks and positions, for tests.

use hexarium_kernel::Rng;

use crate::ONE;
use crate::crc::crc32;

/// Returns the bytes of a file: content and checksum.
pub(crate) fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = crc32(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// Returns a file with these kinds of blocks: 3 planes, 2 action planes, 2 other outputs, 16
/// channels.
pub(crate) fn file(rng: &mut Rng, blocks: &[u8]) -> Vec<u8> {
    let mut bytes = [b"hexa-net\x01\x00\x06sample".as_slice(), &[3, 2, 2, 16, 5, blocks.len() as u8], blocks].concat();
    let mut layer = |inputs: usize, outputs: usize| {
        for _ in 0..outputs {
            bytes.extend((rng.below(4000) as i32 - 2000).to_le_bytes());
            bytes.extend((60_000 + rng.below(60_000) as i32).to_le_bytes());
        }
        bytes.extend((0..inputs * outputs).map(|_| rng.below(255) as u8));
    };
    layer(7 * 3, 16);
    for block in blocks {
        layer(7 * 16, 16);
        layer(7 * 16, 16);
        if *block == 1 {
            layer(32, 16);
        }
    }
    layer(16, 2);
    layer(32, 5);
    layer(5, 3);
    sealed(bytes)
}

/// Returns random numbers, mostly 0 and 1.
pub(crate) fn planes(rng: &mut Rng, count: usize) -> Vec<i16> {
    (0..count).map(|_| [0, 0, ONE, ONE, 77, -ONE][rng.below(6)]).collect()
}
