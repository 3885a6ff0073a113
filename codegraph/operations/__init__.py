"""Operations: one typed request to one typed answer a capability.

`inventory` lists them.
"""
