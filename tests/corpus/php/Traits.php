<?php

namespace Acme\Traits;

trait Fluent
{
    public const SIZE = 1;

    public function named(): self
    {
        return $this;
    }

    public function late(): static
    {
        return $this;
    }

    /** @return $this */
    public function documented()
    {
        return $this;
    }

    public function undeclared()
    {
        return $this;
    }

    public static function make(): self
    {
        return new self();
    }

    public function size(): int
    {
        return self::SIZE + strlen(self::word()); //> ref Fluent.SIZE exact; call Fluent.word exact
    }

    public static function word(): string
    {
        return '';
    }
}

class Box
{
    use Fluent;

    public function close(): void
    {
    }
}

class Crate
{
    use Fluent;

    public function close(): void
    {
    }
}

class Padlocked extends Box
{
    public function close(): void
    {
    }
}

function run(Box $box, Crate $crate, Padlocked $padlocked): void
{
    $box->named()->close(); //> call Fluent.named; call Box.close typed; none Crate.close
    $crate->named()->named()->close(); //> call Crate.close typed; none Box.close
    $box->late()->close(); //> call Box.close typed
    $box->documented()->close(); //> call Box.close typed; none Crate.close
    $crate->undeclared()->close(); //> call Crate.close; none Box.close
    Box::make()->close(); //> call Box.close typed; none Crate.close
    $padlocked->named()->close(); //> call Padlocked.close typed; none Crate.close
}
