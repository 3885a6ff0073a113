<?php

namespace Acme\Calls;

interface Speaks
{
    public function speak(): string; //> def method Speaks.speak
}

class Dog implements Speaks //> implement Speaks
{
    private ?Dog $friend = null;
    protected $tag;

    public function __construct(private string $name, ?Dog $friend = null)
    {
        $this->friend = $friend; //> ref Dog.friend exact
        $this->tag = new Tag(); //> call Tag exact
    }

    public function speak(): string //> override Speaks.speak
    {
        return $this->bark() . $this->friend?->bark() . $this->tag->text(); //> call Dog.bark exact; call Tag.text inferred
    }

    protected function bark(): string
    {
        return static::loud(self::loud('x')); //> call Dog.loud
    }

    public static function loud(string $text): string
    {
        return strtoupper($text); //> external strtoupper; none loud
    }

    public static function make(): static
    {
        return new static('rex'); //> implicit Dog.__construct
    }
}

class Puppy extends Dog //> inherit Dog
{
    public function __construct()
    {
        parent::__construct('small'); //> call Dog.__construct exact
    }

    protected function bark(): string
    {
        return parent::bark(); //> call Dog.bark exact; none Puppy.bark
    }
}

class Tag
{
    public function text(): string
    {
        return '';
    }
}

function hear(Speaks $one, Dog $dog, $other, string $name): void
{
    $one->speak(); //> call Speaks.speak typed
    $dog->speak(); //> call Dog.speak typed; none Speaks.speak
    $other->speak(); //> none speak
    $dog->missing(); //> none missing
    $dog->$name(); //> none speak
    Dog::make()->speak(); //> call Dog.make exact; call Dog.speak
    DOG::loud('y'); //> call Dog.loud exact
    HEAR($one, $dog, 1, ''); //> call hear exact
    $f = hear(...); //> ref hear exact
    $f($one, $dog, 1, ''); //> call hear exact
    $g = fn (Dog $d) => $d->speak(); //> call Dog.speak typed
    usort($list, [$dog, 'speak']); //> ref Dog.speak
    $name(); //> none hear
    (new Puppy())->speak(); //> call Puppy.__construct exact; call Dog.speak
}

function narrow($thing, Speaks $speaks): void
{
    if ($thing instanceof Dog) {
        $thing->speak(); //> call Dog.speak
    }
    if (!$thing instanceof Dog) {
        return;
    }
    $thing->speak(); //> call Dog.speak
    if ($speaks instanceof Tag && $speaks->text()) { //> call Tag.text
        $speaks->text(); //> call Tag.text
    }
    $x = $thing ?? new Tag();
    foreach ([new Tag()] as $tag) {
        $tag->text(); //> call Tag.text
    }
}

/**
 * @param Dog[] $dogs
 * @param array<string, Tag> $tags
 * @return Tag
 */
function documented(array $dogs, array $tags, $missing)
{
    foreach ($dogs as $dog) {
        $dog->speak(); //> call Dog.speak typed
    }
    foreach ($tags as $key => $tag) {
        $tag->text(); //> call Tag.text typed
    }
    $tags['x']->text(); //> call Tag.text typed
    /** @var Tag $missing */
    $missing->text(); //> call Tag.text
    array_map(function ($dog) {
        return $dog->speak(); //> call Dog.speak
    }, $dogs);
    return $tags['y'];
}

documented([], [], null)->text(); //> call documented exact; call Tag.text typed

class Broken extends Missing
{
    public function go(): void
    {
        $this->speak(); //> none speak
        parent::go(); //> none Broken.go
        Dog::class;
        new \Dog('x'); //> none Dog
        \strlen('x'); //> external strlen
    }
}

trait Greets
{
    public function greet(): string
    {
        return $this->name(); //> call Host.name
    }

    public function bye(): string
    {
        return '';
    }
}

trait Leaves
{
    public function bye(): string
    {
        return '';
    }
}

class Host
{
    use Greets, Leaves {
        Greets::bye insteadof Leaves;
        Leaves::bye as protected leave;
        greet as hello;
    }

    public function name(): string
    {
        $this->bye(); //> call Greets.bye; none Leaves.bye
        $this->leave(); //> call Leaves.bye; none Greets.bye
        $this->greet(); //> call Greets.greet
        return $this->hello(); //> call Greets.greet
    }
}

enum Size: int
{
    case Small = 1;
    case Big = 2;

    public function label(): string
    {
        return match ($this) {
            self::Small => self::Big->label(), //> ref Size.Small; ref Size.Big; call Size.label
            self::Big => '',
        };
    }
}

Size::Small->label(); //> call Size.label typed; ref Size.Small exact
Size::from(1)->label(); //> call Size.label

class Magic
{
    public function __call(string $name, array $arguments)
    {
        return $this;
    }

    public function __invoke(int $x): Tag
    {
        return new Tag();
    }
}

function magic(Magic $m): void
{
    $m->anything()->other(); //> none anything; none other
    $m(1)->text(); //> implicit Magic.__invoke; call Tag.text typed
}

class Text
{
    public function __toString(): string
    {
        return '';
    }
}

function show(Text $text, Tag $tag, string $plain): string
{
    echo $text, $tag; //> implicit Text.__toString typed; none text
    $all = "a {$text} b"; //> implicit Text.__toString typed
    $all .= $text; //> implicit Text.__toString typed
    $same = $text === $plain; //> none __toString
    return $plain . $text . (string) $tag; //> implicit Text.__toString typed
}

function swapped($one): void
{
    /** @var $one Tag */
    $one->text(); //> call Tag.text
}

function named(array $list, string $name): void
{
    usort($list, 'Acme\Calls\hear'); //> ref hear
    array_map('Acme\Calls\Dog::loud', $list); //> ref Dog.loud
    call_user_func('hear'); //> none hear
    array_map($name, $list); //> none hear
    trim('Acme\Calls\hear'); //> none hear
}
