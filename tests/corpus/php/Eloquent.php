<?php

namespace Acme\Blog;

use Illuminate\Database\Eloquent\Builder;
use Illuminate\Database\Eloquent\Casts\Attribute;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Database\Eloquent\Relations\BelongsTo;
use Illuminate\Foundation\Auth\User as Authenticatable;

enum Status: string
{
    case Draft = 'draft';

    public function label(): string
    {
        return '';
    }
}

class Writer extends Authenticatable
{
    public $nickname = '';

    public function posts()
    {
        return $this->hasMany(Post::class);
    }

    public function getFullNameAttribute(): string
    {
        return '';
    }

    public function setSecretAttribute($value): void
    {
    }

    protected function initials(): Attribute
    {
        return Attribute::make(get: fn ($value) => $value);
    }

    public function age(): int
    {
        return 1;
    }

    public function nickname()
    {
        return $this->hasMany(Post::class);
    }

    public function greet(): string
    {
        $this->secret = 'x'; //> implicit Writer.setSecretAttribute inferred
        return $this->full_name; //> implicit Writer.getFullNameAttribute inferred
    }
}

class Post extends Model
{
    protected $casts = ['status' => Status::class, 'flag' => 'boolean'];

    public function writer(): BelongsTo
    {
        return $this->belongsTo(Writer::class);
    }

    public function comments()
    {
        return $this->hasMany(Comment::class);
    }

    public function scopePublished(Builder $query, bool $strict = false): void
    {
        $query->where('published', true)->recent(); //> none Post.scopeRecent
    }

    public function scopeRecent($query, $days)
    {
        return $query->where('a', $days);
    }

    public function shout(): string
    {
        return '';
    }

    public function publish(): void
    {
        $this->title = 'x';
    }

    public function getTitleAttribute($value): string
    {
        return $value;
    }
}

class Comment extends Model
{
    public function post()
    {
        return $this->belongsTo(Post::class);
    }

    public function hide(): void
    {
    }

    public function scopeVisible($query)
    {
        return $query;
    }
}

class Plain
{
    public function comments()
    {
        return [];
    }

    public function getFullNameAttribute(): string
    {
        return '';
    }
}

function read(Writer $writer, Post $post, Plain $plain): void
{
    echo $writer->full_name; //> implicit Writer.getFullNameAttribute inferred
    echo $writer->initials; //> implicit Writer.initials inferred
    echo $writer->age; //> none Writer.age
    echo $writer->nickname; //> ref Writer.nickname; none Writer.getFullNameAttribute
    foreach ($writer->posts as $each) { //> implicit Writer.posts inferred
        $each->publish(); //> call Post.publish inferred
        $each->comments->first()->hide(); //> implicit Post.comments; call Comment.hide inferred
    }
    $post->writer->greet(); //> implicit Post.writer inferred; call Writer.greet inferred
    echo $post->writer->full_name; //> implicit Post.writer; implicit Writer.getFullNameAttribute
    echo $post->title; //> implicit Post.getTitleAttribute
    echo $post->status->label(); //> call Status.label inferred
    echo $post->flag; //> none Post
    echo $plain->comments; //> none Plain.comments
    echo $plain->full_name; //> none Plain.getFullNameAttribute
}

function query(Writer $writer): void
{
    Post::published()->first()->shout(); //> implicit Post.scopePublished inferred; call Post.shout
    Post::where('a', 1)->recent(3)->get()->first()->shout(); //> implicit Post.scopeRecent inferred; call Post.shout
    Post::whereNull('b')->published(true)->recent(2)->first()->shout(); //> implicit Post.scopePublished; implicit Post.scopeRecent; call Post.shout
    $writer->posts()->published()->first()->shout(); //> call Writer.posts; implicit Post.scopePublished; call Post.shout
    Comment::published(); //> none Post.scopePublished; external Illuminate\Database\Eloquent\Concerns\HasAttributes.published
    Post::with('comments')->get(); //> implicit Post.comments inferred
    Post::with(['comments.post', 'writer' => fn ($query) => $query])->get(); //> implicit Post.comments; implicit Comment.post; implicit Post.writer
    Post::query()->whereHas('comments', fn ($query) => $query->visible())->get(); //> implicit Post.comments; none Post.scopeRecent
    $writer->load('posts:id,title'); //> implicit Writer.posts inferred
}
