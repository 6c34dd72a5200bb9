/* SPDX-License-Identifier: MIT
 *
 * Calls locus.key() or std.querysort() on URLs with a number of parameters, with a
 * workspace of its own: it loads the modules as varnishd does, and provides what they need
 * of varnishd. bench/count counts the instructions of call(). No two URLs in a row are the
 * same, as in a server: the processor would learn the branches of a single one.
 *
 *     measure-key MODULE FUNCTION PARAMETERS CALLS
 *
 * FUNCTION: querysort; key; sort, which is key() with normalize = false.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cache/cache.h>

/* As Varnish's own, without its checks. */
void WS_Assert(const struct ws *ws) { (void)ws; }

void *WS_Copy(struct ws *ws, const void *text, int len)
{
    char *const copy = ws->f;

    if (len == -1)
        len = (int)strlen(text) + 1;
    memcpy(copy, text, (size_t)len);
    ws->f += PRNDUP(len);
    return copy;
}

unsigned WS_ReserveAll(struct ws *ws)
{
    ws->r = ws->e;
    return (unsigned)(ws->e - ws->f);
}

void WS_Release(struct ws *ws, unsigned bytes)
{
    ws->f += PRNDUP(bytes);
    ws->r = NULL;
}

void WS_MarkOverflow(struct ws *ws)
{
    (void)ws;
    fputs("measure-key: the workspace is too small\n", stderr);
    exit(1);
}

/* The place of a function in the struct of the module's functions: the modules list them in
   this order. */
static void *find_function(const struct vmod_data *module, const char *name)
{
    char wanted[64];
    size_t place = 0;

    snprintf(wanted, sizeof wanted, "\"%s\"", name);
    for (const char *at = module->json; (at = strstr(at, "\"$FUNC\"")) != NULL; place++) {
        at += strlen("\"$FUNC\",");
        at += strspn(at, " \t\n");
        if (strncmp(at, wanted, strlen(wanted)) == 0)
            return ((void *const *)module->func)[place];
    }
    fprintf(stderr, "measure-key: %s has no function %s\n", module->name, name);
    exit(1);
}

typedef VCL_STRING querysort_f(VRT_CTX, VCL_STRING);
typedef VCL_STRING key_f(VRT_CTX, VCL_STRING, VCL_STRING drop, VCL_BOOL sort,
                         VCL_BOOL normalize, VCL_BOOL empty, VCL_BOOL plus, VCL_ENUM);

/* Not static: callgrind knows it by this name. */
VCL_STRING call(void *function, const char *name, VRT_CTX, const char *url, VCL_ENUM grammar);

__attribute__((noinline, noclone))
VCL_STRING call(void *function, const char *name, VRT_CTX,
                const char *url, VCL_ENUM grammar)
{
    if (*name == 'q')
        return ((querysort_f *)function)(ctx, url);
    return ((key_f *)function)(ctx, url, "", 1, *name == 'k', 0, 0, grammar);
}

enum { MOST_URLS = 500, MOST_BYTES = 1 << 20 };

/* Writes different URLs, each with so many parameters. Returns their number, at least 2. */
static int make_urls(char **urls, int parameters)
{
    static char texts[MOST_BYTES];
    const size_t longest = 32 + 13 * (size_t)parameters;
    char *end = texts;
    int count = 0;

    for (; count < MOST_URLS && longest <= (size_t)(texts + sizeof texts - end); count++) {
        urls[count] = end;
        end += sprintf(end, "/shop/list.html");
        for (int i = 0; i < parameters; i++)
            end += sprintf(end, "%c%c%c%c%c=%d", i ? '&' : '?', "abcdefgh"[rand() % 8],
                           "aeiou"[rand() % 5], "klmnprst"[rand() % 8], "aeiou"[rand() % 5],
                           rand() % 100000);
        end++;
    }
    return count;
}

int main(int argc, char **argv)
{
    static char space[1 << 22];
    char *urls[MOST_URLS];
    int count;
    struct ws ws = { .magic = WS_MAGIC, .s = space, .e = space + sizeof space };
    struct vrt_ctx ctx = { .magic = VRT_CTX_MAGIC, .ws = &ws };
    const struct vmod_data *data;
    const char *result = NULL;
    VCL_ENUM *grammar = NULL;
    void *module, *function;
    struct timespec from, to;
    int is_std;

    if (argc != 5) {
        fputs("usage: measure-key MODULE FUNCTION PARAMETERS CALLS\n", stderr);
        return 1;
    }
    module = dlopen(argv[1], RTLD_NOW);
    if (module == NULL) {
        fprintf(stderr, "measure-key: %s\n", dlerror());
        return 1;
    }
    is_std = *argv[2] == 'q';
    data = dlsym(module, is_std ? "Vmod_std_Data" : "Vmod_locus_Data");
    function = find_function(data, is_std ? "querysort" : "key");
    if (!is_std) {
        /* The first member of the struct is a pointer to the value "authority" or another:
           bench/count builds the module with this symbol. */
        grammar = dlsym(module, "enum_vmod_locus_web_target");
        if (grammar == NULL) {
            fputs("measure-key: the module does not export its values\n", stderr);
            return 1;
        }
    }
    srand(1);
    count = make_urls(urls, atoi(argv[3]));
    if (count < 2) {
        fputs("measure-key: too many parameters\n", stderr);
        return 1;
    }
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (int i = 0; i < atoi(argv[4]); i++) {
        ws.f = ws.s;
        result = call(function, argv[2], &ctx, urls[i % count], grammar ? *grammar : NULL);
    }
    clock_gettime(CLOCK_MONOTONIC, &to);
    printf("%.0f ns, %d URLs: %.60s\n",
           ((double)(to.tv_sec - from.tv_sec) * 1e9 + (double)(to.tv_nsec - from.tv_nsec))
           / atof(argv[4]), count, result);
    return 0;
}
