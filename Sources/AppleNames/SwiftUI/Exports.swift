// The names that `import SwiftUI` makes available on iOS: Foundation, the parts of UIKit that views use with the notifications
// that UIKit brings, and Combine's names for observable models. The formatters are imported individually, so that they take
// precedence over the unavailable classes of Foundation on Linux.
@_exported public import AppleCombine
@_exported public import AppleFoundation
@_exported public import class AppleFoundation.DateComponentsFormatter
@_exported public import class AppleFoundation.MeasurementFormatter
@_exported public import class AppleFoundation.RelativeDateTimeFormatter
@_exported public import AppleUIKit
@_exported public import FoundationNetworking
@_exported public import LiveActivityUI
@_exported public import Observation
@_exported public import UserNotifications
