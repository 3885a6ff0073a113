<?php

namespace Lendery\Catalog;

class Tool extends Thing
{
    public function days(): int
    {
        return 3;
    }

    public function label(): string
    {
        return 'tool: ' . parent::label();
    }

    public function sharpen(): void
    {
        $this->condition = Condition::Good;
    }
}
