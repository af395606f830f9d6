"""Names of people: unique as they look, so that nobody passes for somebody else."""

from __future__ import annotations

import re
import unicodedata

from worldfire.server.problems import Problem

NAME = re.compile(r"[\w][\w .'-]{1,39}")

#: letters of other scripts that look like Latin ones, after case is folded
_LOOK_ALIKES = str.maketrans(
    "аеорсухіјѕһԁԛԝкмтвнгпзбαβγεικνορτυχωηµμ",
    "aeopcyxljshdqwkmtbhrn36abyelkvoptuxwnuu",
)
#: characters that are hardly told apart
_CONFUSED = str.maketrans({"0": "o", "1": "l", "i": "l", "ı": "l", "|": "l", "5": "s", "8": "b", "ß": "ss"})
_PAIRS = (("rn", "m"), ("vv", "w"))
_BETWEEN = re.compile(r"[\W_]+")
_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "HEBREW", "ARABIC")
GUEST = "guest-"


def folded(name: str) -> str:
    """What a name looks like: two names that give the same are one name."""
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    text = "".join(letter for letter in text if not unicodedata.combining(letter))
    text = _BETWEEN.sub("", text.translate(_LOOK_ALIKES).translate(_CONFUSED))
    for pair, letter in _PAIRS:
        text = text.replace(pair, letter)
    return text


def check_name(name: str) -> None:
    """Whether somebody may call himself so, if nobody does yet."""
    if not NAME.fullmatch(name) or not folded(name):
        raise Problem(422, "name", "a name has 2 to 40 letters, digits, spaces or .'-", field="name")
    if folded(name).startswith(folded(GUEST)):
        raise Problem(422, "name-reserved", "the names of guests cannot be used", field="name")
    scripts = {_script(letter) for letter in name if letter.isalpha()}
    if len(scripts - {""}) > 1:
        raise Problem(422, "name", "a name must keep to one alphabet", field="name")


def _script(letter: str) -> str:
    known = unicodedata.name(letter, "").partition(" ")[0]
    return known if known in _SCRIPTS else ""
