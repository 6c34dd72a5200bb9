/* SPDX-License-Identifier: MIT
 *
 * The machine json-keys: which keys of a JSON object are which fields of a log line:
 *
 *     target=request.uri,agent=request.headers."User-Agent",duration:ms=took
 */
%%{
machine json_keys;
alphtype unsigned char;

field           = "client"      @client
                | "user"        @user
                | "time"        @time
                | "request"     @request
                | "method"      @method
                | "target"      @target
                | "protocol"    @protocol
                | "status"      @status
                | "bytes"       @bytes
                | "referer"     @referer
                | "agent"       @agent
                | "vhost"       @vhost ;
duration        = "duration"    @seconds
                | "duration:s"  @seconds
                | "duration:ms" @milliseconds
                | "duration:us" @microseconds
                | "duration:ns" @nanoseconds ;

# A key, or several, each within the object that the one before it names. Text between
# quotation marks is written as in the log, with the escapes of JSON.
plain           = ( any - [",.=] )+ ;
quoted          = ( any - ["\\] | "\\" any )* ;
key             = plain >key_begins %key_end | '"' ( quoted >key_begins %key_end ) '"' ;
path            = key ( "." key )* ;

member          = ( field | duration ) "=" @named path %member_end ;
main := member ( "," @next_member member )* %complete ;
}%%
