from __future__ import annotations

import os
from dataclasses import dataclass


@dataclass
class Settings:
    debug: bool = False
    currency: str = "EUR"
    retries: int = 3


def load_settings() -> Settings:
    return Settings(debug=os.environ.get("DEBUG", "") == "1")
