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


def log_config(level: str = "INFO") -> dict[str, Any]:
    """For uvicorn and for the shop alike."""
    quiet = {"handlers": ["stderr"], "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "retailgym.serving.logs.JsonFormatter"}},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stderr"}
        },
        "loggers": {
            "retailgym.serving": {"level": level, **quiet},
            "uvicorn": {"level": "WARNING", **quiet},
            "mcp": {"level": "ERROR", **quiet},
        },
    }
