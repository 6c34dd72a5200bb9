/* SPDX-License-Identifier: MIT
 *
 * The commands of an ftp URL (RFC 1738, sections 3.2.1 and 3.2.2).
 */
#include "schemes/protocol-line.h"
#include "schemes/meaning.h"

enum stage { USER, PASS, PATH, TYPE, TRANSFER, END, REFUSED };

/* No argument of a command may contain these. */
enum { FORBIDDEN = LINE_END | LINE_NUL };

static int is_listing(const struct locus_ftp *ftp, const struct locus_url *url,
                      const char *text)
{
    const char type = locus_type_code(url, text);

    return type ? type == 'D' : ftp->internal.name.len == 0;
}

/* Reads the next segment. If there is one, returns 1: it is the new name, and *cwd is the
   segment before it. If not, returns 0: the name is the last segment. */
static int next_cwd(struct locus_span *cwd, struct locus_ftp *ftp,
                    const char *text)
{
    struct locus_piece segment;

    if (locus_pieces_next(&segment, &ftp->internal.pieces, text) != 1)
        return 0;
    *cwd = ftp->internal.name;
    ftp->internal.name = segment.text;
    return 1;
}

int locus_ftp_begin(struct locus_ftp *ftp, const struct locus_url *url,
                    const char *text)
{
    static const enum locus_part arguments[] = {
        LOCUS_USER, LOCUS_PASSWORD, LOCUS_PATH
    };
    struct locus_line line = { 0 };
    struct locus_piece segment;

    *ftp = (struct locus_ftp){ .login = 1, .internal.stage = REFUSED };
    if (locus_own_syntax(url, text) != LOCUS_SYNTAX_FTP)
        return LOCUS_ERROR_ABSENT;
    for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++)
        locus_line_decode(&line, text, url->part[arguments[i]]);
    if (line.found & FORBIDDEN)
        return LOCUS_ERROR_PROTOCOL;

    ftp->internal.stage = USER;
    locus_pieces_begin(&ftp->internal.pieces, LOCUS_PIECE_SEGMENT,
                       url->part[LOCUS_PATH]);
    if (locus_pieces_next(&segment, &ftp->internal.pieces, text) == 1)
        ftp->internal.name = segment.text;
    return 0;
}

static int user(struct locus_line *line, struct locus_ftp *ftp,
                const struct locus_url *url, const char *text)
{
    if (!ftp->login)
        return 0;
    ftp->command = LOCUS_FTP_USER;
    LOCUS_PUT_LITERAL(&line->out, "USER ");
    if (locus_has(url, LOCUS_USER))
        locus_line_decode(line, text, url->part[LOCUS_USER]);
    else
        LOCUS_PUT_LITERAL(&line->out, "anonymous");
    return 1;
}

static int pass(struct locus_line *line, struct locus_ftp *ftp,
                const struct locus_url *url, const char *text)
{
    const int anonymous = !locus_has(url, LOCUS_USER);

    if (!ftp->login
        || !(anonymous ? ftp->mail != NULL : locus_has(url, LOCUS_PASSWORD)))
        return 0;
    ftp->command = LOCUS_FTP_PASS;
    LOCUS_PUT_LITERAL(&line->out, "PASS ");
    if (anonymous)
        locus_line_raw(line, ftp->mail, ftp->mail_len);
    else
        locus_line_decode(line, text, url->part[LOCUS_PASSWORD]);
    return 1;
}

static int cwd(struct locus_line *line, struct locus_ftp *ftp,
               const char *text)
{
    struct locus_span segment;

    if (!next_cwd(&segment, ftp, text))
        return 0;
    ftp->command = LOCUS_FTP_CWD;
    LOCUS_PUT_LITERAL(&line->out, "CWD ");
    locus_line_decode(line, text, segment);
    return 1;
}

static int type(struct locus_line *line, struct locus_ftp *ftp,
                const struct locus_url *url, const char *text)
{
    const struct locus_span code = locus_get(url, LOCUS_TYPE);

    if (is_listing(ftp, url, text) || (code.len == 0 && !ftp->type))
        return 0;
    ftp->command = LOCUS_FTP_TYPE;
    LOCUS_PUT_LITERAL(&line->out, "TYPE ");
    if (code.len == 0)
        locus_put(&line->out, &ftp->type, 1);
    else
        locus_put(&line->out, text + code.off, 1);
    /* RFC 1630, FTP, Data type: "the format defined in RFC 959 except that the
       space is omitted". */
    if (code.len > 1) {
        LOCUS_PUT_LITERAL(&line->out, " ");
        locus_put(&line->out, text + code.off + 1, code.len - 1);
    }
    return 1;
}

static void transfer(struct locus_line *line, struct locus_ftp *ftp,
                     const struct locus_url *url, const char *text)
{
    const int listing = is_listing(ftp, url, text);

    ftp->command = listing ? LOCUS_FTP_NLST : LOCUS_FTP_RETR;
    locus_put(&line->out, locus_ftp_name(ftp->command), 4);
    /* RFC 959, section 5.3.1: the argument of NLST may be omitted. */
    if (!listing || ftp->internal.name.len > 0)
        LOCUS_PUT_LITERAL(&line->out, " ");
    locus_line_decode(line, text, ftp->internal.name);
}

/* Writes the next command. Returns 0 if there is none. */
static int command(struct locus_line *line, struct locus_ftp *ftp,
                   const struct locus_url *url, const char *text)
{
    switch ((enum stage)ftp->internal.stage) {
    case USER:
        ftp->internal.stage = PASS;
        if (user(line, ftp, url, text))
            return 1;
        /* fall through */
    case PASS:
        ftp->internal.stage = PATH;
        if (pass(line, ftp, url, text))
            return 1;
        /* fall through */
    case PATH:
        if (cwd(line, ftp, text))
            return 1;
        ftp->internal.stage = TYPE;
        /* fall through */
    case TYPE:
        ftp->internal.stage = TRANSFER;
        if (type(line, ftp, url, text))
            return 1;
        /* fall through */
    case TRANSFER:
        ftp->internal.stage = END;
        transfer(line, ftp, url, text);
        return 1;
    case END:
    case REFUSED:
        break;
    }
    return 0;
}

int locus_ftp_next(char *buf, size_t size, size_t *len, struct locus_ftp *ftp,
                   const struct locus_url *url, const char *text)
{
    const struct locus_ftp before = *ftp;
    struct locus_line line = { .out = { .buf = buf, .size = size } };
    int result;

    *len = 0;
    if (ftp->internal.stage == REFUSED)
        return LOCUS_ERROR_ABSENT;
    if (!command(&line, ftp, url, text))
        return 0;
    if (line.found & FORBIDDEN) {
        *ftp = before;
        return LOCUS_ERROR_PROTOCOL;
    }
    ftp->argument_off = ftp->command == LOCUS_FTP_CWD ? 4 : 5;
    if (ftp->argument_off > line.out.len)
        ftp->argument_off = line.out.len;
    ftp->argument_len = line.out.len - ftp->argument_off;
    LOCUS_PUT_LITERAL(&line.out, "\r\n");
    result = locus_put_end(&line.out, len);
    if (result != 0)
        *ftp = before;
    return result == 0 ? 1 : result;
}
