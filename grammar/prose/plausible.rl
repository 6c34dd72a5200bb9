/* SPDX-License-Identifier: MIT
 *
 * The machine plausible: whether a person would take the text that begins here for a
 * URL, judged by its scheme and host (hosts.rl). It reads from the first byte of the
 * scheme. It stops where the end of the URL no longer matters, or where the text cannot
 * become plausible. In a final state, the URL is plausible if it ends here.
 */
%%{
machine plausible;
alphtype unsigned char;
include hosts "prose/hosts.rl";

main := ( with_host ( [/?#] @decided )? | without_host @decided | not_yet_known )
        $~run $*likely $~not_yet %~plausible ;
}%%
