"""Playing in the terminal: numbers for rows, commands with a slash, values in the order of the parameters."""

import os
import pty
import re
import select
import subprocess
import sys
import time

import pytest

import retailgym as rg
from retailgym.cli.numbered import Rows
from retailgym.cli.typed_turns import Unclear, turn_from

from .test_cli import TOOLS, retailgym

SEARCH = "catalog_search backpack"


def seen(*turns):
    """The rows that a person would have in front of them after these turns."""
    episode, rows = rg.start("cart/0/7"), Rows()
    for turn in turns:
        episode = rg.step(episode, turn_from(turn, TOOLS, rows))
        for event in episode.log[episode.read :]:
            rows.learn(event.call, event.message)
    return episode, rows


def called(line, rows):
    (call,) = turn_from(line, TOOLS, rows).calls
    return call


def test_values_are_taken_in_the_order_that_help_shows():
    assert called("cart_add p1 v1 2", None) == rg.Call(
        "cart_add", {"product_id": "p1", "variant_id": "v1", "quantity": 2}
    )
    assert called("cart_set_quantity p1 v1 quantity=3", None).arguments["quantity"] == 3
    for line in ("cart_add p1 v1 2 3", "cart_add p1 v1 variant_id=v2", 'cart_add "p1'):
        with pytest.raises(Unclear):
            turn_from(line, TOOLS)


def test_rows_of_a_list_are_named_by_their_number():
    episode, rows = seen(SEARCH)
    hits = episode.log[-1].message.content.results
    assert called("open 2", rows) == rg.Call("catalog_get_product", {"product_id": hits[1].product_id})
    assert called("variants 1", rows) == rg.Call("catalog_get_variants", {"product_id": hits[0].product_id})
    both = [hits[0].product_id, hits[2].product_id]
    assert called("compare 1 3", rows) == rg.Call("catalog_compare", {"product_ids": both})
    assert called("catalog_compare #1, #3", rows) == called("compare 1 3", rows)
    assert called("catalog_get_product #2", rows) == called("open 2", rows)
    for line in ("add 1", "open 99", "open"):
        with pytest.raises(Unclear):
            turn_from(line, TOOLS, rows)


def test_add_2_puts_the_second_variant_into_the_cart():
    episode, rows = seen(SEARCH, "variants 1")
    found = episode.log[-1].message.content
    ids = {"product_id": found.product_id, "variant_id": found.variants[1].variant_id}
    assert called("add 2", rows) == rg.Call("cart_add", {**ids, "quantity": 1})
    assert called("add 2 3", rows).arguments["quantity"] == 3


def test_next_asks_for_the_page_after_the_one_that_was_shown():
    episode, rows = seen(SEARCH)
    cursor = episode.log[-1].message.content.next_cursor
    assert cursor and called("next", rows) == rg.Call(
        "catalog_search", {"query": "backpack", "cursor": cursor}
    )


def test_search_is_short_for_the_search_of_the_catalogue():
    assert called("search steel kettle", None) == called("catalog_search steel kettle", None)


def test_words_that_only_look_like_a_command_are_said():
    for line in ("add 2 of them, please?", "open question", "next, which colour?"):
        assert turn_from(line, TOOLS, Rows()) == rg.Turn(line)


def test_what_begins_with_a_slash_never_reaches_the_customer(tmp_path):
    file = tmp_path / "mine.jsonl"
    typed = "/tools\n/help cart_add\n/hint\n/undo\n/nonsense\n/undp\nWhich colour?\n/undo\n/quit\n"
    ran = retailgym("play", "cart/0/7", "--save", str(file), typed=typed)
    assert ran.returncode == 0, ran.stderr
    for part in (
        "cart_add product_id variant_id [quantity]",
        "the expert's act 1 of ",
        "there is nothing to take back",
        "no command /nonsense",
        "did you mean '/undo'",
        "taken back",
    ):
        assert part in ran.stdout, part
    header, *turns = rg.record.read(file.read_bytes())
    assert turns == [] and header.player == "human, helped"


def test_a_turn_that_was_taken_back_is_as_if_it_had_never_been(tmp_path):
    files = [tmp_path / "one.jsonl", tmp_path / "other.jsonl"]
    for file, typed in zip(files, (f"Hm?\n/undo\n{SEARCH}\nquit\n", f"{SEARCH}\nquit\n"), strict=True):
        assert retailgym("play", "cart/0/7", "--save", str(file), typed=typed).returncode == 0
    one, other = (rg.record.read(file.read_bytes()) for file in files)
    assert one[1:] == other[1:] and len(one) == 2


def test_lists_are_numbered():
    ran = retailgym("play", "cart/0/7", typed=f"{SEARCH}\nopen 1\nquit\n")
    assert re.search(r"^ +# +product_id", ran.stdout, re.M) and re.search(r"^ +1 +p\w+", ran.stdout, re.M)
    assert "not sent" not in ran.stdout


@pytest.fixture
def terminal(tmp_path):
    """A person at a real terminal: what is typed goes in, what is shown comes out."""
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "retailgym", "play", "cart/0/7"]
    environment = os.environ | {"TERM": "xterm", "RETAILGYM_CACHE": str(tmp_path), "COLUMNS": "60"}
    process = subprocess.Popen(command, stdin=follower, stdout=follower, stderr=follower, env=environment)
    os.close(follower)

    def until(text):
        shown, end = b"", time.monotonic() + 60
        while text.encode() not in shown:
            assert time.monotonic() < end, shown.decode(errors="replace")
            if select.select([leader], [], [], 1)[0]:
                came = os.read(leader, 65_536)
                shown += came
                if b"\x1b[6n" in came:  # where is the cursor? prompt_toolkit asks
                    os.write(leader, b"\x1b[1;1R")
        return shown.decode(errors="replace")

    yield lambda keys: os.write(leader, keys.encode()), until
    process.kill()
    process.wait()
    os.close(leader)


def test_a_terminal_has_completion_history_colour_and_wrapping(terminal):
    type_in, until = terminal
    opening = until("left:")
    assert "\x1b[36mcustomer:" in opening, "the customer speaks in a colour"
    type_in("catalog_sea\t")
    until("rch")  # the rest of the name comes by itself
    type_in(" backpack\r")
    until("results:")
    until("left:")
    type_in("\x1b[A\r")  # the arrow upwards brings back what was typed last
    assert "results:" in until("results:")
