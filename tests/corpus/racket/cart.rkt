#lang racket/base
(require racket/list)

;; Adds a price.
(define (add total item) ;> def function add; doc Adds a price.
  (define (inner x) x) ;> def function add.inner; flag local add.inner
  (inner (+ total item)))

(define limit 10) ;> def variable limit
(define twice (λ (x) (add x x))) ;> def function twice; none add
(define/contract (half x) (-> any any) (/ x 2)) ;> def function half
(struct point (x y) #:transparent) ;> def struct point
(define-syntax-rule (on x) x) ;> def macro on
(define-values (low high) (values 1 2)) ;> def variable low; def variable high
(define cart% (class object% ;> def class cart%
    (define/public (size) 1) ;> def method cart%.size
    (super-new)))
(module+ test ;> def module test
  (test-case "adds" (add 1 1))) ;> def function test.adds; flag test test.adds; none add
