package bank;

import java.util.List;

public class Account {
    private final String owner;
    private boolean active;

    public Account(String owner) {
        this.owner = owner;
    }

    public String getOwner() {
        return owner;
    }

    public boolean isActive() {
        return active;
    }

    public List<Entry> getEntries() {
        return Ledger.read(this); //> call Ledger.read
    }

    public static Account open(String owner) {
        Money first = new Money(3); //> call Money
        first.getCents(); //> ref Money.cents
        first.plus(first); //> call Money.plus
        Money.Companion.zero(); //> call Money.Companion.zero
        Money.zero(); //> call Money.Companion.zero
        Rates.INSTANCE.today(); //> call Rates.today
        MoneyKt.total(List.of(first)); //> call money.kt::total
        MoneyKt.half(first); //> call money.kt::Money.half
        MoneyKt.missing(); //> none missing
        return new Account(owner); //> call Account
    }
}

class Entry {
    void post() {}
    Money getAmount() { return new Money(1); } //> call Money
}
