"""The official schema as judge of PlacesWire.

Needs PyPI google-maps-places and the executable that SwiftPM builds from WireTool (PLACES_WIRE_TOOL names it; the
default is .build/debug/WireTool). Run: python -m unittest discover Tests/schema
"""

import collections
import json
import os
import pathlib
import random
import subprocess
import unittest

from google.maps import places_v1
from google.protobuf import json_format
from google.protobuf.descriptor import FieldDescriptor

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = os.environ.get("PLACES_WIRE_TOOL", str(ROOT / ".build/debug/WireTool"))
MESSAGES = 300
LEAST_USES = 20

Request = places_v1.AutocompletePlacesRequest.pb()
Response = places_v1.AutocompletePlacesResponse.pb()
Place = places_v1.Place.pb()

TEXTS = [
    "a",
    "Café Engel",
    "東京都",
    "🗼 tower",
    'quote " and \\ back',
    "line\nend\ttab",
    "\u200fעברית",
    "x" * 300,
    "\u007f\u0080",
]


def is_repeated(field):
    return field.is_repeated if hasattr(field, "is_repeated") else field.label == FieldDescriptor.LABEL_REPEATED


class Filler:
    """Fills messages at random and counts which fields it used."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.uses = collections.Counter()

    def scalar(self, field):
        rnd = self.random
        kind = field.cpp_type
        if kind == FieldDescriptor.CPPTYPE_STRING:
            if field.type == FieldDescriptor.TYPE_BYTES:
                return bytes(rnd.randrange(256) for _ in range(5))
            return rnd.choice(TEXTS)
        if kind == FieldDescriptor.CPPTYPE_BOOL:
            return rnd.random() < 0.5
        if kind == FieldDescriptor.CPPTYPE_ENUM:
            return rnd.choice(field.enum_type.values).number
        if kind == FieldDescriptor.CPPTYPE_DOUBLE:
            return rnd.choice([0.0, 1.5, -122.088137, 1e-7, 1e300, 1 / 3, rnd.uniform(-1000, 1000)])
        if kind == FieldDescriptor.CPPTYPE_FLOAT:
            return rnd.choice([0.0, 1.5, -2.25, float(rnd.randrange(100000)) / 8])
        if kind == FieldDescriptor.CPPTYPE_INT32:
            return rnd.choice([0, 1, -5, 2**31 - 1, -(2**31), rnd.randrange(10000)])
        if kind == FieldDescriptor.CPPTYPE_INT64:
            return rnd.choice([0, 1, 2**63 - 1, -(2**63)])
        return rnd.randrange(2**31)

    def fill(self, message, depth=0):
        name = message.DESCRIPTOR.full_name
        if name == "google.protobuf.Timestamp":
            message.seconds = self.random.randrange(4_000_000_000)
            message.nanos = self.random.choice([0, 500_000_000, 123_456_789])
            return
        if name == "google.protobuf.Duration":
            message.seconds = self.random.randrange(100_000)
            return
        chosen = {oneof.name: self.random.choice(oneof.fields).name for oneof in message.DESCRIPTOR.oneofs}
        for field in message.DESCRIPTOR.fields:
            if field.containing_oneof is not None and chosen[field.containing_oneof.name] != field.name:
                continue
            if depth > 6 or self.random.random() > (0.35 if depth else 0.5):
                continue
            self.uses[field.full_name] += 1
            if is_repeated(field):
                for _ in range(self.random.randrange(1, 4)):
                    if field.cpp_type == FieldDescriptor.CPPTYPE_MESSAGE:
                        self.fill(getattr(message, field.name).add(), depth + 1)
                    else:
                        getattr(message, field.name).append(self.scalar(field))
            elif field.cpp_type == FieldDescriptor.CPPTYPE_MESSAGE:
                child = getattr(message, field.name)
                child.SetInParent()
                self.fill(child, depth + 1)
            else:
                setattr(message, field.name, self.scalar(field))


def run_tool(lines):
    """Answers of the tool, one for each (kind, text)."""
    sent = "".join(f"{kind} {text}\n" for kind, text in lines)
    done = subprocess.run([TOOL], input=sent.encode(), stdout=subprocess.PIPE, check=True, timeout=600)
    # Only LF ends a line; splitlines() knows more ends.
    answers = done.stdout.decode().split("\n")[:-1]
    assert len(answers) == len(lines), (len(answers), len(lines))
    return answers


def to_json(message, rnd=None):
    names = rnd is not None and rnd.random() < 0.5
    return json.dumps(
        json_format.MessageToDict(message, preserving_proto_field_name=names),
        ensure_ascii=rnd is not None and rnd.random() < 0.5,
    )


def coordinate(message, rnd):
    message.latitude = rnd.choice([0.0, -90.0, 90.0, 60.17, rnd.uniform(-90, 90)])
    message.longitude = rnd.choice([0.0, -180.0, 179.5, 24.94, rnd.uniform(-180, 180)])


def random_request(rnd, uses):
    """A request that the rules allow."""
    request = Request()
    request.input = rnd.choice(["a", "Café", "東京", "🗼 x", "par tex"])

    def used(name):
        uses[name] += 1
        return True

    used("input")
    which = rnd.choice(["location_bias", "location_restriction", ""])
    if which:
        area = getattr(request, which)
        if rnd.random() < 0.5 and used(which + ".circle"):
            coordinate(area.circle.center, rnd)
            area.circle.center.SetInParent()
            area.circle.radius = rnd.choice([0.0, 50000.0, 1500.5])
        else:
            used(which + ".rectangle")
            coordinate(area.rectangle.low, rnd)
            coordinate(area.rectangle.high, rnd)
            area.rectangle.low.SetInParent()
            area.rectangle.high.SetInParent()
            low, high = area.rectangle.low, area.rectangle.high
            if low.latitude > high.latitude:
                low.latitude, high.latitude = high.latitude, low.latitude
    if rnd.random() < 0.5 and used("included_primary_types"):
        request.included_primary_types.extend(rnd.choice([["(cities)"], ["(regions)"], ["cafe", "bar"], ["airport"]]))
    if rnd.random() < 0.5 and used("included_region_codes"):
        request.included_region_codes.extend(rnd.sample(["fi", "de", "gb", "fr", "jp"], rnd.randrange(1, 5)))
    if rnd.random() < 0.5 and used("language_code"):
        request.language_code = rnd.choice(["fi", "zh-Hant", "pt-BR"])
    if rnd.random() < 0.5 and used("region_code"):
        request.region_code = rnd.choice(["fi", "us", "gb"])
    if rnd.random() < 0.5 and used("origin"):
        request.origin.SetInParent()
        coordinate(request.origin, rnd)
    if rnd.random() < 0.5 and used("input_offset"):
        request.input_offset = rnd.randrange(1, len(request.input) + 1)
    if rnd.random() < 0.5 and used("session_token"):
        request.session_token = rnd.choice(["f47ac10b-58cc-4372-a567-0e02b2c3d479", "a_b-9"])
    for name in [
        "include_query_predictions",
        "include_pure_service_area_businesses",
        "include_future_opening_businesses",
    ]:
        if rnd.random() < 0.5 and used(name):
            setattr(request, name, True)
    return request


def sane_prediction(message, rnd):
    """What no service sends and no list of ours can hold: ranges outside the text, distances below 0."""
    if hasattr(message, "distance_meters"):
        message.distance_meters = max(0, message.distance_meters)
    for text in [message.text, message.structured_format.main_text, message.structured_format.secondary_text]:
        del text.matches[:]
        at = 0
        while at < len(text.text) and rnd.random() < 0.6:
            start = rnd.randrange(at, len(text.text))
            end = rnd.randrange(start + 1, len(text.text) + 1)
            text.matches.add(start_offset=start, end_offset=end)
            at = end


class SchemaTest(unittest.TestCase):
    maxDiff = 2000

    def parsed(self, text, message):
        answer = json.loads(text)
        self.assertNotIn("error", answer, text[:500])
        return json_format.Parse(text, message)

    def test_requests_come_back_as_they_were(self):
        rnd, uses = random.Random(1), collections.Counter()
        requests = [random_request(rnd, uses) for _ in range(MESSAGES)]
        answers = run_tool([("request", to_json(request, rnd)) for request in requests])
        for request, text in zip(requests, answers):
            self.assertEqual(self.parsed(text, Request()), request)
        for field in Request.DESCRIPTOR.fields:
            count = sum(uses[name] for name in uses if name.split(".")[0] == field.name)
            self.assertGreaterEqual(count, LEAST_USES, field.name)
        for name in ["location_bias", "location_restriction"]:
            for shape in ["circle", "rectangle"]:
                self.assertGreaterEqual(uses[f"{name}.{shape}"], LEAST_USES)

    def test_what_the_schema_refuses_is_refused(self):
        """Any value anywhere: where the official reader refuses, so do we."""
        rnd = random.Random(2)
        values = [
            None,
            True,
            0,
            3,
            3.5,
            -1,
            2**31,
            1e400,
            "",
            "x",
            "3",
            "3.0",
            " 3",
            "0x3",
            "1e2",
            "NaN",
            "Infinity",
            [],
            [1],
            ["cafe"],
            [None],
            {},
            {"x": 1},
            {"latitude": "1.5"},
            {"center": {}},
            {"circle": {"center": {}}},
            {"rectangle": {"low": {}, "high": {}}},
        ]
        documents = []
        for _ in range(MESSAGES * 10):
            document = json.loads(to_json(random_request(rnd, collections.Counter()), rnd))
            at = document
            while True:
                key = rnd.choice(list(at))
                if isinstance(at[key], dict) and rnd.random() < 0.7 and at[key]:
                    at = at[key]
                    continue
                if rnd.random() < 0.3:
                    key = rnd.choice(
                        ["inputOffset", "input_offset", "radius", "latitude", "unheard_of", "Input", key.upper()]
                    )
                at[key] = rnd.choice(values)
                break
            text = json.dumps(document)
            if "Infinity" in text.replace('"Infinity"', ""):
                continue
            documents.append(text)
        answers = run_tool([("request", text) for text in documents])
        outcomes = collections.Counter()
        for text, answer in zip(documents, answers):
            ours = "error" not in json.loads(answer)
            try:
                message = json_format.Parse(text, Request())
                official = True
            except json_format.ParseError:
                official = False
            outcomes[ours, official] += 1
            self.assertTrue(official or not ours, text)
            if ours:
                # Tags come in their usual letters ("NaN" as "nan"); to the service they are the same.
                read = self.parsed(answer, Request())
                read.language_code = read.language_code.lower()
                message.language_code = message.language_code.lower()
                self.assertEqual(read, message, text)
        # The test means something only if all three outcomes occur.
        self.assertGreater(min(outcomes[True, True], outcomes[False, False], outcomes[False, True]), 50, outcomes)

    def test_suggestions_come_back_as_they_were(self):
        filler = Filler(3)
        responses = []
        for _ in range(MESSAGES):
            response = Response()
            for _ in range(filler.random.randrange(1, 6)):
                suggestion = response.suggestions.add()
                while suggestion.WhichOneof("kind") is None:
                    filler.fill(suggestion)
                sane_prediction(getattr(suggestion, suggestion.WhichOneof("kind")), filler.random)
            responses.append(response)
        answers = run_tool([("suggestions", to_json(response)) for response in responses])
        for response, text in zip(responses, answers):
            self.assertEqual(self.parsed(text, Response()), response, text)
        self.check_uses(filler, Response.DESCRIPTOR.nested_types_by_name["Suggestion"])

    def test_places_come_back_as_they_were(self):
        filler = Filler(4)
        places = []
        for _ in range(MESSAGES):
            place = Place()
            filler.fill(place)
            places.append(place)
        answers = run_tool([("place", to_json(place)) for place in places])
        order = [field.json_name for field in Place.DESCRIPTOR.fields]
        for place, text in zip(places, answers):
            self.assertEqual(self.parsed(text, Place()), place)
            names = list(json.loads(text))
            self.assertEqual(names, sorted(names, key=order.index))
        self.check_uses(filler, Place.DESCRIPTOR)

    def check_uses(self, filler, descriptor):
        for field in descriptor.fields:
            self.assertGreaterEqual(filler.uses[field.full_name], LEAST_USES, field.full_name)


if __name__ == "__main__":
    unittest.main()
