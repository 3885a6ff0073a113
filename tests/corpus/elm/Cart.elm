port module Shop.Cart exposing (add) --> def module Shop.Cart

import Html exposing (div)


{-| A cart of items. -}
type alias Cart = --> def type Cart; doc A cart of
    { items : List Int --> def field Cart.items
    , count : Int --> def field Cart.count
    }


type Color --> def enum Color
    = Red --> def constant Color.Red
    | Green Int --> def constant Color.Green


{-| Adds the prices. -}
add : Int -> Int -> Int --> def function add; doc Adds the prices.
add a b =
    let
        total =
            a + b
    in
    total --> none total


limit : Int --> def constant limit
limit =
    10


twice x = --> def function twice
    add x x --> none add


port send : String -> Cmd msg --> def function send
