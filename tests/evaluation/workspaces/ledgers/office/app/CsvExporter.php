<?php

namespace Office;

use Acme\Invoices\Export\AbstractExporter;
use Acme\Invoices\Export\Exporter as Writer;
use Acme\Invoices\Invoice;

class CsvExporter extends AbstractExporter
{
    public function export(Invoice $invoice): string
    {
        return $this->quote($invoice->number());
    }
}

class NullExporter implements Writer
{
    public function export(Invoice $invoice): string
    {
        return '';
    }
}

class Receipt extends Invoice
{
    public function number(): string
    {
        return 'R' . parent::number();
    }
}
