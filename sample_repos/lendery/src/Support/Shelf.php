<?php

namespace Lendery\Support;

use ArrayIterator;
use IteratorAggregate;

/**
 * @template T of object
 * @implements IteratorAggregate<int, T>
 */
class Shelf implements IteratorAggregate
{
    /** @var list<T> */
    private array $items = [];

    /** @param T $item */
    public function put(object $item): static
    {
        $this->items[] = $item;

        return $this;
    }

    /** @return T|null */
    public function first(): ?object
    {
        return $this->items[0] ?? null;
    }

    /**
     * @param callable(T): bool $test
     * @return static
     */
    public function where(callable $test): static
    {
        $found = new static();
        foreach ($this->items as $item) {
            if ($test($item)) {
                $found->put($item);
            }
        }

        return $found;
    }

    /** @return ArrayIterator<int, T> */
    public function getIterator(): ArrayIterator
    {
        return new ArrayIterator($this->items);
    }

    public function __call(string $name, array $arguments): mixed
    {
        return array_map(fn ($item) => $item->$name(...$arguments), $this->items);
    }
}
