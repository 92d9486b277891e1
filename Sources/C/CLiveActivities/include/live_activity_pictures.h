/* live_activity_pictures.h - renders activities as PNG and SVG.
 *
 * The functions are in liblive_activities_pictures.so, which has all of liblive_activities.so with looks too: a
 * host links with it instead (pkg-config live-activities-pictures). It needs Pango, Cairo and libpng, and draws
 * with the fonts and icons of the system (on Debian fonts-inter, fonts-noto-core, fonts-noto-cjk,
 * fonts-noto-color-emoji, bootstrap-icons, fonts-material-design-icons-iconfont; where they are missing, other
 * fonts and placeholders are drawn). Calls from several threads are serialized. Each call needs up to 1 MiB of its
 * thread's stack. Call fork() only before the first picture: Pango's threads do not exist in the child.
 */
#ifndef LIVE_ACTIVITY_PICTURES_H
#define LIVE_ACTIVITY_PICTURES_H

#include "live_activities.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct la_picture_options {
    uint32_t size;  /* sizeof(la_picture_options) */
    uint32_t flags; /* LA_PICTURE_BARE | ... */
    double scale;   /* of PNG: pixels per point, 0.25 to 4; 0 is 3 */
} la_picture_options;

/* For la_picture_options.flags. */
#define LA_PICTURE_BARE 1u     /* the surface alone; else with the device around it */
#define LA_PICTURE_OUTLINES 2u /* of SVG: letters as outlines, for programs that lack the fonts; else texts, clocks
                                  with their rule and controls with their action, for a web page */

/* Draws an activity of a built-in kind on one surface.
 *
 * look        its `surface` is required; borrowed for the call.
 * options     NULL for the defaults; borrowed for the call.
 * at_ms       the time to show, or LA_NOW.
 * png, text   out: the file's bytes, with a NUL after them; release them with la_free().
 * png_bytes,
 * text_bytes  out: their number without the NUL; may be NULL for text.
 *
 * Returns what la_present_text() returns; LA_ERROR_INVALID_ARGUMENT also for flags and scales that do not exist;
 * LA_ERROR_NO_LOOK also where the surface does not show the activity. */
LA_API la_status la_picture_png(la_runtime *runtime, la_activity activity, const la_look *look,
                                const la_picture_options *options, int64_t at_ms, unsigned char **png,
                                size_t *png_bytes);
LA_API la_status la_picture_svg(la_runtime *runtime, la_activity activity, const la_look *look,
                                const la_picture_options *options, int64_t at_ms, char **text,
                                size_t *text_bytes);

/* Draws a presentation: one returned by la_present(), or one that the host has written for its own kind.
 *
 * presentation  one object of la_present()'s array; borrowed for the call.
 *
 * Returns LA_OK, LA_ERROR_UNDECODABLE (not a presentation; the reason has the path), LA_ERROR_INVALID_SIZE,
 * LA_ERROR_OUT_OF_MEMORY or LA_ERROR_INVALID_ARGUMENT. */
LA_API la_status la_picture_png_of(const struct json_t *presentation, const la_picture_options *options,
                                   int64_t at_ms, unsigned char **png, size_t *png_bytes);
LA_API la_status la_picture_svg_of(const struct json_t *presentation, const la_picture_options *options,
                                   int64_t at_ms, char **text, size_t *text_bytes);

#ifdef __cplusplus
}
#endif

#endif
