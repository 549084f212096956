"""How customers say what depends on something else."""

AS_MANY = ("as many of them as {plural}", "the same number as of the {plural}")
MORE = ("{n} more than {plural}", "{n} more of them than {plural}")
FEWER = ("{n} fewer than {plural}", "{n} fewer of them than {plural}")
BY_PRICE = (
    "{above} if one of them costs more than {amount}, otherwise {below}",
    "{below} of them, unless one costs more than {amount}, in which case {above}",
)
LIST_BY_PRICE = (
    "If the one you would put first costs more than {amount}, name {above} in all, otherwise {below}.",
    "Name {below} in all, unless the first costs more than {amount}, in which case {above}.",
)
