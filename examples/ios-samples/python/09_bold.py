"""Sample 9. Every part of a text that was typed, bold (legacy): here between asterisks."""

import sys

import places

with places.Client(sys.argv[1]) as client:
    for suggestion in client.suggest("sample harb"):
        print(places.highlight(suggestion.full_text, suggestion.full_matches, "*", "*"))
