# SPDX-License-Identifier: MIT
#
# Completion of locus(1) for fish: verbs, their options, what these take, files.

# Whether the verb is one of these; without any, whether there is none yet.
function __locus_verb
    set -l words (commandline -opc)
    if test (count $words) -lt 2
        test (count $argv) -eq 0
    else
        contains -- $words[2] $argv
    end
end

function __locus_option
    set -l verbs (string split ' ' -- $argv[1])
    complete -c locus -n "__locus_verb $verbs" $argv[2..]
end

set -l parts scheme user password host port path query fragment type gtype selector \
    search plus address group article number database wtype wpath hsoname fields
set -l values $parts=
set -l all 'parse explain scan top resolve relativize normalize compare encode decode edit build'
set -l lines 'parse explain resolve relativize normalize encode decode edit build'

complete -c locus -f
complete -c locus -s h -l help -d 'Help'
complete -c locus -n __locus_verb -l version -d 'The version'
complete -c locus -n __locus_verb -a parse -d 'Take URLs apart'
complete -c locus -n __locus_verb -a explain -d 'What URLs mean'
complete -c locus -n __locus_verb -a scan -d 'Find URLs in files'
complete -c locus -n __locus_verb -a top -d 'The most frequent hosts, paths, ...'
complete -c locus -n __locus_verb -a resolve -d 'What references lead to'
complete -c locus -n __locus_verb -a relativize -d 'The shortest references to URLs'
complete -c locus -n __locus_verb -a normalize -d 'Normal forms'
complete -c locus -n __locus_verb -a compare -d 'Whether two URLs are equivalent'
complete -c locus -n __locus_verb -a encode -d 'Escape what a part cannot hold'
complete -c locus -n __locus_verb -a decode -d 'Undo escapes'
complete -c locus -n __locus_verb -a edit -d 'Change parts of URLs'
complete -c locus -n __locus_verb -a build -d 'A URL from its parts'
complete -c locus -n __locus_verb -a grammars -d 'What is built in'
complete -c locus -n __locus_verb -a help -d 'A help text'
complete -c locus -n '__locus_verb help' \
    -a 'parse explain scan top resolve relativize normalize compare encode decode edit build grammars'

__locus_option $all -s g -l grammar -xa 'web rfc3986 rfc3986-reference rfc1738 rfc1630' \
    -d 'What a URL is'
__locus_option parse -s o -l output -xa 'human json tsv url' -d Format
__locus_option explain -s o -l output -xa 'human json' -d Format
__locus_option scan -s o -l output -xa 'url json tsv' -d Format
__locus_option top -s o -l output -xa 'text json tsv' -d Format
__locus_option 'encode decode' -s o -l output -xa 'text json' -d Format
__locus_option 'resolve relativize normalize edit build' -s o -l output -xa 'url json' \
    -d Format
__locus_option "$lines compare" -s 0 -l null -d 'Items end with NUL'
__locus_option "$lines scan" -l line-buffered -d 'Write each record at once'

__locus_option 'parse scan' -l get -x -d 'This text for each URL: {host}'
__locus_option 'parse scan' -l findings -d 'Also what an attacker would try'
__locus_option 'parse explain scan top' -l define -x -d 'What is known of a scheme'
__locus_option parse -l color -xa 'auto always never' -d 'Parts in colours'
__locus_option explain -l mail -x -d 'The password for anonymous ftp'
__locus_option 'explain encode decode' -l plus -d '+ is a space in queries'

__locus_option 'scan top' -F
__locus_option 'scan top' -s x -l context -xa 'raw text wrapped json json-raw' -d 'Where a URL ends'
__locus_option 'scan top' -l schemes -xa "(__fish_complete_list , 'printf %s\\\\n http https ftp mailto: file ws wss')" \
    -d 'Only these'
__locus_option 'scan top' -l valid -d 'Leave out what the grammar does not take'
__locus_option 'scan top' -l delimiters -x -d 'Bytes that end a URL'
__locus_option 'scan top' -l max-url -x -d 'Longer URLs are skipped'
__locus_option 'scan top' -l max-window -x -d 'Memory for what is compressed'
__locus_option 'scan top' -l no-progress -d 'Show no progress'
__locus_option scan -s c -l count -d 'Only how many URLs there are'
__locus_option scan -s b -l byte-offset -d 'Where in the file each begins'
__locus_option scan -s n -l line-number -d 'The line of each'
__locus_option scan -s H -l with-filename -d 'The file of each'
__locus_option scan -s j -l threads -x -d 'So many threads'
__locus_option top -l by -xa "$parts url" -d 'The part that is counted'
__locus_option top -s n -l limit -x -d 'So many values; 0: all'

__locus_option resolve -l compatible -d '"http:g" is "g" where the base is an http URL'
__locus_option 'normalize compare' -l steps \
    -xa "(__fish_complete_list , 'printf %s\\\\n case percent-case decode dots port path ipv6 syntax scheme default all none')" \
    -d 'To the normal form'

__locus_option 'encode decode' -s p -l part -xa "any userinfo segment query-item $parts" \
    -d 'Where it stands'
__locus_option 'encode decode' -s k -l keep -d 'What is escaped already stays'
__locus_option 'encode decode' -l file -d 'Names of files and their URLs'
__locus_option 'encode decode' -l windows -d 'Names of Windows'
__locus_option 'encode decode' -l print0 -d 'Each result ends with NUL'

__locus_option edit -s s -l set -xa "$values" -d 'The part is this'
__locus_option edit -s r -l remove -xa "$parts" -d 'There is no such part'
__locus_option build -a "$values" -d Part

functions -e __locus_option
