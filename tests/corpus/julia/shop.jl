module Shop #> def module Shop

include("util.jl")

"""
Adds the prices.
"""
function add(x::Int, y)::Int #> def function Shop.add; doc Adds the prices.
    total = x + y #> none total
    total
end

# Doubles a number.
twice(x) = add(x, x) #> def function Shop.twice; doc Doubles a number.; none add
generic(x::T) where {T} = x #> def function Shop.generic
Base.show(io::IO, cart) = print(io, cart) #> def function Shop.Base.show

const LIMIT = 10 #> def constant Shop.LIMIT
state = 3 #> def variable Shop.state

abstract type Shape end #> def interface Shop.Shape

mutable struct Cart{T} <: Shape #> def struct Shop.Cart
    items::Vector{T} #> def field Shop.Cart.items
    count #> def field Shop.Cart.count
    Cart() = new() #> def method Shop.Cart.Cart
end

Base.@kwdef struct Options #> def struct Shop.Options
    depth::Int = 1 #> def field Shop.Options.depth
end

macro on(x) end #> def macro Shop.on
function later end #> def function Shop.later
@inline half(x) = x / 2 #> def function Shop.half
@enum Color red green #> def enum Shop.Color

@testset "adds" begin #> def function Shop.adds; flag test Shop.adds
    @test add(1, 1) == 2 #> none add
end
end

const ≅ = isapprox #> def constant ≅

mutable struct Till #> def struct Till
    @atomic open::Bool #> def field Till.open
    @atomic sum::Int = 0 #> def field Till.sum
    const id::Int #> def field Till.id
end
