<?php

namespace Lendery\Text;

const ELLIPSIS = '…';

function shorten(string $text, int $length): string
{
    return strlen($text) > $length ? substr($text, 0, $length) . ELLIPSIS : $text;
}

function strlen(string $text): int
{
    return \strlen($text);
}
