"""Which specs a trainer takes: all but those of the held-out splits, which are there to be evaluated on."""

from ..core.spec import Spec
from ..evaluation.held_out import refuse_held_out

INSTEAD = 'train on rg.task("train", i, env, level), or say evaluate=True where nothing is learned from it'


def admit(spec: Spec | str, evaluate: bool = False, *, instead: str = INSTEAD) -> Spec:
    """The spec, read. A test or sealed one is refused unless the caller says that nothing is learned from
    it."""
    read = Spec.parse(spec) if isinstance(spec, str) else spec
    if not evaluate:
        refuse_held_out(read, instead)
    return read
