@_exported public import LiveActivities
