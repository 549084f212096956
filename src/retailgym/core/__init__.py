"""The core: from a spec to a verdict. Values and streams first, then what a task is, then one episode as a
pure fold."""
