"""Suggestions for what was typed: suggest.py INDEX TEXT"""

import sys

import places

with places.Client(sys.argv[1]) as client:
    for suggestion in client.suggest(sys.argv[2]):
        print(
            places.highlight(suggestion.primary_text, suggestion.primary_matches), suggestion.secondary_text, sep=", "
        )
