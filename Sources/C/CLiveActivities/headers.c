/* The headers are implemented in Swift; that they are C is checked here. */
#include "live_activity_plugin.h"
