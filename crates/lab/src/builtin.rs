//! The experiments that come with the program: the questions that the games' inventors left open.

macro_rules! builtin {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../experiments/", $name, ".toml")))),*]
    };
}

/// Their names, and the files.
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

/// The file of one of them.
pub fn find(name: &str) -> Option<&'static str> {
    ALL.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexarium_games::registry;

    #[test]
    fn every_experiment_of_the_house_can_be_read_and_asks_something() {
        for (name, text) in ALL {
            let experiment = crate::file::read(text, &|game| registry::open(game, &[]));
            let experiment = experiment.unwrap_or_else(|problem| panic!("{name}: {problem}"));
            assert!(!experiment.question.is_empty() && !experiment.title.is_empty(), "{name}");
        }
        assert!(find("hex-sizes").is_some() && find("hex").is_none());
    }
}
