"""How customers say that they have changed their minds."""

REVISES = ("Ich habe es mir anders überlegt. {}",)
