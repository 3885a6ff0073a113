-module(cart). %> def module cart
-behaviour(gen_server).
-export([add/2]).
-define(LIMIT, 10). %> def macro LIMIT
-define(LOG(X), io:format(X)). %> def macro LOG
-record(item, {name :: binary(), price = 0}). %> def struct item; def field item.name; def field item.price
-type t() :: list(). %> def type t
-opaque id(X) :: X. %> def type id
-callback init(term()) -> ok. %> def method init

%% Adds an item.
-spec add(t(), #item{}) -> t().
add(Cart, Item) when Item#item.price > ?LIMIT -> %> def function add; doc Adds an item.; none LIMIT; none item
    Cart;
add(Cart, Item) ->
    Price = fun(X) -> X end, %> none Price
    size([Item | Cart]).

%% @doc Counts what is in.
size(Cart) -> length(Cart). %> def function size; doc Counts what is

'quoted name'() -> ok.
'quoted'() -> ok. %> def function quoted

add_test() -> add([], 1). %> def function add_test; flag test add_test; none add
