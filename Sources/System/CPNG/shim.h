#include <png.h>

/* What libpng says with macros that Swift does not see. */
static const png_uint_32 cpng_format_bgra = PNG_FORMAT_BGRA;
static const png_uint_32 cpng_format_rgb = PNG_FORMAT_RGB;
static const png_uint_32 cpng_image_version = PNG_IMAGE_VERSION;
static const png_uint_32 cpng_flag_fast = PNG_IMAGE_FLAG_FAST;
