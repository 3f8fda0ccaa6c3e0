//! CRC-32 as in zlib and PNG.

const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut n = 0;
    while n < 256 {
        let mut rest = n as u32;
        let mut bit = 0;
        while bit < 8 {
            rest = if rest & 1 == 1 { 0xEDB8_8320 ^ (rest >> 1) } else { rest >> 1 };
            bit += 1;
        }
        table[n] = rest;
        n += 1;
    }
    table
};

/// Returns the checksum of some bytes.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| TABLE[usize::from(crc as u8 ^ byte)] ^ (crc >> 8))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_checksum_is_that_of_zlib() {
        assert_eq!(super::crc32(b"123456789"), 0xCBF4_3926);
    }
}
