/* The headers are implemented in Swift; that they are C is checked here. */
#include "live_activity_pictures.h"
#include "live_activity_testing.h"

#ifdef LA_OWN_HYPOTF
/* The standard library of Swift uses hypotf(), whose newest version needs glibc 2.35. With this one 2.34 suffices. A double holds the
 * square of every float. */
#include <math.h>

__attribute__((visibility("hidden"))) float hypotf(float x, float y)
{
    if (isinf(x) || isinf(y))
        return INFINITY;
    return (float)sqrt((double)x * x + (double)y * y);
}
#endif
