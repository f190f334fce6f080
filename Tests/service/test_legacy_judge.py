"""The published shapes of the legacy services as judge: what we send reads strictly and means what was asked; what they
can say, we read and give back. Deterministic; each test prints its seed."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import places
import pytest

import legacy_query
from conftest import KEY, make_client
from legacy_as_new import LEGACY_FIELDS, NotUnderstood, credited, new_place, new_suggestions, same
from legacy_query import Box, QueryError, Round
from legacy_shapes import AUTOCOMPLETE, DETAILS, LEAST, TEXTS, Filler
from loopback import Script, Seen, Server, answer

#: Requests or answers of a test; details nest deeper, so that more are needed.
ROUNDS, DETAILS_ROUNDS = 400, 1200

QUERIES = [text for text in TEXTS if text.strip()] + [
    "1600+2 Main & 3rd = ?#x",
    "a|b",
    "50%25 off",
    "c:\\d;e",
    "Köln/1",
]
TYPES = [["cafe"], ["cafe", "bar", "zoo", "gym", "spa"], ["(cities)"], ["(regions)"], ["address"], ["geocode"]]
IDS = ["ChIJN1t_tDeuEmsRUsoyG83frY4", "a+b/c=d&e|f", "é"]
NOTHING = answer(200, {"status": "ZERO_RESULTS", "predictions": [], "candidates": [], "results": []})


# The judge itself -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "query",
    [
        "",
        "input=",
        "offset=1",
        "input=x&input=y",
        "input=a+b",
        "input=a b",
        "input=é",
        "input=%FF",
        "input=%4",
        "input=x&locationBias=ipbias",
        "input=x&fields=name",
        "input=x&types=cafe|bar",
        "input=x&types=cafe%7C(cities)",
        "input=x&types=address%7Cgeocode",
        "input=x&types=a%7Cb%7Cc%7Cd%7Ce%7Cf",
        "input=x&types=cafe,bar",
        "input=x&components=country:at%7Ccountry:de%7Ccountry:ch%7Ccountry:li%7Ccountry:lu%7Ccountry:nl",
        "input=x&components=country:uk",
        "input=x&components=at",
        "input=x&components=locality:Linz",
        "input=x&region=gb",
        "input=x&region=DE",
        "input=x&language=pt_BR",
        "input=x&locationbias=circle:5",
        "input=x&locationbias=circle:1e3@1,2",
        "input=x&locationbias=circle:50001@1,2",
        "input=x&locationbias=rectangle:1,2,3,4",
        "input=x&locationbias=rectangle:3,2%7C1,4",
        "input=x&locationrestriction=ipbias",
        "input=x&locationrestriction=circle:5@1,2&locationbias=ipbias",
        "input=x&location=1,2",
        "input=x&strictbounds=true",
        "input=x&origin=91,0",
        "input=x&origin=1, 2",
        "input=x&origin=01,2",
        "input=x&offset=-1",
        "input=x&offset=1.0",
        "input=x#offset=1",
    ],
)
def test_the_judge_refuses(query: str) -> None:
    with pytest.raises(QueryError):
        legacy_query.read(f"/maps/api/place/autocomplete/json?{query}")


def test_the_judge_reads() -> None:
    query = "input=a%20%2B&components=country:AT%7Ccountry:de&types=geocode%7Cestablishment&location=1,-2.5&radius=7"
    rest = "&strictbounds=true&locationbias=ipbias&offset=0&origin=0.5,180&sessiontoken=t&language=zh-Hant&region=uk"
    assert legacy_query.read(f"/maps/api/place/autocomplete/json?{query}{rest}") == (
        "/place/autocomplete/json",
        {
            "input": "a +",
            "components": ["at", "de"],
            "types": ["geocode", "establishment"],
            "location": (1.0, -2.5),
            "radius": 7.0,
            "strictbounds": True,
            "locationbias": "ipbias",
            "offset": 0,
            "origin": (0.5, 180.0),
            "sessiontoken": "t",
            "language": "zh-Hant",
            "region": "uk",
        },
    )


# What is sent ---------------------------------------------------------------------------------------------------------


class Asker:
    """Asks for each parameter at random: what goes to the library and what the service must be told."""

    def __init__(self, seed: int) -> None:
        print(f"seed {seed}")
        self.pick = random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.start()

    def start(self) -> None:
        self.options: dict[str, Any] = {}
        self.expected: dict[str, Any] = {"key": KEY}

    def maybe(self, chance: float = 0.5) -> bool:
        return self.pick.random() < chance

    def point(self) -> places.Coordinate:
        extremes = [(0, 0), (90, 180), (-90, -180), (1e-7, -1e-7), (5e-324, 0.1 + 0.2), (-0.0, 12.0)]
        if self.maybe(0.2):
            return places.Coordinate(*self.pick.choice(extremes))
        return places.Coordinate(self.pick.uniform(-90, 90), round(self.pick.uniform(-180, 180), 7))

    def circle(self) -> tuple[places.Circle, Round]:
        metres = self.pick.choice([1, 50_000, 0.001, 1e-5, self.pick.uniform(1, 50_000)])
        center = self.point()
        return places.Circle(center, metres), Round(metres, tuple(center))  # type: ignore[arg-type]

    def rectangle(self) -> tuple[places.Rectangle, Box]:
        a, b = self.point(), self.point()
        if a[0] > b[0]:
            a, b = b, a
        return places.Rectangle(a, b), Box(tuple(a), tuple(b))  # type: ignore[arg-type]

    def area(self) -> tuple[places.Circle | places.Rectangle, Round | Box]:
        return self.circle() if self.maybe() else self.rectangle()

    def query(self) -> str:
        query = self.pick.choice(QUERIES)
        self.expected["input"] = query
        return query

    def language(self) -> None:
        if self.maybe():
            self.options["language"] = self.pick.choice(["de", "pt_BR", "pt-BR", "zh-Hant"])
            self.expected["language"] = self.options["language"].replace("_", "-")

    def region(self) -> None:
        if self.maybe():
            self.options["region"] = self.pick.choice(["de", "JP", "gb", "uk", "GB"])
            self.expected["region"] = self.options["region"].lower().replace("gb", "uk")

    def token(self) -> None:
        if self.maybe():
            self.options["token"] = self.pick.choice([places.Token(), places.Token("own_-1")])
            self.expected["sessiontoken"] = str(self.options["token"])

    def offset(self, query: str) -> None:
        if self.maybe():
            self.options["input_offset"] = self.expected["offset"] = self.pick.randint(0, len(query))

    def fields(self) -> None:
        """The New names that are asked for, and the service's."""
        asked = self.pick.sample(list(LEGACY_FIELDS), self.pick.randint(1, len(LEGACY_FIELDS)))
        self.options["fields"] = asked
        self.expected["fields"] = list(dict.fromkeys(LEGACY_FIELDS[name] for name in asked))

    def judge(self, seen: Seen, endpoint: str) -> None:
        assert seen.method == "GET" and seen.body == b""
        assert KEY not in str(seen.headers), "the key travels once"
        assert legacy_query.read(seen.target) == (endpoint, self.expected)
        self.counts.update(list(self.expected))

    def finish(self, *never: str, endpoint: str) -> None:
        """Every parameter came often enough; those that we have other words for never did."""
        counts = {name: self.counts[name] for name in legacy_query.PARAMETERS[endpoint] if name not in never}
        print(f"{endpoint}: {ROUNDS} requests, {counts}")
        assert min(counts.values()) >= LEAST and not set(never) & set(self.counts)


