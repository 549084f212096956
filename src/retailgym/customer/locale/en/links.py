"""How customers say what depends on something else."""

AS_MANY = ("as many as {plural}", "the same number as of the {plural}")
MORE = ("{n} more than {plural}", "{n} more than of the {plural}")
FEWER = ("{n} fewer than {plural}", "{n} fewer than of the {plural}")
BY_PRICE = (
    "{above} if one of them costs more than {amount}, otherwise {below}",
    "{below}, unless one of them costs more than {amount}, in which case {above}",
)
LIST_BY_PRICE = (
    "If the one you would put first costs more than {amount}, name {above} in all, otherwise {below}.",
    "Name {below} in all, unless the first costs more than {amount}, in which case {above}.",
)
