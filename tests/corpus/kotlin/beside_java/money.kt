package bank

class Money(val cents: Int) {
    operator fun plus(other: Money) = Money(cents + other.cents) //> call Money exact

    companion object {
        @JvmStatic fun zero() = Money(0) //> call Money exact
    }
}

object Rates {
    fun today() = 3
}

object Ledger {
    @JvmStatic fun read(account: Account): List<Entry> = listOf()
}

fun total(all: List<Money>): Money = all.first()

fun Money.half() = Money(cents / 2) //> call Money exact

fun audit(account: Account) {
    account.owner.length //> ref Account.getOwner
    if (account.isActive) println(account) //> ref Account.isActive
    account.entries.forEach { it.post() } //> ref Account.getEntries; call Entry.post
    account.entries.map { it.amount }.first().half() //> ref Entry.getAmount; call Money.half
    account.missing //> none missing; unresolved missing
    Account.open("me").entries //> call Account.open exact; ref Account.getEntries
    Account("me") //> call Account
}
