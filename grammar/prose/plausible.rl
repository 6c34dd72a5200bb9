/* SPDX-License-Identifier: MIT
 *
 * The machine plausible: whether a person would take what begins here for a URL,
 * by its scheme and its host. It reads from the first byte of the scheme, and
 * stops where the URL's end no longer matters, or where no URL can follow; in a
 * final state a URL may end (hosts.rl).
 */
%%{
machine plausible;
alphtype unsigned char;
include hosts "prose/hosts.rl";

action run              { RUN(ftargs) }
action likely           { LIKELY(ftargs) }
action not_yet          { PLAUSIBLE(0) }
action plausible        { PLAUSIBLE(1) }
action decided          { DECIDED }

main := ( with_host ( [/?#] @decided )? | without_host @decided | not_yet_known )
        $~run $*likely $~not_yet %~plausible ;

write data noerror nofinal noentry;
}%%
MACHINE(plausible)
{
    MACHINE_BEGIN(plausible)
    %% write exec;
    MACHINE_END
}
