// Requests that run while the program does something else: futures INDEX TEXT...
#include <places/places.hpp>

#include <iostream>

int main(int argc, char **argv) {
    if (argc < 3)
        return 2;
    places::Client client{places::Index(argv[1])};
    for (int i = 2; i < argc; i++) {
        try {
            // Blank text is refused at once; the failures of the work come out of the future.
            auto submitted = client.submit(places::Request(argv[i]));
            places::Result result = submitted.future.get();
            std::cout << '"' << argv[i] << "\": " << result.size() << " found";
            if (!result.empty())
                std::cout << ", first " << result[0].full_text();
            std::cout << '\n';
        } catch (const places::InvalidRequest &error) {
            std::cout << '"' << argv[i] << "\": " << error.field() << " is at fault\n";
        }
    }
}
