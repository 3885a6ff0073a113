# type: ignore
"""Strings that name code of the tree, and names that are put together."""


class Handler:
    def do_get(self):
        pass

    def handle(self, kind):
        getattr(self, "do_" + kind)()  #> unresolved do_*; implicit Handler.do_get dispatch; none handle
        getattr(self, f"do_{kind}")()  #> unresolved do_*; implicit Handler.do_get dispatch
        getattr(self, "do_%s" % kind)()  #> unresolved do_*
        getattr(self, "do_{}".format(kind))()  #> unresolved do_*
        getattr(self, "do_get")()  #> call Handler.do_get
        getattr(self, kind)()  #> none do_get
        getattr(self, "do_put", serve)()  #> call serve
        found = getattr(self, "do_get", None)
        found()  #> call Handler.do_get


def ask(handler: Handler, other):
    if getattr(handler, "do_get", None) is None:  #> ref Handler.do_get
        return getattr(handler, "do_put", 1)  #> none do_get; unresolved do_put
    return getattr(other, "do_get")  #> none do_get; unresolved do_get


def serve():
    pass


COMMAND = "strings:serve"  #> ref serve
SETTING = "strings.Handler"  #> ref Handler
OTHER = "strings:missing"  #> none serve
URL = "strings:serve/x"  #> none serve


class Visitor:
    def visit(self, node):
        name = "visit_" + type(node).__name__
        return getattr(self, name)(node)  #> implicit Visitor.visit_call; implicit Deeper.visit_call; implicit Deeper.visit_list

    def other(self, node, name):
        return getattr(self, name)(node)  #> none visit_call

    def visit_call(self, node): ...
    def visit_name(self, node): ...


class Deeper(Visitor):
    visit_size = 3

    def visit_call(self, node): ...
    def visit_list(self, node): ...
    def leave_list(self, node): ...


def walk(kind, word):
    getattr(Deeper(), "visit_" + kind)()  #> implicit Deeper.visit_call; implicit Visitor.visit_name; none Visitor.visit_call
    getattr(Visitor(), f"visit_{kind}")()  #> implicit Visitor.visit_call; none Deeper.visit_call
    getattr(Deeper(), "leave_" + kind)()  #> implicit Deeper.leave_list; none visit_list
    getattr(Deeper(), "v" + kind)()  #> none visit_list
