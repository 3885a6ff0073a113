"""What may be of more types than can be followed is of none: not of those that are named last."""


class A:
    def go(self): ...


class B(A):
    def go(self): ...


class C(A):
    def go(self): ...


class D(A):
    def go(self): ...


class E(A):
    def go(self): ...


class F(A):
    def go(self): ...


class G(A):
    def go(self): ...


class H(A):
    def go(self): ...


class I(A):
    def go(self): ...


class J(A):
    def go(self): ...


class K(A):
    def go(self): ...


class L(A):
    def go(self): ...


def few(one: A | B | C):
    one.go()  #> call A.go typed; call B.go typed; call C.go typed


def many(one: A | B | C | D | E | F | G | H | I | J | K | L):
    one.go()  #> none go
