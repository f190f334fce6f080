#!/usr/bin/env python3
"""Writes Sources/PlacesText/Generated/FoldTable.swift from Python's Unicode data (needs nothing but Python).

The table is part of the index format: an index and the queries on it must be folded alike, so it is generated once and
kept, and never depends on the machine.
"""
import os
import sys
import unicodedata

LIMIT = 0x32000
# CONTINUATION: a sign that never begins a word and never ends one (vowel signs, Hangul vowels).
SEPARATOR, LETTER, DROP, APOSTROPHE, IDEOGRAPH, DIGIT, CONTINUATION = range(7)

# Letters that Unicode does not decompose, folded as people type them.
SPECIAL = {
    "ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o", "đ": "d", "Đ": "d",
    "ð": "d", "Ð": "d", "þ": "th", "Þ": "th", "ł": "l", "Ł": "l", "ħ": "h", "Ħ": "h", "ŧ": "t", "Ŧ": "t",
    "ŋ": "n", "Ŋ": "n", "ı": "i", "İ": "i", "ĸ": "k", "ə": "a", "Ə": "a", "ɓ": "b", "ƙ": "k", "ɗ": "d", "ƴ": "y",
    "ʻ": None, "ʼ": None, "ʹ": None, "ʽ": None, "ʾ": None, "ʿ": None, "ˈ": None, "ꞌ": None,
    "ى": "ي", "ی": "ي", "ک": "ك", "ة": "ه", "ٱ": "ا", "ـ": "",
}
APOSTROPHES = set("'`´‘’‛′＇ʻʼʹʽʾʿˈꞌ‵")


def ideographic(cp):
    """Scripts written without spaces: every letter may begin a word."""
    return (
        0x3400 <= cp <= 0x4DBF or 0x4E00 <= cp <= 0x9FFF or 0xF900 <= cp <= 0xFAFF or cp >= 0x20000
        or 0x3041 <= cp <= 0x3096 or 0x30A1 <= cp <= 0x30FC or 0x31F0 <= cp <= 0x31FF or cp in (0x3005, 0x3006, 0x3007)
        or 0x1100 <= cp <= 0x1112  # leading consonants of decomposed Hangul
        or 0x0E01 <= cp <= 0x0E30 or 0x0E40 <= cp <= 0x0E44 or 0x0E81 <= cp <= 0x0EB0 or 0x0EC0 <= cp <= 0x0EC4
        or 0x1780 <= cp <= 0x17A2 or 0x1000 <= cp <= 0x1021
    )


def kind(cp):
    c = chr(cp)
    if c in APOSTROPHES:
        return APOSTROPHE
    category = unicodedata.category(c)
    if category == "Cf" or 0xFE00 <= cp <= 0xFE0F or cp >= 0xE0000:
        return DROP
    if category[0] == "M":
        return DROP if unicodedata.combining(c) or category == "Me" else CONTINUATION
    if category in ("Nd",):
        return DIGIT
    if category[0] in "LN":
        if ideographic(cp):
            return IDEOGRAPH
        inside = 0x1113 <= cp <= 0x11FF or 0x0E00 <= cp <= 0x0EFF or 0x1780 <= cp <= 0x17FF or 0x1000 <= cp <= 0x109F
        return CONTINUATION if inside else LETTER
    return SEPARATOR


def fold(cp):
    """The folded text of a code point, '' where it goes, None for a separator."""
    c = chr(cp)
    if c in SPECIAL:
        return SPECIAL[c]
    out = []
    for part in unicodedata.normalize("NFKD", c):
        if part in SPECIAL:
            out.append(SPECIAL[part] or "")
            continue
        if unicodedata.combining(part):
            continue
        for folded in unicodedata.normalize("NFKD", part.casefold()):
            if folded in SPECIAL:
                out.append(SPECIAL[folded] or "")
                continue
            decimal = unicodedata.decimal(folded, None)
            if decimal is not None:
                out.append(str(decimal))
            elif unicodedata.combining(folded):
                pass
            elif kind(ord(folded)) == SEPARATOR:
                out.append(" ")
            elif kind(ord(folded)) in (DROP, APOSTROPHE):
                pass
            else:
                out.append(folded)
    text = "".join("".join(out).split())
    return text


def main():
    runs = []
    maps = []
    for cp in range(0x80, LIMIT):
        if 0xD800 <= cp <= 0xDFFF:
            k, text = SEPARATOR, None
        elif 0xAC00 <= cp <= 0xD7A3:
            k, text = IDEOGRAPH, None  # decomposed by arithmetic
        else:
            k = kind(cp)
            text = None
            if k in (LETTER, IDEOGRAPH, DIGIT, SEPARATOR, CONTINUATION):
                folded = fold(cp)
                if folded == "" and k != SEPARATOR:
                    k = DROP
                elif folded and folded != chr(cp):
                    text = folded
                    first = ord(folded[0])
                    if folded[0].isascii() and folded[0].isdigit():
                        k = DIGIT
                    elif first < 0x80:
                        k = LETTER
                    else:
                        k = kind(first)
        if not runs or runs[-1][1] != k:
            runs.append((cp, k))
        if text is not None:
            maps.append((cp, text))
    lines = ["r " + " ".join(f"{cp:x}:{k}" for cp, k in runs)]
    # Neighbours share a line: the first code point, then one text for each next one.
    at = 0
    while at < len(maps):
        end = at + 1
        while end < len(maps) and maps[end][0] == maps[end - 1][0] + 1 and end - at < 24:
            end += 1
        lines.append(f"{maps[at][0]:x}|" + "|".join(text for _, text in maps[at:end]))
        at = end
    for line in lines:
        assert "\\" not in line and '"""' not in line, line
    path = os.path.join(os.path.dirname(__file__), "..", "Sources", "PlacesText", "Generated", "FoldTable.swift")
    with open(path, "w", encoding="utf-8") as out:
        version = unicodedata.unidata_version
        out.write("// Generated by scripts/generate-fold-table.py from Unicode %s; do not edit.\n" % version)
        out.write("// swift-format-ignore-file\n")
        out.write("enum FoldTable {\n    static let limit = 0x%x\n\n" % LIMIT)
        out.write("    /// First line: runs of classes. Then: code point, and the folded texts of it and its ")
        out.write("followers.\n")
        out.write('    static let text: StaticString = """\n')
        for line in lines:
            text = "".join(
                c if (ord(c) < 0x300 and c.isprintable()) or c.isascii() else "\\u{%x}" % ord(c) for c in line
            )
            out.write("        " + text + "\n")
        out.write('        """\n}\n')
    print(len(runs), "runs,", len(maps), "mappings,", os.path.getsize(path), "bytes", file=sys.stderr)


main()
