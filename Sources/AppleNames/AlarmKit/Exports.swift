// AlarmKit's types are the content of Live Activities, so code that imports AlarmKit also uses ActivityKit.
@_exported public import ActivityKit
