"""Requests that run while the program does something else: futures.py INDEX TEXT..."""

import sys

import places

with places.Client(sys.argv[1]) as client:
    waiting = {}
    for text in sys.argv[2:]:
        try:
            waiting[text] = client.submit(text)
        except places.InvalidRequestError as error:
            # Blank text is refused at once; the failures of the work come out of the future.
            print(f"{text!r}: {error.field} is at fault")
    for text, future in waiting.items():
        found = future.result(timeout=5)
        print(f"{text!r}: {len(found)} found, first {found[0] if found else None}")
