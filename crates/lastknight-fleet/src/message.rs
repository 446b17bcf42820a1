//! The messages between coordinator and workers, as JSON.

use lastknight_lab::play_identity;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The version of these messages.
pub(crate) const PROTOCOL: u32 = 2;

/// The longest text of a worker about itself, in characters.
const LONGEST_TEXT: usize = 200;

/// The program that speaks. Only the same program plays the same games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Program {
    pub(crate) protocol: u32,
    pub(crate) version: String,
    /// The version of the rules of play.
    pub(crate) play: String,
    /// The nodes of the bench.
    pub(crate) signature: String,
}

impl Program {
    pub(crate) fn this() -> Self {
        let (play, signature) = play_identity();
        let version = env!("CARGO_PKG_VERSION");
        Self {
            protocol: PROTOCOL,
            version: version.to_owned(),
            play: play.to_owned(),
            signature: signature.to_owned(),
        }
    }

    /// Why another program cannot work for this one.
    pub(crate) fn difference(&self, other: &Self) -> Option<String> {
        let parts = [
            ("version", &self.version, &other.version),
            ("rules of play", &self.play, &other.play),
            ("bench signature", &self.signature, &other.signature),
        ];
        if self.protocol != other.protocol {
            let (own, other) = (self.protocol, other.protocol);
            return Some(format!("the coordinator speaks protocol {own}, the worker {other}"));
        }
        let (what, own, other) = parts.into_iter().find(|(_, own, other)| own != other)?;
        Some(format!("the coordinator has {what} {own}, the worker {}", shortened(other)))
    }
}

/// What the coordinator says every second, and when the job changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Announcement {
    pub(crate) fleet: String,
    pub(crate) program: Program,
    /// The id of the coordinator's process.
    pub(crate) coordinator: u64,
    /// The current job; tasks of other jobs are not wanted.
    pub(crate) job: Option<u64>,
    /// The texts of programs that take part.
    pub(crate) programs: Vec<String>,
    /// How long a worker may be silent, in milliseconds.
    pub(crate) lease: u64,
    /// The nodes per second that time limits are meant for, if they are scaled.
    pub(crate) reference_nps: Option<f64>,
    /// Whether the coordinator leaves.
    pub(crate) leaves: bool,
}

/// A worker's request to join.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Join {
    pub(crate) worker: String,
    /// What only this worker knows. It shows it with each result, and no other worker can read these messages.
    pub(crate) secret: u64,
    pub(crate) program: Program,
    pub(crate) host: String,
    pub(crate) machine: String,
    pub(crate) threads: usize,
    /// Nodes per second of the bench.
    pub(crate) nps: f64,
}

/// The coordinator's answer to [`Join`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Welcome {
    /// The worker may work.
    Accepted,
    /// The worker may not work, with the reason.
    Refused(String),
}

/// Tasks to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Batch {
    pub(crate) job: u64,
    pub(crate) batch: u64,
    /// The kind of the job, and its description.
    pub(crate) kind: String,
    pub(crate) about: Box<RawValue>,
    /// Tasks with their numbers.
    pub(crate) tasks: Vec<(u64, Box<RawValue>)>,
}

/// What became of a batch.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Results {
    pub(crate) worker: String,
    pub(crate) secret: u64,
    pub(crate) job: u64,
    pub(crate) batch: u64,
    /// The seconds that these tasks took.
    pub(crate) seconds: f64,
    /// Outputs with the numbers of their tasks.
    pub(crate) outputs: Vec<(u64, Box<RawValue>)>,
    /// The numbers of tasks that the worker leaves to others.
    pub(crate) returned: Vec<u64>,
    /// Why the worker cannot do tasks of this job.
    pub(crate) failure: Option<String>,
}

/// The coordinator's answer to [`Results`], after they are stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Receipt {
    /// They are stored, or no longer wanted.
    Stored,
    /// They are not stored; the worker asks again whether they are wanted.
    Again,
    /// The coordinator does not know the worker, which joins again.
    Unknown,
    /// The worker was dropped, with the reason.
    Dropped(String),
}

/// What a worker says every second.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Alive {
    pub(crate) worker: String,
    pub(crate) secret: u64,
    /// The batches that it has.
    pub(crate) batches: Vec<u64>,
    /// Whether it leaves.
    pub(crate) leaves: bool,
}

/// Cuts a text from elsewhere and removes control characters.
pub(crate) fn shortened(text: &str) -> String {
    let plain = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    plain.take(LONGEST_TEXT).collect()
}

pub(crate) fn to_json(message: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(message).expect("texts and finite numbers")
}
