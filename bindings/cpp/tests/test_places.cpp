// The C++ wrapper against the library, with a provider of the test's own: no index file is needed.
//
// 1. What is refused throws the class of its status, with the argument's name.
// 2. Handles are freed once, whatever is moved.
// 3. An answer reaches the future, the callback and the waiting call; a failure does too.
// 4. What a user's function throws comes out of the future, never into C.
// 5. A refused call frees what it was given; a freed client ends every future.
#include <places/places.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <thread>
#include <type_traits>

#include <poll.h>
#include <unistd.h>

static_assert(std::is_nothrow_move_constructible_v<places::Token>);
static_assert(std::is_nothrow_move_assignable_v<places::Request>);
static_assert(std::is_nothrow_move_assignable_v<places::Place>);
static_assert(!std::is_copy_assignable_v<places::IndexBuilder>);
static_assert(std::is_base_of_v<places::Error, places::Cancelled>);
static_assert(std::is_base_of_v<std::runtime_error, places::Error>);

#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);           \
            std::exit(1);                                                                          \
        }                                                                                          \
    } while (false)

template <typename Thrown, typename Function>
static Thrown thrown_by(Function function, int line = __builtin_LINE()) {
    try {
        function();
    } catch (const Thrown &error) {
        return error;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "line %d: another exception: %s\n", line, error.what());
        std::exit(1);
    }
    std::fprintf(stderr, "line %d: no exception\n", line);
    std::exit(1);
}

// ---- A provider: "now" answers at once, "never" keeps the responder, anything else fails.

static places_responder *kept = nullptr;
static std::atomic<int> cancelled{0};

static const char answer_body[] =
    R"({"suggestions":[{"placePrediction":{"placeId":"t:1","text":{"text":"Now and then","matches":[{"endOffset":3}]},)"
    R"("structuredFormat":{"mainText":{"text":"Now","matches":[{"endOffset":3}]},"secondaryText":{"text":"then"}},)"
    R"("types":["cafe","store"]}}]})";

static void autocomplete(void *, std::uint64_t, const places_request *request,
                         places_responder *responder) {
    const char *query = places_request_query(request, nullptr);
    if (std::strcmp(query, "now") == 0)
        places_responder_finish_json(responder, answer_body, sizeof answer_body - 1);
    else if (std::strcmp(query, "never") == 0)
        kept = responder;
    else
        places_responder_fail(responder, PLACES_RATE_LIMIT_EXCEEDED, "too fast");
}

static void fetch_place(void *, std::uint64_t, const places_place_request *request,
                        places_responder *responder) {
    std::string body =
        std::string(R"({"id":")") + places_place_request_place_id(request) +
        R"(","displayName":{"text":"Now"},"location":{"latitude":1.5,"longitude":-2}})";
    places_responder_finish_json(responder, body.data(), body.size());
}

static void cancel(void *, std::uint64_t) {
    cancelled++;
}

static places::ClientOptions options(places_delivery delivery = PLACES_DELIVERY_THREAD) {
    static places_provider *provider = [] {
        auto *made = places_provider_new(nullptr, nullptr);
        places_provider_set_autocomplete(made, autocomplete);
        places_provider_set_fetch_place(made, fetch_place);
        places_provider_set_cancel(made, cancel);
        return made;
    }();
    places::ClientOptions options;
    options.set_provider(provider).set_delivery(delivery);
    return options;
}

// ---- Tests

static void test_refusals() {
    auto error = thrown_by<places::InvalidRequest>([] {
        places::Filter().set_bias(places::Circle{{0, 0}, 50001});
    });
    EXPECT(error.status() == PLACES_INVALID_REQUEST);
    EXPECT(error.field().find("radius") != std::string::npos);
    EXPECT(std::string(error.what()).find("50000") != std::string::npos);
    thrown_by<places::InvalidRequest>([] { places::Request(""); });
    thrown_by<places::InvalidRequest>([] { places::Request(std::string_view("a\0b", 3)); });
    thrown_by<places::InvalidRequest>([] { places::Token(std::string(37, 'x')); });
    thrown_by<places::FileError>([] { places::Index("/no/such/file.places"); });
    places::Client empty;
    thrown_by<places::NoProvider>([&] { empty.suggest(places::Request("now")); });
}

static void test_moves() {
    places::Token first("abc");
    places::Token second = std::move(first);
    EXPECT(second.text() == "abc");
    EXPECT(places::Token().text().size() == 36);
    places::Filter filter;
    filter.set_types({"restaurant"}).set_countries({"us", "de"}).set_origin({1, 2});
    places::Filter copy = filter.copy();
    filter = std::move(copy);
    places::Request request("now");
    request.set_filter(filter).set_token(second).set_limit(3);
    EXPECT(request.to_json().find("restaurant") != std::string::npos);
    EXPECT(places::Request::from_json(request.to_json()).to_json() == request.to_json());
}

static void expect_answer(const places::Result &result) {
    EXPECT(result.size() == 1);
    for (places::Row row : result) {
        EXPECT(row.place_id() == "t:1");
        EXPECT(row.full_text() == "Now and then");
        EXPECT(row.primary_text() == "Now");
        EXPECT(row.secondary_text() == "then");
        EXPECT(row.types().size() == 2 && row.types()[0] == "cafe");
        EXPECT(!row.distance_meters());
        auto matches = row.matches(PLACES_TEXT_FULL);
        EXPECT(matches.size() == 1 && matches[0].start == 0 && matches[0].end == 3);
    }
}

