"""Where a person types: with history, completion and colour in a terminal, plain lines through a pipe."""

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

Words = Callable[[], Iterable[str]]
COLOURS = {
    "customer:": "cyan",
    "shop:": "yellow",
    "mistake:": "red",
    "not sent:": "red",
    "not run:": "yellow",
}
VERDICT = {"passed": "green", "FAILED": "red", "success;": "bold green", "no success;": "bold red"}


class Prompt:
    """`words` gives what can be completed at the moment."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._session: PromptSession[str] | None = None

    def ask(self, left: str) -> str | None:
        """One line, or None at the end of the input."""
        try:
            return self._in_terminal(left) if sys.stdin.isatty() else self._through_a_pipe(left)
        except EOFError:
            print()
            return None

    def _in_terminal(self, left: str) -> str:
        from prompt_toolkit.formatted_text import HTML

        session = self._session = self._session or _session(self._words)
        line: str = session.prompt(HTML("<ansigray>[left: {}]</ansigray> <b>&gt;</b> ").format(left))
        return line.strip()

    def _through_a_pipe(self, left: str) -> str:
        """What comes in is printed, so that the transcript can be read."""
        line = input(f"[left: {left}] > ").strip()
        print(line)
        return line


def _session(words: Words) -> "PromptSession[str]":
    from prompt_toolkit import PromptSession
    from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
    from prompt_toolkit.completion import Completer, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.history import FileHistory

    from ..catalog.cache import cache_dir

    class Known(Completer):
        def get_completions(self, document: Document, event: object) -> Iterator[Completion]:
            typed = document.get_word_before_cursor(WORD=True)
            yield from (Completion(w, -len(typed)) for w in words() if typed and w.startswith(typed))

    directory = cache_dir()
    directory.mkdir(parents=True, exist_ok=True)
    history = FileHistory(str(directory / "play-history"))
    return PromptSession(
        history=history,
        completer=Known(),
        complete_while_typing=False,  # most of what is typed is said to the customer
        auto_suggest=AutoSuggestFromHistory(),
    )


def printer() -> Callable[[str], None]:
    """Prints a line: wrapped at words and coloured in a terminal, as it is elsewhere."""
    if not sys.stdout.isatty():
        return print
    from rich.console import Console
    from rich.padding import Padding
    from rich.text import Text

    console = Console(highlight=False)

    def say(line: str) -> None:
        bare = line.lstrip(" ")
        style = next((c for begin, c in {**COLOURS, **VERDICT}.items() if bare.startswith(begin)), "")
        console.print(Padding(Text(bare, style=style), (0, 0, 0, len(line) - len(bare))))

    return say
