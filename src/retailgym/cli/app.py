"""The commands. Each reads what the user gave, then imports what it needs: `retailgym --help` stays quick."""

import sys
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from ..catalog.needs import NoKernel, TooSmall
from .adapters import adapters
from .attack import attack
from .catalog import catalog as catalog_commands
from .catalog_import import import_, stats
from .curriculum import curriculum
from .demo import demo
from .envs import envs as envs_command
from .errors import UserError, mistakes
from .evaluate import Envs, evaluate
from .export import export
from .hear import hear
from .models import baseline, models
from .report import compare, report
from .scale import bench_scale
from .serve import bench_server, mcp
from .serve import serve as serve_command
from .store_option import with_store
from .tokens import bench_tokens
from .turn import turn
from .validate import validate

HELP = {"help_option_names": ["-h", "--help"]}
app = typer.Typer(
    add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False, context_settings=HELP
)
_UsageError = cast(
    type[Exception], typer.BadParameter.__base__
)  # it has no public name in every version of typer

SpecText = Annotated[str, typer.Argument(metavar="SPEC", help="environment/level/seed, such as cart/6/1742.")]


def run() -> None:
    """The command line from end to end; the exit code is 2 after a mistake of the user's."""
    try:
        code = commands()(prog_name="retailgym", standalone_mode=False)
    except (UserError, TooSmall, NoKernel) as wrong:  # a catalogue of one's own may have nothing for a job
        _leave(str(wrong), 2)
    except _UsageError as error:
        _leave(f"{error.format_message()} See {_path(error)} --help.", 2)  # type: ignore[attr-defined]
    except (KeyboardInterrupt, typer.Abort):
        _leave("stopped", 130)
    sys.exit(code or 0)


def commands() -> Any:
    """Every command, with the options that all of them share."""
    return with_store(typer.main.get_command(app))


def _path(error: Exception) -> str:
    """The command that was misused, in full: its own help is the one worth reading."""
    where = getattr(error, "ctx", None)
    return where.command_path if where else "retailgym"


def _leave(message: str, code: int) -> None:
    print(f"retailgym: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(code)


def _version(wanted: bool) -> None:
    if wanted:
        from ..core.record import package_version

        print(f"retailgym {package_version()}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def retailgym(
    ctx: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and leave.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """A simulated shop: verifiable environments for training and evaluating LLM agents.

    \b
    retailgym demo                                    what it is, in a few seconds
    retailgym play cart/3/42                          play the agent yourself
    retailgym eval --player expert --seeds 20         score a player
    retailgym COMMAND --help                          examples for each command
    """
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())


app.command("eval")(evaluate)


@app.command()
def play(
    spec: SpecText,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a record of the episode, for `retailgym replay`."),
    ] = None,
) -> None:
    """Play the agent yourself, in the terminal.

    What you type is said to the customer; a tool's name calls the tool; rows of a list have numbers, so that
    `add 2` is enough; /undo, /hint, /tools and /help never reach the customer. The verdict comes at the end,
    check by check.

    \b
    retailgym play cart/0/7
    retailgym play cart/6/1742 --save mine.jsonl
    retailgym play "cart/6/1742?p_stockout=0&invalid=strike"
    """
    from ..core.episode import judge, start
    from ..core.record import Tape
    from ..core.spec import Spec
    from .human import play_in_terminal
    from .prompt import printer
    from .transcript import verdict_lines

    with mistakes():
        tape = Tape(start(Spec.parse(spec)), player="human")
        if save:
            save.touch()
    say = printer()
    finished = play_in_terminal(tape, say)
    if save:
        save.write_bytes(tape.written())
    unfinished = ["left before the end; there is no verdict"]
    for line in verdict_lines(judge(tape.episode)) if finished else unfinished:
        say(line)


@app.command()
def replay(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A record, as `play --save` and `eval --record` write it.")
    ],
) -> None:
    """Print a recorded episode, and check that it plays again to the byte.

    Exit code 1 and the first turn that differs, if it does not.

    \b
    retailgym replay mine.jsonl
    retailgym replay records/expert/cart-6-3221225472.jsonl
    """
    from ..core.episode import judge
    from ..core.record import Differs, read
    from ..core.record import replay as play_again
    from ..evaluation.record_files import as_said
    from .transcript import transcript, verdict_lines

    with mistakes():
        lines = read(file.read_bytes())
        try:
            episode = play_again(lines)
        except Differs as differs:
            print(f"retailgym: {differs}", file=sys.stderr)
            raise typer.Exit(1) from None
    for line in transcript(as_said(lines, episode)):
        print(line)
    for line in (
        verdict_lines(judge(episode)) if episode.done else ["left before the end; there is no verdict"]
    ):
        print(line)
    print(f"{episode.turns} turns, each as recorded", file=sys.stderr)