static void test_answers() {
    places::Client client(options());
    expect_answer(client.suggest(places::Request("now")));
    expect_answer(client.submit(places::Request("now")).future.get());
    auto count = client.submit(places::Request("now"), [](places::Outcome<places::Result> outcome) {
        expect_answer(outcome.value());
        return 7;
    });
    EXPECT(count.id != 0 && count.future.get() == 7);

    places::Place place = client.place(places::PlaceRequest("t:1", "id,displayName,location"));
    EXPECT(place.id() == "t:1" && place.display_name() == "Now");
    EXPECT(place.location() && place.location()->longitude == -2);
    EXPECT(!place.viewport() && !place.text("nationalPhoneNumber"));
    EXPECT(client.submit(places::PlaceRequest("t:2", PLACES_FIELD_PLACE_ID)).future.get().id() ==
           "t:2");
}

static void test_failures() {
    places::Client client(options());
    auto error = thrown_by<places::StatusError<PLACES_RATE_LIMIT_EXCEEDED>>(
        [&] { client.submit(places::Request("fail")).future.get(); });
    EXPECT(std::string(error.what()).find("too fast") != std::string::npos);

    auto submitted =
        client.submit(places::Request("now"), [](places::Outcome<places::Result>) -> int {
            throw std::logic_error("mine");
        });
    EXPECT(std::string(thrown_by<std::logic_error>([&] { submitted.future.get(); }).what()) ==
           "mine");

    auto inside = client.submit(places::Request("now"), [&](places::Outcome<places::Result>) {
        thrown_by<places::WrongThread>([&] { client.suggest(places::Request("now")); });
    });
    inside.future.get();
    thrown_by<places::DeadlineExceeded>(
        [&] { client.suggest(places::Request("never"), std::chrono::milliseconds(20)); });
    places_responder_fail(kept, PLACES_NETWORK_ERROR, nullptr);
}

static void test_ends() {
    places::Client client(options());
    auto submitted = client.submit(places::Request("never"));
    EXPECT(client.pending_count() == 1);
    int before = cancelled;
    client.cancel(submitted.id);
    thrown_by<places::Cancelled>([&] { submitted.future.get(); });
    EXPECT(cancelled == before + 1);
    places_responder_fail(kept, PLACES_NETWORK_ERROR, nullptr);

    auto token = std::make_shared<int>(1);
    auto last =
        client.submit(places::Request("never"), [token](places::Outcome<places::Result> outcome) {
            EXPECT(!outcome && outcome.error());
        });
    client = places::Client(); // frees the one before
    last.future.get();
    EXPECT(token.use_count() == 1);
    places_responder_fail(kept, PLACES_NETWORK_ERROR, nullptr);

    // Refused at the call: the function is destroyed, and never runs.
    thrown_by<places::NoProvider>([&] {
        client.submit(places::Request("now"),
                      [token](places::Outcome<places::Result>) { std::abort(); });
    });
    EXPECT(token.use_count() == 1);
}

static void test_pumping() {
    places::Client client(options(PLACES_DELIVERY_PUMPED));
    auto here = std::this_thread::get_id();
    auto submitted =
        client.submit(places::Request("now"), [here](places::Outcome<places::Result> outcome) {
            expect_answer(outcome.value());
            EXPECT(std::this_thread::get_id() == here);
        });
    pollfd descriptor{client.fd(), POLLIN, 0};
    EXPECT(poll(&descriptor, 1, 1000) == 1);
    EXPECT(client.dispatch() == 1);
    submitted.future.get();
    places::Client threaded(options());
    thrown_by<places::Unsupported>([&] { threaded.dispatch(); });
}

static void test_index(const std::string &folder) {
    std::string source = folder + "/places.csv", file = folder + "/test.places";
    std::ofstream(source)
        << "id,name,lat,lon,primary_type\nt:1,Zürich,47.37,8.54,locality\nbroken\n";
    places::IndexBuilder builder;
    int bad_rows = 0;
    builder.add_source("csv:" + source).on_bad_row([&](auto, auto line, auto) {
        EXPECT(line == 3);
        bad_rows++;
    });
    builder.write(file);
    EXPECT(builder.place_count() == 1 && builder.bad_row_count() == 1 && bad_rows == 1);
    builder.on_progress([](auto, auto, auto) -> bool { throw std::logic_error("stop"); });
    thrown_by<std::logic_error>([&] { builder.write(file); });
    builder.on_progress([](auto, auto, auto) { return false; });
    thrown_by<places::Cancelled>([&] { builder.write(file); });

    places::Index index(file);
    index.verify();
    index.reload();
    EXPECT(index.place_count() == 1);
    places::Client client(index);
    places::Result result = client.suggest(places::Request("zur"));
    EXPECT(result.size() == 1 && result[0].primary_text() == "Zürich");
    EXPECT(result[0].matches(PLACES_TEXT_PRIMARY, PLACES_UNIT_CODE_POINTS)[0].end == 3);
    thrown_by<places::NotFound>([&] { client.place(places::PlaceRequest("t:2", "id")); });
    std::remove(source.c_str());
    std::remove(file.c_str());
}

int main(int argc, char **argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: test_places EMPTY_FOLDER\n");
        return 2;
    }
    test_refusals();
    test_moves();
    test_answers();
    test_failures();
    test_ends();
    test_pumping();
    test_index(argv[1]);
    std::puts("places.hpp: all tests passed");
}
