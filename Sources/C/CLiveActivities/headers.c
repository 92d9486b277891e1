/* The functions in the headers are implemented in Swift. This file checks that the headers compile as C. */
#include "live_activity_pictures.h"
#include "live_activity_testing.h"

#ifdef LA_OWN_HYPOTF
/* Swift's standard library uses hypotf(), whose newest version needs glibc 2.35. This implementation reduces the requirement to
 * 2.34. A double can hold the square of every float. */
#include <math.h>

__attribute__((visibility("hidden"))) float hypotf(float x, float y)
{
    if (isinf(x) || isinf(y))
        return INFINITY;
    return (float)sqrt((double)x * x + (double)y * y);
}
#endif
