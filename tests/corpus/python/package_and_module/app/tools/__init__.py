from .parts import shared
