"""Calls in plain text, as models write them."""

import pytest

import retailgym as rg
from retailgym.players.model.text_calls import turn_in

SEARCH = rg.Call("catalog_search", {"query": "lamp"})
VIEW = rg.Call("cart_view", {})
ONE = '{"name": "catalog_search", "arguments": {"query": "lamp"}}'


@pytest.mark.parametrize(
    "text",
    [
        ONE,
        f"\n {ONE} \n",
        f"```json\n{ONE}\n```",
        f"```\n{ONE}\n```",
        f"<tool_call>\n{ONE}\n</tool_call>",
        f"<tool_call>{ONE}",
        f"[{ONE}]",
        f"{ONE}\nThat should find it.",
        '{"name": "catalog_search", "parameters": {"query": "lamp"}}',
        '{"tool": "catalog_search", "arguments": {"query": "lamp"}}',
        '{"type": "function", "function": {"name": "catalog_search", "arguments": {"query": "lamp"}}}',
        '{"function": "catalog_search", "arguments": {"query": "lamp"}}',
        '{"thought": "a lamp", "name": "catalog_search", "arguments": {"query": "lamp"}}',
    ],
)
def test_one_call_is_read_in_the_ways_that_models_write_it(text):
    assert turn_in(text) == rg.Turn("", (SEARCH,))


def test_several_calls_are_taken_in_order():
    for text in (
        f'{ONE}\n{{"name": "cart_view"}}',
        f'[{ONE}, {{"name": "cart_view"}}]',
        f'<tool_call>{ONE}</tool_call><tool_call>{{"name": "cart_view"}}</tool_call>',
    ):
        assert turn_in(text) == rg.Turn("", (SEARCH, VIEW))


def test_words_before_a_call_stay_beside_it():
    assert turn_in(f"Let me look. {ONE}") == rg.Turn("Let me look.", (SEARCH,))
    assert turn_in(f"I {{think}} so. {ONE}") == rg.Turn("I {think} so.", (SEARCH,))


@pytest.mark.parametrize(
    "text", ["Which size?", "", "Use {curly} braces?", "It costs {5}.", 'We have {"size": "L"}.']
)
def test_text_without_a_call_is_said(text):
    assert turn_in(text) == rg.Turn(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "catalog_search", "arguments": {"query": "la',
        '{"foo": 1}',
        "[1, 2]",
        "[]",
        f'{ONE} {{"name": "cart',
        "```json\n{broken\n```",
        "<tool_call>\n{'name': 'cart_view'}\n</tool_call>",
        "{" * 100_000,
    ],
)
def test_what_begins_as_an_object_and_is_none_meets_the_episodes_own_rule(text):
    turn = turn_in(text)
    assert isinstance(turn, str)
    ended = rg.step(rg.start("cart/0/1"), turn)
    assert ended.ended == "invalid" and rg.judge(ended).reward == -1.0


def test_a_turn_in_the_shops_own_form_is_understood():
    assert rg.step(rg.start("cart/0/1"), turn_in('{"text": "Which size?"}')).used.exchanges == 1
    assert (
        rg.step(
            rg.start("cart/0/1"), turn_in('{"calls": [{"name": "cart_view", "arguments": {}}]}')
        ).used.calls
        == 1
    )
