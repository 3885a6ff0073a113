<?php

namespace Shop\Model;

class Order
{
    public function total(): int
    {
        return 0;
    }
}
