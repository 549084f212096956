"""The desk from the agent's side of it."""

import pytest

import retailgym as rg
from retailgym.core.env import Refusal, Result
from retailgym.core.values import encode
from retailgym.envs.desk.blind import AnswerTable
from retailgym.envs.desk.gold import of_ticket
from retailgym.envs.shared.expert_moves import call
from retailgym.world.ticket import PRIORITIES, RESOLUTIONS, TAGS

from .. import paths
from ..paths import expert_turns, run, walk


def started(level=1, seed=0, **axes):
    return paths.started("desk", level, seed, **axes)


def told(episode):
    return episode.log[-1].message


def inspected(episode):
    return rg.step(episode, call("inspect_order", order_id=episode.world.ticket.order.id))


def test_twelve_actions_and_no_other():
    assert list(started().env.tools) == [
        "inspect_order",
        "inspect_customer",
        "inspect_policy",
        "inspect_inventory",
        "ask_customer",
        "flag_fraud",
        "set_priority",
        "add_tag",
        "set_item_resolution",
        "set_ticket_resolution",
        "draft_reply",
        "submit",
    ]


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("flag_fraud", {}),
        ("set_priority", {"priority": "high"}),
        ("add_tag", {"tag": "damaged"}),
        ("set_item_resolution", {"item_id": "ITEM", "resolution": "deny"}),
        ("set_ticket_resolution", {"resolution": "deny"}),
        ("draft_reply", {"message": "No."}),
    ],
)
def test_deciding_before_any_inspection_is_refused(tool, arguments):
    episode = started()
    item = episode.world.ticket.file.about[0]
    turn = call(tool, **{k: item if v == "ITEM" else v for k, v in arguments.items()})
    after = rg.step(episode, turn)
    assert (
        isinstance(told(after), Refusal)
        and "nothing has been inspected yet" in told(after).text
        and after.world == episode.world
    )
    assert isinstance(told(rg.step(inspected(episode), turn)), Result)


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        (call("inspect_order", order_id="o123"), "no order 'o123'"),
        (call("inspect_policy", page="secrets"), "no page 'secrets'; choose one of returns"),
        (call("inspect_inventory", item_id="i0"), "no item 'i0'"),
        (call("set_priority", priority="asap"), "choose one of low, medium, high, urgent"),
        (call("add_tag", tag="angry"), "no tag 'angry'"),
        (call("set_ticket_resolution", resolution="maybe"), "no resolution 'maybe'"),
        (call("set_item_resolution", item_id="i0", resolution="deny"), "no item on this ticket 'i0'"),
    ],
)
def test_what_does_not_exist_is_refused_in_words_that_help(turn, words):
    after = rg.step(inspected(started()), turn)
    assert isinstance(told(after), Refusal) and words in told(after).text and not after.done


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"resolution": "refund"}, "needs an amount"),
        ({"resolution": "refund", "amount_cents": -5}, "needs an amount of 0 cents or more, not -5"),
        ({"resolution": "store_credit", "amount_cents": 10**30}, "needs an amount"),
        ({"resolution": "exchange", "amount_cents": -(10**12)}, "beyond any price difference"),
        ({"resolution": "deny", "amount_cents": 100}, "deny moves no money"),
    ],
)
def test_amounts_fit_their_resolution(arguments, words):
    episode = inspected(started())
    after = rg.step(
        episode, call("set_item_resolution", item_id=episode.world.ticket.file.about[0], **arguments)
    )
    assert isinstance(told(after), Refusal) and words in told(after).text


