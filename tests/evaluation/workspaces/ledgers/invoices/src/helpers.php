<?php

namespace Acme\Invoices;

function round_cents(float $value): int
{
    return (int) round($value * 100);
}
