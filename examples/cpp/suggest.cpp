// Suggestions for what was typed: suggest INDEX TEXT
#include <places/places.hpp>

#include <iostream>

int main(int argc, char **argv) {
    if (argc != 3)
        return 2;
    try {
        places::Client client{places::Index(argv[1])};
        places::Result result = client.suggest(places::Request(argv[2]));
        for (places::Row row : result)
            std::cout << row.primary_text() << ", " << row.secondary_text() << '\n';
    } catch (const places::Error &error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
