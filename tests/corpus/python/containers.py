"""Values through the containers and helpers of the standard library."""

import copy
import collections
import functools
import itertools
from collections import OrderedDict, defaultdict, deque
from dataclasses import dataclass, field
from functools import partial, reduce
from typing import Dict, List, NamedTuple, Optional, Tuple, Union


class Item:
    def use(self) -> None: ...


class Other:
    def use(self) -> None: ...


@dataclass
class Bag:
    items: list[Item] = field(default_factory=list)
    by_name: dict[str, Item] = field(default_factory=dict)
    best: Item | None = None


class Pair(NamedTuple):
    left: Item
    right: Other


def lists(items: List[Item], table: Dict[str, Item], pairs: list[Tuple[Item, Other]], maybe: Optional[Item]):
    items[0].use()  #> call Item.use typed
    items[1:][0].use()  #> call Item.use typed
    for i, item in enumerate(items):
        item.use()  #> call Item.use typed
    for name, item in table.items():
        item.use()  #> call Item.use typed
        name.use()  #> none use
    for a, b in pairs:
        a.use()  #> call Item.use typed
        b.use()  #> call Other.use typed
    for a, b in zip(items, table.values()):
        b.use()  #> call Item.use typed
    maybe.use()  #> call Item.use typed
    table.get("x").use()  #> call Item.use typed
    [item.use() for item in items]  #> call Item.use typed
    any(item.use() for item in items)  #> call Item.use typed
    ", ".join(str(item.use()) for item in items if item.use())  #> call Item.use typed
    next(item for item in items if item).use()  #> call Item.use typed
    sorted((item for item in items), key=lambda each: each.use())  #> call Item.use typed
    {k: v.use() for k, v in table.items()}  #> call Item.use typed
    sorted(items, key=lambda each: each.use())  #> call Item.use typed
    max(items, key=lambda each: each.use()).use()  #> call Item.use typed
    next(iter(items)).use()  #> call Item.use typed
    list(filter(lambda each: each.use(), items))  #> call Item.use typed
    list(reversed(items))[0].use()  #> call Item.use typed


def literals():
    found = {"a": Item(), "b": Other()}
    found["a"].use()  #> call Item.use typed
    first, second = Item(), Other()
    first.use()  #> call Item.use typed
    second.use()  #> call Other.use typed
    queue = deque([Item()])
    queue.popleft().use()  #> call Item.use typed
    groups = defaultdict(Item)
    groups["a"].use()  #> call Item.use typed
    kept: "OrderedDict[str, Item]" = OrderedDict()
    kept["a"].use()  #> call Item.use typed
    copy.deepcopy(first).use()  #> call Item.use typed
    for each in itertools.chain([Item()], [Item()]):
        each.use()  #> call Item.use typed
    *rest, last = [Item(), Other()]
    last.use()  #> call Other.use typed


def fields(bag: Bag, pair: Pair):
    bag.items[0].use()  #> call Item.use typed
    bag.by_name["a"].use()  #> call Item.use typed
    if bag.best:
        bag.best.use()  #> call Item.use typed
    pair.left.use()  #> call Item.use typed


def either(value: Union[Item, Other]):
    value.use()  #> call Item.use typed; call Other.use typed
    if isinstance(value, Item):
        value.use()  #> call Item.use typed


def make(kind) -> Item:
    return Item()


def helpers():
    partial(make, 1)().use()  #> call Item.use inferred
    later = functools.partial(make, 2)
    later().use()  #> call make inferred; call Item.use inferred


def from_pairs(pairs, known: dict[str, Item]):
    made = dict((key, Item()) for key in pairs)
    made["a"].use()  #> call Item.use typed
    ordered = collections.OrderedDict((key, (Item(), True)) for key in pairs)
    for name, (item, flag) in ordered.items():
        item.use()  #> call Item.use typed
    dict([("a", Item()), ("b", Item())])["b"].use()  #> call Item.use typed
    dict(known)["a"].use()  #> call Item.use typed
    dict(a=Item())["a"].use()  #> call Item.use typed
    dict(pairs)["a"].use()  #> unresolved use; none use
