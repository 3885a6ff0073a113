def piece():  #> def function piece
    pass
