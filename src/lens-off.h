/* SPDX-License-Identifier: MIT
 *
 * No lens (--disable-runs): the machines read every byte themselves.
 */
#define LENS_NAME "off"

static inline const unsigned char *
lens_run(const unsigned char *from, const unsigned char *end,
         const uint16_t bytes[256], unsigned run)
{
    (void)end, (void)bytes, (void)run;
    return from;
}

static inline const unsigned char *
lens_colon(const unsigned char *from, const unsigned char *end)
{
    while (from != end && *from != ':')
        from++;
    return from;
}
