@_exported public import LiveActivities
@_exported public import LiveActivityUI
