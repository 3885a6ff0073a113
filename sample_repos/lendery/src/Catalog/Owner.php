<?php

namespace Lendery\Catalog;

class Owner
{
    /** @var Thing[] */
    private array $things = [];

    public function __construct(private string $name)
    {
    }

    public function name(): string
    {
        return $this->name;
    }

    public function lend(Thing $thing): self
    {
        $this->things[] = $thing;

        return $this;
    }

    /** @return list<string> */
    public function labels(): array
    {
        $labels = [];
        foreach ($this->things as $thing) {
            $labels[] = $thing->label();
        }

        return $labels;
    }
}
