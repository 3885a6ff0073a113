<?php

namespace Acme\Shop;

use Acme\Base;

const LIMIT = 10; //> def constant LIMIT
define('OLD_LIMIT', 5); //> def constant OLD_LIMIT

/**
 * A cart of things.
 */
#[Entity]
final class Cart extends Base implements Named //> def class Cart; doc A cart of things.
{
    use Counting;

    public const MAX = 3, MIN = 1; //> def constant Cart.MAX; def constant Cart.MIN
    private ?string $label = null; //> def field Cart.label
    public static int $count = 0, $other; //> def field Cart.count; def field Cart.other

    public function __construct(private int $size, int $plain) //> def constructor Cart.__construct; def field Cart.size
    {
        $total = helper($size); //> none total; call helper exact
    }

    // Adds an item.
    #[Pure]
    public static function add(Item $item): int //> def method Cart.add; doc Adds an item.
    {
        $twice = function ($n) { return 2 * $n; }; //> none twice
        return self::MAX; //> ref Cart.MAX exact
    }

    abstract protected function paint(); //> def method Cart.paint
}

interface Named { public function name(): string; } //> def interface Named; def method Named.name
trait Counting { public function count() {} } //> def class Counting; def method Counting.count

enum Suit: string //> def enum Suit
{
    case Hearts = 'H'; //> def constant Suit.Hearts
    const Wild = self::Hearts; //> def constant Suit.Wild
    public function label(): string { return 'x'; } //> def method Suit.label
}

function helper(int $size) { //> def function helper
    function inner() {} //> def function helper.inner
    return $size;
}

if (!function_exists('late')) {
    function late() {} //> def function late
}

$config = ['a' => 1]; //> def variable config

class CartTest extends TestCase //> def class CartTest
{
    public function testAdds() {} //> flag test CartTest.testAdds

    /** @test */
    public function it_counts() {} //> flag test CartTest.it_counts

    #[Test]
    public function sums() {} //> flag test CartTest.sums
}
