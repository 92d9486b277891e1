// The names that `import ActivityKit` makes available on iOS: ActivityKit, Foundation and, through it, Observation. On
// Linux, networking is a separate module.
//
// The formatters are imported individually, so that they take precedence over the unavailable classes of Foundation on Linux.
//
// Source: Documentation/Reference.md, API-11.
@_exported public import ActivityKitClient
@_exported public import AppleCombine
@_exported public import AppleFoundation
@_exported public import class AppleFoundation.DateComponentsFormatter
@_exported public import class AppleFoundation.MeasurementFormatter
@_exported public import class AppleFoundation.RelativeDateTimeFormatter
@_exported public import Foundation
@_exported public import FoundationNetworking
@_exported public import LiveActivityKit
@_exported public import Observation
