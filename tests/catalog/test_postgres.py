"""A catalogue in PostgreSQL gives the pages that the file gives, to the last place, and plays the same
episodes."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import retailgym as rg
from retailgym.catalog.catalogue import Catalog
from retailgym.catalog.postgres import publish
from retailgym.catalog.store_config import NO_CONFIG

from ..serving.test_records import Postgres, postgres_programs
from .children import run
from .conftest import shop
from .reference import draw_overlay
from .test_kernel import STREAMS, compare_pages

PRODUCTS = 2560  # enough for every job: a project needs shelves of 32 and more


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with tempfile.TemporaryDirectory(prefix="retailgym-postgres-", ignore_cleanup_errors=True) as directory:
        made = Postgres(postgres_programs(), Path(directory))
        yield made
        made.stop()


@pytest.fixture(scope="module")
def file() -> Catalog:
    return shop(PRODUCTS)


@pytest.fixture(scope="module")
def published(server: Postgres, file: Catalog) -> str:
    return publish(server.url, file)


@pytest.mark.long
def test_drawn_searches_give_the_same_pages_from_the_file_and_from_the_database(
    file: Catalog, published: str
) -> None:
    database = rg.catalog.load(published)
    assert (database.content_hash, database.size) == (file.content_hash, file.size)
    found = 0
    for n in range(12):
        overlay = draw_overlay((STREAMS / "postgres" / n)(), file)
        for m in range(10):
            found += compare_pages(file, database, overlay, (STREAMS / "postgres" / n / m)())
    assert found > 60
    furnished = database.furnished(database.contents, "another", NO_CONFIG)
    assert furnished.search("steel", ()) == file.search("steel", ()) and furnished.content_hash == "another"


@pytest.mark.long
def test_an_episode_on_the_database_is_the_one_on_the_file(file: Catalog, published: str) -> None:
    database = rg.catalog.load(published)
    for env in rg.envs():
        ends = [
            rg.play(rg.start(rg.Spec(env, 4, 7), catalog=c), rg.players.get("expert"))
            for c in (file, database)
        ]
        assert rg.digest(ends[0][0]) == rg.digest(ends[1][0]) and ends[1][1].reward == 1.0


@pytest.mark.long
def test_publishing_again_changes_nothing_and_a_second_catalogue_must_be_named(
    server: Postgres, published: str, file: Catalog
) -> None:
    assert publish(server.url, file) == published
    assert rg.catalog.load(server.url).content_hash == file.content_hash
    other = publish(server.url, shop(128))
    with pytest.raises(ValueError, match="several catalogues; add # and one of"):
        rg.catalog.load(server.url)
    with pytest.raises(ValueError, match="no catalogue 'zz'; add # and one of"):
        rg.catalog.load(f"{server.url}#zz")
    assert rg.catalog.load(other).size == 128 and rg.catalog.load(published).size == PRODUCTS


@pytest.mark.long
def test_a_server_that_was_restarted_is_asked_again(server: Postgres, published: str, file: Catalog) -> None:
    database = rg.catalog.load(published)
    expected = file.search("steel", ())
    assert expected.docs and database.search("steel", ()) == expected
    server.stop()
    server.start()
    assert database.search("steel", ()) == expected


def test_an_address_where_nothing_answers_is_told_in_one_line() -> None:
    with pytest.raises(ValueError, match=r"no PostgreSQL at 127\.0\.0\.1/shop: "):
        rg.catalog.load("postgresql://nobody@127.0.0.1:9/shop")


def test_without_psycopg_the_message_says_what_to_install() -> None:
    """A module of that name that cannot be found stands for the missing extra."""
    code = (
        "import sys, retailgym; sys.modules['psycopg'] = None; "
        "retailgym.catalog.load('postgresql://localhost/shop')"
    )
    assert 'pip install "retailgym[postgres]"' in run(code).stderr
