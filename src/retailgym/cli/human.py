"""A person plays the agent in the terminal: plain words go to the customer, a tool's name calls the tool, and
what begins with a slash is for this program alone."""

from collections.abc import Callable, Iterator

from .. import players
from ..core.env import Turn
from ..core.episode import Episode, observe, start
from ..core.errors import did_you_mean
from ..core.record import Tape
from ..core.rendering import Rendering
from ..core.values import replace
from .numbered import Rows, aligned, numbered
from .prompt import Prompt
from .transcript import came_back, told
from .typed_turns import Unclear, explained, turn_from

HOW = """Plain words are said to the customer. A tool's name calls it, values in the order that /tools shows:
    catalog_search steel kettle        (or short: search steel kettle)
    catalog_search kettle filters=[{"name": "price", "op": "lte", "value": 49.99}]
    cart_add p… v… 2
Rows of a list have numbers: `open 2`, `variants 2`, `compare 1 3`, `add 2` (or `add 2 3` for three), `next`,
and #2 in place of an id. These never reach the customer:
    /tools    every tool           /help TOOL    what one does      /hint    what the expert did here
    /undo     take a turn back     /help         this text          /quit    leave"""
COMMANDS = ("/tools", "/help", "/hint", "/undo", "/quit")
HELPED = "human, helped"  # so a record says that turns were taken back, or hints given
Say = Callable[[str], None]


class ShownTable:
    """One person at one episode."""

    def __init__(self, tape: Tape, say: Say) -> None:
        self.tape, self.say = tape, say
        self.before: list[Episode] = []
        self.rows, self.rendering = Rows(), Rendering()
        self.prompt = Prompt(self._words)

    def play(self) -> bool:
        """To the end of the episode, or until the person leaves: was it played to the end?"""
        self.say(self.tape.episode.env.instructions)
        self.say(HOW)
        self._show()
        while not self.tape.episode.done:
            turn = self._turn()
            if turn is None:
                return False
            self.before.append(self.tape.episode)
            self.tape.step(turn)
            self._show()
        return True

    def _words(self) -> Iterator[str]:
        """What can be completed: commands, tools, parameters, and the ids that were shown, latest first."""
        tools = self.tape.episode.env.tools
        yield from COMMANDS
        yield from tools
        yield from sorted({f"{name}=" for tool in tools.values() for name in tool.names})
        yield from reversed(self.rows.ids)

    def _show(self) -> None:
        episode = self.tape.episode
        for event in episode.log[episode.read :]:
            self.rows.learn(event.call, event.message)
        for message in observe(episode).messages:
            for line in aligned(came_back(numbered(message), self.rendering)):
                self.say(line)

    def _turn(self) -> Turn | None:
        """Asks until there is a turn; None when the person leaves."""
        while True:
            seen = observe(self.tape.episode)
            line = self.prompt.ask(f"{seen.exchanges_left} exchanges, {seen.calls_left} calls")
            if line is None or line in ("/quit", "quit"):
                return None
            if line == "help" or (line.startswith("help ") and len(line.split()) == 2):
                line = f"/{line}"
            if line.startswith("/"):
                self._command(line)
            elif line:
                try:
                    return turn_from(line, self.tape.episode.env.tools, self.rows)
                except Unclear as unclear:
                    self.say(f"not sent: {unclear}")

    def _command(self, line: str) -> None:
        name, _, rest = line.partition(" ")
        tools = self.tape.episode.env.tools
        match name:
            case "/tools":
                self._say_all(explained(tools))
            case "/help":
                self._say_all(explained(tools, rest.strip()) if rest.strip() else [HOW])
            case "/hint":
                self._hint()
            case "/undo":
                self._undo()
            case _:
                there = f"there are {', '.join(COMMANDS)}"
                self.say(f"not sent: no command {name}; {did_you_mean(name, COMMANDS, there)}")

    def _say_all(self, lines: Iterator[str] | list[str]) -> None:
        for line in lines:
            self.say(line)

    def _undo(self) -> None:
        if not self.before:
            self.say("there is nothing to take back")
            return
        self.tape.episode = self.before.pop()
        self.tape.turns.pop()
        self.tape.header = replace(self.tape.header, player=HELPED)
        self.say("taken back; the last turn that stands:")
        self._show()

    def _hint(self) -> None:
        """The expert's act after as many acts of its own: its path may differ from this one."""
        episode = self.tape.episode
        self.tape.header = replace(self.tape.header, player=HELPED)
        path, _ = players.play(start(episode.spec, catalog=episode.world.catalog), players.expert)
        acts = [event for event in path.log if event.said is not None or event.call is not None]
        taken = sum(event.said is not None or event.call is not None for event in episode.log)
        here = acts[min(taken, len(acts) - 1)]
        self.say(f"the expert's act {min(taken + 1, len(acts))} of {len(acts)}:")
        self.say(f"    {next(told(here, Rendering()))}")


def play_in_terminal(tape: Tape, say: Say) -> bool:
    return ShownTable(tape, say).play()
