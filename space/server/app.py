"""The server: `app` for uvicorn, `main` for the `server` command."""

import argparse
import os

from retailgym.core.values import replace
from retailgym.serving.app import build
from retailgym.serving.run import serve
from retailgym.serving.settings import ServerSettings, from_environment


def _settings(host: str, port: int) -> ServerSettings:
    """A container is reached from outside: with a token where one is given, else open to all."""
    given = from_environment()
    return replace(given, host=host, port=port, open=not given.token)


def __getattr__(name: str) -> object:
    if name == "app":  # made when uvicorn asks for it, not when the module is imported
        return build(_settings("0.0.0.0", int(os.environ.get("PORT", "8000"))))
    raise AttributeError(name)


def main() -> None:
    parser = argparse.ArgumentParser(description="Serve RetailGym as an OpenEnv environment.")
    parser.add_argument("--host", default="0.0.0.0")
    parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", "8000")))
    given = parser.parse_args()
    serve(_settings(given.host, given.port))


if __name__ == "__main__":
    main()
