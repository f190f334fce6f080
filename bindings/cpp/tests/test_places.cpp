// The C++ wrapper against the library, with a provider of the test's own: no index file is needed.
//
// 1. What is refused throws the class of its status, with the argument's name.
// 2. Handles are freed once, whatever is moved.
// 3. An answer reaches the future, the callback and the waiting call; a failure does too.
// 4. What a user's function throws comes out of the future, never into C.
// 5. A refused call frees what it was given; a freed client ends every future.
// 6. Fetcher and table tell their functions; what these throw is kept, and a freed or moved object calls none.
// 7. Sources, store and meter do what those of places.h do.
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

// ---- Typing

static void pump(places::Client &client) {
    pollfd descriptor{client.fd(), POLLIN, 0};
    while (poll(&descriptor, 1, 0) == 1)
        client.dispatch();
}

static void test_fetcher() {
    places::Client client(options(PLACES_DELIVERY_PUMPED));
    std::vector<std::string> heard;
    places::FetcherCallbacks callbacks;
    callbacks.did_start = [&] { heard.push_back("start"); };
    callbacks.did_autocomplete = [&](std::string_view text, const places::Result &result) {
        heard.push_back(std::string(text) + " " + std::to_string(result.size()));
    };
    callbacks.did_fail = [&](const places::Error &error) {
        EXPECT(error.status() == PLACES_RATE_LIMIT_EXCEEDED);
        throw std::logic_error("mine");
    };
    places::Fetcher fetcher(client, callbacks);
    fetcher.set_mode(PLACES_TYPING_THROTTLE, places::Milliseconds(0)).set_min_length(2);
    fetcher.set_text("now");
    pump(client);
    EXPECT((heard == std::vector<std::string>{"start", "now 1"}));
    EXPECT(fetcher.token() && fetcher.token()->text() == fetcher.token()->text());
    auto place = fetcher.fetch_place(places::PlaceRequest("t:1", "id,displayName"));
    pump(client);
    EXPECT(place.future.get().id() == "t:1");

    fetcher.set_text("fail");
    pump(client);
    auto thrown = fetcher.take_exception();
    thrown_by<std::logic_error>([&] { std::rethrow_exception(thrown); });
    EXPECT(!fetcher.take_exception());
    thrown_by<places::InvalidRequest>([&] { fetcher.set_text("now", 4); });
    thrown_by<places::InvalidRequest>([&] { fetcher.set_min_length(0); });

    // What waits for a freed fetcher is not told; the one moved into its place goes on.
    heard.clear();
    fetcher.set_text("now");
    fetcher = places::Fetcher(client, callbacks);
    pump(client);
    EXPECT(heard.empty());
    fetcher.set_text("");
    fetcher.set_text("now");
    pump(client);
    EXPECT(heard.back() == "now 1");
}

static void test_table() {
    places::Client client(options(PLACES_DELIVERY_PUMPED));
    std::vector<places::TableState> states;
    std::string picked;
    int active = 0;
    places_status failed = PLACES_OK;
    bool throws = true;
    places::TableDelegate delegate;
    delegate.did_request = [&](const places::TableState &state) {
        EXPECT(state.is_loading());
        states.push_back(state.copy());
    };
    delegate.did_update = [&](const places::TableState &state) { states.push_back(state.copy()); };
    delegate.did_select_prediction = [&](const places::TableRow &row) -> bool {
        EXPECT(row.primary_text() == "Now");
        if (throws)
            throw std::logic_error("mine");
        return true;
    };
    delegate.did_autocomplete = [&](const places::Place &place, std::string_view typed) {
        picked = std::string(typed) + " " + std::string(place.display_name());
    };
    delegate.did_fail = [&](const places::Error &error) { failed = error.status(); };
    delegate.activity = [&](bool on) { active += on ? 1 : -1; };
    places::Table table(client, std::move(delegate));
    table.set_language("en").set_mode(PLACES_TYPING_DEBOUNCE, places::Milliseconds(0));
    EXPECT(table.state().phase() == PLACES_TABLE_IDLE);
    table.set_text("now");
    pump(client);
    places::TableState seen = table.state();
    EXPECT(seen.phase() == PLACES_TABLE_ROWS && seen.is_current() && seen.is_open());
    EXPECT(seen.size() == 1 && seen[0].label() == "Now, then" &&
           seen[0].icon() == PLACES_ICON_FOOD);
    EXPECT(seen[0].matches(PLACES_TEXT_PRIMARY).size() == 1 && seen[0].kind() == PLACES_ROW_PLACE);
    EXPECT(!seen.highlighted() && !seen.error());
    auto changes = seen.changes_since(states.front());
    EXPECT(changes.size() == 1 && changes[0].kind == PLACES_CHANGE_INSERT && changes[0].row == 0);

    EXPECT(table.key(PLACES_KEY_DOWN) && table.state().highlighted() == std::size_t(0));
    EXPECT(table.key(PLACES_KEY_ENTER));
    pump(client);
    EXPECT(picked.empty() && table.take_exception());
    throws = false;
    table.select(seen, 0);
    pump(client);
    EXPECT(picked == "now Now" && active == 0 && !table.take_exception());
    EXPECT(table.state().empty() && !table.state().is_open());

    table.set_text("fail");
    pump(client);
    EXPECT(table.state().phase() == PLACES_TABLE_FAILED && !table.state().can_retry());
    EXPECT(table.state().error()->status() == PLACES_RATE_LIMIT_EXCEEDED);
    EXPECT(failed == PLACES_RATE_LIMIT_EXCEEDED);
    thrown_by<places::InvalidRequest>([&] { table.retry(); });
    thrown_by<places::InvalidRequest>([&] { table.select(9); });
    thrown_by<places::InvalidRequest>([&] { table.highlight(std::size_t(1) << 40); });
}

