# Adds an item.
function(add_item name price) #> def function add_item; doc Adds an item.
endfunction()
macro(remove_item name) #> def macro remove_item
endmacro()
