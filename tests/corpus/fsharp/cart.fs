module Shop.Cart //> def module Shop.Cart

open System

/// A cart of items.
type Cart = { Items: int list; Size: int } //> def struct Shop.Cart.Cart; doc A cart of; def field Shop.Cart.Cart.Items; def field Shop.Cart.Cart.Size

type Color = Red | Green of int //> def type Shop.Cart.Color; def constant Shop.Cart.Color.Red; def constant Shop.Cart.Color.Green
type Weekday = Monday = 1 | Sunday = 7 //> def enum Shop.Cart.Weekday; def constant Shop.Cart.Weekday.Monday; def constant Shop.Cart.Weekday.Sunday

type IShape = abstract Area: unit -> float //> def class Shop.Cart.IShape; def method Shop.Cart.IShape.Area

type Basket(name: string) =
    //> def class Shop.Cart.Basket
    let mutable count = 1 //> def field Shop.Cart.Basket.count
    member this.Name = name //> def method Shop.Cart.Basket.Name
    member this.Add(x: int) = count + x //> def method Shop.Cart.Basket.Add; none count
    static member Create() = Basket("x") //> def method Shop.Cart.Basket.Create; none Basket
    interface IShape with
        member _.Area() = 1.0 //> def method Shop.Cart.Basket.Area

/// Adds the prices.
let add a b = //> def function Shop.Cart.add; doc Adds the prices.
    let inner x = x + a //> def function Shop.Cart.add.inner; flag local Shop.Cart.add.inner
    let local = 1
    inner b //> none inner; none local

let limit = 10 //> def constant Shop.Cart.limit
let (|Even|Odd|) n = if n % 2 = 0 then Even else Odd
exception Full of string //> def class Shop.Cart.Full

module Helpers = //> def module Shop.Cart.Helpers
    type Alias = int //> def type Shop.Cart.Helpers.Alias
    let twice x = add x x //> def function Shop.Cart.Helpers.twice; none add

[<Fact>]
let ``adds_two`` () = add 1 1 //> def function Shop.Cart.adds_two; flag test Shop.Cart.adds_two; none add
