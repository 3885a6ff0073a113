<?php

namespace Lendery\Lending;

use Lendery\Catalog\Thing;

interface Rule
{
    public function allows(Thing $thing): bool;
}