static void test_table_freed_in_a_callback() {
    places::Client client(options(PLACES_DELIVERY_PUMPED));
    auto held = std::make_shared<int>(0);
    std::optional<places::Table> table;
    places::TableDelegate delegate;
    delegate.did_update = [&table, held](const places::TableState &) {
        table.reset();
        (*held)++; // this function is still there
    };
    table.emplace(client, std::move(delegate));
    table->set_text("now");
    pump(client);
    EXPECT(!table && *held == 1 && held.use_count() == 1);
}

static void test_pick_of_a_suggestion() {
    places::Client client(options(PLACES_DELIVERY_PUMPED));
    std::string id, token;
    places::TableDelegate delegate;
    delegate.did_pick = [&](const places::TableRow &row,
                            const std::optional<places::Token> &given) {
        id = row.place_id();
        token = given.value().text();
    };
    places::Table table(client, std::move(delegate));
    table.set_token(places::Token("mine")).set_pick(PLACES_PICK_SUGGESTION);
    table.set_text("now");
    pump(client);
    table.select(0);
    pump(client);
    EXPECT(id == "t:1" && token == "mine");
    auto meter = client.meter();
    EXPECT(meter[PLACES_COUNT_PICKS] == 1 && meter[PLACES_COUNT_AUTOCOMPLETE] == 1);
    EXPECT(meter.requests_per_pick() == 1.0 && !places::Client().meter().requests_per_pick());
    EXPECT(meter.to_json().find("\"picks\"") != std::string::npos);
}

static void test_sources_and_store() {
    auto own = places::Source(options(), "own");
    auto client = places::Client(places::ClientOptions()
                                     .add_source(places::Source(places::ClientOptions(), "points"))
                                     .add_source(own)
                                     .set_source_mode(PLACES_SOURCES_MERGE)
                                     .set_delivery(PLACES_DELIVERY_PUMPED));
    thrown_by<places::InvalidRequest>([&] { places::Source(places::ClientOptions(), ""); });
    places::Store store;
    store.add("s:1", "Nowhere", "Sample", "cafe", places::Coordinate{1, 2});
    store.add("s:2", "Elsewhere");
    store.set_favourite("s:2");
    EXPECT(store.size() == 2 && !store.is_read_only() && store.set_aside_path().empty());
    thrown_by<places::InvalidRequest>([&] { store.add("", "Nameless"); });

    places::Table table(client, {});
    table.set_store(store).set_text("now");
    pump(client);
    auto state = table.state();
    EXPECT(state.size() == 2 && state[0].kind() == PLACES_ROW_RECENT && state[1].source() == "own");
    EXPECT(!table.can_search());
    store.clear();
    EXPECT(store.size() == 1);
    store.remove("s:2");
    EXPECT(store.size() == 0);
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
    test_fetcher();
    test_table();
    test_table_freed_in_a_callback();
    test_pick_of_a_suggestion();
    test_sources_and_store();
    test_index(argv[1]);
    std::puts("places.hpp: all tests passed");
}
