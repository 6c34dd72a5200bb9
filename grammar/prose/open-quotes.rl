/* SPDX-License-Identifier: MIT
 *
 * The machine open-quotes: which quotation marks are open at the end of a text. It reads
 * the last part of the text before a URL. It does not deal with brackets: the machine
 * unquoted counts those within the URL, and any other closing bracket ends the URL.
 *
 * A mark that closes an open mark of its kind opens nothing. Some marks open in one
 * language and close in another. These, and the apostrophe, open only at the beginning
 * of a line, after white space or after one of ([{=,: (control sequences that are
 * passed over in URLs may stand between). A caller that begins at the beginning of a
 * line must first give the machine a line feed.
 *
 * An apostrophe within a word (don't), two in a row (SQL's escape) and one after "\"
 * close nothing. So the byte after an apostrophe decides whether it closes something;
 * directly before the URL it closes nothing.
 */
%%{
machine open_quotes;
alphtype unsigned char;
include marks "prose/marks.rl";

quote           = left_single @left_single | low_single @low_single
                | left_double @left_double | right_double @right_double | low_double @low_double
                | left_guillemet @left_guillemet | right_guillemet @right_guillemet
                | left_angle @left_angle | right_angle @right_angle ;
first           = "'" @apostrophe_first
                | left_single @left_single | right_single @right_single | low_single @low_single
                | left_double @left_double | right_double @double_first | low_double @low_double
                | left_guillemet @left_guillemet | right_guillemet @guillemet_first
                | left_angle @left_angle | right_angle @angle_first ;

# SGR and EL (control-sequence.rl).
passed_over     = 0x1B "[" 0x30..0x3F* [mK] ;

line_end        = "\n" | "\r" | 0x00 ;
white           = line_end | "\t" | 0x0b | 0x0c | " " | wide_space ;
before_first    = any* ( white | [({=,:] | "[" ) passed_over* ;

# The first byte of a letter or digit, and texts that end in one: in ASCII, and in the
# scripts up to U+07FF.
letter          = alnum | 0xC3..0xDF ;
after_letter    = any* ( alnum | 0xC3..0xDF 0x80..0xBF ) ;

before_quote    = any* - before_first ;
escaped         = ( any* - any* "\\" ) "\\" ( "\\\\" )* ;
# What is before a row of apostrophes that open nothing.
before_row      = ( before_quote - any* "'" - escaped ) | before_first "'" | escaped "'" ;
row             = ( before_row - after_letter ) "'" [^']
                | ( before_row & after_letter ) "'" ( [^'] - letter )
                | before_row "'" ( "''" )+ [^'] ;
right           = ( before_quote - after_letter ) right_single
                | ( before_quote & after_letter ) right_single ( any - letter ) ;

main := any* line_end @line
      | before_first first
      | before_quote quote
      | row @apostrophe
      | right @right_single
      | any* ;
}%%
