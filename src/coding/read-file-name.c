/* SPDX-License-Identifier: MIT
 *
 * Reads the names of files, and the paths of URLs that identify files, piece by piece.
 * grammar/coding/file-names.rl defines their syntax.
 */
#include "coding/read-file-name.h"

static void put_piece(struct filing *f, const unsigned char *begin,
                      const unsigned char *end, int component)
{
    if (f->error == 0)
        f->error = f->piece(f, begin, end, component);
}

#define MACHINE(name) \
    static int name##_run(struct filing *f, int cs)
#define MACHINE_BEGIN(name) \
    const int first_final = name##_first_final; \
    const unsigned char *p = f->text; \
    const unsigned char *const pe = f->end; \
    const unsigned char *const eof = pe; \
    const unsigned char *begin = p; \
    (void)name##_start; \
    f->out->len = 0; \
    f->colon = 0; \
    f->error = 0;
#define MACHINE_END \
    if (cs < first_final) { \
        f->report->offset = (size_t)(p - f->text); \
        return LOCUS_ERROR_NAME; \
    } \
    put_piece(f, begin, p, f->component); \
    return f->error;

#define BEGIN_HERE begin = p;
#define SEPARATOR \
    put_piece(f, begin, p, f->component); \
    locus_put(f->out, f->separator, 1); \
    begin = p + 1;
#define ROOT \
    locus_put(f->out, f->separator, 1); \
    begin = p;
#define LETTER \
    locus_put(f->out, f->drive, *f->drive ? 1 : 0); \
    put_piece(f, begin, p, f->component);
#define DRIVE \
    locus_put(f->out, f->drive_colon, *f->drive_colon == '%' ? 3 : 1); \
    begin = p + 1;
#define HOST_END \
    put_piece(f, begin, p, LOCUS_HOST); \
    begin = p;
#define COLON f->colon = 1;

#include "file-names.h"

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

    return file_names_run(f, entries[kind]);
}
