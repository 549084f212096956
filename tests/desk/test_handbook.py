"""The page on the desk is made from the code."""

from pathlib import Path

from docs_tools.desk import handbook

from retailgym.envs import get_env
from retailgym.envs.desk.grade import WEIGHTS
from retailgym.envs.desk.plan import TIERS
from retailgym.world.ticket import PRIORITIES, RESOLUTIONS, TAGS

PAGE = Path(__file__).parents[2] / "docs" / "desk.md"


def test_the_page_is_as_the_code_makes_it():
    """If it is not: python -m docs_tools"""
    assert PAGE.read_text(encoding="utf-8") == handbook()


def test_there_are_seven_tiers_twelve_actions_fourteen_tags_and_nine_parts():
    assert (len(TIERS), len(get_env("desk").tools), len(TAGS), len(WEIGHTS)) == (7, 12, 14, 9)
    assert (len(PRIORITIES), len(RESOLUTIONS)) == (4, 7)
    for name in (*TIERS, *get_env("desk").tools, *TAGS, *WEIGHTS):
        assert name in handbook()
