/* SPDX-License-Identifier: MIT
 *
 * The machine quotes: what stands just before a URL and has a match that stops
 * it. A line each: the opening quote or bracket in UTF-8, and the marks that
 * close it, as grammar/text.rl names them. (ASCII brackets are not here: the
 * machine text counts them.)
 */
%%{
machine quotes;
alphtype unsigned char;

main :=
      "'"               %{ QUOTE(APOSTROPHE) }                          # '…'
    | 0xE2 0x80 0x98    %{ QUOTE(RIGHT_SINGLE) }                        # ‘…’
    | 0xE2 0x80 0x9A    %{ QUOTE(RIGHT_SINGLE | LEFT_SINGLE) }          # ‚…‘
    | 0xE2 0x80 0x9C    %{ QUOTE(RIGHT_DOUBLE) }                        # “…”
    | 0xE2 0x80 0x9D    %{ QUOTE(RIGHT_DOUBLE) }                        # ”…”
    | 0xE2 0x80 0x9E    %{ QUOTE(RIGHT_DOUBLE | LEFT_DOUBLE) }          # „…“
    | 0xC2 0xAB         %{ QUOTE(RIGHT_GUILLEMET) }                     # «…»
    | 0xC2 0xBB         %{ QUOTE(LEFT_GUILLEMET | RIGHT_GUILLEMET) }    # »…«
    | 0xE2 0x80 0xB9    %{ QUOTE(RIGHT_ANGLE) }                         # ‹…›
    | 0xE2 0x80 0xBA    %{ QUOTE(LEFT_ANGLE | RIGHT_ANGLE) }            # ›…‹
    | 0xE3 0x80 0x88    %{ QUOTE(CJK_ANGLE) }                           # 〈…〉
    | 0xE3 0x80 0x8A    %{ QUOTE(CJK_DOUBLE_ANGLE) }                    # 《…》
    | 0xE3 0x80 0x8C    %{ QUOTE(CJK_CORNER) }                          # 「…」
    | 0xE3 0x80 0x8E    %{ QUOTE(CJK_WHITE_CORNER) }                    # 『…』
    | 0xE3 0x80 0x90    %{ QUOTE(CJK_LENTICULAR) }                      # 【…】
    | 0xEF 0xBC 0x88    %{ QUOTE(FULLWIDTH_ROUND) }                     # （…）
    | 0xEF 0xBC 0xBB    %{ QUOTE(FULLWIDTH_SQUARE) }                    # ［…］
    ;

write data noerror nofinal noentry;
}%%
MACHINE(quotes)
{
    MACHINE_BEGIN(quotes)
    %% write exec;
    MACHINE_END
}
