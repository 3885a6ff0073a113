import angles
import conftest

angles.turn()  #> call turn
conftest.run_this()  #> call run_this
