<?php

namespace Lendery\Support;

trait HasTags
{
    /** @var array<string, bool> */
    private array $tags = [];

    public function addTag(string $tag): void
    {
        $this->tags[$tag] = true;
        $this->days();
    }

    public function days(): int
    {
        return 0;
    }
}
