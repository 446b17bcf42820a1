//! Plays a search. A restarted search requests the same games, finds the stored ones and plays the
//! rest.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use lastknight::Agent;
use lastknight::stats::Pairs;

use super::result::{FieldResult, PlayedRound, PlayedTrial, Retest, TuneResult, sum};
use super::{Trial, TuneError, TunePlan};
use crate::runner::play_all;
use crate::spec::Spec;
use crate::store::{Store, StoreError};
use crate::work::Workers;

/// The progress of a search.
#[derive(Clone, Copy, Debug)]
pub struct TuneProgress<'a> {
    /// The current round, from 1; `None` in the re-test.
    pub round: Option<usize>,
    /// The best point so far.
    pub best: &'a [f64],
    /// Pairs in the store, including those from earlier runs.
    pub done: usize,
    /// The maximum number of pairs.
    pub all: usize,
    /// Pairs played now.
    pub played: usize,
    /// The time since this call began.
    pub elapsed: Duration,
}

/// Runs a search and re-tests the winner from other openings. When `stop` is set it returns soon
/// with what is finished; the same call resumes.
///
/// # Errors
/// Returns an error if the plan is invalid, a point does not give a valid agent, or the store
/// cannot be used. Stored games stay in the store.
pub fn tune(
    plan: &TunePlan,
    store: &mut Store,
    workers: &Workers,
    stop: &AtomicBool,
    on_progress: &mut dyn FnMut(&TuneProgress<'_>),
) -> Result<TuneResult, TuneError> {
    plan.check()?;
    let mut search = plan.search()?;
    let all = plan.most_pairs(&search);
    let best = search.best();
    let (round, done, played, begin) = (Some(1), 0, 0, Instant::now());
    let mut run =
        TuneRun { plan, store, workers, stop, on_progress, round, best, all, done, played, begin };
    let mut rounds: Vec<PlayedRound> = Vec::new();
    let mut is_complete = true;
    while !search.asked().is_empty() {
        let number = rounds.len() + 1;
        run.round = Some(number);
        let trials = match plan.has_rivals() {
            true => run.duels(number, search.asked())?,
            false => run.against_field(number, search.asked())?,
        };
        let Some(trials) = trials else {
            is_complete = false;
            break;
        };
        let scores: Vec<f64> = trials.iter().map(PlayedTrial::score).collect();
        search.tell(&scores).expect("a share for each trial");
        run.best = search.best();
        rounds.push(PlayedRound { trials, best: search.best() });
    }
    let best = search.best();
    let mut outcome = TuneResult {
        start: plan.agent(&plan.space.start())?.to_string(),
        winner: plan.agent(&best)?.to_string(),
        best,
        rounds,
        retest: None,
        is_complete,
        played: 0,
        resumed: 0,
    };
    if is_complete && plan.retest > 0 && outcome.winner != outcome.start {
        run.round = None;
        outcome.retest = run.retest()?;
        outcome.is_complete = outcome.retest.is_some();
    }
    outcome.played = run.played;
    outcome.resumed = run.done - run.played;
    Ok(outcome)
}

type PlayedTrials = Result<Option<Vec<PlayedTrial>>, TuneError>;

/// The state of a search being played.
struct TuneRun<'a> {
    plan: &'a TunePlan,
    store: &'a mut Store,
    workers: &'a Workers,
    stop: &'a AtomicBool,
    on_progress: &'a mut dyn FnMut(&TuneProgress<'_>),
    round: Option<usize>,
    best: Vec<f64>,
    all: usize,
    done: usize,
    played: usize,
    begin: Instant,
}

