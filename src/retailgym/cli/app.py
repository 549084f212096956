"""The commands. Each reads what the user gave, then imports what it needs: `retailgym --help` stays quick."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from .mistakes import Wrong, mistakes
from .progress import progress
from .serve import bench_server, mcp
from .serve import serve as serve_command

if TYPE_CHECKING:
    from ..evaluation import Plan, Report

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
_UsageError = cast(type[Exception], typer.BadParameter.__base__)  # it has no public name in every version of typer

Envs = Annotated[str, typer.Option("--envs", "--env", help="all (every installed one), a set such as C4, or names: cart,returns.")]
SpecText = Annotated[str, typer.Argument(metavar="SPEC", help="environment/level/seed, such as cart/6/1742.")]


def run() -> None:
    """The command line from end to end; the exit code is 2 after a mistake of the user's."""
    try:
        code = app(prog_name="retailgym", standalone_mode=False)
    except Wrong as wrong:
        _leave(str(wrong), 2)
    except _UsageError as error:
        _leave(f"{error.format_message()} See retailgym --help.", 2)  # type: ignore[attr-defined]
    except (KeyboardInterrupt, typer.Abort):
        _leave("stopped", 130)
    sys.exit(code or 0)


def _leave(message: str, code: int) -> None:
    print(f"retailgym: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(code)


@app.callback(invoke_without_command=True)
def retailgym(ctx: typer.Context) -> None:
    """A simulated shop: verifiable environments for training and evaluating LLM agents.

    \b
    retailgym demo                                    what it is, in a few seconds
    retailgym play cart/3/42                          play the agent yourself
    retailgym eval --player expert --seeds 20         score a player
    retailgym COMMAND --help                          examples for each command
    """
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())


@app.command("eval")
def evaluate(
    player: Annotated[list[str], typer.Option("--player", "--players", help="One player, or several: expert,silent,random. Can be repeated.")] = [  # noqa: B006
        "expert"
    ],
    envs: Envs = "all",
    levels: Annotated[str, typer.Option(help="Levels: 0,6,12 or 0-12 or all.")] = "0,6,12",
    seeds: Annotated[int, typer.Option(help="Episodes per environment and level.")] = 20,
    split: Annotated[str, typer.Option(help="Where the seeds come from: train, validation or test.")] = "test",
    json: Annotated[str, typer.Option(metavar="FILE", help="Write the result as JSON to this file; - is stdout.")] = "",
    workers: Annotated[int, typer.Option(min=1, help="Processes that play at once.")] = 1,
    record: Annotated[Path | None, typer.Option(metavar="DIR", help="Write a record of every episode there, for `retailgym replay`.")] = None,
) -> None:
    """Play many episodes and score the player.

    Prints reward and success per environment and level with 95 % intervals, and writes them as JSON if asked.

    \b
    retailgym eval --player expert --envs all --levels 0,6,12 --seeds 20 --json out.json
    retailgym eval --players expert,silent,random --envs cart --levels 0-12 --workers 4
    retailgym eval --player random --seeds 5 --json - | python -m json.tool
    retailgym eval --player first_result --envs cart --record records
    """
    from ..evaluation import Plan, choose_envs, choose_levels, choose_players
    from .tables import scores_table, show

    with mistakes():
        plan = Plan(players=choose_players(player), envs=choose_envs(envs), levels=choose_levels(levels), seeds=seeds, split=split)
        if json not in ("", "-"):
            Path(json).touch()
        if record:
            record.mkdir(parents=True, exist_ok=True)
    found = _played(plan, workers, record)
    show(f"{', '.join(found.players)}; split {split!r}, {seeds} seeds per environment and level", scores_table(found), sys.stderr)
    if json == "-":
        sys.stdout.write(found.written().decode())
    elif json:
        Path(json).write_bytes(found.written())


def _played(plan: "Plan", workers: int = 1, records: Path | None = None) -> "Report":
    from ..evaluation import report, run

    episodes = []
    with progress(len(plan.players) * len(plan.specs()), "episodes") as advance:
        for played in run(plan, workers=workers, records=records):
            episodes.append(played)
            advance()
    return report(plan, episodes)


