"""Search: words and typed filters over the mapped index, with an episode's overlay on top.

The order is by score, then by document. A page begins after the document that its cursor names, so pages
neither skip nor repeat."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..product import NOTHING, Added, Overlay, Product
from .conditions import Where, read
from .filters import Filter, UnfitFilter
from .index import impact, indexed_text
from .kernel import Cut
from .tokens import stem, terms, words

if TYPE_CHECKING:
    from ..catalogue import Catalog


SHORT = 3  # letters, at most, of words that are left out without a word about it


class Found(NamedTuple):
    """Documents of one page; products that the overlay added are given by id."""

    docs: list[int | str]
    more: bool


def search(
    catalog: "Catalog",
    query: str,
    filters: Sequence[Filter],
    overlay: Overlay = NOTHING,
    *,
    after: str = "",
    limit: int,
) -> Found:
    kernel = catalog.kernel
    where = read(catalog, filters, overlay)
    sought = list(dict.fromkeys(terms(query))) if query else []
    extra = _added(catalog, sought, where, overlay) if overlay.added else []
    cut: Cut | None = None
    if after:
        score, place, id = _cursor(catalog, sought, overlay, after)
        cut = Cut(score, place)
        extra = [e for e in extra if e > (-score, place, id)]
    docs, scores = kernel.best(catalog, sought, where, overlay.masked, cut, limit + 1)
    if not extra:
        return Found(docs[:limit], len(docs) > limit)
    ranked = sorted([*zip([-s for s in scores], docs, [""] * len(docs), strict=True), *extra])
    return Found([id or doc for _, doc, id in ranked[:limit]], len(ranked) > limit)


def _added(
    catalog: "Catalog", sought: list[str], where: Where, overlay: Overlay
) -> list[tuple[int, int, str]]:
    """What fits of the products that the overlay added: by how well, where they stand, and their ids."""
    near = [
        a for a in overlay.added.values() if where.first <= a.place < where.last and where.passed(a.outline)
    ]
    return [(-score, a.place, a.id) for a in near if (score := _score(catalog, sought, a))]


def unlisted(catalog: "Catalog", query: str) -> list[str]:
    """The words that no product is found by."""
    asked = [word for word in dict.fromkeys(words(query)) if len(word) > SHORT]
    return [word for word in asked if not catalog.kernel.postings([stem(word)])]


def _score(catalog: "Catalog", sought: list[str], added: Added) -> int:
    """An added product scores with the base's statistics, so that the base's ranking does not move."""
    if not sought:
        return 1
    held, average, kernel = (
        catalog.remembered_terms(added.product, _held),
        catalog.average_terms,
        catalog.kernel,
    )
    return sum([impact(kernel.worth(term), held[term], held[""], average) for term in sought if term in held])


def _held(catalog: "Catalog", product: Product) -> dict[str, int]:
    held: dict[str, int] = {}
    every = terms(indexed_text(catalog.category_of(product), product))
    for term in every:
        held[term] = held.get(term, 0) + 1
    held[""] = len(every)
    return held


def _cursor(catalog: "Catalog", sought: list[str], overlay: Overlay, after: str) -> tuple[int, int, str]:
    """The place of the cursor's document in the order, whether or not it still passes the filters."""
    if after in overlay.added:
        added = overlay.added[after]
        return _score(catalog, sought, added), added.place, after
    doc = catalog.doc(after)
    if doc is None:
        raise UnfitFilter(
            f"no result {after!r} to continue after; use the cursor that the last page gave, or none for "
            f"the "
            f"first page"
        )
    return catalog.kernel.score(sought, doc) if sought else 1, doc, ""
