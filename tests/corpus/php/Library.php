<?php

namespace Acme\Library;

use Illuminate\Database\Eloquent\Model;
use PHPUnit\Framework\TestCase;
use Psr\Container\ContainerInterface;

class Song extends Model
{
    public function play(): string
    {
        return '';
    }

    public function artist()
    {
        return $this->belongsTo(Artist::class);
    }
}

class Artist extends Model
{
    public function name(): string
    {
        return '';
    }

    public function songs()
    {
        return $this->hasMany(Song::class);
    }
}

function listen(ContainerInterface $container, array $ids): void
{
    Song::query()->where('a', 1)->firstOrFail()->play(); //> call Song.play
    Song::where('a', 1)->orderBy('b')->first()->play(); //> call Song.play
    Song::find(1)->missing(); //> none missing
    foreach (Song::query()->get() as $song) {
        $song->play(); //> call Song.play
        $song->artist()->first()->name(); //> call Song.artist; call Artist.name; none Song.play
    }
    Song::all()->map(fn ($each) => $each->play()); //> call Song.play
    $container->get(Artist::class)->name(); //> call Artist.name typed
    $container->get('artist')->name(); //> none name
}

class SongTest extends TestCase //> flag test SongTest
{
    public function testPlays(): void //> flag test SongTest.testPlays
    {
        $song = $this->createMock(Song::class);
        $song->play(); //> call Song.play
        $other = $this->getMockBuilder(Song::class)->disableOriginalConstructor()->getMock();
        $other->play(); //> call Song.play
        $this->assertSame(1, 1); //> external PHPUnit\Framework\Assert.assertSame
    }
}

function made(): void
{
    app(Song::class)->play(); //> call Song.play
    app()->make(Artist::class)->name(); //> call Artist.name
    resolve(Artist::class)->name(); //> call Artist.name
    app('song')->play(); //> none play
}

class Player
{
    public function start(): Artist
    {
        return new Artist();
    }
}

/** @method static Song start() */
class Play extends \Illuminate\Support\Facades\Facade
{
    protected static function getFacadeAccessor(): string
    {
        return Player::class;
    }
}

/** @method static Song start() */
class Named extends \Illuminate\Support\Facades\Facade
{
    protected static function getFacadeAccessor(): string
    {
        return 'player';
    }
}

function faced(): void
{
    Play::start()->name(); //> call Player.start; call Artist.name; none Song.play
    Named::start()->play(); //> none Player.start; call Song.play
    Named::stop(); //> unresolved stop
}
