/* SPDX-License-Identifier: MIT
 *
 * Reads the names of files, and the paths of URLs that identify files, piece by piece.
 * grammar/coding/file-names.rl defines their syntax.
 */
#include "coding/files/read-file-name.h"

static void put_piece(struct filing *f, const unsigned char *begin,
                      const unsigned char *end, int component)
{
    if (f->error == 0)
        f->error = f->piece(f, begin, end, component);
}

%%{
machine file_names;

# On the "/" or "\" after a piece.
action separator {
    put_piece(f, begin, p, f->component);
    locus_put(f->out, f->separator, 1);
    begin = p + 1;
}

action begin            { begin = p; }

# After the slash that begins a name.
action root {
    locus_put(f->out, f->separator, 1);
    begin = p;
}

# After the slashes that begin a UNC path.
action unc {
    locus_put(f->out, f->separator, 1);
    locus_put(f->out, f->separator, 1);
    begin = p;
}

# After the letter of a drive.
action letter {
    locus_put(f->out, f->drive, *f->drive ? 1 : 0);
    put_piece(f, begin, p, f->component);
}

# On the ":" of "C:"; on the last byte of "%3A".
action drive {
    locus_put(f->out, f->drive_colon, *f->drive_colon == '%' ? 3 : 1);
    begin = p + 1;
}

# After the host of "\\host\share".
action host_end {
    put_piece(f, begin, p, LOCUS_HOST);
    begin = p;
}

action colon            { f->colon = 1; }       # in the first segment of a relative name

include file_names "coding/file-names.rl";
write data noerror;
}%%

int locus_read_file_name(struct filing *f, enum locus_file_name_kind kind)
{
    static const int entries[] = {
        [FILE_NAME_POSIX] = file_names_en_posix,
        [FILE_NAME_RELATIVE] = file_names_en_relative,
        [FILE_NAME_WINDOWS] = file_names_en_windows,
        [FILE_NAME_WINDOWS_RELATIVE] = file_names_en_windows_relative,
        [FILE_NAME_DRIVE_PATH] = file_names_en_drive_path,
        [FILE_NAME_ROOT_PATH] = file_names_en_root_path,
        [FILE_NAME_LOCAL_PATH] = file_names_en_local_path,
        [FILE_NAME_OLD_DRIVE_PATH] = file_names_en_old_drive_path,
        [FILE_NAME_OLD_ROOT_PATH] = file_names_en_old_root_path,
        [FILE_NAME_UNC_PATH] = file_names_en_unc_path,
        [FILE_NAME_SHARE_PATH] = file_names_en_share_path,
        [FILE_NAME_RELATIVE_PATH] = file_names_en_relative_path,
    };
    const unsigned char *p = f->text;
    const unsigned char *const pe = f->end;
    const unsigned char *const eof = pe;
    const unsigned char *begin = p;
    int cs = entries[kind];

    f->out->len = 0;
    f->colon = 0;
    f->error = 0;
    %% write exec;
    if (cs < file_names_first_final) {
        f->report->offset = (size_t)(p - f->text);
        return LOCUS_ERROR_NAME;
    }
    put_piece(f, begin, p, f->component);
    return f->error;
}
