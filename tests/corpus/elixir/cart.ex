defmodule Shop.Cart do #> def module Shop.Cart; doc A cart of
  @moduledoc """
  A cart of items.
  """
  use GenServer
  alias Shop.Item

  @behaviour Shop.Store
  @limit 10 #> def constant Shop.Cart.limit
  @type t :: %__MODULE__{items: list} #> def type Shop.Cart.t
  @opaque id(x) :: x #> def type Shop.Cart.id
  @callback fetch(term) :: {:ok, term} #> def method Shop.Cart.fetch
  defstruct [:items, name: "x"]

  @doc "Adds an item."
  @spec add(t, Item.t()) :: t
  def add(cart, item) when is_map(item) do #> def function Shop.Cart.add; doc Adds an item.
    price = Item.price(item) #> none price; none Item
    %{cart | items: [price | cart.items]}
  end
  def add(cart, _other), do: cart

  # Counts what is in.
  def size(%{items: items}), do: length(items) #> def function Shop.Cart.size; doc Counts what is
  def empty, do: %__MODULE__{items: []} #> def function Shop.Cart.empty
  defp check(item), do: add(empty(), item) #> def function Shop.Cart.check; none add; none empty
  def a <~> b, do: a #> def function Shop.Cart.<~>
  defmacro on(name, do: block), do: {name, block} #> def macro Shop.Cart.on
  defguard is_big(x) when x > 10 #> def macro Shop.Cart.is_big
  defdelegate keys(x), to: Map #> def function Shop.Cart.keys

  defmodule Line do #> def module Shop.Cart.Line
    def total(line), do: line #> def function Shop.Cart.Line.total
  end
end

defprotocol Size do #> def interface Size
  def size(x) #> def method Size.size
end

defimpl Size, for: List do #> def class Size.List
  def size(x), do: length(x) #> def method Size.List.size
end

defmodule Shop.CartTest do #> def module Shop.CartTest
  test "adds", do: assert Shop.Cart.empty() #> def function Shop.CartTest.adds; flag test Shop.CartTest.adds; none empty
end
