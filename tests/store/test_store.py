"""A store directory: everything in it counts, and its content hash is the Spec's store."""

import datetime
import os
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

import retailgym as rg
from retailgym.catalog.importing import SourceFile
from retailgym.catalog.importing.run import ImportJob
from retailgym.catalog.store_config import MONDAY
from retailgym.catalog.store_directory import NoStore
from retailgym.core.difficulty import axes_at
from retailgym.core.episode import streams
from retailgym.core.streams import Streams
from retailgym.envs import get_env
from retailgym.envs.desk.draw import draw_ticket
from retailgym.policy import files
from retailgym.policy.policy import draw
from retailgym.store.import_catalog import bring
from retailgym.world import build

from ..command import retailgym
from ..importing import shop

SETTINGS = """
name = "A small shop"
currency = "EUR"
regions = ["EU"]

[calendar]
first = 2025-03-03
last = 2025-03-30

[departments]
Kettles = "electronics"

[desk.tiers]
1 = 3
4 = 1

[desk.outcomes.1]
deny = 1
"""
PHRASES = """
[openings]
cart = ["{hi} put this on my tab: {np}{qty}."]

[kinds.Kettles]
noun = "water boiler"
plural = "water boilers"
also = ["kettle"]

[says.material]
copper = ["in shiny copper", "that glows like copper"]

[asks]
material = ["made of", "what stuff"]
"""


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with everything in it."""
    path = tmp_path_factory.mktemp("store")
    file = shop.google(path / "feed.tsv", list(shop.things()))
    bring(ImportJob(source=SourceFile(path=file)), path / "shop.catalogue", trial=False)
    file.unlink()
    (path / "store.toml").write_text(SETTINGS, encoding="utf-8")
    (path / "phrases.toml").write_text(PHRASES, encoding="utf-8")
    policy = draw(Streams("a written policy"))
    files.dump(in_currency(policy, "EUR"), path / "policy.json")
    return path


def in_currency(policy: files.Policy, currency: str) -> files.Policy:
    return files.Policy("the shop's own", {t: policy.rules(t) for t in files.TOPICS}, currency)


@pytest.fixture
def store(full: Path, tmp_path: Path) -> Path:
    """The same directory, to be changed."""
    return Path(shutil.copytree(full, tmp_path / "store"))


def test_every_file_counts_and_nothing_else_does(store: Path) -> None:
    names = {rg.catalog.load(store).content_hash}
    for name in ("store.toml", "phrases.toml"):
        (store / name).write_text((store / name).read_text() + "\n# another word\n", encoding="utf-8")
        names.add(rg.catalog.load(store).content_hash)
    (store / "policy.json").write_text((store / "policy.json").read_text() + "\n", encoding="utf-8")
    names.add(rg.catalog.load(store).content_hash)
    (store / "notes.txt").write_text("nothing to do with it")
    names.add(rg.catalog.load(store).content_hash)
    assert len(names) == 4
    assert rg.catalog.load(store / "shop.catalogue").content_hash not in names


def test_the_content_hash_is_the_store_of_the_spec_and_another_store_is_refused(store: Path) -> None:
    catalog = rg.catalog.load(store)
    episode = rg.start("cart/0/1", catalog=catalog)
    assert episode.spec.store == catalog.content_hash and f"store={catalog.content_hash}" in str(episode.spec)
    (store / "phrases.toml").unlink()
    with pytest.raises(ValueError, match="belongs to store"):
        rg.start(episode.spec, catalog=rg.catalog.load(store))


def test_the_expert_earns_exactly_one_under_a_written_policy(full: Path) -> None:
    catalog = rg.catalog.load(full)
    for env in ("returns", "policy", "tracking", "cart", "desk"):
        for n in range(13):
            _, verdict = rg.play(rg.start(rg.Spec(env, n % 13, n), catalog=catalog), rg.players.get("expert"))
            assert verdict.reward == 1.0, (env, n, verdict)


def test_money_calendar_and_region_are_the_shops_own(full: Path) -> None:
    catalog = rg.catalog.load(full)
    first, last = ((datetime.date(2025, 3, d) - MONDAY).days for d in (3, 30))
    worlds = [rg.start(rg.Spec("tracking", 0, n), catalog=catalog).world for n in range(40)]
    assert all(
        w.customer.region == "EU" and w.customer.currency == w.policy.currency == "EUR" for w in worlds
    )
    assert {first <= w.today <= last for w in worlds} == {True} and len({w.today for w in worlds}) > 10
    assert first % 7 == 0  # the third of March 2025 is a Monday
    assert all(w.policy.name == "the shop's own" for w in worlds)


def test_customers_speak_in_the_shops_own_words(full: Path) -> None:
    catalog = rg.catalog.load(full)
    kettles = catalog.shelf_named("Kettles")
    assert kettles is not None
    category = catalog.category(kettles)
    assert (
        category.kinds[kettles.kind].noun == "water boiler"
        and category.department == "electronics"
        and category.money == "euros"
    )
    assert category.attribute["material"].choice("copper").says == (
        "in shiny copper",
        "that glows like copper",
    )
    said = [rg.observe(rg.start(rg.Spec("cart", 0, n), catalog=catalog)).messages[0].text for n in range(40)]
    assert all("on my tab" in text for text in said) and any("water boiler" in text for text in said)


def test_the_desk_has_the_shops_own_mix(full: Path) -> None:
    env, catalog = get_env("desk"), rg.catalog.load(full)
    tiers: Counter[int] = Counter()
    outcomes: Counter[str] = Counter()
    for n in range(60):
        stream = streams(rg.Spec("desk", 6, n), env)
        _, drawn = draw_ticket(stream, build(stream, axes_at(6, {}), catalog))
        tiers[drawn.tier] += 1
        if drawn.tier == 1:
            outcomes[drawn.gold.resolution] += 1
    assert set(tiers) == {1, 4} and tiers[1] > tiers[4]
    assert outcomes.most_common(1)[0][0] == "deny"


def test_a_directory_without_a_catalogue_furnishes_the_generated_one(tmp_path: Path) -> None:
    (tmp_path / "store.toml").write_text('currency = "GBP"\n')
    catalog = rg.catalog.load(tmp_path)
    assert catalog.size == 10_000 and catalog.content_hash != rg.catalog.load(10_000).content_hash
    assert rg.start("cart/0/1", catalog=catalog).world.customer.currency == "GBP"
    assert rg.start("cart/0/1").world.catalog.config.currency == ""


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("store.toml", "colour = 1", "unknown field `colour`"),
        ("store.toml", 'regions = ["Mars"]', "no region 'Mars'; the regions are US, EU, UK"),
        ("store.toml", 'currency = "euro"', "three capital letters"),
        ("store.toml", "[calendar]\nfirst = 2025-03-03\nlast = 2024-01-01", "must go forward"),
        ("store.toml", "[desk.tiers]\n9 = 1", "no tier '9'"),
        ("store.toml", "[desk.outcomes.1]\nshrug = 1", "no outcome 'shrug'"),
        ("store.toml", '[departments]\nBoats = "toys"', "no category 'Boats'"),
        ("phrases.toml", '[openings]\ncart = ["{hi} give me {what}."]', "a slot other than"),
        ("phrases.toml", '[openings]\ncart = ["hello"]', "must say what is wanted"),
        ("phrases.toml", '[says.smell]\nroses = ["that smells"]', "no attribute 'smell'"),
        ("phrases.toml", '[says.material]\ncopper = ["made of glass"]', "says both"),
        ("phrases.toml", "what is this", "phrases.toml"),
    ],
)
def test_a_mistake_in_a_file_is_told_with_the_file_and_the_way_out(
    store: Path, file: str, text: str, said: str
) -> None:
    (store / file).write_text(text, encoding="utf-8")
    with pytest.raises(NoStore) as refused:
        rg.catalog.load(store)
    assert said in str(refused.value) and str(store) in str(refused.value)


def test_a_policy_that_is_not_sound_or_in_another_currency_is_told(store: Path) -> None:
    (store / "store.toml").write_text('currency = "GBP"\n')
    with pytest.raises(ValueError, match=r"policy.json is in EUR and the store sells in GBP"):
        rg.start("cart/0/1", catalog=rg.catalog.load(store))
    (store / "policy.json").write_text('{"name": "x", "rules": []}')
    with pytest.raises(files.Unsound, match="not sound"):
        rg.start("cart/0/1", catalog=rg.catalog.load(store))


def command(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    return retailgym(*arguments, env={**os.environ, **env})


def test_a_store_is_one_argument_to_commands_and_their_workers_and_records_replay_in_it(
    full: Path, tmp_path: Path
) -> None:
    played = command(
        "eval",
        "--store",
        str(full),
        "--envs",
        "cart",
        "--levels",
        "0",
        "--seeds",
        "2",
        "--workers",
        "2",
        "--record",
        str(tmp_path),
        "--json",
        "-",
    )
    name = rg.catalog.load(full).content_hash
    assert played.returncode == 0 and f'"{name}"' in played.stdout, played.stderr
    record = next(tmp_path.rglob("cart-0-*.jsonl"))
    assert name in record.read_text()
    assert command("replay", str(record), RETAILGYM_STORE=str(full)).returncode == 0
    other = command("replay", str(record))
    assert other.returncode == 2 and "belongs to store" in other.stderr


def test_a_job_that_a_store_cannot_serve_is_a_line_and_not_a_stack_trace(full: Path) -> None:
    ended = command("eval", "--store", str(full), "--envs", "bundle", "--levels", "0", "--seeds", "1")
    assert (
        ended.returncode == 2
        and "this store has nothing for 'bundle': it needs shelves for a project" in ended.stderr
        and "Traceback" not in ended.stderr
        and "episodes" not in ended.stderr  # told before anything is played
    )


def test_all_means_all_that_a_store_can_serve(full: Path) -> None:
    played = command("eval", "--store", str(full), "--levels", "0", "--seeds", "1", "--json", "-")
    assert played.returncode == 0, played.stderr
    assert "nothing for bundle: left out, since it needs shelves for a project" in played.stderr
    assert '"cart"' in played.stdout and '"bundle"' not in played.stdout


def test_stats_show_what_is_there_with_plots(full: Path) -> None:
    shown = command("catalog", "stats", str(full))
    assert shown.returncode == 0
    for text in (
        "A small shop",
        "imported from feed.tsv (google)",
        "320 products",
        "prices in EUR",
        "the shop's own,",
        "2025-03-03 to 2025-03-30",
        "####",
    ):
        assert text in shown.stdout, text
