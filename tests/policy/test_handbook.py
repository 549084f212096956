"""The handbook tells the same policy: what holds agrees with it, what contradicts it is void for a reason
that can be read, and searching finds what is there."""

import pytest

from retailgym.core.streams import Streams
from retailgym.core.values import replace
from retailgym.policy import ARTICLES, TOPICS, draw
from retailgym.policy.bill import Bill, BillLine, Payment
from retailgym.policy.book import PROVISIONS
from retailgym.policy.handbook import FEWEST, PER_PAGE, Handbook, document_at, page, search
from retailgym.policy.handbook.alter import altered
from retailgym.policy.handbook.reading import (
    DocumentHead,
    Understanding,
    explained,
    in_force,
    prevailing,
    ranks,
)
from retailgym.policy.handbook.subjects import GLOSSARIES, PART_OF, PARTS, SUBJECTS
from retailgym.policy.handbook.terms import TALK, TERMS

REGION, TODAY = "EU", 20_000


def handbook(seed: int = 0, documents: int = 600) -> Handbook:
    return Handbook(draw(Streams(f"handbook test/{seed}")), documents, REGION, TODAY)


def on(book: Handbook, subject: str):
    base = book.base(PART_OF[subject], subject in GLOSSARIES.values())
    return [base, *book.subject(subject).documents]


def head(d) -> DocumentHead:
    return DocumentHead(d.id, d.kind, d.day, d.region, bool(d.withdrawn), d.replaces)


def read(book: Handbook, subject: str, rank: dict[str, int]):
    documents = {d.id: d for d in on(book, subject)}
    held = in_force([head(d) for d in documents.values()], REGION, TODAY)
    return prevailing([(h, page(book, documents[h.id], subject).text) for h in held], rank)


@pytest.mark.parametrize(("seed", "documents"), [(0, 50), (1, 300), (2, 600)])
def test_a_reader_of_what_holds_learns_the_policy(seed, documents):
    book, understood = handbook(seed, documents), Understanding()
    rank = ranks(page(book, book.ranking()).text)
    for part in PARTS:
        understood.add_names(read(book, GLOSSARIES[part], rank))
    for topic in TOPICS:
        understood.add_items(topic, read(book, topic, rank))
        found = [(r.then, set(r.when)) for r in understood.rules(topic)]
        assert found == [(then, set(when)) for _, then, when in book.policy.clauses(topic)], topic


def test_glossaries_that_hold_name_each_topic():
    book = handbook()
    rank = ranks(page(book, book.ranking()).text)
    for topic in TOPICS:
        terms = dict(filter(None, map(explained, read(book, GLOSSARIES[PART_OF[topic]], rank))))
        assert terms[book.terms[topic]] == topic


def test_each_contradiction_is_void_for_a_reason_that_can_be_read():
    book = handbook(3)
    reasons = dict.fromkeys(("region", "date", "withdrawn", "replaced", "rank", "talk", "later"), 0)
    for subject in SUBJECTS:
        here, deciding = book.subject(subject), book.deciding(subject)
        for version in [v for some in (here.base, *here.versions) for v in some if v.word]:
            d, best = version.document, max(map(key(book), deciding[version.item]))
            reasons["region"] += d.region not in ("", REGION)
            reasons["date"] += d.day > TODAY
            reasons["withdrawn"] += bool(d.withdrawn)
            reasons["talk"] += d.kind in TALK
            replacers = [other for other in here.documents if other.replaces == d.id]
            reasons["replaced"] += bool(replacers)
            void = d.region not in ("", REGION) or d.day > TODAY or d.withdrawn or d.kind in TALK or replacers
            if not void:
                reasons["rank" if book.rank(d) < best[0] else "later"] += 1
                assert (book.rank(d), d.day) < best, (subject, version)
    assert min(reasons.values()) > 20, reasons


def test_a_document_that_has_been_replaced_replaces_nothing_and_the_reading_guide_says_so():
    first = DocumentHead("HB-1", "circular", 1, "", False, "")
    second, third = (
        first._replace(id="HB-2", day=2, replaces="HB-1"),
        first._replace(id="HB-3", day=3, replaces="HB-2"),
    )
    assert [d.id for d in in_force([first, second], REGION, TODAY)] == ["HB-2"]
    assert [d.id for d in in_force([first, second, third], REGION, TODAY)] == ["HB-3", "HB-1"]
    book = handbook(3)
    guide, general = page(book, book.ranking()).text, page(book, book.general()).text
    assert "has itself been replaced for them replaces nothing" in guide
    assert "What falls stops at nothing, and the next rule works on that" in guide
    assert "run to today" in general and "the day on which the ticket was opened" in general


def key(book: Handbook):
    return lambda v: (book.rank(v.document), v.document.day)


def test_every_item_is_stated_by_a_document_that_holds():
    book = handbook(4)
    for subject in SUBJECTS:
        assert set(book.deciding(subject)) == set(range(len(book.subject(subject).items)))


