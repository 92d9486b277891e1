// The C library with looks has its own runtime and does not import this module.
#if canImport(LiveActivities)
@_exported public import LiveActivities
#endif
@_exported public import LiveActivityUI
