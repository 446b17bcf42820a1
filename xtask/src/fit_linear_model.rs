//! Fits the weights of the linear model and measures them.
//!
//! ```sh
//! cargo xtask fit-linear-model > target/weights.rs
//! mv target/weights.rs crates/lastknight/src/eval/model/weights.rs
//! ```
//!
//! (Redirecting into place would empty the file before it is compiled.) The weights go to standard output, the tables
//! of `docs/linear-model.md` to standard error. The output is the same on every machine and any number of cores. For a
//! quick look, `-- 10` takes a tenth of the games.

mod logistic;
mod matches;
pub(crate) mod measure;
mod report;
pub(crate) mod sample;
mod search;
mod weigh;

use std::error::Error;
use std::io::{self, Write};
use std::time::Instant;

use lastknight::eval::model::{LARGE_FROM, Model, PHASES};

use crate::Arguments;
use sample::{Solved, Source};
use search::Evaluation;
use weigh::{Aim, fit};

const SEED: u64 = 1;

/// The boards of the positions. On large boards only the later part of a game can be solved.
const SOURCES: [Source; 3] = [
    Source { width: 7, height: 7, games: 16_000, most_open: 40 },
    Source { width: 9, height: 9, games: 6_000, most_open: 50 },
    Source { width: 11, height: 9, games: 6_000, most_open: 55 },
];

/// The maximum number of open squares in each phase but the last, on small boards and on large ones.
const SMALL_BOUNDS: [u32; PHASES - 1] = [18, 22, 26, 30, 35];
const LARGE_BOUNDS: [u32; PHASES - 1] = [26, 32, 38, 43, 48];

pub(crate) fn run(mut arguments: Arguments) -> Result<(), Box<dyn Error>> {
    let part = arguments.next().map_or(Ok(1), |part| part.parse::<usize>())?.max(1);
    let began = Instant::now();
    let mut log = io::stderr();

    let mut samples = Vec::new();
    for source in SOURCES {
        let sample = Source { games: source.games / part, ..source }.sample(SEED);
        writeln!(log, "{} sampled after {:.0?}", sample.size, began.elapsed())?;
        samples.push(sample);
    }
    report::samples(&mut log, &samples)?;

    let groups = |is_wanted: fn(usize) -> bool| -> Vec<&[Solved]> {
        let wanted = samples.iter().filter(|sample| is_wanted(sample.size.area()));
        wanted.flat_map(|sample| &sample.groups).map(Vec::as_slice).collect()
    };
    let all = groups(|_| true);
    let (small, large) = (groups(|area| area < LARGE_FROM), groups(|area| area >= LARGE_FROM));
    let by_class = |aim| [fit(&small, SMALL_BOUNDS, aim), fit(&large, LARGE_BOUNDS, aim)];
    let one_for_all = |aim| {
        let model = fit(&all, SMALL_BOUNDS, aim);
        [model.clone(), model]
    };
    let model = by_class(Aim::Pairs);
    let named = |name| (name, Evaluation::named(name));
    let fitted = |name, models: [Model; 2]| (name, Evaluation::Model(models.into()));
    let contestants = [
        named("improved"),
        named("territory"),
        named("edges"),
        named("attacker-edges"),
        fitted("**the model**", model.clone()),
        fitted("by points", by_class(Aim::Points)),
        fitted("one for all boards", one_for_all(Aim::Pairs)),
        fitted("one, by points", one_for_all(Aim::Points)),
    ];
    writeln!(log, "fitted after {:.0?}", began.elapsed())?;

    for (sample, bounds) in samples.iter().zip([SMALL_BOUNDS, LARGE_BOUNDS, LARGE_BOUNDS]) {
        report::auc(&mut log, sample, &bounds, &contestants[..5])?;
    }
    report::keep_rates(&mut log, &samples, &contestants)?;
    report::matches(&mut log, &samples, &contestants, part)?;
    writeln!(log, "done after {:.0?}", began.elapsed())?;
    Ok(write_weights(&mut io::stdout().lock(), &model)?)
}

/// Writes the source file with the weights.
fn write_weights(out: &mut impl Write, [small, large]: &[Model; 2]) -> io::Result<()> {
    writeln!(out, "//! The fitted weights, as `xtask/src/fit_linear_model` writes them.\n")?;
    writeln!(out, "use super::Model;")?;
    for (name, which, model) in [("SMALL", "below", small), ("LARGE", "from", large)] {
        writeln!(out, "\n/// For boards {which} [`LARGE_FROM`](super::LARGE_FROM) squares.")?;
        writeln!(out, "#[rustfmt::skip]")?;
        writeln!(out, "pub static {name}: Model = Model {{")?;
        writeln!(out, "    bounds: {:?},", model.bounds)?;
        for (role, weights) in [("victim", &model.victim), ("attacker", &model.attacker)] {
            writeln!(out, "    {role}: [")?;
            for phase in weights {
                let numbers: Vec<String> = phase.iter().map(|w| format!("{w:6}")).collect();
                writeln!(out, "        [{}],", numbers.join(", "))?;
            }
            writeln!(out, "    ],")?;
        }
        writeln!(out, "}};")?;
    }
    Ok(())
}
