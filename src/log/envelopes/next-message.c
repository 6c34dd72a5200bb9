/* SPDX-License-Identifier: MIT
 *
 * locus_log_next() and locus_log_source() for lines in an envelope, once for each kernel.
 *
 * First the end of a line is found. Then the machine of the envelope opens the line, and
 * that of the format reads its message. If the message continues in other lines, these are
 * read ahead, so that the record has the place of its first line. The lines of the two
 * streams of a container may alternate.
 */
#include "common/bytes.h"
#include "log/envelope.h"
#include "log/return-line.h"

/* Places in the line, which begins at `text`. */
struct frame {
    size_t contents;               /* where its contents end */
    size_t end;                    /* and where it ends */
};

/* internal.place: the frame of the first line; where the contents of the line ahead end, as
   far as it was read; and where that line begins. */
enum { FIRST_CONTENTS, FIRST_END, AHEAD_CONTENTS, AHEAD };
/* In this phase, the lines from place[AHEAD] on are read ahead. */
enum { PHASE_JOIN = PHASE_LONG + 1 };

static struct locus_line_rest rest_resumes(const struct locus_log *log,
                                           const unsigned char *text, int contents)
{
    return (struct locus_line_rest){ text + log->internal.read,
                                     text + log->internal.place[contents],
                                     log->internal.state };
}

/* Saves the state: the window ends in a line. */
static void rest_stops(struct locus_log *log, const struct locus_line_rest *rest,
                       const unsigned char *text, int contents)
{
    log->internal.read = (size_t)(rest->at - text);
    log->internal.place[contents] = (uint32_t)(rest->contents - text);
    log->internal.state = rest->state;
}

static struct frame frame_of(const struct locus_line_rest *rest, const unsigned char *text)
{
    return (struct frame){ (size_t)(rest->contents - text), (size_t)(rest->at - text) };
}

static int open_line(const struct locus_log *log, struct locus_log_opened *opened,
                     const unsigned char *text, const unsigned char *end)
{
    return log->internal.envelope->open[locus_kernel_in_use()](opened, text, end);
}

/* Appends the message of an opened line to the buffer. Returns 0 if there is no room. */
static int append_message(struct locus_log *log, struct locus_log_opened *opened)
{
    if (!opened->decoded)
        locus_put(&opened->out, opened->begin, (size_t)(opened->end - opened->begin));
    log->internal.have = opened->out.len;
    return opened->out.len <= opened->out.size;
}

static struct locus_log_opened opened_for(const struct locus_log *log)
{
    return (struct locus_log_opened){
        .out = { log->internal.buf, log->internal.size, log->internal.have },
        .wanted = SIZE_MAX
    };
}

/* Lines */

static int line_is(struct locus_log *log, struct locus_log_line *line,
                   const struct frame *frame, size_t reach)
{
    line->len = (uint32_t)frame->contents;
    line->ending = (uint8_t)(frame->end - frame->contents);
    line_at(log, line, frame->end, PHASE_BEGIN);
    line->reach = (uint32_t)reach;
    return 1;
}

static int reject(struct locus_log *log, struct locus_log_line *line,
                  const struct frame *frame, int error, int field, size_t offset)
{
    no_record(line, 0, field + 1, (uint32_t)offset);
    line->error = error;
    return line_is(log, line, frame, frame->contents);
}

enum { STREAMS = sizeof ((struct locus_log *)0)->internal.joined / sizeof(uint64_t) };

/* A bit of internal.broken, after those of message_too_long(): the stream's last message is a
   reject, so the lines in which it continues are, too. */
static uint8_t refused(unsigned stream)
{
    return (uint8_t)(1u << (STREAMS + stream));
}

/* Rejects a message that is too long. Unless this is its last line, the lines in which it
   continues are rejected, too. */
