/* SPDX-License-Identifier: MIT
 *
 * Loads shared objects into one process (tests/package/embedded.sh). Each contains the
 * static library. This program defines functions with the library's names, which abort if
 * an object calls them.
 *
 *     embedding OBJECT...
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

typedef const char *check_function(void);

int main(int argc, char **argv)
{
    check_function *check[10];
    int failed = argc < 2 || argc > 10;
    void *own = dlsym(RTLD_DEFAULT, "locus_parse");

    if (!own) {
        puts("this program does not interpose locus_parse()");
        failed = 1;
    }
    for (int i = 1; i < argc && !failed; i++) {
        void *object = dlopen(argv[i], RTLD_NOW | RTLD_GLOBAL);
        void *symbol = object ? dlsym(object, "embedded_check") : NULL;

        if (!symbol) {
            printf("%s\n", dlerror());
            return 1;
        }
        memcpy(&check[i - 1], &symbol, sizeof symbol);
        if (dlsym(object, "locus_parse")) {
            printf("%s exports locus_parse()\n", argv[i]);
            failed = 1;
        }
    }
    for (int i = 1; i < argc && !failed; i++) {
        const char *what = check[i - 1]();

        if (what) {
            printf("%s: does not hold: %s\n", argv[i], what);
            failed = 1;
        }
    }
    return failed;
}
