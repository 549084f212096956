from collections.abc import Set

from .index import Array

def places(row: bytes, code: int, /) -> int: ...

class Kernel:
    def __init__(
        self,
        list_doc: Array,
        list_impact: Array,
        price: Array,
        rating: Array,
        ship: Array,
        stock: Array,
        codes: Array,
        /,
    ) -> None: ...
    def search(
        self,
        lists: tuple[tuple[int, bytes], ...] | None,
        first: int,
        last: int,
        tests: tuple[tuple[object, ...], ...],
        hidden: Set[int],
        cut_score: int,
        cut_doc: int,
        n: int,
        /,
    ) -> tuple[list[int | str], list[int]]: ...
    def blocks(self, begin: int, end: int, /) -> bytes: ...
    def tally(self, lists: tuple[tuple[int, bytes], ...], /) -> int: ...
