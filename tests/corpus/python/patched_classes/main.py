import running
import walking
from thing import Other, Thing

it = Thing()
it.act()  #> call walk; call run
Other().act()  #> none walk; none run


class Special(Thing):
    pass


Special().act()  #> call walk; call run
