"""What the processes of the record tests run; it imports little, for there are many of them."""

from retailgym.serving.records import Finished, StoredRecord, open_records


def kept(n: int, curriculum: str = "", writer: int = 0) -> StoredRecord:
    about = Finished(
        id=f"{writer:016x}{n:016x}",
        finished=float(n),
        env="cart",
        level=n % 13,
        seed=n,
        spec=f"cart/{n % 13}/{n}",
        player=f"writer {writer}",
        reward=n % 3 / 2,
        success=n % 3 == 2,
        turns=n,
    )
    return StoredRecord(about=about, lines=b"{}\n" * 50, curriculum=curriculum)


def write_many(where: str, writer: int, count: int) -> None:
    records = open_records(where)
    for n in range(count):
        records.keep([kept(n, "shared", writer)])
    records.close()
