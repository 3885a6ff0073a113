// Types of libraries that stand for those of the standard library, and what applications use of them.
use std::sync::Arc;

use anyhow::{Context, Result};
use axum::extract::{Json, State};
use clap::Parser;
use once_cell::sync::Lazy;
use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use tokio::sync::{RwLock, mpsc};

#[derive(Parser)]
struct Options {
    name: String,
}

impl Options {
    fn check(&self) {}
}

struct Agent(u32);

impl Agent {
    fn load(name: &str) -> Result<Self> {
        Ok(Agent(1))
    }
    fn find(name: &str) -> Option<Agent> {
        None
    }
    fn act(&self) {}
}

static DEFAULT: Lazy<Agent> = Lazy::new(|| Agent(3));

struct Shared {
    own: Mutex<Agent>,
    other: Arc<RwLock<Agent>>,
    all: FxHashMap<u32, Agent>,
}

impl Shared {
    async fn run(&self) {
        self.own.lock().act(); //> external parking_lot.Mutex.lock; call Agent.act typed
        self.other.read().await.act(); //> call Agent.act typed
        if let Some(one) = self.all.get(&1) {
            one.act(); //> call Agent.act typed
        }
        DEFAULT.act(); //> call Agent.act typed
    }
}

fn answer() -> Result<()> {
    let agent = Agent::load("x")?; //> call Agent.load
    agent.act(); //> call Agent.act typed
    let other = Agent::load("x").context("no agent")?; //> call Agent.load
    other.act(); //> call Agent.act typed
    let third = Agent::find("x").with_context(|| "none")?; //> call Agent.find
    third.act(); //> call Agent.act typed
    serde_json::from_str::<Agent>("1")?.act(); //> call Agent.act typed
    Ok(())
}

fn reload() -> anyhow::Result<Agent> {
    Agent::load("x") //> call Agent.load
}

async fn handle(State(agent): State<Arc<Agent>>, Json(body): Json<Agent>) {
    agent.act(); //> call Agent.act typed
    body.act(); //> call Agent.act typed
}

async fn work() {
    let (sender, mut receiver) = mpsc::channel::<Agent>(1);
    while let Some(one) = receiver.recv().await {
        one.act(); //> call Agent.act typed
    }
    let task = tokio::spawn(async { Agent(1) });
    task.await.unwrap().act(); //> call Agent.act typed
    let agents = vec![Agent(1)];
    agents.iter().for_each(|one| one.act()); //> call Agent.act typed
}

fn main() {
    Options::parse().check(); //> call Options.check typed
    if let Ok(agent) = reload() {
        agent.act(); //> call Agent.act typed
    }
}
