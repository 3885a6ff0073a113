;;; shop.el --- A shop  -*- lexical-binding: t -*-
(require 'cl-lib)

(defun shop-add (total item) ;> def function shop-add; doc Add a price.
  "Add a price."
  (let ((sum (+ total item))) ;> none sum
    sum))

;; Doubles a number.
(defsubst shop-twice (x) (shop-add x x)) ;> def function shop-twice; doc Doubles a number.; none shop-add

(defvar shop-state 1 "What is kept.") ;> def variable shop-state; doc What is kept.
(defcustom shop-size 2 "How many." :type 'integer) ;> def variable shop-size; doc How many.
(defconst shop-limit 3) ;> def constant shop-limit
(defmacro shop-on (x) x) ;> def macro shop-on
(cl-defun shop-find (&key name) "Find one." name) ;> def function shop-find; doc Find one.
(cl-defmethod shop-area ((shape shop-cart)) 1) ;> def method shop-area
(cl-defstruct shop-point x y) ;> def struct shop-point
(define-minor-mode shop-mode "Shop." :lighter "S") ;> def function shop-mode; doc Shop.
(defalias 'shop-plus 'shop-add) ;> def function shop-plus; none shop-add
(ert-deftest shop-adds () (should (= 2 (shop-add 1 1)))) ;> def function shop-adds; flag test shop-adds; none shop-add
