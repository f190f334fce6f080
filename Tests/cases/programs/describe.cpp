// describe URL KEY SERVICE: what the C++ binding says of failures, with the key set.
#include <iostream>
#include <places/places.hpp>

namespace {

void ask(const char *url, const char *key, const char *service, const char *text) {
    try {
        places::ClientOptions options;
        places_client_options_set_service(options.handle(), service, nullptr);
        places_client_options_set_api_key(options.handle(), key, nullptr);
        places_client_options_set_base_url(options.handle(), url, nullptr);
        places::Client client(options);
        std::cout << "rows " << client.suggest(places::Request(text)).size() << "\n";
        client.place(places::PlaceRequest("p", "id"), places::Milliseconds(1));
    } catch (const places::Error &error) {
        std::cout << "error " << error.what() << " " << error.field() << " " << error.reason()
                  << "\n";
    }
}

} // namespace

int main(int argc, char **argv) {
    if (argc < 4)
        return 2;
    ask(argv[1], argv[2], argv[3], "abc");
    ask("http://127.0.0.1:1", argv[2], argv[3], "abc");
    ask("::::", argv[2], argv[3], "abc");
    ask(argv[1], argv[2], "nobody", "abc");
    return 0;
}
