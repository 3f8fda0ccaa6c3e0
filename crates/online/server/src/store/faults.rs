//! Faults on demand, for tests: a layer between the store and its database.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;

use crate::bus::{Bus, Notification};

use super::StoreError;
use super::backend::{Backend, Later, Transaction};
use super::value::{Row, Value};

/// A step of the database at which a fault can happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A statement that reads, outside of a transaction.
    Read,
    /// The begin of a transaction.
    Begin,
    /// A statement of a transaction.
    Statement,
    /// The commit of a transaction.
    Commit,
}

/// A fault of the database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The disk is full.
    Full,
    /// The disk fails.
    IoError,
    /// Another writer does not release the database.
    Busy,
    /// The connection is lost before the step.
    LostBefore,
    /// The connection is lost after the step, before the response.
    LostAfter,
    /// The database executes the step, does not respond for a while, and the connection is given
    /// up.
    Silence(Duration),
}

impl Fault {
    /// All faults.
    pub const ALL: [Self; 6] = [
        Self::Full,
        Self::IoError,
        Self::Busy,
        Self::LostBefore,
        Self::LostAfter,
        Self::Silence(Duration::from_millis(200)),
    ];

    /// Whether the database executes the step.
    fn executes(self) -> bool {
        matches!(self, Self::LostAfter | Self::Silence(_))
    }

    async fn error(self) -> StoreError {
        if let Self::Silence(time) = self {
            tokio::time::sleep(time).await;
        }
        StoreError::Unavailable(format!("injected fault: {self:?}"))
    }
}

type Plan = Box<dyn FnMut(Step) -> Option<Fault> + Send>;

/// The faults of a store. Clones share the same plan.
#[derive(Clone, Default)]
pub struct Faults(Arc<Shared>);

#[derive(Default)]
struct Shared {
    plan: Mutex<Option<Plan>>,
    injected: AtomicU64,
}

impl Faults {
    /// Asks a function at every step which fault happens there.
    pub fn inject(&self, plan: impl FnMut(Step) -> Option<Fault> + Send + 'static) {
        *self.0.plan.lock() = Some(Box::new(plan));
    }

    /// Ends all faults.
    pub fn end(&self) {
        *self.0.plan.lock() = None;
    }

    /// Returns the number of faults so far.
    pub fn injected(&self) -> u64 {
        self.0.injected.load(Ordering::SeqCst)
    }

    fn at(&self, step: Step) -> Option<Fault> {
        let fault = self.0.plan.lock().as_mut().and_then(|plan| plan(step));
        self.0.injected.fetch_add(u64::from(fault.is_some()), Ordering::SeqCst);
        fault
    }
}

/// A database with faults.
pub(super) struct FaultyBackend {
    pub(super) real: Arc<dyn Backend>,
    pub(super) faults: Faults,
}

/// A transaction with faults; without the real one after the first.
struct FaultyTransaction {
    real: Option<Box<dyn Transaction>>,
    faults: Faults,
}

impl FaultyTransaction {
    /// Returns the real transaction, unless a fault happens now or has happened before.
    async fn real(&mut self) -> Result<&mut Box<dyn Transaction>, StoreError> {
        if let Some(fault) = self.faults.at(Step::Statement) {
            self.real = None;
            return Err(fault.error().await);
        }
        self.real.as_mut().ok_or_else(|| StoreError::Unavailable("the transaction has failed".to_string()))
    }
}

impl Backend for FaultyBackend {
    fn rows<'a>(&'a self, sql: &'a str, values: Vec<Value>) -> Later<'a, Vec<Row>> {
        Box::pin(async move {
            match self.faults.at(Step::Read) {
                Some(fault) => Err(fault.error().await),
                None => self.real.rows(sql, values).await,
            }
        })
    }

    fn begin(&self) -> Later<'_, Box<dyn Transaction>> {
        Box::pin(async move {
            if let Some(fault) = self.faults.at(Step::Begin) {
                return Err(fault.error().await);
            }
            let real = Some(self.real.begin().await?);
            Ok(Box::new(FaultyTransaction { real, faults: self.faults.clone() }) as Box<dyn Transaction>)
        })
    }

    fn lock(&self) -> &'static str {
        self.real.lock()
    }

    fn clock(&self) -> Option<&'static str> {
        self.real.clock()
    }

    fn bus(&self) -> Arc<dyn Bus> {
        self.real.bus()
    }

    fn optimize(&self) -> Later<'_, ()> {
        self.real.optimize()
    }

    fn close(&self) -> Later<'_, ()> {
        self.real.close()
    }
}

impl Transaction for FaultyTransaction {
    fn rows<'a>(&'a mut self, sql: &'a str, values: Vec<Value>) -> Later<'a, Vec<Row>> {
        Box::pin(async move { self.real().await?.rows(sql, values).await })
    }

    fn execute<'a>(&'a mut self, sql: &'a str, values: Vec<Value>) -> Later<'a, u64> {
        Box::pin(async move { self.real().await?.execute(sql, values).await })
    }

    fn announce<'a>(&'a mut self, notifications: Vec<Notification>) -> Later<'a, ()> {
        Box::pin(async move { self.real().await?.announce(notifications).await })
    }

    fn commit(self: Box<Self>) -> Later<'static, ()> {
        Box::pin(async move {
            let Self { real, faults } = *self;
            let real = real.ok_or_else(|| StoreError::Unavailable("the transaction has failed".to_string()))?;
            let fault = faults.at(Step::Commit);
            if fault.is_none_or(Fault::executes) {
                real.commit().await?;
            }
            match fault {
                Some(fault) => Err(fault.error().await),
                None => Ok(()),
            }
        })
    }
}
