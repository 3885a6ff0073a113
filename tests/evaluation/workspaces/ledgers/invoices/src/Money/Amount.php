<?php

namespace Acme\Invoices\Money;

class Amount
{
    public function __construct(private int $cents)
    {
    }

    public function format(): string
    {
        return sprintf('%.2f', $this->cents / 100);
    }
}
