"""Plans as people write them."""

import pytest

import retailgym as rg
from retailgym.core.spec import JOBS, SPLITS
from retailgym.evaluation import EvaluationPlan, choose_envs, choose_levels, choose_players


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("0,6,12", (0, 6, 12)),
        ("0-3", (0, 1, 2, 3)),
        ("all", tuple(range(25))),
        (" 12 , 0-1,1", (0, 1, 12)),
        ("7", (7,)),
    ],
)
def test_levels_are_read_as_lists_and_ranges(text, levels):
    assert choose_levels(text) == levels


@pytest.mark.parametrize("text", ["25", "-1", "0-25", "5-3", "six", "1.5", "", ",", "1-2-3", "²"])
def test_unfit_levels_are_refused_with_an_example(text):
    with pytest.raises(ValueError, match="such as 0,6,12 or 0-24"):
        choose_levels(text)


def test_all_environments_means_those_that_are_installed():
    assert choose_envs("all") == rg.envs() and choose_envs("cart,all") == (
        "cart",
        *(e for e in rg.envs() if e != "cart"),
    )
    assert choose_envs("C1") == ("cart",)


def test_a_set_with_members_that_are_not_installed_is_refused_by_name():
    missing = [job for job in JOBS if job not in rg.envs()]
    if missing:
        with pytest.raises(ValueError, match=rf"{missing[0]}.*not installed"):
            choose_envs("C9")
    else:
        assert choose_envs("C9") == JOBS


def test_misspelt_names_get_a_suggestion():
    with pytest.raises(ValueError, match="did you mean 'cart'"):
        choose_envs("crat")
    with pytest.raises(ValueError, match="did you mean 'expert'"):
        choose_players(["exprt"])


def test_players_may_be_repeated_or_listed():
    assert choose_players(["expert", "silent,random", "expert"]) == ("expert", "silent", "random")


def test_a_script_is_not_sent_to_a_job_that_it_was_not_written_for():
    env = next((e for e in rg.envs() if "visited_shelves" not in rg.players.blind_for(e)), None)
    assert EvaluationPlan(players=("visited_shelves",), envs=("cart",), levels=(0,), seeds=1)
    if env:
        with pytest.raises(ValueError, match="it plays --envs cart"):
            EvaluationPlan(players=("visited_shelves",), envs=(env,), levels=(0,), seeds=1)


def test_specs_come_from_the_split_and_every_player_meets_the_same():
    specs = EvaluationPlan(players=("expert",), envs=("cart",), levels=(0, 12), seeds=3).specs()
    assert [(s.level, s.seed) for s in specs] == [
        (d, SPLITS["test"].start + i) for d in (0, 12) for i in range(3)
    ]
    assert EvaluationPlan(
        players=("expert",), envs=("cart",), levels=(0,), seeds=1, split="train"
    ).specs() == [rg.Spec("cart", 0, 0)]


@pytest.mark.parametrize(
    ("field", "value", "says"), [("seeds", 0, "1 or more"), ("split", "sealed", "train, validation, test")]
)
def test_unfit_plans_are_refused(field, value, says):
    with pytest.raises(ValueError, match=says):
        EvaluationPlan(
            **{"players": ("expert",), "envs": ("cart",), "levels": (0,), "seeds": 1, field: value}
        )
