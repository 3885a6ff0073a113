<?php

function price(int $x): int
{
    return $x;
}

const RATE = 3;
