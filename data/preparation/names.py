"""Small helpers on names, used to compare them across sources."""

from __future__ import annotations

import re
import unicodedata

# Letters that have no decomposition, as GeoNames spells them in its asciiname column.
_LETTERS = str.maketrans(
    {
        "ß": "ss",
        "ẞ": "SS",
        "æ": "ae",
        "Æ": "AE",
        "œ": "oe",
        "Œ": "OE",
        "ø": "o",
        "Ø": "O",
        "đ": "d",
        "Đ": "D",
        "ð": "d",
        "Ð": "D",
        "þ": "th",
        "Þ": "Th",
        "ł": "l",
        "Ł": "L",
        "ħ": "h",
        "Ħ": "H",
        "ı": "i",
        "ə": "a",
        "Ə": "A",
        "ŋ": "n",
        "Ŋ": "N",
        "’": "'",
        "‘": "'",
        "ʼ": "'",
        "ʻ": "'",
        "ʿ": "'",
        "ʾ": "'",
        "–": "-",
        "—": "-",
        "‑": "-",
    }
)


_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def ascii_name(name: str) -> str:
    """The name in ASCII, or the name itself where nothing of it can be written so."""
    if name.isascii():
        return name
    letters = unicodedata.normalize("NFKD", name.translate(_LETTERS))
    plain = letters.encode("ascii", "ignore").decode("ascii").strip()
    return plain if any(character.isalnum() for character in plain) else name


# What folding makes of ASCII: separators become spaces, other signs go.
_FOLDED_ASCII = str.maketrans(
    {chr(code): " " if chr(code) in " -/.,()" else None for code in range(128) if not chr(code).isalnum()}
)


def folded(name: str) -> str:
    """A key under which spellings of one name meet: no case, no accents, words only."""
    if name.isascii():
        return " ".join(name.lower().translate(_FOLDED_ASCII).split())
    letters = unicodedata.normalize("NFKD", name.translate(_LETTERS).casefold())
    kept = (
        " " if character in "-/.,()" else character
        for character in letters
        if character.isalnum() or character in " -/.,()"
    )
    return " ".join("".join(kept).split())


def clean(text: str) -> str:
    """No tab, line break or other control character: what a TSV field may hold."""
    if text.isprintable() and "  " not in text:
        return text.strip()
    return " ".join(_CONTROL.sub(" ", text).split())


def unique(names: list[str], without: str = "") -> list[str]:
    """The names in order, each once, empty ones and `without` left out."""
    return [name for name in dict.fromkeys(clean(name) for name in names) if name and name != without]
