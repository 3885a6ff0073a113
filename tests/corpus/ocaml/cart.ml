(** Adds the prices. *)
let rec add total = function [] -> total | item :: rest -> add (total + item) rest (*> def function add; doc Adds the prices. *)
and empty () = 0 (*> def function empty; none add *)

let limit = 10 (*> def constant limit *)
let twice = fun x -> add x [x] (*> def function twice; none add *)
let ( +. ) a b = a (*> def function +. *)
let () = print_int limit (*> none limit; none print_int *)

module Cart = struct (*> def module Cart *)
  type 'a t = { items : 'a list; mutable count : int } (*> def type Cart.t; def field Cart.t.items; def field Cart.t.count *)
  type color = Red | Green of int (*> def type Cart.color; def constant Cart.color.Red; def constant Cart.color.Green *)
  exception Full of string (*> def class Cart.Full *)

  let size cart = (*> def function Cart.size *)
    let inner = cart.count in (*> none inner *)
    inner
end

module type Shape = sig (*> def interface Shape *)
  val area : float -> float (*> def method Shape.area *)
end

class counter = object (*> def class counter *)
  val mutable n = 0 (*> def field counter.n *)
  method incr = n <- n + 1 (*> def method counter.incr *)
end

external sin : float -> float = "sin" (*> def function sin *)
let (first, second) = (1, 2) (*> def constant first; def constant second *)
let%test "adds" = add 0 [1] = 1 (*> def function adds; flag test adds; none add *)

type answer = [ `Paid of int | `Refused ] (*> def type answer; def constant answer.Paid; def constant answer.Refused *)