@app.command()
def bench(
    envs: Envs = "all",
    level: Annotated[int, typer.Option(min=0, max=24, help="The level to measure at.")] = 6,
    products: Annotated[int, typer.Option(help="Size of the catalogue.")] = 10_000,
    episodes: Annotated[int, typer.Option(min=1, help="Episodes per round.")] = 200,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds; the best and the median one are reported.")] = 5,
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON on stdout.")] = False,
    serve: Annotated[
        bool,
        typer.Option(
            "--serve", help="Measure the server instead, beside an empty environment on the same server."
        ),
    ] = False,
    scale: Annotated[
        bool,
        typer.Option("--scale", help="Measure several sizes instead: searches, parts of an episode, memory."),
    ] = False,
    tokens: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Count what a model reads and writes instead, with the tokenizers in this folder.",
        ),
    ] = None,
    levels: Annotated[
        str, typer.Option(help="Levels to count tokens at, such as 0,6,12; that of --level where not given.")
    ] = "",
    sizes: Annotated[
        str, typer.Option(help="Numbers of products to go through; missing catalogues are built.")
    ] = "10000,100000,1000000,2000000",
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw how it grows as SVG.")] = None,
) -> None:
    """Measure what the shop costs per CPU-second and core, and in memory.

    \b
    retailgym bench
    retailgym bench --env cart --level 6 --products 100000 --json
    retailgym bench --serve --env cart --level 3
    retailgym bench --scale --sizes 10000,100000 --plot scale.svg
    retailgym bench --tokens tokenizers --levels 0,6,12 --episodes 8
    """
    if tokens is not None:
        bench_tokens(tokens, envs, levels or str(level), episodes, json)
        return
    if serve:
        bench_server(envs, level, episodes, rounds, json)
        return
    if scale:
        from ..bench.scale import Ask
        from ..evaluation import choose_envs

        with mistakes():
            ask = Ask(envs=choose_envs(envs), level=level, episodes=episodes, rounds=rounds)
        bench_scale(sizes, ask, json, plot)
        return
    from ..bench.episodes import BenchSize
    from ..bench.episodes import bench as measure
    from ..catalog import load
    from ..evaluation import choose_envs
    from .tables import bench_table, show

    with mistakes():
        chosen, size = (
            choose_envs(envs),
            BenchSize(products=products, level=level, episodes=episodes, rounds=rounds),
        )
        load(products)
    measured = measure(chosen, size, lambda what: print(f"measuring: {what}", file=sys.stderr, flush=True))
    show(
        f"{products:,} products, CPU time of one core, {rounds} rounds; Python {measured.python}",
        bench_table(measured),
        sys.stderr,
    )
    if json:
        sys.stdout.write(measured.written().decode())


@app.command()
def new(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The environment's id: lower-case letters, digits and _.")
    ],
    directory: Annotated[
        Path | None,
        typer.Option(
            "--dir", metavar="DIR", help="Where to write; in a checkout its own src and tests by default."
        ),
    ] = None,
    package: Annotated[
        bool, typer.Option("--package", help="A package of its own, which can be installed anywhere.")
    ] = False,
) -> None:
    """Write a small environment that works, and its test, to begin from.

    \b
    retailgym new layaway --package
    retailgym new layaway
    retailgym new layaway --dir my_envs
    """
    from .new import next_steps, write_new

    with mistakes():
        for path in write_new(name, directory, package):
            print(path)
    print(next_steps(name, package), file=sys.stderr)


app.command()(turn)
app.command()(hear)
app.command("envs")(envs_command)
app.command()(demo)
app.command("serve")(serve_command)
app.command()(mcp)
app.command()(models)
app.command()(baseline)
app.command()(report)
app.command()(compare)
app.command()(export)
app.command()(validate)
app.command()(attack)
app.command()(curriculum)
app.command()(adapters)
catalog_commands.command("import")(import_)
catalog_commands.command()(stats)
app.add_typer(catalog_commands, name="catalog")
