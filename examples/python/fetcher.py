"""Text in as it is typed, suggestions of the newest text out: fetcher.py INDEX TEXT

The fetcher decides when to ask, drops what is older, and keeps the session's token.
"""

import queue
import sys

import places

answers: "queue.SimpleQueue[tuple[str, places.Suggestions]]" = queue.SimpleQueue()


def show(text: str, suggestions: places.Suggestions) -> None:
    """On the client's thread: hand over and return."""
    answers.put((text, suggestions))


def fail(error: places.PlacesError) -> None:
    print(f"{error}; trying again may help: {error.retryable}")


with places.Client(sys.argv[1]) as client, client.fetcher(did_autocomplete=show, did_fail=fail) as fetcher:
    fetcher.set_limit(3)
    for length in range(1, len(sys.argv[2]) + 1):
        fetcher.set_text(sys.argv[2][:length])
        text, suggestions = answers.get(timeout=5)
        print(text, *(f"  {suggestion}" for suggestion in suggestions), sep="\n")
    if suggestions:
        # The one details call of the session, with its token.
        place = fetcher.fetch_place(suggestions[0].place_id, fields="displayName,location").result(timeout=5)
        print(place.display_name, place.location)
