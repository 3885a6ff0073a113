<?php

namespace Archive;

use Acme\Invoices\Invoice;

class Reader
{
    public function read(): string
    {
        return Invoice::draft('old')->number();
    }
}
