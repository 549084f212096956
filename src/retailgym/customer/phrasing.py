"""Phrasing: what holds in any language. Values are marked, so that noise can spare them."""

BEGIN, END = "\u2068", "\u2069"  # around every value; taken out before anyone reads


def marked(words: str) -> str:
    return f"{BEGIN}{words}{END}"


def unmarked(words: str) -> str:
    return words.replace(BEGIN, "").replace(END, "")


def capital(sentence: str) -> str:
    """The first letter large, also where the sentence begins with a value."""
    skip = len(BEGIN) if sentence.startswith(BEGIN) else 0
    return sentence[:skip] + sentence[skip : skip + 1].upper() + sentence[skip + 1 :]
