<?php

namespace Lendery\Lending;

use Lendery\Catalog\Thing;
use Lendery\Support\Shelf;

class Desk
{
    /** @var array<string, Rule> */
    private array $rules = [];

    private $clock;

    /** @param Shelf<Thing> $shelf */
    public function __construct(private Shelf $shelf)
    {
        $this->clock = new Clock();
    }

    public function add(string $name, Rule $rule): void
    {
        $this->rules[$name] = $rule;
    }

    public function find(string $word): ?Thing
    {
        return $this->shelf->where(fn (Thing $thing) => str_contains($thing->label(), $word))->first();
    }

    public function lend(string $word): Loan
    {
        $thing = $this->find($word);
        if ($thing === null) {
            throw new NotThere($word);
        }
        foreach ($this->rules as $rule) {
            if (!$rule->allows($thing)) {
                throw NotThere::refused($thing);
            }
        }
        usort($this->rules, [$this, 'compare']);
        $this->shelf->polish();

        return new Loan($thing, $this->clock->today());
    }

    public function compare(Rule $one, Rule $other): int
    {
        return strcmp($one::class, $other::class);
    }

    public function polish(): void
    {
    }
}

class Clock
{
    public function today(): string
    {
        return date('Y-m-d');
    }
}

class NotThere extends \RuntimeException
{
    public static function refused(Thing $thing): self
    {
        return new self("refused: $thing");
    }
}

class Loan
{
    public function __construct(public Thing $thing, public string $since)
    {
    }
}
