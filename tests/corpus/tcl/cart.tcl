package require Tcl 8.5

namespace eval ::shop { ;#> def module shop
    variable limit 10 #> def variable shop.limit

    # Adds a price.
    proc add {total item} { #> def function shop.add
        set sum $item ;#> none sum
        return $sum
    }
}

# Doubles a number.
proc ::shop::twice {x {y 1}} { add $x $x } ;#> def function shop.twice; none add

oo::class create Cart { ;#> def class Cart
    method size {} { return 1 } ;#> def method Cart.size
}
test adds "adds two" { add 1 2 } 3 ;#> def function adds; flag test adds; none add

proc shop::roll {} { #> def function shop.roll
    return [expr {-180 + rand()*360}]
}

proc shop::price {goods} { #> def function shop.price
    return 1
}