def test_autocomplete_requests() -> None:
    asker = Asker(1)
    pick = asker.pick
    shapes: Counter[str] = Counter()
    with Server(answers=[NOTHING]) as server, make_client(server, "google-legacy") as client:
        for _ in range(ROUNDS):
            asker.start()
            options, expected = asker.options, asker.expected
            query = asker.query()
            mode = options["mode"] = pick.choice(list(places.Mode))
            if asker.maybe(0.6):
                options["bias"], expected["locationbias"] = asker.area()
            # The New rules take one of them; of the legacy service's it is the bias that is ignored.
            if asker.maybe(0.6) and (mode is places.Mode.LEGACY or "bias" not in options):
                options["restriction"], expected["locationrestriction"] = asker.area()
                expected.pop("locationbias", None)
            if asker.maybe():
                mixed = [["geocode", "establishment"]] if mode is places.Mode.LEGACY else []
                options["types"] = expected["types"] = pick.choice(TYPES + mixed)
            if asker.maybe():
                codes = ["de", "FR", "uk", "gb", "jp", "us"]
                options["countries"] = pick.sample(codes, pick.randint(1, 5))
                meant = [code.lower().replace("uk", "gb") for code in options["countries"]]
                expected["components"] = list(dict.fromkeys(meant))
            if asker.maybe():
                options["origin"] = asker.point()
                expected["origin"] = tuple(options["origin"])
            asker.offset(query)
            asker.language()
            asker.region()
            asker.token()
            client.suggest(query, **options)
            asker.judge(server.seen[-1], "/place/autocomplete/json")
            shapes.update(
                f"{name} {type(expected[name]).__name__}"
                for name in ("locationbias", "locationrestriction")
                if name in expected
            )
    # Areas are said by the newer parameters alone, which need no radius besides.
    asker.finish("location", "radius", "strictbounds", endpoint="/place/autocomplete/json")
    print(f"areas: {dict(shapes)}")
    assert len(shapes) == 4 and min(shapes.values()) >= LEAST


