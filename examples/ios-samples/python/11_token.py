"""Sample 11. A new token for each session."""

import places

first, second = places.Token(), places.Token()
print(f"token: {first}")
print(f"another: {'yes' if first != second else 'no'}")
