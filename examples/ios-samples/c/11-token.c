/* Sample 11. A new token for each session. */
#include "sample.h"

#include <string.h>

int main(void) {
    places_token *first = NULL, *second = NULL;
    CHECK(places_token_new(&first, &error));
    CHECK(places_token_new(&second, &error));
    printf("token: %s\n", places_token_text(first));
    printf("another: %s\n",
           strcmp(places_token_text(first), places_token_text(second)) ? "yes" : "no");
    places_token_free(first);
    places_token_free(second);
    return 0;
}
