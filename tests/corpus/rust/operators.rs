// Operators and indexing run what their traits implement for the operand's type.

use std::ops::{Add, Deref, Index};

#[derive(Clone, Copy)]
struct Money(i64);

impl Add for Money {
    type Output = Money;

    fn add(self, other: Money) -> Money { //> def method Money.add
        Money(self.0 + other.0) //> call Money exact
    }
}

impl Money {
    fn show(self) {}
}

struct Purse {
    coins: Vec<Money>,
}

impl Index<usize> for Purse {
    type Output = Money;

    fn index(&self, at: usize) -> &Money {
        &self.coins[at]
    }
}

impl Deref for Purse {
    type Target = Vec<Money>;

    fn deref(&self) -> &Self::Target {
        &self.coins
    }
}

fn sums(a: Money, b: Money, purse: Purse) {
    (a + b).show(); //> implicit Money.add typed; call Money.show typed
    purse[0].show(); //> implicit Purse.index typed; call Money.show typed
    for coin in purse.iter() {
        coin.show(); //> call Money.show typed
    }
    let n = 1 + 2; //> none Money.add
}
