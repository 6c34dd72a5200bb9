/* SPDX-License-Identifier: MIT
 *
 * The encoders of all grammars, and those that several grammars share, for the kernel in
 * use.
 */
#include "coding/encoders/encoder.h"

#define NAME_URI(kernel, needs) [KERNEL_##kernel] = KERNEL_PASTE(entry_uri, kernel),
#define NAME_LENIENT(kernel, needs) \
    [KERNEL_##kernel] = KERNEL_PASTE(entry_lenient, kernel),
#define NAME_LENIENT_TARGET(kernel, needs) \
    [KERNEL_##kernel] = KERNEL_PASTE(entry_lenient_target, kernel),

struct locus_entry locus_entry_uri(int component, int plus)
{
    static locus_entry_finder *const entries[KERNEL_COUNT] = { LOCUS_KERNELS(NAME_URI) };

    return entries[locus_kernel_in_use()](component, plus);
}

struct locus_entry locus_entry_lenient(int component, int plus)
{
    static locus_entry_finder *const entries[KERNEL_COUNT] = {
        LOCUS_KERNELS(NAME_LENIENT)
    };

    return entries[locus_kernel_in_use()](component, plus);
}

struct locus_entry locus_entry_lenient_target(int component, int plus)
{
    static locus_entry_finder *const entries[KERNEL_COUNT] = {
        LOCUS_KERNELS(NAME_LENIENT_TARGET)
    };

    return entries[locus_kernel_in_use()](component, plus);
}

const struct locus_encoder *const locus_encoders[INDEX_COUNT] = {
#define X(name) [INDEX_##name] = &locus_encoder_##name,
    LOCUS_BUILT_GRAMMARS(X)
#undef X
};

int locus_rule_of(const struct locus_grammar *grammar, int component)
{
    switch (component) {
    case LOCUS_SCHEME: return LOCUS_ERROR_SCHEME;
    case LOCUS_USER: case LOCUS_PASSWORD: case LOCUS_USERINFO:
        return LOCUS_ERROR_USERINFO;
    case LOCUS_HOST: return LOCUS_ERROR_HOST;
    case LOCUS_PORT: return LOCUS_ERROR_PORT;
    case LOCUS_QUERY: case LOCUS_QUERY_ITEM: return LOCUS_ERROR_QUERY;
    case LOCUS_FRAGMENT: return LOCUS_ERROR_FRAGMENT;
    case LOCUS_TYPE: return LOCUS_ERROR_TYPE;
    case LOCUS_ADDRESS: return LOCUS_ERROR_ADDRESS;
    case LOCUS_GROUP: case LOCUS_ARTICLE: return LOCUS_ERROR_GROUP;
    case LOCUS_NUMBER: return LOCUS_ERROR_NUMBER;
    case LOCUS_DATABASE: return LOCUS_ERROR_DATABASE;
    case LOCUS_WPATH: return LOCUS_ERROR_WPATH;
    case LOCUS_FIELDS:
        return locus_encoders[grammar->index]->fields_error;
    default: return LOCUS_ERROR_PATH;
    }
}
