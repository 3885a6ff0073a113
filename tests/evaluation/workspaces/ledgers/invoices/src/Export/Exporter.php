<?php

namespace Acme\Invoices\Export;

use Acme\Invoices\Invoice;

interface Exporter
{
    public function export(Invoice $invoice): string;
}