def test_every_decision_can_be_changed_until_submit():
    episode = inspected(started(call_slack=9))
    item = episode.world.ticket.file.about[0]
    turns = [
        call("set_item_resolution", item_id=item, resolution="refund", amount_cents=100),
        call("set_item_resolution", item_id=item, resolution="deny"),
        call("set_ticket_resolution", resolution="refund"),
        call("set_ticket_resolution", resolution="deny"),
        call("add_tag", tag="damaged"),
        call("add_tag", tag="wrong_item"),
        call("add_tag", tag="damaged", remove=True),
        call("flag_fraud"),
        call("flag_fraud", flagged=False),
        call("set_priority", priority="low"),
        call("set_priority", priority="high"),
        call("draft_reply", message="First."),
        call("draft_reply", message="Second."),
    ]
    ticket = run(episode, turns).world.ticket
    assert (
        ticket.items[item].resolution == "deny"
        and ticket.resolution == "deny"
        and ticket.tags == ("wrong_item",)
    )
    assert not ticket.fraud and ticket.priority == "high" and ticket.reply == "Second."


def test_the_expert_looks_before_it_decides_and_replies_before_it_submits():
    turns = expert_turns(started(9, 1))
    names = [t.calls[0].name if t.calls else "ask_customer" for t in turns]
    assert names[-2:] == ["draft_reply", "submit"] and names.index("set_item_resolution") > max(
        n for n, x in enumerate(names) if "inspect" in x
    )


@pytest.mark.parametrize("level", range(13))
def test_the_expert_earns_exactly_one(level):
    for seed in range(8):
        _, verdict = rg.play(started(level, seed), rg.players.get("expert"))
        assert verdict.reward == 1.0 and verdict.success and set(verdict.parts.values()) == {1.0}, (
            seed,
            verdict,
        )


@pytest.mark.long
def test_the_expert_earns_exactly_one_on_three_thousand_tickets():
    for n in range(3003):
        verdict = rg.play(started(n % 13, 200_000 + n), rg.players.get("expert"))[1]
        assert verdict.reward == 1.0 and set(verdict.parts.values()) == {1.0}, (n, verdict)


def test_submitting_at_once_earns_nothing():
    for level in range(13):
        assert rg.judge(rg.step(started(level), call("submit"))).reward == 0.0


def test_rewards_before_the_end_are_nothing_and_no_grade_is_shown():
    episode = started(6, 3)
    for state in walk(episode, expert_turns(episode)):
        shown = encode(rg.observe(state)).decode()
        assert "reward" not in shown and "grade" not in shown and "success" not in shown
        if not state.done:
            with pytest.raises(ValueError, match="not over"):
                rg.judge(state)


def test_schemas_list_what_can_be_chosen_but_other_words_are_only_refused():
    tools = {t.name: t.schema.parameters["properties"] for t in started().env.tools.values()}
    assert tools["add_tag"]["tag"]["enum"] == list(TAGS) and tools["set_priority"]["priority"][
        "enum"
    ] == list(PRIORITIES)
    assert tools["set_item_resolution"]["resolution"]["enum"] == list(RESOLUTIONS)
    for tag, means in TAGS.items():
        assert f"{tag}: {means}" in tools["add_tag"]["tag"]["description"]


def test_a_page_is_shown_as_its_text():
    episode = rg.step(started(), call("inspect_policy", page="fraud"))
    assert "The fraud threshold" in encode(rg.observe(episode)).decode()


def toggled(episode, turns):
    """What potential-based shaping pays for a detour and back, and what it pays without it."""
    total, before = 0.0, rg.potential(episode)
    for turn in turns:
        episode = rg.step(episode, turn)
        total, before = total + rg.potential(episode) - before, rg.potential(episode)
    return total, episode


def test_toggling_decisions_gains_nothing():
    episode = inspected(started(1, 4, call_slack=9))
    gold = episode.task.goal.open().gold.items[0]
    right = call(
        "set_item_resolution",
        item_id=gold.item_id,
        resolution=gold.resolution,
        **({"amount_cents": gold.cents} if gold.cents else {}),
    )
    wrong = call(
        "set_item_resolution",
        item_id=gold.item_id,
        resolution="deny" if gold.resolution != "deny" else "escalate",
    )
    once, _ = toggled(episode, [right])
    often, _ = toggled(episode, [right, wrong, right, wrong, right])
    assert once > 0 and often <= once + 1e-9
    whole, end = toggled(episode, [right, wrong, right, call("submit")])
    assert end.done and whole == pytest.approx(-rg.potential(episode))


