"""Another script of the folder, which says nothing."""

from common.angles import turn

turn()  #> none turn