def test_query_autocomplete_requests() -> None:
    asker = Asker(2)
    with Server(answers=[NOTHING]) as server, make_client(server, "google-legacy") as client:
        for _ in range(ROUNDS):
            asker.start()
            query = asker.query()
            if asker.maybe():
                asker.options["bias"], circle = asker.circle()
                asker.expected |= {"location": circle.center, "radius": circle.radius}
            asker.offset(query)
            asker.language()
            client.suggest(query, include_query_predictions=True, **asker.options)
            asker.judge(server.seen[-1], "/place/queryautocomplete/json")
    asker.finish(endpoint="/place/queryautocomplete/json")


def test_details_requests() -> None:
    asker = Asker(3)
    nothing = answer(200, {"status": "OK", "result": {}})
    asked: Counter[str] = Counter()
    with Server(answers=[nothing]) as server, make_client(server, "google-legacy") as client:
        for _ in range(ROUNDS):
            asker.start()
            place_id = asker.expected["place_id"] = asker.pick.choice(IDS)
            asker.fields()
            if asker.maybe(0.1):
                # All fields are what the service gives where none are named.
                asker.options["fields"] = "*"
                del asker.expected["fields"]
            asker.language()
            asker.region()
            asker.token()
            client.place(place_id, **asker.options)
            asker.judge(server.seen[-1], "/place/details/json")
            asked.update(asker.expected.get("fields", ()))
    asker.finish("reviews_sort", "reviews_no_translations", endpoint="/place/details/json")
    assert set(asked) == set(LEGACY_FIELDS.values()) and min(asked.values()) >= LEAST


def test_find_place_requests() -> None:
    asker = Asker(4)
    with Server(answers=[NOTHING]) as server, make_client(server, "google-legacy") as client:
        for _ in range(ROUNDS):
            asker.start()
            asker.expected |= {"input": asker.pick.choice(QUERIES), "inputtype": "textquery"}
            if asker.maybe(0.2):
                asker.expected |= {"input": "+3581234567", "inputtype": "phonenumber"}
            if asker.maybe():
                asker.options["bias"], asker.expected["locationbias"] = asker.area()
            asker.fields()
            asker.language()
            fields = asker.options.pop("fields")
            client.search_text(places.TextSearch(asker.expected["input"], **asker.options), fields=fields)
            asker.judge(server.seen[-1], "/place/findplacefromtext/json")
    asker.finish(endpoint="/place/findplacefromtext/json")


@pytest.mark.parametrize("name", ["google", "google-legacy"])
def test_geocoding_requests(name: str) -> None:
    asker = Asker(5)
    pick = asker.pick
    with Server(answers=[NOTHING]) as server, make_client(server, name) as client:
        for _ in range(ROUNDS):
            asker.start()
            options, expected = asker.options, asker.expected
            subject = pick.choice(["address", "place_id", "location", "components"])
            if subject == "address":
                options["address"] = expected["address"] = pick.choice(QUERIES)
            elif subject == "place_id":
                options["place_id"] = expected["place_id"] = pick.choice(IDS)
            elif subject == "location":
                options["location"] = asker.point()
                expected["latlng"] = tuple(options["location"])
            if subject == "components" or asker.maybe(0.3):
                parts = {"country": "CZ", "postal_code": "150 00", "route": "a:b&c", "locality": "Žďár + x"}
                chosen = pick.sample(sorted(parts), pick.randint(1, 4))
                options["components"] = {part: parts[part] for part in chosen}
                expected["components"] = list(options["components"].items())
            if asker.maybe():
                options["bounds"], expected["bounds"] = asker.rectangle()
            if asker.maybe():
                options["result_types"] = expected["result_type"] = pick.choice([["route"], ["street_address", "x_1"]])
            if asker.maybe():
                names = pick.choice([["ROOFTOP"], ["ROOFTOP", "GEOMETRIC_CENTER"]])
                options["location_types"] = expected["location_type"] = names
            asker.language()
            asker.region()
            client.geocode(**options)
            asker.judge(server.seen[-1], "/geocode/json")
    asker.finish(endpoint="/geocode/json")


