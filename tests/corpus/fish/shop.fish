function add -d "Adds a price." --argument total item #> def function add; doc Adds a price.
    set sum $item #> none sum
    function inner #> def function add.inner; flag local add.inner
    end
end

# Doubles a number.
function twice #> def function twice
    add $argv $argv #> none add
end

set -g limit 10 #> def variable limit
alias plus 'add' #> def function plus; none add
