import plain
import proxy
from proxy import stop

proxy.stop()  #> call proxy.pyi::stop
stop()  #> call proxy.pyi::stop
proxy.start(1)  #> call proxy.pyi::start
proxy.written()  #> call proxy.py::written
plain.here()  #> call plain.py::here
plain.promised()  #> none promised
