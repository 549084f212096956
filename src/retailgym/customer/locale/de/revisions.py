"""How customers say that they have changed their minds."""

MISTAKEN = ("Da habe ich mich vorhin geirrt. {}",)
REVISES = ("Ich habe es mir anders überlegt. {}",)
