"""The shop's policy as an agent reads it: sections found by words, articles in full."""

import re
from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from ..policy import ARTICLES, PolicyHit, article, search, sections_of
from ..world import World
from .kit import Refused, View, reads

ArticleName = Annotated[str, Meta(description="As policy_search gives it.")]
Section = Annotated[str, Meta(description="A heading; empty for all.")]
_CLAUSE = re.compile(r"\n  (\S+)  ")


class Sections(View):
    sections: tuple[PolicyHit, ...]

    def ids(self) -> Iterable[str]:
        return [hit.snippet.partition("  ")[0] for hit in self.sections]


class Text(View):
    article: str
    title: str
    text: str

    def ids(self) -> Iterable[str]:
        """The numbers of its clauses."""
        return _CLAUSE.findall(self.text)


@reads
def policy_search(world: World, words: str) -> Sections:
    """Sections of the shop's policy that fit some words, with the clause that fits best."""
    return Sections(sections=search(world.policy, words))


@reads
def policy_read(world: World, article_name: ArticleName, section: Section = "") -> Text:
    """An article of the shop's policy, or one of its sections, clause by clause."""
    if article_name not in ARTICLES:
        raise Refused(f"no article {article_name!r}; there are {', '.join(ARTICLES)}")
    if section and section not in (headings := sections_of(article_name)):
        raise Refused(f"no section {section!r} in {article_name!r}; its sections are {'; '.join(headings)}")
    found = article(world.policy, article_name, (section,) if section else ())
    return Text(article=found.id, title=found.title, text=found.text)
