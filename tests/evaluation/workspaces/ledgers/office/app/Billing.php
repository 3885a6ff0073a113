<?php

namespace Office;

use Acme\Invoices\Export\Exporter;
use Acme\Invoices\Invoice;
use Acme\Invoices\Line;
use Acme\Invoices\Status;
use Acme\Invoices\Support\Loggable;
use Psr\Log\LoggerInterface;
use function Acme\Invoices\round_cents;

class Billing
{
    use Loggable;

    public function __construct(private Exporter $exporter, private LoggerInterface $logger)
    {
    }

    public function bill(string $number, float $price): string
    {
        $invoice = Invoice::draft($number)->add(new Line('mooring', round_cents($price)));
        $this->note($invoice->number());
        $this->logger->info($invoice->total()->format());

        return $this->exporter->export($invoice);
    }

    public function again(Invoice $invoice): string
    {
        return $invoice->total()->format();
    }

    public function status(): string
    {
        return Status::Open->label();
    }

    public function total(): int
    {
        return $this->number();
    }

    private function number(): int
    {
        return 1;
    }
}