impl TuneRun<'_> {
    /// The results of the pairings of each specification, or `None` if stopped. All are played at once.
    fn run(&mut self, specs: &[Spec]) -> Result<Option<Vec<Vec<Pairs>>>, TuneError> {
        let runs =
            specs.iter().map(|spec| self.store.begin(spec)).collect::<Result<Vec<_>, _>>()?;
        let (round, all, begin) = (self.round, self.all, self.begin);
        let (best, done, played) = (&self.best, self.done, self.played);
        let on_progress = &mut *self.on_progress;
        let end = play_all(self.store, &runs, self.workers, self.stop, &mut |progress| {
            on_progress(&TuneProgress {
                round,
                best,
                done: done + progress.done,
                all,
                played: played + progress.played,
                elapsed: begin.elapsed(),
            });
        })?;
        self.played += end.played;
        self.done += end.played + end.resumed;
        if !end.is_complete {
            return Ok(None);
        }
        let results = runs.iter().map(|run| {
            let mut pairs = vec![Pairs::default(); run.spec().pairings().len()];
            self.store.each_result(run, &mut |result| pairs[result.pairing].add(result.wins()))?;
            Ok(pairs)
        });
        Ok(Some(results.collect::<Result<_, StoreError>>()?))
    }

    /// The trials of a round against the field with their results, or `None` if stopped.
    fn against_field(&mut self, round: usize, asked: &[Trial]) -> PlayedTrials {
        // Points with the same agent would play the same games, so they are played once.
        let (agents, places) = self.plan.agents(asked)?;
        let Some(results) = self.run(&self.plan.gauntlets(round, &agents)?)? else {
            return Ok(None);
        };
        let of_agents = results.iter().flat_map(|pairs| pairs.chunks(self.plan.field.len()));
        let results: Vec<Pairs> = of_agents.map(sum).collect();
        let played = |(trial, at): (&Trial, usize)| {
            let (trial, agent, pairs) = (trial.clone(), agents[at].to_string(), results[at]);
            PlayedTrial { trial, agent, rival: None, pairs }
        };
        Ok(Some(asked.iter().zip(places).map(played).collect()))
    }

    /// The trials of a round in which points play each other, or `None` if stopped.
    fn duels(&mut self, round: usize, asked: &[Trial]) -> PlayedTrials {
        let (mut trials, mut specs, mut places) = (Vec::new(), Vec::new(), Vec::new());
        for (number, trial) in asked.iter().enumerate() {
            let other = trial.rival.as_ref().unwrap_or(&trial.point);
            let agents = [self.plan.agent(&trial.point)?, self.plan.agent(other)?];
            let [agent, rival] = [&agents[0], &agents[1]].map(Agent::to_string);
            let (trial, pairs) = (trial.clone(), Pairs::default());
            trials.push(PlayedTrial { trial, agent, rival: Some(rival), pairs });
            // Points that round to the same agent have nothing to play.
            if agents[0] != agents[1] {
                let (name, conditions) =
                    (format!("tune round {round}"), self.plan.conditions(round, number));
                let (pairs, agents) = (self.plan.pairs, agents.into());
                specs.push(Spec::of(name, conditions, pairs, agents, Vec::new())?);
                places.push(number);
            }
        }
        let Some(results) = self.run(&specs)? else {
            return Ok(None);
        };
        for (place, pairs) in places.into_iter().zip(results) {
            trials[place].pairs = sum(&pairs);
        }
        Ok(Some(trials))
    }

    /// The winner against the start, and both against the rest of the field, or `None` if stopped.
    fn retest(&mut self) -> Result<Option<Retest>, TuneError> {
        let plan = self.plan;
        let agents = vec![plan.agent(&self.best)?, plan.agent(&plan.space.start())?];
        let others = plan.field.iter().filter(|agent| !agents.contains(agent)).cloned();
        let others: Vec<Agent> = others.collect();
        let conditions = plan.retest_conditions();
        let seed = conditions.seed;
        let spec = |name: &str, field: Vec<Agent>| {
            let (conditions, agents) = (conditions.clone(), agents.clone());
            Spec::of(name.to_owned(), conditions, plan.retest, agents, field)
        };
        // The re-test is the last run: the report of the directory shows it.
        let mut specs = vec![spec("tune re-test", Vec::new())?];
        if !others.is_empty() {
            specs.insert(0, spec("tune re-test against the field", others.clone())?);
        }
        let Some(mut results) = self.run(&specs)? else {
            return Ok(None);
        };
        let duel = sum(&results.pop().expect("a result for each specification"));
        let field = results.pop().map_or(Vec::new(), |pairs| {
            let (winner, start) = pairs.split_at(others.len());
            let figures = others.iter().zip(winner.iter().zip(start));
            let result = |(agent, (&winner, &start)): (&Agent, (&Pairs, &Pairs))| FieldResult {
                agent: agent.to_string(),
                winner,
                start,
            };
            figures.map(result).collect()
        });
        Ok(Some(Retest { seed, pairs: duel, field }))
    }
}
