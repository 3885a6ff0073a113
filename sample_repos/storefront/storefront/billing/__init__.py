from .gateway import *
from .receipts import Receipt, render_receipt
