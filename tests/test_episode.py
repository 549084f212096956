"""The fold, act by act: what is read, what is counted, what ends an episode, and what the agent is shown."""

import pytest

import retailgym as rg
from retailgym import catalog as catalogs
from retailgym.catalog.needs import TooSmall
from retailgym.core.env import Message, Mistake, Refusal, Result, Said, Skipped
from retailgym.core.episode import Episode, Event, Over, Used, grounds, heard, sample, streams
from retailgym.core.record import Differs, Tape, Unfit, VerdictLine
from retailgym.core.values import replace
from retailgym.customer.acts import Exchange
from retailgym.envs import get_env

from .paths import expert_turns, run

CART = rg.start("cart/3/5")
LOOK = {"name": "cart_view", "arguments": {}}
CLOSE = {"name": "cart_confirm", "arguments": {}}


def after(*turns: object, start: Episode = CART) -> Episode:
    return run(start, list(turns))


def shown(*turns: object, start: Episode = CART) -> tuple[Message, ...]:
    return rg.observe(after(*turns, start=start)).messages


# what is read


@pytest.mark.parametrize(
    "turn",
    [
        rg.Turn(calls=(rg.Call("cart_view"),)),
        rg.Turn(calls=(rg.Call("cart_view", "{}"),)),
        rg.Turn(calls=(rg.Call("cart_view", " "),)),
        {"calls": [LOOK]},
        {"calls": (LOOK,), "text": None},
        '{"calls": [{"name": "cart_view"}]}',
        b'{"calls": [{"name": "cart_view", "arguments": "{}"}]}',
        bytearray(b'{"calls": [{"name": "cart_view", "arguments": {}}]}'),
        memoryview(b'{"calls": [{"name": "cart_view", "arguments": {}}]}'),
        {"calls": [{"type": "function", "index": 0, "function": {"name": "cart_view", "arguments": "{}"}}]},
    ],
)
def test_a_call_is_read_in_every_form_in_which_it_is_sent(turn):
    (message,) = shown(turn)
    assert isinstance(message, Result) and (message.tool, message.id) == ("cart_view", None)


def test_a_calls_own_id_comes_back_with_its_result():
    called = {"id": "c7", "type": "function", "function": {"name": "cart_view", "arguments": "{}"}}
    asked = {"id": "c8", "name": "ask_user", "arguments": {"message": "Which colour?"}}
    refused = {"id": "c9", "name": "catalog_get_product", "arguments": {"product_id": "none"}}
    one, two, three = shown({"calls": [called, asked, refused]})
    assert (one.id, two.id, three.id) == ("c7", "c8", "c9")
    assert isinstance(two, Result) and two.tool == "ask_user" and isinstance(two.content, str)
    assert isinstance(three, Refusal) and three.tool == "catalog_get_product"
    (unnamed,) = shown({"calls": [{"id": 7, **LOOK}]})
    assert unnamed.id is None


@pytest.mark.parametrize(
    ("turn", "says"),
    [
        (b"\xff\xfe", "not JSON"),
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("null", "a turn is an object"),
        ([LOOK], "a turn is an object"),
        ({"say": "hello"}, "a turn has text and calls, not 'say'"),
        ({"text": 5}, "the text of a turn must be a string"),
        ({"calls": LOOK}, "the calls of a turn must be a list"),
        ({"calls": "cart_view"}, "the calls of a turn must be a list"),
        ({"calls": ["cart_view"]}, "a call is an object with name and arguments, not str"),
        ({"calls": [{"arguments": {}}]}, "a call needs the name of a tool"),
        ({"calls": [{"name": 5}]}, "a call needs the name of a tool"),
        ({"calls": [{**LOOK, "extra": 1}]}, "a call has name, arguments and id, not 'extra'"),
        ({"calls": [{"name": "cart_view", "arguments": []}]}, "cart_view: arguments must be an object"),
        ({"calls": [{"name": "cart_view", "arguments": "[]"}]}, "cart_view: arguments must be an object"),
        ({"calls": [{"name": "cart_view", "arguments": "{"}]}, "not JSON"),
        ({"calls": [{"name": "cart_veiw"}]}, "no tool 'cart_veiw'; the tools are catalog_search"),
        ({"calls": [{"name": "cart_view", "arguments": {"x": 1}}]}, "cart_view: "),
        ({"calls": [{"name": "ask_user", "arguments": {}}]}, "ask_user: "),
    ],
)
def test_what_is_malformed_ends_the_episode_at_minus_one_and_says_why(turn, says):
    end = after(turn)
    (message,) = rg.observe(end).messages
    assert isinstance(message, Mistake) and message.text.startswith(says), message
    assert end.ended == "invalid" and rg.observe(end).done and end.used.strikes == 1
    verdict = rg.judge(end)
    assert (verdict.reward, verdict.success, verdict.harm) == (-1.0, False, 0.0)
    assert [(c.name, c.passed, c.because) for c in verdict.checks] == [("well_formed", False, message.text)]
    assert verdict.parts == {"task": 0.0, "efficiency": 0.0, "grounding": 0.0}


