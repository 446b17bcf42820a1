//! `lastknight tune`: tunes the parameters of an agent by playing.

use std::slice;

use lastknight::control::limits::shown_time;
use lastknight::{Agent, Constants, Limits};
use lastknight_lab::tune::{
    Cmaes, Halving, Method, Parameter, Space, Spsa, Template, TemplateError, TuneError, TunePlan,
    TuneProgress, show,
};
use lastknight_lab::{SessionProgress, SpecBuilder};

use super::laboratory::{agents, bad_spec, builder, built, read_inputs, session};
use crate::cli::{MethodName, TuneArgs};
use crate::failure::Failure;
use crate::host;
use crate::output;
use crate::progress::Progress;

/// The default number of games of a trial against each opponent.
const GAMES: usize = 100;

/// The default number of games of the re-test.
const RETEST: usize = 1000;

pub(crate) fn run(args: &TuneArgs) -> Result<(), Failure> {
    let plan = plan(args)?;
    plan.check().map_err(failure)?;
    let mut session = session(Some(&args.out), args.games.threads, Some(&args.fleet))?;
    let bar = Progress::start();
    let names: Vec<&str> = plan.space.parameters().iter().map(Parameter::name).collect();
    let outcome = session.tune(&plan, &mut |progress| {
        if let SessionProgress::Tune(step) = progress {
            bar.show(step.done, step.all, || message(step, &names));
        }
    });
    bar.finish();
    let outcome = outcome.map_err(failure)?;
    let text = || show::text::text(&plan, &outcome, output::width());
    output::result(args.json, || show::json::json(&plan, &outcome), text)?;
    let page = session.write_tune(&plan, &outcome)?;
    if let Some(page) = page.filter(|_| !args.json) {
        output::text_line(&format!("\npage: {}", page.display()))?;
    }
    if outcome.is_complete {
        return Ok(());
    }
    let games = output::grouped(2 * (outcome.played + outcome.resumed) as u64);
    Err(Failure::Run(format!("stopped after {games} games; run the same command to resume")))
}

/// Returns the speed, the round and the best point.
fn message(step: &TuneProgress<'_>, names: &[&str]) -> String {
    let speed = 2.0 * step.played as f64 / step.elapsed.as_secs_f64().max(0.001);
    let round = step.round.map_or("re-test".to_owned(), |round| format!("round {round}"));
    let mut text = format!(", {speed:.0} games/s, {round}, best");
    for (name, value) in names.iter().zip(step.best).take(4) {
        text += &format!(" {name}={value}");
    }
    text
}

fn plan(args: &TuneArgs) -> Result<TunePlan, Failure> {
    let method = method(args)?;
    let parameters = args
        .parameters
        .iter()
        .map(|text| text.parse::<Parameter>().map_err(|error| Failure::Input(error.to_string())));
    let space = Space::new(parameters.collect::<Result<_, _>>()?);
    let space = space.map_err(|error| Failure::Input(error.to_string()))?;
    let inputs = read_inputs(&args.games)?;
    let constants = inputs.constants.clone();
    let template =
        Template::parse(&args.agent, &space).map_err(|error| template_failure(&error))?;
    let start = template
        .agent(&space.start(), &host::agents(), &constants)
        .map_err(|error| template_failure(&error))?;
    let field = match &args.field[..] {
        // Points play each other.
        [] if args.method == MethodName::Spsa => Vec::new(),
        [] => default_field(&start),
        texts => agents(texts, &inputs)?,
    };
    // Flags are checked as a tournament of the start against the field, or itself.
    let games = args.games.games.unwrap_or(GAMES);
    let spec = builder(&args.games, &inputs, None)?.games(games);
    let rivals = if field.is_empty() { slice::from_ref(&start) } else { &field };
    let add = |spec: SpecBuilder, agent: &Agent| spec.opponent(agent.clone());
    let spec = built(rivals.iter().fold(spec.agent(start.clone()), add))?;
    let (conditions, pairs) = (spec.conditions().clone(), spec.pairs());
    if let Some(opening) = conditions.openings().next() {
        host::check_programs([&start].into_iter().chain(&field), &opening)?;
    }
    let left = conditions.openings_listed().map(|listed| listed.saturating_sub(pairs));
    let default = (RETEST / 2).min(left.unwrap_or(usize::MAX));
    Ok(TunePlan {
        text: args.agent.clone(),
        template,
        agents: host::agents(),
        constants,
        space,
        method,
        field,
        conditions,
        pairs,
        retest: args.retest.map_or(default, |games| games.div_ceil(2)),
    })
}

