<?php

namespace Acme\Invoices\Tests;

use Acme\Invoices\Invoice;
use PHPUnit\Framework\TestCase;

final class InvoiceTest extends TestCase
{
    public function testDraft(): void
    {
        self::assertSame('1', Invoice::draft('1')->number());
    }
}
