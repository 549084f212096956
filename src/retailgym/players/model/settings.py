"""Which model, where, and how it is asked; presets and prices are data that anyone may override."""

import os
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal
from urllib.parse import urlsplit, urlunsplit

import msgspec

from ...core.errors import did_you_mean
from ...core.rendering import Results
from ...core.values import Value, replace

Mode = Literal["tools", "json"]
Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]
HUGGING_FACE = "https://router.huggingface.co/v1"
OPENAI = "https://api.openai.com/v1"
_HUGGING_FACE_HOSTS = (".huggingface.co", ".huggingface.cloud", ".hf.space")


class Price(Value):
    """US dollars per million tokens."""

    tokens_in: float
    tokens_out: float

    def of(self, tokens_in: int, tokens_out: int) -> float:
        return (tokens_in * self.tokens_in + tokens_out * self.tokens_out) / 1_000_000


class ModelSettings(Value):
    """One model as a player. The key to the endpoint is never part of it."""

    model: str
    base_url: str
    mode: Mode = "tools"
    results: Results = "text"
    temperature: float | None = 0.0
    top_p: float | None = None
    seed: int | None = 0
    max_tokens: int | None = 2048
    stream: bool = False
    extra: Mapping[str, object] = {}  # more fields of the request; null takes one out
    price: Price | None = None
    timeout_s: float = 300.0
    retries: int = 6
    backoff_s: float = 1.0  # the first pause before asking again

    def __post_init__(self) -> None:
        if not self.model:
            raise ValueError("no model is named; give --model or set MODEL_NAME")
        if urlsplit(self.base_url).scheme not in ("http", "https") or not urlsplit(self.base_url).hostname:
            raise ValueError(
                f"{self.base_url!r} is no address of an endpoint; write one such as http://127.0.0.1:8000/v1"
            )

    @property
    def address(self) -> str:
        """The endpoint without any name or password in it, fit to be written down."""
        parts = urlsplit(self.base_url)
        return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path.rstrip("/"), "", ""))


class Preset(Value):
    """What is known of a model; fields that are missing stay as they are by default."""

    model: str
    base_url: str = HUGGING_FACE
    mode: Mode = "tools"
    temperature: float | None = 0.0
    top_p: float | None = None
    max_tokens: int = 2048
    usd_per_million: tuple[float, float] | None = None
    extra: Mapping[str, object] = {}


@cache
def presets() -> dict[str, Preset]:
    table = tomllib.loads((files(__package__) / "presets.toml").read_text(encoding="utf-8"))
    return msgspec.convert(table, dict[str, Preset])


def preset_settings(name: str) -> ModelSettings:
    p = presets()[name]
    price = (
        Price(tokens_in=p.usd_per_million[0], tokens_out=p.usd_per_million[1]) if p.usd_per_million else None
    )
    return ModelSettings(
        model=p.model,
        base_url=p.base_url,
        mode=p.mode,
        temperature=p.temperature,
        top_p=p.top_p,
        max_tokens=p.max_tokens,
        extra=p.extra,
        price=price,
    )


def preset_of(model: str) -> str | None:
    """The preset of that name, or for that model; whoever is to serve it."""
    model, by_model = model.partition(":")[0], {p.model: name for name, p in presets().items()}
    return model if model in presets() else by_model.get(model)


def settings_for(model: str, base_url: str, environ: Mapping[str, str] = os.environ) -> ModelSettings:
    """From what was typed, then from MODEL_NAME and API_BASE_URL. A preset's name or its model brings what is
    known of it; after a colon may stand which of the router's providers is to serve it, as in
    "qwen3-8b:together"."""
    model = model or environ.get("MODEL_NAME", "")
    base_url = base_url or environ.get("API_BASE_URL", "")
    if (name := preset_of(model)) is not None:
        known = preset_settings(name)
        known = replace(known, model=known.model + "".join(model.partition(":")[1:]))
        return (
            replace(known, base_url=base_url, price=None)
            if base_url and base_url != known.base_url
            else known
        )
    if not base_url and "/" not in model and (hint := did_you_mean(model, presets(), "")):
        raise ValueError(f"no preset {model!r}; {hint} For a model of that name give --base-url")
    return ModelSettings(model=model, base_url=base_url or (HUGGING_FACE if "/" in model else OPENAI))


def at_hugging_face(base_url: str) -> bool:
    return f".{urlsplit(base_url).hostname}".endswith(_HUGGING_FACE_HOSTS)


def key_for(base_url: str, given: str = "", environ: Mapping[str, str] = os.environ) -> str:
    """The key that belongs to an endpoint: HF_TOKEN goes to Hugging Face alone, OPENAI_API_KEY to any other
    that was named."""
    if given:
        return given
    if at_hugging_face(base_url):
        return environ.get("HF_TOKEN", "")
    return environ.get("OPENAI_API_KEY", "")


def mode_from(text: str) -> Mode:
    if text not in ("tools", "json"):
        raise ValueError(f"--mode {text!r} must be tools or json")
    return "tools" if text == "tools" else "json"


def price_from(text: str) -> Price:
    """Dollars per million tokens in and out, as in "0.15,0.60"."""
    try:
        tokens_in, tokens_out = (float(part) for part in text.split(","))
    except ValueError:
        raise ValueError(
            f"a price is two numbers, dollars per million tokens in and out, such as 0.15,0.60, not {text!r}"
        ) from None
    if not (0 <= tokens_in < 1e6 and 0 <= tokens_out < 1e6):
        raise ValueError(
            f"the price {text!r} cannot be; write dollars per million tokens in and out, such as 0.15,0.60"
        )
    return Price(tokens_in=tokens_in, tokens_out=tokens_out)


def extra_from(text: str) -> dict[str, object]:
    try:
        fields = msgspec.json.decode(text or "{}")
    except msgspec.DecodeError as error:
        raise ValueError(f"--extra must be a JSON object, such as '{{\"top_k\": 20}}': {error}") from None
    if not isinstance(fields, dict):
        raise ValueError(f"--extra must be a JSON object, such as '{{\"top_k\": 20}}', not {text!r}")
    return fields
