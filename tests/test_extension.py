"""What it takes to add something: each test adds one thing to a copy of the package and sees it work."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import retailgym as rg

PACKAGE = Path(rg.__file__).parent


@pytest.fixture
def copy(tmp_path):
    """A copy of the package to change, and a way to run code in it. What is compiled is copied with it: it
    holds for the files that are not changed."""
    shutil.copytree(PACKAGE, tmp_path / "retailgym")

    class Copy:
        def add(self, file, after, text):
            path = tmp_path / "retailgym" / file
            before = path.read_text(encoding="utf-8")
            assert before.count(after) == 1, f"{file} has no single place after {after!r}"
            path.write_text(before.replace(after, after + text), encoding="utf-8")

        def append(self, file, text):
            path = tmp_path / "retailgym" / file
            path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")

        def drop(self, file, text):
            path = tmp_path / "retailgym" / file
            before = path.read_text(encoding="utf-8")
            assert before.count(text) == 1, f"{file} has no single place with {text!r}"
            path.write_text(before.replace(text, ""), encoding="utf-8")

        def run(self, code):
            ran = self._python(code)
            assert ran.returncode == 0, ran.stderr
            return ran.stdout

        def fails(self, code):
            ran = self._python(code)
            assert ran.returncode != 0, ran.stdout
            return ran.stderr

        def _python(self, code):
            # the current directory comes first, also where another copy of the package is installed
            run = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n{code}"]
            return subprocess.run(run, cwd=tmp_path, capture_output=True, text=True)

    return Copy()


CURRENCIES = (
    8 * " "
    + 'Currency("ISK", "kr", "kronur", 7_200),\n'
    + (8 * " " + 'Currency("CAD", "CA$", "Canadian dollars", 730_000),\n')
)
REGIONS = (
    8 * " "
    + 'Region("IS", "Iceland", "ISK", (24,)),\n'
    + (8 * " " + 'Region("CA", "Canada", "CAD", (5, 13)),\n')
)
SPENT = """
import retailgym as rg
from retailgym.core.money import printed, read
from retailgym.envs.desk.records import Rates
rates = [Rates(7919 * day, "USD")["ISK", day].millionths for day in range(500)]
assert 6_900 < min(rates) < 7_100 and 7_300 < max(rates) < 7_500, (min(rates), max(rates))
assert [read(printed(123450, c)) for c in ("ISK", "CAD", "USD")] == 3 * [123450]
assert [read(words) for words in ("50 kr", "kr50", "CA$50", "okr50", "50 kro")] == 3 * [5000] + 2 * [None]
for env in rg.envs():
    for level in (6, 20):
        wanted = dict.fromkeys(("IS", "CA"), 1 + (env == "desk"))
        starts = (rg.start(f"{env}/{level}/{seed}") for seed in range(400))
        for episode in starts:
            customer = episode.world.customer
            if wanted.get(customer.region):
                wanted[customer.region] -= 1
                done, verdict = rg.play(episode, rg.players.get("expert"))
                assert verdict.reward == 1.0, (str(done.spec), verdict)
                print(level, env, customer.region, customer.currency)
            if not any(wanted.values()):
                break
"""


def test_a_currency_and_a_region_are_one_row_each_of_one_file(copy):
    """Signs of several letters, and a unit of small value: every job is played where money is read."""
    copy.add("core/markets.py", 'Currency("GBP", "£", "pounds", 1_270_000),\n', CURRENCIES)
    copy.add("core/markets.py", 'Region("UK", "the United Kingdom", "GBP", (20,)),\n', REGIONS)
    seen = copy.run(SPENT)
    for env in rg.envs():
        for level in (6, 20):
            assert f"{level} {env} IS ISK" in seen and f"{level} {env} CA CAD" in seen, seen


AXIS = """    p_chat: Annotated[int, Axis("the customer chats in the opening", PER_MILLE, (0, 1000),
        tuple(10 * d for d in LEVELS), EVERYWHERE)]
"""
READER = """
    if (stream / "chat")().chance(world.axes.p_chat):
        words += " Nice weather today!"
"""
CHATTED = """
import retailgym as rg
print([rg.start(spec).axes.p_chat for spec in ("cart/6/1", "cart/6/1?p_chat=0.5")])
for env in rg.envs():
    starts = [rg.start(f"{env}/6/{seed}?p_chat=0.5") for seed in range(16)]
    chats = [rg.observe(e).messages[-1].text.endswith("Nice weather today!") for e in starts]
    assert 0 < sum(chats) < 16, (env, chats)
    assert rg.play(starts[0], rg.players.get("expert"))[1].reward == 1.0
