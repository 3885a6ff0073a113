package org.acme.money;

public interface Rounding {
    long round(double value);
}
