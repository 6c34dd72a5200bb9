/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/input/utf16.h"

#include "common/utf8.h"

static unsigned unit(const unsigned char *at, bool big_endian)
{
    return big_endian ? (unsigned)at[0] << 8 | at[1] : (unsigned)at[1] << 8 | at[0];
}

static bool is_high(unsigned c)
{
    return (c & 0xfc00) == 0xd800;
}

static bool is_low(unsigned c)
{
    return (c & 0xfc00) == 0xdc00;
}

size_t utf16_convert(char *to, size_t room, const unsigned char *from, size_t len,
                     bool big_endian, bool end, size_t *used, size_t *lone)
{
    size_t made = 0;
    size_t at = 0;

    *lone = SIZE_MAX;
    while (len - at >= 2 && room - made >= UTF16_CHARACTER) {
        uint32_t c = unit(from + at, big_endian);

        at += 2;
        if (c < 0x80) {
            to[made++] = (char)c;
            continue;
        }
        if (is_high(c)) {
            if (len - at < 2 && !end) {
                at -= 2;
                break;
            }
            if (len - at >= 2 && is_low(unit(from + at, big_endian))) {
                c = surrogates(c << 16 | unit(from + at, big_endian));
                at += 2;
            }
        }
        if (c >= 0xd800 && c < 0xe000) {
            if (*lone > at)
                *lone = at - 2;
            c = 0xfffd;
        }
        made += locus_utf8(to + made, c);
    }
    *used = at;
    if (*lone > at)
        *lone = at;
    return made;
}

/* utf16_size() in code units, for so few bytes that the count fits in a byte and the
   compiler can vectorize the loop. */
static inline unsigned size_step(const char *text, size_t len)
{
    unsigned char units = 0;

    for (size_t i = 0; i < len; i++) {
        const unsigned char c = (unsigned char)text[i];

        units = (unsigned char)(units + ((c & 0xc0) != 0x80) + (c >= 0xf0));
    }
    return units;
}

uint64_t utf16_size(const char *text, size_t len)
{
    uint64_t units = 0;

    for (; len >= 64; text += 64, len -= 64)
        units += size_step(text, 64);
    return 2 * (units + size_step(text, len));
}

/* Whether it is a control character, except for white space and the ESC that begins terminal
   sequences. */
static bool is_control(unsigned c)
{
    return (c < 0x20 && !(c >= '\t' && c <= '\r') && c != 0x1b)
        || (c >= 0x7f && c < 0xa0);
}

static bool is_evident(const unsigned char *bytes, size_t len, bool big_endian)
{
    unsigned ascii = 0, others = 0;
    bool high = false;

    for (size_t at = 0; len - at >= 2; at += 2) {
        const unsigned c = unit(bytes + at, big_endian);

        if (is_control(c) || c >= 0xfffe || high != is_low(c))
            return false;
        high = is_high(c);
        ascii += c < 0x80;
        others += c >= 0x80;
    }
    return ascii >= 4 && ascii >= others;
}

bool utf16_is_evident(const unsigned char *bytes, size_t len, bool *big_endian)
{
    *big_endian = false;
    if (is_evident(bytes, len, false))
        return true;
    *big_endian = true;
    return is_evident(bytes, len, true);
}
