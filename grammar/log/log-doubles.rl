/* SPDX-License-Identifier: MIT
 *
 * Numbers that are not only digits, as programs write a double (RFC 8259, section 6; "%e" of
 * C; Java's Double). A library: no main, no events.
 */
%%{
machine log_doubles;

# Departure: no sign; zeros may precede the other digits.
# frac = decimal-point 1*DIGIT
frac            = "." digit+ ;

# exp = e [ minus / plus ] 1*DIGIT
#
# Departure: at most two digits after leading zeros, so that a value cannot be much longer
# than its number.
e               = [Ee] ;
exp             = e [+\-]? "0"* digit{1,2} ;

# number = [ minus ] int [ frac ] [ exp ]
#
# The two forms that are not only digits.
with_exp        = digit+ frac? exp ;
double          = digit+ frac | with_exp ;
}%%
