// The table data source: table INDEX TEXT
//
// The letters of TEXT are typed, the state is drawn at every call, down and enter pick the first row. Everything runs on
// this thread, where poll() waits for the client's descriptor among those of a real program.
#include <places/places.hpp>

#include <iostream>

#include <poll.h>

namespace {

void draw(const places::TableState &state) {
    if (!state.is_current() || state.is_loading() || !state.is_open())
        return; // a real program draws these states too
    std::cout << state.text() << (state.is_picking() ? " (picking)" : "") << '\n';
    for (const auto &row : state.rows())
        std::cout << (state.highlighted() == row.index() ? "> " : "  ") << row.label() << '\n';
    if (state.phase() == PLACES_TABLE_NOTHING_FOUND)
        std::cout << "  nothing found\n";
    for (auto line : state.attributions())
        std::cout << "  " << line << '\n';
}

void pump(places::Client &client) {
    pollfd descriptor{client.fd(), POLLIN, 0};
    while (poll(&descriptor, 1, 0) > 0)
        client.dispatch();
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 3)
        return 2;
    try {
        places::Client client{places::ClientOptions()
                                  .add_index(places::Index(argv[1]))
                                  .set_delivery(PLACES_DELIVERY_PUMPED)};
        places::TableDelegate delegate;
        delegate.did_update = draw;
        delegate.did_autocomplete = [](const places::Place &place, std::string_view typed) {
            std::cout << typed << ": " << place.display_name() << ", " << place.formatted_address()
                      << '\n';
        };
        delegate.did_fail = [](const places::Error &error) { std::cout << error.what() << '\n'; };

        places::Table table(client, std::move(delegate));
        table.set_language("en").set_limit(2); // else the user's locale
        std::string_view text = argv[2];
        for (std::size_t end = 1; end <= text.size(); end++) {
            if (end < text.size() && (text[end] & 0xC0) == 0x80)
                continue; // in the middle of a character
            table.set_text(text.substr(0, end));
            pump(client);
        }
        table.key(PLACES_KEY_DOWN);
        pump(client);
        table.key(PLACES_KEY_ENTER);
        pump(client);
    } catch (const places::Error &error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