@pytest.mark.parametrize("documents", [0, 50, 333, 1000])
def test_a_handbook_has_as_many_documents_as_it_says_each_with_an_id_of_its_own(documents):
    book = handbook(5, documents)
    found = [document_at(book, place) for place in range(book.size)]
    assert book.size == max(FEWEST, documents) and len({d.id for d in found}) == book.size
    assert [book.place_of(d.id) for d in found] == list(range(book.size))
    assert book.place_of("HB-0001") is book.place_of("HB-") is book.place_of("C-2") is None


def test_pages_of_results_neither_skip_nor_repeat():
    book = handbook(6)
    words = book.terms["return_window"]
    first, total = search(book, words, 1)
    pages = [search(book, words, n + 1)[0] for n in range(-(-total // PER_PAGE) + 1)]
    hits = [hit.snippet for some in pages for hit in some]
    assert len(hits) == total == len(set(hits)) and not pages[-1]
    assert {h.document.id for h in first} >= {d.id for d in on(book, "return_window")}


def test_documents_are_found_by_term_by_name_by_id_and_by_what_words_mean():
    book = handbook(7)
    for topic in TOPICS:
        assert search(book, book.terms[topic], 1)[0][0].document in on(book, topic), topic
        glossary = on(book, GLOSSARIES[PART_OF[topic]])
        assert search(book, TOPICS[topic].asks, 1)[0][0].document in glossary, topic
    name = next(c for c in book.words("returns").codes.values() if c)
    assert name in search(book, f"what is {name}?", 1)[0][0].snippet
    some = book.subject("return_window").documents[0]
    assert search(book, some.id, 1)[0][0].document == some
    assert search(book, "how do documents rank?", 1)[0][0].document == book.ranking()
    assert search(book, "", 1) == ([], 0)
    assert search(book, "days", 10**30)[0] == []


def test_whatever_decides_and_is_no_clause_stands_in_one_document_that_the_reading_guide_names():
    book = handbook(9)
    text = page(book, book.general()).text
    assert book.general().id in page(book, book.ranking()).text
    assert "price paid" in text and "before tax" in text
    for part, (_, opening) in ARTICLES.items():
        for words in PROVISIONS[part]:
            assert words in text and words in opening, part


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("how much is an accepted dispute", "never more than the customer paid"),
        ("tax on the difference of an exchange", "at the rate of the old item"),
        ("price paid", "after coupons and before tax"),
        ("which units of the item are meant", "as many as the customer says"),
        ("how coupons are shared", "in proportion to"),
        ("whole order comes back when part of it went back before", "went back before counts"),
    ],
)
def test_who_searches_for_what_holds_in_all_parts_finds_it_first(asked, found):
    hit = search(handbook(9), asked, 1)[0][0]
    assert hit.document == handbook(9).general() and found in hit.snippet


@pytest.mark.parametrize("seed", range(3))
def test_who_names_a_part_finds_its_documents_before_any_other(seed):
    """Whether in the singular or the plural, and with the words of its title or those that tools use."""
    book = handbook(10 + seed)
    for words, part in {
        "tickets": "tickets", "ticket": "tickets", "disputes": "disputes", "chargebacks": "disputes",
        "returns": "returns", "delivery": "delivery", "deliveries": "delivery", "warranties": "warranty",
        "fraud": "fraud", "exchanges": "exchanges", "gift cards": "gift-cards", "cancelling": "cancellation",
        "return costs": "return-costs",
    }.items():  # fmt: skip
        hits = [hit for hit in search(book, words, 1)[0] if hit.document != book.general()]
        own = {d.id for s in SUBJECTS if PART_OF[s] == part for d in on(book, s)}
        assert {hit.document.id for hit in hits[:8]} <= own, words


def test_what_went_back_before_counts_when_the_whole_order_comes_back():
    """It decides whether a delivery charge is refunded, so it stands in what holds in all parts."""
    lines = [
        BillLine(id=id, unit_cents=500, quantity=2, tax_cents=0, returned=n) for id, n in zip("ab", (2, 1))
    ]
    bill = Bill(lines=tuple(lines), payments=(Payment(tender="card", cents=2000),))
    assert bill.completed_by("b", 1) and not replace(bill, lines=(lines[1],) * 2).completed_by("b", 0)
    assert any("whole order" in line and "went back before" in line for line in PROVISIONS["return-costs"])


def test_no_term_stands_for_two_topics():
    said = [term for terms in TERMS.values() for term in terms]
    assert set(TERMS) == set(TOPICS) and len(set(said)) == len(said)


def test_other_versions_are_as_round_as_the_policy():
    """Odd cents would tell which version is made up."""
    book, compared = handbook(8), 0
    for topic in TOPICS:
        here = book.subject(topic)
        for version in [v for some in (here.base, *here.versions) for v in some if v.word]:
            own = here.items[version.item].clause
            other = altered(topic, own, version.word)
            assert own != other
            for one, two in zip((own[1], *own[2]), (other[1], *other[2]), strict=True):
                before, after = getattr(one, "amount", 1), getattr(two, "amount", 1)
                if before >= 200 and before % 25 == 0 and "cents" in getattr(one, "fact", "cents"):
                    compared += before != after
                    assert after % 25 == 0 or not money(topic, one), (topic, one, two)
    assert compared > 100


def money(topic: str, part) -> bool:
    return hasattr(part, "fact") or getattr(TOPICS[topic].answer, "unit", "") == "cents"
