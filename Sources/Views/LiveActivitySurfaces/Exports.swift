// A C library with looks has a runtime of its own, and not this module's.
#if canImport(LiveActivities)
@_exported public import LiveActivities
#endif
@_exported public import LiveActivityUI
