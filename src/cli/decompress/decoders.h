/* SPDX-License-Identifier: MIT */
#ifndef DECODERS_H
#define DECODERS_H

#include "cli/decompress/codings.h"

/*
 * The decoders, each NULL where this build lacks its library.
 */

#if defined HAVE_ISAL || defined HAVE_ZLIB
extern const struct decoder gzip_decoder;
#define GZIP &gzip_decoder
#else
#define GZIP NULL
#endif
#ifdef HAVE_ISAL
#define GZIP_LIBRARY "libisal"
#elif defined HAVE_ZLIB
#define GZIP_LIBRARY "zlib"
#else
#define GZIP_LIBRARY "libisal and zlib"
#endif

#ifdef HAVE_ZSTD
extern const struct decoder zstd_decoder;
#define ZSTD &zstd_decoder
#else
#define ZSTD NULL
#endif

#ifdef HAVE_LZMA
extern const struct decoder xz_decoder, lzma_decoder;
#define XZ &xz_decoder
#define LZMA &lzma_decoder
#else
#define XZ NULL
#define LZMA NULL
#endif

#ifdef HAVE_BZ2
extern const struct decoder bzip2_decoder;
#define BZIP2 &bzip2_decoder
#else
#define BZIP2 NULL
#endif

#ifdef HAVE_LZ4
extern const struct decoder lz4_decoder;
#define LZ4 &lz4_decoder
#else
#define LZ4 NULL
#endif

#endif
