from .goods import *
from .money import *