@app.command()
def play(
    spec: SpecText,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a record of the episode, for `retailgym replay`.")] = None,
) -> None:
    """Play the agent yourself, in the terminal.

    What you type is said to the customer; a tool's name calls the tool. The verdict comes at the end, check by check.

    \b
    retailgym play cart/0/7
    retailgym play cart/6/1742 --save mine.jsonl
    retailgym play "cart/6/1742?p_stockout=0&invalid=strike"
    """
    from ..episode import judge, start
    from ..record import Tape
    from ..spec import Spec
    from .human import play_in_terminal
    from .transcript import verdict_lines

    with mistakes():
        tape = Tape(start(Spec.parse(spec)), player="human")
        if save:
            save.touch()
    finished = play_in_terminal(tape, print)
    if save:
        save.write_bytes(tape.written())
    print("\n".join(verdict_lines(judge(tape.episode))) if finished else "left before the end; there is no verdict")


@app.command()
def replay(file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, as `play --save` and `eval --record` write it.")]) -> None:
    """Print a recorded episode, and check that it plays again to the byte.

    Exit code 1 and the first turn that differs, if it does not.

    \b
    retailgym replay mine.jsonl
    retailgym replay records/expert/cart-6-3221225472.jsonl
    """
    from ..episode import judge
    from ..record import Differs, read
    from ..record import replay as play_again
    from .transcript import transcript, verdict_lines

    with mistakes():
        lines = read(file.read_bytes())
        try:
            episode = play_again(lines)
        except Differs as differs:
            print(f"retailgym: {differs}", file=sys.stderr)
            raise typer.Exit(1) from None
    for line in transcript(episode):
        print(line)
    for line in verdict_lines(judge(episode)) if episode.done else ["left before the end; there is no verdict"]:
        print(line)
    print(f"{episode.turns} turns, each as recorded", file=sys.stderr)


@app.command()
def bench(
    envs: Envs = "all",
    level: Annotated[int, typer.Option(min=0, max=12, help="The level to measure at.")] = 6,
    products: Annotated[int, typer.Option(help="Size of the catalogue.")] = 10_000,
    episodes: Annotated[int, typer.Option(min=1, help="Episodes per round.")] = 200,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds; the best and the median one are reported.")] = 5,
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON on stdout.")] = False,
    serve: Annotated[bool, typer.Option("--serve", help="Measure the server instead, beside an empty environment on the same server.")] = False,
) -> None:
    """Measure what the shop costs per CPU-second and core, and in memory.

    \b
    retailgym bench
    retailgym bench --env cart --level 6 --products 100000 --json
    retailgym bench --serve --env cart --level 3
    """
    if serve:
        bench_server(envs, level, episodes, rounds)
        return
    from ..catalog import load
    from ..evaluation import choose_envs
    from ..evaluation.bench import Size
    from ..evaluation.bench import bench as measure
    from .tables import bench_table, show

    with mistakes():
        chosen, size = choose_envs(envs), Size(products=products, level=level, episodes=episodes, rounds=rounds)
        load(products)
    measured = measure(chosen, size, lambda what: print(f"measuring: {what}", file=sys.stderr, flush=True))
    show(f"{products:,} products, CPU time of one core, {rounds} rounds; Python {measured.python}", bench_table(measured), sys.stderr)
    if json:
        sys.stdout.write(measured.written().decode())


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The environment's id: lower-case letters, digits and _.")],
    directory: Annotated[
        Path | None, typer.Option("--dir", metavar="DIR", help="Where to write; in a checkout its own src and tests by default.")
    ] = None,
) -> None:
    """Write a small environment that works, and its test, to begin from.

    \b
    retailgym new layaway
    retailgym new layaway --dir my_envs
    """
    from .new import write_new

    with mistakes():
        for path in write_new(name, directory):
            print(path)


@app.command()
def demo(seeds: Annotated[int, typer.Option(min=1, help="Episodes per environment and level.")] = 5) -> None:
    """Play the expert, the silent one and every blind player at levels 0, 6 and 12.

    \b
    retailgym demo
    """
    from .. import players
    from ..envs import all_envs
    from ..evaluation import Plan
    from .tables import demo_table, show

    for env in all_envs():
        plan = Plan(players=("expert", "silent", *players.blind_for(env)), envs=(env,), levels=(0, 6, 12), seeds=seeds)
        show(f"{env}: mean reward (success), {seeds} seeds per level", demo_table(_played(plan), env), sys.stdout)
    print("The expert sees what any agent sees. The others do not read what the customer means.")


app.command("serve")(serve_command)
app.command()(mcp)
