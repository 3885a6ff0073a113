module Shop.Cart (add) where -- > def module Shop.Cart

import qualified Data.Map as M

-- | A cart of items.
data Cart a = Cart -- > def type Cart; doc A cart of; def constant Cart.Cart
  { items :: [a] -- > def field Cart.Cart.items
  , count :: Int -- > def field Cart.Cart.count
  }
  | Empty -- > def constant Cart.Empty
  deriving Show

newtype Id = Id Int -- > def type Id; def constant Id.Id
type Name = String -- > def type Name

class Shape a where -- > def interface Shape
  area :: a -> Double -- > def method Shape.area
  type Elem a -- > def type Shape.Elem

instance Shape (Cart a) where
  area cart = fromIntegral (count cart) -- > def method Shape.area

-- | Adds an item.
add :: Cart a -> a -> Cart a -- > def function add; doc Adds an item.
add Empty item = Cart [item] 1
add (Cart old n) item = Cart (item : old) more
  where more = n + 1

{- | The most that fits. -}
limit :: Int -- > def constant limit; doc The most that
limit = 10

(<+>) :: Int -> Int -> Int -- > def function <+>
a <+> b = a + b + limit -- > none limit

twice x = add x x -- > def function twice; none add

data Shape2 a where -- > def type Shape2
  Circle :: Int -> Shape2 Int -- > def constant Shape2.Circle

type family F a where -- > def type F
  F Int = Bool

foreign import ccall "sin" c_sin :: Double -> Double -- > def function c_sin

prop_add x = x == x -- > def function prop_add; flag test prop_add

#ifdef FAST
quick :: Int -> Int -- > def function quick
quick = id
#else
slow :: Int -> Int -- > def function slow
slow n = n
#endif
