/* SPDX-License-Identifier: MIT
 *
 * The machine variable-name: the name in a variable of --log-format, without "%", "$",
 * braces and modifiers.
 */
%%{
machine variable_name;
alphtype unsigned char;

# variable      = *modifier [ name / "{" name "}" ]
modifier        = [%$<>!,0-9] ;
braced          = "{" any+      >braced_begins
                  "}"           %braced_end ;
bare            = ( ( any - modifier ) any* ) - ( "{" any+ "}" ) ;

main           := modifier* ( braced | bare >name_begins %name_end )? ;
}%%
