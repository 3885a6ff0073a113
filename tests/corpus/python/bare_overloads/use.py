"""Signatures without a body, as a stub has them: the one that a call fits says what comes back."""

from native import Maker, pick

pick(1).first()  #> call First.first; none second
pick("").second()  #> call Second.second; none first
Maker().make(1).first()  #> call First.first; none second
