"""Sample 10. A fetcher for Sydney: a rectangle as restriction, without and with a token."""

import queue
import sys

import places

answers: "queue.SimpleQueue[places.Suggestions]" = queue.SimpleQueue()


def answered(text: str, suggestions: places.Suggestions) -> None:
    answers.put(suggestions)


sydney = places.Filter(
    restriction=places.Rectangle.from_corners((-33.843366, 151.134002), (-33.875725, 151.200349)),
)
with places.Client(sys.argv[1]) as client:
    for token in (None, places.Token()):
        with client.fetcher(did_autocomplete=answered) as fetcher:
            fetcher.set_filter(sydney)
            if token is None:
                fetcher.set_session_policy(places.SessionPolicy.GIVEN)
                print("no token")
            else:
                fetcher.set_token(token)
                print(f"token {token}")
            fetcher.set_text("quay")
            for suggestion in answers.get(timeout=5):
                print(f"  {suggestion}")
