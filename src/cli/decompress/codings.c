/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/decompress/codings.h"

#include <string.h>

#include "cli/decompress/decoders.h"

#define MAGIC(text) { "" text, sizeof(text) - 1 }
#define NOT_READ NULL

const struct coding codings[] = {
    { "gzip", "compressed by gzip", GZIP_LIBRARY, ".gz", false,
      { MAGIC("\x1f\x8b") }, GZIP },                    /* RFC 1952, 2.3.1 */
    { "zstd", "compressed by zstd", "libzstd", ".zst", false,
      { MAGIC("\x28\xb5\x2f\xfd") }, ZSTD },            /* RFC 8878, 3.1.1 */
    { "xz", "compressed by xz", "liblzma", ".xz", false,
      { MAGIC("\xfd" "7zXZ\0") }, XZ },
    /* It has no magic number. Nearly all files begin with the properties, a size of the
       dictionary, and the size of the data, either unknown or under 2^40. */
    { "lzma", "compressed by lzma", "liblzma", ".lzma", false,
      { MAGIC("\x5d\0\0" "?" "?" "\xff\xff\xff\xff\xff\xff\xff\xff"),
        MAGIC("\x5d\0\0" "?" "?" "?" "?" "?" "?" "?" "\0\0\0") }, LZMA },
    /* The magic number of a block follows (pi), or that of the end (its square root). */
    { "bzip2", "compressed by bzip2", "libbz2", ".bz2", false,
      { MAGIC("BZh?1AY&SY"), MAGIC("BZh?\x17\x72\x45\x38\x50\x90") }, BZIP2 },
    { "lz4", "compressed by lz4", "liblz4", ".lz4", false,
      { MAGIC("\x04\x22\x4d\x18") }, LZ4 },

    { "lz4-legacy", "compressed by lz4 in its legacy format", NULL, NULL, false,
      { MAGIC("\x02\x21\x4c\x18") }, NOT_READ },
    { "zip", "a zip archive", NULL, ".zip", false,
      { MAGIC("PK\3\4"), MAGIC("PK\5\6"), MAGIC("PK\7\10") }, NOT_READ },
    { "7z", "a 7z archive", NULL, ".7z", false,
      { MAGIC("7z\xbc\xaf\x27\x1c") }, NOT_READ },
    { "rar", "a rar archive", NULL, ".rar", false,
      { MAGIC("Rar!\x1a\7") }, NOT_READ },
    { "compress", "compressed by compress", NULL, ".Z", false,
      { MAGIC("\x1f\x9d") }, NOT_READ },
    { "lzip", "compressed by lzip", NULL, ".lz", false,
      { MAGIC("LZIP\1") }, NOT_READ },
    { "lzop", "compressed by lzop", NULL, ".lzo", false,
      { MAGIC("\x89LZO\0\r\n\x1a\n") }, NOT_READ },
    /* It has no magic number, and hosts in Brazil have its suffix. */
    { "brotli", "compressed by brotli", NULL, ".br", true, { { 0 } }, NOT_READ },
    { 0 }
};

/* Whether the bytes are `magic` as far as both go. */
static bool begins(const struct magic *magic, const unsigned char *bytes, size_t len)
{
    for (size_t i = 0; i < len && i < magic->len; i++)
        if (magic->bytes[i] != '?' && (unsigned char)magic->bytes[i] != bytes[i])
            return false;
    return magic->len > 0;
}

const struct coding *coding_of_bytes(const unsigned char *bytes, size_t len,
                                     bool *undecided)
{
    enum { MAGICS = sizeof codings->magic / sizeof *codings->magic };

    *undecided = false;
    for (const struct coding *coding = codings; coding->name; coding++)
        for (size_t i = 0; i < MAGICS; i++) {
            if (!begins(&coding->magic[i], bytes, len))
                continue;
            if (len >= coding->magic[i].len)
                return coding;
            *undecided = true;
        }
    return NULL;
}

/* Whether the bytes are free of controls that no text contains. */
static bool is_text(const unsigned char *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if ((bytes[i] < ' ' && !(bytes[i] >= '\t' && bytes[i] <= '\r')
             && bytes[i] != 0x1b) || bytes[i] == 0x7f)
            return false;
    return true;
}

const struct coding *coding_of_name(const char *name, const unsigned char *bytes,
                                    size_t len)
{
    const size_t name_len = strlen(name);

    for (const struct coding *coding = codings; coding->name; coding++) {
        const size_t suffix_len = coding->suffix ? strlen(coding->suffix) : name_len;

        if (name_len > suffix_len
            && strcmp(name + name_len - suffix_len, coding->suffix) == 0
            && !(coding->not_text && is_text(bytes, len)))
            return coding;
    }
    return NULL;
}

bool coding_may_skip(const unsigned char *bytes, size_t len)
{
    static const unsigned char magic[] = { 0x50, 0x2a, 0x4d, 0x18 };

    /* The low four bits are free. */
    return len == 0
        || ((bytes[0] & 0xf0) == magic[0]
            && memcmp(bytes + 1, magic + 1, len < sizeof magic ? len - 1 : 3) == 0);
}

uint64_t coding_skippable(const unsigned char bytes[CODING_SKIPPABLE])
{
    uint64_t size = 0;

    if (!coding_may_skip(bytes, CODING_SKIPPABLE))
        return 0;
    for (size_t i = CODING_SKIPPABLE; i-- > CODING_SKIPPABLE / 2;)
        size = size << 8 | bytes[i];
    return CODING_SKIPPABLE + size;
}
