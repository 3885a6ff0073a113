// Values through options, results, collections, iterator chains and closures.

use std::collections::HashMap;

#[derive(Clone, Default)]
struct Job {
    steps: Vec<Step>,
}

#[derive(Clone)]
struct Step;

struct Failure;

impl Job {
    fn run(&self) -> Result<Step, Failure> {
        Ok(Step)
    }

    fn first(&self) -> Option<&Step> {
        self.steps.first() //> none first; external __Slice.first
    }
}

impl Step {
    fn act(&self) -> Job {
        Job::default()
    }
}

impl Failure {
    fn explain(&self) {}
}

fn question(job: Job) -> Result<(), Failure> {
    let step = job.run()?; //> call Job.run typed
    step.act(); //> call Step.act typed
    job.run()?.act().run()?; //> call Job.run; call Step.act
    if let Err(failure) = job.run() {
        failure.explain(); //> call Failure.explain typed
    }
    job.run().map_err(|e| e.explain()); //> call Failure.explain typed
    Ok(())
}

fn chains(jobs: Vec<Job>, named: HashMap<String, Job>) {
    jobs.iter().map(|job| job.act_or(1)).for_each(|step| step.act()); //> unresolved act_or; none act
    jobs.iter().filter_map(|job| job.first()).for_each(|step| { step.act(); }); //> call Job.first; call Step.act
    jobs.iter().enumerate().for_each(|(_, job)| { job.run(); }); //> call Job.run typed
    let steps: Vec<_> = jobs.iter().flat_map(|job| job.steps.iter()).collect();
    for step in &steps {
        step.act(); //> call Step.act typed
    }
    for (name, job) in &named {
        name.len(); //> none len
        job.clone().run(); //> call Job.run typed
    }
    named["a"].run(); //> call Job.run typed
    jobs[0].run(); //> call Job.run typed
    if let Some(job) = named.get("a").cloned().or_else(|| None) {
        job.run(); //> call Job.run typed
    }
}

fn grown() {
    let mut steps = Vec::new();
    steps.push(Step);
    for step in steps {
        step.act(); //> call Step.act typed
    }
}

fn apply<F: Fn(&Job) -> Step>(f: F, job: &Job) -> Step {
    f(job)
}

fn closures(job: Job) {
    apply(|given| given.run().unwrap_or(Step), &job).act(); //> call apply exact; call Job.run typed; call Step.act typed
    let act = |step: &Step| step.act(); //> call Step.act typed
    act(&Step).run(); //> call Job.run typed
}

struct Holder<T> {
    held: T,
}

impl<T> Holder<T> {
    fn new(held: T) -> Self {
        Holder { held }
    }

    fn get(&self) -> &T {
        &self.held
    }
}

fn generic(holder: Holder<Job>) {
    holder.get().run(); //> call Holder.get typed; call Job.run typed
    Holder::new(Step).get().act(); //> call Step.act typed
    holder.held.run(); //> call Job.run typed
}
