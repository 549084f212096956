"""The server: `app` for uvicorn, `main` for the `server` command."""

import argparse
import os

from retailgym.core.values import replace
from retailgym.serving.app import build
from retailgym.serving.run import serve
from retailgym.serving.settings import ServerSettings, checked, from_environment


def _settings(host: str, port: int) -> ServerSettings:
    """A container is reached from outside, so it wants a token, or to be told that everybody may play."""
    return checked(replace(from_environment(), host=host, port=port))


def __getattr__(name: str) -> object:
    if name == "app":  # made when uvicorn asks for it, not when the module is imported
        return build(_settings("0.0.0.0", int(os.environ.get("PORT", "8000"))))
    raise AttributeError(name)


def main() -> None:
    parser = argparse.ArgumentParser(description="Serve RetailGym as an OpenEnv environment.")
    parser.add_argument("--host", default="0.0.0.0")
    parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", "8000")))
    parser.add_argument("--public", action="store_true", help="Let everybody play, without a token.")
    given = parser.parse_args()
    if given.public:
        os.environ["RETAILGYM_PUBLIC"] = "1"
    try:
        settings = _settings(given.host, given.port)
    except ValueError as error:
        parser.error(str(error))
    serve(settings)


if __name__ == "__main__":
    main()
