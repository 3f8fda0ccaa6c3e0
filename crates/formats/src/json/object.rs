//! The members of a JSON object, each with its position in the text.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use serde_json::value::RawValue;

/// An object with unparsed values, which retain their position in the text for line and column of
/// errors.
#[derive(Default)]
pub(super) struct Object<'t> {
    fields: BTreeMap<String, &'t RawValue>,
    /// Members with duplicate names: JSON does not define which of them counts, so they are
    /// rejected.
    repeated: Vec<(String, &'t RawValue)>,
}

impl<'t> Object<'t> {
    /// Returns the members of an object, or `None` for any other value.
    pub(super) fn of(value: &'t RawValue) -> Option<Self> {
        let mut object = Self::default();
        let mut rest = value.get().strip_prefix('{')?.trim_start();
        // The text is valid JSON as a whole, so its delimiters are where they have to be.
        while !rest.starts_with('}') {
            let name = next_value(&mut rest)?.get();
            let name = serde_json::from_str(name).unwrap_or_else(|_| name.to_string());
            rest = rest.trim_start().strip_prefix(':')?;
            let value = next_value(&mut rest)?;
            rest = rest.trim_start();
            rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
            match object.fields.entry(name) {
                Entry::Vacant(free) => _ = free.insert(value),
                Entry::Occupied(taken) => object.repeated.push((taken.key().clone(), value)),
            }
        }
        Some(object)
    }

    /// Returns the value of a field; the first one of that name.
    pub(super) fn get(&self, name: &str) -> Option<&'t RawValue> {
        self.fields.get(name).copied()
    }

    /// Returns unknown and duplicate members, given the known fields, each with an explanation.
    pub(super) fn unexpected_members(&self, known: &[&str]) -> impl Iterator<Item = (&'t RawValue, String)> {
        let unknown = self.fields.iter().filter(|(name, _)| !known.contains(&name.as_str())).map(|(name, value)| {
            let name = hexarium_kernel::shortened(name);
            (*value, format!("unknown field '{name}': expected {}", known.join(", ")))
        });
        let repeated = self.repeated.iter().map(|(name, value)| {
            let name = hexarium_kernel::shortened(name);
            (*value, format!("duplicate field '{name}': expected at most one"))
        });
        unknown.chain(repeated)
    }
}

/// Returns the value at the start of a text and advances the text beyond it.
fn next_value<'t>(rest: &mut &'t str) -> Option<&'t RawValue> {
    let mut values = serde_json::Deserializer::from_str(rest).into_iter::<&RawValue>();
    let value = values.next()?.ok()?;
    *rest = &rest[values.byte_offset()..];
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Option<String> {
        let object = Object::of(serde_json::from_str(text).unwrap())?;
        let fields: Vec<String> = object.fields.iter().map(|(name, value)| format!("{name}={}", value.get())).collect();
        let repeated: Vec<String> =
            object.repeated.iter().map(|(name, value)| format!("{name}={}", value.get())).collect();
        Some(format!("{}|{}", fields.join(" "), repeated.join(" ")))
    }

    #[test]
    fn members_are_found_with_any_white_space_between_them() {
        for (text, found) in [
            ("{}", "|"),
            ("{ \n}", "|"),
            (r#"{"a":1}"#, "a=1|"),
            (r#" { "a" : 1 , "b":{"c":[1,"}"]},"d":true}"#, r#"a=1 b={"c":[1,"}"]} d=true|"#),
            (r#"{"a":1,"\u0061":2,"b":-1e5,"a":null}"#, "a=1 b=-1e5|a=2 a=null"),
            (r#"{"\ud800":1}"#, r#""\ud800"=1|"#),
        ] {
            assert_eq!(names(text).as_deref(), Some(found), "{text}");
        }
        for other in ["[]", "1", "null", r#""{}""#] {
            assert_eq!(names(other), None);
        }
    }
}
