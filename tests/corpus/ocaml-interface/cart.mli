(** Adds the prices. *)
val add : int -> int list -> int (*> def function add; doc Adds the prices. *)

type t = { items : int list } (*> def type t; def field t.items *)
exception Full (*> def class Full *)

module Cart : sig (*> def module Cart *)
  val size : t -> int (*> def function Cart.size *)
end

module type Shape = sig (*> def interface Shape *)
  type color = Red | Green (*> def type Shape.color; def constant Shape.color.Red; def constant Shape.color.Green *)
end

class counter : object (*> def class counter *)
  method incr : int (*> def method counter.incr *)
end

external sin : float -> float = "sin" (*> def function sin *)
