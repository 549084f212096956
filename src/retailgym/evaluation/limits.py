"""What those who do not do the work may get at most. A limit is broken when a 95 % interval lies wholly above
it."""

BLIND_REWARD = 0.35
BLIND_SUCCESS = 0.05
FEW_OUTCOMES = {
    "policy": 0.25,
    "tracking": 0.25,
    "returns": 0.25,
    "desk": 0.25,
}  # where a guess is right more often
AUC = 0.60  # for "is it the one that is meant?", against its neighbours
TOP_1 = 1.5  # times chance
READING_FROM = 4  # the level from which on a bag of words must not do, either


def success_limit(env: str) -> float:
    return FEW_OUTCOMES.get(env, BLIND_SUCCESS)