static int message_too_long(struct locus_log *log, struct locus_log_line *line,
                            const struct frame *frame, unsigned stream, int is_last)
{
    const size_t most = log->max_line < log->internal.size ? log->max_line
                                                           : log->internal.size;

    log->internal.broken &= (uint8_t)~(1u << stream);
    if (!is_last)
        log->internal.broken |= (uint8_t)(1u << stream);
    return reject(log, line, frame, LOCUS_ERROR_TOO_LONG, LOCUS_LOG_ENVELOPE, most);
}

static int line_of_kind(struct locus_log *log, struct locus_log_line *line,
                        const struct frame *frame, int kind)
{
    no_record(line, 0, 0, 0);
    line->kind = (uint8_t)kind;
    line->error = 0;
    line->error_field = 0;
    return line_is(log, line, frame, frame->contents);
}

/* Reads a message with the reader of the format, as a log of one line. */
static void read_message(struct locus_log *log, struct locus_log_line *line,
                         const unsigned char *message, size_t len)
{
    const struct locus_log_format *const format = log->internal.format;
    const uint32_t max_line = log->max_line;
    const uint64_t base = log->base;
    const size_t at = log->internal.at;
    int result = 0;

    log->internal.at = log->internal.read = 0;
    log->internal.phase = PHASE_BEGIN;
    log->max_line = LOCUS_MAX_LENGTH;
    if (len > 0)
        result = format->next[locus_kernel_in_use()](log, (const char *)message, len, 1,
                                                      line);
    log->max_line = max_line;
    log->base = base;
    log->internal.at = at;
    if (result != 1) {
        no_record(line, 0, 0, 0);
        line->kind = LOCUS_LOG_BLANK;
        line->error = 0;
        line->error_field = 0;
    } else if (line->len + (size_t)line->ending < len) {
        /* The message contains a line feed, which was escaped. */
        no_record(line, 0, 0, line->len);
    }
}

static int source_of(const struct locus_log *log, const unsigned char *text, size_t reach,
                     size_t at, size_t *source);

/* Returns the record of a message that is read in its line. */
static int take_here(struct locus_log *log, struct locus_log_line *line,
                     const unsigned char *text, const struct frame *frame,
                     const struct locus_log_opened *opened)
{
    const uint32_t before = (uint32_t)(opened->begin - text);

    read_message(log, line, opened->begin, (size_t)(opened->end - opened->begin));
    if (line->kind == LOCUS_LOG_RECORD) {
        for (uint64_t left = line->present; left != 0; left &= left - 1)
            line->field[__builtin_ctzll(left)].off += before;
        line->present |= opened->present;
        for (uint64_t left = opened->present; left != 0; left &= left - 1) {
            const int field = __builtin_ctzll(left);

            line->field[field] = opened->field[field - LOCUS_LOG_ENVELOPE];
        }
    } else if (line->kind == LOCUS_LOG_REJECT) {
        line->error_offset += before;
    }
    return line_is(log, line, frame, frame->contents);
}

/* Returns the record of the message in the buffer, which is from text[0..reach). */
static int take_copy(struct locus_log *log, struct locus_log_line *line,
                     const unsigned char *text, const struct frame *frame, size_t reach)
{
    struct locus_writer out = { log->internal.buf, log->internal.size, log->internal.have };

    log->internal.broken &= (uint8_t)~refused(log->internal.stream);
    read_message(log, line, bytes_of(log->internal.buf, log->internal.have),
                 log->internal.have);
    if (line->kind == LOCUS_LOG_RECORD) {
        for (uint64_t left = log->internal.opened; left != 0; left &= left - 1) {
            const int field = __builtin_ctzll(left);
            const struct locus_span span =
                log->internal.opened_field[field - LOCUS_LOG_ENVELOPE];

            line->field[field] = (struct locus_span){ (uint32_t)out.len, span.len };
            locus_put(&out, text + span.off, span.len);
        }
        line->present |= log->internal.opened;
        if (out.len > out.size) {
            log->internal.joined[log->internal.stream] = 0;
            return message_too_long(log, line, frame, log->internal.stream,
                                    reach == frame->contents);
        }
    } else if (line->kind == LOCUS_LOG_REJECT) {
        size_t source = 0;

        source_of(log, text, reach, line->error_offset, &source);
        line->error_offset = (uint32_t)source;
        log->internal.broken |= refused(log->internal.stream);
    }
    line_is(log, line, frame, reach);
    line->copied = 1;
    return 1;
}

