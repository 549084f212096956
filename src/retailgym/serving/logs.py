"""Structured logs: one JSON object per line on stderr."""

import logging
from typing import Any

import msgspec


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": round(record.created, 3),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            "process": record.process,
        }
        line |= getattr(record, "said", {})
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


class Workers(logging.Filter):
    """Of what uvicorn says below a warning, only that workers come and go."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.levelno >= logging.WARNING or record.module == "multiprocess"


def log_config(level: str = "INFO") -> dict[str, Any]:
    """For uvicorn and for the shop alike."""
    quiet = {"handlers": ["stderr"], "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "retailgym.serving.logs.JsonFormatter"}},
        "filters": {"workers": {"()": "retailgym.serving.logs.Workers"}},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stderr"}
        },
        "loggers": {
            "retailgym.serving": {"level": level, **quiet},
            "uvicorn": {"level": "WARNING", **quiet},
            "uvicorn.error": {"level": "INFO", "filters": ["workers"], **quiet},
        },
    }
