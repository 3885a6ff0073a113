<?php

namespace Lendery\Http;

class HealthController
{
    public function __invoke(): string
    {
        return 'ok';
    }
}
