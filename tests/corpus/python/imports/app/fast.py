def speed():  #> def function speed
    pass
