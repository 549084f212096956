"""Cart without reading: what can be had from the opening as a query, from the visit history, and from the top
of the lists."""

from collections.abc import Iterable, Sequence
from functools import partial

from ...core.env import Acts, Moves, Observation, Player, Refusal, Said
from ..shared.blind_moves import RANKS, Rank, shelves_in, whole_shelf
from ..shared.expert_moves import Skill, call, content


def _opening(seen: Observation) -> str:
    return " ".join(m.text for m in seen.messages if isinstance(m, Said))


def _add(product_id: str, *, nth: int = 0, quantity: int = 1) -> Skill[None]:
    """Put a variant of the product into the cart, by its place in the list."""
    seen, _ = yield call("catalog_get_variants", product_id=product_id)
    if isinstance(seen.messages[-1], Refusal):
        return
    variants = [v for v in content(seen).variants if v.in_stock]
    if variants:
        yield call(
            "cart_add",
            product_id=product_id,
            variant_id=variants[nth % len(variants)].variant_id,
            quantity=quantity,
        )


def _sentences(text: str) -> Iterable[str]:
    return [s for s in text.replace("?", ".").split(".") if len(s.split()) > 2]


def first_result(seen: Observation, heard: Acts) -> Moves:
    """The opening as a query, the first result, its first variant."""
    seen, _ = yield call("catalog_search", query=_opening(seen))
    yield from _add(content(seen).results[0].product_id)
    yield call("cart_confirm")


def each_sentence(seen: Observation, heard: Acts) -> Moves:
    """Each sentence as a query, the first result of each, the variant on its page."""
    for sentence in _sentences(_opening(seen)):
        seen, _ = yield call("catalog_search", query=sentence)
        for hit in content(seen).results[:1]:
            seen, _ = yield call("catalog_get_product", product_id=hit.product_id)
            shown = content(seen).shown_variant
            if shown.in_stock:
                yield call("cart_add", product_id=hit.product_id, variant_id=shown.variant_id, quantity=1)
    yield call("cart_confirm")


def visited(seen: Observation, heard: Acts) -> Moves:
    """Everything that the customer looked at."""
    seen, _ = yield call("user_get_visit_history")
    for visit in content(seen).visits:
        yield from _add(visit.product_id)
    yield call("cart_confirm")


def visited_shelves(seen: Observation, heard: Acts) -> Moves:
    """One visited product from each visited shelf, which is as many as are wanted."""
    seen, _ = yield call("user_get_visit_history")
    for product_id in {v.shelf: v.product_id for v in content(seen).visits}.values():
        yield from _add(product_id, nth=2, quantity=2)
    yield call("cart_confirm")


def asks_then_guesses(seen: Observation, heard: Acts) -> Moves:
    """Has the customer recite everything, puts all of it into one query, and takes the top."""
    said = _opening(seen)
    while seen.exchanges_left > 1:
        seen, _ = yield call("ask_user", message="Anything else that matters?")
        said += " " + _opening(seen)
    for sentence in _sentences(said):
        seen, _ = yield call("catalog_search", query=sentence)
        for hit in content(seen).results[:1]:
            yield from _add(hit.product_id)
    yield call("cart_confirm")


def ranked(seen: Observation, heard: Acts, rank: Rank, nth: int = 0) -> Moves:
    """Of each shelf that the opening leads to what looks most wanted; of its variants one by its place."""
    for shelf in (yield from shelves_in(_opening(seen))):
        rows = yield from whole_shelf(shelf)
        yield from _add(rank(rows, shelf)[0].product_id, nth=nth, quantity=2)
    yield call("cart_confirm")


def sold_out_variants(seen: Observation, heard: Acts) -> Moves:
    """Of each shelf the first product with variants that have sold out, and one of the others that are most
    like those."""
    for shelf in (yield from shelves_in(_opening(seen))):
        rows = yield from whole_shelf(shelf)
        for row in rows[:3]:
            seen, _ = yield call("catalog_get_variants", product_id=row.product_id)
            if isinstance(seen.messages[-1], Refusal):
                return
            gone = [v for v in content(seen).variants if not v.in_stock]
            held = [v for v in content(seen).variants if v.in_stock]
            if gone and held:
                near = max(held, key=lambda v: len(set(v.options.values()) & set(gone[0].options.values())))
                yield call("cart_add", product_id=row.product_id, variant_id=near.variant_id, quantity=2)
                break
    yield call("cart_confirm")


def pointing(names: Sequence[str]) -> Player:
    """Puts the first variant of each of these into the cart, two of each."""

    def player(seen: Observation, heard: Acts) -> Moves:
        for name in names:
            yield from _add(name, quantity=2)
        yield call("cart_confirm")

    return player


PLAYERS: dict[str, Player] = {
    **{name: partial(ranked, rank=rank) for name, rank in RANKS.items()},
    "sold_out_variants": sold_out_variants,
    "first_result": first_result, "each_sentence": each_sentence, "visited": visited,
    "visited_shelves": visited_shelves,
    "asks_then_guesses": asks_then_guesses,
}  # fmt: skip
