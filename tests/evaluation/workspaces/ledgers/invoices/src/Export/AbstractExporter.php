<?php

namespace Acme\Invoices\Export;

abstract class AbstractExporter implements Exporter
{
    protected function quote(string $text): string
    {
        return '"' . $text . '"';
    }
}
