<?php

namespace Shop\Model;

class Order //> def class Order
{
    public function total(): int
    {
        return price(3) + other(); //> call helpers.php::price exact; none other
    }
}
