//! Network files.

use crate::crc::crc32;
use crate::error::NetworkError;
use crate::layer::Layer;

/// The largest size of a network file.
pub const MAX_BYTES: usize = 200_000;

/// The version of the format that this crate reads.
pub const VERSION: u16 = 1;

const MAGIC: [u8; 8] = *b"hexa-net";

/// The number of cells that a convolution sees: a cell and its neighbours.
const TAPS: usize = 7;

/// A quantised network.
///
/// ```
/// use hexarium_net::Network;
///
/// let error = Network::read(b"hexa-net\x09\x00").unwrap_err().to_string();
/// assert!(error.starts_with("invalid network: version: 9: expected 1; update Hexarium"));
/// ```
#[derive(Clone, Debug)]
pub struct Network {
    game: String,
    shape: Shape,
    pub(crate) input: Layer,
    pub(crate) blocks: Vec<BlockLayers>,
    pub(crate) policy: Layer,
    pub(crate) hidden: Layer,
    pub(crate) output: Layer,
}

/// The sizes of a network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The number of planes of a position.
    pub planes: usize,
    /// The number of output planes, see [`hexarium_kernel::Encode::action_planes`].
    pub action_planes: usize,
    /// The number of outputs without a place.
    pub globals: usize,
    /// The number of channels between layers.
    pub channels: usize,
    /// The number of hidden values of the head without a place.
    pub hidden: usize,
    /// The kinds of the residual blocks.
    pub blocks: Vec<Block>,
}

/// The kind of a residual block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Block {
    /// Two convolutions.
    Plain,
    /// Two convolutions; the second also sees mean and maximum of the first over all cells.
    Pooled,
}

/// The layers of a residual block.
#[derive(Clone, Debug)]
pub(crate) struct BlockLayers {
    pub(crate) first: Layer,
    pub(crate) second: Layer,
    pub(crate) pooled: Option<Layer>,
}

impl Network {
    /// Reads a file. The error names the part that is wrong.
    pub fn read(bytes: &[u8]) -> Result<Self, NetworkError> {
        if bytes.len() > MAX_BYTES {
            return Err(NetworkError::new("size", format!("{} bytes: expected at most {MAX_BYTES}", bytes.len())));
        }
        let mut rest = Bytes(bytes);
        if rest.array("magic number")? != MAGIC {
            return Err(NetworkError::new("magic number", "expected a file that starts with 'hexa-net'"));
        }
        let version = u16::from_le_bytes(rest.array("version")?);
        if version != VERSION {
            let update = if version > VERSION { "; update Hexarium to use this network" } else { "" };
            return Err(NetworkError::new("version", format!("{version}: expected {VERSION}{update}")));
        }
        let (content, sum) = bytes.split_last_chunk().ok_or_else(|| truncated("checksum"))?;
        if crc32(content) != u32::from_le_bytes(*sum) {
            return Err(NetworkError::new("checksum", "the file is damaged or incomplete: expected the whole file"));
        }
        rest.0 = content.get(MAGIC.len() + size_of_val(&version)..).ok_or_else(|| truncated("game id"))?;
        let length = rest.byte("game id")?;
        let game = std::str::from_utf8(rest.take("game id", length.into())?)
            .map_err(|_| NetworkError::new("game id", "expected UTF-8 text"))?
            .to_string();
        let shape = rest.shape()?;
        let network = Self::layers(game, shape, &mut rest)?;
        match rest.0.len() {
            0 => Ok(network),
            more => Err(NetworkError::new("end", format!("{more} more bytes: expected none after the last layer"))),
        }
    }

    fn layers(game: String, shape: Shape, rest: &mut Bytes) -> Result<Self, NetworkError> {
        let Shape { planes, action_planes, globals, channels, hidden, .. } = shape;
        let input = rest.layer("input layer", [TAPS * planes, 1, channels])?;
        let blocks = shape.blocks.iter().enumerate().map(|(n, &block)| {
            let part = |layer: &str| format!("{layer} layer of block {}", n + 1);
            Ok(BlockLayers {
                first: rest.layer(&part("first"), [channels, TAPS, channels])?,
                second: rest.layer(&part("second"), [channels, TAPS, channels])?,
                pooled: match block {
                    Block::Plain => None,
                    Block::Pooled => Some(rest.layer(&part("pooled"), [2 * channels, 1, channels])?),
                },
            })
        });
        let blocks = blocks.collect::<Result<_, NetworkError>>()?;
        let policy = rest.layer("policy layer", [channels, 1, action_planes])?;
        let hidden = rest.layer("hidden layer", [2 * channels, 1, hidden])?;
        let output = rest.layer("output layer", [shape.hidden, 1, 1 + globals])?;
        Ok(Self { game, shape, input, blocks, policy, hidden, output })
    }

    /// Returns the id of the game, without options.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Returns the sizes.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }
}

fn truncated(part: &str) -> NetworkError {
    NetworkError::new(part, "the file ends here: expected the whole file")
}