/// Returns the agent at its start, and the same agent with the heuristic improved.
fn default_field(start: &Agent) -> Vec<Agent> {
    let Limits { depth, nodes, time } = start.limits();
    let limits = [
        depth.map(|depth| format!(", depth={depth}")),
        nodes.map(|nodes| format!(", nodes={nodes}")),
        time.map(|time| format!(", time={}", shown_time(time))),
    ];
    let limits: String = limits.into_iter().flatten().collect();
    let with = |kind: &str| Agent::parse(&format!("{kind}(improved{limits})"), &Constants::NONE);
    let own = start.heuristic().and_then(|_| with(start.name()).ok());
    let improved = own.or_else(|| with("alphabeta").ok()).filter(|improved| improved != start);
    std::iter::once(start.clone()).chain(improved).collect()
}

/// Returns the method. Settings of other methods are refused.
fn method(args: &TuneArgs) -> Result<Method, Failure> {
    let settings = [
        ("--points", MethodName::Halving, args.points.is_some()),
        ("--halvings", MethodName::Halving, args.halvings.is_some()),
        ("--iterations", MethodName::Spsa, args.iterations.is_some()),
        ("--matches", MethodName::Spsa, args.matches.is_some()),
        ("--distance", MethodName::Spsa, args.distance.is_some()),
        ("--first-move", MethodName::Spsa, args.first_move.is_some()),
        ("--generations", MethodName::Cmaes, args.generations.is_some()),
        ("--population", MethodName::Cmaes, args.population.is_some()),
        ("--deviation", MethodName::Cmaes, args.deviation.is_some()),
    ];
    let name = |method: MethodName| format!("{method:?}").to_lowercase();
    for (flag, method, is_given) in settings {
        if is_given && method != args.method {
            let (owner, asked) = (name(method), name(args.method));
            let why = format!("{flag} requires --method {owner}, not {asked}");
            return Err(Failure::Input(why));
        }
    }
    Ok(match args.method {
        MethodName::Halving => {
            let default = Halving::default();
            Method::Halving(Halving {
                points: args.points.as_deref().map(points).transpose()?.unwrap_or_default(),
                halvings: args.halvings.unwrap_or(default.halvings),
            })
        }
        MethodName::Spsa => {
            let default = Spsa::default();
            Method::Spsa(Spsa {
                iterations: args.iterations.unwrap_or(default.iterations),
                matches: args.matches.unwrap_or(default.matches),
                distance: args.distance.unwrap_or(default.distance),
                first_move: args.first_move.unwrap_or(default.first_move),
            })
        }
        MethodName::Cmaes => {
            let default = Cmaes::default();
            Method::Cmaes(Cmaes {
                generations: args.generations.unwrap_or(default.generations),
                population: args.population.or(default.population),
                deviation: args.deviation.unwrap_or(default.deviation),
            })
        }
    })
}

/// Parses points such as `1,1;0.75,1`.
fn points(text: &str) -> Result<Vec<Vec<f64>>, Failure> {
    let number = |text: &str| {
        let number = text.trim().parse().ok().filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| {
            let text = lastknight::quote::quote(text.trim());
            Failure::Input(format!("--points: {text} is not a number; write '1,1;0.75,1'"))
        })
    };
    let point = |text: &str| text.split(',').map(number).collect();
    text.split(';').map(point).collect()
}

fn template_failure(error: &TemplateError) -> Failure {
    match error {
        TemplateError::Place(error) => {
            Failure::Pictured(format!("agent: {error}"), error.picture())
        }
        TemplateError::Agent(_, agent) => Failure::Pictured(error.to_string(), agent.picture()),
        TemplateError::Unused(_) => Failure::Input(error.to_string()),
    }
}

fn failure(error: TuneError) -> Failure {
    match error {
        TuneError::Template(error) => template_failure(&error),
        TuneError::Spec(error) => bad_spec(None, &error, error.picture()),
        TuneError::Store(error) => error.into(),
        TuneError::Settings(_)
        | TuneError::NoField
        | TuneError::Twice(_)
        | TuneError::Openings { .. } => Failure::Input(error.to_string()),
    }
}