def wrong_turns(episode):
    """The expert's path with every decision wrong and all else right."""
    other = {"refund": "deny", "deny": "request_info", "escalate": "request_info", "request_info": "escalate"}
    turns = []
    for turn in expert_turns(episode):
        if turn.calls and turn.calls[0].name == "set_item_resolution":
            item, resolution = turn.calls[0].arguments["item_id"], turn.calls[0].arguments["resolution"]
            turn = call("set_item_resolution", item_id=item, resolution=other.get(resolution, "deny"))
        elif turn.calls and turn.calls[0].name == "set_ticket_resolution":
            turn = call(
                "set_ticket_resolution", resolution=other.get(turn.calls[0].arguments["resolution"], "deny")
            )
        elif turn.calls and turn.calls[0].name == "flag_fraud":
            continue
        turns.append(turn)
    return turns


def test_all_decisions_wrong_but_the_rest_right_earns_little():
    rewards = []
    for seed in range(26):
        episode = started(seed % 13, seed)
        verdict = rg.judge(run(episode, wrong_turns(episode)))
        assert not verdict.success and verdict.parts["tags"] == verdict.parts["priority"] == 1.0
        rewards.append(verdict.reward)
    assert max(rewards) <= 0.3, rewards


def scores(level, player, seeds):
    verdicts = [rg.play(started(level, s), player)[1] for s in seeds]
    return sum(v.reward for v in verdicts) / len(verdicts), sum(v.success for v in verdicts) / len(verdicts)


@pytest.mark.parametrize("level", [0, 9])
def test_a_table_and_a_neighbour_earn_little(level):
    table = AnswerTable(rg.play(started(level, s), rg.players.get("expert"))[0] for s in range(5000, 5080))
    for player in (table.commonest, table.alike, table.by_budget):
        reward, success = scores(level, player, range(40))
        assert reward <= 0.35 and success <= 0.3, (reward, success)  # forty scatter; the long test is strict


@pytest.mark.long
@pytest.mark.parametrize("level", range(0, 13, 2))
def test_a_table_and_a_neighbour_of_ten_thousand_tickets_earn_little(level):
    table = AnswerTable(
        rg.play(started(level, s), rg.players.get("expert"))[0] for s in range(100_000, 110_000)
    )
    for player in (table.commonest, table.alike, table.by_budget):
        reward, success = scores(level, player, range(400))
        assert reward <= 0.35 and success <= 0.25, (reward, success)


@pytest.mark.long
@pytest.mark.parametrize("name", ["always_refund", "always_deny", "always_escalate"])
@pytest.mark.parametrize("level", range(13))
def test_one_answer_for_all_earns_little(level, name):
    reward, success = scores(level, rg.players.blind_for("desk")[name], range(300))
    assert reward <= 0.3 and success <= 0.25, (reward, success)


def test_the_ticket_resolution_follows_from_the_items():
    for seed in range(20):
        gold = started(9, seed).task.goal.open().gold
        assert gold.resolution == of_ticket([i.resolution for i in gold.items])


def test_a_page_of_a_handbook_lists_the_documents_of_its_part_alone():
    start = rg.start(rg.Spec("desk", 24, 1, axes={"p_fault": 0}))
    for page in ("delivery", "returns", "tickets"):
        shown = rg.step(start, rg.Turn(calls=(rg.Call("inspect_policy", {"page": page}),))).log[-1].message
        _, *titles = [hit.title for hit in shown.content.documents]  # the first holds in all parts
        assert len({title.lower().rpartition("part ")[2][:2] for title in titles}) == 1, titles
        assert shown.content.in_all < 90


def test_the_verdict_names_tags_that_are_missing_and_that_are_not_due():
    start = rg.start(rg.Spec("desk", 6, 1))
    due = start.task.goal.open().gold.tags
    turns = [t for t in expert_turns(start) if not t.calls or t.calls[0].name != "add_tag"]
    because = next(c.because for c in rg.judge(run(start, turns)).checks if c.name == "submitted")
    assert f"tags missing: {', '.join(sorted(due))}" in because
