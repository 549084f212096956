"""How carriers work, and what follows from it for a parcel; worked out by hand on a calendar."""

import pytest

from retailgym.core import dates
from retailgym.core.streams import Streams
from retailgym.envs.tracking.expert import worked_out
from retailgym.tools.orders import ParcelView
from retailgym.world.carriers import HANDED, HELD_UP, MISSING, WAITING, CarrierTerms, draw_terms, read_terms
from retailgym.world.orders import Scan


def day(text: str) -> int:
    found = dates.read(f"{text} 2028")
    assert found is not None
    return found


TODAY = day("Wed 29 Nov")
TERMS = CarrierTerms(
    rest=(6,),
    closed=(day("Thu 23 Nov"),),
    local={"Louisville": (day("Fri 24 Nov"), day("Thu 30 Nov"))},
    search=4,
    keep=5,
    shop=2,
)


@pytest.mark.parametrize(
    ("scanned", "place", "event", "found"),
    [
        # Thu 23 closed, so Fri 24, Sat 25, Mon 27, Tue 28
        ("Wed 22 Nov", "Durham", MISSING, ("lost", "Tue 28 Nov")),
        # in Louisville Fri 24 is closed as well: Sat 25, Mon 27, Tue 28, Wed 29, which is today
        ("Wed 22 Nov", "Louisville", MISSING, ("lost", "Wed 29 Nov")),
        ("Fri 24 Nov", "Durham", MISSING, ("lost", "Wed 29 Nov")),
        ("Sat 25 Nov", "Durham", MISSING, ("delayed", "Thu 30 Nov")),
        # Thu 30 is closed in Louisville
        ("Sat 25 Nov", "Louisville", MISSING, ("delayed", "Fri 1 Dec")),
        # kept on Tue 21, Wed 22, Fri 24, Sat 25, Mon 27; back on Tue 28
        ("Mon 20 Nov", "Durham", WAITING, ("returned_to_sender", "Tue 28 Nov")),
        ("Wed 22 Nov", "Durham", WAITING, ("held", "Wed 22 Nov")),
        # Wed 29, Fri 1, Sat 2, Mon 4
        ("Tue 28 Nov", "Louisville", HELD_UP.format(4), ("delayed", "Mon 4 Dec")),
        ("Wed 22 Nov", "Durham", HANDED, ("delivered", "Sat 25 Nov")),
        ("Wed 22 Nov", "Louisville", HANDED, ("delivered", "Mon 27 Nov")),
        ("Tue 28 Nov", "Durham", "delivered, signed for", ("delivered", "Tue 28 Nov")),
    ],
)
def test_where_a_parcel_is_follows_from_how_its_carrier_works(scanned, place, event, found):
    scan = Scan(day=day(scanned), place=place, event=event)
    parcel = ParcelView(parcel_id="t1", carrier="Postwing", promised_day=day("Mon 20 Nov"), scans=(scan,))
    assert worked_out(parcel, TERMS, TODAY) == (found[0], day(found[1]))


def test_terms_are_read_as_they_are_told():
    for n in range(200):
        rng = (Streams("terms") / n)()
        noted = [("Durham", 20_900 + n), ("Saint Paul", 20_990 + n)][: n % 3]
        one, other = (draw_terms(rng, 21_000 + n, noted, n % 2 == 0) for _ in "ab")
        text = f"{one.told('Postwing')} {other.told('Blue Lorry')}"
        assert read_terms(text, "Postwing", 21_000 + n) == one
        assert read_terms(text, "Blue Lorry", 21_000 + n) == other