# What is read ---------------------------------------------------------------------------------------------------------


def serve(bodies: list[dict[str, Any]]) -> Server:
    position = iter(range(len(bodies)))

    def script(_: Seen) -> Script:
        return answer(200, bodies[next(position)])

    return Server(script=script)


def report(filler: Filler, what: str) -> None:
    known = len(filler.counts["known"])
    counts = {fate: min(filler.counts[fate][path] for path in filler.counts["known"]) for fate in filler.counts}
    print(f"{what}: {known} members, each at least: {counts}")
    assert filler.rare("right", "absent") == {}
    if filler.wrong:
        assert filler.rare("null", "wrong") == {}


def matches_of(text: dict[str, Any]) -> list[tuple[int, int]]:
    return [(match.get("startOffset", 0), match["endOffset"]) for match in text.get("matches", [])]


@pytest.mark.parametrize("wrong", [False, True], ids=["as published", "spoilt"])
@pytest.mark.parametrize("queries", [False, True], ids=["autocomplete", "query autocomplete"])
def test_predictions(queries: bool, wrong: bool) -> None:
    seed = 6
    print(f"seed {seed}")
    filler = Filler(seed, wrong)
    bodies = [filler.fill(AUTOCOMPLETE) | {"status": "OK"} for _ in range(ROUNDS)]
    report(filler, f"{len(bodies)} answers of autocomplete")
    rows_seen = refused = 0
    with serve(bodies) as server, make_client(server, "google-legacy") as client:
        for body in bodies:
            try:
                expected = new_suggestions(body, queries)
            except NotUnderstood:
                with pytest.raises(places.BadResponseError):
                    client.suggest("x", include_query_predictions=queries)
                refused += 1
                continue
            rows = client.suggest("x", include_query_predictions=queries)
            assert same(json.loads(rows.to_json()), {"suggestions": expected} if expected else {}), body
            for row, suggestion in zip(rows, expected, strict=True):
                [(kind, prediction)] = suggestion.items()
                parts = prediction.get("structuredFormat", {})
                assert row.is_query is (kind == "queryPrediction")
                assert row.place_id == prediction.get("placeId", "")
                for text, matches, source in (
                    (row.full_text, row.full_matches, prediction.get("text", {})),
                    (row.primary_text, row.primary_matches, parts.get("mainText", {})),
                    (row.secondary_text, row.secondary_matches, parts.get("secondaryText", {})),
                ):
                    assert text == source.get("text", "")
                    assert [tuple(match) for match in matches] == matches_of(source)
                assert list(row.types) == prediction.get("types", [])
                assert row.distance_meters == prediction.get("distanceMeters")
                assert row.attribution == "Powered by Google"
                rows_seen += 1
    print(f"{rows_seen} rows, {refused} answers refused")
    assert rows_seen >= ROUNDS // 2
    assert (refused > 0) is wrong


@pytest.mark.parametrize("wrong", [False, True], ids=["as published", "spoilt"])
def test_details(wrong: bool) -> None:
    seed = 7
    print(f"seed {seed}")
    filler = Filler(seed, wrong)
    bodies = [filler.fill(DETAILS) | {"status": "OK"} for _ in range(DETAILS_ROUNDS)]
    report(filler, f"{len(bodies)} answers of details")
    for body in bodies:
        if not isinstance(body.get("result"), dict):
            body["result"] = {}
    with serve(bodies) as server, make_client(server, "google-legacy") as client:
        for body in bodies:
            place = client.place("p", fields="*")
            expected = new_place(body["result"], body.get("html_attributions"))
            different = {
                name: (place.get(name), expected.get(name))
                for name in {*place.resource, *expected}
                if name not in place.resource or name not in expected or not same(place.resource[name], expected[name])
            }
            assert different == {}
            compare_getters(place, expected)


