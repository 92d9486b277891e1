// The names that `import SwiftUI` makes available on iOS: Foundation, the parts of UIKit that views use, and the two
// names of Combine with which a model declares that views observe it. The formatters belong to Foundation on iOS.
@_exported public import class ActivityKit.DateComponentsFormatter
@_exported public import protocol ActivityKit.ObservableObject
@_exported public import class ActivityKit.RelativeDateTimeFormatter
@_exported public import struct ActivityKit.Published
@_exported public import FoundationNetworking
@_exported public import LiveActivityUI
@_exported public import Observation