def test_a_mistake_in_a_call_names_the_call():
    (message,) = shown({"calls": [{"id": "c1", "name": "cart_add", "arguments": {}}]})
    assert isinstance(message, Mistake) and (message.tool, message.id) == ("cart_add", "c1")


def test_with_strikes_the_third_mistake_ends_it_and_is_the_reason():
    lenient = rg.start("cart/3/5?invalid=strike")
    twice = after("{", {"calls": [{"name": "nope"}]}, start=lenient)
    assert not twice.done and twice.used == Used(strikes=2) and twice.turns == 2
    end = after("{", {"calls": [{"name": "nope"}]}, {"text": 5}, start=lenient)
    assert end.ended == "invalid" and rg.judge(end).checks[0].because == "the text of a turn must be a string"
    assert not after("{", {"calls": [LOOK]}, start=lenient).done


# what is counted


def test_speaking_is_an_exchange_and_everything_else_a_call():
    spoken = after(
        {"text": "Which colour?"}, {}, "{}", {"calls": [{"name": "ask_user", "arguments": {"message": "?"}}]}
    )
    assert spoken.used == Used(exchanges=4)
    done = after(
        {"calls": [LOOK, LOOK]},
        {"calls": [{"name": "catalog_get_product", "arguments": {"product_id": "none"}}]},
    )
    assert done.used == Used(calls=3) and (done.turns, spoken.turns) == (2, 4)


def test_text_beside_calls_is_kept_and_not_delivered():
    quiet = after({"text": "Let me look.", "calls": [LOOK]})
    assert quiet.used == Used(calls=1) and quiet.talk == CART.talk
    assert [e.said for e in quiet.log] == [None, "Let me look.", None]
    assert [type(m) for m in rg.observe(quiet).messages] == [Result]


def test_only_what_came_back_since_the_last_turn_is_shown():
    one = after({"calls": [LOOK]}, {"text": "Which colour?"})
    assert [type(m) for m in rg.observe(one).messages] == [Said] and len(one.log) == 3
    assert heard(one) == one.log[-1].acts and heard(CART) == CART.log[0].acts


# what ends it


def test_the_act_that_would_exceed_a_budget_is_not_run_and_ends_the_episode():
    calls, exchanges = CART.budgets.calls, CART.budgets.exchanges
    spent = after(*[{"calls": [LOOK]}] * calls)
    assert not spent.done and spent.used.calls == calls and rg.observe(spent).calls_left == 0
    end = after({"calls": [CLOSE]}, start=spent)
    assert end.ended == "budget" and end.used.calls == calls and end.world.answers == {}
    assert rg.observe(end).messages == (Skipped(tool="cart_confirm"),)
    patient = replace(
        CART,
        task=replace(
            CART.task,
            brief=replace(CART.task.brief, persona=replace(CART.task.brief.persona, patience=99)),
        ),
    )
    silent = after(*[{}] * exchanges, start=patient)
    assert not silent.done and silent.used.exchanges == exchanges and rg.observe(silent).exchanges_left == 0
    more = after({"text": "Hello?"}, start=silent)
    assert more.ended == "budget" and more.used.exchanges == exchanges and len(more.talk.ledger) == exchanges
    assert more.log[-1].said == "Hello?" and rg.observe(more).messages == (Skipped(tool="ask_user"),)


