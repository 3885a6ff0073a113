<?php

declare(strict_types=1);

namespace Acme\Invoices;

use Acme\Invoices\Money\Amount;

class Invoice
{
    /** @var Line[] */
    private array $lines = [];

    final public function __construct(private string $number)
    {
    }

    public static function draft(string $number): static
    {
        return new static($number);
    }

    public function add(Line $line): self
    {
        $this->lines[] = $line;

        return $this;
    }

    public function total(): Amount
    {
        return new Amount(count($this->lines));
    }

    public function number(): string
    {
        return $this->number;
    }
}
