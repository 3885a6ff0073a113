import sys
import os

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.append(HERE)
sys.path.append(os.path.join(ROOT, "planning", "common"))


def run_this(): ...