def test_acts_after_the_end_are_recorded_as_skipped():
    end = after({"calls": [CLOSE, {"id": "c2", **LOOK}, "junk", {"name": "nope"}]})
    assert end.ended == "closed" and end.used.calls == 1
    assert rg.observe(end).messages[1:] == (
        Skipped(tool="cart_view", id="c2"),
        Skipped(tool=""),
        Skipped(tool="nope"),
    )
    with pytest.raises(Over, match="episode cart/3/5 is over; start a new one"):
        rg.step(end, {"calls": [LOOK]})


def test_a_verdict_comes_only_at_the_end():
    with pytest.raises(ValueError, match="cart/3/5 is not over"):
        rg.judge(CART)


# ids


def with_log(*events: Event) -> Episode:
    return replace(CART, log=(*CART.log, *events))


def test_ids_count_as_seen_once_a_tool_or_the_customer_has_shown_them():
    look, put = rg.Call("catalog_search"), rg.Call("cart_add")
    assert grounds(with_log(Event(call=put, ids=("p1",)))) == (set(), 1, 1)
    shown_first = with_log(Event(call=look, shown=("p1", "p2")), Event(call=put, ids=("p1",)))
    assert grounds(shown_first) == ({"p1", "p2"}, 1, 0)
    too_late = with_log(
        Event(call=put, ids=("p1",)), Event(call=look, shown=("p1",)), Event(call=put, ids=("p1",))
    )
    assert grounds(too_late) == ({"p1"}, 2, 1)
    spoken = with_log(
        Event(message=Said(text="It is order o77."), acts=CART.log[0].acts), Event(call=look, ids=("o77",))
    )
    assert grounds(spoken) == (set(), 1, 0)
    echoed_by_nobody = with_log(Event(message=Said(text="o77")), Event(call=look, ids=("o77",)))
    assert grounds(echoed_by_nobody) == (set(), 1, 1)


def test_an_id_that_a_write_names_back_was_not_shown_by_it():
    """Neither what was given nor, for the task, what a write makes up counts as retrieved."""
    put = rg.Call("cart_add")
    echoed = with_log(Event(call=put, ids=("p1",), shown=("p1", "r9")), Event(call=put, ids=("p1", "r9")))
    assert grounds(echoed) == (set(), 3, 2)


def test_an_id_learned_by_heart_costs_grounding():
    start = rg.start("cart/0/3")
    target = start.task.goal.open().targets[0]
    line = {"product_id": target.product_id, "variant_id": target.variant_id, "quantity": target.quantity}
    calls = [rg.Call("cart_add", line), rg.Call("cart_set_quantity", line), rg.Call("cart_confirm")]
    verdict = rg.judge(after(*[rg.Turn(calls=(c,)) for c in calls], start=start))
    assert verdict.parts["grounding"] == 0.0 and not verdict.success
    assert verdict.remarks[-1] == "4 of 4 ids had not been shown before they were given"


def test_lists_of_ids_count_one_by_one_and_empty_ones_not_at_all():
    start = rg.start("discovery/0/1")
    end = after(
        {"calls": [{"name": "recommend", "arguments": {"product_ids": ["p1", "p2", "p3"]}}]}, start=start
    )
    given = [e.ids for e in end.log if e.call]
    assert given == [("p1", "p2", "p3")]
    none = after({"calls": [{"name": "recommend", "arguments": {"product_ids": []}}]}, start=start)
    assert [e.ids for e in none.log if e.call] == [()]


# in words


def test_wasted_exchanges_are_named_by_number_reason_and_topic():
    free = Exchange(asked=((0, "colour"),), free=True, why="asked for something open")
    again = Exchange(
        asked=((0, "colour"), (1, "colour"), (0, "shipping_days")), free=False, why="already told"
    )
    idle = Exchange(asked=(), free=False, why="asked for nothing that was open")
    end = replace(after({"calls": [CLOSE]}), talk=replace(CART.talk, ledger=(free, again, idle)))
    assert rg.judge(end).remarks[2:] == (
        "exchange 2 was wasted: already told (colour, shipping days)",
        "exchange 3 was wasted: asked for nothing that was open",
    )


# shaping


