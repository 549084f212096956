"""The in-process twin: the same calls and the same answers as a client's, without a server."""

from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any

import msgspec

from ..core.episode import start
from ..envs import get_env
from .session import Frame, Json, Session
from .spec_choice import Menu, chosen, menu

if TYPE_CHECKING:
    from ..catalog.catalogue import Catalog


class LocalEnv:
    """Plays in this process; what a `LightEnv` would get over the wire is what this gives."""

    def __init__(self, *, catalog: "Catalog | None" = None, envs: tuple[str, ...] = ()) -> None:
        self._menu: Menu = menu(envs)
        self._catalog = catalog
        self.session: Session | None = None

    def reset(self, **asked: Any) -> Frame:
        self.session = Session(
            start(chosen(self._menu, asked), catalog=self._catalog),
            player=str(asked.get("player") or ""),
            episode_id=asked.get("episode_id"),
        )
        return self.session.last

    def step(self, tool: str, arguments: Mapping[str, Any] | None = None) -> Frame:
        session = self._playing()
        session.act(tool, dict(arguments or {}))
        return session.last

    def tools(self) -> list[Json]:
        if self.session is None:
            schemas = {s.name: s for env in self._menu.envs for s in get_env(env).schemas()}.values()
        else:
            self.session.listed()
            schemas = {s.name: s for s in self.session.episode.env.schemas()}.values()
        return [
            {"name": s.name, "description": s.description, "input_schema": msgspec.to_builtins(s.parameters)}
            for s in schemas
        ]

    def state(self) -> Json:
        session = self._playing()
        return {"episode_id": session.episode_id, "step_count": session.steps}

    def close(self) -> None:
        self.session = None

    def _playing(self) -> Session:
        if self.session is None:
            raise ValueError("no episode has begun; reset first")
        return self.session

    def __enter__(self) -> "LocalEnv":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
