<?php

declare(strict_types=1);

namespace Lendery\Catalog;

use Lendery\Support\HasTags;
use Stringable;

use function Lendery\Text\shorten;

/** Something that can be lent. */
abstract class Thing implements Stringable
{
    use HasTags {
        addTag as protected attach;
    }

    protected Condition $condition = Condition::Good;

    public function __construct(private readonly string $title, public readonly ?Owner $owner = null)
    {
        $this->attach(shorten($title, 12));
    }

    abstract public function days(): int;

    public function label(): string
    {
        return $this->title . ' ' . $this->owner?->name() . $this->condition->mark();
    }

    public static function named(string $title): static
    {
        return new static($title);
    }

    public function __toString(): string
    {
        return $this->label();
    }
}
