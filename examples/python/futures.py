"""Requests that run while the program does something else: futures.py INDEX TEXT..."""

import sys

import places

with places.Client(sys.argv[1]) as client:
    waiting = [client.submit(text) for text in sys.argv[2:]]
    for text, future in zip(sys.argv[2:], waiting):
        try:
            found = future.result(timeout=5)
        except places.InvalidRequestError as error:
            print(f"{text!r}: {error.field} is at fault")
        else:
            print(f"{text!r}: {len(found)} found, first {found[0] if found else None}")
