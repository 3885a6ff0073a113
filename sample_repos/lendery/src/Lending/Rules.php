<?php

namespace Lendery\Lending;

use Lendery\Catalog\{Book, Thing, Tool as Machine};

class ShortLoans implements Rule
{
    public function allows(Thing $thing): bool
    {
        return $thing->days() < 7;
    }
}

class NoBooks implements Rule
{
    public function allows(Thing $thing): bool
    {
        if ($thing instanceof Machine) {
            $thing->sharpen();
        }

        return !$thing instanceof Book;
    }
}
