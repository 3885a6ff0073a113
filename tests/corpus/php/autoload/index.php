<?php

use Shop\Model\{Order as Basket, Missing}; //> import src/Model/Order.php::Order
use function Shop\Model\other;
use const RATE; //> import helpers.php::RATE

require_once __DIR__ . '/lib/helpers.php'; //> import lib/helpers.php::
require dirname(__FILE__) . '/src/Model/Order.php'; //> import src/Model/Order.php::
require __DIR__ . '/vendor/autoload.php'; //> none *
require $path;

$basket = new Basket(); //> call src/Model/Order.php::Order exact; none old/src/Model/Order.php::Order
$basket->total(); //> call src/Model/Order.php::Order.total; none old/src/Model/Order.php::Order.total
echo RATE; //> ref helpers.php::RATE exact
other(); //> none *
(new Missing())->total(); //> none *
new Order(); //> none *
?>
<b><?= price(1) ?></b> <!-- -->
<?php price(2); //> call helpers.php::price exact
