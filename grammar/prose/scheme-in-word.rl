/* SPDX-License-Identifier: MIT
 *
 * The machine scheme-in-word: a word before "://" that ends in a scheme but has something
 * else before it, as in "failed\nhttp://", "\u003chttp://" or "2019http://". It reads
 * backwards, so the last bytes of the word decide. It is used only for words that are
 * not known schemes.
 */
%%{
machine scheme_in_word;
alphtype unsigned char;

main := "ptth"i  alnum @http
      | "sptth"i alnum @https
      | "ptf"i   alnum @ftp ;
}%%