/// The rest of a file.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, part: &str, count: usize) -> Result<&'a [u8], NetworkError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or_else(|| truncated(part))?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self, part: &str) -> Result<[u8; N], NetworkError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or_else(|| truncated(part))?;
        self.0 = rest;
        Ok(*taken)
    }

    fn byte(&mut self, part: &str) -> Result<u8, NetworkError> {
        Ok(self.array::<1>(part)?[0])
    }

    fn shape(&mut self) -> Result<Shape, NetworkError> {
        let mut size = |part: &str, least: u8, most: u8, multiple: u8| {
            let size = self.byte(part)?;
            if !(least..=most).contains(&size) || size % multiple != 0 {
                let multiples = if multiple > 1 { format!(", a multiple of {multiple}") } else { String::new() };
                return Err(NetworkError::new(part, format!("{size}: expected {least} to {most}{multiples}")));
            }
            Ok(usize::from(size))
        };
        let planes = size("input planes", 1, 64, 1)?;
        let action_planes = size("action planes", 1, 64, 1)?;
        let globals = size("outputs without a place", 0, 64, 1)?;
        let channels = size("channels", 16, 128, 16)?;
        let hidden = size("hidden values", 1, 128, 1)?;
        let count = size("blocks", 0, 32, 1)?;
        let kinds = self.take("blocks", count)?.iter().enumerate().map(|(n, kind)| match kind {
            0 => Ok(Block::Plain),
            1 => Ok(Block::Pooled),
            other => Err(NetworkError::new(format!("block {}", n + 1), format!("kind {other}: expected 0 or 1"))),
        });
        Ok(Shape { planes, action_planes, globals, channels, hidden, blocks: kinds.collect::<Result<_, _>>()? })
    }

    fn layer(&mut self, part: &str, [inputs, taps, outputs]: [usize; 3]) -> Result<Layer, NetworkError> {
        let mut scales = Vec::with_capacity(outputs);
        for _ in 0..outputs {
            let (bias, multiplier) = (self.array(part)?, self.array(part)?);
            scales.push((i32::from_le_bytes(bias), i32::from_le_bytes(multiplier)));
        }
        let weights = self.take(part, outputs * taps * inputs)?;
        Layer::new(part, [inputs, taps], &scales, weights)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hexarium_kernel::Rng;

    use super::*;
    use crate::{Evaluator, Grid, sample};

    fn error(bytes: &[u8]) -> String {
        Network::read(bytes).unwrap_err().to_string()
    }

    /// A file with one changed byte and the right checksum.
    fn changed(file: &[u8], at: usize, byte: u8) -> Vec<u8> {
        let mut bytes = file[..file.len() - 4].to_vec();
        bytes[at] = byte;
        sample::sealed(bytes)
    }

    #[test]
    fn messages_name_the_part() {
        let file = sample::file(&mut Rng::new(1), &[0, 1]);
        let rest = "invalid network: ";
        assert_eq!(
            error(b"GIF89a: a picture"),
            format!("{rest}magic number: expected a file that starts with 'hexa-net'")
        );
        assert_eq!(error(b"hexa"), format!("{rest}magic number: the file ends here: expected the whole file"));
        let damaged = "the file is damaged or incomplete: expected the whole file";
        assert_eq!(error(&file[..200]), format!("{rest}checksum: {damaged}"));
        assert_eq!(error(&vec![0; 200_001]), format!("{rest}size: 200001 bytes: expected at most 200000"));
        let header = MAGIC.len() + 2 + 1 + "sample".len();
        let channels = changed(&file, header + 3, 17);
        assert_eq!(error(&channels), format!("{rest}channels: 17: expected 16 to 128, a multiple of 16"));
        assert_eq!(error(&changed(&file, header + 7, 2)), format!("{rest}block 2: kind 2: expected 0 or 1"));
        let longer = sample::sealed([&file[..file.len() - 4], &[0][..]].concat());
        assert_eq!(error(&longer), format!("{rest}end: 1 more bytes: expected none after the last layer"));
        let shorter = sample::sealed(file[..file.len() - 5].to_vec());
        assert_eq!(error(&shorter), format!("{rest}output layer: the file ends here: expected the whole file"));
        let huge = changed(&file, header + 8 + 3, 0x7F);
        assert!(error(&huge).starts_with("invalid network: input layer: bias 21"), "{}", error(&huge));
    }

    #[test]
    fn every_prefix_and_every_changed_byte_is_refused() {
        let file = sample::file(&mut Rng::new(2), &[1]);
        assert_eq!(Network::read(&file).unwrap().shape().blocks, [Block::Pooled]);
        for length in 0..file.len() {
            assert!(Network::read(&file[..length]).is_err(), "{length} bytes");
        }
        let mut bytes = file.clone();
        for at in 0..file.len() {
            bytes[at] ^= 1 << (at % 8);
            assert!(Network::read(&bytes).is_err(), "byte {at}");
            bytes[at] = file[at];
        }
    }

    #[test]
    fn a_changed_byte_under_a_right_checksum_is_refused_or_evaluated() {
        let file = sample::file(&mut Rng::new(3), &[1]);
        let grid = Arc::new(Grid::new(3, 3, &[true; 9]));
        let mut read = 0;
        for at in 0..file.len() - 4 {
            for byte in [0x7F, 0x80] {
                let Ok(network) = Network::read(&changed(&file, at, byte)) else { continue };
                let planes = vec![i16::MIN; 9 * network.shape().planes];
                Evaluator::new(Arc::new(network), grid.clone()).evaluate(&planes);
                read += 1;
            }
        }
        assert!(read > file.len(), "only {read} were read");
    }
}
