@_exported public import LiveActivityCore
@_exported public import LiveActivityHost
