; Adds a price.
(define (add total item) ;> def function add; doc Adds a price.
  (define (inner x) x) ;> def function add.inner; flag local add.inner
  (inner (+ total item)))

(define limit 10) ;> def variable limit
(define twice (lambda (x) (add x x))) ;> def function twice; none add
(define ((curried a) b) a) ;> def function curried
(define-syntax on (syntax-rules () ((_ x) x))) ;> def macro on
(define-record-type point (make-point x y) point? (x point-x)) ;> def struct point
(define-values (low high) (values 1 2)) ;> def variable low; def variable high
