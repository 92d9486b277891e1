// AlarmKit's types are content of Live Activities, so code that imports it also uses ActivityKit.
@_exported public import ActivityKit
