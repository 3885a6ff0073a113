#!/bin/bash
source ./lib.sh #> import lib.sh::
. "$(dirname "$0")/lib.sh" #> import lib.sh::
source "$HOME/other.sh" #> none *
. /etc/profile #> none *

readonly RATE=2 #> def constant RATE
export PRICE=1 #> def variable PRICE
ITEMS=(tea milk) #> def variable ITEMS

# Adds an item.
add() { #> def function add; doc Adds an item.
  local price=1 #> none price
  total "$price" #> none total
}

function total { #> def function total
  echo "$1"
}
