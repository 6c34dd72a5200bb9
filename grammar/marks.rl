/* SPDX-License-Identifier: MIT
 *
 * Quotation marks, brackets and white space in UTF-8, as text around a URL uses
 * them. A library: no main.
 */
%%{
machine marks;

# Quotation marks that come in pairs, by their names in Unicode.
left_single         = 0xE2 0x80 0x98 ;      # ‘
right_single        = 0xE2 0x80 0x99 ;      # ’
low_single          = 0xE2 0x80 0x9A ;      # ‚
left_double         = 0xE2 0x80 0x9C ;      # “
right_double        = 0xE2 0x80 0x9D ;      # ”
low_double          = 0xE2 0x80 0x9E ;      # „
left_guillemet      = 0xC2 0xAB ;           # «
right_guillemet     = 0xC2 0xBB ;           # »
left_angle          = 0xE2 0x80 0xB9 ;      # ‹
right_angle         = 0xE2 0x80 0xBA ;      # ›

# Brackets of Chinese, Japanese and Korean text.
open_cjk_angle      = 0xE3 0x80 0x88 ;      # 〈
close_cjk_angle     = 0xE3 0x80 0x89 ;      # 〉
open_cjk_double     = 0xE3 0x80 0x8A ;      # 《
close_cjk_double    = 0xE3 0x80 0x8B ;      # 》
open_corner         = 0xE3 0x80 0x8C ;      # 「
close_corner        = 0xE3 0x80 0x8D ;      # 」
open_white_corner   = 0xE3 0x80 0x8E ;      # 『
close_white_corner  = 0xE3 0x80 0x8F ;      # 』
open_lenticular     = 0xE3 0x80 0x90 ;      # 【
close_lenticular    = 0xE3 0x80 0x91 ;      # 】
open_tortoise       = 0xE3 0x80 0x94 ;      # 〔
close_tortoise      = 0xE3 0x80 0x95 ;      # 〕
open_white_lent     = 0xE3 0x80 0x96 ;      # 〖
close_white_lent    = 0xE3 0x80 0x97 ;      # 〗
open_wide_round     = 0xEF 0xBC 0x88 ;      # （
close_wide_round    = 0xEF 0xBC 0x89 ;      # ）
open_wide_square    = 0xEF 0xBC 0xBB ;      # ［
close_wide_square   = 0xEF 0xBC 0xBD ;      # ］
open_wide_curly     = 0xEF 0xBD 0x9B ;      # ｛
close_wide_curly    = 0xEF 0xBD 0x9D ;      # ｝
open_half_corner    = 0xEF 0xBD 0xA2 ;      # ｢
close_half_corner   = 0xEF 0xBD 0xA3 ;      # ｣

# White space of any script that is not ASCII, and the C1 controls: U+0080 to
# U+00A0, U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F, U+3000.
wide_space          = 0xC2 0x80..0xA0
                    | 0xE1 0x9A 0x80
                    | 0xE2 0x80 ( 0x80..0x8A | 0xA8 | 0xA9 | 0xAF )
                    | 0xE2 0x81 0x9F
                    | 0xE3 0x80 0x80 ;

# An escape that a program wrote out and nobody has decoded, of C, JSON and
# their like.
escape              = "\\" ( '"' | "'" | "n" | "r" | "t" | "\\"
                           | "x" xdigit{2} | "u" xdigit{4} ) ;
}%%
