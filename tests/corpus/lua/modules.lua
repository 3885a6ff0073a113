--- A shop.
local Shop = {} --> def variable Shop; doc A shop.
Shop.open = true

-- Adds an item.
function Shop.add(item) --> def function Shop.add; doc Adds an item.
  local price = item.price --> none price
  return price
end

function Shop:total(rate) --> def method Shop.total
  local function sum(items) --> def function Shop.total.sum; flag local Shop.total.sum
    return Shop.add(items) --> none Shop.add
  end
  return sum(self.items) * rate --> none sum
end

local function pays() --> def function pays
end

local twice = function(n) return 2 * n end --> def function twice; none n

return Shop
