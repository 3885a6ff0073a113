package org.acme.statements;

import org.acme.money.Money;
import org.acme.money.Rounding;
import org.springframework.web.client.RestTemplate;

public class Statement implements Rounding {
    private final RestTemplate rest = new RestTemplate();

    public String render(String account) {
        String balance = rest.getForObject("http://ledger/accounts/{account}/balance", String.class, account);
        Money total = Money.parse(balance).plus(new Money(100));
        return total.format();
    }

    @Override
    public long round(double value) {
        return Math.round(value);
    }

    public String format() {
        return "statement";
    }

    public String show() {
        return format();
    }
}
