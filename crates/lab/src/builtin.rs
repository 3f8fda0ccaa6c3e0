//! The built-in experiments: questions that the inventors of the games left open.

macro_rules! builtin {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../experiments/", $name, ".toml")))),*]
    };
}

/// The names and texts of the built-in experiments.
pub const ALL: &[(&str, &str)] = builtin! {
    "coalesce-opening-steps"
    "coalesce-starts"
    "coalesce-edge-moves"
    "harvest-opening-steps"
    "harvest-bases"
    "harvest-surround"
    "fire-ants-rules"
    "protista-generation"
    "protista-win"
    "protista-rules"
    "protista-setups"
    "hex-sizes"
    "hex-swap"
    "hex-openings"
};

/// Returns the text of a built-in experiment.
pub fn find(name: &str) -> Option<&'static str> {
    ALL.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexarium_games::registry::Games;

    #[test]
    fn every_built_in_experiment_is_valid_and_has_a_question() {
        for (name, text) in ALL {
            let experiment = crate::file::parse(text, &Games);
            let experiment = experiment.unwrap_or_else(|problem| panic!("{name}: {problem}"));
            assert!(!experiment.question.is_empty() && !experiment.title.is_empty(), "{name}");
        }
        assert!(find("hex-sizes").is_some() && find("hex").is_none());
    }
}