"""


def test_an_axis_is_one_row_of_one_file_and_its_reader(copy):
    copy.add("core/difficulty.py", "    level: int\n", AXIS)
    copy.add(
        "core/episode.py", "    words = _adding(words, [lure.words for lure in lures if lure.words])", READER
    )
    assert copy.run(CHATTED).split("\n")[0] == "[60, 500]"


TOPIC = """

@section(
    RETURNS,
    "A loan while you wait",
    "the loan period",
    "For how many days is another item lent to the customer?",
    Amount("another item is lent for {}", "days"),
    terms=("bridging period", "stopgap period", "stand-in period"),
    depths=(1, 2, 3),
)
def loan_period(d: Rng) -> Sequence[Draft]:
    return (
        on("standard", Say(d.between(7, 9))),
        on("dangerous", Say(d.between(15, 20)), Yes("hazard")),
        on("opened", Say(d.between(21, 25)), Is("condition", ("opened", "used"))),
        on("no_packaging", Less(d.between(1, 3)), No("packaging")),
        on("no_receipt", Less(d.between(1, 3)), No("receipt")),
        on("refurbished", More(d.between(2, 5)), Yes("refurbished")),
    )
"""
QUESTIONS = """    "loan_period": (
        "For how many days would you lend me another one?",
        "How long could I borrow another one, in days?",
        "How many days may I keep one on loan?",
    ),
"""
ASKED = """
import retailgym as rg
for level in (3, 15):
    starts = (rg.start(f"policy/{level}/{seed}?policy_depth=2&p_omit=0") for seed in range(200))
    details = lambda e: [d for thing in e.task.brief.requests[0].things for d in thing.details]
    asking = (e for e in starts if ("question", "loan_period") in [(d.topic, d.value) for d in details(e)])
    for episode, _ in zip(asking, range(3)):
        done, verdict = rg.play(episode, rg.players.get("expert"))
        assert verdict.reward == 1.0, (str(done.spec), verdict)
        print(level, rg.observe(episode).messages[-1].text)
"""
POLICY = "import retailgym as rg; rg.start('policy/0/1')"
RULES, WORDS = "policy/book/returns.py", "customer/locale/en/policy_phrases.py"


def test_a_policy_topic_is_its_rules_and_its_questions(copy):
    copy.append(RULES, TOPIC)
    copy.add(WORDS, "ASKS: dict[str, tuple[str, ...]] = {\n", QUESTIONS)
    seen = copy.run(ASKED)
    assert [line.split()[0] for line in seen.splitlines()] == 3 * ["3"] + 3 * ["15"], seen


def test_a_policy_topic_without_its_questions_or_terms_is_an_error_at_import(copy):
    copy.append(RULES, TOPIC)
    assert "loan_period: what is asked needs both `depths`" in copy.fails(POLICY)
    copy.drop(RULES, '    terms=("bridging period", "stopgap period", "stand-in period"),\n')
    assert "'terms'" in copy.fails(POLICY)


NOISE = """    if rng.chance(300):
        return word.upper()
"""
SHOUTED = """
import re
import retailgym as rg
for env in rg.envs():
    done = [rg.play(rg.start(f"{env}/12/{seed}"), rg.players.get("expert")) for seed in range(2)]
    assert all(verdict.reward == 1.0 for _, verdict in done), (env, done)
    starts = (rg.start(f"{env}/12/{seed}?noise=0.3") for seed in range(32))
    words = (w for start in starts for w in re.findall("[A-Za-z]{4,}", rg.observe(start).messages[-1].text))
    assert any(w.isupper() for w in words), env
"""


def test_a_kind_of_noise_is_a_change_to_one_file(copy):
    copy.add("customer/noise.py", "        return SLANG[word.lower()]\n", NOISE)
    copy.run(SHOUTED)


TOOL = """

class OpeningHours(View):
    opens: str


@reads
def shop_hours(world: World) -> OpeningHours:
    \"\"\"When the shop opens on a day like today.\"\"\"
    return OpeningHours(opens="noon" if world.today % 7 == 6 else "nine")
"""
CALLED = """
import retailgym as rg
episode = rg.start("cart/6/42")
assert "shop_hours" in [t.name for t in rg.observe(episode).tools]
episode = rg.step(episode, {"calls": [{"name": "shop_hours", "arguments": {}}]})
print(rg.observe(episode).messages[-1])
assert rg.play(rg.start("cart/6/42"), rg.players.get("expert"))[1].reward == 1.0
"""


def test_a_tool_is_a_function_in_a_module_that_environments_offer(copy):
    copy.add("tools/shop.py", "    return Now(day=world.today, weekday=WEEKDAYS[world.today % 7])\n", TOOL)
    seen = copy.run(CALLED)
    assert "nine" in seen or "noon" in seen, seen
