//! The built-in studies, in the order in which they are listed and run.

/// A built-in study.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// Its name on the command line and of its file.
    pub name: &'static str,
    /// The text of its file.
    pub text: &'static str,
}

macro_rules! studies {
    ($($name:literal,)*) => {
        &[$(BuiltIn {
            name: $name,
            text: include_str!(concat!("../../studies/", $name, ".toml")),
        },)*]
    };
}

/// All built-in studies.
pub const BUILT_IN: &[BuiltIn] = studies![
    "move-ordering",
    "kept-results",
    "make-unmake",
    "depth",
    "weight-sweep",
    "center-edge",
    "mobility-conversions",
    "symmetry-term",
    "mirror",
    "division",
    "drilldown",
    "seventeen-forms",
    "neighbors",
    "opening-rules",
    "chase-weights",
    "next-move",
    "in-isolation",
    "chase-isolation",
    "students-programs",
    "runs",
    "late-positions",
    "game-size",
    "course-clock",
    "speed",
    "all-heuristics",
    "blunders",
    "beyond",
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use lastknight::eval::registry::HEURISTICS;

    use super::*;
    use crate::study::Study;
    use crate::study::measure::MeasureKind;

    fn studies() -> impl Iterator<Item = Study> {
        BUILT_IN.iter().map(|study| {
            Study::parse(study.name, study.text).unwrap_or_else(|error| {
                panic!("{}: {error}\n{}", study.name, error.picture().unwrap_or_default())
            })
        })
    }

    #[test]
    fn every_study_can_be_read() {
        for study in studies() {
            let Study { title, question, source, reading, discussion, .. } = &study;
            for text in [title, question, source, reading, discussion] {
                assert!(!text.trim().is_empty(), "{}: something is not said", study.name);
            }
            for measure in &study.measures {
                assert!(!measure.title.is_empty(), "{}: {}", study.name, measure.name);
            }
        }
    }

    #[test]
    fn every_file_is_listed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("studies");
        let files: BTreeSet<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
            .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
            .collect();
        let listed: BTreeSet<String> = BUILT_IN.iter().map(|study| study.name.to_owned()).collect();
        assert_eq!(files, listed);
        assert_eq!(listed.len(), BUILT_IN.len(), "each once");
    }

    /// Searches for parameters do not count.
    #[test]
    fn every_heuristic_is_in_some_study() {
        let studies: Vec<Study> = studies().collect();
        let used: BTreeSet<&str> = studies
            .iter()
            .flat_map(|study| &study.measures)
            .filter(|measure| !matches!(measure.kind, MeasureKind::Halving { .. }))
            .flat_map(|measure| measure.kind.legs())
            .flat_map(|leg| leg.agents().iter().chain(leg.field()))
            .filter_map(|(_, agent)| Some(agent.heuristic()?.entry()?.name))
            .collect();
        let missing: Vec<&str> =
            HEURISTICS.iter().map(|entry| entry.name).filter(|name| !used.contains(name)).collect();
        assert!(missing.is_empty(), "in no study: {missing:?}");
    }
}
