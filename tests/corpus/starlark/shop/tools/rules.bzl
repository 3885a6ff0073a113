VERSION = "1" #> def variable VERSION

def tea_library(name): #> def function tea_library; doc Makes a library.
    """Makes a library."""
    label = name #> none label
