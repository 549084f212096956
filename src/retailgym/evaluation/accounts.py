"""What an episode says about how it was played: refusals and mistakes, and ids that nothing before had
contained."""

from ..core.env import Mistake, Refusal
from ..core.episode import Episode, grounds
from ..core.values import Value


class Conducted(Value):
    tool_errors: int
    ids_given: int
    ids_unseen: int


def conducted(episode: Episode) -> Conducted:
    errors = sum(isinstance(event.message, Refusal | Mistake) for event in episode.log)
    _, given, unseen = grounds(episode)
    return Conducted(tool_errors=errors, ids_given=given, ids_unseen=unseen)
