<?php

namespace Acme\Invoices\Support;

trait Loggable
{
    protected function note(string $text): void
    {
        error_log($text);
    }
}
