/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/human/human.h"

#include "cli/human/drawing.h"
#include "cli/human/excerpt.h"
#include "cli/human/screen.h"
#include "cli/output/output.h"

void human_open(bool color)
{
    screen_open(color);
}

/* Writes the default port, if it applies. */
static void write_default_port(const struct record *record)
{
    const int port = locus_port_with(&record->url, record->text,
                                     record->own);

    if (port < 0 || record->url.part[LOCUS_PORT].len > 0
        || !locus_has(&record->url, LOCUS_HOST))
        return;
    begin_style(STYLE_FAINT);
    OUT_LITERAL("default port ");
    out_number((uint64_t)port);
    end_style(STYLE_FAINT);
    out_char('\n');
}

/* Writes the form of a request target: "origin-form" (RFC 9112, section 3.2.1). */
static void write_form(const struct locus_url *url)
{
    if (url->form == LOCUS_FORM_NONE)
        return;
    begin_style(STYLE_FAINT);
    out_string(locus_form_name((enum locus_form)url->form));
    OUT_LITERAL("-form");
    end_style(STYLE_FAINT);
    out_char('\n');
}

void human_text(const char *text, size_t len)
{
    write_visible(text, len, STYLE_NONE);
}

void human_findings(uint64_t findings)
{
    for (int f = 0; f < LOCUS_FINDING_COUNT; f++) {
        if (!(findings >> f & 1))
            continue;
        begin_style(STYLE_ERROR);
        out_string(locus_finding_name((enum locus_finding)f));
        end_style(STYLE_ERROR);
        OUT_LITERAL(": ");
        out_string(locus_finding_sentence((enum locus_finding)f));
        out_char('\n');
    }
}

void human_record(const struct record *record, bool findings)
{
    if (screen.any)
        out_char('\n');
    screen.any = true;
    if (record->url.error != 0) {
        write_invalid(record);
    } else {
        write_parts(record);
        write_form(&record->url);
        write_default_port(record);
    }
    if (findings)
        human_findings(record->findings);
    if (out.by_record)
        out_flush();
}
