"""Your own source of places behind the same interface: own_provider.py TEXT

Here a table in memory; it could as well be a company's service. The answer may come later and from any thread: keep
the responder.
"""

import sys

import places

DESKS = {"desk:1": "Printer, first floor", "desk:2": "Print shop, ground floor", "desk:3": "Reception"}


class Desks(places.Provider):
    def autocomplete(self, number: int, request: places.ProviderRequest, responder: places.Responder) -> None:
        text = request.query.casefold()
        found = [
            {"placePrediction": {"placeId": place_id, "text": {"text": name, "matches": [{"endOffset": len(text)}]}}}
            for place_id, name in DESKS.items()
            if name.casefold().startswith(text)
        ]
        responder.finish({"suggestions": found} if found else {})


with places.Client(provider=Desks()) as client:
    for suggestion in client.suggest(sys.argv[1]):
        print(suggestion.place_id, places.highlight(suggestion.full_text, suggestion.full_matches))
