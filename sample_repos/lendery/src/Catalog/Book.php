<?php

namespace Lendery\Catalog;

final class Book extends Thing
{
    public function days(): int
    {
        return 21;
    }
}
