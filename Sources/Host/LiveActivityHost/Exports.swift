@_exported public import LiveActivityCore
