//! Every kind of job, for workers of a fleet.

use std::sync::Arc;

use lastknight::Agent;

use crate::openings::OpeningsJob;
use crate::oracle_jobs::{SampleJob, TestJob};
use crate::pair::PairJob;
use crate::study::{CostJob, MirrorsJob, PositionsJob, WinnerJob};
use crate::work::{Job, OpenJob, RemoteJob, open_job};

/// Every kind of job and how it is opened.
const KINDS: [(&str, OpenJob); 8] = [
    (PairJob::KIND, open_job::<PairJob>),
    (SampleJob::KIND, open_job::<SampleJob>),
    (TestJob::KIND, open_job::<TestJob>),
    (CostJob::KIND, open_job::<CostJob>),
    (WinnerJob::KIND, open_job::<WinnerJob>),
    (PositionsJob::KIND, open_job::<PositionsJob>),
    (MirrorsJob::KIND, open_job::<MirrorsJob>),
    (OpeningsJob::KIND, open_job::<OpeningsJob>),
];

/// Makes a job from its kind and its description. Time limits are multiplied by `scale`, those of agents too.
///
/// # Errors
/// Returns an error if there is no such job, or `read_agent` refuses an agent of it.
pub fn open_remote_job(
    kind: &str,
    about: &str,
    read_agent: &dyn Fn(&str) -> Result<Agent, String>,
    scale: f64,
) -> Result<Arc<dyn RemoteJob>, String> {
    let known = KINDS.iter().find(|(name, _)| *name == kind);
    let (_, open) = known.ok_or_else(|| format!("there is no kind of job '{kind}'"))?;
    let about = serde_json::from_str(about).map_err(|error| error.to_string())?;
    let scale = scale.clamp(1e-3, 1e3);
    if scale == 1.0 {
        return open(about, read_agent, scale);
    }
    open(about, &|text| Ok(read_agent(text)?.scale_time(scale)), scale)
}

/// The version of the rules of play and the sum of the bench's nodes: machines on which both are the same play the same.
#[must_use]
pub fn play_identity() -> (&'static str, &'static str) {
    (crate::spec::PLAY_VERSION, lastknight::bench::SIGNATURE)
}
