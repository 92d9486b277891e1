#include <zlib.h>

/* A macro that Swift does not see. */
static inline int czlib_inflate_init(z_stream *stream) { return inflateInit(stream); }