/* Messages in several lines */

/* Appends the rest of a message, from the line at place[AHEAD] on, and sets *last to the
   frame of the last line of it that was read. Returns 1 if the message is complete, 0 if
   the window ends before, or LOCUS_ERROR_TOO_LONG. */
static int join(struct locus_log *log, const unsigned char *text, const unsigned char *pe,
                int end, struct frame *last)
{
    for (;;) {
        struct locus_line_rest rest = rest_resumes(log, text, AHEAD_CONTENTS);
        const size_t begin = log->internal.place[AHEAD];
        struct locus_log_opened opened = opened_for(log);
        struct frame frame;

        if (text + begin == pe && end)             /* the rest is missing */
            return 1;
        if (!KERNEL_NAME(log_line_rest)(&rest, pe, end)) {
            rest_stops(log, &rest, text, AHEAD_CONTENTS);
            return 0;
        }
        frame = frame_of(&rest, text);
        log->internal.place[AHEAD] = (uint32_t)frame.end;
        log->internal.place[AHEAD_CONTENTS] = (uint32_t)frame.end;
        log->internal.read = frame.end;
        log->internal.state = 0;
        if (!open_line(log, &opened, text + begin, text + frame.contents) || opened.blank
            || opened.stream != log->internal.stream)
            continue;
        if (!append_message(log, &opened))
            return LOCUS_ERROR_TOO_LONG;
        *last = frame;
        if (!opened.partial)
            return 1;
    }
}

static int read_joined(struct locus_log *log, struct locus_log_line *line,
                       const unsigned char *text, const unsigned char *pe, int end)
{
    const struct frame frame = { log->internal.place[FIRST_CONTENTS],
                                 log->internal.place[FIRST_END] };
    struct frame last = { log->internal.last[0], log->internal.last[1] };
    const int result = join(log, text, pe, end, &last);

    log->internal.last[0] = (uint32_t)last.contents;
    log->internal.last[1] = (uint32_t)last.end;

    if (result == 0 && (size_t)(pe - text) < log->max_line)
        return need_more(log);
    if (result != 1)
        return message_too_long(log, line, &frame, log->internal.stream, 0);
    log->internal.joined[log->internal.stream] = log->base + log->internal.at
        + last.end;
    return take_copy(log, line, text, &frame, last.contents);
}

/* The next line */

static int read_framed(struct locus_log *log, struct locus_log_line *line,
                       const unsigned char *text, const struct frame *frame,
                       const unsigned char *pe, int end)
{
    struct locus_log_opened opened;
    unsigned stream;

    log->internal.have = 0;
    opened = opened_for(log);
    if (!open_line(log, &opened, text, text + frame->contents))
        return reject(log, line, frame, LOCUS_ERROR_LOG, LOCUS_LOG_ENVELOPE,
                      (size_t)(opened.at - text));
    if (opened.blank)
        return line_of_kind(log, line, frame, LOCUS_LOG_BLANK);
    stream = opened.stream;
    if (log->base + log->internal.at < log->internal.joined[stream])
        return log->internal.broken & refused(stream)
             ? reject(log, line, frame, LOCUS_ERROR_LOG, LOCUS_LOG_FIELD_LIMIT, 0)
             : line_of_kind(log, line, frame, LOCUS_LOG_PART);
    if (log->internal.broken >> stream & 1)
        return message_too_long(log, line, frame, stream, !opened.partial);
    if (!opened.partial && !opened.decoded)
        return take_here(log, line, text, frame, &opened);
    if (!append_message(log, &opened))
        return message_too_long(log, line, frame, stream, !opened.partial);
    log->internal.opened = opened.present;
    memcpy(log->internal.opened_field, opened.field, sizeof opened.field);
    log->internal.stream = (uint8_t)stream;
    if (!opened.partial)
        return take_copy(log, line, text, frame, frame->contents);
    log->internal.place[FIRST_CONTENTS] = (uint32_t)frame->contents;
    log->internal.place[FIRST_END] = (uint32_t)frame->end;
    log->internal.place[AHEAD] = log->internal.place[AHEAD_CONTENTS] = (uint32_t)frame->end;
    log->internal.last[0] = (uint32_t)frame->contents;
    log->internal.last[1] = (uint32_t)frame->end;
    log->internal.read = frame->end;
    log->internal.state = 0;
    log->internal.phase = PHASE_JOIN;
    return read_joined(log, line, text, pe, end);
}

