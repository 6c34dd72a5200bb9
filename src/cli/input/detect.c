/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/input/detect.h"

#include <string.h>

#include "cli/base/progress.h"
#include "cli/decompress/codings.h"
#include "cli/input/content.h"

/* Drops leading skippable frames: zstd and lz4 share their format, so only the next
   frame shows which format it is. */
static bool skip_frames(struct source *source)
{
    struct bytes *const in = &source->internal.in;

    for (;;) {
        uint64_t size;

        while (!source->internal.end && bytes_left(in) < CODING_SKIPPABLE
               && coding_may_skip(first_byte(in), bytes_left(in)))
            if (!content_refill(source))
                return false;
        size = bytes_left(in) < CODING_SKIPPABLE ? 0 : coding_skippable(first_byte(in));
        if (size == 0)
            return true;
        source->internal.skipped = true;
        while (size > bytes_left(in)) {
            size -= bytes_left(in);
            in->head = in->tail;
            if (!content_refill(source))
                return false;
            if (source->internal.end) {
                source_fail(source, "unexpected end of a skippable frame");
                return false;
            }
        }
        in->head += (size_t)size;
    }
}

/* Sets up the decoder. The bytes in `in` become the packed bytes. */
static bool begin_decoding(struct source *source, const struct coding *coding)
{
    if (!coding->decoder) {
        if (coding->library)
            source_fail(source, "%s, but locus was built without %s",
                        coding->what, coding->library);
        else
            source_fail(source, "%s, which locus cannot read", coding->what);
        if (source->internal.found)
            source->skip = SOURCE_SKIP_OTHER;
        return false;
    }
    progress_add(bytes_left(&source->internal.in));
    unpack_begin(&source->internal.unpack, &source->internal.file, coding,
                 source->internal.in, source->internal.max_window);
    source->internal.in = (struct bytes){ .at = mem_resize(NULL, IN_SIZE) };
    source->internal.end = false;
    source->internal.sample_len = 0;
    return true;
}

bool detect_coding(struct source *source)
{
    struct bytes *const in = &source->internal.in;
    const struct coding *coding;
    bool undecided = true;

    if (!skip_frames(source))
        return false;
    for (;;) {
        coding = coding_of_bytes(first_byte(in), bytes_left(in), &undecided);
        if (coding || !undecided || source->internal.end)
            break;
        if (!content_refill(source))
            return false;
    }
    if (!coding && !source->internal.skipped)
        coding = coding_of_name(source->name, first_byte(in), bytes_left(in));
    if (coding)
        return begin_decoding(source, coding);
    if (source->internal.skipped && (bytes_left(in) > 0 || !source->internal.end)) {
        source_fail(source, "unexpected data after the skippable frames");
        return false;
    }
    return true;
}

/* Byte order marks (The Unicode Standard, section 23.8). */
static const struct mark {
    size_t           len;
    enum source_text text;
    unsigned char    bytes[4];
} marks[] = {
    /* Before UTF-16LE, whose mark is a prefix of one of these. */
    { 4, SOURCE_UTF32, { 0xff, 0xfe, 0x00, 0x00 } },
    { 4, SOURCE_UTF32, { 0x00, 0x00, 0xfe, 0xff } },
    { 3, SOURCE_BYTES, { 0xef, 0xbb, 0xbf } },
    { 2, SOURCE_UTF16LE, { 0xff, 0xfe } },
    { 2, SOURCE_UTF16BE, { 0xfe, 0xff } },
};

/* The mark at the start of the bytes, or NULL. `undecided`: more bytes are needed. */
static const struct mark *mark_of(const unsigned char *bytes, size_t len,
                                  bool *undecided)
{
    const struct mark *found = NULL;

    *undecided = false;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const struct mark *mark = &marks[i];

        if (memcmp(bytes, mark->bytes, len < mark->len ? len : mark->len) != 0)
            continue;
        if (len < mark->len)
            *undecided = true;
        else if (!found)
            found = mark;
    }
    return found;
}

bool detect_mark(struct source *source)
{
    struct bytes *const in = &source->internal.in;
    const struct mark *mark;
    bool undecided = true;

    for (;;) {
        mark = mark_of(first_byte(in), bytes_left(in), &undecided);
        if (!undecided || source->internal.end)
            break;
        if (!content_refill(source))
            /* source_read() returns the bytes before the error first. */
            break;
    }
    if (!mark)
        return true;
    source->begin = mark->len;
    source->text = mark->text;
    in->head += mark->len;
    if (mark->text != SOURCE_UTF32)
        return true;
    source_fail(source, "UTF-32, which locus cannot read (try iconv -t UTF-8)");
    return false;
}

bool detect_binary(struct source *source)
{
    const struct bytes *const in = &source->internal.in;

    if (source->text != SOURCE_BYTES
        || bytes_left(in) == 0 || !memchr(first_byte(in), '\0', bytes_left(in)))
        return false;
    source_fail(source, "a binary file");
    source->skip = SOURCE_SKIP_BINARY;
    return true;
}
