"""The version of this package and of the header that it was written against."""

__version__ = "0.1.0"

#: PLACES_VERSION_NUMBER of include/places.h.
HEADER_VERSION_NUMBER = 1000