int KERNEL_NAME(log_next_message)(struct locus_log *log, const char *window, size_t len,
                                  int end, struct locus_log_line *line)
{
    const unsigned char *const text = bytes_of(window, len) + log->internal.at;
    const size_t left = len - log->internal.at;
    const size_t most = left < log->max_line ? left : log->max_line;
    const int is_end = end && left < log->max_line;
    struct locus_line_rest rest = { text, text, 0 };
    struct frame frame;

    if (left == 0 && (log->internal.read == 0 || !end))
        return need_more(log);
    if (log->internal.phase == PHASE_LONG)
        return read_long(log, line, text, most, is_end);
    if (log->internal.phase == PHASE_JOIN)
        return read_joined(log, line, text, text + most, is_end);
    if (log->internal.phase == PHASE_REST)
        rest = rest_resumes(log, text, FIRST_CONTENTS);
    if (!KERNEL_NAME(log_line_rest)(&rest, text + most, is_end)) {
        rest_stops(log, &rest, text, FIRST_CONTENTS);
        log->internal.phase = PHASE_REST;
        return most == log->max_line ? too_long(log, line) : need_more(log);
    }
    frame = frame_of(&rest, text);
    return read_framed(log, line, text, &frame, text + most, is_end);
}

/* Where a byte of a message stands in the log */

/* Finds the place of byte number `at` of the message that begins in the line at `text` and
   has been read from text[0..reach). Returns 0 if there is no such byte: then the place is
   the end of the message. */
static int source_of(const struct locus_log *log, const unsigned char *text, size_t reach,
                     size_t at, size_t *source)
{
    const unsigned char *const pe = text + reach;
    const unsigned char *p = text;
    size_t have = 0;
    int stream = -1;

    *source = 0;
    while (p < pe) {
        struct locus_line_rest rest = { p, p, 0 };
        struct locus_log_opened opened = { .out = { NULL, 0, have }, .wanted = at };
        const unsigned char *const begin = p;

        KERNEL_NAME(log_line_rest)(&rest, pe, 1);
        p = rest.at;
        if (!open_line(log, &opened, begin, rest.contents) || opened.blank
            || (stream >= 0 && opened.stream != stream))
            continue;
        stream = opened.stream;
        if (!opened.decoded) {
            const size_t len = (size_t)(opened.end - opened.begin);

            if (at >= have && at - have < len)
                opened.source = opened.begin + (at - have);
            opened.out.len = have + len;
        }
        have = opened.out.len;
        *source = (size_t)(opened.end - text);
        if (at < have && opened.source) {
            *source = (size_t)(opened.source - text);
            return 1;
        }
    }
    return 0;
}

int KERNEL_NAME(log_source)(const struct locus_log *log, const struct locus_log_line *line,
                            const char *text, struct locus_span span,
                            struct locus_span *source)
{
    const unsigned char *const bytes = bytes_of(text, line->reach);
    size_t begin, end;

    source_of(log, bytes, line->reach, span.off, &begin);
    source_of(log, bytes, line->reach, (size_t)span.off + span.len, &end);
    *source = (struct locus_span){ (uint32_t)begin, (uint32_t)(end - begin) };
    return 0;
}
