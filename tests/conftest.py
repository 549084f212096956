"""What all tests share: the same examples every time, so that a change that passes here passes everywhere.
`make test-long` looks for new ones (`--hypothesis-profile fresh`)."""

from importlib.util import find_spec

if find_spec("hypothesis") is not None:  # the environments of the stacks do without it
    from hypothesis import settings

    settings.register_profile("steady", derandomize=True)
    settings.register_profile("fresh", derandomize=False)
    settings.load_profile("steady")
