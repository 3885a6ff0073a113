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
    items[0].use()  #> call Item.use inferred
    items[1:][0].use()  #> call Item.use inferred
    for i, item in enumerate(items):
        item.use()  #> call Item.use inferred
    for name, item in table.items():
        item.use()  #> call Item.use inferred
        name.use()  #> none use
    for a, b in pairs:
        a.use()  #> call Item.use inferred
        b.use()  #> call Other.use inferred
    for a, b in zip(items, table.values()):
        b.use()  #> call Item.use inferred
    maybe.use()  #> call Item.use inferred
    table.get("x").use()  #> call Item.use inferred
    [item.use() for item in items]  #> call Item.use inferred
    any(item.use() for item in items)  #> call Item.use inferred
    ", ".join(str(item.use()) for item in items if item.use())  #> call Item.use inferred
    next(item for item in items if item).use()  #> call Item.use inferred
    sorted((item for item in items), key=lambda each: each.use())  #> call Item.use inferred
    {k: v.use() for k, v in table.items()}  #> call Item.use inferred
    sorted(items, key=lambda each: each.use())  #> call Item.use inferred
    max(items, key=lambda each: each.use()).use()  #> call Item.use inferred
    next(iter(items)).use()  #> call Item.use inferred
    list(filter(lambda each: each.use(), items))  #> call Item.use inferred
    list(reversed(items))[0].use()  #> call Item.use inferred


def literals():
    found = {"a": Item(), "b": Other()}
    found["a"].use()  #> call Item.use inferred
    first, second = Item(), Other()
    first.use()  #> call Item.use inferred
    second.use()  #> call Other.use inferred
    queue = deque([Item()])
    queue.popleft().use()  #> call Item.use inferred
    groups = defaultdict(Item)
    groups["a"].use()  #> call Item.use inferred
    kept: "OrderedDict[str, Item]" = OrderedDict()
    kept["a"].use()  #> call Item.use inferred
    copy.deepcopy(first).use()  #> call Item.use inferred
    for each in itertools.chain([Item()], [Item()]):
        each.use()  #> call Item.use inferred
    *rest, last = [Item(), Other()]
    last.use()  #> call Other.use inferred


def fields(bag: Bag, pair: Pair):
    bag.items[0].use()  #> call Item.use inferred
    bag.by_name["a"].use()  #> call Item.use inferred
    if bag.best:
        bag.best.use()  #> call Item.use inferred
    pair.left.use()  #> call Item.use inferred


def either(value: Union[Item, Other]):
    value.use()  #> call Item.use inferred; call Other.use inferred
    if isinstance(value, Item):
        value.use()  #> call Item.use inferred


def make(kind) -> Item:
    return Item()


def helpers():
    partial(make, 1)().use()  #> call Item.use inferred
    later = functools.partial(make, 2)
    later().use()  #> call make inferred; call Item.use inferred


def from_pairs(pairs, known: dict[str, Item]):
    made = dict((key, Item()) for key in pairs)
    made["a"].use()  #> call Item.use inferred
    ordered = collections.OrderedDict((key, (Item(), True)) for key in pairs)
    for name, (item, flag) in ordered.items():
        item.use()  #> call Item.use inferred
    dict([("a", Item()), ("b", Item())])["b"].use()  #> call Item.use inferred
    dict(known)["a"].use()  #> call Item.use inferred
    dict(a=Item())["a"].use()  #> call Item.use inferred
    dict(pairs)["a"].use()  #> unresolved use; none use
