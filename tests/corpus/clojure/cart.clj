(ns shop.cart "A cart of items." ;> def module shop.cart; doc A cart of
  (:require [clojure.string :as str]))

(def limit "The most that fits." 10) ;> def constant limit; doc The most that
(def ^:private hidden 1) ;> def constant hidden

(defn add "Adds an item." [cart item] ;> def function add; doc Adds an item.
  (let [price (get item :price)] ;> none price
    (str/join cart price limit))) ;> none limit

;; Doubles a number.
(defn- twice [x] (add x x)) ;> def function twice; doc Doubles a number.; none add

(defn many ;> def function many
  ([x] x)
  ([x y] y))

(defmacro on [x] x) ;> def macro on
(defmulti area :shape) ;> def function area
(defmethod area :circle [x] 1) ;> def method area

(defprotocol Shape ;> def interface Shape
  (size [this] "Its size.")) ;> def method Shape.size; doc Its size.

(defrecord Cart [items] ;> def struct Cart
  Shape
  (size [this] 1)) ;> def method Cart.size

(deftype T [a]) ;> def struct T
(defonce state (atom {})) ;> def constant state
(defroutes app (GET "/" [] 1)) ;> def variable app
#?(:clj (defn only-clj [] 1)) ;> def function only-clj

(deftest adds ;> def function adds; flag test adds
  (is (= 1 (add 1 2)))) ;> none add
