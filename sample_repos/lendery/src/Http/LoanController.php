<?php

namespace Lendery\Http;

use Lendery\Lending\Desk;

class LoanController
{
    public function __construct(private Desk $desk)
    {
    }

    public function index(): string
    {
        return '';
    }

    public function show(string $word): string
    {
        return (string) $this->desk->find($word);
    }

    public function store(): string
    {
        return $this->desk->lend('x')->thing->label();
    }
}
