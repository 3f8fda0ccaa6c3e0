//! A position packed into letters and digits.
//!
//! The encoding works for the positions of any game: fields of printable characters separated by
//! single spaces. Each field has its own alphabet, its characters in order of appearance, because a
//! board has few characters and the fields after it have others.

use super::pack::{Packer, Unpacker};

/// The first character of a field: all printable ASCII characters except the space are allowed.
const FIRST: u8 = b'!';
const CHARACTERS: usize = (b'~' - FIRST) as usize + 1;

/// Limits that prevent a short link from expanding to a huge position.
const MAX_FIELDS: usize = 16;
const LONGEST_FIELD: usize = 4095;

/// Returns the packed position, or `None` if it cannot be packed.
pub(super) fn pack(position: &str) -> Option<String> {
    let mut packer = Packer::new();
    let fields: Vec<&[u8]> = position.as_bytes().split(|&b| b == b' ').collect();
    if fields.len() > MAX_FIELDS {
        return None;
    }
    packer.put(fields.len() - 1, MAX_FIELDS);
    for field in fields {
        if field.len() > LONGEST_FIELD || !field.iter().all(u8::is_ascii_graphic) {
            return None;
        }
        let mut alphabet: Vec<u8> = Vec::new();
        let indices: Vec<usize> = field
            .iter()
            .map(|byte| {
                alphabet.iter().position(|known| known == byte).unwrap_or_else(|| {
                    alphabet.push(*byte);
                    alphabet.len() - 1
                })
            })
            .collect();
        packer.put(field.len(), LONGEST_FIELD + 1);
        packer.put(alphabet.len(), CHARACTERS + 1);
        alphabet.iter().for_each(|&byte| packer.put(usize::from(byte - FIRST), CHARACTERS));
        indices.into_iter().for_each(|index| packer.put(index, alphabet.len()));
    }
    Some(packer.finish())
}

/// Returns the position of a packed text, or `None` if it is invalid.
pub(super) fn unpack(text: &str) -> Option<String> {
    let mut unpacker = Unpacker::new(text);
    let mut position = String::new();
    let fields = unpacker.take(MAX_FIELDS)? + 1;
    for field in 0..fields {
        if field > 0 {
            position.push(' ');
        }
        let length = unpacker.take(LONGEST_FIELD + 1)?;
        let letters = unpacker.take(CHARACTERS + 1)?;
        let mut alphabet = Vec::with_capacity(letters);
        for _ in 0..letters {
            alphabet.push(char::from(FIRST + unpacker.take(CHARACTERS)? as u8));
        }
        for _ in 0..length {
            position.push(alphabet[unpacker.take(letters)?]);
        }
    }
    unpacker.is_finished().then_some(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_round_trip() {
        for text in ["", " ", "BR./.../... b", "!~ a", "x", &".".repeat(4095), &"0123456789/".repeat(300)] {
            let packed = pack(text).unwrap();
            assert_eq!(unpack(&packed).as_deref(), Some(text), "{packed}");
        }
    }

    #[test]
    fn a_full_board_takes_less_than_half_a_character_a_cell() {
        let rows: Vec<&str> = (0..11).map(|row| &"B.RR.B..RBR.BR"[row % 4..row % 4 + 11]).collect();
        let packed = pack(&format!("{} b", rows.join("/"))).unwrap();
        assert!(packed.len() < 60, "{}", packed.len());
    }

    #[test]
    fn text_that_cannot_be_a_position_is_not_packed() {
        for text in ["é", "a\tb", &" ".repeat(16), &".".repeat(4096)] {
            assert_eq!(pack(text), None);
        }
    }

    #[test]
    fn a_short_text_never_expands_to_a_huge_position() {
        for seed in 0..2000 {
            let text = super::super::pack::digits(u128::from(hexarium_kernel::mix(seed)).pow(2) >> 4, 21);
            assert!(unpack(&text).is_none_or(|position| position.len() < 70_000));
        }
    }
}
