local Colour = {} --> def variable Colour

function Colour.mix(a, b) --> def function Colour.mix
  local half = (a + b) / 2 --> none half
  return half
end

function Colour:print() --> def method Colour.print
  return Colour.mix(self.red, self.blue) --> none mix
end

local darken = function(colour) --> def function darken
  return colour / 2
end

local function mix(a) --> def function mix
  return darken(a) --> none darken
end

return Colour
