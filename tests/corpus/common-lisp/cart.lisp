(defpackage :shop (:use :cl)) ;> def module shop
(in-package :shop)

(defun add (total item) "Adds a price." ;> def function add; doc Adds a price.
  (let ((sum (+ total item))) ;> none sum
    sum))

;; Doubles a number.
(defun twice (x) (add x x)) ;> def function twice; doc Doubles a number.; none add

(defmacro on (x) x) ;> def macro on
(defclass cart () ((items :initarg :items) (count)) (:documentation "A cart of items.")) ;> def class cart; doc A cart of; def field cart.items; def field cart.count
(defgeneric area (shape)) ;> def function area
(defmethod area ((shape cart)) 1) ;> def method area
(defvar *state* 1 "What is kept.") ;> def variable *state*; doc What is kept.
(defparameter *size* 2) ;> def variable *size*
(defconstant +limit+ 3) ;> def constant +limit+
(defstruct point x y) ;> def struct point
(define-condition full (error) ()) ;> def class full
(deftype id () 'integer) ;> def type id
(deftest adds (is (= 2 (add 1 1)))) ;> def function adds; flag test adds; none add

(defun sum-up (rows) ;> def function sum-up
  (loop :with sum := 0 :for row :across-anything rows :do (setf sum (+ sum (length (first row)))) :finally (return sum)))

(defun twice (x) ;> def function twice
  (* 2 x))
