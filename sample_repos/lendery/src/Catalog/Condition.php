<?php

namespace Lendery\Catalog;

enum Condition: string
{
    case Good = 'good';
    case Worn = 'worn';

    public const Default = self::Good;

    public function mark(): string
    {
        return match ($this) {
            self::Good => '',
            self::Worn => self::scratch(),
        };
    }

    private static function scratch(): string
    {
        return '*';
    }
}
