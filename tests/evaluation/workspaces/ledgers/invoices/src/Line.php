<?php

namespace Acme\Invoices;

final class Line
{
    public const LIMIT = 100;

    public function __construct(public readonly string $text, public readonly int $cents)
    {
    }
}
