<?php

namespace App\Models;

use Illuminate\Database\Eloquent\Factories\HasFactory;
use Illuminate\Database\Eloquent\Model;

class Book extends Model {}

class Shelf extends Model
{
    use HasFactory;

    public function books() { return $this->hasMany(Book::class); }
    public function first() { return 1; }
}

class Tests
{
    public function run(): void
    {
        $shelf = Shelf::factory()->create();
        $shelf->books(); //> call Shelf.books
        Shelf::factory()->count(2)->state([])->make()->books(); //> call Shelf.books
        Shelf::factory()->count(2)->create()->first()->books(); //> call Shelf.books
        Book::factory()->books(); //> none books
    }
}
