"""Attackers that learn from episodes: which of the things that can be seen was the one meant?

None of them knows how a task is drawn. Each is a way to score choices; what it scores highest it points at.
They need scikit-learn, the extra `attack`."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from ..catalog.search.tokens import terms
from ..core.values import Value
from .survey import Survey, SurveyChoice

Scores = list[float]  # one for each choice of a survey
Scorer = Callable[[Survey], Scores]
MOST_ROWS = 60_000  # that are learned from
MOST_COMPARED = 15_000  # that are looked at one by one for each thing, or word by word
NEIGHBOURS = 25


class Lesson(Value):
    """An episode as an attacker learns from it."""

    seen: Survey
    meant: frozenset[str]
    solved: bool = True  # the expert got to the end


def _rows(lessons: Sequence[Lesson], most: int) -> tuple[list[tuple[Survey, SurveyChoice]], list[int]]:
    """All choices of groups in which something was meant, and whether it was; where these are too many, those
    of every second episode, or third, and so on, so that all levels are learned from alike."""
    rows, marks = [], []
    size = sum(len(lesson.seen.choices) for lesson in lessons)
    for lesson in lessons[:: max(1, -(-size // most))]:
        groups = {c.group for c in lesson.seen.choices if c.name in lesson.meant}
        for choice in [c for c in lesson.seen.choices if c.group in groups]:
            rows.append((lesson.seen, choice))
            marks.append(int(choice.name in lesson.meant))
    return rows, marks


def _learned(
    lessons: Sequence[Lesson], features: Callable[[Survey, SurveyChoice], dict[str, float]], model: "_Model"
) -> Scorer:
    """A model over features by name."""
    from sklearn.feature_extraction import DictVectorizer
    from sklearn.pipeline import make_pipeline

    rows, marks = _rows(lessons, model.most)
    learned = make_pipeline(DictVectorizer(sparse=model.sparse), *model.steps)
    learned.fit([features(*row) for row in rows], marks)
    return lambda seen: [
        float(p[1]) for p in learned.predict_proba([features(seen, c) for c in seen.choices])
    ]


class _Model:
    def __init__(self, sparse: bool, *steps: Any, most: int = MOST_ROWS) -> None:
        self.sparse, self.steps, self.most = sparse, steps, most


def _looks(seen: Survey, choice: SurveyChoice) -> dict[str, float]:
    return choice.numbers


def _looks_and_words(seen: Survey, choice: SurveyChoice) -> dict[str, float]:
    return {**choice.numbers, **dict.fromkeys(choice.words, 1.0)}


def logistic_regression(lessons: Sequence[Lesson]) -> Scorer:
    """Every number and word that can be seen of a thing, and how it stands among its neighbours."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import MaxAbsScaler

    model = _Model(True, MaxAbsScaler(), LogisticRegression(C=0.3, max_iter=300, class_weight="balanced"))
    return _learned(lessons, _looks_and_words, model)


def gradient_boosting(lessons: Sequence[Lesson]) -> Scorer:
    """Trees over the numbers, ranks and shares."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    model = _Model(False, HistGradientBoostingClassifier(max_iter=80, max_leaf_nodes=12, random_state=0))
    return _learned(lessons, _looks, model)


def nearest_records(lessons: Sequence[Lesson]) -> Scorer:
    """How often things that look most alike were meant."""
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.preprocessing import MaxAbsScaler

    rows, _ = _rows(lessons, MOST_COMPARED)
    neighbours = KNeighborsClassifier(n_neighbors=min(NEIGHBOURS, len(rows)))
    return _learned(lessons, _looks, _Model(True, MaxAbsScaler(), neighbours, most=MOST_COMPARED))


def bag_of_words(lessons: Sequence[Lesson]) -> Scorer:
    """Each word of the opening beside each word and number of the thing, in any order: what goes with
    what."""
    from sklearn.feature_extraction import FeatureHasher
    from sklearn.linear_model import SGDClassifier

    hashing, model = FeatureHasher(2**18, input_type="string"), SGDClassifier(loss="log_loss", random_state=0)
    rows, marks = _rows(lessons, MOST_COMPARED)
    model.set_params(class_weight="balanced", alpha=1e-5, max_iter=12, tol=None)
    model.fit(hashing.transform(_pairs(seen, c) for seen, c in rows), marks)
    return lambda seen: [
        float(x) for x in model.decision_function(hashing.transform(_pairs(seen, c) for c in seen.choices))
    ]


def _pairs(seen: Survey, choice: SurveyChoice) -> list[str]:
    said = sorted(set(terms(seen.opening)))
    shown = {t for word in choice.words for t in terms(word.partition("=")[2])}
    high = [f"{k}>" if v > 0.5 else f"{k}<" for k, v in choice.numbers.items() if k.endswith(" rank")]
    marks = [f"{k}!" for k, v in choice.numbers.items() if v == 1.0 and " " not in k]
    common = [f"both {t}" for t in said if t in shown]
    return [*common, *["both"] * len(common), *[f"{t} {k}" for t in said for k in (*high, *marks)]]


def memory_of_shelves(lessons: Sequence[Lesson]) -> Scorer:
    """With every thing known by name: how often it was meant when it was there, and how often it was not
    there."""
    meant, there = Counter[str](), Counter[str]()
    for lesson in lessons:
        names = {c.name for c in lesson.seen.choices}
        there.update(names)
        meant.update(names & lesson.meant)
    return lambda seen: [(meant[c.name] + 0.02) / (there[c.name] + 1) for c in seen.choices]


ATTACKERS: dict[str, Callable[[Sequence[Lesson]], Scorer]] = {
    "logistic_regression": logistic_regression, "gradient_boosting": gradient_boosting,
    "nearest_records": nearest_records, "bag_of_words": bag_of_words, "memory_of_shelves": memory_of_shelves,
}  # fmt: skip