def test_the_potential_is_what_is_done_and_nothing_at_the_beginning_and_the_end():
    start = rg.start("cart/0/3")
    turns = expert_turns(start)
    heights = []
    for turn in turns:
        start = rg.step(start, turn)
        heights.append(rg.potential(start))
    assert set(heights) == {0.0, 1.0} and heights[-1] == 0.0 and heights[-2] == 1.0
    half = rg.step(rg.start("cart/0/3"), turns[0])
    assert rg.potential(half) == 0.0


# stores and versions


def test_a_spec_of_another_version_or_store_is_refused():
    version, store = CART.env.version, CART.world.catalog.content_hash
    assert rg.digest(rg.start(f"cart@{version}/3/5?store={store}")) == rg.digest(CART)
    with pytest.raises(
        ValueError, match=f"asks for version {version + 1} of 'cart'; installed is version {version}"
    ):
        rg.start(f"cart@{version + 1}/3/5")
    with pytest.raises(ValueError, match=f"belongs to store 00ff; this store is {store}"):
        rg.start("cart/3/5?store=00ff")
    given = rg.start("cart/3/5", catalog=CART.world.catalog)
    assert given.spec.store == store and CART.spec.store == ""


# records


def test_a_record_with_another_verdict_or_digest_is_refused():
    tape = Tape(rg.start("cart/0/3"))
    for turn in expert_turns(tape.episode):
        tape.step(turn)
    lines = list(tape.lines())
    assert rg.digest(rg.record.replay(lines)) == rg.digest(tape.episode)
    assert isinstance(lines[-1], VerdictLine)
    better = VerdictLine(verdict=replace(lines[-1].verdict, reward=0.5))
    with pytest.raises(Differs, match="the verdict on cart"):
        rg.record.replay([*lines[:-1], better])
    with pytest.raises(Differs, match="turn 2 of cart"):
        rg.record.replay([*lines[:2], replace(lines[2], digest="0" * 16), *lines[3:]])
    with pytest.raises(Unfit, match="line 2 is a second header"):
        rg.record.replay([lines[0], lines[0]])


def test_a_record_is_gone_on_with_where_it_was_left():
    whole, part = Tape(rg.start("cart/0/3"), player="me"), Tape(rg.start("cart/0/3"), player="me")
    turns = expert_turns(whole.episode)
    for n, turn in enumerate(turns):
        whole.step(turn)
        if n < 3:
            part.step(turn)
    rest = Tape.of(rg.record.read(part.written()))
    for turn in turns[3:]:
        rest.step(turn)
    assert rest.written() == whole.written()


def test_what_comes_to_nothing_by_chance_is_drawn_anew_and_a_shop_that_is_too_small_is_told():
    """A start in fifteen thousand of tracking had a history that nothing tells apart."""
    env, spec, catalog = get_env("tracking"), rg.Spec("tracking", 0, 7), catalogs.load(10_000)
    met = []

    def unlucky(stream, world):
        met.append(stream)
        if len(met) < 3:
            raise TooSmall("nothing fits")
        return env.sample_task(stream, world)

    assert (
        sample(spec, replace(env, sample_task=unlucky), catalog).candidates
        == sample(spec, env, catalog).candidates
    )
    assert len({stream.path for stream in met}) == 3

    def never(stream, world):
        raise TooSmall("it needs a shelf")

    with pytest.raises(TooSmall, match="it needs a shelf"):
        sample(spec, replace(env, sample_task=never), catalog)


def test_half_a_character_and_other_bytes_that_are_no_turn_end_it_at_minus_one():
    halves = ["\ud800", '{"text": "\ud800"}', b'{"text": "\xff"}', b"\xff\xfe"]
    for turn in (*halves, "[" * 100_000, b"", "9" * 5_000):
        ended = rg.step(CART, turn)
        assert ended.ended == "invalid" and rg.judge(ended).reward == -1.0, turn[:20]


def test_half_a_character_said_to_the_customer_is_answered():
    assert rg.observe(rg.step(CART, {"text": "which colour \ud800?"})).messages


def test_a_higher_version_draws_the_same_tasks_and_higher_draws_others():
    """Other words for the same tasks are another version, but no other tasks."""
    env, drawn = CART.env, streams(CART.spec, CART.env)().word()
    assert streams(CART.spec, replace(env, version=env.version + 1))().word() == drawn
    assert streams(CART.spec, replace(env, draws=env.draws + 1))().word() != drawn
