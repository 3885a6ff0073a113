<?php

namespace Lendery\Tests;

use Lendery\Catalog\Book;
use Lendery\Catalog\Tool;
use Lendery\Lending\{Desk, NoBooks, NotThere};
use Lendery\Support\Shelf;
use PHPUnit\Framework\TestCase;

final class DeskTest extends TestCase
{
    private Desk $desk;

    protected function setUp(): void
    {
        $shelf = new Shelf();
        $shelf->put(new Book('PHP'))->put(Tool::named('saw'));
        $this->desk = new Desk($shelf);
    }

    public function testBooksAreRefused(): void
    {
        $this->desk->add('books', new NoBooks());
        $this->expectException(NotThere::class);
        $this->desk->lend('PHP');
    }

    /** @test */
    public function tools_are_lent(): void
    {
        $this->assertSame('saw', $this->desk->lend('saw')->thing->label());
    }
}