def text_of(value: object) -> str | None:
    return value if isinstance(value, str) else None


def dictionaries(value: object) -> list[dict[str, Any]]:
    """The elements, those of other kinds as empty ones."""
    return [each if isinstance(each, dict) else {} for each in value] if isinstance(value, list) else []


def compare_getters(place: places.Place, expected: dict[str, Any]) -> None:
    assert place.id == text_of(expected.get("id")) and place.requested_id == "p"
    assert place.display_name == expected.get("displayName", {}).get("text")
    assert place.formatted_address == text_of(expected.get("formattedAddress"))
    assert place.primary_type is None, "the legacy service names none"
    types = expected.get("types")
    assert list(place.types) == [each for each in (types if isinstance(types, list) else []) if text_of(each)]
    location, viewport = expected.get("location"), expected.get("viewport")
    assert place.location == (None if location is None else (location["latitude"], location["longitude"]))
    if viewport is None:
        assert place.viewport is None
    else:
        assert place.viewport is not None
        corners = (place.viewport.low, place.viewport.high)
        assert corners == tuple((viewport[each]["latitude"], viewport[each]["longitude"]) for each in ("low", "high"))
    photos = dictionaries(expected.get("photos"))
    assert list(place.photo_names) == [photo["name"] for photo in photos if isinstance(photo.get("name"), str)]
    for wanted in ("route", "locality", "country"):
        for part in dictionaries(expected.get("addressComponents")):
            if isinstance(part.get("types"), list) and wanted in part["types"]:
                for name, is_short in (("longText", False), ("shortText", True)):
                    if name not in part or isinstance(part[name], str):
                        assert place.address_part(wanted, short=is_short) == part.get(name)
                break
        else:
            assert place.address_part(wanted) is None
    assert place.is_open() in (None, False, True)
    compare_credits(place, expected)


def compare_credits(place: places.Place, expected: dict[str, Any]) -> None:
    """Whoever must be named is, in plain text, with a link to the web or none."""
    kind = places.CreditKind
    credits = [(kind.SERVICE, "Powered by Google", "", -1)]
    providers = expected.get("attributions", [])
    credits += [(kind.PROVIDER, each["provider"], each.get("providerUri", ""), -1) for each in providers]
    for index, photo in enumerate(dictionaries(expected.get("photos"))):
        authors = photo.get("authorAttributions", [])
        credits += [(kind.PHOTO_AUTHOR, each["displayName"], each.get("uri", ""), index) for each in authors]
    for index, review in enumerate(dictionaries(expected.get("reviews"))):
        author = review.get("authorAttribution", {})
        if text_of(author.get("displayName")):
            link = text_of(author.get("uri")) or ""
            link = "https:" + link if link.startswith("//") else link
            link = link if link.startswith(("https://", "http://")) else ""
            credits.append((kind.REVIEW_AUTHOR, author["displayName"], link, index))
    assert [(each.kind, each.text, each.uri, each.index) for each in place.credits] == credits
    names = dict.fromkeys(each["provider"] for each in providers)
    assert place.attribution == ", ".join(["Powered by Google", *names])


def test_every_field_that_is_asked_for_comes_back() -> None:
    """Each field that the library takes for this service is one that its answers can hold."""
    filler = Filler(8, wrong=False)
    filler.fate = lambda path: "right"  # type: ignore[method-assign]
    filler.random.randint = lambda low, high: high  # type: ignore[method-assign]
    body = filler.fill(DETAILS) | {"status": "OK"}
    expected = new_place(body["result"], body["html_attributions"])
    taken = set()
    with Server(answers=[answer(200, body)]) as server, make_client(server, "google-legacy") as client:
        for name in sorted(official_fields()):
            try:
                place = client.place("p", fields=name)
            except places.UnsupportedError:
                continue
            taken.add(name)
            always = {"attributions": expected["attributions"]}
            assert same(dict(place.resource), {name: expected[name]} | always), name
    assert credited(body["html_attributions"], "provider", "providerUri") == expected["attributions"]
    assert taken == {*LEGACY_FIELDS, "name"}


def official_fields() -> set[str]:
    from google.maps.places_v1 import types as official

    return {field.json_name for field in official.Place.pb().DESCRIPTOR.fields}
