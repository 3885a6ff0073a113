package org.acme.money;

public class Money {
    private final long cents;

    public Money(long cents) {
        this.cents = cents;
    }

    public static Money parse(String text) {
        return new Money(Math.round(Double.parseDouble(text) * 100));
    }

    public Money plus(Money other) {
        return new Money(cents + other.cents);
    }

    public String format() {
        return String.valueOf(cents / 100.0);
    }
}
