"""A script that says itself where its modules lie."""

import os
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)) + "/../../tools")
sys.path.append("planning")

from common.angles import turn  #> import planning/common/angles.py::turn
import redis  # nothing was said of the folder of the script itself
import measure

turn()  #> call turn
redis.redis()  #> none redis
measure.measure()  #> call measure
