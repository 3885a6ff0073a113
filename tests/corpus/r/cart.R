#' Adds the prices.
#' @param x a number
add <- function(x, y = 1) { #> def function add; doc Adds the prices.
  total <- x + y #> none total
  inner <- function() total #> def function add.inner; flag local add.inner
  inner()
}

limit = 10 #> def variable limit
twice = function(x) add(x, x) #> def function twice; none add
"%+%" <- function(a, b) a #> def function %+%
print.cart <- function(x, ...) invisible(x) #> def function print.cart
applied <- lapply(1:3, FUN = function(i) i) #> def variable applied; none FUN

Cart <- R6Class("Cart", public = list( #> def class Cart
  items = NULL, #> def field Cart.items
  add = function(x) self$items <- x #> def method Cart.add
))

setClass("Person", representation(name = "character")) #> def class Person
setGeneric("area", function(shape) standardGeneric("area")) #> def function area
setMethod("area", "Person", function(shape) 1) #> def function area

test_that("adds", { #> def function adds; flag test adds
  expect_equal(add(1, 1), 2) #> none add
})
